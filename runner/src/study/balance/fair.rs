//! `fair.csv`: at which values kinds are worth what they are to be worth.

use serde::Serialize;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use crate::export::results::Results;
use crate::export::sheet::Sheet;
use drakkar_play::appraisal::{Appraisal, Measure, Part, RollOut};
use drakkar_play::branching::{Fair, Target, Treatment};
use drakkar_stats::worth::{Estimate, crossing};

/// Name of the file.
pub(crate) const FILE: &str = "fair.csv";

/// What is known of one question.
struct Answer<'a> {
    fair: &'a Fair,
    /// Name of the kind.
    kind: &'a str,
    /// What it is to be worth, as a flag names it.
    target: String,
    /// Values that were tried, with the worth there less that of the target.
    points: Vec<(f64, Estimate)>,
}

/// Header and row.
#[derive(Serialize, Default)]
struct Row<'a> {
    agent: &'a str,
    key: &'a str,
    kind: &'a str,
    target: &'a str,
    answer: &'static str,
    value: Figure,
    low: Figure,
    high: Figure,
    below: Figure,
    above: Figure,
    open: String,
}

/// The file, and what it says in words.
pub(crate) fn report(
    first: &Appraisal<'_>,
    results: &Results<'_>,
) -> Result<(Vec<u8>, Vec<Sheet>), Error> {
    let mut answers = Vec::new();
    for (agent, &number) in first.branching.agents.iter().enumerate() {
        let fairs = first.branching.fair.iter();
        answers.extend(fairs.map(|fair| (usize::from(number), answer(first, agent, fair))));
    }
    let bytes =
        lines::headed(answers.iter().map(|(agent, answer)| answer.row(&results.names[*agent])))?;
    let line = |(agent, answer): &(usize, Answer<'_>)| {
        Sheet::line(format!("{}: {}", results.shown[*agent], answer.words()))
    };
    Ok((bytes, answers.iter().map(line).collect()))
}

fn answer<'a>(first: &Appraisal<'a>, agent: usize, fair: &'a Fair) -> Answer<'a> {
    let branching = first.branching;
    let worth = |kind, rules| {
        let found = first.pooled(
            Treatment::Taken,
            kind,
            RollOut { agent, rules },
            Measure::Margin,
            Part::Worth,
        );
        found.map(|found| found.estimate)
    };
    let above = |found: Estimate| match fair.target {
        Target::Others => first.against_others(found, fair.kind, RollOut { agent, rules: 0 }),
        Target::Kind(kind) => Estimate::sum(&[(1.0, found), (-1.0, worth(kind, 0)?)]),
        Target::Score(points) => Some(Estimate { value: found.value - points, ..found }),
    };
    let target = match fair.target {
        Target::Others => "others".to_owned(),
        Target::Kind(kind) => branching.kinds[kind].name.clone(),
        Target::Score(points) => points.to_string(),
    };
    let tried = (0..branching.rule_sets()).filter_map(|rules| {
        Some((value_in(first, fair, rules)?, above(worth(fair.kind, rules)?)?))
    });
    let mut points: Vec<(f64, Estimate)> = tried.collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    Answer { fair, kind: &branching.kinds[fair.kind].name, target, points }
}

impl Answer<'_> {
    /// Values at which nothing else is certain, of those that were tried.
    fn open(&self) -> Vec<String> {
        let holds = |(_, one): &&(f64, Estimate)| one.alone().0 <= 0.0 && one.alone().1 >= 0.0;
        self.points.iter().filter(holds).map(|(value, _)| value.to_string()).collect()
    }

    fn row<'r>(&'r self, agent: &'r str) -> Row<'r> {
        let found = crossing(&self.points);
        let value = found.map(|(value, _)| value);
        let [low, high] = found.map_or([None; 2], |(_, ends)| ends);
        let answer = match (value, self.points.is_empty()) {
            _ if self.fair.now.is_none() => "no value",
            (Some(_), _) => "found",
            (None, false) => "none",
            (None, true) => "unknown",
        };
        Row {
            agent,
            key: &self.fair.key,
            kind: self.kind,
            target: &self.target,
            answer,
            value: Figure(value),
            low: Figure(low),
            high: Figure(high),
            below: Figure(value.map(f64::floor)),
            above: Figure(value.map(f64::ceil)),
            open: self.open().join(" "),
        }
    }

    fn words(&self) -> String {
        let Answer { fair: Fair { key, target: what, .. }, kind, target, points } = self;
        let target = match what {
            Target::Others => "the mean of the others".to_owned(),
            Target::Kind(_) => format!("`{target}`"),
            Target::Score(_) => format!("{target} points"),
        };
        if self.fair.now.is_none() {
            return format!("{key}: `{kind}` has no value");
        }
        if points.is_empty() {
            return format!("{key}: nothing is known of `{kind}` or of {target}");
        }
        let Some((value, ends)) = crossing(points) else {
            let open = match self.open() {
                none if none.is_empty() => String::new(),
                some => format!(" by the estimates; not ruled out: {}", some.join(", ")),
            };
            return format!("{key}: none in range makes `{kind}` worth {target}{open}");
        };
        let end =
            |end: Option<f64>| end.map_or("beyond the range".to_owned(), |end| format!("{end:.2}"));
        let [low, high] = ends.map(end);
        let nearest = match (value.floor(), value.ceil()) {
            (below, above) if below == above => format!("{below}"),
            (below, above) => format!("{below} and {above}"),
        };
        format!(
            "{key}: `{kind}` is worth {target} at {value:.2} (95 % interval {low} to {high}); nearest \
             whole values {nearest}"
        )
    }
}

/// The value that the key has in a rule set.
fn value_in(first: &Appraisal<'_>, fair: &Fair, rules: usize) -> Option<f64> {
    let Some(variant) = rules.checked_sub(1) else { return fair.now };
    // Where more is changed than that, the kind's worth does not depend on its value alone.
    let [change] = &first.branching.variants.get(variant)?.values[..] else { return None };
    let (key, value) = change.split_once('=')?;
    if key == fair.key { value.parse().ok() } else { None }
}
