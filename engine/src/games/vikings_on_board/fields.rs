//! What one seat may know, as data for programs.

use serde_json::{Map, Value, json};

use super::component::{BARRELS, Clan, Good, Goods, Ship, Zone};
use super::state::{Phase, State, row};
use super::{VikingsOnBoard, table};
use crate::game::{Game, View};
use crate::seat::Seat;

/// The table as the seat of `view` knows it.
pub(super) fn known(view: View<'_, VikingsOnBoard>) -> Map<String, Value> {
    let (game, state) = (view.game(), view.state());
    let mut fields = Map::new();
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    tell("round", json!(state.round()));
    tell("departures", json!(state.departures()));
    tell("phase", json!(format!("{:?}", state.phase).to_lowercase()));
    tell("to_move", json!(game.to_move(state).map(Seat::index)));
    tell("vikings_to_move", vikings(state.old));
    tell("vikings_moved", vikings(state.new));
    tell("stern", json!(state.stern().map(Seat::index)));
    let market = |good: Good| (good.letter().to_string(), json!(state.market(good)));
    tell("market", Value::Object(Good::ALL.into_iter().map(market).collect()));
    for (stack, key) in ["w1", "w2"].into_iter().enumerate() {
        let tokens =
            (0..state.stacks()[stack]).map(|place| table::letter(state, Some(view), stack, place));
        tell(key, json!(tokens.collect::<String>()));
    }
    if state.phase == Phase::Load2 {
        tell("drawn", json!(game.drawn(state)));
    }
    if matches!(state.phase, Phase::Take | Phase::Box) {
        tell("sailing", json!(Ship(state.departure.ship).to_string()));
        tell("bow", goods(state.bow(Ship(state.departure.ship))));
        tell("picks", json!(table::picks(state).map(Clan::letter).collect::<String>()));
    }
    tell("box", goods(game.in_box(state)));
    let ships = Ship::all().filter(|&ship| state.is_docked(ship)).map(|one| ship(state, one));
    tell("ships", ships.collect());
    let left = |ship| json!({ "ship": Ship::to_string(&ship), "bets": bets(state, ship) });
    tell("left_behind", table::left_behind(state).map(left).collect());
    tell("seats", Seat::all(game.players()).map(|one| seat(view, one)).collect());
    fields
}

/// The vikings of a side of the action spaces.
fn vikings(side: u64) -> Value {
    row(side).map(|(space, seat)| json!({ "space": space + 1, "seat": seat.index() })).collect()
}

/// How many there are of each kind.
fn goods(goods: Goods) -> Value {
    let count = |good: Good| (good.letter().to_string(), json!(goods.count(good)));
    Value::Object(Good::ALL.into_iter().map(count).collect())
}

fn ship(state: &State, ship: Ship) -> Value {
    let bodies = state.bodies(ship).map(|body| {
        json!({ "clan": body.clan.letter().to_string(), "shields": body.shields, "crew": body.crew })
    });
    json!({
        "ship": ship.to_string(),
        "bow": goods(state.bow(ship)),
        "bodies": bodies.collect::<Value>(),
        "bets": bets(state, ship),
    })
}

/// The owners of the barrels at the dock of a ship, by the clan on which they lie.
fn bets(state: &State, ship: Ship) -> Value {
    let bet = |clan: Clan| {
        let owner = state.barrel_owner(Zone::new(ship, clan))?;
        Some((clan.letter().to_string(), json!(owner.index())))
    };
    Value::Object(Clan::ALL.into_iter().filter_map(bet).collect())
}

fn seat(view: View<'_, VikingsOnBoard>, seat: Seat) -> Value {
    let state = view.state();
    let mut fields = Map::new();
    fields.insert("supplies".to_owned(), goods(state.goods(seat)));
    fields.insert("unused_barrels".to_owned(), json!(state.unused_barrels(seat)));
    fields.insert("won_barrels".to_owned(), json!(state.barrels.won(seat.index()).count_ones()));
    if seat == view.seat() {
        let barrel = |barrel: usize| {
            let place = state.barrels.place_text(seat.index(), barrel);
            json!({ "value": view.game().numbers.values[barrel], "place": place })
        };
        fields.insert("barrels".to_owned(), (0..BARRELS).map(barrel).collect());
    }
    Value::Object(fields)
}
