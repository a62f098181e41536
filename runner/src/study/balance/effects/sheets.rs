//! The tables at the end of a run of branches, and the text below them.

use crate::export::cell::{self, Cell, Value};
use crate::export::figure::{joined, shown};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::export::unit::FigureUnit;
use crate::export::{answer::Answer, answer::Next, answer::few, figure::per_cent};
use crate::games::on_fresh;
use crate::study::balance::effects::Report;
use drakkar_engine::rules::value_at;
use drakkar_play::appraisal::{Continuation, Part, Pooled};
use drakkar_play::{branch::TRIES, branching::Branching, branching::Treatment};
use drakkar_stats::worth::{Estimate, Judgement};
use drakkar_stats::{interval::FEWEST_SAMPLES, p_value::LEVEL, verdict::Verdict};

impl Report<'_> {
    /// The parts of an effect, a table for each agent; none if it was not split.
    pub fn parts(&self) -> impl Iterator<Item = Sheet> {
        self.continuations().filter_map(|by| {
            let part = |kind, part| self.first.pooled(Treatment::Take, kind, by.0, part);
            let rows = self.ordered(by.0).into_iter().filter_map(|(kind, _)| {
                Some((kind, part(kind, Part::Own)?.margin, part(kind, Part::Denial)?.margin))
            });
            self.kinds(rows, by, |row| row.0)
                .estimate("own", "own", |row| Some(row.1))
                .estimate("denial", "denial", |row| Some(row.2))
                .sheet("parts", format!("Parts of the effect, continued by {}", by.1))
                .filled()
        })
    }

    /// The effects of kinds and remarks on them: a table for each agent.
    pub fn verdicts(&self) -> impl Iterator<Item = Sheet> {
        self.continuations().map(|by| {
            let rated = self.first.rated(by.0);
            let table = self.kinds(self.ordered(by.0), by, |row| row.0);
            let mut table = table.estimate("effect", "effect", |row| Some(row.1.margin));
            if !self.branching.alone {
                table = table.cell("difference", |(kind, _)| {
                    let beyond = rated.get(kind).map(|one| &one.beyond);
                    Cell::new(shown(beyond, alone), [beyond.map(|one| one.value).into()])
                });
            }
            table = table
                .cell(("verdict", ["verdict", "times_as_many"]), |(kind, _)| {
                    self.verdict(*kind, rated.get(kind))
                })
                .cell(("rank", ["rank_low", "rank_high"]), |(kind, _)| {
                    let ranks = rated.get(kind).map(|one| (one.rank_low, one.rank_high));
                    let shown = match ranks {
                        None => String::new(),
                        Some((low, high)) if low == high => low.to_string(),
                        Some((low, high)) => format!("{low} to {high}"),
                    };
                    let (low, high) = ranks.unzip();
                    Cell::new(shown, [low, high].map(Value::from))
                });
            if self.stood_out(by.0) {
                let fresh = |kind| self.fresh(kind, by.0, rated.get(&kind));
                table = table
                    .estimate("replication", "replication", |row| Some(fresh(row.0)?.worth.margin))
                    .plain("replicated", |row| fresh(row.0).map(|fresh| fresh.confirmed));
            }
            let (against, name) = (self.branching.against_in_words(), by.1);
            let title = format!("Effect in points, taking against {against}, continued by {name}");
            table.sheet("effect", title)
        })
    }

    /// The effect with each decision alike, and against what is taken in the place of the kind.
    pub fn beside(&self) -> impl Iterator<Item = Sheet> {
        self.continuations().map(|by| {
            let table = self.kinds(self.ordered(by.0), by, |row| row.0);
            let mut table = table.estimate("weighted", "weighted", |&(kind, _)| {
                self.first.per_decision(kind, by.0).map(|[margin, _]| margin)
            });
            if self.branching.next {
                table = table.estimate("next", "next", |&(kind, _)| {
                    let next = self.first.pooled(Treatment::Take, kind, by.0, Part::Next);
                    next.map(|next| next.margin)
                });
            }
            let title = format!("The effect counted otherwise, continued by {}", by.1);
            let taken = |row: &(usize, Pooled)| self.first.takes(row.0, by.0);
            table.figure("taken", per_cent, taken).sheet("beside", title)
        })
    }

    /// The effects of kinds minus those with the first continuation policy; none if there is no other.
    pub fn strengths(&self) -> Option<Sheet> {
        let found = self.first.difference_first();
        let first = self.name(Continuation { agent: 0, rules: 0 });
        let title =
            format!("Effect in points minus that continued by {first}, at the same decisions");
        DeclaredTable::of(&found)
            // Programs read it beside the kind.
            .said(("agent", []), |((by, ..), _)| Cell::new(self.name(*by), []))
            .said(KIND, |((by, kind, _), _)| self.kind(*kind, (*by, self.name(*by))))
            .estimate("difference", "difference", |((.., worth), _)| Some(worth.margin))
            .plain("significant", |(_, p)| if *p <= LEVEL { "yes" } else { "no" })
            .sheet("strengths", title)
            .filled()
    }

    pub fn strengths_differ(&self) -> Option<String> {
        let mut found = self.first.difference_first();
        found.sort_by(|(_, one), (_, two)| one.total_cmp(two));
        let who = match found.first()? {
            &((other, ..), _) if self.branching.agents.len() == 2 => self.name(other),
            _ => "other continuation policies",
        };
        let told = |&((other, kind, worth), _): &((Continuation, usize, Pooled), f64)| {
            let said = self.said(kind, other, &worth.margin);
            if self.branching.agents.len() > 2 {
                format!("{said} with {}", self.name(other))
            } else {
                said
            }
        };
        let certain: Vec<String> = found.iter().filter(|(_, p)| *p <= LEVEL).map(told).collect();
        let count = format!("{} of {} effects", certain.len(), found.len());
        let names = few(certain).map(|names| format!(": {names}")).unwrap_or_default();
        let first = self.name(Continuation { agent: 0, rules: 0 });
        Some(format!("With {who}, {count} differ significantly from those with {first}{names}."))
    }

    /// A table of kinds, each with a star if the player never took it; programs read who continued as well.
    pub fn kinds<R>(
        &self,
        rows: impl IntoIterator<Item = R>,
        by: (Continuation, &str),
        kind: impl Fn(&R) -> usize,
    ) -> DeclaredTable<R> {
        DeclaredTable::of(rows).said(KIND, |row| self.kind(kind(row), by))
    }

    /// All kinds with their worth, the largest effect first.
    fn ordered(&self, continuation: Continuation) -> Vec<(usize, Pooled)> {
        let mut worths = self.first.worths(Treatment::Take, continuation);
        worths.sort_by(|(_, a), (_, b)| b.margin.value.total_cmp(&a.margin.value));
        worths
    }

    /// Whether a player never took a kind by itself, at any of the decisions at which others had it take the kind.
    pub fn is_never_taken(&self, kind: usize, continuation: Continuation) -> bool {
        let again = self.again.and_then(|again| again.takes(kind, continuation));
        self.first.takes(kind, continuation) == Some(0.0) && again.is_none_or(|share| share == 0.0)
    }

    pub fn said(&self, kind: usize, continuation: Continuation, effect: &Estimate) -> String {
        let name = &self.branching.kinds[kind].name;
        let never = if self.is_never_taken(kind, continuation) { " (never taken)" } else { "" };
        format!("{name} {}{never}", alone(effect))
    }

    fn stood_out(&self, continuation: Continuation) -> bool {
        self.again.is_some_and(|again| !again.worths(Treatment::Take, continuation).is_empty())
    }

    pub fn kind(&self, kind: usize, (continuation, agent): (Continuation, &str)) -> Cell {
        let name = &self.branching.kinds[kind].name;
        let star = if self.is_never_taken(kind, continuation) { " *" } else { "" };
        Cell::new(format!("{name}{star}"), [agent.into(), Value::from(&**name)])
    }

    fn verdict(&self, kind: usize, rating: Option<&Judgement>) -> Cell {
        let word = rating.map_or("", |rating| self.word(rating.verdict));
        let more = rating.filter(|one| one.verdict == Verdict::Open).and_then(|one| one.more);
        let shown = match (rating, more) {
            (None, _) => format!("only rounds {}", joined(self.branching.rounds([kind]), " ")),
            (_, Some(more)) => open(more),
            _ => word.to_owned(),
        };
        Cell::new(shown, [cell::word(word), more.into()])
    }

    pub fn answer(&self) -> Answer {
        let told = self.continuations().map(|(by, name)| match self.branching.agents.len() {
            1 => self.unbalanced(by),
            _ => format!("{name}: {}", self.unbalanced(by)),
        });
        let mut sentences: Vec<String> = told.collect();
        let rated = |(by, _)| self.rated(by).into_iter().map(move |(kind, one)| (kind, by, one));
        let rated: Vec<_> = self.continuations().flat_map(rated).collect();
        let has_value = |kind: usize| {
            let key = format!("{}.{}.value", self.branching.file, self.branching.kinds[kind].name);
            value_at(&self.results.run.rule_set, &key)?.is_number().then_some(key)
        };
        let clear = |one: &Judgement| matches!(one.verdict, Verdict::Better | Verdict::Worse);
        let mut keys = rated
            .iter()
            .filter(|&&(kind, by, ref one)| clear(one) && !self.is_refuted(kind, by, one))
            .filter_map(|&(kind, ..)| has_value(kind));
        let open = rated.iter().filter(|(.., one)| one.verdict == Verdict::Open);
        let more = open.filter_map(|(.., one)| one.more);
        let least = more.filter(|more| *more <= MOST_TOLD).min_by(f64::total_cmp);
        let next = match (keys.next(), least) {
            (Some(key), _) => {
                sentences.push(format!("The next command measures which {key} would be fair."));
                Next::flags(format!("--fair {key}"))
            }
            (None, Some(more)) => {
                let more = more.ceil().max(2.0);
                sentences.push(format!(
                    "{more:.0} times as many decisions may decide what is undecided."
                ));
                self.repeat(more)
            }
            _ => None,
        };
        Answer { sentences, next }
    }

    /// All kinds that can be compared, by the figures that are printed: what differs most first.
    fn rated(&self, by: Continuation) -> Vec<(usize, Judgement)> {
        let mut rated: Vec<_> = self.first.rated(by).into_iter().collect();
        let far = |&(kind, ref one): &(usize, Judgement)| self.quoted(kind, by, one).value.abs();
        rated.sort_by(|a, b| far(b).total_cmp(&far(a)));
        rated
    }

    fn quoted(&self, kind: usize, continuation: Continuation, one: &Judgement) -> Estimate {
        let again = self.fresh(kind, continuation, Some(one)).and_then(|fresh| fresh.beyond);
        again.unwrap_or(one.beyond)
    }

    fn is_refuted(&self, kind: usize, continuation: Continuation, one: &Judgement) -> bool {
        self.fresh(kind, continuation, Some(one)).is_some_and(|fresh| fresh.confirmed == "no")
    }

    /// What stands out, with the figures of fresh deals where there are any: those that found it owe a part to luck.
    fn unbalanced(&self, by: Continuation) -> String {
        let rated = self.rated(by);
        if rated.is_empty() {
            return match self.first.worths(Treatment::Take, by).is_empty() {
                true => format!(
                    "There are no data: no item type had {FEWEST_SAMPLES} decisions in each of its rounds."
                ),
                false => "Nothing can be compared: no two item types are taken in the same rounds."
                    .to_owned(),
            };
        }
        let named = |verdict: Verdict| {
            let such = rated.iter().filter(|&&(kind, ref one)| {
                one.verdict == verdict && !self.is_refuted(kind, by, one)
            });
            let told =
                such.map(|&(kind, ref one)| self.said(kind, by, &self.quoted(kind, by, one)));
            few(told).map(|told| format!("{} {told}", self.word(verdict)))
        };
        let than = match (self.branching.alone, self.branching.is_against_all()) {
            (false, _) => "the mean of the others",
            (true, true) => "anything else",
            (true, false) => &self.branching.against,
        };
        let apart: Vec<String> =
            [Verdict::Better, Verdict::Worse].into_iter().filter_map(named).collect();
        let fresh = on_fresh(&self.results.run.game);
        let on = if self.stood_out(by) { format!(", {fresh}") } else { String::new() };
        let mut sentence = match apart.is_empty() {
            true => format!("Nothing differs significantly from {than}."),
            false => {
                format!("Unbalanced, in points compared with {than}{on}: {}.", apart.join("; "))
            }
        };
        let refuted = rated.iter().filter(|&&(kind, ref one)| self.is_refuted(kind, by, one));
        let refuted = refuted.map(|&(kind, ref one)| {
            let then = alone(&self.quoted(kind, by, one));
            let name = &self.branching.kinds[kind].name;
            format!("{name} ({} at first, then {then})", alone(&one.beyond))
        });
        if let Some(refuted) = few(refuted) {
            sentence += &format!(" Not replicated {fresh}: {refuted}.");
        }
        sentence
    }

    /// So many times as many decisions, and other ones: with the old seed the same would come again. They are counted as
    /// they were asked for, since as many will be left out.
    fn repeat(&self, times: f64) -> Option<Next> {
        let rounds = self.branching.cells.iter().map(|cell| cell.round).max()?;
        let rounds = f64::from(rounds).max(self.branching.reached.len() as f64);
        let played = self.results.run.blocks as f64 / self.branching.cells.len() as f64 * rounds;
        let decisions = played.max(self.branching.replicate as f64) * times;
        let keep_going = self.results.keep_going((self.results.whole.games as f64 * times) as u64);
        let seed = self.results.run.next_seed();
        Next::flags(format!("--decisions {decisions:.0} --seed {seed}{keep_going}"))
    }

    pub fn remarks(&self) -> Option<String> {
        let branching = self.branching;
        let sampling_policy = &self.results.names[usize::from(branching.sampling_policy)];
        let mut lines = Vec::new();
        if branching.judges(Treatment::Take) {
            lines.push(format!(
                "Effect: at decisions of {sampling_policy} where an item of the type may be taken, the game is finished twice \
                 with the same random numbers, once after taking it and once after {}: the mean difference in \
                 score margin, the own score minus the mean of the others.{}",
                branching.against_in_words(),
                if branching.alone { "" } else { " Difference: effect minus the mean of the other item types." }
            ));
            lines.push(self.meaning());
            let some = self.continuations().any(|(continuation, ..)| self.stood_out(continuation));
            lines.extend((branching.replicate > 0).then(|| match some {
                true => format!(
                    "Replication: unbalanced item types {} that were not used to find them: quote this number.",
                    on_fresh(&self.results.run.game)
                ),
                false => "Nothing was unbalanced, so there was no replication.".to_owned(),
            }));
            let never = |(continuation, _)| {
                branching.repeated().into_iter().any(|kind| self.is_never_taken(kind, continuation))
            };
            lines.extend(self.continuations().any(never).then(|| {
                "*: the player never chose it at these decisions, so it may not know how to use it."
                    .to_owned()
            }));
            let few = branching.repeated().into_iter().filter(|&kind| {
                let worth = |by| self.first.pooled(Treatment::Take, kind, by, Part::Worth);
                self.continuations().any(|(continuation, _)| worth(continuation).is_none())
            });
            let few = joined(few.map(|kind| &branching.kinds[kind].name), ", ");
            if !few.is_empty() {
                lines.push(format!("Too few decisions in some round: {few}."));
            }
        }
        let plain = [Treatment::Grant, Treatment::Ban];
        if !branching.judges(Treatment::Take) && plain.iter().any(|&one| branching.judges(one)) {
            let text = "Significantly: the risk that any row of a table is named wrongly is 5 %. The intervals are \
                        those of single rows.";
            lines.push(text.to_owned());
        }
        if branching.independent {
            let text =
                "Branches have independent random numbers here: intervals are wider than need be.";
            lines.push(text.to_owned());
        }
        let empty: i128 = self.first.branches.empty.iter().sum();
        if empty > 0 {
            lines.push(format!("{empty} decision points were not found in {TRIES} games each."));
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    fn meaning(&self) -> String {
        let Branching { alone, equivalence: margin, .. } = self.branching;
        let against = self.branching.against_in_words();
        let equal = |word: &str| match *margin > 0.0 {
            true => format!(", {word} if it is within {margin} of it"),
            false => String::new(),
        };
        match alone {
            true => format!(
                "Better, worse: it differs from {against}{}. The risk that any row gets one of these \
                 words wrongly is 5 %.",
                equal("equal")
            ),
            false => format!(
                "Strong, weak: it differs from the mean of the others{}. The risk that any row gets one of \
                 these words wrongly is 5 %. Undecided (x7): about 7 times as many decisions would decide it in four \
                 of five repetitions, if it is as measured.",
                equal("fair")
            ),
        }
    }
}

pub const KIND: (&str, [&str; 2]) = ("item", ["agent", "item"]);

fn open(more: f64) -> String {
    // For an estimate this near to the border, the factor is not informative.
    let times = match more > MOST_TOLD {
        true => format!(">{MOST_TOLD:.0}"),
        false => format!("{:.0}", more.ceil().max(2.0)),
    };
    format!("undecided (x{times})")
}

const MOST_TOLD: f64 = 1000.0;

fn alone(effect: &Estimate) -> String {
    FigureUnit::Signed.alone(effect.value, effect.ends())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_says_what_would_decide_it() {
        assert_eq!(open(1.2), "undecided (x2)");
        assert_eq!(open(6.01), "undecided (x7)");
        assert_eq!(open(1000.0), "undecided (x1000)");
        assert_eq!(open(31_415.9), "undecided (x>1000)");
    }
}
