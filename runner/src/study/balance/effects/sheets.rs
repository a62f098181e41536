//! The tables that a run of branches ends in on the screen, and what is said below them.

use crate::export::summary::{signed, span};
use crate::{export::sheet::Sheet, study::balance::effects::Report};
use drakkar_play::appraisal::{Part, Pooled, RollOut};
use drakkar_play::branch::TRIES;
use drakkar_play::branching::{Branching, Treatment};
use drakkar_stats::verdict::Verdict;
use drakkar_stats::worth::{Estimate, Judgement};

impl Report<'_> {
    /// What a worth is made of, a table for each agent; none where it was not split.
    pub fn parts(&self) -> Vec<Sheet> {
        let head = ["kind", "own", "95 % interval", "denial", "95 % interval"];
        let sheets = self.roll_outs().map(|(roll_out, name)| {
            let rows = self.ordered(roll_out).into_iter().filter_map(|(kind, _)| {
                let part = |part| self.first.pooled(Treatment::Taken, kind, roll_out, part);
                let (own, denial) = (part(Part::Own)?, part(Part::Denial)?);
                let name = self.branching.kinds[kind].name.clone();
                Some([&[name][..], &told(own.margin), &told(denial.margin)].concat())
            });
            let title = format!("Parts of the worth, with roll-out by {name}");
            Sheet::new(title, &head, 1, rows)
        });
        sheets.filter(|sheet| !sheet.rows.is_empty()).collect()
    }

    /// What kinds are worth, and what is to be said of that: a table for each agent.
    pub fn verdicts(&self) -> Vec<Sheet> {
        let against = &self.branching.against;
        let sheets = self.roll_outs().map(|(roll_out, name)| {
            let mut head = vec!["kind", "worth", "95 % interval", "win share"];
            if !self.branching.alone {
                head.extend(["against others", "joint interval"]);
            }
            head.extend(["verdict", "rank"]);
            let stood_out = self.stood_out(roll_out);
            if stood_out {
                head.extend(["again", "95 % interval", "confirmed"]);
            }
            let rated = self.first.rated(roll_out);
            let rows = self.ordered(roll_out).into_iter().map(|(kind, worth)| {
                let rating = rated.get(&kind);
                let mut line = self.line(kind, &worth, rating);
                if stood_out {
                    let fresh = self.fresh(kind, roll_out, rating);
                    line.extend(fresh.map(|fresh| told(fresh.worth.margin)).unwrap_or_default());
                    line.push(fresh.map_or("", |fresh| fresh.confirmed).to_owned());
                }
                line
            });
            let title =
                format!("Worth with roll-out by {name}: margin of taking less that of `{against}`");
            Sheet::new(title, &head, 1, rows)
        });
        sheets.collect()
    }

    /// All kinds with what they are worth, the best first.
    fn ordered(&self, roll_out: RollOut) -> Vec<(usize, Pooled)> {
        let mut worths = self.first.worths(roll_out);
        worths.sort_by(|a, b| b.1.margin.value.total_cmp(&a.1.margin.value));
        worths
    }

    /// Whether there is a kind that was played again.
    fn stood_out(&self, roll_out: RollOut) -> bool {
        self.again.is_some_and(|again| !again.worths(roll_out).is_empty())
    }

    fn line(&self, kind: usize, worth: &Pooled, rating: Option<&Judgement>) -> Vec<String> {
        let rounds: Vec<String> = self.first.rounds(kind).iter().map(u32::to_string).collect();
        let verdict = match rating {
            None => format!("not compared: rounds {}", rounds.join(" ")),
            Some(Judgement { verdict: Verdict::Open, more: Some(more), .. }) => open(*more),
            Some(rating) => self.word(rating.verdict).to_owned(),
        };
        let mut line = vec![self.branching.kinds[kind].name.clone()];
        line.extend(told(worth.margin));
        line.push(points(worth.share.value));
        if !self.branching.alone {
            let beyond = |one: &Judgement| [signed(one.beyond.value), span(one.interval, signed)];
            line.extend(rating.map(beyond).unwrap_or_default());
        }
        line.push(verdict);
        line.push(match rating {
            None => String::new(),
            Some(one) if one.rank_low == one.rank_high => one.rank_low.to_string(),
            Some(one) => format!("{} to {}", one.rank_low, one.rank_high),
        });
        line
    }

    /// The same of what is judged in a way that has two branches.
    pub fn plain_sheets(&self, treatment: Treatment, title: &str) -> Vec<Sheet> {
        let head = ["kind", "margin", "95 % interval", "win share", "95 % interval"];
        let sheets = self.roll_outs().map(|(roll_out, name)| {
            let rows = self.branching.kinds.iter().enumerate().filter_map(|(kind, entry)| {
                let found = self.first.pooled(treatment, kind, roll_out, Part::Worth)?;
                let [margin, ends] = told(found.margin);
                let share = found.share.ends().map_or(String::new(), |ends| span(ends, points));
                Some(vec![entry.name.clone(), margin, ends, points(found.share.value), share])
            });
            Sheet::new(format!("{title}: {name}"), &head, 1, rows)
        });
        sheets.collect()
    }

    /// What the words in the tables mean.
    pub fn remarks(&self) -> String {
        let branching = self.branching;
        let roll_in = &self.results.names[usize::from(branching.roll_in)];
        let mut lines = Vec::new();
        if branching.judges(Treatment::Taken) {
            lines.push(format!(
                "Worth: the mean, over decisions of games of {roll_in} at which a kind may be taken, of the \
                 result of taking it less that of `{}` for the same seat; then all seats are played by \
                 the agent named, on the same deal with the same keys of all chance. Every round counts \
                 the same. Margin: own score less the mean of the others; pp: percentage points.",
                branching.against
            ));
            lines.push(self.meaning());
            let some = self.roll_outs().any(|(roll_out, ..)| self.stood_out(roll_out));
            lines.extend((branching.again > 0).then(|| match some {
                true => "Again: what stood out, on fresh deals, free of the luck that made it stand out: \
                         quote this one. Confirmed: there, too, the 95 % interval of what the verdict \
                         rests on lies on that side of 0."
                    .to_owned(),
                false => "Nothing stood out, so nothing was played again.".to_owned(),
            }));
            let few = branching.repeated().into_iter().filter(|&kind| {
                self.roll_outs().any(|(roll_out, ..)| {
                    self.first.worths(roll_out).iter().all(|&(other, _)| other != kind)
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
            lines.push(format!("{empty} decision points were not found in {TRIES} games each."));
        }
        lines.join("\n")
    }

    /// What the verdicts mean.
    fn meaning(&self) -> String {
        let Branching { alone, margin, against, .. } = self.branching;
        let equal = |word: &str| match *margin > 0.0 {
            true => format!(", {word} if it is within {margin} of it"),
            false => String::new(),
        };
        match alone {
            true => format!(
                "A kind is better or worse if it differs from `{against}`{}. The risk that any kind of a \
                 table gets one of these words wrongly is 5 % for each word. The intervals shown are \
                 those of single rows.",
                equal("equal")
            ),
            false => format!(
                "A kind is strong or weak if it differs from the mean of the others (weighted by their \
                 numbers; one that is far off moves it){}. The risk that any kind of a table is called \
                 strong or weak wrongly is 5 %, and that any is called fair wrongly, too. Joint intervals \
                 are of all kinds together, the others of single rows.",
                equal("fair")
            ),
        }
    }
}

/// A single margin and its 95 % interval in words.
pub fn told(estimate: Estimate) -> [String; 2] {
    let interval = estimate.ends().map_or("no variation".to_owned(), |ends| span(ends, signed));
    [signed(estimate.value), interval]
}

/// A difference of win shares.
fn points(share: f64) -> String {
    format!("{:+.2} pp", 100.0 * share)
}

/// What is said of a kind that is open, which `more` times as many decisions may decide.
fn open(more: f64) -> String {
    // An estimate this near to the border says little of what would decide it.
    let times = match more > MOST_TOLD {
        true => format!("more than {MOST_TOLD:.0}"),
        false => format!("{:.0}", more.ceil().max(2.0)),
    };
    format!("open: needs {times} times as many decisions")
}

/// Larger factors are not told.
const MOST_TOLD: f64 = 1000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_says_what_would_decide_it() {
        assert_eq!(open(1.2), "open: needs 2 times as many decisions");
        assert_eq!(open(6.01), "open: needs 7 times as many decisions");
        assert_eq!(open(1000.0), "open: needs 1000 times as many decisions");
        assert_eq!(open(31_415.9), "open: needs more than 1000 times as many decisions");
    }
}
