//! What one seat may know, as data for programs.

use serde_json::{Map, Value, json};

use super::NoMoreVikings;
use super::component::{Bonus, EDICT, LONGSHIP, Unit, columns, parcels};
use super::state::{NO_TOKEN, Phase, State};
use super::table::{next_bonus, raided, whim_name};
use crate::game::{Game, View};
use crate::seat::Seat;

/// The table as the seat of `view` knows it.
pub(super) fn known(view: View<'_, NoMoreVikings>) -> Map<String, Value> {
    let (game, state) = (view.game(), view.state());
    let mut fields = Map::new();
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    tell("round", json!(state.round()));
    tell("rounds", json!(game.numbers.months.len()));
    tell("next_month", bonus(next_bonus(game, state)));
    tell("phase", json!(phase(state.phase)));
    tell("to_move", json!(game.to_move(state).map(Seat::index)));
    tell("first", json!(state.first));
    tell("fog", json!(state.fog));
    tell("board_filled", json!(state.filled != 0));
    tell("official_whim", json!(whim_name(game, state.whim)));
    tell("deck", json!(state.deck.len()));
    tell("discard", cards(game, state.discard));
    let mut supply: Map<String, Value> = Unit::ALL
        .into_iter()
        .map(|unit| (unit.name().to_owned(), json!(state.supply[unit as usize])))
        .collect();
    supply.insert("edict".to_owned(), json!(state.supply[EDICT]));
    supply.insert("longship".to_owned(), json!(state.supply[LONGSHIP]));
    tell("supply", Value::Object(supply));
    if state.phase.in_turn() {
        tell("turn", turn(game, state));
    }
    match state.phase {
        Phase::Event | Phase::Month => {
            tell("asked", json!({ "unit": state.asked.name(), "gain": state.gain }));
        }
        Phase::Tower => {
            tell("towers_left", json!(state.left));
        }
        Phase::Soldier => {
            tell("column", json!(raided(state).to_string()));
        }
        _ => {}
    }
    if matches!(state.phase, Phase::Respond | Phase::Effect) {
        tell("window", window(game, state));
    }
    tell("laid_aside", json!(state.aside.count_ones()));
    tell("laid_aside_by", json!((state.aside != 0).then(|| game.current(state))));
    tell("seats", Seat::all(game.players()).map(|one| seat(view, one)).collect());
    fields
}

/// The names of phases in data.
pub(super) fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Whim => "whim",
        Phase::Settle => "settle",
        Phase::Token => "token",
        Phase::Turn => "turn",
        Phase::Drop => "drop",
        Phase::Respond => "respond",
        Phase::Effect => "effect",
        Phase::Event => "event",
        Phase::Tower => "tower",
        Phase::Soldier => "soldier",
        Phase::Month => "month",
        Phase::Over => "over",
    }
}

/// What a month brings; `null` after the last round.
pub(super) fn bonus(bonus: Option<Bonus>) -> Value {
    json!(bonus)
}

/// The turn in progress: whose it is, actions left, whether the draw is owed, and in an event how many cards are
/// still to be drawn.
fn turn(game: &NoMoreVikings, state: &State) -> Value {
    json!({
        "seat": game.current(state),
        "actions": state.actions,
        "draw": state.owed,
        "to_draw": state.drawing,
    })
}

/// The announced card, and what lies on top of it.
pub(super) fn window(game: &NoMoreVikings, state: &State) -> Value {
    let window = &state.window;
    let top = match (window.responses, window.is_card) {
        (0, _) => window.kind.name(),
        (_, true) => "counter",
        (_, false) => "edict",
    };
    json!({
        "kind": window.kind.name(),
        "seat": game.current(state),
        "target": window.kind.names_seat().then_some(window.target),
        "responses": window.responses,
        "top": top,
        "owner": window.owner,
    })
}

/// Cards with their numbers (C4) and kinds.
pub(super) fn cards(game: &NoMoreVikings, set: u64) -> Value {
    parcels(set)
        .map(|card| json!({ "card": card.0 + 1, "kind": game.numbers.kind(card.0).name() }))
        .collect()
}

/// Parcels of each kind of unit.
pub(super) fn village(state: &State, seat: Seat) -> Value {
    let units = Unit::ALL.into_iter().map(|unit| {
        let there = parcels(state.units(seat, unit)).map(|parcel| parcel.to_string());
        (unit.name().to_owned(), there.collect::<Value>())
    });
    Value::Object(units.collect())
}

fn seat(view: View<'_, NoMoreVikings>, seat: Seat) -> Value {
    let (game, state) = (view.game(), view.state());
    let player = &state.players[seat.index()];
    let own = seat == view.seat();
    let mut fields = Map::new();
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    tell("village", village(state, seat));
    tell("longships", columns(player.longships).map(|column| column.to_string()).collect());
    tell("track", json!(player.track));
    tell("edicts", json!(player.edicts));
    tell("token", json!(view.token(seat).map(|token| token.name())));
    tell("token_chosen", json!(player.token != NO_TOKEN));
    tell("cards", json!(player.hand.count_ones()));
    tell("hand", cards(game, view.hand(seat)));
    let whim = |number: u8| json!(whim_name(game, number));
    if own {
        // H3: cards that this seat has stolen, and from whom.
        let stolen = Seat::all(game.players()).filter_map(|other| {
            let cards_known = state.players[other.index()].known & player.hand;
            (other != seat && cards_known != 0)
                .then(|| json!({ "seat": other.index(), "cards": cards(game, cards_known) }))
        });
        tell("known_to", stolen.collect());
        if usize::from(game.current(state)) == seat.index() {
            tell("aside", cards(game, state.aside));
        }
        tell("whim", whim(player.whim));
        let drawn = (0..64).filter(|number| player.whims >> number & 1 != 0);
        tell("whims_drawn", drawn.map(whim).collect());
        tell("points", json!(game.score(state, seat.index())));
    } else {
        tell("points_without_whim", json!(game.open_score(state, seat.index())));
    }
    Value::Object(fields)
}
