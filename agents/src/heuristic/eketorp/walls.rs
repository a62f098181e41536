//! What a siege would take off two walls, and where a stone is safe.

use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::action::Action;
use drakkar_engine::games::eketorp::component::{Cards, Kind, Place};
use drakkar_engine::games::eketorp::state::State;
use drakkar_engine::seat::Seat;

use super::Weights;

/// Differences of cards from 0 to the highest card.
const DIFFERENCES: usize = Cards::HIGHEST as usize + 1;

/// What the best loot of a siege is worth to the besieger, by the difference of the cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Takings([f64; DIFFERENCES]);

impl Takings {
    /// By the cards' difference.
    #[inline(always)]
    pub(super) fn at(&self, difference: u32) -> f64 {
        self.0[(difference as usize).min(DIFFERENCES - 1)]
    }
}

/// How often sieges are won by a difference of 1, 2, 3, ... cards: an assumption, falling by a third each.
const WON_BY: [f64; 6] = [0.3, 0.24, 0.18, 0.12, 0.09, 0.07];

impl Weights {
    /// The kept stone, and what the village loses.
    #[inline(always)]
    fn taken(&self, game: &Eketorp, kept: Kind, stones: u32, points: i32) -> f64 {
        let loss = f64::from(points) + self.stone * f64::from(stones);
        self.worth(game, kept) + self.rivalry * loss
    }

    /// The best loot at a siege space for every difference of the cards.
    pub(super) fn best_loot(&self, game: &Eketorp, state: &State, place: Place) -> Takings {
        let mut best = [0.0; DIFFERENCES];
        let most = DIFFERENCES as u32 - 1;
        game.lootable(state, place, most, |low, high, kinds, points| {
            // The last kinds have the most points, unless a rule set changes that.
            let kept = Kind::from_index(31 - kinds.leading_zeros());
            let value = self.taken(game, kept, low + high, points);
            let needed = &mut best[points.max(0) as usize];
            *needed = value.max(*needed);
        });
        for difference in 1..DIFFERENCES {
            best[difference] = best[difference].max(best[difference - 1]);
        }
        Takings(best)
    }

    /// The value of an action of a winning besieger.
    pub(super) fn loot(&self, game: &Eketorp, state: &State, place: Place, action: Action) -> f64 {
        let Action::Loot { low, high, keep } = action else { return 0.0 };
        let mut value = 0.0;
        game.lootable(state, place, state.difference(), |l, h, _, points| {
            if (l, h) == (low.into(), high.into()) {
                value = self.taken(game, keep, l + h, points);
            }
        });
        value
    }

    /// The value of building: less what sieges may be expected to take off the two walls.
    pub(super) fn build(&self, game: &Eketorp, state: &State, seat: Seat, action: Action) -> f64 {
        let Action::Build { wall, .. } = action else { return 0.0 };
        let place = Place::siege(seat.index(), usize::from(wall) / 2);
        let before = self.best_loot(game, state, place);
        let mut next = *state;
        game.apply_unchecked(&mut next, action, &mut ());
        let after = self.best_loot(game, &next, place);
        let danger = |loot: &Takings| -> f64 {
            (1..).zip(WON_BY).map(|(difference, share)| share * loot.at(difference)).sum()
        };
        danger(&before) - danger(&after)
    }
}
