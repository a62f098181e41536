use super::VikingsOf;
use super::action::Action;
use super::bonus::Bonus;
use super::component::{Cell, Colour, LOTS, ROUNDS, Row};
use super::rule_set::RuleSet;
use super::variant::Variant;

/// Lots that each seat buys (B4).
const fn purchases(players: usize) -> u32 {
    ((LOTS * ROUNDS) / players) as u32
}

/// No seat can bid more (A2): what it has at the start, and what its vikings, ships and tiles may have given before the
/// auction of the last round.
fn highest_bid(rule_set: &RuleSet, players: usize, purse: i32) -> u64 {
    let (scoring, bonus) = (&rule_set.scoring, &rule_set.bonus);
    let mut counts = bonus.counts().map(u64::from);
    for grant in &rule_set.grants {
        counts[grant.kind as usize] += 1;
    }
    let (values, glory) = (bonus.values(), bonus.glory());
    let of = |kind: Bonus| counts[kind as usize] * u64::from(values[kind as usize]);
    let smith = u64::from(scoring.goldsmith_gold) + of(Bonus::Goldsmith1) + of(Bonus::Goldsmith2);
    let noble = u64::from(scoring.noble_glory) + of(Bonus::Noble1);
    let below = scoring.scout_goldsmith + scoring.scout_fisherman;
    let scout = u64::from(scoring.scout_glory + below) + of(Bonus::Scout1);
    let ships = rule_set.ships.list().map(|ship| u64::from(ship.gold + ship.glory));
    let large = noble.max(scout).max(of(Bonus::Fisher1)) + ships.into_iter().max().unwrap_or(0);
    let tiles: u64 = counts.iter().zip(glory).map(|(count, glory)| count * u64::from(glory)).sum();
    // Five rounds score before it, the second and the fourth of them at large.
    let each = u64::from(purchases(players)) / ROUNDS as u64;
    purse.max(0) as u64 + of(Bonus::Gold5) + tiles + each * (15 * smith + 6 * large)
}

impl<V: Variant> VikingsOf<V> {
    pub(super) fn all_actions(&self, most: usize) -> Option<Vec<Action>> {
        let rules = &self.rule_set.advanced;
        let columns = 1..=purchases(self.players) + 1;
        let mut cells = Vec::new();
        for column in columns.clone() {
            cells.extend(Row::ALL.into_iter().filter_map(|row| Cell::new(row, column)));
        }
        let mut all = vec![Action::Discard, Action::FerryEach, Action::Stop];
        all.extend((0..LOTS as u8).map(|price| Action::Buy { price }));
        all.extend(columns.map(|column| Action::Ship { column: column as u8 }));
        for row in Row::ALL {
            all.extend([Action::Start { row }, Action::Ferry { row }]);
        }
        for &cell in &cells {
            let tile = |viking| Action::Tile { cell, viking };
            all.extend([tile(false), tile(true), Action::Land { cell }]);
        }
        if V::ADVANCED && rules.auction {
            let purse = self.purses.iter().map(|(gold, glory)| gold + glory).max().unwrap_or(0);
            let highest = highest_bid(&self.rule_set, self.players, purse);
            if highest > most as u64 {
                return None;
            }
            all.push(Action::Pass);
            all.extend((0..=highest as u32).map(|amount| Action::Bid { amount }));
            for colour in Colour::ALL {
                all.extend([Action::Remove { colour }, Action::Set { colour }]);
            }
        }
        if V::ADVANCED && rules.bonus_tiles {
            all.extend([Action::Decline, Action::LongboatEach]);
            all.extend(Bonus::ALL.map(|kind| Action::Take { kind }));
            all.extend(Row::ALL.map(|row| Action::Longboat { row }));
            all.extend(cells.iter().map(|&cell| Action::Upgrade { cell }));
        }
        Some(all)
    }
}
