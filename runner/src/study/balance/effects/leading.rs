//! The effect of starting a round: with later rounds following from there, and for this round alone.

use crate::export::cell::{Cell, Value};
use crate::export::figure::span;
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::unit::FigureUnit;
use crate::export::{figure::with_sign, tables::WIN_SHARE};
use crate::study::balance::effects::Report;
use drakkar_play::{appraisal::Continuation, appraisal::Part, branching::Treatment};
use drakkar_stats::worth::Estimate;

type Both = [[Estimate; 2]; 2];

impl Report<'_> {
    pub fn leading_sheets(&self, title: &str) -> impl Iterator<Item = Sheet> {
        self.continuations().map(move |(continuation, name)| {
            let rounds = self.branching.cells_by(Treatment::Start);
            let rounds = rounds.filter_map(|(number, cell)| {
                let of = |part| self.first.of_cell(number, continuation, part);
                Some((Some(cell.round), [of(Part::Worth)?, of(Part::Once)?]))
            });
            let mean = self.led(continuation).map(|figures| (None, figures));
            DeclaredTable::of(rounds.chain(mean))
                .said(("round", ["agent", "round"]), |(round, _): &(Option<u32>, Both)| {
                    let shown = round.map_or_else(|| "mean".to_owned(), |round| round.to_string());
                    Cell::new(shown, [name.into(), Value::from(*round)])
                })
                .estimate("effect", "effect", |(_, figures)| Some(figures[0][0]))
                .estimate("once", "once", |(_, figures)| Some(figures[1][0]))
                .share(("win share", WIN_SHARE[0]), WIN_SHARE[0], |(_, figures)| figures[0][1])
                .share(("once", "share_once"), "share_once", |(_, figures)| figures[1][1])
                .sheet("start", format!("{title}: {name}"))
        })
    }

    fn led(&self, continuation: Continuation) -> Option<Both> {
        let (_, cell) = self.branching.cells_by(Treatment::Start).next()?;
        let of = |part| {
            let found = self.first.pooled(Treatment::Start, cell.kind, continuation, part)?;
            Some([found.margin, found.share])
        };
        Some([of(Part::Worth)?, of(Part::Once)?])
    }

    pub fn beginning(&self, continuation: Continuation) -> Option<String> {
        let [[good, _], [once, _]] = self.led(continuation)?;
        Some(said(&good, &once))
    }
}

fn said(good: &Estimate, once: &Estimate) -> String {
    let figures = |found: &Estimate| match found.ends() {
        Some(ends) => {
            let text = FigureUnit::Signed.writer(Some(found.value), Some(ends));
            format!("{} points ({})", text(found.value), span(ends, text))
        }
        None => format!("{} points wherever it was tried", with_sign(found.value, 2)),
    };
    let does = |found: &Estimate| match found.ends() {
        None => "gives",
        Some((low, _)) if low > 0.0 => "pays:",
        Some((_, high)) if high < 0.0 => "harms:",
        Some(_) => "may pay or harm:",
    };
    format!(
        "Starting a round {} {}, if the order of play continues from there. For this round alone it {} {}.",
        does(good),
        figures(good),
        does(once),
        figures(once)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_is_told_by_its_intervals() {
        let told = |good: (f64, f64), once: (f64, f64)| {
            let estimate = |(value, error)| Estimate { value, error, samples: 1_000_000 };
            said(&estimate(good), &estimate(once))
        };
        assert_eq!(
            told((2.0, 0.5), (-2.0, 0.5)),
            "Starting a round pays: +2.00 points (+1.02 to +2.98), if the order of play continues from there. For this \
             round alone it harms: -2.00 points (-2.98 to -1.02)."
        );
        assert_eq!(
            told((0.5, 0.5), (1.0, 0.0)),
            "Starting a round may pay or harm: +0.50 points (-0.48 to +1.48), if the order of play continues from \
             there. For this round alone it gives +1.00 points wherever it was tried."
        );
    }
}
