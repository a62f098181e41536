use std::fmt::Display;
use std::str::FromStr;

use drakkar_agents::restriction::Pattern;
use drakkar_engine::error::ParseError;

use crate::branch_task::BranchTask;

pub(crate) struct Actions<A> {
    kinds: Vec<Option<ActionChoice<A>>>,
    /// None if it is no action, where nothing is taken.
    against: Option<Option<A>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ActionChoice<A> {
    One(A),
    Fitting(Pattern),
}

/// The actions of a kind and what they are compared with: an action, or any that is not of the kind.
pub(crate) type Rivals<'k, A> = (&'k ActionChoice<A>, Option<A>);

impl<A: Copy + Eq + Display> ActionChoice<A> {
    pub(crate) fn fits(&self, action: A) -> bool {
        match self {
            ActionChoice::One(one) => *one == action,
            ActionChoice::Fitting(pattern) => pattern.fits(&action.to_string()),
        }
    }
}

impl<A: Copy + FromStr<Err = ParseError>> Actions<A> {
    /// Reads the actions of a plan; the error is the key at fault and the reason.
    pub(crate) fn of(task: Option<&BranchTask<'_>>) -> Result<Actions<A>, (String, String)> {
        let Some(BranchTask { branching, .. }) = task else {
            return Ok(Actions { kinds: Vec::new(), against: None });
        };
        let (mut kinds, taken) = (Vec::new(), branching.repeated());
        for (number, kind) in branching.kinds.iter().enumerate() {
            kinds.push(match kind.action.parse::<A>() {
                _ if kind.is_pattern() => kind.action.parse().ok().map(ActionChoice::Fitting),
                Ok(action) => Some(ActionChoice::One(action)),
                Err(error) if taken.contains(&number) => {
                    return Err((format!("items[{number}].action"), error.to_string()));
                }
                // A kind that is not taken need not be an action.
                Err(_) => None,
            });
        }
        let against = match branching.against.parse::<A>() {
            _ if branching.is_against_all() => Some(None),
            Ok(action) => Some(Some(action)),
            Err(error) if !taken.is_empty() => return Err(("against".into(), error.to_string())),
            Err(_) => None,
        };
        Ok(Actions { kinds, against })
    }

    /// `None` for a kind that is only a restriction, and if nothing is taken.
    pub(crate) fn of_kind(&self, kind: usize) -> Option<Rivals<'_, A>> {
        Some((self.kinds[kind].as_ref()?, self.against?))
    }
}
