//! The value of each thing in glory to one seat at one time of the game.

use std::hint::black_box;
use std::ops::Deref;

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings::VikingsOf;
use drakkar_engine::games::vikings::bonus::{Bonus, Kinds};
use drakkar_engine::games::vikings::component::{LOTS, ROUNDS};
use drakkar_engine::games::vikings::tableau_stats::{Hand, Survey, Verdict};
use drakkar_engine::games::vikings::variant::Variant;
use drakkar_engine::recorded::Recorded;

use super::Weights;

mod placements;

// Rows N, S, G and F by number; row W is 0.
pub(super) const NOBLES: usize = 1;
pub(super) const SCOUTS: usize = 2;
pub(super) const GOLDSMITHS: usize = 3;
pub(super) const FISHERMEN: usize = 4;
/// Boatswains among the colours.
pub(super) const BOATSWAINS: usize = 5;

/// Figures of a survey that count in proportion, in lanes that are summed independently.
pub(super) type Figures<T> = [[T; 4]; 8];
/// Places among them: islands, tiles without a viking and vikings ashore by row, and others.
const ABOVE_GOLDSMITHS: usize = 4;
const ABOVE_FISHERMEN: usize = 5;
const THREATENED: usize = 6;
const ISLANDS: usize = 7;
const OPEN_ISLANDS: usize = 8;
const LONGEST: usize = 9;
const WAITING: usize = 10;
const BOATSWAINS_ASHORE: usize = 11;
pub(super) const FREE: usize = 12;
pub(super) const ASHORE: usize = 17;
pub(super) const FISHERS: usize = 30;
const NOTHING: usize = 31;
/// Vikings on unthreatened tiles by row; of warriors those who repel no ship.
const SAFE: [usize; 5] = [0, NOBLES, SCOUTS, GOLDSMITHS, FISHERS];
/// Tiles without a viking that count, in a row.
const MOST_FREE: i32 = 3;

/// The values for one seat with its bonus tiles.
#[derive(Clone, Copy)]
pub(super) struct Prospects<'a> {
    pub(super) values: &'a TimeValues,
    pub(super) worths: &'a TileWorths,
    pub(super) tiles: Kinds,
}

impl Deref for Prospects<'_> {
    type Target = TimeValues;
    #[inline(always)]
    fn deref(&self) -> &TimeValues {
        self.values
    }
}

/// What bonus tiles raise, so that it is kept apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileWorths {
    /// A viking on an unthreatened tile, by row.
    pub(super) viking: [f64; 5],
    pub(super) features: Figures<f64>,
}

#[derive(Clone, Debug)]
pub(super) struct TimeValues {
    pub(super) weights: Weights,
    pub(super) gold: f64,
    /// Without bonus tiles, unless they change other values too.
    pub(super) worths: TileWorths,
    /// A repelled ship, by sail.
    repelled: [f64; 4],
    /// The cost of a ship that is not repelled, by sail.
    unrepelled: [f64; 4],
    /// Share of the value of vikings ashore that a boatswain adds.
    ferry: f64,
    /// Meals per fisherman; vikings to feed at the end less meals of fishermen to come.
    feeds: f64,
    hungry: f64,
    /// A meal too few and a meal too many.
    meal: [f64; 2],
    /// The size of the effect of each kind of bonus tile.
    sizes: [i32; Bonus::COUNT],
    /// Whether a boatswain without a longboat moves one viking only (A5).
    weak: bool,
    /// Scorings of gold and of glory still to come, and rounds to go.
    pub(super) small: f64,
    pub(super) large: f64,
    pub(super) rounds: f64,
}

/// In the same order as in [`TimeValues::new`].
#[inline(always)]
fn features(survey: &Survey) -> Figures<i32> {
    let Survey { safe, free, ashore, repelled, unrepelled, .. } = *survey;
    let [_, nobles, scouts, goldsmiths, fishers] = safe;
    let [free_w, free_n, free_s, free_g, free_f] = free.map(|tiles| tiles.min(MOST_FREE));
    let [w, n, s, g, f, boatswains] = ashore;
    let [repelled_n, repelled_s, repelled_g, repelled_f] = repelled;
    let [past_n, past_s, past_g, past_f] = unrepelled;
    [
        [idle_warriors(survey), nobles, scouts, goldsmiths],
        [survey.above_goldsmiths, survey.above_fishermen, survey.threatened, survey.islands],
        [survey.open_islands, survey.longest, survey.waiting_ships, boatswains],
        [free_w, free_n, free_s, free_g],
        [free_f, w, n, s],
        [g, f, repelled_n, repelled_s],
        [repelled_g, repelled_f, past_n, past_s],
        // The last one has weight 0.
        [past_g, past_f, fishers, fishers],
    ]
}

impl TimeValues {
    /// The values for a seat in `round`, counted from 0, which has `scored` in it already or not,
    /// and which owns these bonus tiles.
    pub(super) fn new<V: Variant>(
        weights: &Weights,
        game: &VikingsOf<V>,
        round: usize,
        scored: bool,
        owned: Kinds,
    ) -> TimeValues {
        let rules = game.rule_set();
        let scoring = &rules.scoring;
        let points = f64::from;
        let rounds_left = (ROUNDS - round) as u32;
        let small = f64::from(rounds_left - u32::from(scored));
        let large = f64::from(rounds_left.div_ceil(2) - u32::from(scored));
        let worth = game.bonus_values();
        // The combined effect of all tiles of a kind.
        let tiles = |kind: Bonus| f64::from(owned.count(kind) as i32 * worth[kind as usize]);
        let per_glory = match owned.count(Bonus::Gold3) {
            0 => scoring.gold_per_glory,
            _ => worth[Bonus::Gold3 as usize] as u32,
        };
        let gold = 1.0 / points(per_glory) + weights.gold_per_round * (small - 1.0).max(0.0);
        let share = large * weights.scoring;
        let scout = [scoring.scout_glory, scoring.scout_goldsmith, scoring.scout_fisherman]
            .map(|glory| points(glory) * share);
        let scout = [scout[0] + tiles(Bonus::Scout1) * share, scout[1], scout[2]];
        let feeds = points(scoring.fisherman_feeds);
        // Everybody buys the same number of vikings, and each eats.
        let mouths = (ROUNDS * LOTS / game.players()) as f64;
        let rounds = f64::from(rounds_left) - 0.5;
        let hungry = mouths - feeds * weights.fishermen_ahead * rounds;
        let surplus = match owned.count(Bonus::Food3) {
            0 => scoring.surplus_glory,
            _ => worth[Bonus::Food3 as usize] as u32,
        };
        let meal = [points(scoring.unfed_penalty), points(surplus)];
        let sail = rules.ships.list().map(|ship| points(ship.glory) + points(ship.gold) * gold);
        let viking = [
            weights.warrior,
            (points(scoring.noble_glory) + tiles(Bonus::Noble1)) * share,
            scout[0] + 0.25 * (scout[1] + scout[2]),
            (points(scoring.goldsmith_gold) + tiles(Bonus::Goldsmith1) + tiles(Bonus::Goldsmith2))
                * gold
                * small
                * weights.scoring,
            feeds * 0.5 * (meal[0] + meal[1]) + tiles(Bonus::Fisher1) * share,
        ];
        let repelled = sail.map(|points| points * large * weights.repelled);
        let unrepelled = sail.map(|points| points * weights.unrepelled);
        let free = viking.map(|worth| worth * weights.free);
        let ashore = viking.map(|worth| worth * weights.ashore);
        let worths = TileWorths {
            viking,
            features: [
                [weights.warrior, viking[NOBLES], scout[0], viking[GOLDSMITHS]],
                [scout[1], scout[2], weights.threatened, weights.island],
                [weights.open_island, weights.longest, weights.waiting, weights.boatswain],
                [free[0], free[1], free[2], free[3]],
                [free[4], ashore[0], ashore[1], ashore[2]],
                [ashore[3], ashore[4], repelled[0], repelled[1]],
                [repelled[2], repelled[3], -unrepelled[0], -unrepelled[1]],
                [-unrepelled[2], -unrepelled[3], tiles(Bonus::Fisher1) * share, 0.0],
            ],
        };
        TimeValues {
            weights: *weights,
            gold,
            worths,
            repelled,
            unrepelled,
            ferry: if large > 0.0 { weights.ferry - weights.ashore - weights.free } else { 0.0 },
            feeds,
            hungry,
            meal,
            sizes: *worth,
            weak: rules.advanced.weak_boatswains,
            small,
            large,
            rounds,
        }
    }
}

impl Prospects<'_> {
    #[inline(always)]
    pub(super) fn purse(&self, gold: i32, glory: i32) -> f64 {
        f64::from(glory) + f64::from(gold) * self.gold
    }

    /// The expected gain from bonus tiles that does not depend on the tableau.
    #[inline(always)]
    fn kept(&self) -> f64 {
        let Prospects { tiles, .. } = *self;
        if tiles.is_empty() {
            0.0
        } else {
            self.weights.advanced.kept(tiles, &self.sizes, self.large)
        }
    }

    /// The expected gain from bonus tiles beyond raising the value of vikings.
    #[inline(always)]
    fn bonus(&self, kept: f64, buildings: i32, building_room: i32) -> f64 {
        let weights = &self.weights.advanced;
        kept + weights.building * f64::from(buildings)
            + weights.building_room * f64::from(building_room)
    }

    /// Everything except the purse and the lot in hand.
    #[inline(always)]
    pub(super) fn tableau(&self, survey: &Survey) -> f64 {
        let ferries = self.ferries(&survey.ashore, &survey.free);
        self.total(&features(survey)) + self.food(survey.safe[FISHERMEN]) + ferries
    }

    /// What counts in proportion.
    #[inline(always)]
    fn total(&self, counts: &Figures<i32>) -> f64 {
        let worth = &self.worths.features;
        // A loop, since a function that is given a closure is compiled for the plainest processor.
        let mut sums = [0.0; 4];
        for (k, sum) in sums.iter_mut().enumerate() {
            let term = |row: usize| f64::from(counts[row][k]) * worth[row][k];
            *sum =
                (term(0) + term(1) + term(2) + term(3)) + (term(4) + term(5) + term(6) + term(7));
        }
        // It stores them: otherwise they are added up lane by lane.
        let sums = black_box(sums);
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }

    /// The gain from this many fishermen on unthreatened tiles.
    #[inline(always)]
    fn food(&self, fishers: i32) -> f64 {
        let meals = f64::from(fishers) * self.feeds - self.hungry;
        meals * self.meal[usize::from(meals > 0.0)]
    }

    /// The possible gain from boatswains: the best vikings ashore for which tiles are free.
    #[inline(always)]
    fn ferries(&self, ashore: &[i32; 6], free: &[i32; 5]) -> f64 {
        let boatswains = ashore[BOATSWAINS];
        if boatswains == 0 {
            return 0.0;
        }
        if self.weak && self.longboats() < boatswains {
            return self.single_ferries(ashore, free);
        }
        let last = f64::from(ashore[4].min(free[4])) * self.worths.viking[4];
        let (mut best, mut second) = (if last > 0.0 { last } else { 0.0 }, 0.0);
        let mut movable = [0.0; 4];
        for (row, worth) in movable.iter_mut().enumerate() {
            *worth = f64::from(ashore[row].min(free[row])) * self.worths.viking[row];
        }
        // Stored, so that they are found together.
        for worth in black_box(movable) {
            let lesser = if worth < best { worth } else { best };
            second = if lesser > second { lesser } else { second };
            best = if worth > best { worth } else { best };
        }
        let moved = if boatswains == 1 { best } else { best + second };
        moved * self.ferry
    }

    #[inline(always)]
    fn longboats(&self) -> i32 {
        self.tiles.count(Bonus::Longboat) as i32
    }

    /// The same if boatswains move one viking each (A5), except those with a longboat: the most
    /// valuable vikings first.
    #[inline(always)]
    fn single_ferries(&self, ashore: &[i32; 6], free: &[i32; 5]) -> f64 {
        let mut waiting: [i32; 5] = std::array::from_fn(|row| ashore[row].min(free[row]));
        let (mut left, mut moved) = (ashore[BOATSWAINS], 0.0);
        for _ in 0..self.longboats() {
            // A longboat takes all of a colour, so it goes where the gain is largest.
            let worth = |row: usize| f64::from(waiting[row]) * self.worths.viking[row];
            let best =
                (1..5).fold(0, |best, row| if worth(row) > worth(best) { row } else { best });
            moved += worth(best);
            waiting[best] = 0;
            left -= 1;
        }
        let worth = &self.worths.viking;
        while left > 0 {
            let mut best = None;
            for row in 0..5 {
                if waiting[row] > 0 && best.is_none_or(|best: usize| worth[row] > worth[best]) {
                    best = Some(row);
                }
            }
            let Some(row) = best else { break };
            moved += f64::from(waiting[row].min(left)) * worth[row];
            left -= waiting[row];
            waiting[row] = 0;
        }
        moved * self.ferry
    }

    /// The prospects of the lot in hand: its viking on its tile or ashore, and its tile.
    #[inline(always)]
    pub(super) fn hand(&self, hand: &Hand, survey: &Survey) -> f64 {
        let weights = &self.weights;
        let viking = match self.worths.viking.get(hand.viking.index() as usize) {
            None => weights.boatswain,
            Some(worth) if hand.fits_viking => worth * weights.hand,
            Some(worth) if survey.ashore[BOATSWAINS] > 0 => worth * weights.ferry * 0.5,
            Some(worth) => worth * weights.ashore,
        };
        let tile = if hand.tile.is_ship() {
            let sail = hand.tile.variant() as usize;
            if idle_warriors(survey) > 0 {
                self.repelled[sail] * weights.ship_repelled
            } else {
                weights.ship - self.unrepelled[sail]
            }
        } else if hand.fits == 0 {
            0.0
        } else if hand.tile.land_right() {
            weights.tile
        } else {
            weights.tile + weights.right_end
        };
        viking + tile
    }
}

/// Judged where it is counted, while the figures are in registers.
impl Verdict for Prospects<'_> {
    type Output = f64;

    #[inline(always)]
    fn of(self, survey: &Survey) -> f64 {
        let hand = survey.hand.as_ref().map_or(0.0, |hand| self.hand(hand, survey));
        let bonus = self.bonus(self.kept(), survey.buildings, survey.building_room);
        self.tableau(survey) + bonus + self.purse(survey.gold, survey.glory) + hand
    }
}

/// Warriors on tiles that repel no ship.
#[inline(always)]
fn idle_warriors(survey: &Survey) -> i32 {
    survey.safe[0] - survey.repelled.iter().sum::<i32>()
}
