use super::VikingsOnBoard;
use super::component::{Clan, Good, Goods, Ship, Zone};
use super::state::{Phase, State, row};
use crate::game::{Game, View};
use crate::games::notation::joined;
use crate::seat::Seat;

/// The letters of the tokens on top of W1 or W2; `?` for one that is hidden from a seat.
pub(super) fn tokens(
    state: &State,
    view: Option<View<'_, VikingsOnBoard>>,
    stack: usize,
    number: u32,
) -> String {
    let hidden = view.map_or(0, |view| view.hidden()[stack]);
    let goods = [&state.w1, &state.w2][stack].iter().take(number as usize);
    let letter = |(place, good): (u32, Good)| match hidden >> place & 1 {
        0 => good.name(),
        _ => "?",
    };
    (0..).zip(goods).map(letter).collect()
}

fn asked(game: &VikingsOnBoard, state: &State, view: Option<View<'_, VikingsOnBoard>>) -> String {
    match state.phase {
        Phase::Go => "moves a viking".to_owned(),
        Phase::Crew => "puts a viking on a body".to_owned(),
        Phase::Load1 => format!("has drawn {}", tokens(state, view, 0, 1)),
        Phase::Load2 => format!("has drawn {}", tokens(state, view, 1, game.drawn(state))),
        Phase::Under => "puts tokens under W2".to_owned(),
        Phase::Sail => "sends a ship off".to_owned(),
        Phase::Take | Phase::Box => {
            let bow = state.bows[usize::from(state.departure.ship)];
            format!("picks from {bow}, next picks {}", joined(picks(state), " "))
        }
        phase => format!("performs {phase:?}"),
    }
}

/// Whose decision it is, in words, for a picture that shows hidden things too.
pub(super) fn heading(game: &VikingsOnBoard, state: &State) -> String {
    let round = state.round();
    match game.to_move(state) {
        None => format!("the game is over after round {round}"),
        Some(seat) => format!("round {round}: seat {seat} {}", asked(game, state, None)),
    }
}

/// The table as text: hidden things included, or as one seat sees it.
pub(super) fn text(
    game: &VikingsOnBoard,
    state: &State,
    view: Option<View<'_, VikingsOnBoard>>,
) -> String {
    let mut text = format!("round {}, {} ships have sailed", state.round(), state.departures);
    if let Some(ship) = state.departing() {
        text += &format!(", ship {ship} sails");
    }
    text += &match game.to_move(state) {
        None => ", the game is over\n".to_owned(),
        Some(seat) => format!(", seat {seat} {}\n", asked(game, state, view)),
    };
    for (name, side) in [("to move", state.old), ("moved", state.new)] {
        let vikings = row(side).map(|(space, seat)| format!("{}:{seat}", space + 1));
        text += &format!("{name:<8} {}\n", joined(vikings, " "));
    }
    let market = Good::ALL.iter().map(|&good| format!("{good} {}", state.market(good)));
    let [w1, w2] = [0, 1].map(|stack| tokens(state, view, stack, state.stacks()[stack]));
    text += &format!("market   {} | W1 {w1} | W2 {w2}", joined(market, " "));
    let in_box = game.in_box(state);
    if !in_box.is_empty() {
        text += &format!(" | box {in_box}");
    }
    text.push('\n');
    for ship in Ship::all().filter(|&ship| state.is_docked(ship)) {
        let (bow, bodies) = (state.bows[ship.index()], joined(state.bodies(ship), " "));
        text += &format!("ship {ship}   {bow} | {bodies}{}\n", bets(state, ship));
    }
    for ship in left_behind(state) {
        text += &format!("ship {ship}   has sailed{}\n", bets(state, ship));
    }
    for seat in Seat::all(game.players()) {
        text += &format!("seat {seat}   supplies {}", state.goods[seat.index()]);
        text += &match view {
            // For the others, how many are where.
            Some(view) if view.seat() != seat => {
                let won = state.barrels.won(seat.index()).count_ones();
                format!(
                    " | barrels: {} unused, {won} won\n",
                    state.barrels.unused(seat.index()).count_ones()
                )
            }
            _ => {
                let barrels = game.barrels(state, seat).into_iter();
                let barrels = barrels.map(|(value, place)| format!(" | barrel {value} {place}"));
                joined(barrels, "") + "\n"
            }
        };
    }
    text
}

fn bets(state: &State, ship: Ship) -> String {
    let bet = |clan: Clan| {
        let owner = state.barrel_owner(Zone::new(ship, clan))?;
        Some(format!(" | {clan} bet on by seat {owner}"))
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
    /// Supplies in the box: those that are nowhere else. The kinds of all hidden ones together are no secret.
    pub(super) fn in_box(&self, state: &State) -> Goods {
        let elsewhere = |good: Good| {
            let stacks = state.w1.iter().chain(state.w2.iter()).filter(|&token| token == good);
            let open = state.bows.iter().chain(&state.goods).map(|goods| goods.count(good));
            stacks.count() as u32 + open.sum::<u32>()
        };
        let mut goods = Goods::NONE;
        for (good, all) in Good::ALL.into_iter().zip(self.rule_set.supplies.counts()) {
            goods.add(Goods::of(good, all.saturating_sub(elsewhere(good))));
        }
        goods
    }
}
