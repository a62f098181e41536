use drakkar_agents::restriction::Patterns;
use drakkar_engine::error::KeyError;

use crate::branching::{Branching, Subject, Treatment};

#[derive(Clone, Copy, Debug)]
pub struct BranchTask<'a> {
    pub branching: &'a Branching,
    pub agents: usize,
    pub fresh: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Free {
        rules: usize,
    },
    Without {
        kind: usize,
    },
    /// Opens branches by a rule set: it takes the kind, or chooses no action of it.
    Opens {
        rules: usize,
        kind: usize,
        takes: bool,
    },
}

/// Most agents of a worker: their numbers are bytes.
const MOST_AGENTS: usize = u8::MAX as usize;

impl<'a> BranchTask<'a> {
    pub(crate) fn cast(&self) -> Vec<(u8, Role)> {
        let Branching { kinds, agents, .. } = self.branching;
        let rule_sets = 0..self.branching.rule_sets();
        let free = by_rules(self.agents, rule_sets.end);
        let free = free.map(|(agent, rules)| (agent as u8, Role::Free { rules }));
        let mut cast: Vec<(u8, Role)> = free.collect();
        if self.branching.forbids() {
            for kind in 0..kinds.len() {
                cast.extend(agents.iter().map(|&agent| (agent, Role::Without { kind })));
            }
        }
        if self.branching.opens() {
            for rules in rule_sets {
                for kind in 0..kinds.len() {
                    let both = |takes| Role::Opens { rules, kind, takes };
                    let both = [both(true), both(false)];
                    cast.extend(agents.iter().flat_map(|&agent| both.map(|role| (agent, role))));
                }
            }
        }
        cast
    }

    /// Whether there are not too many of them; otherwise the key of the plan and what is wrong with it.
    pub(crate) fn check(&self) -> Result<(), (String, String)> {
        let all = self.cast();
        let is_free = |(_, role): &(u8, Role)| matches!(role, Role::Free { .. });
        if all.len() > MOST_AGENTS && !all.iter().all(is_free) {
            let reason = "too many item types, agents and rule sets for bans; leave --method ban out, or what is taken \
                          in the place of an item (--no-parts), or ask for other values apart";
            return Err(("items".into(), reason.into()));
        }
        Ok(())
    }

    /// The agents of a worker: the number of each, that of its rule set, and what it must not choose.
    pub fn agents(&self) -> Result<Vec<(usize, usize, Option<Patterns>)>, KeyError> {
        let agent = |(agent, role): (u8, Role)| {
            let (rules, kind, takes) = match role {
                Role::Free { rules } => return Ok((usize::from(agent), rules, None)),
                Role::Without { kind } => (0, kind, false),
                Role::Opens { rules, kind, takes } => (rules, kind, takes),
            };
            let without: Patterns = self.branching.kinds[kind].action.parse()?;
            // Kinds that are only restrictions open no branches.
            let with = takes.then(|| without.negated()).flatten();
            Ok((usize::from(agent), rules, Some(with.unwrap_or(without))))
        };
        self.cast().into_iter().map(agent).collect()
    }

    pub(crate) fn rule_sets(&self, place: Subject) -> impl Iterator<Item = usize> + use<'a> {
        let branching = self.branching;
        let cell = branching.cells[place.cell];
        let varied = cell.treatment == Treatment::Take && !place.again;
        let all = if varied { branching.rule_sets() } else { 1 };
        (0..all).filter(move |&rules| branching.concerns(rules, cell.kind))
    }
}

/// The agents of a worker, before those that only branches need: the number of each, and that of its rule set.
pub fn by_rules(agents: usize, rule_sets: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rule_sets).flat_map(move |rules| (0..agents).map(move |agent| (agent, rules)))
}
