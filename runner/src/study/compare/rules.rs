//! Two rule sets: what a comparison of them is to a plan and its games, and `differences.csv`.

use std::path::Path;

use serde::Serialize;
use toml::Value;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use crate::export::results::{Results, WholeGames};
use crate::export::sheet::Sheet;
use crate::export::summary::{plain, signed, span};
use crate::journal::course::Course;
use crate::plan::purpose::CompareRules;
use crate::plan::run::{Plan, Run};
use crate::study::kind::{Following, OtherRules, Report, Study};
use drakkar_play::lab::GameInfo;
use drakkar_stats::p_value::{two_sided, with_holm};
use drakkar_stats::pace::GameFigure;
use drakkar_stats::paired::Difference;
use drakkar_stats::sums::Beside;
use drakkar_stats::verdict::{Verdict, blocks_for_verdict, verdict};
use drakkar_stats::versus::{Compared, figures};

const SHOWN: usize = 12;

type Write = fn(f64) -> String;

/// A figure under both rule sets.
struct Change {
    figure: String,
    agent: Option<usize>,
    seat: Option<usize>,
    /// The second rule set less the first.
    found: Difference,
    blocks: i128,
    /// Of a share.
    verdict: Option<Verdict>,
}

/// Header and row of `differences.csv`.
#[derive(Serialize, Default)]
struct Row<'a> {
    figure: &'a str,
    agent: &'a str,
    seat: String,
    first: Figure,
    second: Figure,
    difference: Figure,
    low: Figure,
    high: Figure,
    p: Figure,
    p_holm: Figure,
    verdict: &'a str,
    blocks: i128,
    blocks_needed: Option<u64>,
    variance_reduction: Figure,
}

impl Study for CompareRules {
    fn command(&self) -> &'static str {
        "compare"
    }

    fn flags(&self, path: &Path, plan: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        let mut flags = vec![
            ("agents", plan.run.specs().into()),
            ("vs-rules", path.display().to_string().into()),
        ];
        flags.extend(self.margin.map(|margin| ("margin", margin.into())));
        Ok(flags)
    }

    fn games_per_block(&self, seatings: u64) -> u64 {
        2 * seatings
    }

    fn other_rules(&self) -> Vec<OtherRules<'_>> {
        let key = "purpose.rule_set".to_owned();
        vec![OtherRules { key, name: Some(&self.rules), rule_set: &self.rule_set }]
    }

    fn beside(&self, _: &Run) -> Option<Beside> {
        Some(Beside::Versus)
    }

    fn course<'a>(&'a self, _: &'a Run, _: &'a [String]) -> Box<dyn Following + 'a> {
        Box::new(self)
    }

    fn whole_games(&self) -> Option<WholeGames> {
        Some(WholeGames::of_all("Agents under the first rule set"))
    }

    fn rules(&self, run: &Run) -> String {
        format!("{} against {}", run.rules, self.rules)
    }
}

impl Course for &CompareRules {}

impl Following for &CompareRules {
    fn report(&self, results: &Results<'_>) -> Result<Report, Error> {
        report(results, self)
    }
}

/// The file and tables of a comparison of rule sets: values of the second less those of the first.
fn report(results: &Results<'_>, compare: &CompareRules) -> Result<Report, Error> {
    let Some(versus) = &results.whole.sums.versus else { return Ok(Report::default()) };
    let (paired, margin) = (compare.paired, compare.margin.unwrap_or(0.0));
    let list = figures(results.whole.sums.counters.shape());
    let one_agent = results.names.len() == 1;
    let changes = list.iter().zip(&versus.0).filter_map(|(&figure, sums)| {
        // Of one agent in all seats the win share is no figure.
        let fixed = one_agent && matches!(figure, Compared::Share { seat: None, .. });
        let found = match figure.is_share() {
            true => sums.share_difference(figure.unit(), paired),
            false => sums.difference(figure.unit(), paired),
        };
        let found = turned(found.filter(|_| !fixed)?);
        let verdict = figure.is_share().then(|| verdict(found.value, 0.0, found.interval, margin));
        let (name, agent, seat) = label(results.info, figure);
        Some(Change { figure: name, agent, seat, found, blocks: sums.blocks, verdict })
    });
    let changes: Vec<Change> = changes.collect();
    let raw = changes.iter().map(|change| {
        let error = change.found.error.filter(|_| change.figure == "win_share")?;
        two_sided(change.found.value, error, change.blocks)
    });
    let rows = changes.iter().zip(with_holm(raw.collect())).map(|(change, (p, p_holm))| {
        let Change { figure, found, blocks, verdict, .. } = change;
        let (low, high) = found.interval.unzip();
        let needed = || blocks_for_verdict(found.value, 0.0, found.interval, margin, *blocks);
        Row {
            figure,
            agent: change.agent.map_or("", |agent| &results.names[agent]),
            seat: change.seat_text(),
            first: Figure(Some(found.two)),
            second: Figure(Some(found.one)),
            difference: Figure(Some(found.value)),
            low: Figure(low),
            high: Figure(high),
            p: Figure(p),
            p_holm: Figure(p_holm),
            verdict: verdict.map_or("", Verdict::name),
            blocks: *blocks,
            blocks_needed: verdict.and_then(|_| needed()),
            variance_reduction: Figure(found.variance_reduction),
        }
    });
    let file = ("differences.csv".to_owned(), lines::headed(rows)?);
    Ok((vec![file], vec![sheet(results.shown, &changes, paired)]))
}

/// The second rule set less the first.
fn turned(found: Difference) -> Difference {
    Difference {
        one: found.two,
        two: found.one,
        // Less than nothing would have a sign if it is nothing.
        value: 0.0 - found.value,
        interval: found.interval.map(|(low, high)| (0.0 - high, 0.0 - low)),
        ..found
    }
}

/// What a row is about: figure, agent and seat.
fn label(info: &GameInfo, figure: Compared) -> (String, Option<usize>, Option<usize>) {
    match figure {
        Compared::Share { agent, seat } => ("win_share".to_owned(), Some(agent), seat),
        Compared::Score { agent, seat } => ("score".to_owned(), Some(agent), seat),
        Compared::Fact { agent, fact } => (info.facts[fact].name.to_owned(), Some(agent), None),
        Compared::Game(GameFigure::WinningMargin) => ("winning_margin".to_owned(), None, None),
        Compared::Game(GameFigure::SharedWin) => ("shared_win".to_owned(), None, None),
        Compared::Game(GameFigure::LeaderWins(at)) => {
            (format!("leader_wins {}", info.milestones[at]), None, None)
        }
    }
}

impl Change {
    fn seat_text(&self) -> String {
        match (self.agent, self.seat) {
            (None, _) => String::new(),
            (_, None) => "all".to_owned(),
            (_, Some(seat)) => seat.to_string(),
        }
    }

    /// Whether it is on the screen whatever it came to.
    fn is_main(&self) -> bool {
        ["win_share", "score", "winning_margin", "shared_win"].contains(&self.figure.as_str())
            || self.figure.starts_with("leader_wins")
    }

    /// How many standard errors it is away from nothing, if its interval leaves that out.
    fn clear(&self) -> Option<f64> {
        let error = self.found.error.filter(|error| *error > 0.0)?;
        let (low, high) = self.found.interval?;
        (low > 0.0 || high < 0.0).then(|| (self.found.value / error).abs())
    }
}

/// Shares, scores and pace, and the facts that change most for certain.
fn sheet(names: &[String], changes: &[Change], paired: bool) -> Sheet {
    let title = "What changes from the first rule set to the second";
    let head =
        ["figure", "agent", "seat", "verdict", "first", "second", "difference", "95 % interval"];
    let mut sheet = Sheet::new(title, &head, 4);
    let (main, facts): (Vec<&Change>, Vec<&Change>) =
        changes.iter().partition(|change| change.is_main());
    let facts = facts.into_iter().filter_map(|fact| Some((fact.clear()?, fact)));
    let mut facts: Vec<(f64, &Change)> = facts.collect();
    facts.sort_by(|a, b| b.0.total_cmp(&a.0));
    for change in main.into_iter().chain(facts.into_iter().take(SHOWN).map(|(_, fact)| fact)) {
        let found = &change.found;
        let small = found.two.abs().max(found.one.abs()) < 2.0;
        let (digits, signed): (Write, Write) = if small {
            (|value| format!("{value:.4}"), |value| format!("{value:+.4}"))
        } else {
            (plain, signed)
        };
        sheet.rows.push(vec![
            change.figure.clone(),
            change.agent.map_or("", |agent| &names[agent]).to_owned(),
            change.seat_text(),
            change.verdict.map_or("", Verdict::name).to_owned(),
            digits(found.two),
            digits(found.one),
            signed(found.value),
            found.interval.map(|ends| span(ends, signed)).unwrap_or_default(),
        ]);
    }
    let score = changes.iter().find(|change| change.figure == "score");
    let saved = score.and_then(|score| score.found.variance_reduction).unwrap_or_default();
    sheet.remark = if paired {
        format!(
            "Compared deal by deal, which takes {:.0} % of the variance off the difference in score.",
            100.0 * saved
        )
    } else {
        "The rule sets do not deal alike, so they are compared as independent samples, not deal by \
         deal."
            .to_owned()
    };
    sheet
}
