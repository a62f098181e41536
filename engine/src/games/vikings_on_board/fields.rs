//! What one seat may know, as data for programs, and the whole table as data for a picture, with what a reader of a
//! picture would otherwise have to derive from the rules.

use serde_json::{Map, Value, json};

use super::VikingsOnBoard;
use super::component::{BarrelPlace, Body, Clan, Good, Goods, SPACES, Ship, Zone};
use super::fact::BoardFact;
use super::state::{Phase, State, row};
use super::table::{heading, left_behind, picks, tokens};
use crate::data::object;
use crate::game::{Game, View};
use crate::games::notation::joined;
use crate::seat::Seat;

pub(super) fn known(view: View<'_, VikingsOnBoard>) -> Map<String, Value> {
    let (game, state) = (view.game(), view.state());
    let stack = |stack: usize| tokens(state, Some(view), stack, state.stacks()[stack]);
    let mut fields = vec![
        ("round", json!(state.round())),
        ("departures", json!(state.departures)),
        ("phase", json!(format!("{:?}", state.phase).to_lowercase())),
        ("to_move", json!(game.to_move(state).map(Seat::index))),
        ("vikings_to_move", vikings(state.old)),
        ("vikings_moved", vikings(state.new)),
        ("stern", json!(state.stern().map(Seat::index))),
        ("market", by_good(|good| json!(state.market(good)))),
        ("w1", json!(stack(0))),
        ("w2", json!(stack(1))),
    ];
    if state.phase == Phase::Load2 {
        fields.push(("drawn", json!(game.drawn(state))));
    }
    if let Some(ship) = state.departing() {
        fields.extend([
            ("sailing", json!(ship.to_string())),
            ("bow", goods(state.bows[ship.index()])),
            ("picks", json!(joined(picks(state), ""))),
        ]);
    }
    let ships = Ship::all().filter(|&ship| state.is_docked(ship)).map(|one| ship(state, one));
    let left = |ship| json!({ "ship": Ship::to_string(&ship), "bets": bets(state, ship) });
    fields.extend([
        ("box", goods(game.in_box(state))),
        ("ships", ships.collect()),
        ("left_behind", left_behind(state).map(left).collect()),
        ("seats", Seat::all(game.players()).map(|one| seat(view, one)).collect()),
    ]);
    object(fields)
}

fn vikings(side: u64) -> Value {
    row(side).map(|(space, seat)| json!({ "space": space + 1, "seat": seat.index() })).collect()
}

fn goods(goods: Goods) -> Value {
    by_good(|good| json!(goods.count(good)))
}

fn by_good(value: impl Fn(Good) -> Value) -> Value {
    Good::ALL.into_iter().map(|good| (good.to_string(), value(good))).collect()
}

fn ship(state: &State, ship: Ship) -> Value {
    json!({
        "ship": ship.to_string(),
        "bow": goods(state.bows[ship.index()]),
        "bodies": state.bodies(ship).map(body).collect::<Value>(),
        "bets": bets(state, ship),
    })
}

fn body(body: Body) -> Value {
    json!({ "clan": body.clan.to_string(), "shields": body.shields, "crew": body.crew })
}

/// The owners of the barrels at the dock of a ship, by the clan on which they lie.
fn bets(state: &State, ship: Ship) -> Value {
    let bet = |clan: Clan| {
        let owner = state.barrel_owner(Zone::new(ship, clan))?;
        Some((clan.to_string(), json!(owner.index())))
    };
    Value::Object(Clan::ALL.into_iter().filter_map(bet).collect())
}

fn seat(view: View<'_, VikingsOnBoard>, seat: Seat) -> Value {
    let state = view.state();
    let mut fields = vec![
        ("supplies", goods(state.goods[seat.index()])),
        ("unused_barrels", json!(state.barrels.unused(seat.index()).count_ones())),
        ("won_barrels", json!(state.barrels.won(seat.index()).count_ones())),
    ];
    if seat == view.seat() {
        let barrels = view.game().barrels(state, seat).into_iter();
        let barrel = |(value, place): (u8, BarrelPlace)| json!({ "value": value, "place": format!("{place}") });
        fields.push(("barrels", barrels.map(barrel).collect()));
    }
    object(fields).into()
}

/// The table, hidden things included: `drawing`, the name of the drawing script; `heading` (whose decision it is, in
/// words); the `spaces`, each with the seat of the viking that waits there and of the one that has `moved` there; the
/// `market`; the stacks and the `box` as letters of the notation; the eight `ships`; the next `picks` of a departure;
/// and the `seats`.
pub(super) fn scene(game: &VikingsOnBoard, state: &State) -> Value {
    let on = |side: u64, space: usize| {
        row(side).find(|(at, _)| *at == space).map(|(_, seat)| seat.index())
    };
    // With the names that counters use.
    let counted = &BoardFact::ALL[BoardFact::Space as usize..][..SPACES];
    let spaces = counted.iter().enumerate().map(|(space, fact)| {
        let name = fact.about.trim_start_matches("turns on ");
        json!({ "name": name, "waits": on(state.old, space), "moved": on(state.new, space) })
    });
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
        "market": by_good(|good| json!(state.market(good))),
        "w1": w1,
        "w2": w2,
        "box": game.in_box(state).to_string(),
        "in_hand": game.in_hand(state).to_string(),
        "ships": Ship::all().map(|one| scene_ship(game, state, one)).collect::<Value>(),
        "picks": state.departing().map(|_| joined(picks(state), "")),
        "seats": Seat::all(game.players()).map(|one| scene_seat(game, state, one)).collect::<Value>(),
    })
}

/// `bodies` from the bow on; `influence`, the clans aboard in the order in which they would pick, each with its
/// shields; `bets`, the barrel on the zone of each clan, also at the dock of a ship that has sailed.
fn scene_ship(game: &VikingsOnBoard, state: &State, ship: Ship) -> Value {
    let docked = state.is_docked(ship);
    let crew = game.rule_set.bodies.crew_shields;
    let aboard = docked.then(|| state.influence(ship, crew)).into_iter().flatten();
    let influence = aboard.map(
        |clan| json!({ "clan": clan.to_string(), "shields": state.shields(ship, clan, crew) }),
    );
    let bodies = docked.then(|| state.bodies(ship)).into_iter().flatten().map(body);
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
fn scene_seat(game: &VikingsOnBoard, state: &State, seat: Seat) -> Value {
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
