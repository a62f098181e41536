//! One docked ship: the probable leader, and the picks of each clan.

use drakkar_engine::games::vikings_on_board::component::{Clan, Good, Goods};

/// Half shields above which a lead is certain.
const CERTAIN: i32 = 24;

/// The probability that a clan is ahead of another at the departure, by its lead now.
#[derive(Clone, Debug)]
pub(super) struct Chances([f64; 2 * CERTAIN as usize]);

impl Chances {
    /// Logistic in the lead; a lead by `spread` shields holds with a probability of 0.73. With 0 it
    /// always holds.
    pub(super) fn new(spread: f64) -> Chances {
        let last = 2 * CERTAIN as usize - 1;
        Chances(std::array::from_fn(|index| {
            let lead = (index as f64 + 0.5 - f64::from(CERTAIN)) / 2.0;
            if index == 0 || index == last || spread <= 0.0 {
                f64::from(u8::from(lead > 0.0))
            } else {
                1.0 / (1.0 + libm::exp(-lead / spread))
            }
        }))
    }

    #[inline(always)]
    fn of(&self, lead: i32) -> f64 {
        // A clan nearer to the bow is half a shield ahead: shields are 64, nearness less than 32.
        self.0[((lead >> 5) + CERTAIN).clamp(0, 2 * CERTAIN - 1) as usize]
    }
}

/// The strength of each clan on a ship: 64 for a shield, and less than that for nearness to the
/// bow, so that the order of the numbers is that of influence (D2). Clans that are not aboard are
/// [`ABSENT`].
pub(super) type Strengths = [i32; 4];

/// Far behind any clan that is aboard.
pub(super) const ABSENT: i32 = -1 << 20;
const SHIELD: i32 = 64;

/// Nearness to the bow of the body with so many in front of it; the one that is promoted has -1.
#[inline(always)]
pub(super) fn nearness(place: i32) -> i32 {
    26 - place
}

/// The strength of a clan with one more body.
#[inline(always)]
pub(super) fn joined(strength: i32, shields: i32, place: i32) -> i32 {
    let before = if strength == ABSENT { 0 } else { strength };
    let near = (before & (SHIELD - 1)).max(nearness(place));
    (before & !(SHIELD - 1)) + shields * SHIELD + near
}

#[inline(always)]
pub(super) fn with(mut strengths: Strengths, clan: Clan, shields: i32, place: i32) -> Strengths {
    let strength = &mut strengths[clan as usize];
    *strength = joined(*strength, shields, place);
    strengths
}

/// Without a body of a clan whose second body is so near to the bow, 0 if it has only one.
#[inline(always)]
pub(super) fn without(
    mut strengths: Strengths,
    clan: Clan,
    shields: i32,
    place: u8,
    second: i32,
) -> Strengths {
    let strength = &mut strengths[clan as usize];
    let first = *strength & (SHIELD - 1);
    let near = if first == nearness(place.into()) { second } else { first };
    let left = (*strength & !(SHIELD - 1)) - shields * SHIELD + near;
    *strength = if near == 0 { ABSENT } else { left };
    strengths
}

/// A clan's share of the supplies of a ship, by its rank; nothing after the last rank.
pub(super) type BestAction = [f64; 5];

/// Each of the clans `aboard` takes the most valuable supply left, in turn (D4).
#[inline(always)]
pub(super) fn picked(
    bow: Goods,
    prices: &[f64; 3],
    by_price: &[Good; 3],
    aboard: usize,
) -> BestAction {
    let (mut picked, mut rank) = ([0.0; 5], 0);
    let mut pick = |price: f64| {
        picked[rank & 3] += price;
        rank = if rank + 1 >= aboard { 0 } else { rank + 1 };
    };
    for &good in by_price {
        for _ in 0..bow.count(good) {
            pick(prices[good as usize]);
        }
    }
    picked
}

/// What matters to a seat when the ship leaves.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Stakes {
    /// The value to the seat of a point for each clan.
    pub(super) shares: [f64; 4],
    /// The gains of the clans if there are one fewer than now, as many, one more.
    pub(super) picked: [BestAction; 3],
    pub(super) aboard: usize,
    /// The gain if each clan leads: the barrel at its zone (D3).
    pub(super) bets: [f64; 4],
    /// Whether there is any.
    pub(super) betted: bool,
}

/// Who is probably ahead of whom at the departure.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Ranks {
    /// For each clan a number proportional to the probability that it leads.
    leads: [f64; 4],
    /// The rank that each expects, and the part of the way to the next.
    ranks: [u8; 4],
    parts: [f64; 4],
    aboard: usize,
}

impl Ranks {
    #[inline(always)]
    pub(super) fn new(strengths: &Strengths, chances: &Chances) -> Ranks {
        let chance = |one: usize, two: usize| {
            let chance = chances.of(strengths[one] - strengths[two]);
            (chance, 1.0 - chance)
        };
        let ((a, not_a), (b, not_b), (c, not_c)) = (chance(0, 1), chance(0, 2), chance(0, 3));
        let ((d, not_d), (e, not_e), (f, not_f)) = (chance(1, 2), chance(1, 3), chance(2, 3));
        let leads = [a * b * c, not_a * d * e, not_b * not_d * f, not_c * not_e * not_f];
        let ahead = [not_a + not_b + not_c, a + not_d + not_e, b + d + not_f, c + e + f];
        let (mut ranks, mut parts) = ([0; 4], [0.0; 4]);
        for clan in 0..4 {
            ranks[clan] = ahead[clan] as u8;
            parts[clan] = ahead[clan] - f64::from(ranks[clan]);
        }
        Ranks { leads, ranks, parts, aboard: aboard(strengths) }
    }

    #[inline(always)]
    pub(super) fn leads(&self) -> [f64; 4] {
        let all: f64 = self.leads.iter().sum();
        if self.aboard > 0 { self.leads.map(|lead| lead / all) } else { [0.0; 4] }
    }

    /// The value of the departure if the clans get what is `picked`.
    #[inline(always)]
    pub(super) fn worth(&self, stakes: &Stakes, picked: &BestAction) -> f64 {
        let bets = stakes.betted.then_some(&stakes.bets);
        self.worth_to(&stakes.shares, bets, &self.gains(picked))
    }

    /// The value of the departure with at most one clan more or fewer aboard than now.
    #[inline(always)]
    pub(super) fn worth_now(&self, stakes: &Stakes) -> f64 {
        self.worth(stakes, &stakes.picked[(self.aboard + 1 - stakes.aboard).min(2)])
    }

    /// The points that each clan gets, whoever looks at them.
    #[inline(always)]
    pub(super) fn gains(&self, picked: &BestAction) -> [f64; 4] {
        let mut gains = [0.0; 4];
        for (clan, gain) in gains.iter_mut().enumerate() {
            // Between the picks of the two nearest ranks. All clans aboard are ahead of those that are
            // not, so these get nothing.
            let rank = usize::from(self.ranks[clan] & 3);
            *gain = picked[rank] + (picked[rank + 1] - picked[rank]) * self.parts[clan];
        }
        gains
    }

    /// What these points are worth to a seat with these shares, and bets if there are any.
    #[inline(always)]
    pub(super) fn worth_to(
        &self,
        shares: &[f64; 4],
        bets: Option<&[f64; 4]>,
        gains: &[f64; 4],
    ) -> f64 {
        let mut worth = 0.0;
        for (share, gain) in shares.iter().zip(gains) {
            worth += share * gain;
        }
        match bets {
            Some(bets) if self.aboard > 0 => worth + on_leader(bets, &self.leads),
            _ => worth,
        }
    }
}

#[inline(always)]
pub(super) fn aboard(strengths: &Strengths) -> usize {
    strengths.iter().filter(|&&strength| strength != ABSENT).count()
}

/// The expected gain from bets on clans, by numbers proportional to the probabilities that they lead.
#[inline(always)]
fn on_leader(bets: &[f64; 4], leads: &[f64; 4]) -> f64 {
    let bets: f64 = (0..4).map(|clan| bets[clan] * leads[clan]).sum();
    bets / leads.iter().sum::<f64>()
}
