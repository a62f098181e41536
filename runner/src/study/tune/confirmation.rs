//! Tests of what was found, on deals that nothing was chosen by.

use std::path::{Path, PathBuf};

use drakkar_agents::spec::Spec;
use serde::Serialize;

use crate::disk::place::ChunkFolder;
use crate::error::Error;
use crate::export::lines;
use crate::export::sheet::Sheet;
use crate::journal::course::catch_up;
use crate::plan::purpose::{Compare, Purpose, alone};
use crate::plan::run::{AgentEntry, Plan};
use crate::study::compare::referee::{End, Interim, Referee};
use crate::study::tune::plan::{Test, Venue};
use crate::study::wish::Wish;
use drakkar_play::door::Table;
use drakkar_play::schedule::Policy;

/// Name of the file of verdicts.
pub(crate) const FILE: &str = "verdict.csv";
/// Looks of a test that is played to its end, or more.
const LOOKS: u64 = 64;

/// Header and row of the file.
#[derive(Serialize, Default)]
struct Row<'a> {
    test: &'a str,
    agent: &'a str,
    against: &'a str,
    field: &'a str,
    games: u64,
    deals: u64,
    figure: &'a str,
    estimate: String,
    low: String,
    high: String,
    par: String,
    log_likelihood_ratio: String,
    verdict: &'a str,
}

/// Two agents of which the first is to be shown to be better.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contenders<'a> {
    pub(crate) result: &'a AgentEntry,
    pub(crate) start: &'a AgentEntry,
}

/// What a test came to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Verdict {
    test: Test,
    agents: [String; 2],
    games: u64,
    look: Interim,
}

/// The folder of a test.
pub(crate) fn folder(root: &Path, test: &Test) -> PathBuf {
    root.join("confirm").join(&test.name)
}

/// The comparison that a test is: both against each other, or each alone against the same field.
///
/// # Errors
/// Agents that cannot be built.
pub(crate) fn plan(
    venue: &Venue,
    test: &Test,
    contenders: Contenders<'_>,
    table: &dyn Table,
) -> Result<Plan, Error> {
    let mut entries = vec![contenders.result.clone(), contenders.start.clone()];
    entries.extend(test.field.clone());
    let specs = entries.iter().map(|entry| entry.spec.parse::<Spec>());
    let specs: Vec<Spec> =
        specs.collect::<Result<_, _>>().map_err(|error| Error::flag("--agent", error))?;
    let players = venue.players;
    let line_ups = match test.field {
        Some(_) => vec![alone(0, 2, players), alone(1, 2, players)],
        None if players == 2 => vec![alone(0, 1, players)],
        None => vec![alone(0, 1, players), alone(1, 0, players)],
    };
    let primary = if test.field.is_some() { "win_share_difference" } else { "score" };
    let purpose = Purpose::Compare(Compare {
        line_ups,
        field: test.field.is_some(),
        stopping: Some(test.stopping),
        confirm_blocks: 0,
        margin: None,
        primary: primary.to_owned(),
    });
    let wish = |chunk: Option<u64>| Wish {
        table,
        specs: &specs,
        purpose: Some(purpose.clone()),
        confirm: 0,
        seating: Policy::Permutations,
        seed: venue.seed_of(&format!("test {}", test.name)),
        games: test.games,
        chunk,
        per_game: false,
        record_every: None,
        base: Some(&entries),
    };
    let plan = wish(None).plan()?;
    // The test ends between two chunks, and is to end soon.
    let chunk = (plan.run.blocks / LOOKS).max(1);
    if chunk < plan.run.chunk { wish(Some(chunk)).plan() } else { Ok(plan) }
}

/// What the chunks of a test in `place` say, as far as they have been played.
///
/// # Errors
/// Files that cannot be read, and a plan that compares nothing.
pub(crate) fn verdict(test: &Test, plan: &Plan, place: &ChunkFolder) -> Result<Verdict, Error> {
    let nothing = || Error::input(&place.plan(), "is no comparison that has been played");
    let Some(Purpose::Compare(compare)) = &plan.run.purpose else { return Err(nothing()) };
    let mut referee = Referee::new(compare, &plan.run).ok_or_else(nothing)?;
    catch_up(&mut referee, plan, std::slice::from_ref(place))?;
    let look = *referee.path.last().ok_or_else(nothing)?;
    let names = plan.run.names();
    let agents = [names[0].clone(), names[1].clone()];
    let games = look.blocks * plan.run.games_per_block;
    Ok(Verdict { test: test.clone(), agents, games, look })
}

impl Verdict {
    /// `better`, `not better`, or `open` where the games were too few to say.
    pub(crate) fn word(&self) -> &'static str {
        match self.look.end {
            Some(End::Upper) => "better",
            Some(End::Lower) => "not better",
            Some(End::Narrow) | None => "open",
        }
    }

    fn figure(&self) -> &'static str {
        if self.test.field.is_some() { "win_share_difference" } else { "score" }
    }

    fn row(&self) -> Row<'_> {
        let effect = self.look.effect;
        let number =
            |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
        let interval = effect.and_then(|effect| effect.interval);
        Row {
            test: &self.test.name,
            agent: &self.agents[0],
            against: &self.agents[1],
            field: self.test.field.as_ref().map_or("", |field| &field.spec),
            games: self.games,
            deals: self.look.blocks,
            figure: self.figure(),
            estimate: number(effect.map(|effect| effect.value)),
            low: number(interval.map(|interval| interval.0)),
            high: number(interval.map(|interval| interval.1)),
            par: number(effect.map(|effect| effect.par)),
            log_likelihood_ratio: number(self.look.llr),
            verdict: self.word(),
        }
    }
}

/// The verdicts as a file.
///
/// # Errors
/// Those of [`lines::headed`].
pub(crate) fn text(verdicts: &[Verdict]) -> Result<Vec<u8>, Error> {
    lines::headed(verdicts.iter().map(Verdict::row))
}

/// The verdicts as a table.
pub(crate) fn sheet(verdicts: &[Verdict], start: &str) -> Sheet {
    let head = ["test", "games", "estimate", "95 % interval", "if equal", "verdict"];
    let mut sheet = Sheet::new("Sequential tests on fresh deals", &head, 1);
    let mut remarks = Vec::new();
    for verdict in verdicts {
        let name = &verdict.test.name;
        remarks.push(match &verdict.test.field {
            None => format!("{name}: the result against {start}; the share of all wins"),
            Some(field) => format!(
                "{name}: the result less {start}, each alone against {}; the difference of win shares",
                field.spec
            ),
        });
        let effect = verdict.look.effect;
        let percent = |value: f64| format!("{:.2} %", 100.0 * value);
        let range = |(low, high)| format!("{} to {}", percent(low), percent(high));
        let interval = effect.and_then(|effect| effect.interval);
        sheet.rows.push(vec![
            name.clone(),
            verdict.games.to_string(),
            effect.map_or(String::new(), |effect| percent(effect.value)),
            interval.map_or(String::new(), range),
            effect.map_or(String::new(), |effect| percent(effect.par)),
            verdict.word().to_owned(),
        ]);
    }
    remarks.push("The estimate of a test that stopped early is biased.".to_owned());
    sheet.remark = remarks.join("\n");
    sheet
}
