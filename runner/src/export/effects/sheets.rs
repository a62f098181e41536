//! The tables that a run of branches ends in on the screen, and what is said below them.

use crate::export::effects::{Report, word};
use crate::export::sheet::Sheet;
use crate::export::summary::{signed, span};
use crate::journal::branching::How;
use crate::play::branch::TRIES;
use crate::stats::appraisal::{Hands, Measure, Part, Pooled};
use crate::stats::verdict::Verdict;
use crate::stats::worth::{Estimate, Rating};

impl Report<'_> {
    /// What kinds are worth, a table for each agent.
    pub(super) fn sheets(&self) -> Vec<Sheet> {
        self.agents()
            .map(|(hands, name)| {
                let against = &self.branching.against;
                let title = format!(
                    "Worth in the hands of {name}: margin of taking less that of `{against}`"
                );
                let mut head = vec![
                    "kind",
                    "worth",
                    "95 % interval",
                    "own",
                    "denial",
                    "win share",
                    "against others",
                    "verdict",
                    "rank",
                ];
                let stood_out = self.stood_out(hands);
                if stood_out {
                    head.extend(["again", "95 % interval"]);
                }
                let mut sheet = Sheet::new(&title, &head, 1);
                let rated = self.first.rated(hands);
                let mut worths = self.first.worths(hands);
                worths.sort_by(|a, b| b.1.estimate.value.total_cmp(&a.1.estimate.value));
                for (kind, worth) in worths {
                    let rating = rated.iter().find(|(other, _)| *other == kind);
                    let rating = rating.map(|(_, rating)| rating);
                    let mut line = self.line(hands, kind, &worth, rating);
                    if stood_out {
                        let again = self.fresh(kind, hands).map(|again| again.estimate);
                        line.push(again.map(|again| signed(again.value)).unwrap_or_default());
                        line.push(again.map(interval).unwrap_or_default());
                    }
                    sheet.rows.push(line);
                }
                sheet
            })
            .collect()
    }

    /// Whether there is a kind that was played again.
    fn stood_out(&self, hands: Hands) -> bool {
        (0..self.branching.kinds.len()).any(|kind| self.fresh(kind, hands).is_some())
    }

    fn line(
        &self,
        hands: Hands,
        kind: usize,
        worth: &Pooled,
        rating: Option<&Rating>,
    ) -> Vec<String> {
        let part = |measure, part| {
            let found = self.first.pooled(How::Taken, kind, hands, measure, part);
            found.map(|found| found.estimate.value)
        };
        let rounds: Vec<String> = self.first.rounds(kind).iter().map(u32::to_string).collect();
        let verdict = match rating {
            None => format!("not compared: rounds {}", rounds.join(" ")),
            Some(Rating { verdict: Verdict::Open, more: Some(more), .. }) if *more <= 1000.0 => {
                format!("open, {:.0} times as many", more.ceil().max(2.0))
            }
            Some(rating) => word(rating.verdict).to_owned(),
        };
        vec![
            self.branching.kinds[kind].name.clone(),
            signed(worth.estimate.value),
            interval(worth.estimate),
            part(Measure::Margin, Part::Own).map(signed).unwrap_or_default(),
            part(Measure::Margin, Part::Denial).map(signed).unwrap_or_default(),
            part(Measure::Share, Part::Worth).map(percent).unwrap_or_default(),
            rating.map(|one| signed(one.beyond.value)).unwrap_or_default(),
            verdict,
            match rating {
                None => String::new(),
                Some(one) if one.rank_low == one.rank_high => one.rank_low.to_string(),
                Some(one) => format!("{} to {}", one.rank_low, one.rank_high),
            },
        ]
    }

    /// The same of what is judged in a way that has two branches.
    pub(super) fn plain_sheets(&self, how: How, title: &str) -> Vec<Sheet> {
        let sheets = self.agents().map(|(hands, name)| {
            let head = ["kind", "margin", "95 % interval", "win share", "95 % interval"];
            let mut sheet = Sheet::new(&format!("{title}: {name}"), &head, 1);
            for (kind, entry) in self.branching.kinds.iter().enumerate() {
                let part = |measure| self.first.pooled(how, kind, hands, measure, Part::Worth);
                let (Some(margin), Some(share)) = (part(Measure::Margin), part(Measure::Share))
                else {
                    continue;
                };
                sheet.rows.push(vec![
                    entry.name.clone(),
                    signed(margin.estimate.value),
                    interval(margin.estimate),
                    percent(share.estimate.value),
                    share.estimate.ends().map_or(String::new(), |ends| span(ends, percent)),
                ]);
            }
            sheet
        });
        sheets.collect()
    }

    /// What the words in the tables mean.
    pub(super) fn remarks(&self) -> String {
        let branching = self.branching;
        let trunk = &self.results.names[usize::from(branching.trunk)];
        let mut lines = Vec::new();
        if self.has(How::Taken) {
            lines.push(format!(
                "Margin: own score less the mean of the others. Decisions come from games of {trunk}; \
                 every round counts the same.\nA kind is strong or weak if it differs from the mean of \
                 the others (weighted by their numbers; one that is far off moves it),\nfair if it is \
                 within {} of it. The risk that any kind is called strong or weak wrongly is 5 %, and \
                 that any is called\nfair wrongly, too. The intervals shown are those of single rows.",
                branching.margin
            ));
            let some = self.agents().any(|(hands, _)| self.stood_out(hands));
            lines.extend((branching.again > 0).then(|| match some {
                true => "Again: what stood out, on fresh deals, free of the luck that made it stand out; \
                         quote this one."
                    .to_owned(),
                false => "Nothing stood out, so nothing was played again.".to_owned(),
            }));
            let few = branching.repeated().into_iter().filter(|&kind| {
                self.agents().any(|(hands, _)| {
                    self.first.worths(hands).iter().all(|&(other, _)| other != kind)
                })
            });
            let few: Vec<&str> = few.map(|kind| branching.kinds[kind].name.as_str()).collect();
            if !few.is_empty() {
                lines.push(format!("Too few decisions in some round: {}.", few.join(", ")));
            }
        }
        if branching.independent {
            let text = "Branches have keys of their own here: intervals are wider than need be.";
            lines.push(text.to_owned());
        }
        let empty: i128 = self.first.branches.empty.iter().sum();
        if empty > 0 {
            lines.push(format!("{empty} moments were not found in {TRIES} games each."));
        }
        lines.join("\n")
    }
}

/// The 95 % interval of a single figure, in words.
pub(crate) fn interval(estimate: Estimate) -> String {
    estimate.ends().map_or("no variation".to_owned(), |ends| span(ends, signed))
}

/// A difference of win shares.
fn percent(share: f64) -> String {
    format!("{:+.2} %", 100.0 * share)
}
