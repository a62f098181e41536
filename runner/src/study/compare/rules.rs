use std::iter;
use std::path::Path;

use toml::Value as Flag;

use crate::export::answer::{Answer, NO_DATA, StudyReport, by_chance};
use crate::export::cell::{Cell, word};
use crate::export::figure::{counted, is_share};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::unit::FigureUnit;
use crate::export::{failures, tables};
use crate::export::{results::Results, writing::WholeGames};
use crate::games::on_blocks;
use crate::page::called;
use crate::plan::run::{Plan, Run};
use crate::study::traits::{OtherRules, Study, StudyMonitor};
use crate::{error::Error, journal::monitor::Monitor, plan::purpose::CompareRules};
use drakkar_play::info::GameInfo;
use drakkar_stats::interval::Interval;
use drakkar_stats::layout::Beside;
use drakkar_stats::p_value::{LEVEL, two_sided, with_holm};
use drakkar_stats::paired::Paired;
use drakkar_stats::student::critical;
use drakkar_stats::verdict::{Verdict, blocks_for_verdict, verdict};
use drakkar_stats::versus::{Compared, figures};

const SHOWN: usize = 12;
const WIN_SHARE: &str = tables::WIN_SHARE[0];
const SCORE: &str = "score";
/// The verdict where every figure was the same in every block.
const SAME: &str = "same";

#[derive(Default)]
struct DifferenceRow<'a> {
    /// How many standard errors the difference is from 0, if its interval excludes 0.
    clear: Option<f64>,
    figure: String,
    agent: &'a str,
    seat: String,
    first: f64,
    second: f64,
    difference: f64,
    interval: Option<Interval>,
    p: Option<f64>,
    p_holm: Option<f64>,
    verdict: &'a str,
    blocks: i128,
    blocks_needed: Option<u64>,
    variance_reduction: Option<f64>,
}

impl DifferenceRow<'_> {
    fn unit(&self) -> FigureUnit {
        if is_share(&self.figure) { FigureUnit::Points } else { FigureUnit::Signed }
    }

    fn digits(&self) -> usize {
        let (low, high) = self.interval.unzip();
        self.unit().digits([Some(self.difference), low, high])
    }

    /// Whether interval and p-value, adjusted for all win shares, exclude 0; where all blocks ended alike, the interval.
    fn is_certain(&self) -> bool {
        self.excludes_zero() && self.p_holm.is_none_or(|p| p <= LEVEL)
    }

    fn excludes_zero(&self) -> bool {
        self.interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0)
    }
}

impl Study for CompareRules {
    fn command(&self) -> &'static str {
        "compare"
    }

    fn flags(&self, path: &Path, plan: &Plan) -> Result<Vec<(&'static str, Flag)>, Error> {
        let mut flags = vec![
            ("agents", plan.run.specs().into()),
            ("vs-rules", path.display().to_string().into()),
        ];
        flags.extend(self.equivalence.map(|margin| ("equivalence", margin.into())));
        Ok(flags)
    }

    fn games_per_block(&self, seatings: u64) -> u64 {
        2 * seatings
    }

    fn other_rules(&self) -> Vec<OtherRules<'_>> {
        let key = "purpose.rule_set".to_owned();
        vec![OtherRules { key, name: Some(&self.rules), rule_set: &self.rule_set }]
    }

    fn beside(&self, _: &Run) -> Beside {
        Beside::Versus
    }

    fn monitor<'a>(&'a self, _: &'a Run) -> Box<dyn StudyMonitor + 'a> {
        Box::new(self)
    }

    fn whole_games(&self) -> Option<WholeGames> {
        Some(WholeGames::All("Agents under the first rule set"))
    }

    fn rules(&self, run: &Run) -> String {
        let first = called(&run.game, &run.rules, &run.rule_set);
        format!("{first} against {}", called(&run.game, &self.rules, &self.rule_set))
    }
}

impl Monitor for &CompareRules {}

impl StudyMonitor for &CompareRules {
    /// Values of the second rule set minus those of the first.
    fn report(&self, results: &Results<'_>) -> Result<StudyReport, Error> {
        let Some(versus) = &results.whole.sums.versus else { return Ok(StudyReport::default()) };
        let (paired, margin) = (self.paired, self.equivalence.unwrap_or(0.0));
        let list = figures(results.whole.sums.counters.shape);
        let one_agent = results.names.len() == 1;
        let rows = list.iter().zip(versus).filter_map(|(&figure, sums)| {
            // The win share of one agent in all seats is not informative.
            let fixed = one_agent && matches!(figure, Compared::Share { seat: None, .. });
            let found = match figure.is_share() {
                true => sums.share_difference(figure.unit(), paired, None),
                false => sums.difference(figure.unit(), paired),
            };
            let found = found.filter(|_| !fixed)?;
            // The second rule set minus the first. Negation would turn 0 into -0.
            let value = 0.0 - found.value;
            let interval = found.interval.map(|(low, high)| (0.0 - high, 0.0 - low));
            let (error, blocks) = (found.error, sums.blocks);
            let clear = interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0);
            let (name, agent, seat) = label(results.info, figure);
            let error_of_share = error.filter(|_| name == WIN_SHARE);
            Some(DifferenceRow {
                clear: error
                    .filter(|error| clear && *error > 0.0)
                    .map(|error| (value / error).abs()),
                figure: name,
                agent: agent.map_or("", |agent| &results.names[agent]),
                seat: match (agent, seat) {
                    (None, _) => String::new(),
                    (_, None) => "all".to_owned(),
                    (_, Some(seat)) => seat.to_string(),
                },
                first: found.one,
                second: found.two,
                difference: value,
                interval,
                p: error_of_share.and_then(|error| two_sided(value, error, blocks)),
                blocks,
                variance_reduction: found.variance_reduction,
                ..DifferenceRow::default()
            })
        });
        let mut rows: Vec<DifferenceRow<'_>> = rows.collect();
        conclude(&mut rows, margin);
        let is_same = paired && versus.iter().all(Paired::is_same);
        // What a score or a fact would have been, nobody knows.
        let are_withheld = failures::are_left_out(results);
        let word = [(are_withheld, failures::WITHHELD_WORD), (is_same, SAME)];
        for (_, word) in word.into_iter().filter(|(holds, _)| *holds) {
            for row in rows.iter_mut().filter(|row| !row.verdict.is_empty()) {
                (row.p, row.p_holm, row.blocks_needed) = (None, None, None);
                row.verdict = word;
            }
        }
        let sheets = sheet(&rows, paired).filled().into_iter().collect();
        let said = |sentence: String| Answer { sentences: vec![sentence], next: None };
        let answer = if rows.is_empty() {
            said(format!("There is no comparison of the rule sets: {NO_DATA}."))
        } else if are_withheld {
            said(format!("Between the rule sets {}.", failures::WITHHELD))
        } else if is_same {
            said("On every deal, every metric was the same under both rule sets.".to_owned())
        } else {
            answer(&rows, results)
        };
        let files = vec![("differences.csv".to_owned(), table(&rows).file())];
        Ok(StudyReport { tables: files, sheets, answer, ..StudyReport::default() })
    }
}

/// Adjusts for all win shares: chance alone would move the interval of one off 0 too often.
fn conclude(rows: &mut [DifferenceRow<'_>], margin: f64) {
    let raw: Vec<Option<f64>> = rows.iter().map(|row| row.p).collect();
    for (row, (p, p_holm)) in rows.iter_mut().zip(with_holm(raw)) {
        row.p_holm = p_holm;
        if !is_share(&row.figure) {
            continue;
        }
        let (value, interval, blocks) = (row.difference, row.interval, row.blocks);
        let found = match verdict(value, 0.0, interval, margin) {
            Verdict::Better | Verdict::Worse if !row.is_certain() => Verdict::Open,
            found => found,
        };
        row.verdict = found.name();
        if found != Verdict::Open {
            continue;
        }
        // An interval that excludes 0 when the adjusted p-value becomes small enough.
        let share =
            p.zip(p_holm).map_or(1.0, |(p, adjusted)| if p > 0.0 { p / adjusted } else { 1.0 });
        let risk = LEVEL * share;
        let wider = critical(risk, blocks) / critical(LEVEL, blocks);
        let wider = interval
            .map(|(low, high)| (value - wider * (value - low), value + wider * (high - value)));
        row.blocks_needed = blocks_for_verdict(value, 0.0, wider, risk, margin, blocks);
    }
}

fn answer(rows: &[DifferenceRow<'_>], results: &Results<'_>) -> Answer {
    let clear = rows.iter().filter(|row| row.figure == WIN_SHARE && row.is_certain());
    let most = clear.max_by(|a, b| a.difference.abs().total_cmp(&b.difference.abs()));
    let Some(row) = most else {
        let deals = results.whole.sums.counters.blocks as u64;
        let nothing = format!(
            "No seat's win share changes detectably in {} {}.",
            counted(results.whole.games, "game", "games"),
            on_blocks(&results.run.game, deals)
        );
        return Answer {
            sentences: iter::once(nothing).chain(alone(rows)).collect(),
            next: Some(results.afresh(4 * results.whole.games)),
        };
    };
    let whose = match row.seat.as_str() {
        "all" => row.agent.to_owned(),
        seat => format!("seat {seat} of {}", row.agent),
    };
    let digits = row.digits();
    let share = |value| FigureUnit::Share.text(value, digits);
    let sentence = format!(
        "The win share of {whose} changes most, by {}: from {} to {}.",
        FigureUnit::Points.told(row.difference, row.interval),
        share(row.first),
        share(row.second),
    );
    Answer { sentences: vec![sentence], next: None }
}

fn alone(rows: &[DifferenceRow<'_>]) -> Option<String> {
    let shares: Vec<&DifferenceRow<'_>> =
        rows.iter().filter(|row| row.figure == WIN_SHARE).collect();
    let apart = shares.iter().filter(|row| row.excludes_zero()).count();
    let least = shares.iter().filter_map(|row| row.p_holm).min_by(f64::total_cmp);
    by_chance(apart, shares.len(), "0", least)
}

fn label(info: &GameInfo, figure: Compared) -> (String, Option<usize>, Option<usize>) {
    match figure {
        Compared::Share { agent, seat } => (WIN_SHARE.to_owned(), Some(agent), seat),
        Compared::Score { agent, seat } => (SCORE.to_owned(), Some(agent), seat),
        Compared::Fact { agent, fact } => (info.facts[fact].name.to_owned(), Some(agent), None),
        Compared::Game(figure) => match tables::game_figure(info, figure) {
            (name, None) => (name.to_owned(), None, None),
            (name, Some(at)) => (format!("{name} {at}"), None, None),
        },
    }
}

fn table<'a>(
    rows: impl IntoIterator<Item = &'a DifferenceRow<'a>>,
) -> DeclaredTable<&'a DifferenceRow<'a>> {
    let mean = |row: &DifferenceRow<'_>, value| {
        let unit = if is_share(&row.figure) { FigureUnit::Share } else { FigureUnit::Plain };
        Cell::figure(Some(value), |value| unit.text(value, row.digits()))
    };
    DeclaredTable::of(rows)
        .word("metric", |row| &*row.figure)
        .word("agent", |row| row.agent)
        .word("seat", |row| &*row.seat)
        .said(("verdict", ["verdict", "p_holm"]), |row| {
            Cell::new(row.verdict, [word(row.verdict), row.p_holm.into()])
        })
        .cell("first", |row| mean(row, row.first))
        .cell("second", |row| mean(row, row.second))
        .estimated("difference", ("95 % interval", ["low", "high"]), |row| {
            (row.unit(), Some(row.difference), row.interval)
        })
        .kept_all(["p", "p_holm"], |row| [row.p, row.p_holm])
        .kept("verdict", |row| row.verdict)
        .kept("blocks", |row| row.blocks)
        .kept("blocks_needed", |row| row.blocks_needed)
        .kept("variance_reduction", |row| row.variance_reduction)
}

fn sheet(rows: &[DifferenceRow<'_>], paired: bool) -> Sheet {
    let (main, mut facts): (Vec<&DifferenceRow<'_>>, Vec<&DifferenceRow<'_>>) =
        rows.iter().partition(|row| {
            [WIN_SHARE, SCORE, "winning_margin", "shared_win"].contains(&&*row.figure)
                || row.figure.starts_with("leader_wins")
        });
    facts.retain(|fact| fact.clear.is_some());
    facts.sort_by(|a, b| b.clear.unwrap_or(0.0).total_cmp(&a.clear.unwrap_or(0.0)));
    let score = rows.iter().find(|row| row.figure == SCORE);
    let saved = score.and_then(|score| score.variance_reduction).unwrap_or_default();
    let remark = if paired {
        format!(
            "Compared deal by deal, which takes {:.0} % of the variance off the difference in score.",
            100.0 * saved
        )
    } else {
        "The rule sets do not deal alike, so they are compared as independent samples, not deal by \
         deal."
            .to_owned()
    };
    let title = "What changes from the first rule set to the second";
    let sheet = table(main.into_iter().chain(facts.into_iter().take(SHOWN)));
    Sheet { remark, ..sheet.sheet("differences", title) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(p: f64, high: f64) -> DifferenceRow<'static> {
        DifferenceRow {
            figure: WIN_SHARE.to_owned(),
            difference: 0.02,
            interval: Some((0.04 - high, high)),
            p: Some(p),
            blocks: 1000,
            ..DifferenceRow::default()
        }
    }

    /// One of three intervals excludes 0, which chance does too often.
    #[test]
    fn verdicts_are_adjusted_for_all_win_shares() {
        let mut rows = [row(0.03, 0.038), row(0.4, 0.07), row(0.001, 0.03)];
        conclude(&mut rows, 0.0);
        assert_eq!(rows.each_ref().map(|row| row.verdict), ["undecided", "undecided", "better"]);
        assert_eq!(rows.each_ref().map(DifferenceRow::is_certain), [false, false, true]);
        // What remains open needs more than what excluded 0 by itself.
        assert!(rows[0].blocks_needed.unwrap() > 1000, "{:?}", rows[0].blocks_needed);
        assert_eq!(rows[2].blocks_needed, None);
        // Without the last one, nothing is certain, and the sentence says why the first is not.
        let text = alone(&rows[..2]).unwrap();
        assert!(text.starts_with("By itself, 1 interval excludes 0, but one of 2 often"), "{text}");
        assert_eq!(alone(&rows[1..2]), None);
        conclude(&mut rows, 0.05);
        assert_eq!(rows[0].verdict, "equal");
    }
}
