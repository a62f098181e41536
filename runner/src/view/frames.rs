//! All states of a recorded game, as data for the page.

use serde_json::{Value, json};

use crate::{export::names::Names, export::names::short, page::changes, view::is_drawn};
use drakkar_engine::{error::KeyError, fact::FactKind, record::Record, seat::Seat};
use drakkar_play::{erased::Playthrough, info::GameInfo, info::sources, lab::Lab};

const MOST_LISTED: u32 = 120;

/// `frames` has the table before and after each of the `decisions`; `end` the result by seat, if it is reached.
pub fn frames(lab: &Lab, record: &Record) -> Result<Value, KeyError> {
    let info = lab.info();
    let mut replay = lab.replay_as_played(record)?;
    let mut frames = vec![frame(lab, &*replay)];
    let mut decisions = Vec::new();
    let facts = |replay: &dyn Playthrough| -> Vec<Vec<i32>> {
        Seat::all(record.players).map(|seat| replay.facts(seat).to_vec()).collect()
    };
    let (mut before, mut scored) = (facts(&*replay), 0);
    let mut start = json!({});
    happened(&*replay, &mut scored, &mut start);
    while let Some(Ok(step)) = replay.step() {
        let now = facts(&*replay);
        let seat = step.seat.index();
        let mut decision = json!({ "seat": seat, "action": step.action, "legal": step.legal });
        let gains = gains(info, &before, &now);
        if !gains.is_empty() {
            decision["gains"] = Value::Array(gains);
        }
        happened(&*replay, &mut scored, &mut decision);
        decisions.push(decision);
        frames.push(frame(lab, &*replay));
        before = now;
    }
    let complete = replay.to_move().is_none();
    let agents = Names::of_record(record);
    let (preset, changed) = changes(lab, &record.rule_set);
    let mut all = json!({
        "game": record.game,
        "about": replay.about(),
        "rules": record.rules,
        "preset": preset,
        "changes": changed,
        "seed": record.seed.to_string(),
        "game_index": record.game_index,
        "agents": record.agents,
        "names": short(&agents.iter().map(String::as_str).collect::<Vec<_>>()),
        "score": info.score,
        "frames": frames,
        "decisions": decisions,
        "end": complete.then(|| end(info, &*replay)),
    });
    if start != json!({}) {
        all["start"] = start;
    }
    Ok(all)
}

/// Notes the scorings from number `scored` on: as lines in which people are told of them, or else as data.
fn happened(replay: &dyn Playthrough, scored: &mut usize, of: &mut Value) {
    for (scoring, line) in replay.scorings(*scored) {
        let (key, entry) = match line {
            Some(line) => ("announced", line.into()),
            None => ("scorings", scoring),
        };
        match of[key].as_array_mut() {
            Some(list) => list.push(entry),
            None => of[key] = json!([entry]),
        }
        *scored += 1;
    }
}

fn frame(lab: &Lab, replay: &dyn Playthrough) -> Value {
    let mover = replay.to_move();
    let mut frame = json!({ "mover": mover.map(Seat::index) });
    let scene = replay.scene();
    if !scene.as_ref().is_some_and(|scene| is_drawn(lab, scene)) {
        frame["text"] = json!(replay.text(None));
    }
    if let Some(scene) = scene {
        frame["scene"] = scene;
    }
    if mover.is_some() {
        let count = replay.count_legal();
        frame["legal"] = json!(count);
        if count <= MOST_LISTED {
            frame["options"] = json!(replay.legal());
        }
    }
    frame
}

fn gains(info: &GameInfo, before: &[Vec<i32>], now: &[Vec<i32>]) -> Vec<Value> {
    let mut gains = Vec::new();
    for (seat, (now, then)) in now.iter().zip(before).enumerate() {
        for (fact, (now, then)) in info.facts.iter().zip(now.iter().zip(then)) {
            if fact.kind == FactKind::Source && now != then {
                let amount = now - then;
                gains.push(json!({ "seat": seat, "source": fact.name, "amount": amount }));
            }
        }
    }
    gains
}

fn end(info: &GameInfo, replay: &dyn Playthrough) -> Value {
    let outcome = replay.outcome();
    let seats = Seat::all(outcome.score.players()).map(|seat| {
        let sources: Vec<Value> = sources(info, replay.facts(seat))
            .map(|(name, amount)| json!({ "source": name, "amount": amount }))
            .collect();
        json!({
            "score": outcome.score[seat],
            "place": outcome.place[seat],
            "share": outcome.win_share(seat),
            "sources": sources,
        })
    });
    seats.collect()
}
