//! The object-safe traits of a game. In front of them is code that is compiled once, behind them what is compiled for
//! each game. A call is for a batch of blocks, a record or a person's decision, never for an agent's decision.

use std::ops::Range;
use std::sync::{Arc, atomic::AtomicBool};

use drakkar_agents::agent::AgentError;
use drakkar_agents::features::{Input, Seen};
use drakkar_agents::restriction::Patterns;
use drakkar_agents::spec::{Spec, SpecError};
use drakkar_engine::error::{KeyError, ParseError};
use drakkar_engine::record::{Record, Step};
use drakkar_engine::seed::DealSeed;
use drakkar_engine::{item::ItemTable, outcome::Outcome, seat::Seat};
use drakkar_learn::positions::Positions;
use drakkar_stats::luck::Game as Lucky;
use serde_json::Value;

use crate::discovery::{Discovery, DiscoveryQuery};
use crate::luck::Luck;
use crate::opinion::Opinion;
use crate::position::{GamePosition, PositionError};
use crate::rows_of_games::RowsOfGames;
use crate::{batch::PlayBlocks, task::Task};
use crate::{branch_task::BranchTask, info::GameInfo, samples::SampleSettings};

/// A game with a number of seats under one or more rule sets.
pub trait Table: Send + Sync {
    fn info(&self) -> &GameInfo;
    fn players(&self) -> usize;
    fn rules(&self, number: usize) -> &Arc<Value>;
    /// The lines with the rule sets, for files of records.
    fn record_head(&self) -> String;
    fn items(&self) -> Option<&'static ItemTable>;
    /// See [`Interventions::copies`](drakkar_engine::recorded::Interventions::copies).
    fn copies(&self, item: usize) -> u64;
    fn can_lead(&self) -> bool;
    /// Whether all rule sets give the same deals.
    fn deals_alike(&self) -> bool;
    /// Whether the first states of a deal are the same under all rule sets.
    fn starts_alike(&self) -> bool;
    /// An action in the game's own spelling, from a text that may be invalid.
    fn action(&self, text: &str) -> Result<String, ParseError>;
    /// Whether the weight with this key in a weight file matters under the first rule set.
    fn weight_counts(&self, key: &str) -> bool;
    fn inputs(&self) -> Vec<Input>;
    /// Whether branches can be played here; otherwise the key of the plan and what is wrong with it.
    fn check_branches(&self, branches: &BranchTask<'_>) -> Result<(), (String, String)>;
    /// Counts sequences of legal actions from a deal, or the one that is drawn from `seed`.
    fn perft(
        &self,
        deal: Option<&Value>,
        seed: DealSeed,
    ) -> Result<Box<dyn Fn(u32) -> u64 + '_>, KeyError>;
    /// See [`Game::MOST_DECISIONS`](drakkar_engine::game::Game::MOST_DECISIONS).
    fn most_decisions(&self) -> u32;
    /// The texts of all actions by number, if they have numbers.
    fn actions(&self) -> Option<&[String]>;
    /// The first state of a deal, under the first rule set, as all that follow.
    fn position(&self, deal: DealSeed) -> Box<dyn GamePosition>;
    fn position_of(&self, deal: &Value) -> Result<Box<dyn GamePosition>, KeyError>;
    /// The position that wrote a [log](GamePosition::log).
    fn recall(&self, log: &Value) -> Result<Box<dyn GamePosition>, PositionError>;
    fn rows_of_games(&self, rows: usize, seed: u64) -> Box<dyn RowsOfGames>;
    /// Builds agents to play here; each is numbered by its place in the list.
    fn seat(&self, agents: &[Seated]) -> Result<Box<dyn Crew>, SpecError>;
}

#[derive(Clone, PartialEq, Debug)]
pub struct Seated {
    pub spec: Spec,
    /// Its weights, unless they are to be looked up.
    pub weights: Option<String>,
    /// SHA-256 of its net, if it is known which it must be.
    pub net: Option<String>,
    /// Number of the rule set that it plays by.
    pub rules: usize,
    /// What it must not choose in a branch.
    pub barred: Option<Patterns>,
}

impl Seated {
    pub fn new(spec: &Spec) -> Seated {
        Seated { spec: spec.clone(), weights: None, net: None, rules: 0, barred: None }
    }
}

pub trait Crew: Send + Sync {
    /// Otherwise the number of an agent that cannot play, such as a missing program, and why.
    fn ready(&self) -> Result<(), (usize, AgentError)>;
    /// All weights of an agent as TOML, and the SHA-256 of its net; `None` if it has none.
    fn weights(&self, agent: usize) -> [Option<String>; 2];
    fn worker<'a>(&'a self, task: &'a Task<'a>, stop: Arc<AtomicBool>) -> PlayBlocks<'a>;
    /// Lets an agent play alone and notes which decisions occur; otherwise why it failed.
    fn discovery(&self, agent: usize, query: &DiscoveryQuery<'_>) -> Result<Discovery, String>;
    /// Positions to learn from, a game on each of these deals; none if it was time to `stop`; else why a game failed.
    fn sample(
        &self,
        sample: &SampleSettings,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Positions>, String>;
    /// What is luck in a game; none if it was time to `stop`; otherwise why it failed.
    fn luck(&self, luck: &Luck, game: u64, stop: &AtomicBool) -> Result<Option<Lucky>, String>;
    fn playthrough(&self, deal: DealSeed) -> Box<dyn Playthrough + '_>;
    /// An agent's choice in a position of this table, if it plays from there on, with draws from `seed`.
    fn ask(
        &self,
        agent: usize,
        position: &dyn GamePosition,
        seed: u64,
    ) -> Result<String, PositionError>;
    /// The same with its analysis.
    fn think(
        &self,
        agent: usize,
        position: &dyn GamePosition,
        seed: u64,
    ) -> Result<Opinion, PositionError>;
    /// How the game ends if the agents with these numbers, one for each seat, play on from a position.
    fn playout(
        &self,
        agents: &[usize],
        position: &dyn GamePosition,
        seed: u64,
    ) -> Result<Outcome, PositionError>;
}

pub type Move = Step<(), String>;

/// A game played one decision at a time, or replayed from its record; it stands before a decision, or at the end.
pub trait Playthrough {
    fn to_move(&self) -> Option<Seat>;
    fn count_legal(&self) -> u32;
    fn legal(&self) -> Vec<String>;
    fn outcome(&self) -> Outcome;
    /// What a seat knows as lines of text, or the whole table, hidden things included.
    fn text(&self, seat: Option<Seat>) -> String;
    fn about(&self) -> String;
    fn epoch(&self) -> u32;
    /// The whole table as data for a picture, if the game has a drawing.
    fn scene(&self) -> Option<Value>;
    fn inputs(&self) -> Vec<Input>;
    /// The inputs that are not 0 now, for the seat that decides.
    fn see(&self) -> Vec<Seen>;
    fn facts(&self, seat: Seat) -> &[i32];
    /// The scorings so far, from number `from` on, each with the line in which people are told of it, if they are.
    fn scorings(&self, from: usize) -> Vec<(Value, Option<String>)>;

    // Of a game that is played; a record panics.

    /// What the other seats have seen up to now of decision number `decision`; see
    /// [`Recorded::public_text`](drakkar_engine::recorded::Recorded::public_text).
    fn public_text(&self, decision: usize) -> Option<String>;
    /// What everybody was told to happen after decision number `after`, or before the first one; see
    /// [`Recorded::announced`](drakkar_engine::recorded::Recorded::announced).
    fn announced(&self, after: Option<usize>) -> Vec<String>;
    /// Plays legal action number `k`, which must exist, and gives its text.
    fn choose(&mut self, k: usize) -> String;
    /// Lets an agent decide and gives the text of its action, or why there is none.
    fn ask(&mut self, agent: usize) -> Result<String, String>;
    fn record(&self, rules: &str, agents: &[String], names: &[Option<String>]) -> Record;

    // Of both.

    /// Engages an agent for later analyses. The outer error says why it cannot be built, the inner why it cannot play.
    fn engage(&mut self, agent: &Seated) -> Result<Result<(), AgentError>, SpecError>;
    /// The engaged agent's analysis of the next decision, with draws from `seed`.
    fn think(&mut self, seed: u64) -> Result<Opinion, AgentError>;

    // Of a record.

    /// Checks and plays the next decision of the record; `None` after the last one.
    fn step(&mut self) -> Option<Result<Move, KeyError>>;
}
