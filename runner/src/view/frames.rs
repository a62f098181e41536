//! All states of a recorded game, as data for the page.

use drakkar_engine::error::KeyError;
use drakkar_engine::fact::{FactKind, Ledger};
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::record::{Record, Replay};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use serde_json::{Map, Value, json};

use crate::json;
use crate::page::{changes, short};

/// More legal actions than these are counted, not listed.
const MOST_LISTED: u32 = 120;

/// The game from its record. `frames` has the table before the first decision and after each one;
/// `decisions` what was chosen and what it brought; `end` the result by seat, if the end is reached.
///
/// # Errors
/// Rules or a deal that the game refuses.
pub(super) fn frames<G: Recorded>(record: &Record) -> Result<Value, KeyError> {
    let mut replay = Replay::<G>::new(record)?;
    let mut frames = vec![frame(&replay)];
    let mut decisions = Vec::new();
    let mut before = Told::of(&replay);
    while let Some(Ok(step)) = replay.next() {
        let now = Told::of(&replay);
        let mut decision = Map::new();
        decision.insert("seat".to_owned(), json!(step.seat.index()));
        decision.insert("action".to_owned(), json!(step.action.to_string()));
        decision.insert("legal".to_owned(), json!(step.legal));
        now.since(&before, &replay, &mut decision);
        decisions.push(Value::Object(decision));
        frames.push(frame(&replay));
        before = now;
    }
    let complete = replay.game().to_move(replay.state()).is_none();
    let (preset, changed) = changes::<G>(&record.rule_set);
    Ok(json!({
        "game": record.game,
        "about": G::ABOUT,
        "rules": record.rules,
        "preset": preset,
        "changes": changed,
        "seed": record.seed.to_string(),
        "game_index": record.game_index,
        "agents": record.agents,
        "names": short(&record.agents.iter().map(String::as_str).collect::<Vec<_>>()),
        "score": G::SCORE,
        "frames": frames,
        "decisions": decisions,
        "end": complete.then(|| end(&replay)),
    }))
}

/// The table as it lies now.
fn frame<G: Recorded>(replay: &Replay<'_, G>) -> Value {
    let (game, state) = (replay.game(), replay.state());
    let mover = game.to_move(state);
    let mut frame = Map::new();
    frame.insert("mover".to_owned(), json!(mover.map(Seat::index)));
    match game.scene(state) {
        Some(scene) => frame.insert("scene".to_owned(), scene),
        None => frame.insert("text".to_owned(), json!(game.table_text(state))),
    };
    if mover.is_some() {
        let count = game.count_legal(state);
        frame.insert("legal".to_owned(), json!(count));
        if count <= MOST_LISTED {
            let options = (0..count).map(|k| json!(game.nth_legal(state, k).to_string()));
            frame.insert("options".to_owned(), options.collect());
        }
    }
    Value::Object(frame)
}

/// How much has been told when: the facts of all seats, and the number of scorings.
struct Told {
    facts: Vec<Vec<i32>>,
    scorings: usize,
}

impl Told {
    fn of<G: Recorded>(replay: &Replay<'_, G>) -> Told {
        let ledger: &Ledger<G::Scoring> = replay.ledger();
        let seats = Seat::all(replay.game().players());
        Told {
            facts: seats.map(|seat| ledger.facts(seat).to_vec()).collect(),
            scorings: ledger.scorings().len(),
        }
    }

    /// What has come since `before`: parts of the score as `gains`, and `scorings`.
    fn since<G: Recorded>(
        &self,
        before: &Told,
        replay: &Replay<'_, G>,
        decision: &mut Map<String, Value>,
    ) {
        let mut gains = Vec::new();
        for (seat, (now, then)) in self.facts.iter().zip(&before.facts).enumerate() {
            for (fact, (now, then)) in G::FACTS.iter().zip(now.iter().zip(then)) {
                if fact.kind == FactKind::Source && now != then {
                    let amount = now - then;
                    gains.push(json!({ "seat": seat, "source": fact.name, "amount": amount }));
                }
            }
        }
        if !gains.is_empty() {
            decision.insert("gains".to_owned(), Value::Array(gains));
        }
        let scorings = &replay.ledger().scorings()[before.scorings..];
        if !scorings.is_empty() {
            decision.insert("scorings".to_owned(), scorings.iter().map(json::value).collect());
        }
    }
}

/// Result by seat: score with its sources, place, win share.
fn end<G: Recorded>(replay: &Replay<'_, G>) -> Value {
    let game = replay.game();
    let outcome = game.outcome(replay.state());
    let seats = Seat::all(game.players()).map(|seat| {
        let facts = G::FACTS.iter().zip(replay.ledger().facts(seat));
        let sources: Vec<Value> = facts
            .filter(|(fact, amount)| fact.kind == FactKind::Source && **amount != 0)
            .map(|(fact, amount)| json!({ "source": fact.name, "amount": amount }))
            .collect();
        json!({
            "score": outcome.score[seat],
            "place": outcome.place[seat],
            "share": f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN),
            "sources": sources,
        })
    });
    seats.collect()
}
