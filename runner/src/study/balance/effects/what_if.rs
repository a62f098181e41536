//! `what_if.csv`: what kinds would be worth with other values.

use crate::study::balance::effects::sheets::told;
use crate::study::balance::effects::{Report, ends};
use crate::{error::Error, export::lines, export::sheet::Sheet};
use drakkar_play::appraisal::{Part, RollOut};
use drakkar_play::branching::Treatment;

const HEAD: &str = "agent,values,kind,decisions,worth,low,high,share_worth,share_low,share_high,\
    against_others,against_low,against_high";

impl Report<'_> {
    /// The file, and tables of it.
    pub fn what_if(&self) -> Result<(Vec<u8>, Vec<Sheet>), Error> {
        let (first, branching) = (&self.first, self.branching);
        let mut rows = Vec::new();
        let mut sheets = Vec::new();
        for (RollOut { agent, .. }, name, shown) in self.roll_outs() {
            let head =
                ["values", "kind", "worth", "95 % interval", "against the others", "95 % interval"];
            let mut sheet =
                Sheet::new(&format!("What if: worth with roll-out by {shown}"), &head, 2);
            for rules in 0..branching.rule_sets() {
                let values = match rules {
                    0 => "as they are".to_owned(),
                    _ => branching.variants[rules - 1].values.join(" "),
                };
                // Where a kind is varied the others are as they are, else all are under the same rules.
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
                    let figures = [Some(worth.margin), against].map(told);
                    let words = [values.clone(), kind.clone()];
                    sheet
                        .rows
                        .push(words.into_iter().chain(figures.into_iter().flatten()).collect());
                }
            }
            sheets.push(sheet);
        }
        Ok((lines::below(HEAD, rows)?, sheets))
    }
}
