use crate::export::answer::few;
use crate::export::cell::{Cell, Column};
use crate::export::sheet::{DeclaredTable, Sheet};
use crate::study::balance::effects::Report;
use crate::study::balance::effects::sheets::{KIND, estimate};
use drakkar_play::appraisal::{Pooled, RollOut};
use drakkar_stats::p_value::LEVEL;

impl Report<'_> {
    pub fn strengths(&self) -> Option<Sheet> {
        let found = self.first.beyond_first();
        let first = self.name(RollOut { agent: 0, rules: 0 });
        let title =
            format!("Worth in points beyond that with roll-out by {first}, at the same decisions");
        let table = DeclaredTable::of(&found)
            // Programs read it beside the kind.
            .said(("agent", []), |row| Cell::new(self.name(row.0), []))
            .said(KIND, |row| self.kind(row.1, (row.0, self.name(row.0))));
        estimate(table, "difference", Column::interval("difference"), |row| Some(row.2.margin))
            .plain("certain", |row| if row.3 <= LEVEL { "yes" } else { "no" })
            .sheet("strengths", title)
            .filled()
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
