//! `what_if.csv`: what a kind would be worth with other values.

use crate::export::effects::{estimates, interval};
use crate::export::sheet::Sheet;
use crate::export::summary::signed;
use crate::journal::branching::{Fair, How, Target};
use crate::stats::appraisal::{Appraisal, Hands, Measure, Part};
use crate::stats::worth::{Estimate, crossing};

/// The file, and tables of the values and of those that are fair.
pub(crate) fn report(first: &Appraisal<'_>, names: &[String]) -> (Vec<u8>, Vec<Sheet>) {
    let branching = first.branching;
    let mut lines = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail.
    let _ = lines.write_record([
        "agent",
        "values",
        "kind",
        "decisions",
        "worth",
        "low",
        "high",
        "share_worth",
        "share_low",
        "share_high",
        "against_others",
        "against_low",
        "against_high",
    ]);
    let mut sheets = Vec::new();
    for (agent, &number) in branching.agents.iter().enumerate() {
        let name = &names[usize::from(number)];
        let head =
            ["values", "kind", "worth", "95 % interval", "against the others", "95 % interval"];
        let mut sheet = Sheet::new(&format!("What if: worth in the hands of {name}"), &head, 2);
        for rules in 0..branching.rule_sets() {
            let hands = Hands { agent, rules };
            let values = match rules {
                0 => "as they are".to_owned(),
                _ => branching.variants[rules - 1].values.join(" "),
            };
            for kind in about(first) {
                let part = |measure| first.pooled(How::Taken, kind, hands, measure, Part::Worth);
                let (Some(worth), Some(share)) = (part(Measure::Margin), part(Measure::Share))
                else {
                    continue;
                };
                // Where kinds are varied the others are as they are, else all are under the same rules.
                let beside = if branching.varies_kinds() { 0 } else { rules };
                let against = others(first, Hands { agent, rules: beside }, kind)
                    .and_then(|others| Estimate::sum(&[(1.0, worth.estimate), (-1.0, others)]));
                let mut row = vec![
                    name.clone(),
                    values.clone(),
                    branching.kinds[kind].name.clone(),
                    worth.moments.to_string(),
                ];
                for estimate in [Some(worth.estimate), Some(share.estimate), against] {
                    row.extend(estimates(estimate));
                }
                let _ = lines.write_record(&row);
                sheet.rows.push(vec![
                    values.clone(),
                    branching.kinds[kind].name.clone(),
                    signed(worth.estimate.value),
                    interval(worth.estimate),
                    against.map(|one| signed(one.value)).unwrap_or_default(),
                    against.map(interval).unwrap_or_default(),
                ]);
            }
        }
        sheets.push(sheet);
        for fair in &branching.fair {
            sheets.push(Sheet::line(format!("{name}: {}", answer(first, agent, fair))));
        }
    }
    (lines.into_inner().unwrap_or_default(), sheets)
}

/// The kinds that are varied.
fn about(first: &Appraisal<'_>) -> Vec<usize> {
    let kinds = first.branching.repeated().into_iter();
    kinds.filter(|&kind| first.branching.is_varied(kind)).collect()
}

/// What the other kinds are worth.
fn others(first: &Appraisal<'_>, hands: Hands, kind: usize) -> Option<Estimate> {
    let branching = first.branching;
    let terms =
        branching.repeated().into_iter().filter(|&other| other != kind).filter_map(|other| {
            let pooled = first.pooled(How::Taken, other, hands, Measure::Margin, Part::Worth)?;
            Some((branching.kinds[other].weight as f64, pooled.estimate))
        });
    let terms: Vec<(f64, Estimate)> = terms.collect();
    let all: f64 = terms.iter().map(|(weight, _)| weight).sum();
    let terms: Vec<(f64, Estimate)> =
        terms.into_iter().map(|(weight, one)| (weight / all, one)).collect();
    (all > 0.0).then(|| Estimate::sum(&terms)).flatten()
}

/// At which value a kind is worth its target, in words.
fn answer(first: &Appraisal<'_>, agent: usize, fair: &Fair) -> String {
    let branching = first.branching;
    let name = &branching.kinds[fair.kind].name;
    let worth = |kind, rules| {
        let found =
            first.pooled(How::Taken, kind, Hands { agent, rules }, Measure::Margin, Part::Worth);
        found.map(|found| found.estimate)
    };
    let (target, words) = match fair.target {
        Target::Others => (
            others(first, Hands { agent, rules: 0 }, fair.kind),
            "the mean of the others".to_owned(),
        ),
        Target::Kind(kind) => (worth(kind, 0), format!("`{}`", branching.kinds[kind].name)),
        Target::Score(value) => {
            (Some(Estimate { value, error: 0.0, samples: 2 }), format!("{value} points"))
        }
    };
    let Some(target) = target else { return format!("{}: nothing is known of {words}", fair.key) };
    let mut points: Vec<(f64, Estimate)> = (0..branching.rule_sets())
        .filter_map(|rules| {
            let value = value_in(first, fair, rules)?;
            let worth = worth(fair.kind, rules)?;
            Some((value, Estimate::sum(&[(1.0, worth), (-1.0, target)])?))
        })
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    match crossing(&points) {
        None if points.is_empty() => format!("{}: nothing is known of `{name}`", fair.key),
        None => {
            let holds = |(_, one): &&(f64, Estimate)| one.alone().0 <= 0.0 && one.alone().1 >= 0.0;
            let possible: Vec<String> =
                points.iter().filter(holds).map(|(value, _)| value.to_string()).collect();
            let possible = match possible.is_empty() {
                true => String::new(),
                false => format!(" by the estimates; not ruled out: {}", possible.join(", ")),
            };
            format!("{}: none in range makes `{name}` worth {words}{possible}", fair.key)
        }
        Some((value, [low, high])) => {
            let end = |end: Option<f64>| {
                end.map_or("beyond the range".to_owned(), |end| format!("{end:.2}"))
            };
            let (below, above) = (value.floor(), value.ceil());
            let nearest =
                if below == above { format!("{below}") } else { format!("{below} and {above}") };
            format!(
                "{}: `{name}` is worth {words} at {value:.2} (95 % interval {} to {}); nearest whole \
                 values {nearest}",
                fair.key,
                end(low),
                end(high)
            )
        }
    }
}

/// The value that the key has in a rule set.
fn value_in(first: &Appraisal<'_>, fair: &Fair, rules: usize) -> Option<f64> {
    let Some(variant) = rules.checked_sub(1) else { return Some(fair.now) };
    let values = &first.branching.variants.get(variant)?.values;
    let changed = values.iter().filter_map(|change| change.split_once('='));
    changed.filter(|(key, _)| *key == fair.key).find_map(|(_, value)| value.parse().ok())
}
