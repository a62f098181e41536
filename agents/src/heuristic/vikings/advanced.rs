//! Values for decisions of the advanced rules: bids, the vikings of the offer, bonus tiles.

use std::array;

use drakkar_engine::games::vikings::action::Action;
use drakkar_engine::games::vikings::bonus::{Bonus, Kinds};
use drakkar_engine::games::vikings::component::Colour;
use drakkar_engine::games::vikings::state::Phase;
use drakkar_engine::games::vikings::tableau_stats::{Survey, Verdict};
use drakkar_engine::games::vikings::variant::Variant;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use super::prospects::{BOATSWAINS, FISHERMEN, GOLDSMITHS, NOBLES, Prospects, SCOUTS};
use super::{AdvancedWeights, Deciding, TimeValues, seen_by};

impl AdvancedWeights {
    /// The expected gain from tiles whose worth does not depend on the tableau.
    #[inline(always)]
    pub(super) fn kept(&self, tiles: Kinds, values: &[i32; Bonus::COUNT], large: f64) -> f64 {
        let count = |kind: Bonus| f64::from(tiles.count(kind));
        let value = |kind: Bonus| f64::from(values[kind as usize]);
        let mut kept = 0;
        for kind in [Bonus::BuildingA, Bonus::BuildingB, Bonus::BuildingC, Bonus::BuildingD] {
            kept += tiles.count(kind) as i32 * values[kind as usize];
        }
        count(Bonus::Boatswain) * value(Bonus::Boatswain) * self.boatswain
            + count(Bonus::Longboat) * self.longboat * large
            + f64::from(kept) * self.building * self.building_kept
    }
}

pub(super) enum AdvancedDecision {
    /// Another decision.
    Nothing,
    Bids(Bidding),
    /// The value of each viking that is removed or set, by colour.
    Colours([f64; 6]),
    /// The value of each bonus tile, by kind.
    Tiles([f64; Bonus::COUNT]),
}

/// The value of being first, the purse before bidding, and the worth of gold.
pub(super) struct Bidding {
    first: f64,
    /// The same if it is above 0, otherwise below any cost.
    limit: f64,
    gold: i32,
    glory: i32,
    worth: f64,
}

impl Bidding {
    /// The value of a bid, or of `pass`.
    #[inline(always)]
    pub(super) fn value(&self, action: Action) -> f64 {
        let Bidding { first, limit, gold, glory, worth } = *self;
        let Action::Bid { amount } = action else { return 0.0 };
        // Bids cannot exceed gold and glory together.
        let bid = amount as i32;
        let paid = bid.min(gold);
        let cost = f64::from(paid) * worth + f64::from((bid - paid).min(glory));
        // The higher a bid, the likelier that it is the last; a bid above the value of
        // being first is certainly a loss.
        let stands = if cost < limit { cost / first } else { 1.0 };
        (first - cost) * stands
    }
}

impl AdvancedDecision {
    /// The value of an action compared with the others of the decision.
    #[inline(always)]
    pub(super) fn value(&self, action: Action) -> Option<f64> {
        match (self, action) {
            (
                AdvancedDecision::Colours(worth),
                Action::Set { colour } | Action::Remove { colour },
            ) => Some(worth[colour.index() as usize]),
            (AdvancedDecision::Tiles(worth), Action::Take { kind }) => Some(worth[kind as usize]),
            (AdvancedDecision::Tiles(_), Action::Decline) => Some(0.0),
            _ => None,
        }
    }
}

struct WaitingShips;
impl Verdict for WaitingShips {
    type Output = i32;
    #[inline(always)]
    fn of(self, survey: &Survey) -> i32 {
        survey.waiting_ships
    }
}

impl Prospects<'_> {
    /// The value of a viking of each colour to a seat with this many ships that wait for a warrior.
    fn appetite(&self, waiting_ships: i32) -> [f64; 6] {
        let mut worth = [0.0; 6];
        worth[..5].copy_from_slice(&self.worths.viking);
        worth[0] += self.weights.waiting * f64::from(waiting_ships);
        worth[BOATSWAINS] = self.weights.boatswain;
        worth
    }
}

impl<V: Variant> Deciding<'_, V> {
    /// The value of one more bonus tile of a kind to a seat with this gold and these vikings on unthreatened tiles, by
    /// row; glory that is given with it counts as any other.
    #[inline(always)]
    pub(super) fn tile(&self, safe: [i32; 5], gold: i32, kind: Bonus) -> f64 {
        let Deciding { prospects, game, state, seat, .. } = *self;
        let weights = &prospects.weights.advanced;
        let rules = game.rule_set();
        let value = f64::from(game.bonus_values()[kind as usize]);
        let ahead = weights.vikings_ahead * prospects.rounds;
        let vikings = |row: usize| f64::from(safe[row]) + ahead;
        let share = prospects.weights.scoring;
        let again = state.owned(seat, kind) > 0;
        let effect = match kind {
            Bonus::Gold5 => value * prospects.gold,
            Bonus::Goldsmith1 | Bonus::Goldsmith2 => {
                vikings(GOLDSMITHS) * value * prospects.small * share * prospects.gold
            }
            Bonus::Longboat => weights.longboat * prospects.large,
            Bonus::Noble1 => vikings(NOBLES) * value * prospects.large * share,
            Bonus::Scout1 => vikings(SCOUTS) * value * prospects.large * share,
            Bonus::Fisher1 => vikings(FISHERMEN) * value * prospects.large * share,
            Bonus::Boatswain => weights.boatswain * value,
            Bonus::Food3 | Bonus::Gold3 if again && !rules.bonus.add_up => 0.0,
            Bonus::Food3 => (value - f64::from(rules.scoring.surplus_glory)) * weights.meals_ahead,
            Bonus::Gold3 => {
                let more = 1.0 / value - 1.0 / f64::from(rules.scoring.gold_per_glory);
                more * (f64::from(gold) + weights.gold_ahead)
            }
            Bonus::BuildingA | Bonus::BuildingB | Bonus::BuildingC | Bonus::BuildingD => {
                let building = kind as u32 - Bonus::BuildingA as u32;
                let vikings = match game.building_prospects(state, seat, building) {
                    (0, _) => weights.building_kept,
                    (_, around) => f64::from(around) + weights.building_ahead,
                };
                let cap = f64::from(rules.bonus.building_cap);
                (vikings * value).min(cap) * weights.building
            }
        };
        effect + f64::from(game.bonus_glory()[kind as usize])
    }

    /// The gain from the best bonus tile that lies face up, in the value of the lot that wins it.
    #[inline(never)]
    pub(super) fn prize(&self, safe: [i32; 5], gold: i32) -> f64 {
        let worth = self.state.row().iter().map(|kind| self.tile(safe, gold, kind));
        worth.fold(0.0, f64::max) * self.prospects.weights.advanced.take
    }

    #[inline(always)]
    pub(super) fn open(&self) -> AdvancedDecision {
        let Deciding { prospects, state, .. } = *self;
        if state.is(Phase::Bid) {
            return AdvancedDecision::Bids(self.bidding());
        }
        if state.is(Phase::Set) {
            // The first seat buys first: what it wants should stay cheap.
            return AdvancedDecision::Colours(prospects.appetite(0).map(|worth| -worth));
        }
        if state.is(Phase::Remove) {
            return self.removal();
        }
        if state.is(Phase::Take) {
            return self.taking();
        }
        AdvancedDecision::Nothing
    }

    #[inline(never)]
    fn taking(&self) -> AdvancedDecision {
        let survey = self.game.survey(self.state, self.seat);
        let mut worth = [0.0; Bonus::COUNT];
        for kind in self.state.row().iter() {
            worth[kind as usize] = self.tile(survey.safe, survey.gold, kind);
        }
        AdvancedDecision::Tiles(worth)
    }

    fn removal(&self) -> AdvancedDecision {
        let Deciding { judge, game, state, .. } = *self;
        let worth = |seat| {
            seen_by!(let prospects = judge, game, state, seat);
            prospects.appetite(game.judge(state, seat, WaitingShips))
        };
        let mut others = [0.0; 6];
        let share = 1.0 / (state.players() - 1) as f64;
        for other in Seat::all(state.players()).filter(|&other| other != self.seat) {
            for (sum, worth) in others.iter_mut().zip(worth(other)) {
                *sum += worth * share;
            }
        }
        let own = worth(self.seat);
        AdvancedDecision::Colours(array::from_fn(|colour| others[colour] - 1.01 * own[colour]))
    }

    /// The value of being first: choosing first among the lots, removing a viking and setting the first
    /// colour.
    #[inline(always)]
    pub(super) fn bidding(&self) -> Bidding {
        let Deciding { prospects, state, seat, .. } = *self;
        let weights = &prospects.weights.advanced;
        let worth = prospects.appetite(0);
        let (mut sum, mut count, mut best, mut least) = (0.0, 0.0, f64::MIN, f64::MAX);
        for colour in Colour::ALL {
            let (vikings, worth) = (state.drawn(colour), worth[colour.index() as usize]);
            if vikings > 0 {
                sum += f64::from(vikings) * worth;
                count += f64::from(vikings);
                (best, least) = (f64::max(best, worth), f64::min(least, worth));
            }
        }
        let mean = sum / f64::max(count, 1.0);
        let choice = weights.choice * (best - mean);
        let first = weights.first + choice + weights.removal * (mean - least);
        Bidding {
            first,
            limit: if first > 0.0 { first } else { f64::NEG_INFINITY },
            gold: state.gold(seat),
            glory: state.glory(seat),
            worth: prospects.gold,
        }
    }
}

#[cfg(test)]
mod tests {
    use drakkar_engine::game::Game;
    use drakkar_engine::games::vikings::AdvancedVikings;
    use drakkar_engine::rules;
    use drakkar_engine::seed::{DealSeed, Rng};

    use super::*;
    use crate::heuristic::{Heuristic, Judge};

    fn advanced(changes: &[String]) -> AdvancedVikings {
        let text = rules::set(AdvancedVikings::presets()[2].toml, changes).unwrap();
        AdvancedVikings::new(AdvancedVikings::read_toml(&text).unwrap(), 2).unwrap()
    }

    /// Glory that is given with a tile is worth what any glory is, when it is taken and afterwards.
    #[test]
    fn glory_given_with_a_tile_counts_in_full() {
        let glory = |kind: Bonus| kind as u32 * 3;
        let given = Bonus::ALL.map(|kind| format!("bonus.{kind}.glory={}", glory(kind)));
        let (plain, other) = (advanced(&[]), advanced(&given));
        let opinion = super::super::Weights::default().judge(&plain);
        let mut seen = [0; Bonus::COUNT];
        for deal in 0..60 {
            let mut state = plain.state(&plain.deal(DealSeed { seed: 5, deal }));
            let mut rng = Rng::from_seed(deal);
            while let Some(seat) = plain.to_move(&state) {
                let mut actions = Vec::new();
                plain.legal(&state, &mut actions);
                let values = |game: &AdvancedVikings| {
                    let mut found = Vec::new();
                    let mut tell = |action, value| found.push((action, value));
                    opinion.actions(game, &state, seat, &actions, &mut tell);
                    found
                };
                for ((action, before), (_, after)) in values(&plain).into_iter().zip(values(&other))
                {
                    let Action::Take { kind } = action else { continue };
                    seen[kind as usize] += 1;
                    let more = f64::from(glory(kind));
                    assert!((after - before - more).abs() < 1e-9, "{kind}: {before}, {after}");
                    let taken = |game: &AdvancedVikings| {
                        let mut next = state;
                        game.apply_unchecked(&mut next, action, &mut ());
                        f64::from(next.glory(seat))
                    };
                    assert_eq!(taken(&other) - taken(&plain), more);
                }
                let action = plain.random_legal(&state, &mut rng);
                plain.apply_unchecked(&mut state, action, &mut ());
            }
        }
        assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
    }
}
