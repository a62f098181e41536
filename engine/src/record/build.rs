//! A record from a game that was played.

use serde_json::{Map, Value, json};

use super::{Decision, Record};
use crate::data::ToData;
use crate::fact::{FactInfo, Ledger};
use crate::outcome::Outcome;
use crate::recorded::Recorded;
use crate::seat::{PerSeat, Seat};

/// The origin of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin<'a> {
    /// Name of the preset in force, or [`CUSTOM`](crate::rules::CUSTOM); see
    /// [`RuleTable::name_of`](crate::rules::RuleTable::name_of).
    pub rules: &'a str,
    /// One agent specification per seat.
    pub agents: &'a [String],
    /// Master seed of the run.
    pub seed: u64,
    /// Index of the game in its run.
    pub game_index: u64,
}

impl Record {
    /// The record of a finished game: its deal, every decision as (seat, action, number of legal
    /// actions), what the ledger collected on the way, and the state at the end.
    ///
    /// # Panics
    /// If the game's rule set, deal or scorings are not JSON objects; the contract suite tells the
    /// author of a game before any user can see it.
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
            record.breakdown.push(breakdown(G::FACTS, ledger.facts(seat)));
        }
        record
    }
}

/// The lists of a finished game: its own, then `place` and `win_share`.
pub(super) fn result<G: Recorded>(game: &G, end: &G::State) -> Map<String, Value> {
    with_outcome(game.result(end), &game.outcome(end))
}

fn with_outcome(mut lists: Map<String, Value>, outcome: &Outcome) -> Map<String, Value> {
    lists.insert("place".into(), json!(outcome.place));
    let shares = PerSeat::from_fn(outcome.share.players(), |seat| outcome.win_share(seat));
    lists.insert("win_share".into(), json!(shares));
    lists
}

/// The facts of one seat under their names.
fn breakdown(known: &[FactInfo], facts: &[i32]) -> Map<String, Value> {
    known.iter().zip(facts).map(|(info, &fact)| (info.name.to_owned(), fact.into())).collect()
}

/// A rule set or deal as an object.
fn expect_object(data: Value) -> Map<String, Value> {
    match data {
        Value::Object(map) => map,
        other => panic!("rule sets and deals are objects, not {other}"),
    }
}
