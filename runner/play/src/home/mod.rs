//! What is compiled for each game: the way from the door to its rules and agents.
//!
//! Nothing else in the runner is generic over a game. Keep it small: every line here is compiled once
//! for each variant of each game.

mod crew;
mod dialogue;
mod frames;
mod lookout;
mod table;

use std::marker::PhantomData;

use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_engine::data::ToData;
use drakkar_engine::error::KeyError;
use drakkar_engine::record::{Record, verify};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use serde_json::Value;

use crate::door::{Frames, Table};
use crate::home::frames::Again;
use crate::home::table::Open;
use crate::lab::{RulesError, Variant};

/// The variant of a game that `G` is.
pub(crate) struct Home<G>(PhantomData<fn() -> G>);

impl<G: Recorded + Playable> Home<G> {
    pub(crate) fn boxed() -> Box<dyn Variant> {
        Box::new(Home::<G>(PhantomData))
    }
}

impl<G: Recorded + Playable> Variant for Home<G> {
    fn covers(&self, rules: &Value) -> bool {
        G::read_rules(rules).map_or(true, |rule_set| G::covers(&rule_set))
    }

    fn read_rules(&self, toml: &str) -> Result<Value, KeyError> {
        Ok(rules::read::<G>(toml)?.to_data())
    }

    fn read_weights(&self, toml: &str) -> Result<String, KeyError> {
        G::Heuristic::from_toml(toml).map(|heuristic| heuristic.to_toml())
    }

    fn open(&self, rules: &[Value], players: usize) -> Result<Box<dyn Table>, RulesError> {
        Ok(Box::new(Open::<G>::new(rules, players)?))
    }

    fn replay<'r>(&self, record: &'r Record) -> Result<Box<dyn Frames + 'r>, KeyError> {
        Ok(Box::new(Again::<G>::new(record)?))
    }

    fn verify(&self, record: &Record) -> Result<(), KeyError> {
        verify::<G>(record).map(drop)
    }
}
