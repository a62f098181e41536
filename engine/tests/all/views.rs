//! What views tell people and programs. That it depends on nothing hidden is part of the contract.

use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use drakkar_engine::view::View;
use serde_json::Value;

/// The text and fields of every seat's view before each decision of a random game, and at its end.
fn tell<G: Recorded>(preset: &str, players: usize, mut each: impl FnMut(&G, Seat, &str, &Value)) {
    let game = G::new(rules::read::<G>(rules::preset::<G>(preset).unwrap().toml).unwrap(), players)
        .unwrap();
    let mut state = game.state(&game.deal(DealSeed { seed: 3, deal: 0 }));
    let mut rng = Rng::from_seed(1);
    loop {
        for seat in Seat::all(players) {
            let view = game.view(&state, seat);
            let fields = Value::Object(view.fields());
            let to_move = game.to_move(&state).map(Seat::index);
            assert_eq!(fields["to_move"], serde_json::json!(to_move));
            each(&game, seat, &view.text(), &fields);
        }
        if game.to_move(&state).is_none() {
            return;
        }
        let action = game.random_legal(&state, &mut rng);
        game.apply_unchecked(&mut state, action, &mut ());
    }
}

/// Checks that every part is told in some decision.
fn check<G: Recorded>(preset: &str, players: usize, words: &[&str], keys: &[&str]) {
    let (mut texts, mut fields) = (String::new(), String::new());
    tell::<G>(preset, players, |_, _, text, told| {
        texts += text;
        fields += &told.to_string();
    });
    for word in words {
        assert!(texts.contains(word), "{}: `{word}` is never told", G::ID);
    }
    for key in keys {
        assert!(fields.contains(&format!("\"{key}\":")), "{}: `{key}` is never told", G::ID);
    }
}

#[test]
fn every_part_is_told() {
    check::<ConnectFour>("base", 2, &["x: seat 0"], &["rows"]);
    check::<Goofspiel>(
        "base",
        3,
        &["prize 7", "one of them lies face down", "yours that lies face down", "game is over"],
        &["prize", "carried", "to_come", "points", "cards", "has_bid", "own_bid"],
    );
    let base = ["round", "phase", "lots", "bought", "gold", "glory", "ashore", "ships", "rows"];
    check::<Vikings>("base", 4, &["purchase 12", "ashore"], &base);
    check::<AdvancedVikings>(
        "advanced",
        4,
        &["auction", "standing bid", "bonus tiles", "vikings to come"],
        &[&base[..], &["tiles", "vikings_to_come", "standing_bid", "bonus_row", "bonus"]].concat(),
    );
    check::<VikingsOnBoard>(
        "base",
        4,
        &["W1 ???", "W2 ???", "has drawn", "unused", "barrel 2 ", "bet on by seat"],
        &["w1", "w2", "drawn", "sailing", "bow", "ships", "bodies", "bets", "barrels", "supplies"],
    );
}

#[test]
fn a_seat_is_told_its_own_barrels_and_no_others() {
    tell::<VikingsOnBoard>("base", 3, |_, seat, text, fields| {
        for (other, told) in fields["seats"].as_array().unwrap().iter().enumerate() {
            assert_eq!(told.get("barrels").is_some(), other == seat.index());
        }
        assert_eq!(text.matches("barrel 2 ").count(), 1, "{text}");
    });
}

#[test]
fn a_secret_bid_is_told_to_its_seat_alone() {
    let mut told = 0;
    tell::<Goofspiel>("base", 3, |_, seat, _, fields| {
        let bids = fields["seats"].as_array().unwrap();
        assert_eq!(!fields["own_bid"].is_null(), bids[seat.index()]["has_bid"] == true);
        told += u32::from(!fields["own_bid"].is_null());
    });
    // In each of 13 turns seat 0 waits for two others, seat 1 for one.
    assert_eq!(told, 39);
}

/// The page on agents names every key that a view has, under its game.
#[test]
fn every_key_is_explained() {
    fn check<G: Recorded>(preset: &str, players: usize, heading: &str, words: &[&str]) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/agents.md");
        let page = std::fs::read_to_string(path).unwrap();
        let begin = page.find(&format!("\n{heading}")).unwrap();
        let part = page[begin..].trim_start().split("\n\n").next().unwrap();
        let mut keys = std::collections::BTreeSet::new();
        tell::<G>(preset, players, |_, _, _, fields| collect(fields, &mut keys));
        for key in keys.iter().filter(|key| *key != "to_move" && !words.contains(&key.as_str())) {
            assert!(part.contains(&format!("`{key}`")), "{heading}: `{key}` is not explained");
        }
    }
    check::<ConnectFour>("base", 2, "**Connect four**", &[]);
    check::<Goofspiel>("base", 2, "**Goofspiel**", &[]);
    check::<AdvancedVikings>("advanced", 3, "***Vikings***", &["W", "N", "S", "G", "F"]);
    let letters = ["h", "g", "m", "R", "B", "G", "Y"];
    check::<VikingsOnBoard>("base", 3, "***Vikings on Board***", &letters);
}

/// All keys of objects within a value.
fn collect(value: &Value, keys: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                keys.insert(key.clone());
                collect(value, keys);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, keys)),
        _ => {}
    }
}
