//! The values of the rules in the form used during play.

use super::bonus::Bonus;
use super::component::MAX_PLAYERS;
use super::rule_set::{
    BonusTrigger, BuildingThreat, LastBoatswains, OpeningZero, RuleSet, WholeColour,
};

/// What a ship's sail gives or costs (C5).
#[derive(Clone, Copy, Debug)]
pub(super) struct Sail {
    pub(super) gold: i32,
    pub(super) glory: i32,
}

/// The point values in the form in which scoring uses them.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// Of each seat (S1).
    pub(super) start_gold: [i32; MAX_PLAYERS],
    pub(super) start_glory: [i32; MAX_PLAYERS],
    pub(super) ships: [Sail; 4],
    pub(super) goldsmith_gold: i32,
    pub(super) noble_glory: i32,
    pub(super) scout_glory: i32,
    pub(super) scout_goldsmith: i32,
    pub(super) scout_fisherman: i32,
    pub(super) glory_floor: bool,
    pub(super) gold_per_glory: i32,
    pub(super) most_boatswains: i32,
    pub(super) most_islands: i32,
    pub(super) longest_island: i32,
    pub(super) zero_majorities: bool,
    pub(super) fisherman_feeds: i32,
    pub(super) surplus_glory: i32,
    pub(super) unfed_penalty: i32,
    pub(super) auction: bool,
    pub(super) zero_stands: bool,
    pub(super) weak_boatswains: bool,
    pub(super) trigger_on_top: bool,
    pub(super) building_cap: i32,
    pub(super) viking_threat: bool,
    pub(super) add_up: bool,
    /// Whether any of the two that follow is set.
    pub(super) other_ferries: bool,
    pub(super) all_or_none: bool,
    pub(super) most_at_last: bool,
    pub(super) bonus: [i32; Bonus::COUNT],
    /// Glory that is given with each kind of bonus tile.
    pub(super) bonus_glory: [i32; Bonus::COUNT],
}

impl Numbers {
    /// Values are at most 1000, see [`RuleSet::check`].
    pub(super) fn new(rule_set: &RuleSet, players: usize) -> Numbers {
        let RuleSet { setup, scoring, .. } = rule_set;
        let gold = setup.gold.get(players);
        Numbers {
            start_gold: setup.seat_gold.list().map(|more| (gold + more) as i32),
            start_glory: setup.seat_glory.list().map(|more| (setup.glory + more) as i32),
            ships: rule_set
                .ships
                .list()
                .map(|ship| Sail { gold: ship.gold as i32, glory: ship.glory as i32 }),
            goldsmith_gold: scoring.goldsmith_gold as i32,
            noble_glory: scoring.noble_glory as i32,
            scout_glory: scoring.scout_glory as i32,
            scout_goldsmith: scoring.scout_goldsmith as i32,
            scout_fisherman: scoring.scout_fisherman as i32,
            glory_floor: scoring.glory_floor,
            gold_per_glory: scoring.gold_per_glory as i32,
            most_boatswains: scoring.most_boatswains as i32,
            most_islands: scoring.most_islands as i32,
            longest_island: scoring.longest_island as i32,
            zero_majorities: scoring.zero_majorities,
            fisherman_feeds: scoring.fisherman_feeds as i32,
            surplus_glory: scoring.surplus_glory as i32,
            unfed_penalty: scoring.unfed_penalty as i32,
            auction: rule_set.advanced.auction,
            zero_stands: rule_set.advanced.opening_zero == OpeningZero::Stands,
            weak_boatswains: rule_set.advanced.weak_boatswains,
            trigger_on_top: rule_set.advanced.bonus_trigger == BonusTrigger::Space11,
            building_cap: rule_set.bonus.building_cap as i32,
            viking_threat: rule_set.bonus.building_threat == BuildingThreat::Viking,
            add_up: rule_set.bonus.add_up,
            other_ferries: scoring.whole_colour != WholeColour::default()
                || scoring.last_boatswains != LastBoatswains::default(),
            all_or_none: scoring.whole_colour == WholeColour::AllOrNone,
            most_at_last: scoring.last_boatswains == LastBoatswains::Most,
            bonus: rule_set.bonus.values().map(|value| value as i32),
            bonus_glory: rule_set.bonus.glory().map(|glory| glory as i32),
        }
    }
}
