//! `what_if.csv` and `fair.csv`: the effects of kinds with other values, and the fair values.

use crate::export::cell::Cell;
use crate::export::figure::joined;
use crate::export::sheet::{DeclaredTable, Sheet, TableFile};
use crate::export::unit::FigureUnit;
use crate::study::balance::effects::{Report, sheets};
use drakkar_engine::rules::value_at;
use drakkar_play::appraisal::{Continuation, Part, Pooled};
use drakkar_play::branching::{Fair, Target, Treatment};
use drakkar_stats::{crossing::Crossing, crossing::Point, crossing::crossing, worth::Estimate};

struct WhatIf<'a> {
    agent: &'a str,
    values: String,
    kind: &'a str,
    worth: Pooled,
    against: Option<Estimate>,
}

fn what_if<'a>(rows: &'a [WhatIf<'a>]) -> DeclaredTable<&'a WhatIf<'a>> {
    DeclaredTable::of(rows)
        .kept("agent", |row| row.agent)
        .word("values", |row| &*row.values)
        .kept("item", |row| row.kind)
        .said(sheets::KIND, |row| Cell::new(row.kind, [row.agent.into(), row.kind.into()]))
        .kept("decisions", |row| row.worth.decision_points)
        .estimate("effect", "", |row| Some(row.worth.margin))
        .ends("share_effect", "share", |row| Some(row.worth.share))
        .estimate(("against the others", "against_others"), "against", |row| row.against)
}

impl Report<'_> {
    pub fn what_if(&self) -> (TableFile, Vec<Sheet>) {
        let (first, branching) = (&self.first, self.branching);
        let mut rows = Vec::new();
        let mut sheets = Vec::new();
        for (Continuation { agent, .. }, name) in self.continuations() {
            let before = rows.len();
            for rules in 0..branching.rule_sets() {
                let values = match rules {
                    0 => "as they are".to_owned(),
                    _ => branching.variants[rules - 1].values.join(" "),
                };
                // If a kind is varied, the others are unchanged; otherwise all are under the same rules.
                let beside = if branching.concerns_all(rules) { rules } else { 0 };
                let beside = first.comparable(Continuation { agent, rules: beside });
                let varied = branching.repeated().into_iter();
                for kind in varied.filter(|&kind| branching.is_varied(kind)) {
                    let continuation = Continuation { agent, rules };
                    let found = first.pooled(Treatment::Take, kind, continuation, Part::Worth);
                    let Some(worth) = found else { continue };
                    let against = first.against_others(worth.margin, kind, &beside);
                    let kind = &*branching.kinds[kind].name;
                    rows.push(WhatIf { agent: name, values: values.clone(), kind, worth, against });
                }
            }
            let title = format!("What if: effects, continued by {name}");
            sheets.push(what_if(&rows[before..]).sheet("what_if", title));
        }
        (what_if(&rows).file(), sheets)
    }

    pub fn fair(&self) -> (TableFile, Vec<String>) {
        let mut rows = Vec::new();
        let mut sentences = Vec::new();
        for (Continuation { agent, .. }, name) in self.continuations() {
            for fair in &self.branching.fair {
                let kind = &self.branching.kinds[fair.kind].name;
                let target = match fair.target {
                    Target::Others => "others".to_owned(),
                    Target::Kind(kind) => self.branching.kinds[kind].name.clone(),
                    Target::Score(points) => points.to_string(),
                };
                let points = self.tried(agent, fair);
                let answer = FairAnswer {
                    fair,
                    kind,
                    target: &target,
                    open: points.iter().filter(|point| is_open(point)).map(|(at, _)| *at).collect(),
                    found: crossing(&points),
                    is_whole: self.is_whole(fair),
                    points: &points,
                };
                sentences.push(format!("{name}: {}.", answer.words()));
                let [value, low, high] = answer.figures();
                let between = answer.found.map(|(value, _)| value);
                let figures = [value, low, high, between.map(f64::floor), between.map(f64::ceil)];
                let open = joined(&answer.open, " ");
                let words = [name, &*fair.key, &**kind];
                rows.push((words, answer.word(), target, figures, open));
            }
        }
        let file = DeclaredTable::of_file(&rows)
            .kept_all(["agent", "key", "item"], |row| row.0)
            .kept("target", |row| &*row.2)
            .kept("answer", |row| row.1)
            .kept_all(["value", "low", "high", "below", "above"], |row| row.3)
            .kept("undecided", |row| &*row.4);
        (file.file(), sentences)
    }

    fn tried(&self, agent: usize, fair: &Fair) -> Vec<Point> {
        let worth = |kind, rules| {
            let continuation = Continuation { agent, rules };
            let found = self.first.pooled(Treatment::Take, kind, continuation, Part::Worth);
            found.map(|found| found.margin)
        };
        let own = self.first.comparable(Continuation { agent, rules: 0 });
        let above = |found: Estimate| match fair.target {
            Target::Others => self.first.against_others(found, fair.kind, &own),
            Target::Kind(kind) => Estimate::sum(&[(1.0, found), (-1.0, worth(kind, 0)?)]),
            Target::Score(points) => Some(Estimate { value: found.value - points, ..found }),
        };
        let point = |rules| Some((self.value_in(fair, rules)?, above(worth(fair.kind, rules)?)?));
        let mut points: Vec<Point> = (0..self.branching.rule_sets()).filter_map(point).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    }

    /// Whether the values of a key are whole numbers: what may have others is written with a point.
    fn is_whole(&self, fair: &Fair) -> bool {
        let tried = self.branching.variants.iter();
        let mut values = tried.filter_map(|variant| value_at(&variant.rule_set, &fair.key));
        values.all(|value| !value.is_f64())
    }

    fn value_in(&self, fair: &Fair, rules: usize) -> Option<f64> {
        let Some(variant) = rules.checked_sub(1) else { return fair.now };
        // If anything else is changed, the kind's worth does not depend on its value alone.
        let [change] = &self.branching.variants[variant].values[..] else { return None };
        let (key, value) = change.split_once('=')?;
        if key == fair.key { value.parse().ok() } else { None }
    }
}

fn is_open((_, one): &Point) -> bool {
    let (low, high) = one.alone();
    low <= 0.0 && high >= 0.0
}

struct FairAnswer<'a> {
    fair: &'a Fair,
    kind: &'a str,
    target: &'a str,
    points: &'a [Point],
    open: Vec<f64>,
    found: Option<Crossing>,
    is_whole: bool,
}

impl FairAnswer<'_> {
    fn word(&self) -> &'static str {
        match (self.found, self.points.is_empty()) {
            _ if self.fair.now.is_none() => "no value",
            (Some(_), _) => "found",
            (None, false) => "none",
            (None, true) => "unknown",
        }
    }

    fn nearest(&self) -> Option<&Point> {
        let off = |point: &Point| point.1.value.abs();
        self.points.iter().min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// The fair value with the ends of the range that is not ruled out: interpolated, or among whole values.
    fn figures(&self) -> [Option<f64>; 3] {
        let Some((value, [low, high])) = self.found else { return [None; 3] };
        if !self.is_whole {
            return [Some(value), low, high];
        }
        // An end that is the first or last value tried may lie beyond it.
        let inside = |end: Option<&f64>, limit: Option<&Point>| {
            end.copied().filter(|end| limit.is_some_and(|(at, _)| at != end))
        };
        let low = inside(self.open.first(), self.points.first());
        let high = inside(self.open.last(), self.points.last());
        [self.nearest().map(|(at, _)| *at), low, high]
    }

    fn words(&self) -> String {
        let FairAnswer { fair, kind, points, .. } = self;
        let key = &fair.key;
        let target = match fair.target {
            Target::Others => "the mean of the others".to_owned(),
            Target::Kind(_) => self.target.to_owned(),
            Target::Score(_) => format!("{} points", self.target),
        };
        if fair.now.is_none() {
            return format!("{key}: {kind} has no value");
        }
        let (Some((near, off)), false) = (self.nearest(), points.is_empty()) else {
            return format!("{key}: nothing is known of {kind} or of {target}");
        };
        let open = match &self.open[..] {
            [] => "none is compatible with it".to_owned(),
            some => format!("not ruled out: {}", joined(some, ", ")),
        };
        let Some((value, ends)) = self.found else {
            let open = if self.open.is_empty() {
                String::new()
            } else {
                format!(" by the estimates; {open}")
            };
            return format!("{key}: no value in range gives {kind} the effect of {target}{open}");
        };
        if self.is_whole {
            let (low, high) = off.alone();
            let text = FigureUnit::Signed.writer(Some(off.value), Some((low, high)));
            let [off, low, high] = [off.value, low, high].map(text);
            return format!(
                "{key}: of the values tried, {near} brings {kind} nearest to {target} ({off}, 95 % interval {low} \
                 to {high}); {open}"
            );
        }
        let digits = digits(ends);
        let [low, high] = ends
            .map(|end| end.map_or("outside the range".to_owned(), |end| format!("{end:.digits$}")));
        format!(
            "{key}: {kind} has the effect of {target} at {value:.digits$} (95 % interval {low} to {high}, with the error of \
             interpolating)"
        )
    }
}

/// The digits after the point that a value with this interval has: two that count of the interval's width.
fn digits(ends: [Option<f64>; 2]) -> usize {
    let [Some(low), Some(high)] = ends else { return 0 };
    (0..4)
        .find(|&digits| (high - low) * 10.0_f64.powi(digits) >= 10.0)
        .map_or(4, |digits| digits as usize)
}
