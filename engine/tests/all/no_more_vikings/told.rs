//! What a view has to tell, from what the twin says that the seat may know.

use super::twin::Twin;
use super::twin::piece::column_name;
use super::twin::step::Step;
use serde_json::{Map, Value, json};

const UNITS: [&str; 6] = ["villager", "soldier", "cottage", "fortress", "tower", "field"];

/// Cards with their kinds.
fn cards(twin: &Twin, numbers: &[usize]) -> Value {
    numbers.iter().map(|&card| json!({ "card": card, "kind": twin.kind(card) })).collect()
}

fn numbers(value: &Value) -> Vec<usize> {
    serde_json::from_value(value.clone()).unwrap()
}

fn phase(twin: &Twin) -> &'static str {
    let draws = twin.agenda.iter().any(|step| matches!(step, Step::Drop { .. }));
    match twin.agenda.last() {
        None => "over",
        Some(Step::Whim { .. }) => "whim",
        Some(Step::Add { .. }) if twin.round == 0 => "settle",
        Some(Step::Token { .. }) => "token",
        Some(Step::Turn { .. }) => "turn",
        Some(Step::Drop { .. }) => "drop",
        Some(Step::Window(_)) => "respond",
        Some(Step::Effect(_)) => "effect",
        Some(Step::Add { .. } | Step::Remove { .. }) if draws => "event",
        Some(Step::Add { .. }) => "month",
        Some(Step::Tower { .. }) => "tower",
        Some(Step::Column { .. }) => "soldier",
        Some(other) => panic!("nobody is asked in {other:?}"),
    }
}

/// The fields of a view. The twin itself is asked only for what is public: what is to be done, the kinds of
/// cards, and points.
pub fn fields(twin: &Twin, seat: usize) -> Value {
    let sight = twin.sight(seat);
    let phase = phase(twin);
    let mut fields = json!({
        "round": sight["round"],
        "rounds": twin.rules.months.bonus.len(),
        // C5: after round r the month r + 1 comes.
        "next_month": twin.rules.months.bonus.get(twin.round),
        "phase": phase,
        "to_move": sight["to_move"],
        "first": sight["first"],
        "fog": sight["fog"],
        "board_filled": sight["board_filled"],
        "official_whim": sight["official"],
        "deck": sight["deck"],
        "discard": cards(twin, &numbers(&sight["discard"])),
        "supply": sight["supply"],
    });
    let turn = twin.agenda.iter().rev().find(|step| matches!(step, Step::Turn { .. }));
    let left = twin.agenda.iter().rev().find_map(|step| match step {
        Step::Draw { left, .. } => Some(*left),
        _ => None,
    });
    if let Some(Step::Turn { seat, actions, draw }) = turn {
        let to_draw = left.unwrap_or(0);
        fields["turn"] =
            json!({ "seat": seat, "actions": actions, "draw": draw, "to_draw": to_draw });
    }
    match twin.agenda.last() {
        Some(Step::Add { piece, .. }) if twin.round > 0 => {
            fields["asked"] = json!({ "unit": piece, "gain": true });
        }
        Some(Step::Remove { piece, .. }) => {
            fields["asked"] = json!({ "unit": piece, "gain": false });
        }
        Some(Step::Tower { seat }) => {
            let towers =
                |step: &&Step| matches!(step, Step::Tower { seat: other } if other == seat);
            fields["towers_left"] = json!(twin.agenda.iter().filter(towers).count());
        }
        Some(Step::Column { column, .. }) => fields["column"] = json!(column_name(*column)),
        Some(Step::Window(window)) => {
            let top = window.responses.last();
            fields["window"] = json!({
                "kind": window.play.kind,
                "seat": window.play.seat,
                "target": window.play.target,
                "responses": window.responses.len(),
                "top": top.map_or(&window.play.kind, |top| &top.kind),
                "owner": window.owner(),
            });
        }
        Some(Step::Effect(play)) => fields["window"] = json!(play),
        _ => {}
    }
    let seats = sight["players"].as_array().unwrap();
    let laid_aside = seats.iter().map(|player| player["aside_size"].as_u64().unwrap()).sum::<u64>();
    fields["laid_aside"] = json!(laid_aside);
    fields["laid_aside_by"] = json!(seats.iter().position(|player| player["aside_size"] != 0));
    fields["seats"] = (0..seats.len()).map(|other| told(twin, &sight, other)).collect();
    fields
}

fn told(twin: &Twin, sight: &Value, seat: usize) -> Value {
    let player = &sight["players"][seat];
    let own = sight["seat"] == seat;
    let mut village: Map<String, Value> =
        UNITS.iter().map(|&unit| (unit.to_owned(), json!([]))).collect();
    let mut parcels: Vec<(&String, &Value)> =
        player["village"].as_object().unwrap().iter().collect();
    parcels.sort_by_key(|(parcel, _)| (parcel.as_bytes()[1], parcel.as_bytes()[0]));
    for (parcel, unit) in parcels {
        village[unit.as_str().unwrap()].as_array_mut().unwrap().push(json!(parcel));
    }
    let hand = if own { numbers(&player["hand"]) } else { numbers(&player["known"]) };
    let mut fields = json!({
        "village": village,
        "longships": player["beach"],
        "track": player["track"],
        "edicts": player["edicts"],
        "token": player["token"],
        "token_chosen": player["has_token"],
        "cards": player["hand_size"],
        "hand": cards(twin, &hand),
    });
    if !own {
        let parts = twin.parts(seat);
        // The whim of the seat is not counted.
        fields["points_without_whim"] = json!(parts.iter().sum::<i64>() - parts[8]);
        return fields;
    }
    let stolen: Vec<(usize, usize)> = serde_json::from_value(player["known_to"].clone()).unwrap();
    let mut known_to = Vec::new();
    for from in 0..twin.players.len() {
        let theirs: Vec<usize> =
            stolen.iter().filter(|(_, other)| *other == from).map(|(card, _)| *card).collect();
        if !theirs.is_empty() {
            known_to.push(json!({ "seat": from, "cards": cards(twin, &theirs) }));
        }
    }
    fields["known_to"] = known_to.into();
    fields["aside"] = cards(twin, &numbers(&player["aside"]));
    fields["whim"] = sight["whim"].clone();
    let drawn = |name: &Value| {
        let within = |key: &str| sight[key].as_array().unwrap().contains(name);
        within("drawn_whims") || within("put_away") || sight["whim"] == *name
    };
    let names = twin.rules.whims.iter().map(|whim| json!(whim.name));
    fields["whims_drawn"] = names.filter(drawn).collect();
    fields["points"] = json!(twin.score(seat));
    fields
}
