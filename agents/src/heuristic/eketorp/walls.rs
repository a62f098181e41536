//! What a siege would take off two walls, and where a stone is safe.

use drakkar_engine::games::eketorp::action::Action;
use drakkar_engine::games::eketorp::component::{Cards, KINDS, Kind, Place, Stones, WALLS, Wall};
use drakkar_engine::games::eketorp::state::Player;
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

/// By the walls and the judge.
pub(super) type TakingsMemo = Memo<([Wall; 2], u64), Takings>;

/// The value of building each kind on each wall, by the walls, the stones, the first wall, and the judge.
pub(super) type BuildMemo = Memo<([Wall; WALLS], Stones, u8, u64), [[f64; WALLS]; KINDS]>;

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
    #[inline(always)]
    pub(super) fn best_loot(&self, place: Place) -> Takings {
        self.takings(self.game.besieged(self.state, place))
    }

    #[inline(always)]
    pub(super) fn takings(&self, walls: [Wall; 2]) -> Takings {
        let mut known = self.memos.takings.borrow_mut();
        known.answer((walls, self.judge.number), || self.find_loot(walls))
    }

    #[inline(never)]
    fn find_loot(&self, walls: [Wall; 2]) -> Takings {
        let mut best = [0.0; DIFFERENCES];
        let most = DIFFERENCES as u32 - 1;
        self.game.lootable(walls, most, |low, high, kinds, points| {
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
        let (walls, most) = (self.game.besieged(self.state, place), self.state.duel.difference);
        self.game.lootable(walls, most.into(), |l, h, _, points| {
            if (l, h) == (low.into(), high.into()) {
                value = self.taken(keep, l + h, points);
            }
        });
        value
    }

    /// What sieges may be expected to take off the two walls of a siege space.
    #[inline(always)]
    fn danger(&self, walls: &[Wall; WALLS], weapon: usize) -> f64 {
        self.takings([walls[2 * weapon], walls[2 * weapon + 1]]).expected
    }

    /// The value of building each kind on each wall: less danger than before.
    #[inline(always)]
    pub(super) fn builds(&self, seat: Seat) -> [[f64; WALLS]; KINDS] {
        let Player { walls, load, .. } = &self.state[seat];
        let question = (*walls, *load, self.state.from, self.judge.number);
        self.memos.builds.borrow_mut().answer(question, || {
            let before = [0, 1, 2].map(|weapon| self.danger(walls, weapon));
            let mut values = [[0.0; WALLS]; KINDS];
            for kind in Kind::ALL.into_iter().filter(|&kind| load.count(kind) > 0) {
                for wall in (0..WALLS).filter(|wall| self.state.offered_walls() >> wall & 1 == 1) {
                    let after = self.game.walls_with(self.state, kind, wall as u8);
                    values[kind as usize][wall] = before[wall / 2] - self.danger(&after, wall / 2);
                }
            }
            values
        })
    }
}
