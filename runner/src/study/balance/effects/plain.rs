use crate::export::answer::{Answer, Next, few};
use crate::export::items::{self, ItemFigures};
use crate::export::{figure::per_cent, sheet::Sheet, tables::WIN_SHARE};
use crate::study::{balance::effects::Report, run};
use drakkar_play::{appraisal::Continuation, branching::Treatment};
use drakkar_stats::{verdict::Verdict, worth::Judgement, worth::rate};

pub const PLAIN: [(Treatment, &str); 3] = [
    (Treatment::Grant, "One free extra item at the start of a round, against none"),
    (Treatment::Ban, "A seat that may not take it, compared with one that may"),
    (
        Treatment::Start,
        "Starting a round at no cost, compared with another seat starting it; the order of play continues from \
         there, or (once) returns with the next round",
    ),
];

impl Report<'_> {
    pub fn plain_sheets(&self, treatment: Treatment, title: &str) -> impl Iterator<Item = Sheet> {
        let name = match treatment {
            Treatment::Grant => "granted",
            Treatment::Ban => "banned",
            _ => "effect",
        };
        self.continuations().map(move |by| {
            self.kinds(self.first.worths(treatment, by.0), by, |row| row.0)
                .estimate("effect", "effect", |row| Some(row.1.margin))
                .share(("win share", WIN_SHARE[0]), WIN_SHARE[0], |row| row.1.share)
                .sheet(name, format!("{title}: {}", by.1))
        })
    }

    pub fn plain_answer(&self) -> Answer {
        let asked = PLAIN.iter().filter(|(treatment, _)| self.branching.judges(*treatment));
        let several = self.branching.agents.len() > 1;
        let told = asked.flat_map(|&(treatment, _)| {
            self.continuations().filter_map(move |(continuation, name)| {
                let said = self.effect(treatment, continuation)?;
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
            None if self.results.names.len() == 1 => run::report::answer(self.results),
            None => Answer::default(),
        }
    }

    /// What a treatment does significantly; the risk that any of its rows is named wrongly is 5 %.
    fn effect(&self, treatment: Treatment, continuation: Continuation) -> Option<String> {
        if treatment == Treatment::Start {
            return self.beginning(continuation);
        }
        let worths = self.first.worths(treatment, continuation);
        let margins: Vec<_> = worths.iter().map(|(_, found)| found.margin).collect();
        let judged = rate(&margins, &margins, 0.0);
        let judged: Vec<(usize, Judgement)> =
            worths.iter().map(|&(kind, _)| kind).zip(judged).collect();
        let (gain, loss, none) = match treatment {
            Treatment::Grant => (
                "A free extra item pays significantly",
                "A free extra item harms significantly",
                "Whether a free extra item of any type pays is undecided.",
            ),
            _ => (
                "A ban of one of these pays significantly",
                "A ban of one of these costs significantly",
                "Whether a ban of any single one of them costs anything is undecided.",
            ),
        };
        let apart = [(Verdict::Better, gain), (Verdict::Worse, loss)];
        let apart = apart.into_iter().filter_map(|(verdict, words)| {
            Some(format!("{words}, in points: {}.", self.named(&judged, verdict, continuation)?))
        });
        let apart: Vec<String> = apart.collect();
        Some(if apart.is_empty() { none.to_owned() } else { apart.join(" ") })
    }

    fn named(
        &self,
        judged: &[(usize, Judgement)],
        verdict: Verdict,
        continuation: Continuation,
    ) -> Option<String> {
        let mut such: Vec<_> = judged.iter().filter(|(_, one)| one.verdict == verdict).collect();
        such.sort_by(|(_, a), (_, b)| b.beyond.value.abs().total_cmp(&a.beyond.value.abs()));
        let told = such.into_iter();
        let told = told.map(|&(kind, ref one)| self.said(kind, continuation, &one.beyond));
        few(told)
    }

    fn habits(&self) -> Option<Answer> {
        // Not if the question is about other actions.
        let is_asked = |key: &str| self.branching.file == key;
        let table = self.results.items.filter(|table| table.has_facts() && is_asked(table.key))?;
        let (names, agent) = (self.results.names, usize::from(self.branching.sampling_policy));
        let line_up = vec![self.branching.sampling_policy; self.results.run.players];
        let places = items::places(&[line_up], names.len());
        let figures = items::items(&self.results.whole.sums.counters, table, &places);
        let own = figures.iter().filter(|one| one.agent == agent);
        let taken = own.filter_map(|one| Some((one.per_decision?, one)));
        let mut taken: Vec<(f64, &ItemFigures)> = taken.collect();
        taken.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let told = |&(part, one): &(f64, &ItemFigures)| {
            format!("{} ({})", table.items[one.item].name, per_cent(part))
        };
        let (most, least) = (told(taken.first()?), told(taken.last()?));
        let sentence = format!(
            "Where it could take one, {} took {most} most often and {least} least often. That is a habit of the player, \
             and no effect.",
            names[agent]
        );
        Some(Answer { sentences: vec![sentence], next: Next::flags("--method take") })
    }
}
