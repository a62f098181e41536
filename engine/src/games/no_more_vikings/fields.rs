//! What one seat may know, as data for programs.

use serde_json::{Map, Value, json};

use super::NoMoreVikings;
use super::component::{Unit, columns, parcels};
use super::state::{NO_TOKEN, Phase, State};
use super::table::{raided, whim_name};
use crate::game::{Game, View};
use crate::seat::Seat;

pub(super) fn known(view: View<'_, NoMoreVikings>) -> Map<String, Value> {
    let (game, state) = (view.game(), view.state());
    let mut fields = Map::new();
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    tell("round", json!(state.round()));
    tell("rounds", json!(game.rule_set.months.bonus.len()));
    tell("next_month", json!(game.next_month(state)));
    tell("phase", json!(state.phase));
    tell("to_move", json!(game.to_move(state).map(Seat::index)));
    tell("first", json!(state.first));
    tell("fog", json!(state.fog));
    tell("board_filled", json!(state.filled != 0));
    tell("official_whim", json!(whim_name(game, state.whim)));
    tell("deck", json!(state.deck.len()));
    tell("discard", cards(game, state.discard));
    tell("supply", supply(state));
    if state.phase.in_turn() {
        let (seat, actions) = (game.current(state), state.actions);
        let turn = json!({ "seat": seat, "actions": actions, "draw": state.owed, "to_draw": state.drawing });
        tell("turn", turn);
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

pub(super) fn supply(state: &State) -> Value {
    let names = Unit::ALL.map(Unit::name).into_iter().chain(["edict", "longship"]);
    let supply = names.zip(state.supply).map(|(name, number)| (name.to_owned(), json!(number)));
    Value::Object(supply.collect())
}

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

fn seat(view: View<'_, NoMoreVikings>, seat: Seat) -> Value {
    let (game, state) = (view.game(), view.state());
    let player = &state[seat];
    let own = seat == view.seat();
    let mut fields = Map::new();
    let mut tell = |key: &str, value: Value| fields.insert(key.to_owned(), value);
    let units = Unit::ALL.into_iter().map(|unit| {
        let there = parcels(state.units(seat, unit)).map(|parcel| parcel.to_string());
        (unit.to_string(), there.collect::<Value>())
    });
    tell("village", Value::Object(units.collect()));
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
            let cards_known = state[other].known & player.hand;
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
        tell("points", json!(game.score_now(state, seat)));
    } else {
        tell("points_without_whim", json!(game.known_score(state, seat)));
    }
    Value::Object(fields)
}
