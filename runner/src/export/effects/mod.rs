//! The files and tables of branched games: what kinds are worth.

pub(crate) mod sheets;

use crate::export::fair;
use crate::export::figure::Figure;
use crate::export::lines::Lines;
use crate::export::results::{Named, Results};
use crate::export::sheet::Sheet;
use crate::export::what_if;
use crate::journal::branching::{Branching, How};
use crate::stats::appraisal::{Appraisal, Hands, Measure, Part, Pooled};
use crate::stats::verdict::Verdict;
use crate::stats::worth::{Estimate, Judgement};

/// The files and tables of a run of branches.
pub(crate) fn report(results: &Results<'_>, branching: &Branching) -> (Vec<Named>, Vec<Sheet>) {
    let whole = results.whole;
    let Some(branches) = &whole.sums.branches else { return (Vec::new(), Vec::new()) };
    let players = results.run.players;
    let first = Appraisal { branching, branches, players };
    let again = whole.confirmed.as_ref().and_then(|sums| sums.branches.as_ref());
    let again = again.map(|branches| Appraisal { branching, branches, players });
    let report = Report { results, branching, first, again };
    let stem = &branching.file;
    let mut files = Vec::new();
    let mut sheets = Vec::new();
    if report.has(How::Taken) {
        files.push((format!("{stem}_effect.csv"), report.effects()));
        files.push((format!("{stem}_effect_rounds.csv"), report.rounds()));
        sheets.extend(report.parts());
    }
    if report.has(How::Granted) {
        files.push((format!("{stem}_granted.csv"), report.plain(How::Granted)));
        sheets.extend(report.plain_sheets(
            How::Granted,
            "One more from outside at the start of a round, against nothing",
        ));
    }
    if report.has(How::Restricted) {
        files.push(("restricted.csv".to_owned(), report.plain(How::Restricted)));
        sheets.extend(
            report
                .plain_sheets(How::Restricted, "A seat that may not take it, against one that may"),
        );
    }
    if report.has(How::Leading) {
        files.push(("first.csv".to_owned(), report.first()));
        sheets.extend(report.plain_sheets(
            How::Leading,
            "Beginning a round for nothing, against somebody else doing so",
        ));
    }
    if branching.rule_sets() > 1 {
        let (file, tables) = what_if::report(&first, results.names);
        files.push(("what_if.csv".to_owned(), file));
        sheets.extend(tables);
    }
    if !branching.fair.is_empty() {
        let (file, lines) = fair::report(&first, results.names);
        files.push((fair::FILE.to_owned(), file));
        sheets.extend(lines);
    }
    // What everybody asked for stands where the eye is, at the end.
    if report.has(How::Taken) {
        sheets.extend(report.verdicts());
    }
    sheets.push(Sheet::line(report.remarks()));
    (files, sheets)
}

struct Report<'a> {
    results: &'a Results<'a>,
    branching: &'a Branching,
    first: Appraisal<'a>,
    /// The kinds that stood out, on fresh deals.
    again: Option<Appraisal<'a>>,
}

/// What fresh deals tell of a kind.
#[derive(Clone, Copy)]
struct Fresh {
    worth: Pooled,
    share: Option<Pooled>,
    /// What a verdict would rest on.
    beyond: Option<Estimate>,
    /// Whether what stood out does so here, too; of what did not there is nothing to confirm.
    confirmed: Option<bool>,
}

impl Fresh {
    fn confirmed(&self) -> &'static str {
        match self.confirmed {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        }
    }
}

/// What is said of a kind, if it is compared.
fn rating_of(rated: &[(usize, Judgement)], kind: usize) -> Option<&Judgement> {
    rated.iter().find(|(other, _)| *other == kind).map(|(_, rating)| rating)
}

impl Report<'_> {
    fn has(&self, how: How) -> bool {
        self.branching.cells.iter().any(|cell| cell.how == how)
    }

    fn agents(&self) -> impl Iterator<Item = (Hands, &str)> {
        self.branching.agents.iter().enumerate().map(|(agent, &number)| {
            (Hands { agent, rules: 0 }, self.results.names[usize::from(number)].as_str())
        })
    }

    /// What fresh deals tell of a kind that was played again; `rating` is what the first ones did.
    fn fresh(&self, kind: usize, hands: Hands, rating: Option<&Judgement>) -> Option<Fresh> {
        let again = self.again.as_ref()?;
        let pooled = |measure| again.pooled(How::Taken, kind, hands, measure, Part::Worth);
        let worth = pooled(Measure::Margin)?;
        let beyond = self.first.beyond(worth.estimate, kind, hands);
        let confirmed = rating.zip(beyond).and_then(|(one, beyond)| one.is_confirmed_by(&beyond));
        Some(Fresh { worth, share: pooled(Measure::Share), beyond, confirmed })
    }

    /// The word of a verdict: on things beside each other, or on actions alone.
    fn word(&self, verdict: Verdict) -> &'static str {
        match (verdict, self.branching.alone) {
            (Verdict::Better, false) => "strong",
            (Verdict::Worse, false) => "weak",
            (Verdict::Equal, false) => "fair",
            (Verdict::Better, true) => "better",
            (Verdict::Worse, true) => "worse",
            (Verdict::Equal, true) => "equal",
            (Verdict::Open, _) => "open",
        }
    }

    /// One row for each agent and kind, over all rounds.
    fn effects(&self) -> Vec<u8> {
        let mut lines = Lines::new();
        lines.row(HEAD);
        for (hands, name) in self.agents() {
            let rated = self.first.rated(hands);
            for (kind, worth) in self.first.worths(hands) {
                let part =
                    |measure, part| self.first.pooled(How::Taken, kind, hands, measure, part);
                let mut row = vec![
                    name.to_owned(),
                    self.results.run.rules.clone(),
                    self.branching.kinds[kind].name.clone(),
                    worth.rounds.to_string(),
                    worth.moments.to_string(),
                ];
                for pooled in [
                    Some(worth),
                    part(Measure::Margin, Part::Own),
                    part(Measure::Margin, Part::Denial),
                    part(Measure::Share, Part::Worth),
                    part(Measure::Share, Part::Own),
                    part(Measure::Share, Part::Denial),
                ] {
                    row.extend(figures(pooled));
                }
                let rating = rating_of(&rated, kind);
                let text = |of: &dyn Fn(&Judgement) -> String| rating.map(of).unwrap_or_default();
                let figure = |of: fn(&Judgement) -> f64| Figure(rating.map(of)).text();
                row.extend([
                    figure(|one| one.beyond.value),
                    figure(|one| one.interval.0),
                    figure(|one| one.interval.1),
                    text(&|one| self.word(one.verdict).to_owned()),
                    Figure(rating.and_then(|one| one.more)).text(),
                    text(&|one| one.rank_low.to_string()),
                    text(&|one| one.rank_high.to_string()),
                ]);
                let fresh = self.fresh(kind, hands, rating);
                let worth = fresh.map(|fresh| fresh.worth);
                row.push(worth.map_or(String::new(), |worth| worth.moments.to_string()));
                row.extend(figures(worth));
                row.extend(estimates(fresh.and_then(|fresh| fresh.beyond)));
                row.extend(figures(fresh.and_then(|fresh| fresh.share)));
                row.push(fresh.map_or("", |fresh| fresh.confirmed()).to_owned());
                lines.row(row);
            }
        }
        lines.bytes()
    }

    /// One row for each agent, kind, round and figure.
    fn rounds(&self) -> Vec<u8> {
        let mut lines = Lines::new();
        lines.row([
            "agent",
            "kind",
            "round",
            "decisions",
            "trunks",
            "empty",
            "left_out",
            "worth",
            "low",
            "high",
            "own",
            "own_low",
            "own_high",
            "denial",
            "denial_low",
            "denial_high",
            "share_worth",
            "share_low",
            "share_high",
            "with_sd",
            "without_sd",
            "difference_sd",
            "games_saved",
        ]);
        for (hands, name) in self.agents() {
            for (number, cell) in self.branching.cells.iter().enumerate() {
                if cell.how != How::Taken {
                    continue;
                }
                let sums = self.first.sums(number, hands);
                let branches = self.first.branches;
                let mut row = vec![
                    name.to_owned(),
                    self.branching.kinds[cell.kind].name.clone(),
                    cell.round.to_string(),
                    sums.margin.worth.blocks.to_string(),
                    branches.trunks[number].to_string(),
                    branches.empty[number].to_string(),
                    sums.failed.to_string(),
                ];
                for (measure, part) in [
                    (Measure::Margin, Part::Worth),
                    (Measure::Margin, Part::Own),
                    (Measure::Margin, Part::Denial),
                    (Measure::Share, Part::Worth),
                ] {
                    let found = self.first.of_cell(number, hands, measure, part);
                    row.extend(estimates(found));
                }
                let (effect, unit) = self.first.effect(number, hands, Measure::Margin);
                let worth = &effect.worth;
                let root = (worth.blocks as f64).sqrt();
                let found = worth.difference(unit, true);
                let saved = found.and_then(|found| found.variance_reduction);
                let spread = |error: Option<f64>| Figure(error.map(|error| error * root)).text();
                row.push(spread(worth.one.error(unit)));
                row.push(spread(worth.two.error(unit)));
                row.push(spread(found.and_then(|found| found.error)));
                let factor = saved.filter(|&saved| saved < 1.0).map(|saved| 1.0 / (1.0 - saved));
                row.push(Figure(factor).text());
                lines.row(row);
            }
        }
        lines.bytes()
    }

    /// One row for each agent and kind that is judged in a way that has two branches.
    fn plain(&self, how: How) -> Vec<u8> {
        let mut lines = Lines::new();
        lines.row([&["agent", "kind", "rounds", "moments"], &WORTH[..]].concat());
        for (hands, name) in self.agents() {
            for (kind, entry) in self.branching.kinds.iter().enumerate() {
                let part = |measure| self.first.pooled(how, kind, hands, measure, Part::Worth);
                let Some(worth) = part(Measure::Margin) else { continue };
                let mut row = vec![
                    name.to_owned(),
                    entry.name.clone(),
                    worth.rounds.to_string(),
                    worth.moments.to_string(),
                ];
                row.extend(figures(Some(worth)));
                row.extend(figures(part(Measure::Share)));
                lines.row(row);
            }
        }
        lines.bytes()
    }

    /// What it is worth to begin a round, round by round.
    fn first(&self) -> Vec<u8> {
        let mut lines = Lines::new();
        lines.row([&["agent", "round", "moments"], &WORTH[..]].concat());
        for (hands, name) in self.agents() {
            for (number, cell) in self.branching.cells.iter().enumerate() {
                if cell.how != How::Leading {
                    continue;
                }
                let part = |measure| self.first.of_cell(number, hands, measure, Part::Worth);
                let Some(worth) = part(Measure::Margin) else { continue };
                let mut row =
                    vec![name.to_owned(), cell.round.to_string(), worth.samples.to_string()];
                row.extend(estimates(Some(worth)));
                row.extend(estimates(part(Measure::Share)));
                lines.row(row);
            }
        }
        lines.bytes()
    }
}

/// Columns of a worth, by margin and by win share.
pub(super) const WORTH: [&str; 6] =
    ["worth", "low", "high", "share_worth", "share_low", "share_high"];

const HEAD: [&str; 41] = [
    "agent",
    "rules",
    "kind",
    "rounds",
    "decisions",
    "worth",
    "ci_low",
    "ci_high",
    "own",
    "own_low",
    "own_high",
    "denial",
    "denial_low",
    "denial_high",
    "share_worth",
    "share_low",
    "share_high",
    "share_own",
    "share_own_low",
    "share_own_high",
    "share_denial",
    "share_denial_low",
    "share_denial_high",
    "against_others",
    "against_low",
    "against_high",
    "verdict",
    "times_as_many",
    "rank_low",
    "rank_high",
    "again_decisions",
    "again",
    "again_low",
    "again_high",
    "again_against",
    "again_against_low",
    "again_against_high",
    "again_share",
    "again_share_low",
    "again_share_high",
    "confirmed",
];

/// Value and both ends of the 95 % interval, which are empty where nothing varies.
fn figures(pooled: Option<Pooled>) -> [String; 3] {
    estimates(pooled.map(|pooled| pooled.estimate))
}

/// The same of an estimate.
pub(crate) fn estimates(estimate: Option<Estimate>) -> [String; 3] {
    let ends = estimate.and_then(|estimate| estimate.ends());
    [estimate.map(|estimate| estimate.value), ends.map(|ends| ends.0), ends.map(|ends| ends.1)]
        .map(|value| Figure(value).text())
}
