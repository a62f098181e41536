use std::path::Path;

use clap::Args;
use serde_json::Value;

use crate::flags::alias::{self, Aliases};
use crate::flags::number::{at_least, real};
use crate::{error::Error, export::verify, plan::purpose::is_margin, plan::run::AgentEntry};
use drakkar_agents::spec::Spec;
use drakkar_agents::{best, levels};
use drakkar_engine::input::beginning;
use drakkar_play::{info::GameInfo, lab::Lab};

#[derive(Args, Clone, Debug)]
pub struct SeatFlags {
    /// One agent for each seat; a single one takes all seats. NAME=AGENT gives an agent a name for
    /// tables and files
    #[arg(long, value_name = "AGENT", num_args = 1.., default_values = ["greedy"])]
    pub agents: Vec<String>,

    /// Number of seats, where a single agent takes all of them [default: 4, or as near as the game
    /// allows]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    pub players: Option<usize>,
}

const PLAYERS: usize = 4;

impl SeatFlags {
    pub fn specs(&self, known: &mut KnownAgents<'_>) -> Result<Vec<Spec>, Error> {
        let players = match (self.agents.len(), self.players) {
            (1, wanted) => players(known.info, wanted)?,
            (count, Some(players)) if players != count => {
                let reason = format!("{players} seats, but --agents names {count}");
                return Err(Error::flag("--players", reason));
            }
            (count, wanted) => {
                let flag = if wanted.is_some() { "--players" } else { "--agents" };
                allowed(known.info, flag, count)?
            }
        };
        let specs = self.agents.iter().map(|text| read(known, players, "--agents", text));
        let specs: Vec<Spec> = specs.collect::<Result<_, _>>()?;
        Ok(specs.into_iter().cycle().take(players).collect())
    }
}

/// The number of seats: as chosen, or four as near as the game allows.
pub fn players(info: &GameInfo, players: Option<usize>) -> Result<usize, Error> {
    let (fewest, most) = info.players;
    allowed(info, "--players", players.unwrap_or(PLAYERS.clamp(fewest, most)))
}

fn allowed(info: &GameInfo, flag: &str, players: usize) -> Result<usize, Error> {
    let (fewest, most) = info.players;
    let reason = || format!("{} has {} seats, not {players}", info.id, info.seats());
    let fits = (fewest..=most).contains(&players);
    if fits { Ok(players) } else { Err(Error::flag(flag, reason())) }
}

/// What the text of an agent is read with: what it leaves open depends on the game and its rules.
#[derive(Debug)]
pub struct KnownAgents<'a> {
    pub info: &'a GameInfo,
    pub preset: &'a str,
    pub aliases: Aliases,
    /// Agents that have the weights given here, whatever their files contain, and these aliases, if they have no others.
    pub base: &'a [AgentEntry],
}

impl<'a> KnownAgents<'a> {
    pub fn of(lab: &'a Lab, rules: &Value) -> KnownAgents<'a> {
        let nearest = rules.as_object().map_or("", |rules| lab.info().rules.nearest(rules));
        KnownAgents { info: lab.info(), preset: nearest, aliases: Aliases::default(), base: &[] }
    }

    /// The entries of agents in a plan, without the weights that are still to be looked up.
    pub fn entries(&self, specs: &[Spec]) -> Vec<AgentEntry> {
        let entry = |spec: &Spec| {
            let name = spec.to_string();
            let base = self.base.iter().find(|agent| agent.spec == name).cloned();
            let base = base.unwrap_or_else(|| AgentEntry { spec: name, ..AgentEntry::default() });
            // An alias given to another agent now means that one.
            let old = base.alias.filter(|alias| self.aliases.spec(alias).is_none());
            AgentEntry { alias: self.aliases.of(spec).map(str::to_owned).or(old), ..base }
        };
        specs.iter().map(entry).collect()
    }
}

/// The agent that `text` names, for this number of seats; see [`best::read`]. It names its weights, so results never
/// depend on which ones are the best known. A text may give the agent an alias, be one, or be a weights file.
pub fn read(
    known: &mut KnownAgents<'_>,
    players: usize,
    flag: &str,
    text: &str,
) -> Result<Spec, Error> {
    let (alias, text) = alias::split(text);
    let KnownAgents { info, preset, .. } = *known;
    let cell = (info.cell)(preset, players);
    let spec = match known.aliases.spec(text) {
        Some(spec) => spec.clone(),
        None => best::read(&alias::of_file(text), cell).map_err(|error| {
            let (text, fault) = (beginning(text, 200), beginning(&error.fault, 1000));
            Error::flag(format!("{flag} {text}"), fault)
        })?,
    };
    for name in spec.weights().into_iter().chain(spec.net()) {
        verify::unchanged(Path::new(name.as_str()))?;
    }
    let named = match alias {
        Some(alias) => known.aliases.add(alias, &spec),
        // In results, a level is called by its name.
        None if levels::short_for(text, info.epsilons).is_some() => known.aliases.name(text, &spec),
        None => Ok(()),
    };
    named.map_err(|reason| Error::flag(flag, reason))?;
    Ok(spec)
}

const MOST_AGENTS: usize = 64;

pub fn differing(
    known: &mut KnownAgents<'_>,
    players: usize,
    flag: &str,
    texts: &[String],
) -> Result<Vec<Spec>, Error> {
    if texts.len() > MOST_AGENTS {
        return Err(Error::flag(flag, format!("at most {MOST_AGENTS} agents")));
    }
    let mut specs: Vec<Spec> = Vec::new();
    for text in texts {
        let spec = read(known, players, flag, text)?;
        if specs.contains(&spec) {
            return Err(Error::flag(flag, format!("`{spec}` is named twice")));
        }
        specs.push(spec);
    }
    Ok(specs)
}

/// The number of an agent among `specs`; a new one is added at the end.
pub fn number_of(spec: Spec, specs: &mut Vec<Spec>) -> usize {
    specs.iter().position(|known| *known == spec).unwrap_or_else(|| {
        specs.push(spec);
        specs.len() - 1
    })
}

pub fn equivalence(text: &str) -> Result<f64, String> {
    real(is_margin, "must be a share above 0 and below 0.5")(text)
}
