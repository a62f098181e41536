//! Which decisions there are to branch from: found in games of the trunk, before anything is planned.

use std::collections::BTreeMap;

use drakkar_agents::restriction::Pattern;

/// What is looked for.
#[derive(Debug)]
pub struct Quest<'a> {
    /// The actions to judge.
    pub at: &'a Pattern,
    /// The action that they are compared with.
    pub against: &'a str,
    /// Other actions that a restriction may be about.
    pub pursue: &'a [Pattern],
    /// Master seed.
    pub seed: u64,
    /// Games to look at, on deals that no block has.
    pub games: u64,
}

/// What games of the trunk held.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pilot {
    /// Games in which an action could be chosen instead of the other one, by action and round.
    pub seen: BTreeMap<String, BTreeMap<u32, u64>>,
    /// For each pattern of [`Quest::pursue`], the actions that fit it and could be left, in order.
    pub pursued: Vec<Vec<String>>,
    /// The last round.
    pub rounds: u32,
    /// Games looked at.
    pub games: u64,
}
