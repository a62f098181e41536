//! The values of the rules in the form used during play, where that is another one.

use super::rule_set::RuleSet;

#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) values: [u8; 4],
    /// Whether each barrel has the value of the one before it.
    repeated: u32,
    /// The first row of vikings (S3).
    pub(super) row: String,
}

impl Numbers {
    pub(super) fn new(rule_set: &RuleSet, players: usize) -> Numbers {
        let mut values = rule_set.barrels.values.map(|value| value as u8);
        values.sort_unstable();
        let repeated = (1..4).filter(|&barrel| values[barrel] == values[barrel - 1]);
        let repeated = repeated.fold(0, |set, barrel| set | 1 << barrel);
        Numbers { values, repeated, row: rule_set.setup.row[&players.to_string()].clone() }
    }

    /// The first of `barrels` in each group of barrels of equal value (N5).
    #[inline(always)]
    pub(super) fn distinct(&self, barrels: u32) -> u32 {
        if self.repeated == 0 {
            return barrels;
        }
        // Whether an earlier barrel of the group is there.
        let mut before = 0;
        for barrel in 1..4 {
            let previous = (barrels | before) >> (barrel - 1) & 1;
            before |= (self.repeated >> barrel & previous) << barrel;
        }
        barrels & !before
    }
}
