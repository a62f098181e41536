//! Tests of what was found, on deals that nothing was chosen by.

use serde::Serialize;

use crate::disk::place::ChunkFolder;
use crate::error::Error;
use crate::export::lines;
use crate::export::sheet::Sheet;
use crate::journal::course::catch_up;
use crate::plan::purpose::{Compare, Purpose, alone};
use crate::plan::run::{AgentEntry, Plan};
use crate::study::compare::referee::{End, Interim, Referee};
use crate::study::tune::plan::Test;
use crate::study::tune::work::Work;

/// Name of the file of verdicts.
pub(super) const FILE: &str = "verdict.csv";
/// Name of the folder of all tests.
pub(super) const FOLDER: &str = "confirm";
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

/// What a test came to.
pub(super) struct Verdict<'a> {
    test: &'a Test,
    agents: [String; 2],
    games: u64,
    look: Interim,
}

/// Plays a test of a result against where it started to its end, or goes on with it. Both meet each other,
/// or each alone the same field.
pub(super) fn confirm<'t>(
    work: &Work<'_>,
    test: &'t Test,
    contenders: [&AgentEntry; 2],
) -> Result<Verdict<'t>, Error> {
    let folder = work.out.join(FOLDER).join(&test.name);
    let plan = plan(work, test, contenders)?;
    work.play(&plan, &folder)?;
    verdict(test, &plan, &ChunkFolder::new(&folder))
}

fn plan(work: &Work<'_>, test: &Test, contenders: [&AgentEntry; 2]) -> Result<Plan, Error> {
    let agents: Vec<AgentEntry> = contenders.into_iter().chain(&test.field).cloned().collect();
    let players = work.venue.players;
    let line_ups = match test.field {
        Some(_) => vec![alone(0, 2, players), alone(1, 2, players)],
        None if players == 2 => vec![alone(0, 1, players)],
        None => vec![alone(0, 1, players), alone(1, 0, players)],
    };
    let purpose = Purpose::Compare(Compare {
        line_ups,
        field: test.field.is_some(),
        stopping: Some(test.stopping),
        confirm_blocks: 0,
        margin: None,
        primary: figure(test).to_owned(),
    });
    let part = format!("test {}", test.name);
    let plan = |chunk| work.plan(&agents, &purpose, &part, test.games, chunk);
    let whole = plan(None)?;
    // The test ends between two chunks, and is to end soon.
    let chunk = (whole.run.blocks / LOOKS).max(1);
    if chunk < whole.run.chunk { plan(Some(chunk)) } else { Ok(whole) }
}

/// The one figure that is tested.
fn figure(test: &Test) -> &'static str {
    if test.field.is_some() { "win_share_difference" } else { "score" }
}

/// What the chunks of a test in `place` say.
fn verdict<'t>(test: &'t Test, plan: &Plan, place: &ChunkFolder) -> Result<Verdict<'t>, Error> {
    let nothing = || Error::input(&place.plan(), "is no comparison that has been played");
    let Some(Purpose::Compare(compare)) = &plan.run.purpose else { return Err(nothing()) };
    let mut referee = Referee::new(compare, &plan.run).ok_or_else(nothing)?;
    catch_up(&mut referee, plan, std::slice::from_ref(place))?;
    let look = *referee.path.last().ok_or_else(nothing)?;
    let names = plan.run.names();
    let agents = [names[0].clone(), names[1].clone()];
    Ok(Verdict { test, agents, games: look.blocks * plan.run.games_per_block, look })
}

impl Verdict<'_> {
    /// `better`, `not better`, or `open` where the games were too few to say.
    fn word(&self) -> &'static str {
        match self.look.end {
            Some(End::Upper) => "better",
            Some(End::Lower) => "not better",
            Some(End::Narrow) | None => "open",
        }
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
            figure: figure(self.test),
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
pub(super) fn text(verdicts: &[Verdict<'_>]) -> Result<Vec<u8>, Error> {
    lines::headed(verdicts.iter().map(Verdict::row))
}

/// The verdicts as a table.
pub(super) fn sheet(verdicts: &[Verdict<'_>], start: &str) -> Sheet {
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
