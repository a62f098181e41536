//! *Vikings*: what a seat's tableau promises in glory.
//!
//! The value is an estimate of the seat's final glory: what it has, what its vikings will earn at the
//! scorings still to come, food at the end, islands, boatswains, and the promise of vikings ashore
//! and of tiles without a viking. Point values come from the rule set in force, so that a changed
//! rule changes the opinion; the weights say how much of a promise is believed.

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings::VikingsOf;
use drakkar_engine::games::vikings::action::Action;
use drakkar_engine::games::vikings::component::{LOTS, ROUNDS};
use drakkar_engine::games::vikings::state::StateOf;
use drakkar_engine::games::vikings::survey::{Hand, Survey, Verdict};
use drakkar_engine::games::vikings::variant::Variant;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use serde::{Deserialize, Serialize};

use super::{Heuristic, Judge, Playable};

impl<V: Variant> Playable for VikingsOf<V> {
    type Heuristic = Weights;
}

/// How much each promise counts. Most are shares of the points that the rules give for it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// Glory for a gold piece besides its exchange at the end, per round still to come.
    pub gold_per_round: f64,
    /// Share of the points of unthreatened vikings at later scorings.
    pub scoring: f64,
    /// Share of the points of repelled ships at later scorings.
    pub repelled: f64,
    /// Share of the cost of ships that are not repelled.
    pub unrepelled: f64,
    /// Glory for a viking on a threatened tile.
    pub threatened: f64,
    /// Fishermen that a seat expects to place per round still to come.
    pub fishermen_ahead: f64,
    /// Glory for a boatswain, for the majority at the end.
    pub boatswain: f64,
    /// Share of what vikings ashore are worth on tiles, if a boatswain can move them.
    pub ferry: f64,
    /// The same without a boatswain or a tile for them.
    pub ashore: f64,
    /// Share of a viking's worth that a tile without one has, in his row.
    pub free: f64,
    /// Glory for a tile in row W below a ship that is not repelled.
    pub waiting: f64,
    /// Glory for a complete island.
    pub island: f64,
    /// Glory for an island that still lacks its right end.
    pub open_island: f64,
    /// Glory for each tile of the longest complete island.
    pub longest: f64,
    /// Glory for an island tile in hand that fits, and for one that ends an island.
    pub tile: f64,
    /// Glory for a right end in hand that fits, besides `tile`.
    pub right_end: f64,
    /// Share of a viking's worth on his tile, while both are in hand.
    pub hand: f64,
    /// Glory for a ship in hand while a warrior waits for one, as a share of its points.
    pub ship_repelled: f64,
    /// Glory for any other ship in hand, for its threat.
    pub ship: f64,
    /// Glory for a warrior on a tile without a ship.
    pub warrior: f64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            gold_per_round: 0.06,
            scoring: 0.9,
            repelled: 0.9,
            unrepelled: 0.8,
            threatened: 0.3,
            fishermen_ahead: 0.3,
            boatswain: 1.5,
            ferry: 0.6,
            ashore: 0.1,
            free: 0.15,
            waiting: 0.5,
            island: 1.5,
            open_island: 0.3,
            longest: 0.4,
            tile: 0.8,
            right_end: 0.8,
            hand: 0.9,
            ship_repelled: 0.6,
            ship: -2.0,
            warrior: 1.0,
        }
    }
}

// Rows N, S, G and F by number; row W is 0.
const NOBLES: usize = 1;
const GOLDSMITHS: usize = 3;
const FISHERMEN: usize = 4;
/// Boatswains among the colours.
const BOATSWAINS: usize = 5;

/// Figures of a survey that count in proportion.
const FEATURES: usize = 32;

/// The opinion for one seat at one time of the game: what each thing is worth in glory.
#[derive(Clone, Copy, Debug)]
struct Prospects {
    weights: Weights,
    /// A gold piece.
    gold: f64,
    /// A viking on an unthreatened tile, by row.
    viking: [f64; 5],
    /// A repelled ship, by sail.
    repelled: [f64; 4],
    /// What a ship costs that is not repelled, by sail.
    unrepelled: [f64; 4],
    /// One of each of [`features`].
    features: [f64; FEATURES],
    /// Share of the worth of vikings ashore that a boatswain adds.
    ferry: f64,
    /// Meals per fisherman; vikings to feed at the end less meals of fishermen to come.
    feeds: f64,
    hungry: f64,
    /// A meal too few and a meal too many.
    meal: [f64; 2],
}

/// What counts in proportion: the same order as in [`Prospects::new`].
#[inline(always)]
fn features(survey: &Survey) -> [i32; FEATURES] {
    let Survey { safe, free, ashore, repelled, unrepelled, .. } = *survey;
    let [_, nobles, scouts, goldsmiths, _] = safe;
    let [free_w, free_n, free_s, free_g, free_f] = free.map(|tiles| tiles.min(3));
    let [ashore_w, ashore_n, ashore_s, ashore_g, ashore_f, boatswains] = ashore;
    [
        idle_warriors(survey),
        nobles,
        scouts,
        goldsmiths,
        survey.above_goldsmiths,
        survey.above_fishermen,
        survey.threatened,
        survey.islands,
        survey.open_islands,
        survey.longest,
        survey.waiting_ships,
        boatswains,
        free_w,
        free_n,
        free_s,
        free_g,
        free_f,
        ashore_w,
        ashore_n,
        ashore_s,
        ashore_g,
        ashore_f,
        repelled[0],
        repelled[1],
        repelled[2],
        repelled[3],
        unrepelled[0],
        unrepelled[1],
        unrepelled[2],
        unrepelled[3],
        0,
        0,
    ]
}

impl Prospects {
    /// Those of a seat in `round`, counted from 0, which has `scored` in it already or not.
    fn new<V: Variant>(
        weights: &Weights,
        game: &VikingsOf<V>,
        round: usize,
        scored: bool,
    ) -> Prospects {
        let rules = game.rule_set();
        let scoring = &rules.scoring;
        let points = f64::from;
        let rounds_left = (ROUNDS - round) as u32;
        let small = f64::from(rounds_left - u32::from(scored));
        let large = f64::from(rounds_left.div_ceil(2) - u32::from(scored));
        let gold =
            1.0 / points(scoring.gold_per_glory) + weights.gold_per_round * (small - 1.0).max(0.0);
        let share = large * weights.scoring;
        let scout = [scoring.scout_glory, scoring.scout_goldsmith, scoring.scout_fisherman]
            .map(|glory| points(glory) * share);
        let feeds = points(scoring.fisherman_feeds);
        // Everybody buys the same number of vikings, and each eats.
        let mouths = (ROUNDS * LOTS / game.players()) as f64;
        let rounds = f64::from(rounds_left) - 0.5;
        let hungry = mouths - feeds * weights.fishermen_ahead * rounds;
        let meal = [points(scoring.unfed_penalty), points(scoring.surplus_glory)];
        let sail = rules.ships.list().map(|ship| points(ship.glory) + points(ship.gold) * gold);
        let viking = [
            weights.warrior,
            points(scoring.noble_glory) * share,
            scout[0] + 0.25 * (scout[1] + scout[2]),
            points(scoring.goldsmith_gold) * gold * small * weights.scoring,
            feeds * 0.5 * (meal[0] + meal[1]),
        ];
        let repelled = sail.map(|points| points * large * weights.repelled);
        let unrepelled = sail.map(|points| points * weights.unrepelled);
        let free = viking.map(|worth| worth * weights.free);
        let ashore = viking.map(|worth| worth * weights.ashore);
        Prospects {
            weights: *weights,
            gold,
            viking,
            repelled,
            unrepelled,
            features: [
                weights.warrior,
                viking[NOBLES],
                scout[0],
                viking[GOLDSMITHS],
                scout[1],
                scout[2],
                weights.threatened,
                weights.island,
                weights.open_island,
                weights.longest,
                weights.waiting,
                weights.boatswain,
                free[0],
                free[1],
                free[2],
                free[3],
                free[4],
                ashore[0],
                ashore[1],
                ashore[2],
                ashore[3],
                ashore[4],
                repelled[0],
                repelled[1],
                repelled[2],
                repelled[3],
                -unrepelled[0],
                -unrepelled[1],
                -unrepelled[2],
                -unrepelled[3],
                0.0,
                0.0,
            ],
            ferry: if large > 0.0 { weights.ferry - weights.ashore - weights.free } else { 0.0 },
            feeds,
            hungry,
            meal,
        }
    }

    /// Gold and glory.
    #[inline(always)]
    fn purse(&self, gold: i32, glory: i32) -> f64 {
        f64::from(glory) + f64::from(gold) * self.gold
    }

    /// Everything but the purse and the lot in hand.
    #[inline(always)]
    fn tableau(&self, survey: &Survey) -> f64 {
        let (counts, worth) = (features(survey), &self.features);
        let term = |index: usize| f64::from(counts[index]) * worth[index];
        // Sums side by side, which do not wait for each other.
        let lane = |k: usize| {
            (term(k) + term(k + 4) + term(k + 8) + term(k + 12))
                + (term(k + 16) + term(k + 20) + term(k + 24) + term(k + 28))
        };
        let sums = [lane(0), lane(1), lane(2), lane(3)];
        let meals = f64::from(survey.safe[FISHERMEN]) * self.feeds - self.hungry;
        let food = meals * self.meal[usize::from(meals > 0.0)];
        (sums[0] + sums[1]) + (sums[2] + sums[3]) + food + self.ferries(survey)
    }

    /// What boatswains can add: the best of what waits ashore for tiles that are free.
    #[inline(always)]
    fn ferries(&self, survey: &Survey) -> f64 {
        if survey.ashore[BOATSWAINS] == 0 {
            return 0.0;
        }
        let (mut best, mut second) = (0.0, 0.0);
        for row in 0..5 {
            let movable = f64::from(survey.ashore[row].min(survey.free[row])) * self.viking[row];
            let lesser = if movable < best { movable } else { best };
            second = if lesser > second { lesser } else { second };
            best = if movable > best { movable } else { best };
        }
        let moved = if survey.ashore[BOATSWAINS] == 1 { best } else { best + second };
        moved * self.ferry
    }

    /// What the lot in hand promises: its viking on its tile or ashore, and its tile.
    #[inline(always)]
    fn hand(&self, hand: &Hand, survey: &Survey) -> f64 {
        let weights = &self.weights;
        let viking = match self.viking.get(hand.viking.index() as usize) {
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

    #[inline(always)]
    fn value(&self, survey: &Survey) -> f64 {
        let hand = survey.hand.as_ref().map_or(0.0, |hand| self.hand(hand, survey));
        self.tableau(survey) + self.purse(survey.gold, survey.glory) + hand
    }
}

/// Judged where it is counted, while the figures are at hand.
impl Verdict for &Prospects {
    type Output = f64;
    #[inline(always)]
    fn of(self, survey: &Survey) -> f64 {
        self.value(survey)
    }
}

/// Warriors on tiles that repel no ship.
#[inline(always)]
fn idle_warriors(survey: &Survey) -> i32 {
    survey.safe[0] - survey.repelled.iter().sum::<i32>()
}

/// The prospects at every time of a game under one rule set.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// By round and whether the seat has scored in it.
    at: Box<[[Prospects; 2]; ROUNDS]>,
}

impl Opinion {
    #[inline(always)]
    fn prospects<V: Variant>(&self, state: &StateOf<V>, seat: Seat) -> &Prospects {
        &self.at[state.round() - 1][usize::from(state.has_scored(seat))]
    }

    /// The value after each purchase, by price: it changes nothing but the purse and the hand.
    #[inline(always)]
    fn purchases<V: Variant>(
        &self,
        game: &VikingsOf<V>,
        state: &StateOf<V>,
        seat: Seat,
    ) -> [f64; LOTS] {
        let prospects = self.prospects(state, seat);
        let before = game.survey(state, seat);
        let tableau = prospects.tableau(&before);
        let mut values = game.judge_lots(state, |hand| prospects.hand(hand, &before));
        for (price, value) in (0..).zip(&mut values) {
            let left = before.gold - price;
            *value += tableau + prospects.purse(left.max(0), before.glory + left.min(0));
        }
        values
    }
}

impl<V: Variant> Heuristic<VikingsOf<V>> for Weights {
    type Judge = Opinion;

    fn judge(&self, game: &VikingsOf<V>) -> Opinion {
        let at = |round, scored| Prospects::new(self, game, round, scored);
        let rounds = std::array::from_fn(|round| [at(round, false), at(round, true)]);
        Opinion { at: Box::new(rounds) }
    }
}

impl<V: Variant> Judge<VikingsOf<V>> for Opinion {
    /// At the end: the glory, and a hundredth of the gold that breaks ties (F8).
    fn value(&self, game: &VikingsOf<V>, state: &StateOf<V>, seat: Seat) -> f64 {
        if game.to_move(state).is_none() {
            return f64::from(state.glory(seat)) + 0.01 * f64::from(state.gold(seat));
        }
        game.judge(state, seat, self.prospects(state, seat))
    }

    /// After a placement: before anything else happens, which is the same for all placements of a
    /// decision; only the last one of a game is followed to the end.
    #[inline(always)]
    fn value_after(
        &self,
        game: &VikingsOf<V>,
        state: &StateOf<V>,
        action: Action,
        seat: Seat,
    ) -> f64 {
        match action {
            Action::Tile { .. } | Action::Ship { .. } | Action::Start { .. }
                if !is_last_purchase(state) =>
            {
                game.judge_after(state, action, self.prospects(state, seat))
            }
            _ => {
                let mut next = *state;
                game.apply_unchecked(&mut next, action, &mut ());
                self.value(game, &next, seat)
            }
        }
    }

    #[inline(always)]
    fn actions<'a>(
        &'a self,
        game: &'a VikingsOf<V>,
        state: &'a StateOf<V>,
        seat: Seat,
    ) -> impl FnMut(Action) -> f64 + 'a {
        let by_price =
            if state.is_buying() { self.purchases(game, state, seat) } else { [0.0; LOTS] };
        move |action| match action {
            Action::Buy { price } => by_price[usize::from(price)],
            _ => self.value_after(game, state, action, seat),
        }
    }
}

/// Whether nothing is bought after this purchase.
#[inline(always)]
fn is_last_purchase<V: Variant>(state: &StateOf<V>) -> bool {
    state.round() == ROUNDS && state.purchases() + 1 >= LOTS
}

#[cfg(test)]
mod tests {
    use drakkar_engine::games::vikings::Vikings;
    use drakkar_engine::seed::{DealSeed, Rng};

    use super::*;

    /// Every decision of some random games at every number of seats.
    #[test]
    fn judging_all_actions_at_once_gives_the_value_after_each() {
        for players in 2..=4 {
            let game = Vikings::base(players);
            let opinion = Weights::default().judge(&game);
            for deal in 0..40 {
                let mut state = game.state(&game.deal(DealSeed { seed: 3, deal }));
                let mut rng = Rng::from_seed(deal);
                while let Some(seat) = game.to_move(&state) {
                    let mut judge = opinion.actions(&game, &state, seat);
                    for k in 0..game.count_legal(&state) {
                        let action = game.nth_legal(&state, k);
                        let alone = opinion.value_after(&game, &state, action, seat);
                        assert_eq!(judge(action), alone, "{action} in\n{state:?}");
                    }
                    drop(judge);
                    let action = game.random_legal(&state, &mut rng);
                    game.apply_unchecked(&mut state, action, &mut ());
                }
            }
        }
    }
}
