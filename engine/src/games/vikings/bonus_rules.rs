//! What the rules say of bonus tiles: how many there are, what they are worth, and who is granted one.

use super::bonus::Bonus;
use super::component::{MAX_BONUS, ROUNDS};
use super::rule_set::{BonusRules, Counted, Grant, RuleSet, Valued};
use crate::error::KeyError;

impl BonusRules {
    /// Count, size of the effect (0 for `longboat`) and glory of each kind, in the order of [`Bonus::ALL`].
    fn tiles(&self) -> [(u32, u32, u32); Bonus::COUNT] {
        let [a, b, c, d] = [&self.building_a, &self.building_b, &self.building_c, &self.building_d];
        let Counted { count, glory } = self.longboat;
        let longboat = Valued { count, value: 0, glory };
        [
            &self.gold5,
            &self.goldsmith1,
            &self.goldsmith2,
            &longboat,
            &self.noble1,
            &self.scout1,
            &self.fisher1,
            &self.boatswain,
            &self.food3,
            &self.gold3,
            a,
            b,
            c,
            d,
        ]
        .map(|tile| (tile.count, tile.value, tile.glory))
    }

    /// Number of tiles of each kind, in the order of [`Bonus::ALL`].
    pub fn counts(&self) -> [u32; Bonus::COUNT] {
        self.tiles().map(|(count, _, _)| count)
    }

    /// Size of the effect of each kind, in the same order; 0 for `longboat`.
    pub fn values(&self) -> [u32; Bonus::COUNT] {
        self.tiles().map(|(_, value, _)| value)
    }

    /// Glory that is given with each kind, in the same order.
    pub fn glory(&self) -> [u32; Bonus::COUNT] {
        self.tiles().map(|(_, _, glory)| glory)
    }
}

impl RuleSet {
    pub(super) fn check_grants(&self, players: usize) -> Result<(), KeyError> {
        if !self.grants.is_empty() && !self.advanced.bonus_tiles {
            let reason = "there are bonus tiles by `advanced.bonus_tiles` only";
            return Err(KeyError::new("grants", reason));
        }
        let mut counts = self.bonus.counts();
        for (number, &Grant { round, seat, kind }) in self.grants.iter().enumerate() {
            let refuse =
                |key, reason| Err(KeyError::new(format!("grants[{number}].{key}"), reason));
            if !(1..=ROUNDS as u32).contains(&round) {
                return refuse("round", format!("{round} is not between 1 and {ROUNDS}"));
            }
            if seat >= players {
                return refuse(
                    "seat",
                    format!("{seat} is not below {players}, the number of seats"),
                );
            }
            counts[kind as usize] += 1;
            if counts[kind as usize] > MAX_BONUS {
                let reason = format!("makes more than {MAX_BONUS} `{kind}` with those of the game");
                return refuse("kind", reason);
            }
        }
        Ok(())
    }
}
