//! Games under rules, for programs that play them state by state: named as by the flags of the command, with its errors.

use crate::disk::digest;
use crate::error::Error;
use crate::flags::agents::{self, KnownAgents};
use crate::flags::rule_source::RuleSource;
use crate::games;
use drakkar_play::erased::{Crew, Seated, Table};
use drakkar_play::lab::Lab;
use serde_json::Value;

/// A game under a rule set with a number of seats.
pub struct OpenTable {
    lab: &'static Lab,
    toml: String,
    table: Box<dyn Table>,
}

impl OpenTable {
    /// As `--game`, `--rules`, `--set` and `--players` name it; without them, the usual ones.
    pub fn new(
        game: Option<&str>,
        rules: Option<&str>,
        changes: &[String],
        players: Option<usize>,
    ) -> Result<OpenTable, Error> {
        let source = RuleSource {
            game: game.unwrap_or(games::default_id()).to_owned(),
            rules: rules.map(str::to_owned),
            changes: changes.to_vec(),
            ..RuleSource::default()
        };
        let lab = source.lab()?;
        let players = agents::players(lab.info(), players)?;
        let text = source.text(lab)?;
        OpenTable::opened(lab, &source, &text, players)
    }

    /// The same of a rule set as a text that [`OpenTable::toml`] gave.
    pub fn of_toml(game: &str, toml: &str, players: usize) -> Result<OpenTable, Error> {
        let source = RuleSource { game: game.to_owned(), ..RuleSource::default() };
        let lab = source.lab()?;
        let players = agents::players(lab.info(), Some(players))?;
        OpenTable::opened(lab, &source, toml, players)
    }

    fn opened(
        lab: &'static Lab,
        source: &RuleSource,
        text: &str,
        players: usize,
    ) -> Result<OpenTable, Error> {
        let table = source.open(lab, text, players)?;
        Ok(OpenTable { lab, toml: text.to_owned(), table })
    }

    /// The game.
    pub fn lab(&self) -> &'static Lab {
        self.lab
    }

    /// The name of the preset that equals the rules, or `custom`.
    pub fn preset(&self) -> &'static str {
        self.lab.name_of(self.rules())
    }

    /// The rule set as a file.
    pub fn toml(&self) -> &str {
        &self.toml
    }

    /// All values of the rule set.
    pub fn rules(&self) -> &Value {
        self.table.rules(0)
    }

    /// The game as the command sees it.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// SHA-256 of the texts of all actions, each with a line break; `None` if they have no numbers.
    pub fn actions_sha256(&self) -> Option<String> {
        let texts = self.table.actions()?.iter();
        let lines: String = texts.flat_map(|text| [text.as_str(), "\n"]).collect();
        Some(digest::of(lines.as_bytes()))
    }

    /// An agent that plays here, as `--agents` names it, and its specification.
    pub fn crew(&self, agent: &str) -> Result<(Box<dyn Crew>, String), Error> {
        let mut known = KnownAgents::of(self.lab, self.rules());
        let spec = agents::read(&mut known, self.table.players(), "--agents", agent)?;
        let crew = self.table.seat(&[Seated::new(&spec)]);
        let crew = crew.map_err(|error| Error::flag("--agents", error))?;
        crew.ready().map_err(|(_, reason)| Error::flag(format!("agent `{spec}`"), reason))?;
        Ok((crew, spec.to_string()))
    }
}

/// The ids of all games, in the order of lists.
pub fn ids() -> Vec<&'static str> {
    games::labs().iter().map(|lab| lab.info().id).collect()
}
