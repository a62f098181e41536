use std::collections::BTreeSet;

use super::VikingsOnBoard;
use super::action::Action;
use super::component::{BODIES, Clan, Good, Place, SPACES, Ship, Zone};
use super::rule_set::Return;
use super::stack::Stack;

impl VikingsOnBoard {
    /// Every sequence of tokens that may go back: one of those drawn is loaded, and there are only so many of each kind.
    fn returns(&self, most: usize) -> Option<Vec<Stack>> {
        let supplies = &self.rule_set.supplies;
        let counts = supplies.counts();
        let second = counts.iter().sum::<u32>() - supplies.warehouse_1;
        let longest = self.rule_set.warehouse_2.draw.min(second).saturating_sub(1);
        let (mut all, mut last) = (Vec::new(), vec![Stack::EMPTY]);
        for _ in 0..longest {
            let mut longer = Vec::new();
            for stack in last {
                for good in Good::ALL {
                    let there = stack.iter().filter(|&other| other == good).count() as u32;
                    if there < counts[good as usize] {
                        longer.push(stack.iter().chain([good]).collect());
                    }
                }
            }
            all.extend_from_slice(&longer);
            last = longer;
            if all.len() > most {
                return None;
            }
        }
        Some(all)
    }

    pub(super) fn all_actions(&self, most: usize) -> Option<Vec<Action>> {
        let rules = &self.rule_set;
        let places = rules.ships.max_bodies.min(BODIES as u32) as u8;
        let on = move |ship| (0..places).map(move |place| Place { ship, place });
        let zones = || Ship::all().flat_map(|ship| Clan::ALL.map(|clan| Zone::new(ship, clan)));
        let mut all = vec![Action::Stay];
        all.extend((1..=SPACES as u8).map(|space| Action::Go { space }));
        for good in Good::ALL {
            all.extend([Action::Raise { good }, Action::Take { good }, Action::Box { good }]);
            all.extend(Ship::all().map(|ship| Action::Load { good, ship }));
        }
        let values: BTreeSet<u32> = rules.barrels.values.into_iter().collect();
        for from in zones() {
            all.extend(values.iter().map(|&value| Action::Bet { value: value as u8, zone: from }));
            let others = zones().filter(|&to| to != from);
            all.extend(others.map(|to| Action::Shift { from, to }));
        }
        for from in Ship::all() {
            all.push(Action::Sail { ship: from });
            let others = || Ship::all().filter(move |&ship| ship != from);
            for body in on(from) {
                all.extend([Action::Promote { body }, Action::Crew { body }]);
                for ship in others() {
                    all.extend([Action::Switch { body, ship }, Action::Move { body, ship }]);
                    // There are only so many bodies for both ships.
                    let high = on(ship).filter(|high| {
                        body.ship < ship && usize::from(body.place + high.place) + 2 <= BODIES
                    });
                    all.extend(high.map(|high| Action::Swap { low: body, high }));
                }
            }
        }
        if rules.warehouse_2.give_back == Return::Choice {
            let returns = self.returns(most)?;
            all.extend(returns.into_iter().map(|tokens| Action::Under { tokens }));
        }
        Some(all)
    }
}
