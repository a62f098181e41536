//! What a village is worth to those who may besiege it, and its first defender to its owner.

use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::component::{Place, SIEGE_SPACES, WALLS, Wall};
use drakkar_engine::seat::Seat;

use super::Valuation;
use super::walls::Takings;
use crate::heuristic::memo::Memo;

#[derive(Clone, Copy, Debug)]
pub(super) struct VillageGains {
    pub(super) sieges: [f64; SIEGE_SPACES],
    /// Of the first defender.
    pub(super) guard: f64,
}

/// By the walls, the highest card of a besieger, and the judge.
pub(super) type VillageMemo = Memo<([Wall; WALLS], u32, u64), VillageGains>;

impl Valuation<'_> {
    /// What a village is worth if the highest card of a besieger is `best`.
    #[inline(always)]
    pub(super) fn village(&self, village: Seat, best: u32) -> VillageGains {
        let question = (self.state[village].walls, best, self.judge.number);
        let mut known = self.memos.villages.borrow_mut();
        known.answer(question, || self.find_village(village.index(), best))
    }

    #[inline(never)]
    fn find_village(&self, village: usize, best: u32) -> VillageGains {
        let Valuation { weights, game, .. } = self;
        let loots = [0, 1, 2].map(|weapon| self.best_loot(Place::siege(village, weapon)));
        let highest = game.highest_card();
        let average = f64::from(highest + 1) / 2.0;
        let cost = weights.card * (f64::from(best) - average);
        let guard = self.guard(&loots);
        let guarded = guard / (guard + weights.guarded);
        let sieges = loots.map(|loot| {
            if loot.at(highest) > 0.0 {
                guarded * self.defended(&loot, best) + (1.0 - guarded) * loot.at(best) - cost
            } else {
                -weights.absence
            }
        });
        VillageGains { sieges, guard }
    }

    /// Of a siege of a village with defenders, with `card`.
    fn defended(&self, loot: &Takings, card: u32) -> f64 {
        let highest = self.game.highest_card();
        let mut sum = 0.0;
        for difference in (1..card).rev() {
            sum += loot.at(difference);
        }
        for cost in &self.judge.absence[0][1..][..(highest - card) as usize] {
            sum -= cost;
        }
        sum / f64::from(highest)
    }

    /// Of the first defender of a village from which this may be looted.
    fn guard(&self, loots: &[Takings; SIEGE_SPACES]) -> f64 {
        let Valuation { weights, game, .. } = self;
        let highest = game.highest_card();
        // Besiegers play high cards against a village without defenders, as all count fully.
        let saved =
            loots.iter().map(|loot| loot.at(highest - highest / 4) - 0.5 * loot.at(highest / 3));
        saved.sum::<f64>().max(0.0) * weights.threat * (game.players() - 1) as f64
    }
}
