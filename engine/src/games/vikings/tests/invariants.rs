//! What holds at every moment of every game.

use super::naive::{Naive, ROWS};
use super::table::{Table, char_of, deal, game};
use crate::fact::FactKind;
use crate::game::Game;
use crate::games::vikings::cells::Cells;
use crate::games::vikings::component::{Cell, Row};
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::games::vikings::state::Phase;
use crate::games::vikings::tableau::on_board;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

/// Calls `check` before every decision of many games and after their end.
fn always(changes: &[&str], games: u64, mut check: impl FnMut(&Table)) {
    for players in 2..=4 {
        let game = game(players, changes).unwrap();
        for number in 0..games {
            let mut table = Table::dealt(game.clone(), &deal(&game, number));
            let mut rng = Rng::from_seed(number);
            loop {
                check(&table);
                if table.mover().is_none() {
                    break;
                }
                // Half of the time a viking is put to work if he can be, or the best ferry sails.
                let eager = table
                    .legal()
                    .into_iter()
                    .find(|action| action.ends_with('+') || action.starts_with("ferry"));
                match eager.filter(|_| number % 2 == 0) {
                    Some(action) => drop(table.play(&action)),
                    None => drop(table.play_any(&mut rng)),
                }
            }
        }
    }
}

/// The tableaus of all seats.
fn tableaus(table: &Table) -> Vec<Naive> {
    let seats = Seat::all(table.game.players());
    seats.map(|seat| Naive::read(&table.state.tableau_text(seat))).collect()
}

/// The lot bought and not placed yet, if it is this seat's.
fn in_hand(table: &Table, seat: usize) -> bool {
    table.mover() == Some(seat) && matches!(table.state.phase, Phase::Start | Phase::Place)
}

#[test]
fn every_viking_bought_is_on_a_tile_or_ashore_or_has_left_with_a_ferry() {
    always(&[], 40, |table| {
        for (seat, own) in tableaus(table).iter().enumerate() {
            for (index, letter) in (0..).zip("WNSGFB".chars()) {
                let fact = Fact::Bought.plus(index).0;
                let bought = table.ledger.facts(Seat::new(seat))[usize::from(fact)];
                let on_tiles = own
                    .tiles
                    .iter()
                    .filter(|(place, tile)| tile.viking && index < 5 && ROWS[place.0] == letter);
                let ashore = *own.ashore.get(&letter).unwrap_or(&0);
                let used = if letter == 'B' { table.fact(seat, Fact::BoatswainsUsed) } else { 0 };
                let hand = in_hand(table, seat) && char_of(table.state.viking) == letter;
                let found = on_tiles.count() + ashore + usize::from(hand);
                assert_eq!(bought, found as i32 + used, "{letter}");
            }
        }
    });
}

#[test]
fn every_tile_bought_is_placed_or_discarded() {
    always(&[], 40, |table| {
        for (seat, own) in tableaus(table).iter().enumerate() {
            let lots: i32 = (0..12)
                .map(|price| {
                    let fact = Fact::Prices.plus(price).0;
                    table.ledger.facts(Seat::new(seat))[usize::from(fact)]
                })
                .sum();
            let tiles = own.tiles.len() + own.ships.len();
            // The start tile is not bought; it comes first.
            let start = i32::from(!own.tiles.is_empty());
            let hand = i32::from(in_hand(table, seat));
            let discarded = table.fact(seat, Fact::Discarded);
            assert_eq!(lots, tiles as i32 - start + hand + discarded);
        }
    });
}

#[test]
fn all_vikings_and_tiles_of_the_rounds_laid_are_on_the_wheel_or_bought() {
    always(&[], 40, |table| {
        if table.mover().is_none() {
            return;
        }
        let naive = tableaus(table);
        let players = naive.len();
        let vikings: usize = naive.iter().map(Naive::mouths).sum();
        let used: i32 = (0..players).map(|seat| table.fact(seat, Fact::BoatswainsUsed)).sum();
        let hand = (0..players).filter(|&seat| in_hand(table, seat)).count();
        let wheel = table.state.wheel.lots().count();
        assert_eq!(vikings + used as usize + hand + wheel, 12 * table.state.round());
        let tiles: usize = naive.iter().map(|own| own.tiles.len() + own.ships.len()).sum();
        let starts = naive.iter().filter(|own| !own.tiles.is_empty()).count();
        let discarded: i32 = (0..players).map(|seat| table.fact(seat, Fact::Discarded)).sum();
        assert_eq!(tiles - starts + discarded as usize + hand + wheel, 12 * table.state.round());
    });
}

#[test]
fn glory_and_gold_never_go_below_0() {
    let poor = ["setup.glory=1", "setup.gold.2=0", "setup.gold.3=0", "setup.gold.4=0"];
    let hungry = ["scoring.unfed_penalty=9", "ships.F.glory=20"];
    for changes in [vec![], poor.to_vec(), hungry.to_vec()] {
        always(&changes, 100, |table| {
            for seat in 0..table.game.players() {
                let (gold, glory) = table.purse(seat);
                assert!(gold >= 0 && glory >= 0);
            }
        });
    }
}

#[test]
fn the_sources_of_glory_add_up_at_the_end() {
    for changes in [vec![], vec!["scoring.glory_floor=false", "scoring.zero_majorities=false"]] {
        always(&changes, 100, |table| {
            if table.mover().is_some() {
                return;
            }
            for seat in 0..table.game.players() {
                let facts = table.ledger.facts(Seat::new(seat)).iter().zip(Fact::ALL);
                let sources = facts.filter(|(_, info)| info.kind == FactKind::Source);
                assert_eq!(sources.map(|(fact, _)| fact).sum::<i32>(), table.glory(seat));
            }
        });
    }
}

#[test]
fn threats_are_those_of_a_plain_reading() {
    let mut threatened = 0;
    always(&[], 40, |table| {
        for (seat, own) in tableaus(table).iter().enumerate() {
            for &(row, column) in own.tiles.keys() {
                let cell = Cell::new(Row::ALL[row], column as u32).unwrap();
                let found = on_board!(table.state.tableaus, seat, |board| board
                    .threatened()
                    .holds(u32::from(cell.0)));
                assert_eq!(found, own.threatened((row, column)));
                threatened += u32::from(found);
            }
        }
    });
    assert!(threatened > 10_000, "{threatened}");
}

#[test]
fn facts_count_what_is_on_the_table() {
    always(&[], 40, |table| {
        for (seat, own) in tableaus(table).iter().enumerate() {
            let facts = table.ledger.facts(Seat::new(seat));
            let fact = |first: Fact, offset: usize| facts[first as usize + offset] as usize;
            for row in 0..5 {
                let on_tiles =
                    own.tiles.iter().filter(|(place, tile)| place.0 == row && tile.viking);
                let moved = fact(Fact::Placed, row) + fact(Fact::Ferried, row);
                assert_eq!(moved, on_tiles.count());
            }
            let tiles = |left, right| {
                let same =
                    own.tiles.values().filter(|t| (t.land_left, t.land_right) == (left, right));
                same.count()
            };
            assert_eq!(fact(Fact::LeftEnds, 0), tiles(false, true));
            assert_eq!(fact(Fact::RightEnds, 0), tiles(true, false));
            assert_eq!(fact(Fact::Middles, 0), tiles(true, true));
            for sail in 0..4 {
                let ships = own.ships.values().filter(|&&reach| reach == sail + 1);
                assert_eq!(fact(Fact::Ships, sail), ships.count());
            }
            let prices: usize = (0..12).map(|price| price * fact(Fact::Prices, price)).sum();
            let exchanged = -table.fact(seat, Fact::GloryExchanged);
            assert_eq!(prices, fact(Fact::GoldSpent, 0) + exchanged as usize);
            if table.mover().is_some() {
                // Until ships and exchange take gold away.
                let players = table.game.players().to_string();
                let start = table.game.rule_set().setup.gold[&players] as usize;
                let gained = fact(Fact::GoldGoldsmiths, 0) + fact(Fact::GoldWarriors, 0);
                assert_eq!(own.gold as usize, start + gained - fact(Fact::GoldSpent, 0));
            } else {
                for (colour, letter) in "WNSGFB".chars().enumerate() {
                    let ashore = *own.ashore.get(&letter).unwrap_or(&0);
                    assert_eq!(fact(Fact::Ashore, colour), ashore);
                }
            }
        }
    });
}
