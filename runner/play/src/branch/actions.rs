//! The actions of a plan in the game's own form.

use drakkar_engine::game::Game;

use super::BranchTask;
use crate::branching::Treatment;

/// The actions of a plan in the game's own form.
pub(crate) struct Actions<G: Game> {
    /// The action of every kind; `None` for a kind that is a restriction alone.
    pub(super) kinds: Vec<Option<G::Action>>,
    /// The action that the others are compared with; `None` if nothing is taken.
    pub(super) against: Option<G::Action>,
}

impl<G: Game> Actions<G> {
    /// Reads the actions of a plan that is played under so many rule sets.
    ///
    /// # Errors
    /// The key and what is wrong with it.
    pub(crate) fn of(
        task: &BranchTask<'_>,
        rule_sets: usize,
    ) -> Result<Actions<G>, (String, String)> {
        let BranchTask { branching, agents, .. } = *task;
        let needed =
            |treatment: Treatment| branching.cells.iter().any(|cell| cell.treatment == treatment);
        let taken = |kind| {
            branching
                .cells
                .iter()
                .any(|cell| cell.treatment == Treatment::Taken && cell.kind == kind)
        };
        let mut kinds = Vec::new();
        for (number, kind) in branching.kinds.iter().enumerate() {
            kinds.push(match kind.action.parse::<G::Action>() {
                Ok(action) => Some(action),
                Err(error) if taken(number) => {
                    return Err((format!("kinds[{number}].action"), error.to_string()));
                }
                Err(_) => None,
            });
        }
        let against = match branching.against.parse::<G::Action>() {
            Ok(action) => Some(action),
            Err(error) if needed(Treatment::Taken) => {
                return Err(("against".into(), error.to_string()));
            }
            Err(_) => None,
        };
        let last = agents * rule_sets + branching.kinds.len() * branching.agents.len();
        if needed(Treatment::Restricted) && last > usize::from(u8::MAX) {
            let reason = "too many kinds, agents and rule sets for restricted play; leave it out, or ask \
                          for other values apart";
            return Err(("kinds".into(), reason.into()));
        }
        Ok(Actions { kinds, against })
    }
}
