//! The fast engine against the plain twin, decision by decision.
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 800); with a million, the figures
//! printed with `--nocapture` are worth a look, too.

use std::collections::BTreeMap;

use super::twin::{Rules, Twin};
use crate::twins::games_or;
use drakkar_engine::error::KeyError;
use drakkar_engine::fact::{FactInfo, FactKind, Ledger};
use drakkar_engine::game::Game;
use drakkar_engine::games::vikings::rule_set::{
    BonusTrigger, BuildingThreat, LastBoatswains, OpeningZero, RuleSet, WholeColour,
};
use drakkar_engine::games::vikings::scoring::Scoring;
use drakkar_engine::games::vikings::variant::{Advanced, Plain, Variant};
use drakkar_engine::games::vikings::{Vikings, VikingsOf};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use serde_json::Value;

fn base() -> RuleSet {
    Vikings::read_toml(Vikings::presets()[0].toml).unwrap()
}

/// A rule set with other values, so that none of them is baked in.
fn varied(rng: &mut Rng) -> RuleSet {
    let mut rule_set = base();
    let scoring = &mut rule_set.scoring;
    let mut value = |most| rng.below(most + 1);
    for number in [
        &mut scoring.goldsmith_gold,
        &mut scoring.noble_glory,
        &mut scoring.scout_glory,
        &mut scoring.scout_goldsmith,
        &mut scoring.scout_fisherman,
        &mut scoring.most_boatswains,
        &mut scoring.most_islands,
        &mut scoring.longest_island,
        &mut scoring.fisherman_feeds,
        &mut scoring.surplus_glory,
        &mut scoring.unfed_penalty,
        &mut rule_set.ships.n.gold,
        &mut rule_set.ships.n.glory,
        &mut rule_set.ships.s.gold,
        &mut rule_set.ships.s.glory,
        &mut rule_set.ships.g.gold,
        &mut rule_set.ships.g.glory,
        &mut rule_set.ships.f.gold,
        &mut rule_set.ships.f.glory,
    ] {
        *number = value(9);
    }
    scoring.gold_per_glory = 1 + value(8);
    scoring.glory_floor = value(1) == 1;
    scoring.zero_majorities = value(1) == 1;
    if value(1) == 1 {
        scoring.whole_colour = WholeColour::AllOrNone;
    }
    if value(1) == 1 {
        scoring.last_boatswains = LastBoatswains::Most;
    }
    rule_set.setup.glory = value(20);
    rule_set.setup.gold.values_mut().for_each(|gold| *gold = value(40));
    for seats in [&mut rule_set.setup.seat_gold, &mut rule_set.setup.seat_glory] {
        for own in [&mut seats.zero, &mut seats.one, &mut seats.two, &mut seats.three] {
            *own = value(9) * value(1);
        }
    }
    // Other counts: few left ends and many ships, or the reverse.
    let ships = value(30);
    (rule_set.ships.n.count, rule_set.ships.s.count) = (ships / 4, ships / 4);
    (rule_set.ships.g.count, rule_set.ships.f.count) = (ships / 4, ships - 3 * (ships / 4));
    rule_set.tiles.middles_per_building = value(9);
    let ends = 76 - ships - 4 * rule_set.tiles.middles_per_building;
    rule_set.tiles.left_ends = 4 + value(ends - 4);
    rule_set.tiles.right_ends = ends - rule_set.tiles.left_ends;
    rule_set.vikings.per_colour = 13 + value(7);
    vary_bonus_tiles(&mut rule_set, rng);
    rule_set
}

/// Other values and numbers of bonus tiles, and the other readings of A2, A7, A9 and F7b.
fn vary_bonus_tiles(rule_set: &mut RuleSet, rng: &mut Rng) {
    let mut value = |most: u32| rng.below(most + 1);
    let advanced = &mut rule_set.advanced;
    if value(1) == 1 {
        advanced.opening_zero = OpeningZero::Out;
    }
    if value(1) == 1 {
        advanced.bonus_trigger = BonusTrigger::Space11;
    }
    let bonus = &mut rule_set.bonus;
    for kind in [
        &mut bonus.gold5,
        &mut bonus.goldsmith1,
        &mut bonus.goldsmith2,
        &mut bonus.noble1,
        &mut bonus.scout1,
        &mut bonus.fisher1,
        &mut bonus.boatswain,
        &mut bonus.food3,
        &mut bonus.gold3,
        &mut bonus.building_a,
        &mut bonus.building_b,
        &mut bonus.building_c,
        &mut bonus.building_d,
    ] {
        (kind.count, kind.value) = (value(3), value(9));
        kind.glory = value(5) * value(1);
    }
    bonus.add_up = value(1) == 1;
    if value(1) == 1 {
        bonus.building_threat = BuildingThreat::Viking;
    }
    (bonus.longboat.count, bonus.longboat.glory) = (value(6), value(5));
    bonus.gold3.value = 1 + value(8);
    bonus.building_cap = value(20);
}

/// The rule set with the switches of section 7 given by the bits of a number from 0 to 7: auction,
/// weak boatswains, bonus tiles.
fn switched(mut rule_set: RuleSet, combination: u64) -> RuleSet {
    rule_set.advanced.auction = combination & 1 != 0;
    rule_set.advanced.weak_boatswains = combination & 2 != 0;
    rule_set.advanced.bonus_tiles = combination & 4 != 0;
    rule_set
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// How the games are played; random play alone seldom ferries much or builds far from the mainland.
#[derive(Clone, Copy, Debug)]
enum Style {
    Random,
    /// Prefers ferries, landings and vikings on tiles.
    Seafarer,
    /// Prefers the action listed last: far columns, expensive lots.
    Far,
    /// Saves its money for the most expensive lots, which give bonus tiles, and uses those.
    Collector,
}

const STYLES: [Style; 4] = [Style::Random, Style::Seafarer, Style::Far, Style::Collector];

/// Whether a collector prefers an action, `dearest` being the highest price that it can pay.
fn collected(action: &str, dearest: u32) -> bool {
    let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
    match verb {
        "bid" => rest.parse::<u32>().unwrap() <= 2,
        "buy" => rest.parse::<u32>().unwrap() == dearest,
        "pass" | "take" | "longboat" => true,
        _ => action.ends_with('+'),
    }
}

fn choose(style: Style, actions: &[String], rng: &mut Rng) -> usize {
    let count = actions.len() as u32;
    let any = rng.below(count) as usize;
    match style {
        Style::Random => any,
        Style::Seafarer if rng.below(4) > 0 => {
            let liked = |action: &String| action.ends_with('+') || action.starts_with("ferry");
            actions.iter().position(liked).unwrap_or(any)
        }
        Style::Far if rng.below(4) > 0 => count as usize - 1,
        Style::Collector if rng.below(8) > 0 => {
            let prices = actions.iter().filter_map(|action| action.strip_prefix("buy "));
            let dearest = prices.map(|price| price.parse().unwrap()).max().unwrap_or(0);
            let liked: Vec<usize> =
                (0..actions.len()).filter(|&k| collected(&actions[k], dearest)).collect();
            if liked.is_empty() { any } else { liked[rng.below(liked.len() as u32) as usize] }
        }
        _ => any,
    }
}

/// How often each kind of action was played, and how often each source of glory was not 0.
type Seen = BTreeMap<String, u64>;

/// Sums over the seats of one game.
struct Played {
    glory: Vec<i64>,
    share: Vec<u8>,
}

/// Plays one game in both; panics if they differ.
fn compare<V: Variant>(
    rule_set: RuleSet,
    players: usize,
    deal: u64,
    style: Style,
    seen: &mut Seen,
) -> Result<Played, KeyError> {
    let rules = Rules::read(&serde_json::to_value(&rule_set).unwrap());
    let game = VikingsOf::<V>::new(rule_set, players)?;
    let seed = DealSeed { seed: 20_261_120, deal };
    let dealt = game.deal(seed);
    game.check_deal(&dealt)?;
    let data = serde_json::to_value(&dealt).unwrap();
    let [stacks, bag, bonus] = ["stacks", "bag", "bonus"].map(|key| strings(&data[key]));
    let mut twin = Twin::new(rules, players, &stacks, &bag, &bonus);
    let mut state = game.state(&dealt);
    let mut ledger: Ledger<Scoring> = Ledger::new(players, V::FACTS.len());
    let mut rng = Rng::from_seed(deal);
    let (mut actions, mut history) = (Vec::new(), Vec::new());
    let mut purchases = 0;
    while let Some(seat) = game.to_move(&state) {
        let place = || format!("deal {deal}, {players} players, after {history:?}");
        assert!(!twin.over(), "{}", place());
        assert_eq!(seat.index(), twin.seat(), "{}", place());
        game.legal(&state, &mut actions);
        let texts: Vec<String> = actions.iter().map(|action| action.to_string()).collect();
        let (mut own, mut other) = (texts.clone(), twin.legal());
        own.sort_unstable();
        other.sort_unstable();
        assert_eq!(own, other, "{}", place());
        let k = choose(style, &texts, &mut rng);
        let verb = texts[k].split(' ').next().unwrap();
        purchases += usize::from(verb == "buy");
        *seen.entry(verb.to_owned()).or_default() += 1;
        twin.apply(&texts[k]).unwrap();
        game.apply(&mut state, actions[k], &mut ledger).unwrap();
        history.push(texts[k].clone());
        for seat in Seat::all(players) {
            let both = (i64::from(state.gold(seat)), i64::from(state.glory(seat)));
            assert_eq!(both, (twin.gold(seat.index()), twin.glory(seat.index())), "{history:?}");
        }
    }
    assert!(twin.over(), "{history:?}");
    assert_eq!(purchases, 72, "B4: exactly 72 purchases");
    compare_scorings(&twin, &ledger);
    let outcome = game.outcome(&state);
    let end = twin.end().expect("the twin is over too");
    let glory: Vec<i64> = outcome.score.as_slice().iter().map(|&g| i64::from(g)).collect();
    let place: Vec<u32> = outcome.place.as_slice().iter().map(|&p| u32::from(p)).collect();
    assert_eq!((&glory, &place), (&end.glory, &end.place), "{history:?}");
    let winners: Vec<usize> =
        outcome.share.iter().filter(|(_, share)| *share > 0).map(|(s, _)| s.index()).collect();
    assert_eq!(winners, end.winners);
    for seat in Seat::all(players) {
        compare_sources(&twin, V::FACTS, ledger.facts(seat), seat);
        for (name, amount) in twin.sources(seat.index()) {
            *seen.entry(name.to_owned()).or_default() += u64::from(amount != 0);
        }
    }
    Ok(Played { glory, share: outcome.share.as_slice().to_vec() })
}

fn compare_scorings(twin: &Twin, ledger: &Ledger<Scoring>) {
    let wide = |list: &[i32]| list.iter().map(|&value| i64::from(value)).collect::<Vec<_>>();
    let own: Vec<_> = ledger
        .scorings()
        .iter()
        .map(|s| {
            let kind = serde_json::to_value(s.kind).unwrap().as_str().unwrap().to_owned();
            (u32::from(s.round), kind, wide(s.gold.as_slice()), wide(s.glory.as_slice()))
        })
        .collect();
    let other: Vec<_> = twin
        .scorings()
        .iter()
        .map(|s| (s.round, s.kind.to_owned(), s.gold.clone(), s.glory.clone()))
        .collect();
    assert_eq!(own, other);
    assert_eq!(own.len(), 7);
}

/// The sources of glory, seat by seat; the twin keeps fewer, each the sum of some of the engine's.
fn compare_sources(twin: &Twin, infos: &[FactInfo], facts: &[i32], seat: Seat) {
    assert_eq!(infos.len(), facts.len());
    for (key, expected) in twin.sources(seat.index()) {
        let own: i64 = infos
            .iter()
            .zip(facts)
            .filter(|(info, _)| info.kind == FactKind::Source && twin_key(info.name) == key)
            .map(|(_, &amount)| i64::from(amount))
            .sum();
        assert_eq!(own, expected, "{key}");
    }
}

fn twin_key(name: &str) -> &str {
    match name {
        "glory_start" => "start",
        "glory_scouts_below" => "glory_scouts",
        "glory_food_surplus" => "glory_surplus",
        "glory_food_shortage" => "glory_shortage",
        same => same,
    }
}

#[test]
fn the_fast_engine_plays_as_the_plain_one() {
    let games = games_or(800);
    let mut seen = Seen::new();
    for players in 2..=4 {
        let (mut sum, mut squares, mut count) = (0, 0, 0);
        let mut shares = vec![0u64; players];
        for deal in 0..games / 3 {
            // 7 and 3 have no common factor with each other and the combinations, so all pairs
            // occur.
            let style = STYLES[(deal % 7).saturating_sub(3) as usize];
            let rule_set = if deal % 3 == 2 { varied(&mut Rng::from_seed(deal)) } else { base() };
            // Half of the games by the base rules, half by the eight combinations.
            let played = if deal % 2 == 0 {
                compare::<Plain>(rule_set.clone(), players, deal, style, &mut seen)
            } else {
                let rule_set = switched(rule_set.clone(), deal / 2 % 8);
                compare::<Advanced>(rule_set, players, deal, style, &mut seen)
            };
            let played = played.unwrap();
            let plain = deal % 2 == 0 && rule_set == base() && matches!(style, Style::Random);
            if plain {
                count += 1;
                sum += played.glory.iter().sum::<i64>();
                squares += played.glory.iter().map(|g| g * g).sum::<i64>();
                for (total, share) in shares.iter_mut().zip(played.share) {
                    *total += u64::from(share);
                }
            }
        }
        let seats = (count * players) as f64;
        let mean = sum as f64 / seats;
        let sd = (squares as f64 / seats - mean * mean).sqrt();
        let shares: Vec<f64> = shares.iter().map(|&s| s as f64 / 60.0 / count as f64).collect();
        println!(
            "{players} players, {count} random games by the base rules in both: mean {mean:.3}, \
             deviation {sd:.3}, seat shares {shares:.4?}"
        );
    }
    println!("{seen:?}");
    // The games cover every kind of action and every source of glory.
    let all = ["take", "decline", "upgrade", "longboat", "discard", "stop", "pass"];
    assert!(all.iter().all(|verb| seen.contains_key(*verb)), "{seen:?}");
    assert!(seen.values().all(|&count| count > 0), "{seen:?}");
}
