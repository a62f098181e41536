//! The door between code that is compiled for each game and code that is compiled once.
//!
//! Inside are rules, agents and the loops that play them, generic over the game; outside are plans,
//! statistics, files and commands, which see a game through the object-safe traits here. A call
//! through the door is for a slice of blocks, a record or a person's decision, never for a single
//! decision of an agent.

use std::ops::Range;
use std::sync::{Arc, atomic::AtomicBool};

use drakkar_agents::agent::{AgentError, Judgement};
use drakkar_agents::features::{Input, Seen};
use drakkar_agents::spec::{Spec, SpecError};
use drakkar_engine::error::{KeyError, ParseError};
use drakkar_engine::record::{Record, Step};
use drakkar_engine::seed::DealSeed;
use drakkar_engine::{item::ItemTable, outcome::Outcome, seat::Seat};
use drakkar_learn::positions::Positions;
use drakkar_stats::luck::Game as Lucky;
use serde_json::Value;

use crate::luck::Luck;
use crate::pilot::{Pilot, Quest};
use crate::{branch_task::BranchTask, harvest::Harvest, info::GameInfo, slice::Worker, task::Task};

/// A game with a number of seats under one or more rule sets.
pub trait Table: Send + Sync {
    /// Name and parts of the game.
    fn info(&self) -> &GameInfo;

    /// Number of seats.
    fn players(&self) -> usize;

    /// Every value of rule set number `number`.
    fn rules(&self, number: usize) -> &Value;

    /// Things that seats may take under the first rule set, if any.
    fn items(&self) -> Option<&'static ItemTable>;

    /// How many there are of one of them; see
    /// [`Interventions::copies`](drakkar_engine::recorded::Interventions::copies).
    fn copies(&self, item: usize) -> u64;

    /// Whether a seat can be made the first one of a round; see
    /// [`Interventions::lead`](drakkar_engine::recorded::Interventions::lead).
    fn can_lead(&self) -> bool;

    /// Whether all rule sets give the same deals, which is so if all components have the same
    /// numbers.
    fn deals_alike(&self) -> bool;

    /// Whether the first states of a deal are the same under all rule sets.
    fn starts_alike(&self) -> bool;

    /// An action in the game's own spelling, from a text that may be invalid.
    fn action(&self, text: &str) -> Result<String, ParseError>;

    /// Whether the weight with this key in a weight file matters under the first rule set.
    fn weight_counts(&self, key: &str) -> bool;

    /// What a net sees of a position, in the order of its inputs; nothing if there are no nets for
    /// the game.
    fn inputs(&self) -> Vec<Input>;

    /// Whether branches can be played here; otherwise the key of the plan and what is wrong with
    /// it.
    fn check_branches(&self, branches: &BranchTask<'_>) -> Result<(), (String, String)>;

    /// Counts the sequences of so many legal actions from a deal, which is drawn from `seed` if not
    /// given; see [`Game::perft`](drakkar_engine::game::Game::perft).
    fn perft(
        &self,
        deal: Option<&Value>,
        seed: DealSeed,
    ) -> Result<Box<dyn Fn(u32) -> u64 + '_>, KeyError>;

    /// Builds agents to play here; each is numbered by its place in the list.
    fn seat(&self, agents: &[Seated]) -> Result<Box<dyn Crew>, SpecError>;
}

/// An agent to build.
#[derive(Clone, PartialEq, Debug)]
pub struct Seated {
    /// Its specification.
    pub spec: Spec,
    /// Its weights, unless they are to be looked up.
    pub weights: Option<String>,
    /// SHA-256 of its net, if it is known which it must be.
    pub net: Option<String>,
    /// Number of the rule set that it plays by.
    pub rules: usize,
}

impl Seated {
    /// An agent under the first rule set with the weights that its specification names.
    pub fn new(spec: &Spec) -> Seated {
        Seated { spec: spec.clone(), weights: None, net: None, rules: 0 }
    }
}

/// Agents that are ready for a table.
pub trait Crew: Send + Sync {
    /// Whether all agents can play at all; otherwise the number of one that cannot, such as a
    /// missing program, and why.
    fn ready(&self) -> Result<(), (usize, AgentError)>;

    /// All weights of an agent as TOML; `None` if it has none.
    fn weights(&self, agent: usize) -> Option<String>;

    /// SHA-256 of an agent's net; `None` if it has none.
    fn net(&self, agent: usize) -> Option<String>;

    /// Plays blocks of `task` until `stop` is true; every thread has its own worker.
    fn worker<'a>(&'a self, task: &'a Task<'a>, stop: Arc<AtomicBool>) -> Box<dyn Worker + 'a>;

    /// Lets agent number `agent` play games alone and notes which decisions occur; otherwise why it
    /// failed.
    fn pilot(&self, agent: usize, quest: &Quest<'_>) -> Result<Pilot, String>;

    /// Plays a game on each of these deals and takes positions to learn from; none if it was time to
    /// `stop`; otherwise why a game failed.
    fn harvest(
        &self,
        harvest: &Harvest,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Positions>, String>;

    /// Measures what is luck in game number `game`; none if it was time to `stop`; otherwise why it failed.
    fn luck(&self, luck: &Luck, game: u64, stop: &AtomicBool) -> Result<Option<Lucky>, String>;

    /// A game that is played one decision at a time, on deal number `deal.deal`.
    fn dialogue(&self, deal: DealSeed) -> Box<dyn Dialogue + '_>;
}

/// A game that is played one decision at a time.
pub trait Dialogue {
    /// The seat that decides; `None` when the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// What `seat` knows, as lines of text.
    fn view_text(&self, seat: Seat) -> String;

    /// The legal actions in their order, as texts.
    fn legal(&self) -> Vec<String>;

    /// What the other seats have seen up to now of decision number `decision`, which was made;
    /// see [`Recorded::told`](drakkar_engine::recorded::Recorded::told).
    fn told(&self, decision: usize) -> Option<String>;

    /// What everybody was told to happen after decision number `after`, or before the first one;
    /// see [`Recorded::announced`](drakkar_engine::recorded::Recorded::announced).
    fn announced(&self, after: Option<usize>) -> Vec<String>;

    /// Plays legal action number `k`, which must exist, and gives its text.
    fn choose(&mut self, k: usize) -> String;

    /// Lets agent number `agent` decide and gives the text of its action, or why there is none.
    fn ask(&mut self, agent: usize) -> Result<String, String>;

    /// Current scores, places and win shares.
    fn outcome(&self) -> Outcome;

    /// The whole table as text, hidden things included.
    fn table_text(&self) -> String;

    /// The game so far as a record, with the name of its rules and the agents' specifications.
    fn record(&self, rules: &str, agents: &[String]) -> Record;
}

/// One decision of a recorded game, its action as text.
pub type Move = Step<(), String>;

/// An agent's analysis of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// The action that it would choose.
    pub choice: String,
    /// Every legal action in order, with what the agent found out about it.
    pub actions: Vec<(String, Judgement)>,
}

impl Opinion {
    /// The win share that it expects of an action, if it expects one.
    pub fn win_share(&self, action: &str) -> Option<f64> {
        let (_, found) = self.actions.iter().find(|(text, _)| text == action)?;
        found.win_share
    }

    /// From the texts of all legal actions, and what an agent tells of them if it does.
    pub(crate) fn new(choice: String, legal: Vec<String>, found: Vec<Judgement>) -> Opinion {
        let found = found.into_iter().chain(std::iter::repeat_with(Judgement::default));
        Opinion { choice, actions: legal.into_iter().zip(found).collect() }
    }
}

/// A recorded game being replayed; it stands before a decision, or at the end.
pub trait Frames {
    /// Checks and plays the next decision; `None` after the last one.
    fn step(&mut self) -> Option<Result<Move, KeyError>>;

    /// The seat that decides now; `None` when the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// How many actions are legal now.
    fn count_legal(&self) -> u32;

    /// The legal actions in their order, as texts.
    fn legal(&self) -> Vec<String>;

    /// See [`Game::epoch`](drakkar_engine::game::Game::epoch).
    fn epoch(&self) -> u32;

    /// One line about the game under the rules of the record.
    fn about(&self) -> String;

    /// The whole table as text, hidden things included.
    fn table_text(&self) -> String;

    /// The whole table as data for a picture, if the game has a drawing.
    fn scene(&self) -> Option<Value>;

    /// What nets see: all inputs; nothing if there are no nets for the game.
    fn inputs(&self) -> Vec<Input>;

    /// The inputs that are not 0 now, for the seat that decides.
    fn see(&self) -> Vec<Seen>;

    /// All facts of `seat` so far.
    fn facts(&self, seat: Seat) -> &[i32];

    /// The scorings so far, from number `from` on, each with the line in which people are told of it, if they are.
    fn scorings(&self, from: usize) -> Vec<(Value, Option<String>)>;

    /// Current scores, places and win shares.
    fn outcome(&self) -> Outcome;

    /// Engages an agent whose analysis is requested from now on. The outer error says why it cannot
    /// be built, the inner one why it cannot play.
    fn engage(&mut self, agent: &Seated) -> Result<Result<(), AgentError>, SpecError>;

    /// The engaged agent's analysis of the next decision, with draws from `seed`. An agent must be
    /// engaged.
    fn think(&mut self, seed: u64) -> Result<Opinion, AgentError>;
}
