//! The table as data for a picture, with what a reader of a picture would otherwise have to derive from
//! the rules.

use serde_json::{Value, json};

use super::component::{Cards, Place, SIEGE_SPACES, SPACES, Stones, Wall};
use super::state::{Phase, State};
use super::{Eketorp, table};
use crate::game::Game;
use crate::seat::Seat;

/// The table, hidden things included: `drawing`, the name of the drawing script; `round`, `rounds`, `heading`
/// (whose decision it is, in words), `to_move`, `first`, the number of the `card` that lays the stones; the
/// `spaces` with their `stones` and the number of `vikings` of each seat; the `talon` and the `supply`; the
/// `duel` in progress, if any; `wall_height`, the stones of a `full` village; and the `seats`. Stones and walls
/// are letters of the notation, hands and piles are digits. `conflict` says of a place whether there may be a
/// `fight` or a `siege`.
pub(super) fn scene(game: &Eketorp, state: &State) -> Value {
    let numbers = &game.numbers;
    let spaces = (0..SPACES).map(|number| {
        let vikings = Seat::all(game.players()).map(|seat| state.crowds[number].of(seat.index()));
        json!({
            "space": Place::space(number).to_string(),
            "stones": letters(&state.stones[number].to_string()),
            "vikings": vikings.collect::<Vec<_>>(),
            "conflict": conflict(state, Place::space(number)),
        })
    });
    json!({
        "drawing": "eketorp",
        "round": state.round(),
        "rounds": numbers.rounds,
        "heading": heading(game, state),
        "to_move": game.to_move(state).map(Seat::index),
        "first": state.first,
        "card": state.materials[usize::from(state.round)] + 1,
        "spaces": spaces.collect::<Value>(),
        "talon": state.talon.left(),
        "supply": letters(&state.supply.to_string()),
        "duel": duel(state),
        "wall_height": numbers.wall_height,
        "full": numbers.full,
        "seats": Seat::all(game.players()).map(|one| seat(game, state, one)).collect::<Value>(),
    })
}

fn heading(game: &Eketorp, state: &State) -> String {
    let round = format!("round {} of at most {}", state.round(), game.numbers.rounds);
    match game.to_move(state) {
        None => format!("the game is over after round {}", state.round()),
        Some(seat) => format!("{round}: seat {seat} {}", table::asked(state)),
    }
}

/// Without the sign for nothing.
fn letters(text: &str) -> &str {
    text.trim_matches('-')
}

fn digits(cards: Cards) -> String {
    letters(&cards.to_string()).to_owned()
}

fn conflict(state: &State, place: Place) -> Option<&'static str> {
    if state.fights & place.bit() != 0 {
        return Some("fight");
    }
    (state.sieges & place.bit() != 0).then_some("siege")
}

/// `place`, `attacker`, `defender`; the attacker's `card`, face down until the other one is chosen; for loot,
/// the most `points`.
fn duel(state: &State) -> Value {
    use Phase::{AttackerCard, AttackerSwap, DefenderCard, DefenderSwap, Loot};
    let in_progress = [AttackerSwap, DefenderSwap, AttackerCard, DefenderCard, Loot];
    if !in_progress.contains(&state.phase) {
        return Value::Null;
    }
    let duel = &state.duel;
    json!({
        "place": duel.place.to_string(),
        "attacker": duel.attacker,
        "defender": duel.defender,
        "card": (state.phase == DefenderCard).then_some(duel.card),
        "points": (state.phase == Loot).then_some(duel.difference),
    })
}

/// `walls` from the bottom up, and stones `beside` them; `besieged`, for each siege space its `place`, the
/// `seats` there, whether the siege has been `held`, and `conflict`; Vikings at `home` and at the three
/// stations of the `hospital`; `amulets`; `hand`, whether everybody knows it (`open`), `pile`, and cards
/// `discarded` for amulets; the `load` on the way home.
fn seat(game: &Eketorp, state: &State, seat: Seat) -> Value {
    let player = &state.players[seat.index()];
    let mut beside = player.village;
    for wall in player.walls {
        let stones = (0..wall.height()).map(|depth| wall.from_top(depth));
        stones.for_each(|kind| beside.take(Stones::of(kind, 1)));
    }
    let besieged = (0..SIEGE_SPACES).map(|weapon| {
        let place = Place::siege(seat.index(), weapon);
        let there = |other: &Seat| state.players[other.index()].at & place.bit() != 0;
        let seats: Vec<usize> = Seat::all(game.players()).filter(there).map(Seat::index).collect();
        json!({
            "place": place.to_string(),
            "seats": seats,
            "held": !seats.is_empty() && state.held & place.bit() != 0,
            "conflict": conflict(state, place),
        })
    });
    let hospital = [1, 2, 3].map(|station| player.sick.at(station));
    let walls = player.walls.map(|wall: Wall| letters(&wall.to_string()).to_owned());
    json!({
        "walls": walls,
        "beside": letters(&beside.to_string()),
        "besieged": besieged.collect::<Value>(),
        "points": game.final_points(state, seat.index()),
        "stones": player.village.total(),
        "load": letters(&player.load.to_string()),
        "home": player.home,
        "hospital": hospital,
        "amulets": player.amulets,
        "hand": digits(player.hand),
        "open": state.is_known(seat),
        "pile": digits(player.pile),
        "discarded": player.discarded.total(),
    })
}
