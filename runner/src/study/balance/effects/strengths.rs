//! Whether things are worth the same to all players that play on.

use crate::export::answer::few;
use crate::export::cell::{Cell, Column};
use crate::export::sheet::Sheet;
use crate::study::balance::effects::Report;
use crate::study::balance::effects::sheets::{kind_column, told};
use drakkar_play::appraisal::{Pooled, RollOut};
use drakkar_stats::p_value::LEVEL;

impl Report<'_> {
    /// The worth of kinds beyond that with the first roll-out policy; none if there is no other.
    pub fn strengths(&self) -> Option<Sheet> {
        let found = self.first.beyond_first();
        let first = self.name(RollOut { agent: 0, rules: 0 });
        let columns = [
            // Programs read it beside the kind.
            Column::named("agent", &[]),
            kind_column(),
            Column::of("difference"),
            Column::interval("difference"),
            Column::named("certain", &["certain"]),
        ];
        let rows: Vec<Vec<Cell>> = found
            .iter()
            .map(|&(roll_out, kind, worth, p)| {
                let name = self.name(roll_out);
                let [value, ends] = told(Some(worth.margin));
                let certain = Cell::plain(if p <= LEVEL { "yes" } else { "no" });
                vec![Cell::new(name, []), self.kind(kind, (roll_out, name)), value, ends, certain]
            })
            .collect();
        let title =
            format!("Worth in points beyond that with roll-out by {first}, at the same decisions");
        (!rows.is_empty()).then(|| Sheet::new("strengths", title, columns, 2, rows))
    }

    /// How many worths differ between roll-out policies, the most certain first; none if there is one policy.
    pub fn strengths_differ(&self) -> Option<String> {
        let mut found = self.first.beyond_first();
        found.sort_by(|one, two| one.3.total_cmp(&two.3));
        let who = match found.first()? {
            &(other, ..) if self.branching.agents.len() == 2 => self.name(other),
            _ => "other roll-outs",
        };
        let told = |&(other, kind, worth, _): &(RollOut, usize, Pooled, f64)| {
            let said = self.said(kind, other, worth.margin.value);
            if self.branching.agents.len() > 2 {
                format!("{said} with {}", self.name(other))
            } else {
                said
            }
        };
        let certain: Vec<String> = found.iter().filter(|&&(.., p)| p <= LEVEL).map(told).collect();
        let count = format!("{} of {} worths", certain.len(), found.len());
        let names = few(certain).map(|names| format!(": {names}")).unwrap_or_default();
        let first = self.name(RollOut { agent: 0, rules: 0 });
        Some(format!("With {who}, {count} certainly differ from those with {first}{names}."))
    }
}
