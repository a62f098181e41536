//! *Vikings*: what a seat's tableau promises in glory.
//!
//! The value is an estimate of the seat's final glory: what it has, what its vikings will earn at the
//! scorings still to come, food at the end, islands, boatswains, and the promise of vikings ashore
//! and of tiles without a viking. Point values come from the rule set in force, so that a changed
//! rule changes the opinion; the weights say how much of a promise is believed.

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::games::vikings::component::LOTS;
use drakkar_engine::games::vikings::rule_set::RuleSet;
use drakkar_engine::games::vikings::state::State;
use drakkar_engine::games::vikings::survey::{Hand, Survey};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use serde::{Deserialize, Serialize};

use super::{Heuristic, Playable};

impl Playable for Vikings {
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

/// What vikings are worth on unthreatened tiles from now on, in glory.
struct Worth {
    /// A gold piece.
    gold: f64,
    /// A viking, by row.
    viking: [f64; 5],
    /// Large scorings still to come.
    scorings: f64,
}

impl Weights {
    fn worth(&self, rules: &RuleSet, state: &State, seat: Seat, balance: f64) -> Worth {
        let scored = u32::from(state.has_scored(seat));
        let large = f64::from(state.large_scorings_left() - scored);
        let small = f64::from(state.gold_scorings_left() - scored);
        let scoring = &rules.scoring;
        let gold =
            1.0 / f64::from(scoring.gold_per_glory) + self.gold_per_round * (small - 1.0).max(0.0);
        let scout = f64::from(scoring.scout_glory)
            + 0.25 * f64::from(scoring.scout_goldsmith + scoring.scout_fisherman);
        let meal = if balance < 0.0 { scoring.unfed_penalty } else { scoring.surplus_glory };
        Worth {
            gold,
            viking: [
                self.warrior,
                large * f64::from(scoring.noble_glory) * self.scoring,
                large * scout * self.scoring,
                small * f64::from(scoring.goldsmith_gold) * gold * self.scoring,
                f64::from(scoring.fisherman_feeds) * f64::from(meal),
            ],
            scorings: large,
        }
    }

    /// Glory for each sail at a scoring.
    fn sails(rules: &RuleSet, gold: f64) -> [f64; 4] {
        rules.ships.list().map(|ship| f64::from(ship.glory) + f64::from(ship.gold) * gold)
    }

    /// What the lot in hand promises: its viking on its tile or ashore, and its tile.
    fn hand(&self, hand: &Hand, survey: &Survey, worth: &Worth, sails: &[f64; 4]) -> f64 {
        let viking = hand.viking.index() as usize;
        let viking = match worth.viking.get(viking) {
            None => self.boatswain,
            Some(worth) if hand.fits_viking => worth * self.hand,
            Some(worth) if survey.ashore[5] > 0 => worth * self.ferry * 0.5,
            Some(worth) => worth * self.ashore,
        };
        let repelled: u32 = survey.repelled.iter().sum();
        let tile = if hand.tile.is_ship() {
            let sail = sails[hand.tile.variant() as usize];
            if survey.safe[0] > repelled {
                sail * worth.scorings * self.ship_repelled
            } else {
                self.ship - sail * self.unrepelled
            }
        } else if hand.fits == 0 {
            0.0
        } else if hand.tile.land_right() {
            self.tile
        } else {
            self.tile + self.right_end
        };
        viking + tile
    }
}

/// Products of two lists, added up.
fn dot<const N: usize>(counts: [u32; N], values: [f64; N]) -> f64 {
    counts.into_iter().zip(values).map(|(count, value)| f64::from(count) * value).sum()
}

impl Heuristic<Vikings> for Weights {
    fn value(&self, game: &Vikings, state: &State, seat: Seat) -> f64 {
        if game.to_move(state).is_none() {
            return f64::from(state.glory(seat)) + 0.01 * f64::from(state.gold(seat));
        }
        let rules = game.rule_set();
        let survey = game.survey(state, seat);
        // Everybody buys the same number of vikings, and each eats.
        let mouths = (6 * LOTS / game.players()) as f64;
        let left = f64::from(state.gold_scorings_left()) - 0.5;
        let feeds = f64::from(rules.scoring.fisherman_feeds);
        let fishermen = f64::from(survey.safe[4]) + self.fishermen_ahead * left;
        let balance = fishermen * feeds - mouths;
        let food = if balance < 0.0 {
            balance * f64::from(rules.scoring.unfed_penalty)
        } else {
            balance * f64::from(rules.scoring.surplus_glory)
        };
        let worth = self.worth(rules, state, seat, balance);
        let sails = Weights::sails(rules, worth.gold);

        let mut value = f64::from(survey.glory) + f64::from(survey.gold) * worth.gold + food;
        value += f64::from(survey.safe[1]) * worth.viking[1];
        value += f64::from(survey.safe[3]) * worth.viking[3];
        let scouts = survey.safe[2] * rules.scoring.scout_glory
            + survey.above_goldsmiths * rules.scoring.scout_goldsmith
            + survey.above_fishermen * rules.scoring.scout_fisherman;
        value += f64::from(scouts) * worth.scorings * self.scoring;
        let repelled: u32 = survey.repelled.iter().sum();
        value +=
            dot(survey.repelled, sails) * (worth.scorings * self.repelled + self.unrepelled * 0.0);
        value += f64::from(survey.safe[0].saturating_sub(repelled)) * self.warrior;
        value -= dot(survey.unrepelled, sails) * self.unrepelled;
        value += f64::from(survey.threatened) * self.threatened;
        value += f64::from(survey.islands) * self.island;
        value += f64::from(survey.open_islands) * self.open_island;
        value += f64::from(survey.longest) * self.longest;
        value += f64::from(survey.waiting_ships) * self.waiting;
        value += f64::from(survey.ashore[5]) * self.boatswain;
        value += self.promise(&survey, &worth);
        if let Some(hand) = &survey.hand {
            value += self.hand(hand, &survey, &worth, &sails);
        }
        value
    }
}

impl Weights {
    /// Vikings ashore and tiles without a viking.
    fn promise(&self, survey: &Survey, worth: &Worth) -> f64 {
        let (mut value, mut best, mut second) = (0.0, 0.0, 0.0);
        for row in 0..5 {
            let (ashore, free) = (survey.ashore[row], survey.free[row]);
            let movable = f64::from(ashore.min(free)) * worth.viking[row];
            if movable > best {
                (best, second) = (movable, best);
            } else if movable > second {
                second = movable;
            }
            value += f64::from(ashore) * worth.viking[row] * self.ashore;
            value += f64::from(free.min(3)) * worth.viking[row] * self.free;
        }
        if survey.ashore[5] >= 1 && worth.scorings > 0.0 {
            value += best * (self.ferry - self.ashore - self.free);
        }
        if survey.ashore[5] >= 2 && worth.scorings > 0.0 {
            value += second * (self.ferry - self.ashore - self.free);
        }
        value
    }
}
