//! What a winning besieger takes (L2, L3, N7).

use super::Eketorp;
use super::action::Action;
use super::component::{Kind, Stones, Wall};
use super::fact::EketorpFact;
use super::numbers::Numbers;
use super::scoring::Scoring;
use super::state::{Phase, State, seat_of};
use crate::fact::Sink;

#[derive(Clone, Copy)]
pub(super) struct Loot<'a> {
    points: &'a [i32; 4],
    walls: [Wall; 2],
    most: i32,
    stones: u32,
}

impl<'a> Loot<'a> {
    #[inline(always)]
    pub(super) fn new(numbers: &'a Numbers, walls: [Wall; 2], most: u32) -> Loot<'a> {
        Loot { points: &numbers.points, walls, most: most as i32, stones: numbers.loot_max }
    }

    /// Calls `visit` for each pair of numbers that may be taken, with the kinds among them, one bit for each, and their points.
    /// Ends when it returns true.
    #[inline(always)]
    pub(super) fn visit(&self, mut visit: impl FnMut(u32, u32, u32, i32) -> bool) {
        let [low_wall, high_wall] = self.walls;
        let (mut low_points, mut low_kinds) = (0, 0);
        for low in 0..=low_wall.height().min(self.stones) {
            if low > 0 {
                let kind = low_wall.from_top(low - 1);
                low_points += self.points[kind as usize];
                low_kinds |= 1 << (kind as usize);
                if low_points > self.most {
                    return;
                }
                if visit(low, 0, low_kinds, low_points) {
                    return;
                }
            }
            let (mut points, mut kinds) = (low_points, low_kinds);
            for high in 1..=high_wall.height().min(self.stones - low) {
                let kind = high_wall.from_top(high - 1);
                points += self.points[kind as usize];
                kinds |= 1 << (kind as usize);
                if points > self.most {
                    break;
                }
                if visit(low, high, kinds, points) {
                    return;
                }
            }
        }
    }

    /// Number of actions, `loot none` included.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        let mut count = 1;
        self.visit(|_, _, kinds: u32, _| {
            count += NUMBER_OF_KINDS[(kinds & 15) as usize];
            false
        });
        count
    }

    /// The `k`-th action; `loot none` is the first (E2).
    #[inline(always)]
    pub(super) fn nth(&self, mut k: u32) -> Action {
        let mut found = Action::LootNone;
        if k == 0 {
            return found;
        }
        k -= 1;
        self.visit(|low, high, kinds, _| {
            let number = NUMBER_OF_KINDS[(kinds & 15) as usize];
            if k >= number {
                k -= number;
                return false;
            }
            let mut kinds = kinds;
            for _ in 0..k {
                kinds &= kinds - 1;
            }
            let keep = Kind::from_index(kinds.trailing_zeros());
            found = Action::Loot { low: low as u8, high: high as u8, keep };
            true
        });
        found
    }
}

const NUMBER_OF_KINDS: [u32; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

impl Eketorp {
    #[inline(always)]
    pub(super) fn loot(&self, state: &State) -> Loot<'_> {
        let duel = &state.duel;
        let walls = &state.player(duel.defender).walls;
        let low = duel.place.low_wall();
        Loot::new(&self.numbers, [walls[low], walls[low + 1]], duel.difference.into())
    }

    /// Whether there is anything to loot; if not, the turn goes on (N2).
    #[inline(always)]
    pub(super) fn looting(&self, state: &mut State) -> bool {
        state.seat = state.duel.attacker;
        let loot = self.loot(state);
        let top = |wall: Wall| {
            wall != Wall::EMPTY && self.numbers.points[wall.from_top(0) as usize] <= loot.most
        };
        if loot.walls.into_iter().any(top) {
            return true;
        }
        self.end_loot(state);
        false
    }

    #[inline(always)]
    pub(super) fn end_loot(&self, state: &mut State) {
        state.phase = Phase::Choose;
        state.seat = self.numbers.next(state.duel.attacker);
    }

    /// Stones leave the walls; one goes with the Viking, the others to the supply.
    #[inline(always)]
    pub(super) fn take_loot<S: Sink<Scoring>>(
        &self,
        state: &mut State,
        numbers: [u8; 2],
        keep: Kind,
        sink: &mut S,
    ) {
        let (attacker, defender) = (state.duel.attacker, state.duel.defender);
        let low = state.duel.place.low_wall();
        let mut taken = Stones::NONE;
        let player = state.player_mut(defender);
        for (wall, number) in [low, low + 1].into_iter().zip(numbers) {
            let wall = &mut player.walls[wall];
            for depth in 0..u32::from(number) {
                taken.add(Stones::of(wall.from_top(depth), 1));
            }
            wall.pop(number.into());
        }
        player.village.take(taken);
        let kept = Stones::of(keep, 1);
        state.player_mut(attacker).load.add(kept);
        let (number, points) = (taken.total() as i32, taken.points(&self.numbers.points));
        state.supply.add(taken);
        state.supply.take(kept);
        let [one, two] = [attacker, defender].map(seat_of);
        sink.add(one, EketorpFact::Razed, number);
        sink.add(one, EketorpFact::RazedPoints, points);
        sink.add(two, EketorpFact::Lost, number);
        sink.add(two, EketorpFact::LostPoints, points);
        sink.add(one, EketorpFact::Looted, 1);
        sink.add(one, EketorpFact::LootedPoints, kept.points(&self.numbers.points));
        self.end_loot(state);
    }
}
