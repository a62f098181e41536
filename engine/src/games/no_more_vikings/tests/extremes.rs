//! Boards of 1 x 1 to 8 x 8, decks of 1 to 64 cards, random supplies and switches: games end, and lists, draws
//! and counts agree.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::table::seeded;
use crate::data::FromData;
use crate::game::Game;
use crate::games::no_more_vikings::NoMoreVikings;
use crate::games::no_more_vikings::component::{Kind, MAX_CARDS};
use crate::games::no_more_vikings::rule_set::{PRESETS, RuleSet};
use crate::games::no_more_vikings::state::State;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

/// A rule set from random numbers, within the limits.
fn rule_set(rng: &mut Rng, players: usize) -> Value {
    let mut rules = NoMoreVikings::read_toml(PRESETS[0].toml).map(|rules| json!(rules)).unwrap();
    let mut below = |bound: u32| rng.below(bound);
    let (rows, columns) = (1 + below(8), 1 + below(8));
    rules["board"] = json!({ "rows": rows, "columns": columns });
    let number = [1, 2, 5, 20, 48, 63, MAX_CARDS as u32][below(7) as usize];
    let mut landing = |bound: u32| match below(3) {
        0 => String::new(),
        1 => char::from(b'a' + below(bound) as u8).to_string(),
        _ => {
            let (one, two) = (below(bound) as u8, below(bound) as u8);
            let (one, two) = (one.min(two), one.max(two));
            let both = [one, two].map(|column| char::from(b'a' + column).to_string());
            if one == two { both[0].clone() } else { both.concat() }
        }
    };
    let mut cards = Vec::new();
    let landings: Vec<String> = (0..number).map(|_| landing(columns)).collect();
    let mut actions = 0;
    for landing in landings {
        let kind = Kind::ALL[rng.below(19) as usize];
        actions += usize::from(!kind.is_event());
        cards.push(json!({ "kind": kind, "landing": [landing] }));
    }
    rules["cards"] = cards.into();
    let mut below = |bound: u32| rng.below(bound);
    rules["setup"] = json!({
        "cards": below((actions / players) as u32 + 1).min(32),
        "edicts": below(5),
        "villagers": below(4),
        "whims_drawn": below(12 / players as u32),
    });
    for (name, least) in [
        ("villager", 4 * players as u32),
        ("soldier", 0),
        ("cottage", 0),
        ("fortress", 0),
        ("tower", 0),
        ("field", 0),
        ("edict", 0),
        ("longship", 0),
    ] {
        let most = [2, 20, 255][below(3) as usize];
        rules["supply"][name] = json!((least + below(most)).min(255));
    }
    for token in ["aggressive", "balanced", "development"] {
        let most = [3, 3, 32][below(3) as usize];
        rules["strategies"][token] =
            json!({ "draw": below(most), "keep": below(most), "actions": below(most) });
    }
    rules["switches"]["occupied_column"] = ["none", "next"][below(2) as usize].into();
    rules["switches"]["full_board_end"] = ["immediate", "round"][below(2) as usize].into();
    rules["switches"]["tower_returns_fortress"] = (below(2) == 0).into();
    rules["switches"]["raid_targets"] =
        [json!([]), json!(["villager", "cottage"]), json!(["field"])][below(3) as usize].clone();
    let months = [1, 3, 12, 60][below(4) as usize];
    let bonus: Vec<&str> =
        (0..months).map(|_| ["", "villager", "cottage", "edict"][below(4) as usize]).collect();
    rules["months"]["bonus"] = json!(bonus);
    rules
}

/// Checks a state and every view of it.
fn check(game: &NoMoreVikings, state: &State, rng: &mut Rng) {
    let mut list = Vec::new();
    game.legal(state, &mut list);
    assert!(!list.is_empty() && list.len() == game.count_legal(state) as usize);
    for (k, &action) in (0..).zip(&list) {
        assert_eq!(game.nth_legal(state, k), action);
        assert!(game.is_legal(state, action));
    }
    for seat in Seat::all(game.players()) {
        let seed = rng.word();
        let view = game.view(state, seat);
        let drawn = view.draw(&mut Rng::from_seed(seed));
        assert_eq!(game.to_move(&drawn), game.to_move(state));
        let again = game.view(&drawn, seat).draw(&mut Rng::from_seed(seed));
        assert_eq!(again, drawn);
        if Some(seat) == game.to_move(state) {
            assert_eq!(game.count_legal(&drawn) as usize, list.len());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn games_by_any_rule_set_come_to_an_end(seed: u64, players in 2_usize..=4) {
        let mut rng = Rng::from_seed(seed);
        let value = rule_set(&mut rng, players);
        let rules = RuleSet::from_data(&value).unwrap();
        let game = NoMoreVikings::new(rules, players).unwrap_or_else(|error| panic!("{error}: {value}"));
        let deal = seeded(&game, seed);
        let mut state = game.state(&deal);
        let (mut clocks, mut decisions) = (std::collections::BTreeSet::new(), 0_u32);
        while let Some(seat) = game.to_move(&state) {
            prop_assert!(clocks.insert((seat, game.clock(&state))));
            if decisions.is_multiple_of(17) {
                check(&game, &state, &mut rng);
            }
            let action = game.random_legal(&state, &mut rng);
            game.apply_unchecked(&mut state, action, &mut ());
            decisions += 1;
        }
        prop_assert_eq!(game.count_legal(&state), 0);
        let mut out = game.state(&deal);
        game.playout(&mut out, &mut rng);
        prop_assert!(game.to_move(&out).is_none());
    }
}

#[test]
fn a_state_of_the_largest_board_and_deck_is_small() {
    assert!(std::mem::size_of::<State>() <= 1024);
}
