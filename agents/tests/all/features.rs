//! What nets see: every input has one name and one value, seats are rotated, nothing hidden shows,
//! and inputs mean what they say.

use std::collections::{BTreeMap, BTreeSet};

use drakkar_agents::agent::Agent;
use drakkar_agents::features::{Features, Input, MAX_VALUE, Seen};
use drakkar_agents::heuristic::{Heuristic, Judge, Playable};
use drakkar_agents::player::Player;
use drakkar_engine::game::Game;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use serde_json::{Map, Value};

use crate::every_game::game;

#[cfg(feature = "eketorp")]
mod eketorp;
mod far;
#[cfg(feature = "no-more-vikings")]
mod no_more_vikings;
#[cfg(feature = "vikings-on-board")]
mod vikings_on_board;

type Inputs<G> = <<G as Playable>::Heuristic as Heuristic<G>>::Features;

/// Shows every state of random games in which somebody is to move.
fn states<G: Recorded>(game: &G, deals: u64, mut show: impl FnMut(&G::State, Seat, &mut Rng)) {
    for deal in 0..deals {
        let mut state = game.state(&game.deal(DealSeed { seed: 5, deal }));
        let mut rng = Rng::from_seed(deal);
        while let Some(seat) = game.to_move(&state) {
            show(&state, seat, &mut rng);
            let action = game.random_legal(&state, &mut rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
}

/// Every number of seats of a preset.
fn tables<G: Recorded>(preset: &str) -> Vec<G> {
    let (fewest, most) = G::PLAYERS;
    (fewest..=most).filter_map(|players| game::<G>(preset, &[], players)).collect()
}

/// Whether a list of inputs is in order, and each has one value.
fn is_in_order(seen: &[Seen]) -> bool {
    seen.windows(2).all(|pair| pair[0].input < pair[1].input)
}

/// Every input has one name, one value at most, and shows nothing that the seat does not know. Calls `tell` with the
/// number of every input that a seat to move sees.
fn check_game<G: Playable + Recorded>(game: &G, deals: u64, mut tell: impl FnMut(u16)) {
    let features = Inputs::<G>::new(game);
    let (inputs, players) = (features.inputs(game), game.players());
    let names: BTreeSet<&String> = inputs.iter().map(|input| &input.name).collect();
    assert_eq!(names.len(), inputs.len(), "a name is used twice");
    for input in &inputs {
        assert!(!input.name.contains([' ', ',', '"']) && !input.about.is_empty(), "{input:?}");
    }
    let is_of = |place: usize| move |input: &&Input| input.name.starts_with(&format!("{place}."));
    let of_seat = inputs.iter().filter(is_of(0)).count();
    let table = inputs.len() - players * of_seat;
    for place in 0..players {
        assert!(
            inputs[table + place * of_seat..]
                .iter()
                .take(of_seat)
                .all(|input| is_of(place)(&input))
        );
    }
    let see = |state: &G::State, seat: Seat| {
        let mut room = Vec::new();
        let seen = features.see(game, state, seat, &mut room);
        assert!(is_in_order(seen), "an input is told twice: {seen:?}");
        assert!(seen.iter().all(|seen| usize::from(seen.input) < inputs.len()));
        assert!(seen.iter().all(|seen| seen.value != 0));
        seen.to_vec()
    };
    // The inputs of the seat that is so many places behind the evaluated one.
    let block = |seen: &[Seen], place: usize| -> Vec<(usize, i16)> {
        let first = table + place * of_seat;
        let own =
            seen.iter().filter(|seen| (first..first + of_seat).contains(&usize::from(seen.input)));
        own.map(|seen| (usize::from(seen.input) - first, seen.value)).collect()
    };
    states(game, deals, |state, mover, rng| {
        let seen = see(state, mover);
        seen.iter().for_each(|seen| tell(seen.input));
        // Only what the seat to move knows.
        let drawn = game.view(state, mover).draw(rng);
        assert_eq!(see(&drawn, mover), seen);
        for other in Seat::all(players) {
            let theirs = see(state, other);
            let drawn = game.view(state, other).draw(rng);
            assert_eq!(see(&drawn, other), theirs);
            for place in 0..players {
                let apart = (other.index() + place + players - mover.index()) % players;
                assert_eq!(block(&theirs, place), block(&seen, apart));
            }
        }
    });
}

fn check<G: Playable + Recorded>(preset: &str, deals: u64) {
    let games = tables::<G>(preset);
    assert!(!games.is_empty());
    for game in games {
        let mut active = BTreeSet::new();
        check_game(&game, deals, |input| {
            active.insert(input);
        });
        // Most are seen in a few random games; the base game never sees those of the advanced rules.
        let all = Inputs::<G>::new(&game).inputs(&game).len();
        assert!(active.len() * 10 >= all * 7, "{} of {all}", active.len());
    }
}

/// No input is idle: each is seen at some table in games of players who are good and stray. No value is so large
/// that it is cut off.
fn every_input_occurs<G: Playable + Recorded>(preset: &str, deals: u64) {
    let (mut all, mut active) = (BTreeSet::new(), BTreeSet::new());
    for game in tables::<G>(preset) {
        let mut player = Player::build(&"greedy:epsilon=0.3".parse().unwrap(), &game).unwrap();
        let features = Inputs::<G>::new(&game);
        let inputs = features.inputs(&game);
        all.extend(inputs.iter().map(|input| input.name.clone()));
        let (mut room, mut found) = (Vec::new(), BTreeSet::new());
        for deal in 0..deals {
            let mut state = game.state(&game.deal(DealSeed { seed: 6, deal }));
            let mut rng = Rng::from_seed(deal);
            player.start_game();
            while let Some(seat) = game.to_move(&state) {
                for one in features.see(&game, &state, seat, &mut room) {
                    assert!(
                        i32::from(one.value).abs() < MAX_VALUE,
                        "{:?}",
                        inputs[usize::from(one.input)]
                    );
                    found.insert(one.input);
                }
                let action = player.choose(&game.view(&state, seat), &mut rng).unwrap();
                game.apply_unchecked(&mut state, action, &mut ());
            }
        }
        active.extend(found.into_iter().map(|input| inputs[usize::from(input)].name.clone()));
    }
    let idle: Vec<&String> = all.difference(&active).collect();
    assert!(idle.is_empty(), "{idle:?}");
}

/// What tells the inputs of a position by name; the names are made once.
fn namer<G: Playable + Recorded>(
    game: &G,
) -> impl Fn(&G::State, Seat) -> BTreeMap<String, i32> + '_ {
    let features = Inputs::<G>::new(game);
    let names: Vec<String> = features.inputs(game).into_iter().map(|input| input.name).collect();
    move |state, seat| {
        let mut room = Vec::new();
        let seen = features.see(game, state, seat, &mut room);
        let name = |seen: &Seen| names[usize::from(seen.input)].clone();
        seen.iter().map(|seen| (name(seen), seen.value.into())).collect()
    }
}

/// The name of an input of a seat, by its distance from the evaluated one.
fn own(seat: usize, evaluated: Seat, players: usize, name: &str) -> String {
    format!("{}.{name}", (seat + players - evaluated.index()) % players)
}

fn number(value: &Value) -> i32 {
    value.as_i64().unwrap() as i32
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// In random games, all inputs that are compared are those of what the seat is told: `table` gives those of the table
/// and `of_seat` those of a seat, without the place in front of its names. Values of 0 are no inputs.
fn compare<G: Playable + Recorded>(
    game: &G,
    deals: u64,
    is_compared: impl Fn(&str) -> bool,
    table: impl Fn(&G::State, &Map<String, Value>, usize) -> Vec<(String, i32)>,
    of_seat: impl Fn(&G::State, &Map<String, Value>, usize) -> Vec<(String, i32)>,
) {
    let (players, named) = (game.players(), namer(game));
    states(game, deals, |state, seat, _| {
        let (told, mut seen) = (game.view(state, seat).fields(), named(state, seat));
        seen.retain(|name, _| is_compared(name));
        let mut expected: BTreeMap<String, i32> =
            table(state, &told, seat.index()).into_iter().collect();
        for other in 0..players {
            let inputs = of_seat(state, &told, other).into_iter();
            expected.extend(inputs.map(|(name, value)| (own(other, seat, players, &name), value)));
        }
        expected.retain(|_, value| *value != 0);
        assert_eq!(seen, expected);
    });
}

#[cfg(feature = "goofspiel")]
mod goofspiel {
    use drakkar_engine::games::goofspiel::Goofspiel;

    use super::*;

    #[test]
    fn goofspiel() {
        check::<Goofspiel>("base", 3);
    }

    #[test]
    fn inputs_of_goofspiel_are_what_a_seat_is_told() {
        for game in tables::<Goofspiel>("base") {
            let (players, named) = (game.players(), namer(&game));
            states(&game, 3, |state, seat, _| {
                let told = game.view(state, seat).fields();
                let mut expected = BTreeMap::new();
                let cards = |key: String, list: &Value| -> Vec<(String, i32)> {
                    let list = list.as_array().unwrap().iter();
                    list.map(|card| (format!("{key}.{card}"), 1)).collect()
                };
                if let Some(prize) = told["prize"].as_u64() {
                    expected.insert(format!("prize.{prize}"), 1);
                }
                expected.extend(cards("to_come".to_owned(), &told["to_come"]));
                let carried = told["carried"].as_array().unwrap().iter().map(number).sum();
                expected.insert("carried".to_owned(), carried);
                for (other, fields) in told["seats"].as_array().unwrap().iter().enumerate() {
                    let name = |name: &str| own(other, seat, players, name);
                    expected.extend(cards(name("card"), &fields["cards"]));
                    expected.insert(name("points"), number(&fields["points"]));
                    expected.insert(name("has_bid"), i32::from(fields["has_bid"] == true));
                }
                expected.retain(|_, value| *value != 0);
                assert_eq!(named(state, seat), expected);
            });
        }
    }
}

#[cfg(feature = "connect-four")]
#[test]
fn connect_four() {
    use drakkar_engine::games::connect_four::ConnectFour;
    check::<ConnectFour>("base", 20);
    let game = ConnectFour::default();
    let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    for column in ["drop 4", "drop 4", "drop 1"] {
        game.apply(&mut state, column.parse().unwrap(), &mut ()).unwrap();
    }
    let seen = namer(&game)(&state, Seat::new(1));
    let expected = ["0.disc.4.2", "1.disc.1.1", "1.disc.4.1"].map(|name| (name.to_owned(), 1));
    assert_eq!(seen, expected.into());
}

#[cfg(feature = "vikings")]
mod vikings {
    use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};

    use super::*;

    #[test]
    fn vikings() {
        check::<Vikings>("base", 6);
        check::<AdvancedVikings>("advanced", 12);
    }

    /// The inputs that repeat what programs are told; the others are those of a survey, which has
    /// tests of its own.
    #[test]
    fn inputs_of_vikings_are_what_a_seat_is_told() {
        for game in tables::<AdvancedVikings>("advanced") {
            let players = game.players();
            let hand = <<AdvancedVikings as Playable>::Heuristic as Default>::default();
            let judge = Heuristic::<AdvancedVikings>::judge(&hand, &game);
            let named = namer(&game);
            states(&game, 4, |state, seat, _| {
                let (told, seen) = (game.view(state, seat).fields(), named(state, seat));
                let value = |name: &str| seen.get(name).copied().unwrap_or(0);
                let text = |value: &Value| value.as_str().unwrap().to_owned();
                assert_eq!(value(&format!("round.{}", told["round"])), 1);
                assert_eq!(value(&format!("bought.{}", told["purchases"])), 1);
                for decision in ["buy", "bid", "remove", "set", "take"] {
                    let is_next = told["phase"] == decision;
                    assert_eq!(value(&format!("decision.{decision}")), i32::from(is_next));
                }
                let lots = told.get("lots").and_then(Value::as_array).cloned().unwrap_or_default();
                for lot in &lots {
                    for (part, letter) in [("tile", &lot["tile"]), ("viking", &lot["viking"])] {
                        let name = format!("lot.{}.{part}.{}", lot["price"], text(letter));
                        assert_eq!(value(&name), 1, "{name}");
                    }
                }
                let listed = seen.keys().filter(|name| name.starts_with("lot.")).count();
                match told.get("tiles") {
                    None => assert_eq!(listed, 2 * lots.len()),
                    // While vikings are set, some lots have none.
                    Some(tiles) => {
                        let tiles = tiles.as_array().unwrap().len();
                        let to_come = text(&told["vikings_to_come"]).len();
                        assert_eq!(listed, 2 * tiles - to_come);
                    }
                }
                if let Some(bought) = told.get("bought") {
                    assert_eq!(value(&format!("hand.tile.{}", text(&bought["tile"]))), 1);
                    assert_eq!(value(&format!("hand.viking.{}", text(&bought["viking"]))), 1);
                }
                let to_come = told.get("vikings_to_come").map(text).unwrap_or_default();
                for letter in "WNSGFB".chars() {
                    let count = to_come.matches(letter).count() as i32;
                    assert_eq!(value(&format!("drawn.{letter}")), count);
                }
                let counted = |list: &Value, name: &str| {
                    list.as_array().unwrap().iter().filter(|kind| *kind == name).count() as i32
                };
                for kind in ["gold5", "longboat", "boatswain"] {
                    assert_eq!(value(&format!("row.{kind}")), counted(&told["bonus_row"], kind));
                }
                for (other, fields) in told["seats"].as_array().unwrap().iter().enumerate() {
                    let name = |name: &str| own(other, seat, players, name);
                    assert_eq!(value(&name("gold")), number(&fields["gold"]));
                    assert_eq!(value(&name("glory")), number(&fields["glory"]));
                    let is_first = i32::from(told["first"] == other);
                    assert_eq!(value(&name("first")), is_first);
                    for kind in ["gold5", "longboat", "boatswain"] {
                        let owned = counted(&fields["bonus"], kind);
                        assert_eq!(value(&name(&format!("owned.{kind}"))), owned);
                    }
                    let expects = judge.value(&game, state, Seat::new(other)).floor() as i32;
                    assert_eq!(value(&name("value")), expects);
                    if told["phase"] == "bid" {
                        let passed = told["passed"].as_array().unwrap().contains(&other.into());
                        assert_eq!(value(&name("bids")), i32::from(!passed));
                        let standing = &told["standing_bid"];
                        let bid =
                            if standing["seat"] == other { number(&standing["bid"]) } else { 0 };
                        assert_eq!(value(&name("bid")), bid);
                    }
                }
            });
        }
    }
}
