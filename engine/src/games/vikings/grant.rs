//! Bonus tiles that a seat is given from outside the game: not part of the printed rules, but a way
//! to measure what a tile is worth to its owner.

use super::VikingsOf;
use super::bonus::Bonus;
use super::component::{MAX_BONUS, ROUNDS};
use super::rule_set::{Grant, RuleSet};
use super::state::StateOf;
use super::variant::Variant;
use crate::error::KeyError;

/// Whether all grants of a rule set are possible.
///
/// # Errors
/// Names the first key at fault and the reason.
pub(super) fn check(rule_set: &RuleSet, players: usize) -> Result<(), KeyError> {
    if !rule_set.grants.is_empty() && !rule_set.advanced.bonus_tiles {
        return Err(KeyError::new(
            "grants",
            "there are bonus tiles by `advanced.bonus_tiles` only",
        ));
    }
    let mut counts = rule_set.bonus.counts();
    for (number, &Grant { round, seat, kind }) in rule_set.grants.iter().enumerate() {
        let refuse = |key, reason| Err(KeyError::new(format!("grants[{number}].{key}"), reason));
        if !(1..=ROUNDS as u32).contains(&round) {
            return refuse("round", format!("{round} is not between 1 and {ROUNDS}"));
        }
        if seat >= players {
            return refuse("seat", format!("{seat} is not below {players}, the number of seats"));
        }
        counts[kind as usize] += 1;
        if counts[kind as usize] > MAX_BONUS {
            let reason = format!("makes more than {MAX_BONUS} `{kind}` with those of the game");
            return refuse("kind", reason);
        }
    }
    Ok(())
}

impl<V: Variant> VikingsOf<V> {
    /// Gives the tiles that the rule set grants at the start of the round.
    #[inline(always)]
    pub(super) fn give_grants(&self, state: &mut StateOf<V>) {
        if !V::ADVANCED {
            return;
        }
        for grant in &self.rule_set.grants {
            if grant.round == u32::from(state.round) + 1 {
                self.give(state, grant.seat, grant.kind);
            }
        }
    }

    /// Gives a seat a bonus tile and what is given with it. Returns whether there is room for one more
    /// of its kind.
    pub(super) fn give(&self, state: &mut StateOf<V>, seat: usize, kind: Bonus) -> bool {
        let Some(extra) = V::get_mut(&mut state.extra) else { return false };
        if kind != Bonus::Gold5 && extra.owned(seat).count(kind) == MAX_BONUS {
            return false;
        }
        let tableau = state.tableaus.seat_mut(seat);
        tableau.glory += self.numbers.bonus_glory[kind as usize];
        if kind == Bonus::Gold5 {
            tableau.gold += self.numbers.bonus[Bonus::Gold5 as usize];
        } else {
            extra.owned_mut(seat).add(kind);
        }
        true
    }
}
