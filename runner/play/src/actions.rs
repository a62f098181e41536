//! The actions of a plan of branches.

use std::fmt::Display;
use std::str::FromStr;

use drakkar_agents::restriction::Pattern;
use drakkar_engine::error::ParseError;

use crate::branch_task::BranchTask;

/// Most agents of a worker: their numbers are bytes.
const MOST_AGENTS: usize = u8::MAX as usize;

/// The actions of a plan in the game's own form, as far as they are actions or patterns.
pub(crate) struct Actions<A> {
    /// Those of each kind.
    kinds: Vec<Option<ActionChoice<A>>>,
    /// What they are compared with.
    against: Option<Against<A>>,
}

/// The actions of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ActionChoice<A> {
    One(A),
    Fitting(Pattern),
}

/// What the actions of a kind are compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Against<A> {
    One(A),
    /// Any action that is not of the kind.
    Others,
}

/// The actions of a kind, and what they are compared with.
pub(crate) type Rivals<'k, A> = (&'k ActionChoice<A>, Against<A>);

impl<A: Copy + Eq + Display> ActionChoice<A> {
    /// Whether an action is of the kind.
    pub(crate) fn fits(&self, action: A) -> bool {
        match self {
            ActionChoice::One(one) => *one == action,
            ActionChoice::Fitting(pattern) => pattern.fits(&action.to_string()),
        }
    }
}

impl<A> Default for Actions<A> {
    fn default() -> Actions<A> {
        Actions { kinds: Vec::new(), against: None }
    }
}

impl<A: Copy + FromStr<Err = ParseError>> Actions<A> {
    /// Reads the actions of a plan that is played under this many rule sets.
    pub(crate) fn of(
        task: &BranchTask<'_>,
        rule_sets: usize,
    ) -> Result<Actions<A>, (String, String)> {
        let mut actions = Actions::default();
        check(task, rule_sets, &mut |kind, text| {
            let (action, error) = match text.parse() {
                Ok(action) => (Some(action), None),
                Err(error) => (None, Some(error)),
            };
            match kind {
                Some(_) => actions.kinds.push(action.map(ActionChoice::One)),
                None => actions.against = action.map(Against::One),
            }
            error
        })?;
        let kinds = task.branching.kinds.iter().zip(&mut actions.kinds);
        for (kind, choice) in kinds.filter(|(kind, _)| kind.is_pattern()) {
            *choice = kind.action.parse().ok().map(ActionChoice::Fitting);
        }
        if task.branching.is_against_all() {
            actions.against = Some(Against::Others);
        }
        Ok(actions)
    }

    /// The actions of a kind and what they are compared with; `None` for a kind that is only a
    /// restriction, and if nothing is taken.
    pub(crate) fn of_kind(&self, kind: usize) -> Option<Rivals<'_, A>> {
        Some((self.kinds[kind].as_ref()?, self.against?))
    }
}

/// Checks a plan that is played under this many rule sets. `parse` is shown the action of each
/// kind, with its number, and the one that they are compared with, and reports what is wrong with
/// it.
fn check(
    task: &BranchTask<'_>,
    rule_sets: usize,
    parse: &mut dyn FnMut(Option<usize>, &str) -> Option<ParseError>,
) -> Result<(), (String, String)> {
    let BranchTask { branching, agents, .. } = *task;
    let taken = branching.repeated();
    for (number, kind) in branching.kinds.iter().enumerate() {
        match parse(Some(number), &kind.action) {
            Some(error) if taken.contains(&number) && !kind.is_pattern() => {
                return Err((format!("kinds[{number}].action"), error.to_string()));
            }
            // A kind that is not taken need not be an action.
            _ => {}
        }
    }
    match parse(None, &branching.against) {
        Some(error) if !taken.is_empty() && !branching.is_against_all() => {
            return Err(("against".into(), error.to_string()));
        }
        _ => {}
    }
    let each = branching.kinds.len() * branching.agents.len();
    let restricted = if branching.forbids() { each } else { 0 };
    let openings = if branching.opens() { 2 * each * rule_sets } else { 0 };
    if restricted + openings > 0 && agents * rule_sets + restricted + openings > MOST_AGENTS {
        let reason = "too many kinds, agents and rule sets for restricted play; leave it out, or what is taken \
                      in the place of a kind (--no-parts), or ask for other values apart";
        return Err(("kinds".into(), reason.into()));
    }
    Ok(())
}
