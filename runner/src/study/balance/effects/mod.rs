mod files;
mod leading;
mod plain;
mod sheets;
mod variants;

use crate::export::answer::{Answer, StudyReport};
use crate::{error::Error, export::results::Results, export::sheet::Sheet};
use drakkar_play::appraisal::{Appraisal, Continuation, Part, Pooled};
use drakkar_play::branching::{Branching, Treatment};
use drakkar_stats::verdict::Verdict;
use drakkar_stats::worth::{Estimate, Judgement};

pub fn report(results: &Results<'_>, branching: &Branching) -> Result<StudyReport, Error> {
    let whole = results.whole;
    let Some(branches) = &whole.sums.branches else { return Ok(StudyReport::default()) };
    let players = results.run.players;
    let first = Appraisal { branching, branches, players };
    let again = whole.confirmed.as_ref().and_then(|sums| sums.branches.as_ref());
    let again = again.map(|branches| Appraisal { branching, branches, players });
    let report = Report { results, branching, first, again };
    let stem = &branching.file;
    let mut files = Vec::new();
    let mut sheets = Vec::new();
    if branching.judges(Treatment::Take) {
        files.push((format!("{stem}_effect.csv"), report.effects()));
        files.push((format!("{stem}_effect_rounds.csv"), report.rounds()));
        sheets.extend(report.parts().map(Sheet::detail));
        sheets.extend(report.beside().map(Sheet::detail));
        sheets.extend(report.strengths().map(Sheet::detail));
    }
    for (treatment, title) in plain::PLAIN {
        if branching.judges(treatment) {
            let (name, file) = match treatment {
                Treatment::Grant => (format!("{stem}_granted.csv"), report.plain(treatment)),
                Treatment::Start => ("start.csv".to_owned(), report.first()),
                _ => ("banned.csv".to_owned(), report.plain(treatment)),
            };
            files.push((name, file));
            // They are the answer if there was no other question.
            let detail = branching.judges(Treatment::Take);
            let shown = |sheet| Sheet { detail, ..sheet };
            match treatment {
                Treatment::Start => sheets.extend(report.leading_sheets(title).map(shown)),
                _ => sheets.extend(report.plain_sheets(treatment, title).map(shown)),
            }
        }
    }
    if branching.rule_sets() > 1 {
        let (file, tables) = report.what_if();
        files.push(("what_if.csv".to_owned(), file));
        sheets.extend(tables);
    }
    // The main answer comes last, where people look first.
    if branching.judges(Treatment::Take) {
        sheets.extend(report.verdicts());
    }
    sheets.extend(report.remarks().map(Sheet::line));
    let mut answer = Answer::default();
    if !branching.fair.is_empty() {
        let (file, sentences) = report.fair();
        files.push(("fair.csv".to_owned(), file));
        answer.sentences = sentences;
    } else if branching.judges(Treatment::Take) {
        answer = report.answer();
        answer.sentences.extend(report.strengths_differ());
    } else {
        answer = report.plain_answer();
    }
    Ok(StudyReport { tables: files, sheets, answer, ..StudyReport::default() })
}

struct Report<'a> {
    results: &'a Results<'a>,
    branching: &'a Branching,
    first: Appraisal<'a>,
    again: Option<Appraisal<'a>>,
}

#[derive(Clone, Copy)]
struct Fresh {
    worth: Pooled,
    beyond: Option<Estimate>,
    /// Whether fresh deals replicate what was unbalanced; if nothing was, there is nothing to replicate.
    confirmed: &'static str,
}

impl Report<'_> {
    fn continuations(&self) -> impl Iterator<Item = (Continuation, &str)> {
        let all = (0..self.branching.agents.len()).map(|agent| Continuation { agent, rules: 0 });
        all.map(|continuation| (continuation, self.name(continuation)))
    }

    fn name(&self, continuation: Continuation) -> &str {
        &self.results.names[usize::from(self.branching.agents[continuation.agent])]
    }

    /// The result of fresh deals for a kind that was played again; `rating` is that of the first deals.
    fn fresh(
        &self,
        kind: usize,
        continuation: Continuation,
        rating: Option<&Judgement>,
    ) -> Option<Fresh> {
        let again = self.again.as_ref()?;
        let worth = again.pooled(Treatment::Take, kind, continuation, Part::Worth)?;
        let beyond = self.first.beyond(worth.margin, kind, &self.first.comparable(continuation));
        let confirmed = rating.zip(beyond).and_then(|(one, beyond)| one.is_confirmed_by(&beyond));
        let confirmed = confirmed.map_or("", |confirmed| if confirmed { "yes" } else { "no" });
        Some(Fresh { worth, beyond, confirmed })
    }

    fn word(&self, verdict: Verdict) -> &'static str {
        if self.branching.alone { verdict.name() } else { word(verdict) }
    }
}

pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "strong",
        Verdict::Worse => "weak",
        Verdict::Equal => "fair",
        Verdict::Open => "undecided",
    }
}
