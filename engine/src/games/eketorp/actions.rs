use super::Eketorp;
use super::action::Action;
use super::component::{Kind, Place, SIEGE_SPACES, SPACES, WALLS};

impl Eketorp {
    pub(super) fn all_actions(&self) -> Vec<Action> {
        let (rules, seats) = (&self.rule_set, self.numbers.seats());
        let sieges: Vec<Place> = seats
            .clone()
            .flat_map(|village| (0..SIEGE_SPACES).map(move |weapon| Place::siege(village, weapon)))
            .collect();
        let mut all = vec![Action::Home, Action::Swap, Action::Keep, Action::LootNone];
        for place in (0..SPACES).map(Place::space).chain(sieges.iter().copied()) {
            all.push(Action::Put { place });
            all.extend(seats.clone().map(|seat| Action::Fight { place, seat: seat as u8 }));
        }
        all.extend(sieges.iter().map(|&place| Action::Siege { place }));
        all.extend((1..=rules.cards.highest).map(|value| Action::Card { value }));
        let highest = rules.village.wall_height;
        for kind in Kind::ALL {
            all.push(Action::Take { kind });
            all.extend((0..WALLS as u8).map(|wall| Action::Build { kind, wall }));
            for low in 0..=highest {
                let some = (0..=highest).filter(|&high| low + high > 0);
                all.extend(some.map(|high| Action::Loot { low, high, keep: kind }));
            }
        }
        all
    }
}
