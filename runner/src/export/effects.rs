//! The files and tables of branched games: what kinds are worth.

use crate::export::figure::Figure;
use crate::export::results::{Named, Results};
use crate::export::sheet::Sheet;
use crate::export::summary::{signed, span};
use crate::export::what_if;
use crate::journal::branching::{Branching, How};
use crate::play::branch::TRIES;
use crate::stats::appraisal::{Appraisal, Hands, Measure, Part, Pooled};
use crate::stats::verdict::Verdict;
use crate::stats::worth::{Estimate, Rating};

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
        sheets.extend(report.sheets());
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
    sheets.push(Sheet::line(report.remarks()));
    (files, sheets)
}

/// The word of a verdict on things.
pub(crate) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "strong",
        Verdict::Worse => "weak",
        Verdict::Equal => "fair",
        Verdict::Open => "open",
    }
}

struct Report<'a> {
    results: &'a Results<'a>,
    branching: &'a Branching,
    first: Appraisal<'a>,
    /// The kinds that stood out, on fresh deals.
    again: Option<Appraisal<'a>>,
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

    /// What is known of a kind on fresh deals: its worth, and that less the others' worth here.
    fn repeated(&self, kind: usize, hands: Hands) -> Option<(Pooled, Option<Estimate>)> {
        let again = self.again.as_ref()?;
        let pooled = again.pooled(How::Taken, kind, hands, Measure::Margin, Part::Worth)?;
        Some((pooled, self.first.again(again, kind, hands)))
    }

    /// One row for each agent and kind, over all rounds.
    fn effects(&self) -> Vec<u8> {
        let mut lines = csv::Writer::from_writer(Vec::new());
        // Writing into memory does not fail.
        let _ = lines.write_record(HEAD);
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
                let rating = rated.iter().find(|(other, _)| *other == kind).map(|(_, one)| one);
                let text = |of: fn(&Rating) -> String| rating.map(of).unwrap_or_default();
                let figure = |of: fn(&Rating) -> f64| Figure(rating.map(of)).text();
                row.extend([
                    figure(|one| one.beyond.value),
                    figure(|one| one.interval.0),
                    figure(|one| one.interval.1),
                    text(|one| word(one.verdict).to_owned()),
                    Figure(rating.and_then(|one| one.more)).text(),
                    text(|one| one.rank_low.to_string()),
                    text(|one| one.rank_high.to_string()),
                ]);
                let again = self.repeated(kind, hands);
                row.push(again.map_or(String::new(), |(again, _)| again.moments.to_string()));
                row.extend(figures(again.map(|(again, _)| again)));
                row.extend(estimates(again.and_then(|(_, beyond)| beyond)));
                let _ = lines.write_record(row);
            }
        }
        lines.into_inner().unwrap_or_default()
    }

    /// One row for each agent, kind, round and figure.
    fn rounds(&self) -> Vec<u8> {
        let mut lines = csv::Writer::from_writer(Vec::new());
        let _ = lines.write_record([
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
                let _ = lines.write_record(row);
            }
        }
        lines.into_inner().unwrap_or_default()
    }

    /// One row for each agent and kind that is judged in a way that has two branches.
    fn plain(&self, how: How) -> Vec<u8> {
        let mut lines = csv::Writer::from_writer(Vec::new());
        let _ = lines.write_record([
            "agent",
            "kind",
            "rounds",
            "moments",
            "worth",
            "low",
            "high",
            "share_worth",
            "share_low",
            "share_high",
        ]);
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
                let _ = lines.write_record(row);
            }
        }
        lines.into_inner().unwrap_or_default()
    }

    /// What it is worth to begin a round, round by round.
    fn first(&self) -> Vec<u8> {
        let mut lines = csv::Writer::from_writer(Vec::new());
        let _ = lines.write_record([
            "agent",
            "round",
            "moments",
            "worth",
            "low",
            "high",
            "share_worth",
            "share_low",
            "share_high",
        ]);
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
                let _ = lines.write_record(row);
            }
        }
        lines.into_inner().unwrap_or_default()
    }

    fn sheets(&self) -> Vec<Sheet> {
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
                        let again = self.repeated(kind, hands).map(|(again, _)| again.estimate);
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
        (0..self.branching.kinds.len()).any(|kind| self.repeated(kind, hands).is_some())
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
        let percent = |share: f64| format!("{:+.2} %", 100.0 * share);
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

    fn plain_sheets(&self, how: How, title: &str) -> Vec<Sheet> {
        let sheets = self.agents().map(|(hands, name)| {
            let head = ["kind", "margin", "95 % interval", "win share", "95 % interval"];
            let mut sheet = Sheet::new(&format!("{title}: {name}"), &head, 1);
            let percent = |share: f64| format!("{:+.2} %", 100.0 * share);
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

    fn remarks(&self) -> String {
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

const HEAD: [&str; 37] = [
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
