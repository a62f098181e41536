//! What the views of *Vikings on Board* know, checked with the plain twin (H1 to H7): two tables
//! give a seat the same draws if and only if they are indistinguishable to it.
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 20).

use std::collections::BTreeMap;

use super::twin::sight::{Change, World, other_world};
use super::twin::variation::varied;
use super::twin::{Phase, Rules, Twin};
use crate::twins::games_or;
use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use serde_json::{Value, json};

type State = <VikingsOnBoard as Game>::State;

/// How often a change was seen or not.
type Seen = BTreeMap<String, u64>;

fn replayed(game: &VikingsOnBoard, world: &World) -> State {
    let deal = serde_json::from_value(world.deal.clone()).unwrap();
    let mut state = game.state(&deal);
    for action in &world.history {
        game.apply(&mut state, action.parse().unwrap(), &mut ()).unwrap();
    }
    state
}

/// Compares what every seat knows of its barrels and of W2 (H3, H4). Tokens that are drawn count as
/// W2: on top of the stack until one is loaded, then below it.
fn compare_knowledge(game: &VikingsOnBoard, state: &State, twin: &Twin) {
    for seat in Seat::all(game.players()) {
        let (mut known, drawn) = (twin.known_w2(seat.index()), twin.known_drawn(seat.index()));
        match twin.phase {
            Phase::Action(9) => known = [drawn, known].concat(),
            Phase::Under => known.extend(drawn),
            _ => {}
        }
        let view = game.view(state, seat);
        let token = |place| view.token(place as u32)?.name().chars().next();
        let own: Vec<Option<char>> = (0..known.len()).map(token).collect();
        assert_eq!((own, view.token(known.len() as u32)), (known, None), "{seat:?}");
        let unused: Vec<i64> = view.unused().map(i64::from).collect();
        let mut told = twin.players[seat.index()].unused.clone();
        told.sort_unstable();
        assert_eq!(unused, told, "{seat:?}");
    }
}

/// Compares what every seat draws from `state` and from tables that are changed a little.
fn compare(
    game: &VikingsOnBoard,
    state: &State,
    twin: &Twin,
    deal: &Value,
    history: &[(usize, String)],
    rng: &mut Rng,
    seen: &mut Seen,
) {
    for seat in Seat::all(game.players()) {
        for change in [Change::UnknownTokens, Change::TwoTokens, Change::Barrels] {
            let other = other_world(twin, deal, history, seat.index(), change, rng);
            let Some(world) = other.filter(|world| world.twin != *twin) else {
                continue;
            };
            let other = replayed(game, &world);
            let same = world.twin.sight(seat.index()) == twin.sight(seat.index());
            *seen
                .entry(format!("{change:?} {}", if same { "unseen" } else { "seen" }))
                .or_default() += 1;
            let key = u64::from(rng.below(u32::MAX));
            let draw = |state| game.view(state, seat).draw(&mut Rng::from_seed(key));
            assert_eq!(
                draw(state) == draw(&other),
                same,
                "{seat:?}, {change:?}: {deal} {history:?}, and {} {:?}",
                world.deal,
                world.history
            );
            if same && game.to_move(state) == Some(seat) {
                let legal = [state, &other].map(|state| game.view(state, seat).count_legal());
                assert_eq!(legal[0], legal[1], "H7: {deal} {history:?}");
            }
        }
    }
}

/// Compares what every seat is told of the box and of barrels at docks (H2), as data and as text.
fn compare_told(game: &VikingsOnBoard, state: &State, twin: &Twin) {
    let count = |good: char| twin.boxed.iter().filter(|&&boxed| boxed == good).count();
    let boxed = json!({ "h": count('h'), "g": count('g'), "m": count('m') });
    let mut left = Vec::new();
    for (number, ship) in (1..).zip(&twin.ships) {
        // The twin's ship has sailed as soon as it is sent off; then its supplies are shared out.
        let under_way = twin.departure.as_ref().is_some_and(|sailing| sailing.ship + 1 == number);
        if ship.sailed && !under_way && !ship.zones.is_empty() {
            let bets = ship.zones.iter().map(|(clan, barrel)| (clan.to_string(), barrel.owner));
            let bets: BTreeMap<String, usize> = bets.collect();
            left.push(json!({ "ship": number.to_string(), "bets": bets }));
        }
    }
    for seat in Seat::all(game.players()) {
        let view = game.view(state, seat);
        let (text, fields) = (view.text(), view.fields());
        assert_eq!(fields["box"], boxed, "{text}");
        assert_eq!(fields["left_behind"], json!(left), "{text}");
        assert_eq!(text.contains(" | box "), !twin.boxed.is_empty(), "{text}");
        for dock in &left {
            let line = format!("ship {}   has sailed", dock["ship"].as_str().unwrap());
            let line = text.lines().find_map(|told| told.strip_prefix(&line)).unwrap();
            for (clan, owner) in dock["bets"].as_object().unwrap() {
                assert!(line.contains(&format!(" | {clan} bet on by seat {owner}")), "{text}");
            }
        }
    }
}

#[test]
fn seats_see_what_the_twin_says() {
    let mut seen = Seen::new();
    for number in 0..games_or(20) {
        let players = 2 + number as usize % 3;
        let mut rng = Rng::from_seed(number);
        let mut rules = if number % 2 == 0 { Rules::base() } else { varied(&mut rng) };
        // Equal values are no hidden thing, and a long game shows more.
        rules.barrels.values = Rules::base().barrels.values;
        rules.options.max_rounds = 40;
        let rule_set = VikingsOnBoard::read_rules(&serde_json::to_value(&rules).unwrap()).unwrap();
        let game = VikingsOnBoard::new(rule_set, players).unwrap();
        let dealt = game.deal(DealSeed { seed: 9, deal: number });
        let deal = serde_json::to_value(&dealt).unwrap();
        let mut twin = Twin::new(rules, players, &deal).unwrap();
        let mut state = game.state(&dealt);
        let mut history: Vec<(usize, String)> = Vec::new();
        while let Some(seat) = twin.to_move() {
            compare_knowledge(&game, &state, &twin);
            if history.len().is_multiple_of(5) {
                compare_told(&game, &state, &twin);
            }
            // Secrets lie in the stacks and under barrels.
            let mut legal = twin.legal();
            let hides = |text: &String| ["go 4", "go 8", "go 9"].contains(&text.as_str());
            if legal.iter().any(hides) && rng.below(3) > 0 {
                legal.retain(hides);
            }
            if rng.below(12) == 0 {
                compare(&game, &state, &twin, &deal, &history, &mut rng, &mut seen);
            }
            let action = legal[rng.below(legal.len() as u32) as usize].clone();
            twin.carry_out(&action);
            game.apply(&mut state, action.parse().unwrap(), &mut ()).unwrap();
            history.push((seat, action));
        }
    }
    println!("{seen:?}");
    for change in ["UnknownTokens unseen", "TwoTokens seen", "TwoTokens unseen"] {
        assert!(seen.get(change).is_some_and(|&count| count > 10), "{change}: {seen:?}");
    }
    for change in ["Barrels seen", "Barrels unseen"] {
        assert!(seen.get(change).is_some_and(|&count| count > 10), "{change}: {seen:?}");
    }
}
