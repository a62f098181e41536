//! The features of the heuristic by name, and the sets of weights.

use serde::{Deserialize, Serialize};

use crate::heuristic::{NamedTexts, named, standard};

/// Sets of weights by name; the first is the default. The tuned ones are for `greedy`, by rules and
/// seats, and those with `mcts` are for a search.
pub(super) const SETS: NamedTexts = named!(".toml":
    "manual-1" "selfplay-1" "tuned-1-base-2p" "tuned-1-base-3p" "tuned-1-base-4p" "tuned-1-advanced-2p"
    "tuned-1-advanced-3p" "tuned-1-advanced-4p" "tuned-1-mcts-base-2p" "tuned-1-mcts-advanced-2p");

/// Nets by name, for rules and seats; `scripts/nets.sh` makes them.
pub(super) const NETS: NamedTexts = named!(".json":
    "net-1-base-2p" "net-1-base-3p" "net-1-base-4p" "net-1-advanced-2p" "net-1-advanced-3p" "net-1-advanced-4p"
    "net-2-base-2p" "net-2-advanced-2p" "net-2-advanced-3p");

/// Scales of win shares by name, for rules and seats: what `drakkar learn --generations 1 --positions 10 --epsilon 0`
/// finds for each round in 20,000 games of `greedy:weights=manual-1`.
pub(super) const SCALES: NamedTexts = &[
    ("fitted-1-base-2p", "87.3/28.3/22/17.2/10.7/8.1"),
    ("fitted-1-base-3p", "41.5/15.6/13.1/13/8.1/6.2"),
    ("fitted-1-base-4p", "15.3/8.5/8.4/8.1/6.5/4.9"),
    ("fitted-1-advanced-2p", "59.5/20.1/17/13.9/10.9/8.7"),
    ("fitted-1-advanced-3p", "50.2/13.4/11/10.5/7.8/6.5"),
    ("fitted-1-advanced-4p", "39.5/11/8.4/7.4/6.2/5.2"),
];

/// How much each prospect counts. Most are shares of the points that the rules give for it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Glory for a gold piece in addition to its exchange at the end, per round still to come.
    pub gold_per_round: f64,
    /// Share of the points of unthreatened vikings at later scorings.
    pub scoring: f64,
    /// Share of the points of repelled ships at later scorings.
    pub repelled: f64,
    /// Share of the cost of ships that are not repelled.
    pub unrepelled: f64,
    /// Glory for a viking on a threatened tile.
    pub threatened: f64,
    /// Fishermen that a seat expects to place per round still to come.
    pub fishermen_ahead: f64,
    /// Glory for a boatswain, for the majority at the end.
    pub boatswain: f64,
    /// Share of the value of vikings ashore once on tiles, if a boatswain can move them.
    pub ferry: f64,
    /// The same without a boatswain or a tile for them.
    pub ashore: f64,
    /// Share of a viking's value that a tile without one has, in his row.
    pub free: f64,
    /// Glory for a tile in row W below a ship that is not repelled.
    pub waiting: f64,
    /// Glory for a complete island.
    pub island: f64,
    /// Glory for an island that still lacks its right end.
    pub open_island: f64,
    /// Glory for each tile of the longest complete island.
    pub longest: f64,
    /// Glory for an island tile in hand that fits, and for one that ends an island.
    pub tile: f64,
    /// Glory for a right end in hand that fits, in addition to `tile`.
    pub right_end: f64,
    /// Share of a viking's value on his tile, while both are in hand.
    pub hand: f64,
    /// Glory for a ship in hand while a warrior waits for one, as a share of its points.
    pub ship_repelled: f64,
    /// Glory for any other ship in hand, for its threat.
    pub ship: f64,
    /// Glory for a warrior on a tile without a ship.
    pub warrior: f64,
    /// Those of the advanced rules.
    pub advanced: AdvancedWeights,
}

drakkar_engine::data!(Weights);

standard!("manual-1.toml");

/// How much each prospect of the advanced rules counts.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdvancedWeights {
    /// Glory for being first in a round.
    pub first: f64,
    /// Share of the difference between the best viking of the round and the mean one, for being
    /// first.
    pub choice: f64,
    /// Share of the difference between the mean viking and the one removed, for being first.
    pub removal: f64,
    /// Share of a bonus tile's value that is added to the lot which wins it.
    pub take: f64,
    /// Vikings of a colour that a seat expects to place per round still to come.
    pub vikings_ahead: f64,
    /// Gold that a seat expects to have at the end in addition to its present gold.
    pub gold_ahead: f64,
    /// Glory for each boatswain that a bonus tile counts as.
    pub boatswain: f64,
    /// Glory for a longboat, per large scoring still to come.
    pub longboat: f64,
    /// Meals left over that a seat expects at the end.
    pub meals_ahead: f64,
    /// Share of the gain from the vikings around a building tile.
    pub building: f64,
    /// Glory for each tile without a viking around it.
    pub building_room: f64,
    /// Vikings that a seat expects around a building tile that it can lay now, and around one that
    /// it keeps.
    pub building_ahead: f64,
    /// The same for one that it keeps.
    pub building_kept: f64,
}
