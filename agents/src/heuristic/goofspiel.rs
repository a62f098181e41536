//! Goofspiel: a card is worth its square, a bid the prize that it probably wins.

use drakkar_engine::game::Game;
use drakkar_engine::games::goofspiel::{Action, Goofspiel, State};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Heuristic, Judge, Playable, introduction};
use crate::features;

impl Playable for Goofspiel {
    type Heuristic = Weights;

    fn introduction(&self) -> Map<String, Value> {
        introduction(self)
    }
}

/// The contribution of each feature to a seat's value, in points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A point ahead of the best other seat.
    pub lead: f64,
    /// A bid card that is not turned over: its square divided by the size of the deck.
    pub card: f64,
    /// A point at stake, times the probability of winning it if the others bid at random.
    pub stake: f64,
}

drakkar_engine::data!(Weights);

impl Default for Weights {
    fn default() -> Weights {
        Weights { lead: 1.0, card: 0.5, stake: 1.0 }
    }
}

impl Weights {
    /// The value of holding `card`.
    fn held(&self, game: &Goofspiel, card: u8) -> f64 {
        self.card * f64::from(card * card) / f64::from(game.rule_set().deck.cards)
    }
}

impl Heuristic<Goofspiel> for Weights {
    type Judge = Weights;
    type Features = features::goofspiel::Inputs;
    const NAMED: &'static [(&'static str, &'static str)] =
        &[("hand-1", include_str!("goofspiel/hand-1.toml"))];

    fn judge(&self, _: &Goofspiel) -> Weights {
        *self
    }
}

impl Judge<Goofspiel> for Weights {
    const DRAWS: usize = 1;

    /// The standing, without the face-down bids.
    fn value(&self, game: &Goofspiel, state: &State, seat: Seat) -> f64 {
        let view = game.view(state, seat);
        let (mut best, mut cards) = (0, 0.0);
        for other in Seat::all(game.players()) {
            if other != seat {
                best = best.max(view.points(other));
            }
        }
        for card in view.hand(seat) {
            cards += self.held(game, card);
        }
        self.lead * f64::from(view.points(seat) - best) + cards
    }

    /// About ten points, or two good prizes.
    fn scale(&self, _: &Goofspiel, _: &State) -> f64 {
        10.0
    }

    /// Actions are judged by what they add.
    fn rates_positions(&self, _: &Goofspiel, _: &State) -> bool {
        false
    }

    /// The standing without the card, and the stake times the probability that all others bid less.
    ///
    /// The bids of a drawn state are one guess of many; considering all of them is better, and it
    /// judges the last bid of a turn like the first.
    fn value_after(
        &self,
        game: &Goofspiel,
        state: &State,
        Action::Bid { card }: Action,
        seat: Seat,
    ) -> f64 {
        let view = game.view(state, seat);
        let mut at_stake = view.prize().map_or(0.0, f64::from);
        for prize in view.carried() {
            at_stake += f64::from(prize);
        }
        let mut wins = 1.0;
        for other in Seat::all(game.players()) {
            if other == seat {
                continue;
            }
            let (mut lower, mut held) = (0.0, 0.0);
            for theirs in view.hand(other) {
                held += 1.0;
                lower += if theirs < card { 1.0 } else { 0.0 };
            }
            wins *= lower / held;
        }
        self.value(game, state, seat) - self.held(game, card) + self.stake * at_stake * wins
    }
}

#[cfg(test)]
mod tests {
    use drakkar_engine::recorded::Preset;
    use drakkar_engine::rules;
    use drakkar_engine::seed::{DealSeed, Rng};

    use super::*;

    fn game(players: usize) -> Goofspiel {
        let Preset { toml, .. } = Goofspiel::presets()[0];
        Goofspiel::new(rules::read::<Goofspiel>(toml).unwrap(), players).unwrap()
    }

    #[test]
    fn a_first_bid_is_worth_its_chance_less_its_card() {
        let (game, weights) = (game(3), Weights { lead: 9.0, card: 1.3, stake: 2.0 });
        let deal = game.deal(DealSeed { seed: 1, deal: 0 });
        let state = game.state(&deal);
        let cards: f64 = (1..=13).map(|card| 0.1 * f64::from(card * card)).sum();
        assert!((weights.value(&game, &state, Seat::new(0)) - cards).abs() < 1e-9);
        for card in 1..=13 {
            let action = Action::Bid { card };
            let value = weights.value_after(&game, &state, action, Seat::new(0));
            let chance = (f64::from(card - 1) / 13.0).powi(2);
            let expected =
                cards - 0.1 * f64::from(card).powi(2) + 2.0 * f64::from(deal.prizes[0]) * chance;
            assert!((value - expected).abs() < 1e-9, "{card}: {value}, not {expected}");
        }
    }

    #[test]
    fn the_value_of_a_bid_does_not_depend_on_the_bids_drawn() {
        let (game, weights, mut rng) = (game(2), Weights::default(), Rng::from_seed(1));
        let mut state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
        let mut other = state;
        game.apply(&mut state, Action::Bid { card: 1 }, &mut ()).unwrap();
        game.apply(&mut other, Action::Bid { card: 13 }, &mut ()).unwrap();
        let action = game.random_legal(&state, &mut rng);
        let values = [state, other].map(|s| weights.value_after(&game, &s, action, Seat::new(1)));
        assert_eq!(values[0], values[1]);
    }
}
