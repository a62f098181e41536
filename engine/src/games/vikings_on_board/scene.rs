//! The table as data for a picture, with what a reader of a picture would otherwise have to derive from the rules.

use serde_json::{Value, json};

use super::VikingsOnBoard;
use super::component::{Clan, Good, SPACES, Ship, Zone};
use super::fact::BoardFact;
use super::state::{State, row};
use super::table::{heading, picks, tokens};
use crate::game::Game;
use crate::games::notation::joined;
use crate::seat::Seat;

/// The table, hidden things included: `drawing`, the name of the drawing script; `heading` (whose decision it is, in
/// words); the `spaces`, each with the seat of the viking that waits there and of the one that has `moved` there; the
/// `market`; the stacks and the `box` as letters of the notation; the eight `ships`; the next `picks` of a departure;
/// and the `seats`.
pub(super) fn scene(game: &VikingsOnBoard, state: &State) -> Value {
    let on = |side: u64, space: usize| {
        row(side).find(|(at, _)| *at == space).map(|(_, seat)| seat.index())
    };
    // Called as in what is counted of them.
    let counted = &BoardFact::ALL[BoardFact::Space as usize..][..SPACES];
    let spaces = counted.iter().enumerate().map(|(space, fact)| {
        let name = fact.about.trim_start_matches("turns on ");
        json!({ "name": name, "waits": on(state.old, space), "moved": on(state.new, space) })
    });
    let market = |good: Good| (good.to_string(), json!(state.market(good)));
    let [w1, w2] = [0, 1].map(|stack| tokens(state, None, stack, state.stacks()[stack]));
    json!({
        "drawing": "vikings-on-board",
        "round": state.round(),
        "heading": heading(game, state),
        "to_move": game.to_move(state).map(Seat::index),
        "departures": state.departures,
        "last_departure": game.rule_set.ships.departures,
        "stern": state.stern().map(Seat::index),
        "spaces": spaces.collect::<Value>(),
        "market": Value::Object(Good::ALL.into_iter().map(market).collect()),
        "w1": w1,
        "w2": w2,
        "box": game.in_box(state).to_string(),
        "in_hand": game.in_hand(state).to_string(),
        "ships": Ship::all().map(|one| ship(game, state, one)).collect::<Value>(),
        "picks": state.departing().map(|_| joined(picks(state), "")),
        "seats": Seat::all(game.players()).map(|one| seat(game, state, one)).collect::<Value>(),
    })
}

/// `bodies` from the bow on; `influence`, the clans aboard in the order in which they would pick, each with its
/// shields; `bets`, the barrel on the zone of each clan, also at the dock of a ship that has sailed.
fn ship(game: &VikingsOnBoard, state: &State, ship: Ship) -> Value {
    let docked = state.is_docked(ship);
    let crew = game.rule_set.bodies.crew_shields;
    let aboard = docked.then(|| state.influence(ship, crew)).into_iter().flatten();
    let influence = aboard.map(
        |clan| json!({ "clan": clan.to_string(), "shields": state.shields(ship, clan, crew) }),
    );
    let bodies = docked.then(|| state.bodies(ship)).into_iter().flatten().map(
        |body| json!({ "clan": body.clan.to_string(), "shields": body.shields, "crew": body.crew }),
    );
    let bets = Clan::ALL.into_iter().filter_map(|clan| {
        let zone = Zone::new(ship, clan);
        let seat = state.barrel_owner(zone)?;
        let barrel = state.barrels.barrel_at(seat.index(), zone)?;
        let value = game.numbers.values[barrel];
        Some(json!({ "clan": clan.to_string(), "seat": seat.index(), "value": value }))
    });
    json!({
        "ship": ship.to_string(),
        "docked": docked,
        "sailing": state.departing() == Some(ship),
        "bow": state.bows[ship.index()].to_string(),
        "bodies": bodies.collect::<Value>(),
        "influence": influence.collect::<Value>(),
        "bets": bets.collect::<Value>(),
    })
}

/// `score` as if the game ended now, of which supplies are `for_supplies`; each barrel by its value, with its place.
fn seat(game: &VikingsOnBoard, state: &State, seat: Seat) -> Value {
    let barrels = game.barrels(state, seat).into_iter();
    let barrel = |(value, place)| json!({ "value": value, "place": format!("{place}") });
    let (goods, barrel_points) = (game.goods_points(state, seat), game.barrel_points(state, seat));
    json!({
        "clan": Clan::ALL[seat.index()].to_string(),
        "score": goods + barrel_points,
        "for_supplies": goods,
        "supplies": state.goods[seat.index()].to_string(),
        "barrels": barrels.map(barrel).collect::<Value>(),
    })
}
