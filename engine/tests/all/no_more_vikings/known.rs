//! What a seat knows by the twin, made from its view alone: if this is possible at every decision, two tables of
//! which a seat knows different things never look the same to it (H1 to H3).

use super::twin::step::{Play, Step};
use super::twin::{Rules, piece};
use serde_json::{Map, Value, json};

/// The twin's sight without what has passed and changes nothing any more: how often cards have been drawn or
/// mixed, the order in which own whims were drawn, and all responses of a window but their number and the top.
pub fn of_sight(sight: &Value) -> Value {
    let mut known = sight.clone();
    let all = known.as_object_mut().unwrap();
    for passed in ["epoch", "mixes_used"] {
        all.remove(passed).unwrap();
    }
    for whims in ["drawn_whims", "put_away"] {
        let names = all[whims].as_array_mut().unwrap();
        names.sort_by_key(Value::to_string);
    }
    for step in all["agenda"].as_array_mut().unwrap() {
        if let Some(window) = step.get_mut("window") {
            let responses = window["responses"].as_array().unwrap();
            let (kind, owner) = match responses.last() {
                None => (&window["play"]["kind"], &window["play"]["seat"]),
                Some(top) => (&top["kind"], &top["seat"]),
            };
            window["responses"] = json!([responses.len(), kind, owner]);
        }
    }
    known
}

/// The same from the fields of a view and its legal actions.
pub fn of_view(rules: &Rules, seat: usize, fields: &Value, mut legal: Vec<String>) -> Value {
    let seats = fields["seats"].as_array().unwrap();
    let (phase, round) = (&fields["phase"], &fields["round"]);
    let own = &seats[seat];
    let names = |key: &str| -> Vec<String> { serde_json::from_value(own[key].clone()).unwrap() };
    let whim = own["whim"].as_str();
    let mut drawn = names("whims_drawn");
    drawn.sort();
    let away = match whim {
        Some(kept) => drawn.iter().filter(|name| *name != kept).cloned().collect(),
        None => Vec::new(),
    };
    legal.sort();
    json!({
        "seat": seat,
        "to_move": fields["to_move"],
        "legal": (fields["to_move"] == seat).then_some(legal),
        "over": phase == "over",
        "agenda": agenda(rules, fields),
        "round": round,
        "first": fields["first"],
        // T1
        "revealed": round != 0 && phase != "token",
        "fog": fields["fog"],
        "board_filled": fields["board_filled"],
        "official": fields["official_whim"],
        "supply": fields["supply"],
        "deck": fields["deck"],
        // S4
        "whims_left": rules.whims.len() - 1 - seats.len() * rules.setup.whims_drawn,
        "discard": numbers(&fields["discard"]),
        "players": (0..seats.len()).map(|other| seen(rules, seat, other, fields)).collect::<Value>(),
        "drawn_whims": if whim.is_none() { drawn } else { Vec::new() },
        "whim": whim,
        "put_away": away,
    })
}

fn numbers(cards: &Value) -> Vec<u64> {
    cards.as_array().unwrap().iter().map(|card| card["card"].as_u64().unwrap()).collect()
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn seen(rules: &Rules, seat: usize, other: usize, fields: &Value) -> Value {
    let (told, own) = (&fields["seats"][other], seat == other);
    let mut village = Map::new();
    for (unit, parcels) in told["village"].as_object().unwrap() {
        for parcel in parcels.as_array().unwrap() {
            village.insert(parcel.as_str().unwrap().to_owned(), json!(unit));
        }
    }
    let hand = numbers(&told["hand"]);
    let mut known_to: Vec<(u64, usize)> = Vec::new();
    for stolen in told["known_to"].as_array().into_iter().flatten() {
        let from = number(&stolen["seat"]);
        known_to.extend(numbers(&stolen["cards"]).into_iter().map(|card| (card, from)));
    }
    known_to.sort_unstable();
    let draws = fields["laid_aside_by"] == other;
    let aside = told.get("aside").map_or(Vec::new(), numbers);
    let asked = fields["to_move"].as_u64().map(|seat| seat as usize);
    let chosen = fields["phase"] != "whim" || asked.is_some_and(|asked| other < asked);
    json!({
        "village": village,
        "beach": told["longships"],
        "edicts": told["edicts"],
        "track": told["track"],
        "hand_size": told["cards"],
        "aside_size": if draws { number(&fields["laid_aside"]) } else { 0 },
        "hand": own.then_some(&hand),
        "aside": own.then_some(aside),
        "known": if own { Vec::new() } else { hand.clone() },
        "known_to": own.then_some(known_to),
        "token": told["token"],
        "has_token": told["token_chosen"],
        "has_whim": rules.setup.whims_drawn > 0 && chosen,
    })
}

/// Everything that is to be done, the next step last.
fn agenda(rules: &Rules, fields: &Value) -> Value {
    let players = fields["seats"].as_array().unwrap().len();
    let phase = fields["phase"].as_str().unwrap();
    let Some(asked) = fields["to_move"].as_u64() else { return json!([]) };
    let asked = asked as usize;
    let mut steps = if fields["round"] == 0 {
        set_up(rules, fields, players, asked)
    } else {
        let clockwise: Vec<usize> =
            (0..players).map(|place| (number(&fields["first"]) + place) % players).collect();
        let from = |seat: usize| {
            let place = clockwise.iter().position(|&other| other == seat).unwrap();
            clockwise[place..].to_vec()
        };
        let mut steps = now(fields, phase, asked, from(asked));
        // What is left of the round after this.
        let (turns, raids) = match (phase, fields.get("turn")) {
            ("token", _) => (clockwise.clone(), Vec::new()),
            (_, Some(turn)) => (from(number(&turn["seat"]))[1..].to_vec(), Vec::new()),
            ("tower" | "soldier", _) => (Vec::new(), from(asked)[1..].to_vec()),
            _ => (Vec::new(), Vec::new()),
        };
        steps.extend(turns.into_iter().map(|seat| json!(Step::StartTurn { seat })));
        steps.extend(raids.into_iter().map(|seat| json!(Step::Raid { seat })));
        let rest = [Step::Raids, Step::NoteRaids, Step::Month, Step::EndRound];
        let done = match phase {
            "month" => 3,
            "tower" | "soldier" => 1,
            _ => 0,
        };
        steps.extend(rest[done..].iter().map(|step| json!(step)));
        steps
    };
    steps.reverse();
    steps.into()
}

/// S4, S5: the first step first.
fn set_up(rules: &Rules, fields: &Value, players: usize, asked: usize) -> Vec<Value> {
    let mut steps = Vec::new();
    let villager = |seat| json!(Step::Add { seat, piece: piece::Piece::Villager });
    let mut first = asked;
    if fields["phase"] == "whim" {
        steps.extend((asked..players).map(|seat| json!(Step::Whim { seat })));
        first = 0;
    } else {
        let placed = fields["seats"][asked]["village"]["villager"].as_array().unwrap().len();
        steps.extend(vec![villager(asked); rules.setup.villagers - placed]);
        first += 1;
    }
    for seat in first..players {
        steps.push(json!(Step::TakeEdicts { seat }));
        steps.extend(vec![villager(seat); rules.setup.villagers]);
    }
    steps.push(json!(Step::StartRound));
    steps
}

/// What is being done, with what belongs to the turn or the raid in progress.
fn now(fields: &Value, phase: &str, asked: usize, seats: Vec<usize>) -> Vec<Value> {
    let all = |step: &dyn Fn(usize) -> Value| seats.iter().map(|&seat| step(seat)).collect();
    let mut steps: Vec<Value> = match phase {
        "token" => {
            let tokens: Vec<Value> = all(&|seat| json!(Step::Token { seat }));
            [tokens, vec![json!(Step::Reveal), json!(Step::Land)]].concat()
        }
        "event" | "month" => {
            let asked = &fields["asked"];
            let step = if asked["gain"] == true { "add" } else { "remove" };
            all(&|seat| json!({ step: { "seat": seat, "piece": asked["unit"] } }))
        }
        "respond" => {
            let window = &fields["window"];
            let responses = [&window["responses"], &window["top"], &window["owner"]];
            vec![
                json!({ "window": { "play": play(window), "responses": responses, "asked": asked } }),
            ]
        }
        "effect" => vec![json!(Step::Effect(play(&fields["window"])))],
        "tower" => {
            let towers = number(&fields["towers_left"]);
            let mut steps = vec![json!(Step::Tower { seat: asked }); towers];
            steps.push(json!(Step::Columns { seat: asked }));
            steps
        }
        "soldier" => {
            let raided = fields["column"].as_str().unwrap();
            let beach = fields["seats"][asked]["longships"].as_array().unwrap().iter();
            let left = beach.map(|column| column.as_str().unwrap()).filter(|&it| it >= raided);
            left.map(|name| json!(Step::Column { seat: asked, column: piece::column(name) }))
                .collect()
        }
        _ => Vec::new(),
    };
    if let Some(turn) = fields.get("turn") {
        let seat = number(&turn["seat"]);
        if phase == "event" {
            steps.push(json!(Step::Draw { seat, left: number(&turn["to_draw"]) }));
        }
        if matches!(phase, "event" | "drop") {
            steps.push(json!(Step::Drop { seat }));
        }
        let (actions, draw) = (number(&turn["actions"]), turn["draw"] == true);
        steps.push(json!(Step::Turn { seat, actions, draw }));
    }
    steps
}

fn play(window: &Value) -> Play {
    Play {
        seat: number(&window["seat"]),
        kind: window["kind"].as_str().unwrap().to_owned(),
        target: window["target"].as_u64().map(|target| target as usize),
    }
}
