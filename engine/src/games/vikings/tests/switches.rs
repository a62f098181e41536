//! The three switches of the advanced rules, each on its own: what holds in every game of all eight
//! combinations.

use std::collections::BTreeSet;

use super::naive::Naive;
use super::table::{Table, advanced, deal};
use crate::cpu::Processor;
use crate::fact::FactKind;
use crate::game::Game;
use crate::games::play::Play;
use crate::games::vikings::action::Action;
use crate::games::vikings::bonus::Bonus;
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::games::vikings::state::Phase;
use crate::games::vikings::variant::Advanced;
use crate::games::vikings::{AdvancedVikings, Vikings};
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

/// Games for each combination and number of seats.
const GAMES: u64 = 60;

/// The base game with these switches: auction, weak boatswains, bonus tiles.
fn switched(players: usize, switches: [bool; 3]) -> AdvancedVikings {
    let names = ["auction", "weak_boatswains", "bonus_tiles"];
    let changes: Vec<String> =
        names.iter().zip(switches).map(|(name, on)| format!("advanced.{name}={on}")).collect();
    let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
    advanced(players, "base", &changes)
}

/// All combinations with all numbers of seats.
fn all() -> impl Iterator<Item = ([bool; 3], AdvancedVikings)> {
    let combinations = (0..8).map(|bits| [0, 1, 2].map(|bit| bits >> bit & 1 == 1));
    combinations.flat_map(|on| (2..=4).map(move |players| (on, switched(players, on))))
}

/// The counted, picked, listed and checked actions are the same, for both copies of the hot code.
fn check_legal(
    games: [&AdvancedVikings; 2],
    table: &Table<Advanced>,
    lists: &mut [Vec<Action>; 2],
) {
    for (game, list) in games.iter().zip(lists.iter_mut()) {
        game.legal(&table.state, list);
        assert_eq!(game.count_legal(&table.state) as usize, list.len());
        for (k, &action) in (0..).zip(list.iter()) {
            assert_eq!(game.nth_legal(&table.state, k), action);
            assert!(game.is_legal(&table.state, action));
        }
    }
    assert_eq!(lists[0], lists[1]);
}

/// Actions of other moments of a game are not legal unless they are listed.
fn check_strangers(table: &Table<Advanced>, strangers: &[Action], list: &[Action]) {
    for stranger in strangers {
        assert_eq!(table.game.is_legal(&table.state, *stranger), list.contains(stranger));
    }
}

/// Gold and glory are not below 0, and every seat's tableau reads back.
fn check_seats(table: &Table<Advanced>) {
    let mut copy = table.state;
    for seat in Seat::all(table.game.players()) {
        assert!(table.state.gold(seat) >= 0 && table.state.glory(seat) >= 0);
        let text = table.state.tableau_text(seat);
        copy.set_tableau(seat, "gold 1 glory 1 | W [aB+] | bonus food3").unwrap();
        copy.set_tableau(seat, &text).unwrap();
    }
    assert_eq!(copy, table.state);
}

/// Bonus tiles are face down, in the row, with a seat, laid, or used up: none is lost.
fn check_bonus(table: &Table<Advanced>) {
    let Some(extra) = table.state.extra() else { return };
    let on = table.game.rule_set().advanced.bonus_tiles;
    for (kind, count) in Bonus::ALL.into_iter().zip(table.game.rule_set().bonus.counts()) {
        let mut found = extra.unseen(kind) + extra.row.count(kind);
        for seat in 0..table.game.players() {
            found += extra.owned(seat).count(kind);
            let used = match kind {
                Bonus::Gold5 => table.bonus_fact(seat, Fact::Taken, kind),
                Bonus::Longboat => table.fact(seat, Fact::Longboats),
                _ => 0,
            };
            let laid = kind.name().strip_prefix("building-").map_or(0, |letter| {
                let letter = letter.to_uppercase().chars().next().unwrap();
                let own = Naive::read(&table.state.tableau_text(Seat::new(seat)));
                own.tiles.values().filter(|tile| tile.letter == letter).count()
            });
            found += used as u32 + laid as u32;
        }
        let upgrading = table.state.phase == Phase::Upgrade
            && kind.as_building() == Some(u32::from(extra.prize));
        assert_eq!(found + u32::from(upgrading), if on { count } else { 0 }, "{kind}");
    }
}

/// What the facts of a finished game say: all purchases, all vikings, all tiles, all glory.
fn check_end(table: &Table<Advanced>, auction: bool) {
    let facts = |first: Fact, count: usize| -> i32 {
        let seats = Seat::all(table.game.players());
        let sums = seats.map(|seat| {
            let facts = &table.ledger.facts(seat)[first as usize..][..count];
            facts.iter().sum::<i32>()
        });
        sums.sum()
    };
    assert_eq!(facts(Fact::Prices, 12), 72);
    assert_eq!(facts(Fact::Bought, 6), 72);
    assert_eq!(facts(Fact::Removed, 6), if auction { 6 } else { 0 });
    assert_eq!(facts(Fact::Auctions, 1), if auction { 6 } else { 0 });
    let (mut vikings, mut tiles) = (0, 0);
    for seat in Seat::all(table.game.players()) {
        let own = Naive::read(&table.state.tableau_text(seat));
        vikings += own.mouths();
        // The start tile is not bought.
        tiles += own.tiles.len() - 1 + own.ships.len();
        let facts = table.ledger.facts(seat).iter().zip(Fact::ALL);
        let sources = facts.filter(|(_, info)| info.kind == FactKind::Source);
        assert_eq!(sources.map(|(fact, _)| fact).sum::<i32>(), table.state.glory(seat));
    }
    assert_eq!(vikings as i32 + facts(Fact::BoatswainsUsed, 1), 72);
    assert_eq!(tiles as i32 + facts(Fact::Discarded, 1), 72);
}

#[test]
fn all_combinations_keep_what_holds_in_every_game() {
    let mut strangers = Vec::new();
    for ([auction, weak, bonus], game) in all() {
        let plain = AdvancedVikings { processor: Processor::plain(), ..game.clone() };
        let mut seen = BTreeSet::new();
        for number in 0..GAMES {
            let mut table = Table::dealt(game.clone(), &deal(&game, number));
            let mut rng = Rng::from_seed(number);
            let mut clocks = BTreeSet::new();
            let mut lists: [Vec<Action>; 2] = Default::default();
            while let Some(seat) = table.mover() {
                assert!(
                    clocks.insert((seat, game.clock(&table.state))),
                    "two decisions, one clock"
                );
                check_legal([&plain, &game], &table, &mut lists);
                // Now and then, for the sake of time.
                let sample = rng.below(16) == 0;
                if sample {
                    check_strangers(&table, &strangers, &lists[0]);
                    check_seats(&table);
                    check_bonus(&table);
                }
                let action = game.random_legal(&table.state, &mut rng);
                assert_eq!(action.to_string().parse::<Action>().unwrap(), action);
                seen.insert(action.to_string().split(' ').next().unwrap().to_owned());
                if sample {
                    strangers.retain(|&stranger| stranger != action);
                    strangers.push(action);
                    strangers.drain(..strangers.len().saturating_sub(60));
                }
                let mut copy = table.state;
                plain.apply_unchecked(&mut copy, action, &mut ());
                game.apply(&mut table.state, action, &mut table.ledger).unwrap();
                assert_eq!(copy, table.state);
            }
            check_bonus(&table);
            check_end(&table, auction);
        }
        // Every action that the switches bring has been played, and no other.
        for verb in ["bid", "pass", "remove", "set"] {
            assert_eq!(seen.contains(verb), auction, "{verb}");
        }
        for verb in ["take", "decline", "upgrade", "longboat"] {
            assert_eq!(seen.contains(verb), bonus, "{verb}");
        }
        assert!(seen.contains("ferry") && seen.contains("land"), "{weak}");
    }
}

#[test]
fn both_copies_play_out_to_the_same_end() {
    for (_, game) in all() {
        let plain = AdvancedVikings { processor: Processor::plain(), ..game.clone() };
        for number in 0..GAMES {
            let mut ends = [plain.state(&deal(&game, number)); 2];
            let mut rngs = [Rng::from_seed(number), Rng::from_seed(number)];
            plain.playout(&mut ends[0], &mut rngs[0]);
            game.playout(&mut ends[1], &mut rngs[1]);
            assert_eq!((ends[0], &rngs[0]), (ends[1], &rngs[1]));
        }
    }
}

#[test]
fn without_switches_the_advanced_variant_plays_the_base_game() {
    for players in 2..=4 {
        let (base, all) = (Vikings::base(players), switched(players, [false; 3]));
        for number in 0..100 {
            let dealt = deal(&base, number);
            assert_eq!(dealt, deal(&all, number));
            let mut tables =
                (Table::dealt(base.clone(), &dealt), Table::dealt(all.clone(), &dealt));
            let mut rng = Rng::from_seed(number);
            while tables.0.mover().is_some() {
                assert_eq!(tables.0.legal(), tables.1.legal());
                let action = tables.0.play_any(&mut rng);
                tables.1.play(&action);
                assert_eq!(tables.0.mover(), tables.1.mover());
            }
            let purses = |seat| (tables.0.purse(seat), tables.1.purse(seat));
            assert!((0..players).map(purses).all(|(one, two)| one == two));
        }
    }
}

#[test]
fn s4_all_combinations_share_tiles_and_vikings() {
    for (on, game) in all() {
        let (dealt, base) = (deal(&game, 3), deal(&Vikings::base(2), 3));
        assert_eq!(dealt.stacks, base.stacks);
        assert_eq!(dealt.bonus.len(), if on[2] { 25 } else { 0 });
        for (draw, twelve) in dealt.bag.iter().zip(base.bag) {
            let more: u32 = draw.0.iter().zip(twelve.0).map(|(&a, b)| u32::from(a - b)).sum();
            assert_eq!(more, u32::from(on[0]), "the thirteenth one");
        }
    }
}

#[test]
fn a9_f7b_bonus_tiles_bring_what_a_plain_reading_of_the_tableau_says() {
    let mut brought = [0; 5];
    for players in 2..=4 {
        let game = switched(players, [false, true, true]);
        for number in 0..400 {
            let mut table = Table::dealt(game.clone(), &deal(&game, number));
            let mut rng = Rng::from_seed(number);
            for _ in 0..40 + rng.below(130) {
                if table.mover().is_some() {
                    table.play_any(&mut rng);
                }
            }
            // Two kinds that are seldom there and seldom matter.
            for seat in Seat::all(players).filter(|_| number % 2 == 0) {
                let text = table.state.tableau_text(seat) + " food3 gold3";
                table.state.set_tableau(seat, &text).unwrap();
            }
            let own = |seat| Naive::read(&table.state.tableau_text(Seat::new(seat)));
            let naive: Vec<Naive> = (0..players).map(own).collect();
            // The same tableaus at a small and at a final scoring.
            table.ledger.clear();
            let mut small = table.clone();
            let Table { game, state, ledger: sink } = &mut small;
            Play { game, state, sink }.small_scoring();
            let end = table.final_scoring();
            for (seat, own) in naive.iter().enumerate() {
                let (gold, glory) = own.bonus_income();
                let found = small.gold(seat) - own.gold;
                assert_eq!(found, own.small_gold() + gold);
                let buildings = [
                    Fact::GloryBonus.plus(Bonus::BuildingA as u32),
                    Fact::GloryBonus.plus(Bonus::BuildingB as u32),
                    Fact::GloryBonus.plus(Bonus::BuildingC as u32),
                    Fact::GloryBonus.plus(Bonus::BuildingD as u32),
                ];
                let scored: i32 = buildings.iter().map(|&fact| end.fact(seat, fact)).sum();
                assert_eq!(scored, own.buildings(), "{players} {number} {seat}");
                let left = own.gold - own.ships_cost().0.min(own.gold);
                let by_three = if own.owns("gold3") > 0 { left / 3 - left / 5 } else { 0 };
                assert_eq!(end.fact(seat, Fact::GloryBonus.plus(Bonus::Gold3 as u32)), by_three);
                let food = 5 * own.safe(4).count() as i32 - own.mouths() as i32;
                let more = own.owns("food3").min(1) * food.max(0);
                assert_eq!(end.fact(seat, Fact::GloryBonus.plus(Bonus::Food3 as u32)), more);
                for (sum, figure) in brought.iter_mut().zip([gold, glory, scored, by_three, more]) {
                    *sum += figure;
                }
            }
        }
    }
    assert!(brought.iter().all(|&figure| figure > 30), "{brought:?}");
}
