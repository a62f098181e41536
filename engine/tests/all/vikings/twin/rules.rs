//! The rule values of section 10 of the rules.

use std::collections::BTreeMap;

use super::bonus::KINDS;
use serde_json::Value;

/// The rule values that the twin uses; component counts are told by the deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    // [setup], S1
    pub glory: i64,
    pub gold_2: i64,
    pub gold_3: i64,
    pub gold_4: i64,
    /// Additions to S1, for each seat.
    pub seat_gold: Vec<i64>,
    pub seat_glory: Vec<i64>,
    // [ships], C5, by the row that the sail reaches
    pub ship_n_gold: i64,
    pub ship_n_glory: i64,
    pub ship_s_gold: i64,
    pub ship_s_glory: i64,
    pub ship_g_gold: i64,
    pub ship_g_glory: i64,
    pub ship_f_gold: i64,
    pub ship_f_glory: i64,
    // [scoring], G1-G7, F1-F7
    pub goldsmith_gold: i64,
    pub noble_glory: i64,
    pub scout_glory: i64,
    pub scout_goldsmith: i64,
    pub scout_fisherman: i64,
    pub glory_floor: bool,
    pub gold_per_glory: i64,
    pub most_boatswains: i64,
    pub most_islands: i64,
    pub longest_island: i64,
    pub zero_majorities: bool,
    pub fisherman_feeds: i64,
    pub surplus_glory: i64,
    pub unfed_penalty: i64,
    /// G3: a colour is brought only if there is room for all of it.
    pub all_or_none: bool,
    /// G3: after round 6 only the uses that move most.
    pub most_at_last: bool,
    // [advanced], A1-A7
    pub auction: bool,
    /// A2: an opener who bids 0 may still answer a raise; otherwise he is out.
    pub opening_zero_stands: bool,
    pub weak_boatswains: bool,
    pub bonus_tiles: bool,
    /// A7: the lot on space 11 gives a bonus tile; otherwise the highest priced lot does.
    pub trigger_space_11: bool,
    // [bonus], the values of section 7
    pub building_cap: i64,
    /// F7b: only a building tile with a threatened viking on it gives nothing.
    pub viking_threat: bool,
    /// A9: a second `food3` or `gold3` adds to the first.
    pub add_up: bool,
    pub gold5: i64,
    pub goldsmith1: i64,
    pub goldsmith2: i64,
    pub noble1: i64,
    pub scout1: i64,
    pub fisher1: i64,
    pub boatswain: i64,
    pub food3: i64,
    pub gold3: i64,
    pub building_a: i64,
    pub building_b: i64,
    pub building_c: i64,
    pub building_d: i64,
    /// An addition to A9: glory given with a tile, by its name.
    pub glory_with: BTreeMap<String, i64>,
}

impl Rules {
    /// Reads the rule set of a record. Panics where something is missing.
    pub fn read(rule_set: &Value) -> Rules {
        let value = |pointer: &str| match rule_set.pointer(pointer) {
            Some(value) => value,
            None => panic!("the rule set has no {pointer}"),
        };
        let number = |pointer: &str| value(pointer).as_i64().expect(pointer);
        let switch = |pointer: &str| value(pointer).as_bool().expect(pointer);
        let choice = |pointer: &str, on: &str, off: &str| {
            let text = value(pointer).as_str().expect(pointer);
            assert!(text == on || text == off, "{pointer}: {text}");
            text == on
        };
        // Records leave these out unless they are set.
        let set = |pointer: &str, off: Value, on: Value| {
            let value = rule_set.pointer(pointer).unwrap_or(&off);
            assert!(*value == off || *value == on, "{pointer}: {value}");
            *value == on
        };
        let number_or_0 = |pointer: String| {
            rule_set.pointer(&pointer).map_or(0, |value| value.as_i64().expect(&pointer))
        };
        let by_seat =
            |name: &str| (0..4).map(|seat| number_or_0(format!("/setup/{name}/{seat}"))).collect();
        let glory_with = KINDS.map(|kind| {
            let name = kind.name();
            let glory = number_or_0(format!("/bonus/{name}/glory"));
            (name, glory)
        });
        Rules {
            glory: number("/setup/glory"),
            gold_2: number("/setup/gold/2"),
            gold_3: number("/setup/gold/3"),
            gold_4: number("/setup/gold/4"),
            seat_gold: by_seat("seat_gold"),
            seat_glory: by_seat("seat_glory"),
            ship_n_gold: number("/ships/N/gold"),
            ship_n_glory: number("/ships/N/glory"),
            ship_s_gold: number("/ships/S/gold"),
            ship_s_glory: number("/ships/S/glory"),
            ship_g_gold: number("/ships/G/gold"),
            ship_g_glory: number("/ships/G/glory"),
            ship_f_gold: number("/ships/F/gold"),
            ship_f_glory: number("/ships/F/glory"),
            goldsmith_gold: number("/scoring/goldsmith_gold"),
            noble_glory: number("/scoring/noble_glory"),
            scout_glory: number("/scoring/scout_glory"),
            scout_goldsmith: number("/scoring/scout_goldsmith"),
            scout_fisherman: number("/scoring/scout_fisherman"),
            glory_floor: switch("/scoring/glory_floor"),
            gold_per_glory: number("/scoring/gold_per_glory"),
            most_boatswains: number("/scoring/most_boatswains"),
            most_islands: number("/scoring/most_islands"),
            longest_island: number("/scoring/longest_island"),
            zero_majorities: switch("/scoring/zero_majorities"),
            fisherman_feeds: number("/scoring/fisherman_feeds"),
            surplus_glory: number("/scoring/surplus_glory"),
            unfed_penalty: number("/scoring/unfed_penalty"),
            all_or_none: set(
                "/scoring/whole_colour",
                "as-many-as-fit".into(),
                "all-or-none".into(),
            ),
            most_at_last: set("/scoring/last_boatswains", "any-use".into(), "most".into()),
            auction: switch("/advanced/auction"),
            opening_zero_stands: choice("/advanced/opening_zero", "stands", "out"),
            weak_boatswains: switch("/advanced/weak_boatswains"),
            bonus_tiles: switch("/advanced/bonus_tiles"),
            trigger_space_11: choice("/advanced/bonus_trigger", "space-11", "highest"),
            building_cap: number("/bonus/building_cap"),
            viking_threat: set("/bonus/building_threat", "cell".into(), "viking".into()),
            add_up: set("/bonus/food3_gold3_add_up", false.into(), true.into()),
            gold5: number("/bonus/gold5/value"),
            goldsmith1: number("/bonus/goldsmith1/value"),
            goldsmith2: number("/bonus/goldsmith2/value"),
            noble1: number("/bonus/noble1/value"),
            scout1: number("/bonus/scout1/value"),
            fisher1: number("/bonus/fisher1/value"),
            boatswain: number("/bonus/boatswain/value"),
            food3: number("/bonus/food3/value"),
            gold3: number("/bonus/gold3/value"),
            building_a: number("/bonus/building-a/value"),
            building_b: number("/bonus/building-b/value"),
            building_c: number("/bonus/building-c/value"),
            building_d: number("/bonus/building-d/value"),
            glory_with: glory_with.into(),
        }
    }

    /// S1: the starting gold.
    pub fn starting_gold(&self, players: usize) -> i64 {
        match players {
            2 => self.gold_2,
            3 => self.gold_3,
            4 => self.gold_4,
            _ => panic!("C1: 2 to 4 players"),
        }
    }

    /// Section 7: the value of a building bonus tile.
    pub fn building(&self, building: char) -> i64 {
        match building {
            'a' => self.building_a,
            'b' => self.building_b,
            'c' => self.building_c,
            'd' => self.building_d,
            _ => panic!("C3: the buildings are a b c d"),
        }
    }
}
