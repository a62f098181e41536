//! `what_if.csv`: what kinds would be worth with other values.

use crate::export::effects::sheets::interval;
use crate::export::effects::{WORTH, estimates};
use crate::export::lines::Lines;
use crate::export::sheet::Sheet;
use crate::export::summary::signed;
use crate::journal::branching::How;
use crate::stats::appraisal::{Appraisal, Hands, Measure, Part};

/// The file, and tables of it.
pub(crate) fn report(first: &Appraisal<'_>, names: &[String]) -> (Vec<u8>, Vec<Sheet>) {
    let branching = first.branching;
    let mut lines = Lines::new();
    let against = ["against_others", "against_low", "against_high"];
    lines.row([&["agent", "values", "kind", "decisions"], &WORTH[..], &against].concat());
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
                // Where a kind is varied the others are as they are, else all are under the same rules.
                let beside = if branching.concerns_all(rules) { rules } else { 0 };
                let beside = Hands { agent, rules: beside };
                let against = first.against_others(worth.estimate, kind, beside);
                let mut row = vec![
                    name.clone(),
                    values.clone(),
                    branching.kinds[kind].name.clone(),
                    worth.moments.to_string(),
                ];
                for estimate in [Some(worth.estimate), Some(share.estimate), against] {
                    row.extend(estimates(estimate));
                }
                lines.row(&row);
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
    (lines.bytes(), sheets)
}

/// The kinds that are varied.
fn about(first: &Appraisal<'_>) -> Vec<usize> {
    let kinds = first.branching.repeated().into_iter();
    kinds.filter(|&kind| first.branching.is_varied(kind)).collect()
}
