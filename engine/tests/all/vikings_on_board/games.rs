//! The fast engine of *Vikings on Board* against the plain twin, decision by decision.
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 600); with `--nocapture` the figures
//! are printed.

use std::collections::BTreeMap;

use super::twin::variation::varied;
use super::twin::{Rules, Twin};
use crate::twins::games_or;
use drakkar_engine::fact::Ledger;
use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use serde_json::{Value, json};

type RuleSet = <VikingsOnBoard as Recorded>::RuleSet;

/// How the games are played; random play alone seldom fills ships or empties the stacks.
#[derive(Clone, Copy, Debug)]
enum Style {
    Random,
    /// Brings bodies and supplies to the ship with the lowest number and sends ships off late.
    Crowd,
    /// Prefers betting, and moving its barrels about.
    Gambler,
    /// Prefers the action listed last.
    Far,
}

const STYLES: [Style; 4] = [Style::Random, Style::Crowd, Style::Gambler, Style::Far];

fn choose(style: Style, actions: &[String], rng: &mut Rng) -> usize {
    let any = rng.below(actions.len() as u32) as usize;
    if rng.below(8) == 0 {
        return any;
    }
    let liked = |action: &String| match style {
        Style::Random => false,
        Style::Crowd => match action.split_once(' ').unwrap_or((action, "")) {
            ("go", space) => ["3", "5", "7", "9"].contains(&space),
            ("switch" | "move" | "load", object) => object.ends_with(" 1"),
            ("sail", ship) => ship == "8",
            _ => false,
        },
        Style::Gambler => {
            ["go 4", "go 8"].contains(&action.as_str()) || action.starts_with("shift")
        }
        Style::Far => false,
    };
    let all: Vec<usize> = (0..actions.len()).filter(|&k| liked(&actions[k])).collect();
    match style {
        Style::Far => actions.len() - 1,
        _ if all.is_empty() => any,
        _ => all[rng.below(all.len() as u32) as usize],
    }
}

fn engine_rules(rules: &Rules) -> RuleSet {
    VikingsOnBoard::read_rules(&serde_json::to_value(rules).unwrap()).unwrap()
}

/// How often each kind of action was played, and how often each fact was above 0.
type Seen = BTreeMap<String, u64>;

/// Plays one game in both; panics if they differ.
fn compare(rules: Rules, players: usize, deal: u64, style: Style, seen: &mut Seen) {
    let game = VikingsOnBoard::new(engine_rules(&rules), players).unwrap();
    let dealt = game.deal(DealSeed { seed: 20_261_120, deal });
    game.check_deal(&dealt).unwrap();
    let mut twin = Twin::new(rules, players, &serde_json::to_value(&dealt).unwrap()).unwrap();
    let mut state = game.state(&dealt);
    let mut ledger = Ledger::new(players, VikingsOnBoard::FACTS.len());
    let mut rng = Rng::from_seed(deal);
    let (mut actions, mut history) = (Vec::new(), Vec::new());
    while let Some(seat) = game.to_move(&state) {
        let place = || format!("deal {deal}, {players} players, after {history:?}");
        assert_eq!(Some(seat.index()), twin.to_move(), "{}", place());
        game.legal(&state, &mut actions);
        let texts: Vec<String> = actions.iter().map(|action| action.to_string()).collect();
        assert_eq!(texts, twin.legal(), "{}", place());
        assert_eq!(game.count_legal(&state) as usize, texts.len(), "{}", place());
        let k = choose(style, &texts, &mut rng);
        assert_eq!(texts[k].parse().as_ref(), Ok(&actions[k]), "{}", place());
        let epoch = game.epoch(&state);
        let (loaded, drawn) = (twin.drawn.len(), twin.w1.len() + twin.w2.len());
        twin.carry_out(&texts[k]);
        game.apply_unchecked(&mut state, actions[k], &mut ledger);
        history.push(texts[k].clone());
        // H6
        let visible =
            texts[k].starts_with("load") || (loaded == 0 && twin.w1.len() + twin.w2.len() < drawn);
        let rises = game.epoch(&state).cmp(&epoch);
        assert!(if visible { rises.is_gt() } else { rises.is_ge() }, "epoch, {history:?}");
        *seen.entry(texts[k].split(' ').next().unwrap().to_owned()).or_default() += 1;
        let standing: Vec<i64> =
            game.outcome(&state).score.as_slice().iter().map(|&score| score.into()).collect();
        assert_eq!(standing, twin.standing(), "{history:?}");
        // The points stand only at the end of the game.
        let counted = if game.to_move(&state).is_none() { 0 } else { 2 };
        for seat in Seat::all(players) {
            let facts = twin.facts(seat.index());
            assert_eq!(facts.len(), VikingsOnBoard::FACTS.len());
            let own = VikingsOnBoard::FACTS.iter().zip(ledger.facts(seat));
            for ((info, &own), (name, count)) in own.zip(&facts).skip(counted) {
                assert_eq!((info.name, i64::from(own)), (name.as_str(), *count), "{history:?}");
            }
        }
        assert_eq!(ledger.scorings().len(), twin.scorings.len(), "{history:?}");
    }
    assert_eq!(twin.to_move(), None, "{history:?}");
    let scorings = serde_json::to_value(ledger.scorings()).unwrap();
    assert_eq!(scorings, Value::from(twin.scorings.clone()), "{history:?}");
    compare_results(&game, &state, &twin);
    for (name, count) in (0..players).flat_map(|seat| twin.facts(seat)) {
        *seen.entry(name).or_default() += u64::from(count > 0);
    }
}

fn compare_results(game: &VikingsOnBoard, state: &<VikingsOnBoard as Game>::State, twin: &Twin) {
    let other = twin.result().unwrap();
    let mut own = game.result(state);
    let outcome = game.outcome(state);
    own.insert("place".to_owned(), json!(outcome.place.as_slice()));
    for (key, value) in &own {
        assert_eq!(*value, other[key], "{key}");
    }
    assert_eq!(own.len() + 1, other.as_object().unwrap().len());
    for (seat, &share) in outcome.share.as_slice().iter().enumerate() {
        let told = other["win_share"][seat].as_f64().unwrap();
        assert!((f64::from(share) / 60.0 - told).abs() < 1e-6, "{share} of 60, {told}");
    }
}

/// A third of all games, half of them by the base rules.
fn compare_many(players: usize) {
    let mut seen = Seen::new();
    for deal in 0..games_or(600) / 3 {
        // 2 and 7 have no common factor: all styles play by both kinds of rules.
        let style = STYLES[(deal % 7).saturating_sub(3) as usize];
        let base = deal % 2 == 0;
        let rules = if base { Rules::base() } else { varied(&mut Rng::from_seed(deal)) };
        compare(rules, players, deal, style, &mut seen);
    }
    println!("{players} players: {seen:?}");
    // The games reach everything: every kind of action, and every fact is above 0 somewhere.
    let verbs = "go promote switch bet load raise move shift under swap stay sail take";
    assert!(verbs.split(' ').all(|verb| seen.contains_key(verb)), "{seen:?}");
    let silent = |name: &str| match name {
        "boxed" => players == 4,
        "crew" => players > 2,
        _ => false,
    };
    for (name, &count) in &seen {
        assert_eq!(count == 0, silent(name), "{name}: {seen:?}");
    }
}

#[test]
fn two_seats_play_as_in_the_twin() {
    compare_many(2);
}

#[test]
fn three_seats_play_as_in_the_twin() {
    compare_many(3);
}

#[test]
fn four_seats_play_as_in_the_twin() {
    compare_many(4);
}

#[test]
fn the_preset_is_that_of_the_twin() {
    let preset = VikingsOnBoard::read_toml(VikingsOnBoard::presets()[0].toml).unwrap();
    let own = serde_json::to_value(&preset).unwrap();
    assert_eq!(own, serde_json::to_value(Rules::base()).unwrap());
    assert!(engine_rules(&Rules::base()) == preset);
}

/// Whether the engine accepts a rule set for this number of players.
fn accepts_rules(rule_set: &Value, players: usize) -> bool {
    VikingsOnBoard::read_rules(rule_set)
        .is_ok_and(|rule_set| VikingsOnBoard::new(rule_set, players).is_ok())
}

#[test]
fn rule_sets_are_refused_as_in_the_twin() {
    let base = serde_json::to_value(Rules::base()).unwrap();
    for (pointer, values) in [
        ("/setup/row/2", json!(["AB", "BA", "ABABABABAB", "AABBB", "ABC", "", "ABABABABABAB"])),
        ("/setup/row/3", json!(["ABC", "AABBCC", "ABD", "ABCABCABCABC", "AB", "abc"])),
        ("/setup/row/4", json!(["DCBA", "ABCDABCD", "ABC", "ABCDE", "ABCDABCDABCD"])),
        ("/ships/max_bodies", json!([0, 2, 3, 5, 24, 25])),
        ("/ships/departures", json!([0, 1, 7, 8])),
        ("/bodies/shields", json!([[1, 1, 1, 1, 1], [9, 9, 9, 9, 9, 9], [0, 1, 1, 1, 1, 1]])),
        ("/bodies/shields", json!([[1, 1, 1, 1, 1, 10], [1, 1, 1, 1, 1, 1, 1]])),
        ("/barrels/values", json!([[0, 0, 0, 0], [9, 9, 9, 9], [1, 2, 3, 10], [1, 2, 3]])),
        ("/barrels/values", json!([[1, 2, 3, 4, 5], [1, 2, 3, -1]])),
        ("/barrels/max_per_ship", json!([0, 1, 4, 5])),
        ("/supplies/hide", json!([0, 20, 21, -1])),
        ("/supplies/warehouse_1", json!([0, 15, 16])),
        ("/warehouse_2/draw", json!([0, 1, 5])),
        ("/warehouse_2/return", json!(["drawn_order", "choice", "Choice", "any"])),
        ("/market/start", json!([1, 4, 5])),
        ("/options/null_moves", json!([true, 0])),
        ("/options/max_rounds", json!([0, 1, 41])),
    ] {
        for value in values.as_array().unwrap() {
            let mut changed = base.clone();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            for players in 2..=4 {
                let own = accepts_rules(&changed, players);
                assert_eq!(own, Rules::read(&changed).is_ok(), "{pointer} {value}");
            }
        }
    }
}

/// Whether the engine accepts a deal.
fn accepts_deal(game: &VikingsOnBoard, deal: &Value) -> bool {
    game.read_deal(deal).is_ok()
}

#[test]
fn damaged_deals_are_refused_as_in_the_twin() {
    let mut rng = Rng::from_seed(4);
    let mut taken = 0;
    for number in 0..3_000 {
        let players = 2 + number as usize % 3;
        let rules = if number % 2 == 0 { Rules::base() } else { varied(&mut rng) };
        let game = VikingsOnBoard::new(engine_rules(&rules), players).unwrap();
        let deal = game.deal(DealSeed { seed: 5, deal: number });
        let mut deal = serde_json::to_value(&deal).unwrap();
        damage(&mut deal, &mut rng);
        let own = accepts_deal(&game, &deal);
        assert_eq!(own, Twin::new(rules, players, &deal).is_ok(), "{players} players, {deal}");
        taken += u64::from(own);
    }
    // Exchanging equal things, or bodies on one ship, does no damage.
    assert!((100..2_000).contains(&taken), "{taken}");
}

/// Exchanges or overwrites something.
fn damage(deal: &mut Value, rng: &mut Rng) {
    let pointer = match rng.below(5) {
        0 => "/w1".to_owned(),
        1 => "/w2".to_owned(),
        2 => {
            let order = deal["order"].as_array_mut().unwrap();
            let place = rng.below(order.len() as u32) as usize;
            order[place] = rng.below(5).into();
            return;
        }
        _ => format!("/ships/{}", rng.below(8)),
    };
    let place = deal.pointer_mut(&pointer).unwrap();
    let mut letters: Vec<char> = place.as_str().unwrap().chars().collect();
    if letters.is_empty() {
        return;
    }
    let count = letters.len() as u32;
    let [one, two] = [0; 2].map(|_: u32| rng.below(count) as usize);
    match rng.below(4) {
        0 => letters.swap(one, two),
        1 => letters[one] = letters[two],
        2 => drop(letters.remove(one)),
        // Two bodies change places, or two tokens with their neighbours.
        _ if count >= 4 => letters.rotate_left(2),
        _ => letters[one] = "RBGYhgm123+x"[..].chars().nth(rng.below(12) as usize).unwrap(),
    }
    *place = letters.into_iter().collect::<String>().into();
}
