//! The branches of a run as a task, and where a worker's list has their agents.

use crate::branching::{Branching, Subject, Treatment};

/// The branches of a run, for any number of workers.
#[derive(Clone, Copy, Debug)]
pub struct BranchTask<'a> {
    /// The plan.
    pub branching: &'a Branching,
    /// Number of different agents.
    pub agents: usize,
    /// Number of the first block on fresh deals.
    pub fresh: u64,
}

impl<'a> BranchTask<'a> {
    /// The position in a worker's list of the agent that must not take kind number `kind`: after
    /// those of all rule sets, each kind has one of each agent that plays on.
    pub(crate) fn restricted(&self, kind: usize, agent: usize) -> usize {
        self.agents * self.branching.rule_sets() + kind * self.branching.agents.len() + agent
    }

    /// The position in that list, after the restricted ones, of the agent that opens branches of kind number
    /// `kind` as `opens` says, under rule set number `rules`.
    pub(crate) fn opening(&self, kind: usize, agent: usize, rules: usize, opens: Opens) -> usize {
        let Branching { kinds, agents, .. } = self.branching;
        let first = match self.branching.forbids() {
            true => self.restricted(kinds.len(), 0),
            false => self.restricted(0, 0),
        };
        first + ((rules * kinds.len() + kind) * agents.len() + agent) * 2 + opens as usize
    }

    /// Numbers of the rule sets under which the branches of a place are played.
    pub(crate) fn rule_sets(&self, place: Subject) -> impl Iterator<Item = usize> + use<'a> {
        let branching = self.branching;
        let cell = branching.cells[place.cell];
        let varied = cell.treatment == Treatment::Taken && !place.again;
        let all = if varied { branching.rule_sets() } else { 1 };
        (0..all).filter(move |&rules| branching.concerns(rules, cell.kind))
    }
}

/// How a branch is opened where the plan leaves open which action is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opens {
    /// With an action of the kind, which the agent chooses.
    With,
    /// Without: for the rest of the turn, the seat chooses no action of the kind.
    Without,
}
