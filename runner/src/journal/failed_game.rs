//! Games that were not completed, as lines that `drakkar replay` reads.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{disk::chunk_folder::ChunkFolder, disk::durable, error::Error, export::command};
use drakkar_engine::record::{Decision, Record};
use drakkar_engine::{input::not_json, seat::MAX_SEATS, seat::Seat};
use drakkar_play::{failure::Failure, json};

pub const FILE: &str = "failures.jsonl";
const FORMAT: &str = "drakkar-failed-game";
const VERSION: u64 = 1;

/// A line of the file: the keys of a record, without what only a finished game has, and what happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FailedGame {
    format: String,
    version: u64,
    game: String,
    rules: String,
    rule_set: Map<String, Value>,
    players: usize,
    #[serde(flatten)]
    failure: Failure,
}

impl FailedGame {
    pub fn new(
        game: &str,
        (rules, rule_set): (&str, &Value),
        players: usize,
        failure: &Failure,
    ) -> FailedGame {
        FailedGame {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: game.to_owned(),
            rules: rules.to_owned(),
            rule_set: rule_set.as_object().cloned().unwrap_or_default(),
            players,
            failure: failure.clone(),
        }
    }

    pub fn read(line: &str) -> Option<Result<(Record, String), String>> {
        let format = |value: &Value| value["format"] == FORMAT;
        let value: Value = serde_json::from_str(line).ok().filter(format)?;
        Some(FailedGame::of(value))
    }

    fn of(value: Value) -> Result<(Record, String), String> {
        let found: FailedGame = serde_json::from_value(value).map_err(|error| not_json(&error))?;
        let FailedGame { version, game, rules, rule_set, players, failure, .. } = found;
        if version != VERSION {
            return Err(format!("key `version`: {version} is not {VERSION}"));
        }
        let Value::Object(deal) = failure.deal else {
            return Err(
                "nothing was kept of the game but its reason: it was a branch of another one, \
                        or could not be dealt"
                    .to_owned(),
            );
        };
        if !(1..=MAX_SEATS).contains(&players) {
            return Err(format!("key `players`: {players} is not 1 to {MAX_SEATS}"));
        }
        for (key, count) in [("agents", failure.agents.len()), ("names", failure.names.len())] {
            // Names are only there if a run gave some.
            if count != players && (key, count) != ("names", 0) {
                return Err(format!("key `{key}`: there are not {players}"));
            }
        }
        let decision = |(index, (seat, action, legal)): (usize, (usize, String, u32))| {
            let seat = Some(seat).filter(|seat| *seat < players).map(Seat::new);
            let seat = seat.ok_or_else(|| format!("key `decisions[{index}]`: no such seat"))?;
            Ok(Decision { seat, action, legal })
        };
        let decisions = failure.decisions.into_iter().enumerate().map(decision);
        let record = Record {
            game,
            rules,
            rule_set: Arc::new(rule_set),
            players,
            agents: failure.agents,
            names: failure.names,
            seed: failure.seed.parse().map_err(|_| "key `seed`: is no number".to_owned())?,
            game_index: failure.game_index,
            deal,
            decisions: decisions.collect::<Result<_, String>>()?,
            scorings: Vec::new(),
            result: Map::new(),
            breakdown: vec![Map::new(); players],
        };
        Ok((record, failure.reason))
    }

    pub fn command(path: &Path, games: &[FailedGame]) -> String {
        let shown = games.iter().find(|game| game.failure.deal.is_object());
        shown.map_or_else(String::new, |game| {
            let (path, index) = (command::path(path), game.failure.game_index);
            format!("drakkar replay {path} --index {index} shows how far it came")
        })
    }
}

pub fn lines(games: &[FailedGame]) -> Vec<u8> {
    games.iter().flat_map(json::line).collect()
}

pub fn keep(place: &ChunkFolder, games: &[FailedGame]) -> Result<PathBuf, Error> {
    let path = place.root().join(FILE);
    durable::write(&place.tmp(), &path, &lines(games))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed() -> FailedGame {
        let failure = Failure {
            game_index: 7,
            seed: "3".to_owned(),
            block: 3,
            arm: 0,
            seating: 1,
            agents: vec!["random".to_owned(), "exec:bot".to_owned()],
            names: vec![None, Some("mine".to_owned())],
            seat: Some(1),
            reason: "seat 1 is lost".to_owned(),
            deal: serde_json::json!({}),
            decisions: vec![(0, "drop 1".to_owned(), 7)],
        };
        FailedGame::new("connect-four", ("base", &serde_json::json!({})), 2, &failure)
    }

    fn read(change: impl Fn(&mut Value)) -> Option<Result<(Record, String), String>> {
        let mut value = json::value(&failed());
        change(&mut value);
        FailedGame::read(&value.to_string())
    }

    #[test]
    fn a_failed_game_is_a_record_without_an_end() {
        let (record, reason) = read(|_| ()).unwrap().unwrap();
        assert_eq!((record.game_index, record.seed, &*reason), (7, 3, "seat 1 is lost"));
        assert_eq!(record.decisions.len(), 1);
        assert_eq!(record.names, [None, Some("mine".to_owned())]);
        assert!(record.result.is_empty());
        assert!(read(|value| value["format"] = "drakkar-record".into()).is_none());
        assert!(FailedGame::read("no json").is_none());
    }

    #[test]
    fn lines_that_cannot_be_are_refused() {
        for (key, value, told) in [
            ("version", serde_json::json!(2), "key `version`: 2 is not 1"),
            ("deal", Value::Null, "nothing was kept"),
            ("agents", serde_json::json!(["random"]), "key `agents`"),
            ("names", serde_json::json!([null]), "key `names`"),
            ("players", 0.into(), "key `players`: 0 is not 1 to 6"),
            ("seed", "x".into(), "key `seed`"),
            (
                "decisions",
                serde_json::json!([[5, "drop 1", 7]]),
                "key `decisions[0]`: no such seat",
            ),
            ("players", serde_json::json!("two"), "invalid type"),
        ] {
            let error = read(|line| line[key] = value.clone()).unwrap().unwrap_err();
            assert!(error.contains(told), "{key}: {error}");
        }
    }
}
