//! A record from a game that was played.

use std::fmt::Write;

use serde::{Serialize, Serializer, ser::Error, ser::SerializeSeq};
use serde_json::{Map, Value, json};

use super::{Breakdown, Decision, FORMAT, LineHead, LineTail, Record, VERSION, append};
use crate::data::ToData;
use crate::fact::{FactInfo, Ledger};
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

/// A finished game, from which records are made.
#[derive(Debug)]
pub struct PlayedGame<'a, G: Recorded> {
    /// The game under its rules.
    pub game: &'a G,
    /// What chance decided.
    pub deal: &'a G::Deal,
    /// Seat, action, number of legal actions.
    pub decisions: &'a [(Seat, G::Action, u32)],
    /// Scorings and facts.
    pub ledger: &'a Ledger<G::Scoring>,
    /// The last state.
    pub end: &'a G::State,
}

impl<G: Recorded> PlayedGame<'_, G> {
    /// Its record. Panics if the rule set or the deal is not a JSON object, which the contract suite finds before.
    pub fn record(&self, origin: Origin<'_>) -> Record {
        let &PlayedGame { game, deal, decisions, ledger, end } = self;
        let mut record = Record {
            game: G::ID.to_owned(),
            rules: origin.rules.to_owned(),
            rule_set: expect_object(game.rule_set().to_data()),
            players: game.players(),
            agents: origin.agents.to_vec(),
            names: origin.named().to_vec(),
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
            let mut told = Breakdown::default();
            facts.for_each(|(info, &fact)| told.push(info.name, fact.into()));
            record.breakdown.push(told);
        }
        record
    }

    /// Appends what [`Record::to_line`] gives for [`PlayedGame::record`], several times as fast. `rule_set` is the
    /// [text](rule_set_text) of that of the game.
    pub fn write(&self, origin: Origin<'_>, rule_set: &str, line: &mut Vec<u8>) {
        let Origin { rules, agents, seed, game_index, .. } = origin;
        let facts = |seat| SeatFacts(G::FACTS, self.ledger.facts(seat));
        let head = LineHead { format: FORMAT, version: VERSION, game: G::ID, rules };
        let tail = LineTail {
            players: self.game.players(),
            agents,
            names: origin.named(),
            seed,
            game_index,
            deal: &self.deal.to_data(),
            decisions: &Decisions::<G>(self.decisions),
            scorings: &self.ledger.scorings().iter().map(ToData::to_data).collect::<Vec<_>>(),
            result: &result(self.game, self.end),
            breakdown: &Seat::all(self.game.players()).map(facts).collect::<Vec<_>>(),
        };
        append(line, &head, rule_set, &tail);
    }
}

/// The rule set of a game as records hold it.
pub fn rule_set_text<G: Recorded>(game: &G) -> String {
    game.rule_set().to_data().to_string()
}

impl<'a> Origin<'a> {
    /// Empty if no agent has a name.
    fn named(&self) -> &'a [Option<String>] {
        if self.names.iter().any(Option::is_some) { self.names } else { &[] }
    }
}

struct Decisions<'a, G: Recorded>(&'a [(Seat, G::Action, u32)]);

impl<G: Recorded> Serialize for Decisions<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        let mut text = String::new();
        for (seat, action, legal) in self.0 {
            text.clear();
            write!(text, "{action}").map_err(S::Error::custom)?;
            list.serialize_element(&(seat.index(), &*text, legal))?;
        }
        list.end()
    }
}

struct SeatFacts<'a>(&'a [FactInfo], &'a [i32]);

impl Serialize for SeatFacts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|info| info.name).zip(self.1))
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
