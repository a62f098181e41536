use std::{slice, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::export::{command, names::Names};
use crate::{disk::digest, error::Error, page::called, plan::run::AgentEntry};
use drakkar_agents::spec::Spec;
use drakkar_engine::rules::CUSTOM;
use drakkar_play::{erased::Seated, erased::Table, lab::Lab};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyContext {
    pub version: String,
    pub generators: u32,
    pub game: String,
    pub rules: String,
    pub rule_set: Arc<Value>,
    pub players: usize,
    pub seed: String,
}

impl StudyContext {
    pub fn new(lab: &Lab, table: &dyn Table, seed: u64) -> StudyContext {
        StudyContext {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            generators: drakkar_engine::seed::GENERATORS,
            game: lab.info().id.to_owned(),
            rules: lab.name_of(table.rules(0)).to_owned(),
            rule_set: table.rules(0).clone(),
            players: table.players(),
            seed: seed.to_string(),
        }
    }

    pub fn names(&self) -> Names {
        Names::under(&self.game, &self.rule_set, self.players)
    }

    pub fn title(&self) -> String {
        let StudyContext { game, rules, rule_set, players, seed, .. } = self;
        let rules = called(game, rules, rule_set);
        format!("{game} ({rules}), {players} seats, seed {seed}")
    }

    pub fn seed_of(&self, part: &str) -> u64 {
        seed_of(&self.seed, part)
    }

    /// The command that compares these agents here; none for rules that are no preset, which no command can name.
    pub fn compare(&self, agents: [&str; 2]) -> Option<String> {
        let StudyContext { game, rules, players, .. } = self;
        (rules != CUSTOM && !rules.contains(' ')).then(|| {
            let players = players.to_string();
            let words = ["drakkar", "compare", "--game", game, "--rules", rules, "--players"];
            let words = words.into_iter().chain([&*players, "--agents"]).chain(agents);
            command::line(&words.collect::<Vec<_>>())
        })
    }
}

pub fn seed_of(seed: &str, part: &str) -> u64 {
    let digest = digest::of(format!("{seed}:{part}").as_bytes());
    u64::from_str_radix(&digest[..16], 16).unwrap_or_default()
}

pub fn entry(flag: &str, spec: &Spec, table: &dyn Table) -> Result<AgentEntry, Error> {
    entry_of(flag, &Seated::new(spec), table)
}

pub fn entry_of(flag: &str, agent: &Seated, table: &dyn Table) -> Result<AgentEntry, Error> {
    let spec = &agent.spec;
    let crew = table.seat(slice::from_ref(agent)).map_err(|error| Error::flag(flag, error))?;
    crew.ready().map_err(|(_, reason)| Error::flag(format!("agent `{spec}`"), reason))?;
    let [weights, net] = crew.weights(0);
    Ok(AgentEntry { spec: spec.to_string(), alias: None, weights, net })
}
