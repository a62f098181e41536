//! What one seat may know, as data for programs.

use serde_json::{Map, Value, json};

use super::component::{BarrelPlace, Clan, Good, Goods, Ship, Zone};
use super::state::{Phase, State, row};
use super::{VikingsOnBoard, table};
use crate::data::object;
use crate::game::{Game, View};
use crate::games::notation::joined;
use crate::seat::Seat;

pub(super) fn known(view: View<'_, VikingsOnBoard>) -> Map<String, Value> {
    let (game, state) = (view.game(), view.state());
    let market = |good: Good| (good.to_string(), json!(state.market(good)));
    let stack = |stack: usize| table::tokens(state, Some(view), stack, state.stacks()[stack]);
    let mut fields = vec![
        ("round", json!(state.round())),
        ("departures", json!(state.departures)),
        ("phase", json!(format!("{:?}", state.phase).to_lowercase())),
        ("to_move", json!(game.to_move(state).map(Seat::index))),
        ("vikings_to_move", vikings(state.old)),
        ("vikings_moved", vikings(state.new)),
        ("stern", json!(state.stern().map(Seat::index))),
        ("market", Value::Object(Good::ALL.into_iter().map(market).collect())),
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
            ("picks", json!(joined(table::picks(state), ""))),
        ]);
    }
    let ships = Ship::all().filter(|&ship| state.is_docked(ship)).map(|one| ship(state, one));
    let left = |ship| json!({ "ship": Ship::to_string(&ship), "bets": bets(state, ship) });
    fields.extend([
        ("box", goods(game.in_box(state))),
        ("ships", ships.collect()),
        ("left_behind", table::left_behind(state).map(left).collect()),
        ("seats", Seat::all(game.players()).map(|one| seat(view, one)).collect()),
    ]);
    object(fields)
}

fn vikings(side: u64) -> Value {
    row(side).map(|(space, seat)| json!({ "space": space + 1, "seat": seat.index() })).collect()
}

fn goods(goods: Goods) -> Value {
    let count = |good: Good| (good.to_string(), json!(goods.count(good)));
    Value::Object(Good::ALL.into_iter().map(count).collect())
}

fn ship(state: &State, ship: Ship) -> Value {
    let bodies = state.bodies(ship).map(
        |body| json!({ "clan": body.clan.to_string(), "shields": body.shields, "crew": body.crew }),
    );
    json!({
        "ship": ship.to_string(),
        "bow": goods(state.bows[ship.index()]),
        "bodies": bodies.collect::<Value>(),
        "bets": bets(state, ship),
    })
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
