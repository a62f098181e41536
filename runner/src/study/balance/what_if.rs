//! `what_if.csv`: what kinds would be worth with other values.

use serde::Serialize;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use crate::export::results::Results;
use crate::export::sheet::Sheet;
use crate::export::summary::signed;
use crate::study::balance::effects::ends;
use crate::study::balance::effects::sheets::interval;
use drakkar_play::appraisal::{Appraisal, Measure, Part, RollOut};
use drakkar_play::branching::Treatment;

/// Header and row.
#[derive(Serialize, Default)]
struct Row<'a> {
    agent: &'a str,
    values: String,
    kind: &'a str,
    decisions: i128,
    worth: Figure,
    low: Figure,
    high: Figure,
    share_worth: Figure,
    share_low: Figure,
    share_high: Figure,
    against_others: Figure,
    against_low: Figure,
    against_high: Figure,
}

/// The file, and tables of it.
pub(crate) fn report(
    first: &Appraisal<'_>,
    results: &Results<'_>,
) -> Result<(Vec<u8>, Vec<Sheet>), Error> {
    let branching = first.branching;
    let mut rows = Vec::new();
    let mut sheets = Vec::new();
    for (agent, &number) in branching.agents.iter().enumerate() {
        let [name, shown] = [results.names, results.shown].map(|names| &names[usize::from(number)]);
        let head =
            ["values", "kind", "worth", "95 % interval", "against the others", "95 % interval"];
        let mut sheet = Sheet::new(&format!("What if: worth with roll-out by {shown}"), &head, 2);
        for rules in 0..branching.rule_sets() {
            let roll_out = RollOut { agent, rules };
            let values = match rules {
                0 => "as they are".to_owned(),
                _ => branching.variants[rules - 1].values.join(" "),
            };
            for kind in about(first) {
                let part =
                    |measure| first.pooled(Treatment::Taken, kind, roll_out, measure, Part::Worth);
                let (Some(worth), Some(share)) = (part(Measure::Margin), part(Measure::Share))
                else {
                    continue;
                };
                // Where a kind is varied the others are as they are, else all are under the same rules.
                let beside = if branching.concerns_all(rules) { rules } else { 0 };
                let beside = RollOut { agent, rules: beside };
                let against = first.against_others(worth.estimate, kind, beside);
                let estimates = [Some(worth.estimate), Some(share.estimate), against].map(ends);
                let [[value, low, high], share, against_all] = estimates;
                rows.push(Row {
                    agent: name,
                    values: values.clone(),
                    kind: &branching.kinds[kind].name,
                    decisions: worth.decision_points,
                    worth: value,
                    low,
                    high,
                    share_worth: share[0],
                    share_low: share[1],
                    share_high: share[2],
                    against_others: against_all[0],
                    against_low: against_all[1],
                    against_high: against_all[2],
                });
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
    }
    Ok((lines::headed(rows)?, sheets))
}

/// The kinds that are varied.
fn about(first: &Appraisal<'_>) -> Vec<usize> {
    let kinds = first.branching.repeated().into_iter();
    kinds.filter(|&kind| first.branching.is_varied(kind)).collect()
}
