//! The values of the rules in the form used during play.

use super::rule_set::{Return, RuleSet};

/// The rule set in the form in which play uses it.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// For each viking of the first row its letter's number.
    pub(super) row: Vec<u8>,
    pub(super) max_bodies: u32,
    pub(super) departures: u32,
    pub(super) crew_shields: u32,
    /// Ascending.
    pub(super) values: [u8; 4],
    /// Whether each barrel has the value of the one before it.
    pub(super) repeated: u32,
    pub(super) max_per_ship: u32,
    pub(super) draw: u32,
    pub(super) give_back: Return,
    pub(super) market_start: u16,
    pub(super) market_max: u16,
    pub(super) null_moves: bool,
    pub(super) max_rounds: u32,
}

impl Numbers {
    /// Of a rule set that has been [checked](RuleSet::check).
    pub(super) fn new(rule_set: &RuleSet, players: usize) -> Numbers {
        let mut values = rule_set.barrels.values.map(|value| value as u8);
        values.sort_unstable();
        let repeated = (1..4).filter(|&barrel| values[barrel] == values[barrel - 1]);
        Numbers {
            row: rule_set.setup.row.get(players).bytes().map(|letter| letter - b'A').collect(),
            max_bodies: rule_set.ships.max_bodies,
            departures: rule_set.ships.departures,
            crew_shields: rule_set.bodies.crew_shields,
            values,
            repeated: repeated.fold(0, |set, barrel| set | 1 << barrel),
            max_per_ship: rule_set.barrels.max_per_ship,
            draw: rule_set.warehouse_2.draw,
            give_back: rule_set.warehouse_2.give_back,
            market_start: rule_set.market.start as u16,
            market_max: rule_set.market.max as u16,
            null_moves: rule_set.options.null_moves,
            max_rounds: rule_set.options.max_rounds,
        }
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
