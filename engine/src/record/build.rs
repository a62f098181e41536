//! A record from a game that was played.

use serde_json::{Map, Value, json};

use super::{Decision, Record};
use crate::data::ToData;
use crate::fact::Ledger;
use crate::recorded::Recorded;
use crate::seat::{PerSeat, Seat};

/// The origin of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin<'a> {
    /// See [`RuleTable::name_of`](crate::rules::RuleTable::name_of).
    pub rules: &'a str,
    /// One agent specification per seat.
    pub agents: &'a [String],
    /// The name of the agent in each seat, if it has one.
    pub names: &'a [Option<String>],
    /// Master seed of the run.
    pub seed: u64,
    /// Index of the game in its run.
    pub game_index: u64,
}

impl Record {
    /// The record of a finished game. Decisions are (seat, action, number of legal actions). Panics if the rule set or
    /// the deal is not a JSON object, which the contract suite finds before.
    pub fn of_game<G: Recorded>(
        game: &G,
        origin: Origin<'_>,
        deal: &G::Deal,
        decisions: &[(Seat, G::Action, u32)],
        ledger: &Ledger<G::Scoring>,
        end: &G::State,
    ) -> Record {
        let mut record = Record {
            game: G::ID.to_owned(),
            rules: origin.rules.to_owned(),
            rule_set: expect_object(game.rule_set().to_data()),
            players: game.players(),
            agents: origin.agents.to_vec(),
            names: match origin.names.iter().any(Option::is_some) {
                true => origin.names.to_vec(),
                false => Vec::new(),
            },
            seed: origin.seed,
            game_index: origin.game_index,
            deal: expect_object(deal.to_data()),
            decisions: Vec::with_capacity(decisions.len()),
            scorings: Vec::new(),
            result: result(game, end),
            breakdown: Vec::new(),
        };
        // Loops, because a chain of iterators would be compiled again for each game.
        for &(seat, action, legal) in decisions {
            record.decisions.push(Decision { seat, action: action.to_string(), legal });
        }
        for scoring in ledger.scorings() {
            record.scorings.push(scoring.to_data());
        }
        for seat in Seat::all(game.players()) {
            let facts = G::FACTS.iter().zip(ledger.facts(seat));
            let facts = facts.map(|(info, &fact)| (info.name.to_owned(), fact.into()));
            record.breakdown.push(facts.collect());
        }
        record
    }
}

/// The lists of a finished game: its own, then `place` and `win_share`.
pub(super) fn result<G: Recorded>(game: &G, end: &G::State) -> Map<String, Value> {
    let (mut lists, outcome) = (game.result(end), game.outcome(end));
    lists.insert("place".into(), json!(outcome.place));
    let shares = PerSeat::from_fn(game.players(), |seat| outcome.win_share(seat));
    lists.insert("win_share".into(), json!(shares));
    lists
}

fn expect_object(data: Value) -> Map<String, Value> {
    match data {
        Value::Object(map) => map,
        other => panic!("rule sets and deals are objects, not {other}"),
    }
}
