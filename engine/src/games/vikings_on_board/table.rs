//! The whole table for a person to read.

use super::VikingsOnBoard;
use super::component::{BARRELS, Clan, Good, Ship, Zone};
use super::state::{Phase, State, row};
use crate::game::Game;
use crate::seat::Seat;

/// The table as text, hidden things included.
pub(super) fn text(game: &VikingsOnBoard, state: &State) -> String {
    let mut text = format!("round {}, {} ships have sailed", state.round(), state.departures());
    text += &match (game.to_move(state), state.phase) {
        (None, _) => ", the game is over\n".to_owned(),
        (Some(seat), Phase::Go) => format!(", seat {seat} moves a viking\n"),
        (Some(seat), Phase::Crew) => format!(", seat {seat} puts a viking on a body\n"),
        (Some(seat), Phase::Load1) => {
            format!(", seat {seat} has drawn {}\n", state.w1.get(0).letter())
        }
        (Some(seat), Phase::Load2) => {
            let drawn: String =
                state.w2.iter().take(game.drawn(state) as usize).map(Good::letter).collect();
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
    text += &format!("market   {} | W1 {} | W2 {}\n", market.join(" "), state.w1, state.w2);
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
        for barrel in 0..BARRELS {
            let value = game.numbers.values[barrel];
            text +=
                &format!(" | barrel {value} {}", state.barrels.place_text(seat.index(), barrel));
        }
        text.push('\n');
    }
    text
}
