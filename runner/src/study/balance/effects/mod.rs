//! The files and tables of branched games: what kinds are worth.

mod files;
pub(crate) mod sheets;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::results::{Named, Results};
use crate::export::sheet::Sheet;
use crate::study::balance::fair;
use crate::study::balance::what_if;
use drakkar_play::appraisal::{Appraisal, Measure, Part, Pooled, RollOut};
use drakkar_play::branching::{Branching, Treatment};
use drakkar_stats::verdict::Verdict;
use drakkar_stats::worth::{Estimate, Judgement};

/// The files and tables of a run of branches.
pub(crate) fn report(
    results: &Results<'_>,
    branching: &Branching,
) -> Result<(Vec<Named>, Vec<Sheet>), Error> {
    let whole = results.whole;
    let Some(branches) = &whole.sums.branches else { return Ok((Vec::new(), Vec::new())) };
    let players = results.run.players;
    let first = Appraisal { branching, branches, players };
    let again = whole.confirmed.as_ref().and_then(|sums| sums.branches.as_ref());
    let again = again.map(|branches| Appraisal { branching, branches, players });
    let report = Report { results, branching, first, again };
    let stem = &branching.file;
    let mut files = Vec::new();
    let mut sheets = Vec::new();
    if report.has(Treatment::Taken) {
        files.push((format!("{stem}_effect.csv"), report.effects()?));
        files.push((format!("{stem}_effect_rounds.csv"), report.rounds()?));
        sheets.extend(report.parts());
    }
    if report.has(Treatment::Granted) {
        files.push((format!("{stem}_granted.csv"), report.plain(Treatment::Granted)?));
        sheets.extend(report.plain_sheets(
            Treatment::Granted,
            "One more from outside at the start of a round, against nothing",
        ));
    }
    if report.has(Treatment::Restricted) {
        files.push(("restricted.csv".to_owned(), report.plain(Treatment::Restricted)?));
        sheets.extend(report.plain_sheets(
            Treatment::Restricted,
            "A seat that may not take it, against one that may",
        ));
    }
    if report.has(Treatment::Leading) {
        files.push(("first.csv".to_owned(), report.first()?));
        sheets.extend(report.plain_sheets(
            Treatment::Leading,
            "Beginning a round for nothing, against somebody else doing so",
        ));
    }
    if branching.rule_sets() > 1 {
        let (file, tables) = what_if::report(&first, results)?;
        files.push(("what_if.csv".to_owned(), file));
        sheets.extend(tables);
    }
    if !branching.fair.is_empty() {
        let (file, lines) = fair::report(&first, results)?;
        files.push((fair::FILE.to_owned(), file));
        sheets.extend(lines);
    }
    // What everybody asked for stands where the eye is, at the end.
    if report.has(Treatment::Taken) {
        sheets.extend(report.verdicts());
    }
    sheets.push(Sheet::line(report.remarks()));
    Ok((files, sheets))
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
    fn has(&self, treatment: Treatment) -> bool {
        self.branching.cells.iter().any(|cell| cell.treatment == treatment)
    }

    /// The agents that play on, the roll-out policies, as files have them.
    fn agents(&self) -> impl Iterator<Item = (RollOut, &str)> {
        self.called(self.results.names)
    }

    /// The same as tables have them.
    fn shown(&self) -> impl Iterator<Item = (RollOut, &str)> {
        self.called(self.results.shown)
    }

    fn called<'n>(&self, names: &'n [String]) -> impl Iterator<Item = (RollOut, &'n str)> {
        self.branching.agents.iter().enumerate().map(|(agent, &number)| {
            (RollOut { agent, rules: 0 }, names[usize::from(number)].as_str())
        })
    }

    /// What fresh deals tell of a kind that was played again; `rating` is what the first ones did.
    fn fresh(&self, kind: usize, roll_out: RollOut, rating: Option<&Judgement>) -> Option<Fresh> {
        let again = self.again.as_ref()?;
        let pooled = |measure| again.pooled(Treatment::Taken, kind, roll_out, measure, Part::Worth);
        let worth = pooled(Measure::Margin)?;
        let beyond = self.first.beyond(worth.estimate, kind, roll_out);
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
}

/// Value and both ends of the 95 % interval, which are empty where nothing varies.
pub(crate) fn ends(estimate: Option<Estimate>) -> [Figure; 3] {
    let ends = estimate.and_then(|estimate| estimate.ends());
    [estimate.map(|estimate| estimate.value), ends.map(|ends| ends.0), ends.map(|ends| ends.1)]
        .map(Figure)
}
