//! What a siege would take off two walls, and where a stone is safe.

use std::cell::RefCell;

use drakkar_engine::games::eketorp::action::Action;
use drakkar_engine::games::eketorp::component::{Cards, Kind, Place, SIEGE_SPACES, Wall};
use drakkar_engine::seat::Seat;

use super::Valuation;
use crate::heuristic::memo::Memo;

pub(super) const DIFFERENCES: usize = Cards::HIGHEST as usize + 1;

/// What the best loot of a siege is worth to the besieger.
#[derive(Clone, Copy, Debug)]
pub(super) struct Takings {
    /// By the difference of the cards.
    best: [f64; DIFFERENCES],
    /// What a siege may be expected to take.
    expected: f64,
}

impl Takings {
    #[inline(always)]
    pub(super) fn at(&self, difference: u32) -> f64 {
        self.best[(difference as usize).min(DIFFERENCES - 1)]
    }
}

thread_local! {
    /// By the walls and the judge.
    static TAKINGS: RefCell<Memo<([Wall; 2], u64), Takings>> = RefCell::new(Memo::new(9));
}

/// How often sieges are won by a difference of 1, 2, 3, ... cards: an assumption, falling by a third each.
const WON_BY: [f64; 6] = [0.3, 0.24, 0.18, 0.12, 0.09, 0.07];

impl Valuation<'_> {
    /// The kept stone, and what the village loses.
    #[inline(always)]
    fn taken(&self, kept: Kind, stones: u32, points: i32) -> f64 {
        let loss = f64::from(points) + self.weights.stone * f64::from(stones);
        self.worth(kept) + self.weights.rivalry * loss
    }

    /// The best loot at a siege space for every difference of the cards.
    pub(super) fn best_loot(&self, place: Place) -> Takings {
        let question = (self.game.besieged(self.state, place), self.judge.number);
        TAKINGS.with_borrow_mut(|known| known.answer(question, || self.find_loot(place)))
    }

    fn find_loot(&self, place: Place) -> Takings {
        let mut best = [0.0; DIFFERENCES];
        let most = DIFFERENCES as u32 - 1;
        self.game.lootable(self.state, place, most, |low, high, kinds, points| {
            // The last kinds have the most points, unless a rule set changes that.
            let kept = Kind::from_index(31 - kinds.leading_zeros());
            let value = self.taken(kept, low + high, points);
            let needed = &mut best[points.max(0) as usize];
            *needed = value.max(*needed);
        });
        for difference in 1..DIFFERENCES {
            best[difference] = best[difference].max(best[difference - 1]);
        }
        let expected = best[1..].iter().zip(WON_BY).map(|(loot, share)| share * loot).sum();
        Takings { best, expected }
    }

    pub(super) fn loot(&self, place: Place, action: Action) -> f64 {
        let Action::Loot { low, high, keep } = action else { return 0.0 };
        let mut value = 0.0;
        self.game.lootable(
            self.state,
            place,
            self.state.duel.difference.into(),
            |l, h, _, points| {
                if (l, h) == (low.into(), high.into()) {
                    value = self.taken(keep, l + h, points);
                }
            },
        );
        value
    }

    /// What sieges may be expected to take off the two walls of a siege space.
    pub(super) fn danger(&self, village: Seat, weapon: usize) -> f64 {
        self.best_loot(Place::siege(village.index(), weapon)).expected
    }

    /// The value of building: less of the danger `before`.
    pub(super) fn build(&self, seat: Seat, action: Action, before: &[f64; SIEGE_SPACES]) -> f64 {
        let Action::Build { kind, wall } = action else { return 0.0 };
        let weapon = usize::from(wall) / 2;
        let mut next = *self.state;
        self.game.build_alone(&mut next, kind, wall);
        before[weapon] - Valuation { state: &next, ..*self }.danger(seat, weapon)
    }
}
