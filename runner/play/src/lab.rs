//! A game as the laboratory sees it: its description, and the way in.

use drakkar_agents::best::Cell;
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::levels::Strays;
use drakkar_engine::fact::{FactInfo, FactKind};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::{
    error::KeyError,
    record::Record,
    rules::{Preset, RuleTable},
    seat::check_players,
};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::door::{Frames, Table};
use crate::home::variant;

/// Name and parts of a game, independent of its rule set.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Name on the command line and in records.
    pub id: &'static str,
    /// One line for lists.
    pub about: &'static str,
    /// Name of the score.
    pub score: &'static str,
    /// Fewest and most seats.
    pub players: (usize, usize),
    /// Facts of one seat in one game.
    pub facts: &'static [FactInfo],
    /// Moments at which the standing is compared with the final result.
    pub milestones: &'static [&'static str],
    /// The named rule sets; the first is the default.
    pub presets: &'static [Preset],
    /// The same with the allowed values of each key.
    pub rules: &'static RuleTable,
    /// Sets of weights with a name, each as the text of a weight file; the first is the default.
    pub weights: &'static [(&'static str, &'static str)],
    /// Nets with a name, each as the text of its file.
    pub nets: &'static [(&'static str, &'static str)],
    /// The scale of how often its levels decide at random.
    pub strays: &'static Strays,
    /// Decisions of a roll-out of the best known search, if the game has a number of its own.
    pub cutoff: Option<u32>,
}

impl GameInfo {
    /// The description of `G`.
    pub fn of<G: Recorded + Playable>() -> GameInfo {
        const { check_players(G::PLAYERS) }
        GameInfo {
            id: G::ID,
            about: G::ABOUT,
            score: G::SCORE,
            players: G::PLAYERS,
            facts: G::FACTS,
            milestones: G::MILESTONES,
            presets: G::presets(),
            rules: G::rules(),
            weights: <G::Heuristic as Heuristic<G>>::NAMED,
            nets: <G::Heuristic as Heuristic<G>>::NETS,
            strays: &<G::Heuristic as Heuristic<G>>::STRAYS,
            cutoff: <G::Heuristic as Heuristic<G>>::CUTOFF,
        }
    }

    /// What is known of its agents for a preset and a number of seats.
    pub fn cell<'a>(&self, preset: &'a str, players: usize) -> Cell<'a> {
        let GameInfo { id: game, weights: sets, nets, strays, cutoff, .. } = *self;
        Cell { game, sets, nets, strays, cutoff, preset, players }
    }

    /// The number of seats in words, for example `2 to 4`.
    pub fn seats(&self) -> String {
        match self.players {
            (fewest, most) if fewest == most => fewest.to_string(),
            (fewest, most) => format!("{fewest} to {most}"),
        }
    }
}

/// The parts of a seat's score that are not 0, by name, from its facts.
pub fn sources<'a>(
    info: &'a GameInfo,
    facts: &'a [i32],
) -> impl Iterator<Item = (&'static str, i32)> + 'a {
    let facts = info.facts.iter().zip(facts.iter().copied());
    facts
        .filter(|(fact, amount)| fact.kind == FactKind::Source && *amount != 0)
        .map(|(fact, amount)| (fact.name, amount))
}

/// A rule set that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{error}")]
pub struct RulesError {
    /// Number of the rule set among those to be opened.
    pub number: usize,
    /// The key at fault and the reason.
    pub error: KeyError,
}

/// The variants of a game behind one name.
#[derive(Debug)]
pub struct Lab {
    info: GameInfo,
    /// The last one supports every rule set, those before it some, and faster.
    variants: Vec<Variant>,
}

type Opened = Result<Box<dyn Table>, RulesError>;

/// One compiled form of a game.
#[derive(Debug)]
pub(crate) struct Variant {
    /// Whether it is meant to play by these rules; also true if they cannot be read, which is
    /// reported later.
    pub(crate) covers: fn(&Value) -> bool,
    pub(crate) read_rules: fn(&str) -> Result<Value, KeyError>,
    pub(crate) read_weights: fn(&str) -> Result<String, KeyError>,
    pub(crate) open: fn(&[Value], usize) -> Opened,
    pub(crate) replay: for<'r> fn(&'r Record) -> Result<Box<dyn Frames + 'r>, KeyError>,
    pub(crate) verify: fn(&Record) -> Result<(), KeyError>,
}

/// The game `G`, which does not compile if it has more than [`MAX_SEATS`](drakkar_engine::seat::MAX_SEATS) seats.
pub fn lab<G: Recorded + Playable>() -> Lab {
    Lab { info: GameInfo::of::<G>(), variants: vec![variant::<G>()] }
}

impl Lab {
    /// The same game with a variant that is smaller or faster and plays by the rule sets that it
    /// [covers](Recorded::covers).
    #[must_use]
    pub fn with_variant<G: Recorded + Playable>(mut self) -> Lab {
        assert_eq!(G::ID, self.info.id, "a variant has the name of its game");
        self.variants.insert(0, variant::<G>());
        self
    }

    /// Name and parts of the game.
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// The variant that supports every rule set.
    fn whole(&self) -> &Variant {
        // There is at least one: `lab` puts it there.
        self.variants.last().expect("a game has a variant")
    }

    /// The first variant that covers all these rule sets.
    fn covering(&self, rules: &[Value]) -> &Variant {
        let covering = self.variants.iter().find(|one| rules.iter().all(one.covers));
        covering.unwrap_or(self.whole())
    }

    /// Reads the text of a rule-set file, which must have every key within its range. Conditions on
    /// several keys are checked by [`Lab::open`], not here.
    pub fn read_rules(&self, toml: &str) -> Result<Value, KeyError> {
        (self.whole().read_rules)(toml)
    }

    /// A weight file with every weight, in the order of the game's own files, from one in which
    /// some may be missing.
    pub fn read_weights(&self, toml: &str) -> Result<String, KeyError> {
        (self.whole().read_weights)(toml)
    }

    /// The game with `players` seats under one or more rule sets; the error is about the first that
    /// cannot be played.
    pub fn open(&self, rules: &[Value], players: usize) -> Result<Box<dyn Table>, RulesError> {
        assert!(!rules.is_empty(), "a table has rules");
        (self.covering(rules).open)(rules, players)
    }

    /// Replays a recorded game, decision by decision, with all the information that the game has.
    /// The error is about rules or a deal that the game refuses.
    pub fn replay<'r>(&self, record: &'r Record) -> Result<Box<dyn Frames + 'r>, KeyError> {
        (self.whole().replay)(record)
    }

    /// The same in the variant that plays by these rules. A smaller one may have less information:
    /// that of *Vikings* forgets which of several equal tiles lies where.
    pub fn replay_as_played<'r>(
        &self,
        record: &'r Record,
    ) -> Result<Box<dyn Frames + 'r>, KeyError> {
        let rules = Value::Object(record.rule_set.clone());
        (self.covering(&[rules]).replay)(record)
    }

    /// Finds the first error in a record; see [`drakkar_engine::record::verify`].
    pub fn verify(&self, record: &Record) -> Result<(), KeyError> {
        (self.whole().verify)(record)
    }

    /// The name of the preset that equals a rule set, or [`CUSTOM`](drakkar_engine::rules::CUSTOM).
    pub fn name_of(&self, rule_set: &Value) -> &'static str {
        self.info.rules.name_of(rule_set)
    }

    /// Every preset with its values.
    pub fn presets(&self) -> impl Iterator<Item = (&'static Preset, Map<String, Value>)> + '_ {
        self.info.presets.iter().map(|preset| {
            let values = self.info.rules.values_of(preset.name).ok().and_then(Value::as_object);
            (preset, values.cloned().unwrap_or_default())
        })
    }
}
