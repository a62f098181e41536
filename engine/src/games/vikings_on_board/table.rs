//! The table for a person to read: the whole of it, or what one seat may know.

use super::VikingsOnBoard;
use super::component::{BARRELS, Clan, Good, Goods, Ship, Zone};
use super::rule_set::Supplies;
use super::state::{Phase, State, row};
use crate::game::{Game, View};
use crate::seat::Seat;

/// Every barrel of a seat with its value and place.
fn barrels(game: &VikingsOnBoard, state: &State, seat: Seat) -> String {
    let barrel = |barrel| {
        let value = game.numbers.values[barrel];
        format!(" | barrel {value} {}", state.barrels.place_text(seat.index(), barrel))
    };
    (0..BARRELS).map(barrel).collect()
}

/// The letter of the token at `place` of W1 or W2, from the top; `?` for one that is hidden from a seat.
pub(super) fn letter(
    state: &State,
    view: Option<View<'_, VikingsOnBoard>>,
    stack: usize,
    place: u32,
) -> char {
    match view.map_or(0, |view| view.hidden()[stack] >> place & 1) {
        0 => [&state.w1, &state.w2][stack].get(place).letter(),
        _ => '?',
    }
}

/// The table as text: hidden things included, or as one seat sees it.
pub(super) fn text(
    game: &VikingsOnBoard,
    state: &State,
    view: Option<View<'_, VikingsOnBoard>>,
) -> String {
    let mut text = format!("round {}, {} ships have sailed", state.round(), state.departures());
    text += &match (game.to_move(state), state.phase) {
        (None, _) => ", the game is over\n".to_owned(),
        (Some(seat), Phase::Go) => format!(", seat {seat} moves a viking\n"),
        (Some(seat), Phase::Crew) => format!(", seat {seat} puts a viking on a body\n"),
        (Some(seat), Phase::Load1) => {
            format!(", seat {seat} has drawn {}\n", letter(state, view, 0, 0))
        }
        (Some(seat), Phase::Load2) => {
            let drawn: String =
                (0..game.drawn(state)).map(|place| letter(state, view, 1, place)).collect();
            format!(", seat {seat} has drawn {drawn}\n")
        }
        (Some(seat), Phase::Under) => format!(", seat {seat} puts tokens under W2\n"),
        (Some(seat), Phase::Sail) => format!(", seat {seat} sends a ship off\n"),
        (Some(seat), Phase::Take | Phase::Box) => {
            let ship = Ship(state.departure.ship);
            let picks: Vec<String> = picks(state).map(|clan| clan.letter().to_string()).collect();
            let (bow, picks) = (state.bow(ship), picks.join(" "));
            format!(", ship {ship} sails, seat {seat} picks from {bow}, next picks {picks}\n")
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
        (0..len).map(|place| letter(state, view, stack, place)).collect::<String>()
    });
    text += &format!("market   {} | W1 {w1} | W2 {w2}", market.join(" "));
    let in_box = game.in_box(state);
    if !in_box.is_empty() {
        text += &format!(" | box {in_box}");
    }
    text.push('\n');
    for ship in Ship::all().filter(|&ship| state.is_docked(ship)) {
        let bodies: Vec<String> = state.bodies(ship).map(|body| body.to_string()).collect();
        text += &format!("ship {ship}   {} | {}", state.bow(ship), bodies.join(" "));
        text += &bets(state, ship);
        text.push('\n');
    }
    for ship in left_behind(state) {
        text += &format!("ship {ship}   has sailed{}\n", bets(state, ship));
    }
    for seat in Seat::all(game.players()) {
        text += &format!("seat {seat}   supplies {}", state.goods(seat));
        text += &match view {
            // For the others, how many are where.
            Some(view) if view.seat() != seat => {
                let (unused, won) =
                    (state.unused_barrels(seat), state.barrels.won(seat.index()).count_ones());
                format!(" | barrels: {unused} unused, {won} won")
            }
            _ => barrels(game, state, seat),
        };
        text.push('\n');
    }
    text
}

/// The owners of the barrels at the dock of a ship.
fn bets(state: &State, ship: Ship) -> String {
    let bet = |clan: Clan| {
        let owner = state.barrel_owner(Zone::new(ship, clan))?;
        Some(format!(" | {} bet on by seat {owner}", clan.letter()))
    };
    Clan::ALL.into_iter().filter_map(bet).collect()
}

/// Ships that have sailed and left barrels at their docks (D3).
pub(super) fn left_behind(state: &State) -> impl Iterator<Item = Ship> {
    let sailed = Ship::all().filter(|&ship| !state.is_docked(ship));
    let has_barrel =
        |ship| Clan::ALL.iter().any(|&clan| state.barrel_owner(Zone::new(ship, clan)).is_some());
    sailed.filter(move |&ship| has_barrel(ship))
}

/// The next picks of a departure, each clan aboard once (D4).
pub(super) fn picks(state: &State) -> impl Iterator<Item = Clan> {
    state.picks().take(usize::from(state.departure.aboard))
}

impl VikingsOnBoard {
    /// Supplies in the box: those that are nowhere else. The kinds of all hidden ones together are no
    /// secret.
    pub(super) fn in_box(&self, state: &State) -> Goods {
        let Supplies { hide, grain, metal, .. } = self.rule_set.supplies;
        let elsewhere = |good: Good| {
            let stacks = state.w1.iter().chain(state.w2.iter()).filter(|&token| token == good);
            let open = state.bows.iter().chain(&state.goods).map(|goods| goods.count(good));
            stacks.count() as u32 + open.sum::<u32>()
        };
        let mut goods = Goods::NONE;
        for (good, all) in Good::ALL.into_iter().zip([hide, grain, metal]) {
            (elsewhere(good)..all).for_each(|_| goods.add(good));
        }
        goods
    }
}
