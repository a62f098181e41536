//! The table for a person to read: the whole of it, or what one seat may know.

use super::VikingsOnBoard;
use super::component::{BARRELS, Clan, Good, Ship, Zone};
use super::state::{Phase, State, row};
use crate::game::Game;
use crate::seat::Seat;

/// The table as text, hidden things included.
pub(super) fn text(game: &VikingsOnBoard, state: &State) -> String {
    told(game, state, &Whole)
}

/// How things that may be hidden are shown.
pub(super) trait Telling {
    /// The letter of the token at `place` of W1 or W2, from the top; `?` for one that is hidden.
    fn letter(&self, state: &State, stack: usize, place: u32) -> char;

    /// The barrels of a seat.
    fn barrels(&self, game: &VikingsOnBoard, state: &State, seat: Seat) -> String;
}

/// Everything is shown.
struct Whole;

impl Telling for Whole {
    fn letter(&self, state: &State, stack: usize, place: u32) -> char {
        [&state.w1, &state.w2][stack].get(place).letter()
    }

    fn barrels(&self, game: &VikingsOnBoard, state: &State, seat: Seat) -> String {
        barrels(game, state, seat)
    }
}

/// Every barrel of a seat with its value and place.
pub(super) fn barrels(game: &VikingsOnBoard, state: &State, seat: Seat) -> String {
    let barrel = |barrel| {
        let value = game.numbers.values[barrel];
        format!(" | barrel {value} {}", state.barrels.place_text(seat.index(), barrel))
    };
    (0..BARRELS).map(barrel).collect()
}

/// The table as text, with hidden things as in `telling`.
pub(super) fn told(game: &VikingsOnBoard, state: &State, telling: &impl Telling) -> String {
    let mut text = format!("round {}, {} ships have sailed", state.round(), state.departures());
    text += &match (game.to_move(state), state.phase) {
        (None, _) => ", the game is over\n".to_owned(),
        (Some(seat), Phase::Go) => format!(", seat {seat} moves a viking\n"),
        (Some(seat), Phase::Crew) => format!(", seat {seat} puts a viking on a body\n"),
        (Some(seat), Phase::Load1) => {
            format!(", seat {seat} has drawn {}\n", telling.letter(state, 0, 0))
        }
        (Some(seat), Phase::Load2) => {
            let drawn: String =
                (0..game.drawn(state)).map(|place| telling.letter(state, 1, place)).collect();
            format!(", seat {seat} has drawn {drawn}\n")
        }
        (Some(seat), Phase::Under) => format!(", seat {seat} puts tokens under W2\n"),
        (Some(seat), Phase::Sail) => format!(", seat {seat} sends a ship off\n"),
        (Some(seat), Phase::Take | Phase::Box) => {
            let ship = Ship(state.departure.ship);
            format!(", ship {ship} sails, seat {seat} picks from {}\n", state.bow(ship))
        }
        (Some(seat), phase) => format!(", seat {seat} performs {phase:?}\n"),
    };
    for (name, side) in [("to move", state.old), ("moved", state.new)] {
        let vikings: Vec<String> =
            row(side).map(|(space, seat)| format!("{}:{seat}", space + 1)).collect();
        text += &format!("{name:<8} {}\n", vikings.join(" "));
    }
    let market: Vec<String> =
        Good::ALL.iter().map(|&good| format!("{} {}", good.letter(), state.market(good))).collect();
    let [w1, w2] = [(0, state.w1.len()), (1, state.w2.len())].map(|(stack, len)| {
        (0..len).map(|place| telling.letter(state, stack, place)).collect::<String>()
    });
    text += &format!("market   {} | W1 {w1} | W2 {w2}\n", market.join(" "));
    for ship in Ship::all().filter(|&ship| state.is_docked(ship)) {
        let bodies: Vec<String> = state.bodies(ship).map(|body| body.to_string()).collect();
        text += &format!("ship {ship}   {} | {}", state.bow(ship), bodies.join(" "));
        for clan in Clan::ALL {
            if let Some(owner) = state.barrel_owner(Zone::new(ship, clan)) {
                text += &format!(" | {} bet on by seat {owner}", clan.letter());
            }
        }
        text.push('\n');
    }
    for seat in Seat::all(game.players()) {
        text += &format!("seat {seat}   supplies {}", state.goods(seat));
        text += &telling.barrels(game, state, seat);
        text.push('\n');
    }
    text
}
