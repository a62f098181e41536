use crate::export::answer::{Answer, Next, few};
use crate::export::items::{self, ItemFigures};
use crate::export::{figure::per_cent, figure::points, sheet::Sheet, tables::WIN_SHARE};
use crate::study::{balance::effects::Report, run};
use drakkar_play::{appraisal::Part, appraisal::Pooled, appraisal::RollOut, branching::Treatment};
use drakkar_stats::{verdict::Verdict, worth::Judgement, worth::rate};

pub const PLAIN: [(Treatment, &str); 3] = [
    (Treatment::Granted, "One more from outside at the start of a round, against nothing"),
    (Treatment::Restricted, "A seat that may not take it, compared with one that may"),
    (
        Treatment::Leading,
        "Beginning a round free of charge, compared with another seat beginning it; the order of play goes on from \
         there, or (once) returns with the next round",
    ),
];

impl Report<'_> {
    pub fn plain_sheets(&self, treatment: Treatment, title: &str) -> impl Iterator<Item = Sheet> {
        let name = match treatment {
            Treatment::Granted => "granted",
            Treatment::Restricted => "restricted",
            _ => "worth",
        };
        self.roll_outs().map(move |by| {
            self.kinds(self.plain_worths(treatment, by.0), by, |row| row.0)
                .estimate("margin", "margin", |row| Some(row.1.margin))
                .figure(("win share", WIN_SHARE[0]), points, |row| Some(row.1.share.value))
                .span(WIN_SHARE[0], points, |row| row.1.share.ends())
                .sheet(name, format!("{title}: {}", by.1))
        })
    }

    pub fn plain_answer(&self) -> Answer {
        let asked = PLAIN.iter().filter(|(treatment, _)| self.branching.judges(*treatment));
        let several = self.branching.agents.len() > 1;
        let told = asked.flat_map(|&(treatment, _)| {
            self.roll_outs().filter_map(move |(roll_out, name)| {
                let said = self.effect(treatment, roll_out)?;
                Some(if several { format!("{name}: {said}") } else { said })
            })
        });
        let sentences: Vec<String> = told.collect();
        if !sentences.is_empty() {
            return Answer { sentences, next: None };
        }
        match self.habits() {
            Some(answer) => answer,
            // Seats of one agent.
            None if self.results.names.len() == 1 => run::told::answer(self.results),
            None => Answer::default(),
        }
    }

    pub fn plain_worths(&self, treatment: Treatment, roll_out: RollOut) -> Vec<(usize, Pooled)> {
        let kinds = 0..self.branching.kinds.len();
        let found = |kind| self.first.pooled(treatment, kind, roll_out, Part::Worth);
        kinds.filter_map(|kind| Some((kind, found(kind)?))).collect()
    }

    /// What a treatment certainly does; the risk that any of its rows is named wrongly is 5 %.
    fn effect(&self, treatment: Treatment, roll_out: RollOut) -> Option<String> {
        if treatment == Treatment::Leading {
            return self.beginning(roll_out);
        }
        let worths = self.plain_worths(treatment, roll_out);
        let margins: Vec<_> = worths.iter().map(|(_, found)| found.margin).collect();
        let judged = rate(&margins, &margins, 0.0);
        let judged: Vec<(usize, Judgement)> =
            worths.iter().map(|&(kind, _)| kind).zip(judged).collect();
        let (gain, loss, none) = match treatment {
            Treatment::Granted => (
                "One more is certainly worth something",
                "One more certainly harms",
                "Whether one more of anything is worth something is open.",
            ),
            _ => (
                "Being forbidden one of these certainly pays",
                "Being forbidden one of these certainly costs",
                "Whether being forbidden any single one of them costs anything is open.",
            ),
        };
        let apart = [(Verdict::Better, gain), (Verdict::Worse, loss)];
        let apart = apart.into_iter().filter_map(|(verdict, words)| {
            Some(format!("{words}, in points: {}.", self.named(&judged, verdict, roll_out)?))
        });
        let apart: Vec<String> = apart.collect();
        Some(if apart.is_empty() { none.to_owned() } else { apart.join(" ") })
    }

    fn named(
        &self,
        judged: &[(usize, Judgement)],
        verdict: Verdict,
        roll_out: RollOut,
    ) -> Option<String> {
        let mut such: Vec<_> = judged.iter().filter(|(_, one)| one.verdict == verdict).collect();
        such.sort_by(|(_, a), (_, b)| b.beyond.value.abs().total_cmp(&a.beyond.value.abs()));
        let told = such.into_iter();
        let told = told.map(|&(kind, ref one)| self.said(kind, roll_out, one.beyond.value));
        few(told)
    }

    fn habits(&self) -> Option<Answer> {
        // Not if the question is about other actions.
        let is_asked = |key: &str| self.branching.file == key;
        let table = self.results.items.filter(|table| table.has_facts() && is_asked(table.key))?;
        let (names, agent) = (self.results.names, usize::from(self.branching.roll_in));
        let line_up = vec![self.branching.roll_in; self.results.run.players];
        let places = items::places(&[line_up], names.len());
        let figures = items::items(&self.results.whole.sums.counters, table, &places);
        let mut taken: Vec<(f64, &ItemFigures)> = figures
            .iter()
            .filter(|one| one.agent == agent)
            .filter_map(|one| Some((one.per_decision?, one)))
            .collect();
        taken.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let told = |&(part, one): &(f64, &ItemFigures)| {
            format!("{} ({})", table.items[one.item].name, per_cent(part))
        };
        let (most, least) = (told(taken.first()?), told(taken.last()?));
        let sentence = format!(
            "Where it could take one, {} took {most} most often and {least} least often. That is what it does, \
             not what they are worth.",
            names[agent]
        );
        Some(Answer { sentences: vec![sentence], next: Next::flags("--judge taken") })
    }
}
