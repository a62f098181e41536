//! `what_if.csv` and `fair.csv`: the worth of kinds with other values, and the fair values.

use crate::export::cell::{Cell, Column, Value};
use crate::study::balance::effects::{Report, ends, sheets::told};
use crate::{error::Error, export::figure::Figure, export::lines, export::sheet::Sheet};
use drakkar_play::appraisal::{Part, RollOut};
use drakkar_play::branching::{Fair, Target, Treatment};
use drakkar_stats::worth::{Estimate, crossing};

const WHAT_IF: &str = "agent,values,kind,decisions,worth,low,high,share_worth,share_low,share_high,\
    against_others,against_low,against_high";
const FAIR: &str = "agent,key,kind,target,answer,value,low,high,below,above,open";

/// A value that was tried, with the worth there minus that of the target.
type Point = (f64, Estimate);

impl Report<'_> {
    /// The worth of kinds with other values: the file, and its tables.
    pub fn what_if(&self) -> Result<(Vec<u8>, Vec<Sheet>), Error> {
        let (first, branching) = (&self.first, self.branching);
        let mut rows = Vec::new();
        let mut sheets = Vec::new();
        let columns = [
            Column::of("values"),
            Column::named("kind", &["agent", "kind"]),
            Column::of("worth"),
            Column::named("95 % interval", &["low", "high"]),
            Column::named("against the others", &["against_others"]),
            Column::interval("against"),
        ];
        for (RollOut { agent, .. }, name) in self.roll_outs() {
            let mut table = Vec::new();
            for rules in 0..branching.rule_sets() {
                let values = match rules {
                    0 => "as they are".to_owned(),
                    _ => branching.variants[rules - 1].values.join(" "),
                };
                // If a kind is varied, the others are unchanged; otherwise all are under the same
                // rules.
                let beside = if branching.concerns_all(rules) { rules } else { 0 };
                let beside = first.comparable(RollOut { agent, rules: beside });
                let varied = branching.repeated().into_iter();
                for kind in varied.filter(|&kind| branching.is_varied(kind)) {
                    let roll_out = RollOut { agent, rules };
                    let found = first.pooled(Treatment::Taken, kind, roll_out, Part::Worth);
                    let Some(worth) = found else { continue };
                    let against = first.against_others(worth.margin, kind, &beside);
                    let kind = &branching.kinds[kind].name;
                    let figures = [Some(worth.margin), Some(worth.share), against].map(ends);
                    rows.push((name, values.clone(), kind, worth.decision_points, figures));
                    let kind = Cell::new(kind, [name.into(), Value::from(&**kind)]);
                    let words = [Cell::plain(&*values), kind];
                    table.push([words, told(Some(worth.margin)), told(against)].concat());
                }
            }
            let title = format!("What if: worth with roll-out by {name}");
            sheets.push(Sheet::new("what_if", title, columns.clone(), 2, table));
        }
        Ok((lines::below(WHAT_IF, rows)?, sheets))
    }

    /// The values at which kinds have the target worth: the file, and its text.
    pub fn fair(&self) -> Result<(Vec<u8>, Vec<String>), Error> {
        let mut rows = Vec::new();
        let mut sentences = Vec::new();
        for (RollOut { agent, .. }, name) in self.roll_outs() {
            for fair in &self.branching.fair {
                let kind = &self.branching.kinds[fair.kind].name;
                let target = match fair.target {
                    Target::Others => "others".to_owned(),
                    Target::Kind(kind) => self.branching.kinds[kind].name.clone(),
                    Target::Score(points) => points.to_string(),
                };
                let points = self.tried(agent, fair);
                // Values at which no other verdict is certain.
                let holds = |one: &Estimate| one.alone().0 <= 0.0 && one.alone().1 >= 0.0;
                let open = points.iter().filter(|(_, one)| holds(one));
                let open: Vec<String> = open.map(|(value, _)| value.to_string()).collect();
                let text = words(fair, kind, &target, &points, &open);
                sentences.push(format!("{name}: {text}."));
                let found = crossing(&points);
                let value = found.map(|(value, _)| value);
                let [low, high] = found.map_or([None; 2], |(_, ends)| ends);
                let answer = match (value, points.is_empty()) {
                    _ if fair.now.is_none() => "no value",
                    (Some(_), _) => "found",
                    (None, false) => "none",
                    (None, true) => "unknown",
                };
                let figures = [value, low, high, value.map(f64::floor), value.map(f64::ceil)];
                let open = open.join(" ");
                rows.push((name, &fair.key, kind, target, answer, figures.map(Figure), open));
            }
        }
        Ok((lines::below(FAIR, rows)?, sentences))
    }

    /// The points of a question in ascending order.
    fn tried(&self, agent: usize, fair: &Fair) -> Vec<Point> {
        let worth = |kind, rules| {
            let roll_out = RollOut { agent, rules };
            let found = self.first.pooled(Treatment::Taken, kind, roll_out, Part::Worth);
            found.map(|found| found.margin)
        };
        let own = self.first.comparable(RollOut { agent, rules: 0 });
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

    /// The value that the key has in a rule set.
    fn value_in(&self, fair: &Fair, rules: usize) -> Option<f64> {
        let Some(variant) = rules.checked_sub(1) else { return fair.now };
        // If anything else is changed, the kind's worth does not depend on its value alone.
        let [change] = &self.branching.variants[variant].values[..] else { return None };
        let (key, value) = change.split_once('=')?;
        if key == fair.key { value.parse().ok() } else { None }
    }
}

/// The text for the points; at the values in `open` no other verdict is certain.
fn words(fair: &Fair, kind: &str, target: &str, points: &[Point], open: &[String]) -> String {
    let key = &fair.key;
    let target = match fair.target {
        Target::Others => "the mean of the others".to_owned(),
        Target::Kind(_) => format!("`{target}`"),
        Target::Score(_) => format!("{target} points"),
    };
    if fair.now.is_none() {
        return format!("{key}: `{kind}` has no value");
    }
    if points.is_empty() {
        return format!("{key}: nothing is known of `{kind}` or of {target}");
    }
    let Some((value, ends)) = crossing(points) else {
        let open = match open {
            [] => String::new(),
            some => format!(" by the estimates; not ruled out: {}", some.join(", ")),
        };
        return format!("{key}: none in range makes `{kind}` worth {target}{open}");
    };
    let [low, high] =
        ends.map(|end| end.map_or("beyond the range".to_owned(), |end| format!("{end:.2}")));
    let nearest = match (value.floor(), value.ceil()) {
        (below, above) if below == above => format!("{below}"),
        (below, above) => format!("{below} and {above}"),
    };
    format!(
        "{key}: `{kind}` is worth {target} at {value:.2} (95 % interval {low} to {high}); nearest whole \
         values {nearest}"
    )
}
