//! `differences.csv`: what changes from one rule set to another.

use serde::Serialize;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use crate::export::results::{Named, Results};
use crate::export::sheet::Sheet;
use crate::export::summary::{plain, signed, span};
use drakkar_play::lab::GameInfo;
use drakkar_stats::p_value::{two_sided, with_holm};
use drakkar_stats::pace::GameFigure;
use drakkar_stats::paired::Difference;
use drakkar_stats::verdict::{Verdict, blocks_for_verdict, verdict};
use drakkar_stats::versus::{Compared, figures};

/// Facts on the screen.
const SHOWN: usize = 12;

/// How a figure is written.
type Write = fn(f64) -> String;

/// What a row is about, in words.
struct Label {
    figure: String,
    agent: Option<usize>,
    seat: Option<usize>,
    /// Whether it is a share, so that there is a verdict.
    share: bool,
    /// Whether p-values are given.
    primary: bool,
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

/// The file and tables of a comparison of rule sets: values of the second less those of the first.
pub(crate) fn report(
    results: &Results<'_>,
    paired: bool,
    margin: Option<f64>,
) -> Result<(Vec<Named>, Vec<Sheet>), Error> {
    let Some(versus) = &results.whole.sums.versus else { return Ok((Vec::new(), Vec::new())) };
    let list = figures(results.whole.sums.counters.shape());
    let one_agent = results.names.len() == 1;
    let rows: Vec<(Label, Difference, i128)> = list
        .iter()
        .zip(&versus.0)
        .filter_map(|(&figure, sums)| {
            // Of one agent in all seats the win share is no figure.
            let fixed = one_agent && matches!(figure, Compared::Share { seat: None, .. });
            let found = match figure.is_share() {
                true => sums.share_difference(figure.unit(), paired),
                false => sums.difference(figure.unit(), paired),
            };
            let found = found.filter(|_| !fixed)?;
            Some((label(results.info, figure), turned(found), sums.blocks))
        })
        .collect();
    let raw: Vec<Option<f64>> = rows
        .iter()
        .map(|(label, found, blocks)| {
            let error = found.error.filter(|_| label.primary)?;
            two_sided(found.value, error, *blocks)
        })
        .collect();
    let bytes = lines::headed(rows.iter().zip(with_holm(raw)).map(
        |((label, found, blocks), (p, p_holm))| {
            let said = said(label, found, margin);
            let margin = margin.unwrap_or(0.0);
            let needed = || blocks_for_verdict(found.value, 0.0, found.interval, margin, *blocks);
            Row {
                figure: &label.figure,
                agent: label.agent.map_or("", |agent| &results.names[agent]),
                seat: seat_text(label),
                first: Figure(Some(found.two)),
                second: Figure(Some(found.one)),
                difference: Figure(Some(found.value)),
                low: Figure(found.interval.map(|i| i.0)),
                high: Figure(found.interval.map(|i| i.1)),
                p: Figure(p),
                p_holm: Figure(p_holm),
                verdict: said.map_or("", Verdict::name),
                blocks: *blocks,
                blocks_needed: said.and_then(|_| needed()),
                variance_reduction: Figure(found.variance_reduction),
            }
        },
    ))?;
    let differences: Vec<(Label, Difference)> =
        rows.into_iter().map(|(label, found, _)| (label, found)).collect();
    Ok((
        vec![("differences.csv".to_owned(), bytes)],
        vec![sheet(results, &differences, paired, margin)],
    ))
}

/// The verdict on a share.
fn said(label: &Label, found: &Difference, margin: Option<f64>) -> Option<Verdict> {
    label.share.then(|| verdict(found.value, 0.0, found.interval, margin.unwrap_or(0.0)))
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

fn label(info: &GameInfo, figure: Compared) -> Label {
    let (name, agent, seat) = match figure {
        Compared::Share { agent, seat } => ("win_share".to_owned(), Some(agent), seat),
        Compared::Score { agent, seat } => ("score".to_owned(), Some(agent), seat),
        Compared::Fact { agent, fact } => (info.facts[fact].name.to_owned(), Some(agent), None),
        Compared::Game(GameFigure::WinningMargin) => ("winning_margin".to_owned(), None, None),
        Compared::Game(GameFigure::SharedWin) => ("shared_win".to_owned(), None, None),
        Compared::Game(GameFigure::LeaderWins(at)) => {
            (format!("leader_wins {}", info.milestones[at]), None, None)
        }
    };
    let share = figure.is_share();
    Label { share, primary: name == "win_share", figure: name, agent, seat }
}

fn seat_text(label: &Label) -> String {
    match (label.agent, label.seat) {
        (None, _) => String::new(),
        (_, None) => "all".to_owned(),
        (_, Some(seat)) => seat.to_string(),
    }
}

/// Shares, scores and pace, and the facts that change most for certain.
fn sheet(
    results: &Results<'_>,
    rows: &[(Label, Difference)],
    paired: bool,
    margin: Option<f64>,
) -> Sheet {
    let title = "What changes from the first rule set to the second";
    let head =
        ["figure", "agent", "seat", "verdict", "first", "second", "difference", "95 % interval"];
    let mut sheet = Sheet::new(title, &head, 4);
    let named = ["win_share", "score", "winning_margin", "shared_win"];
    let is_main = |label: &Label| {
        named.contains(&label.figure.as_str()) || label.figure.starts_with("leader_wins")
    };
    let clear = |found: &Difference| {
        let error = found.error.filter(|error| *error > 0.0)?;
        let (low, high) = found.interval?;
        (low > 0.0 || high < 0.0).then(|| (found.value / error).abs())
    };
    let mut facts: Vec<(f64, usize)> = rows
        .iter()
        .enumerate()
        .filter(|(_, (label, _))| !is_main(label))
        .filter_map(|(index, (_, found))| Some((clear(found)?, index)))
        .collect();
    facts.sort_by(|a, b| b.0.total_cmp(&a.0));
    let main = (0..rows.len()).filter(|&index| is_main(&rows[index].0));
    for index in main.chain(facts.into_iter().take(SHOWN).map(|(_, index)| index)) {
        let (label, found) = &rows[index];
        let small = found.two.abs().max(found.one.abs()) < 2.0;
        let (digits, change): (Write, Write) = if small {
            (|value| format!("{value:.4}"), |value| format!("{value:+.4}"))
        } else {
            (plain, signed)
        };
        sheet.rows.push(vec![
            label.figure.clone(),
            label.agent.map_or("", |agent| &results.shown[agent]).to_owned(),
            seat_text(label),
            said(label, found, margin).map_or("", Verdict::name).to_owned(),
            digits(found.two),
            digits(found.one),
            change(found.value),
            found.interval.map(|ends| span(ends, change)).unwrap_or_default(),
        ]);
    }
    let score = rows.iter().find(|(label, _)| label.figure == "score");
    let saved = score.and_then(|(_, found)| found.variance_reduction).unwrap_or_default();
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
