use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{Decision, FORMAT, Record, RecordHead, VERSION};
use super::{decisions, key, scorings};
use crate::data::{ToData, append};
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
            rule_set: Arc::new(expect_object(game.rule_set().to_data())),
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
            record.breakdown.push(facts.map(|(it, &fact)| (it.name.into(), fact.into())).collect());
        }
        record
    }

    /// Appends its line, without a line break, for a file of many games: in place of the rule set its
    /// [id](super::rule_set_line), and no breakdown, which follows from the rest and would be most of it. All else is as
    /// in [`PlayedGame::record`], and written several times as fast.
    /// Each action is appended by `told`, as [`tell_action`](super::tell_action) does it, or as was told before.
    pub fn write(
        &self,
        origin: Origin<'_>,
        rule_set_id: &str,
        line: &mut Vec<u8>,
        told: impl FnMut(G::Action, &mut Vec<u8>),
    ) {
        let Origin { rules, agents, seed, game_index, .. } = origin;
        let head = RecordHead {
            format: FORMAT,
            version: VERSION,
            game: G::ID,
            rules,
            rule_set: None,
            rule_set_id: Some(rule_set_id),
            players: self.game.players(),
            agents,
            names: origin.named(),
            seed,
            game_index,
        };
        head.begin(line);
        key("deal", line);
        self.deal.to_json(line);
        key("decisions", line);
        decisions::write(self.decisions.iter().copied(), line, told);
        key("scorings", line);
        scorings::write(self.ledger.scorings(), line, ToData::to_json);
        key("result", line);
        append(&result(self.game, self.end), line);
        line.push(b'}');
    }
}

impl<'a> Origin<'a> {
    /// Empty if no agent has a name.
    fn named(&self) -> &'a [Option<String>] {
        if self.names.iter().any(Option::is_some) { self.names } else { &[] }
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
