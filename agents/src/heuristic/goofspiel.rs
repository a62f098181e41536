//! Goofspiel: points, and of each prize to come the part that the cards in hand promise.

use std::array;

use drakkar_engine::game::{Game, View};
use drakkar_engine::games::goofspiel::{Goofspiel, MAX_CARDS, State};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::{PerSeat, Seat};
use serde::{Deserialize, Serialize};

use super::{Heuristic, Judge, NamedTexts, Playable};
use crate::features;

impl Playable for Goofspiel {
    type Heuristic = Weights;
}

/// How cards and prizes become points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// How much of the prizes to come is given to higher cards; the rest is shared evenly. 0 to 1.
    pub edge: f64,
    /// The difference between two cards with which the higher one has half of this edge.
    pub half: f64,
    /// The spread of final scores: for each point that is still to be won.
    pub spread: f64,
}

drakkar_engine::data!(Weights);

impl Default for Weights {
    fn default() -> Weights {
        Weights { edge: 1.0, half: 3.0, spread: 0.2 }
    }
}

/// The prizes that are still to be won, but for those carried over; bit 0 is prize 1.
fn to_win(view: &View<'_, Goofspiel>) -> u16 {
    view.prize().map_or(0, |prize| 1 << (prize - 1)) | view.to_come_set()
}

/// Points whose order of size matters even when nothing is left.
const LEAST_SPREAD: f64 = 1.0;

impl Heuristic<Goofspiel> for Weights {
    type Judge = GoofspielJudge;
    type Features = features::goofspiel::Inputs;
    const NAMED: NamedTexts = &[("manual-1", include_str!("goofspiel/manual-1.toml"))];

    /// Three turns of two seats: rollouts answer bids more simply than strategies do.
    const TRUNCATION: Option<u32> = Some(6);

    /// Bids are a matrix game, which grows with the seats.
    fn greedy_microseconds(players: usize) -> u64 {
        match players {
            2 => 250,
            3 => 4_000,
            _ => 9_000,
        }
    }

    fn judge(&self, _: &Goofspiel) -> GoofspielJudge {
        GoofspielJudge::new(*self)
    }
}

/// The weights with what a card wins against another worked out.
#[derive(Clone, Debug)]
pub struct GoofspielJudge {
    weights: Weights,
    /// How often a card wins against another, by how much higher it is, from [`MAX_CARDS`] lower on.
    wins: [f64; 2 * MAX_CARDS as usize],
}

impl GoofspielJudge {
    fn new(weights: Weights) -> GoofspielJudge {
        let wins = array::from_fn(|place| {
            let difference = place as f64 - f64::from(MAX_CARDS);
            let lead = difference / (weights.half.abs() + difference.abs()).max(1e-9);
            (1.0 + weights.edge * lead) / 2.0
        });
        GoofspielJudge { weights, wins }
    }

    /// How often `card` wins against `other`.
    fn wins(&self, card: u32, other: u32) -> f64 {
        let place = u32::from(MAX_CARDS) + card - other;
        self.wins[place as usize]
    }

    /// [`Judge::values`] with so many seats, for which the loops are unrolled.
    #[inline(always)]
    fn points<const SEATS: usize>(&self, view: &View<'_, Goofspiel>) -> PerSeat<f64> {
        let mut values: [f64; SEATS] =
            array::from_fn(|seat| f64::from(view.points(Seat::new(seat))));
        let mut hands: [u16; SEATS] = array::from_fn(|seat| view.hand_set(Seat::new(seat)));
        let mut prizes = to_win(view);
        while prizes != 0 {
            let prize = 1 + prizes.trailing_zeros();
            prizes &= prizes - 1;
            let cards = hands.map(u16::trailing_zeros);
            hands = hands.map(|hand| hand & hand.wrapping_sub(1));
            let wins: [f64; SEATS] = array::from_fn(|one| {
                let rivals = (0..SEATS).filter(|&rival| rival != one);
                rivals.map(|rival| self.wins(cards[one], cards[rival])).product()
            });
            let all: f64 = wins.iter().sum();
            if all > 0.0 {
                for (value, part) in values.iter_mut().zip(wins) {
                    *value += f64::from(prize) * part / all;
                }
            }
        }
        PerSeat::from_fn(SEATS, |seat| values[seat.index()])
    }
}

impl Judge<Goofspiel> for GoofspielJudge {
    const EXPECTS_SCORES: bool = true;
    const IGNORES_HIDDEN: bool = true;
    const DRAWS: usize = 1;

    /// The points of the seat, and those of the prizes to come, if each seat keeps its highest card
    /// for the highest prize, its second for the second, and so on: a card wins against another the
    /// more often the higher it is.
    fn value(&self, game: &Goofspiel, state: &State, seat: Seat) -> f64 {
        self.values(game, state)[seat]
    }

    fn values(&self, game: &Goofspiel, state: &State) -> PerSeat<f64> {
        let view = game.view(state, Seat::new(0));
        match game.players() {
            2 => self.points::<2>(&view),
            3 => self.points::<3>(&view),
            _ => self.points::<{ Goofspiel::PLAYERS.1 }>(&view),
        }
    }

    fn scale(&self, game: &Goofspiel, state: &State) -> f64 {
        let view = game.view(state, Seat::new(0));
        let mut prizes = to_win(&view);
        let mut left = 0;
        while prizes != 0 {
            left += 1 + prizes.trailing_zeros();
            prizes &= prizes - 1;
        }
        (self.weights.spread * f64::from(left)).max(0.0) + LEAST_SPREAD
    }
}

#[cfg(test)]
mod tests {
    use drakkar_engine::games::goofspiel::Action;
    use drakkar_engine::rules::Preset;
    use drakkar_engine::seed::{DealSeed, Rng};

    use super::*;

    fn game(players: usize) -> Goofspiel {
        let Preset { toml, .. } = Goofspiel::presets()[0];
        Goofspiel::new(Goofspiel::read_toml(toml).unwrap(), players).unwrap()
    }

    #[test]
    fn prizes_go_to_higher_cards_in_their_order() {
        let game = game(2);
        let weights = GoofspielJudge::new(Weights { edge: 0.5, half: 2.0, spread: 0.1 });
        let mut state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
        let value = |state: &State, seat| weights.value(&game, state, Seat::new(seat));
        // Equal hands share the 91 points.
        assert!((value(&state, 0) - 45.5).abs() < 1e-9);
        let prize = f64::from(game.view(&state, Seat::new(0)).prize().unwrap());
        for card in [13, 12] {
            game.apply(&mut state, Action::Bid { card }, &mut ()).unwrap();
        }
        // Of the highest prize left, the second seat has 13 against 12: a third of the edge.
        let highest = if prize == 13.0 { 12.0 } else { 13.0 };
        let lead = highest * 0.5 / 3.0;
        let even = (91.0 - prize) / 2.0;
        assert!((value(&state, 0) - (prize + even - lead / 2.0)).abs() < 1e-9);
        assert!((value(&state, 1) - (even + lead / 2.0)).abs() < 1e-9);
        let scale = weights.scale(&game, &state);
        assert!((scale - (0.1 * (91.0 - prize) + LEAST_SPREAD)).abs() < 1e-9);
    }

    #[test]
    fn values_of_three_seats_add_up_to_the_points_and_the_prizes_to_come() {
        let (game, weights, mut rng) =
            (game(3), GoofspielJudge::new(Weights::default()), Rng::from_seed(1));
        let mut state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
        while game.to_move(&state).is_some() {
            let view = game.view(&state, Seat::new(0));
            let left: f64 = view.prize().into_iter().chain(view.to_come()).map(f64::from).sum();
            let points: i32 = Seat::all(3).map(|seat| view.points(seat)).sum();
            let sum: f64 = Seat::all(3).map(|seat| weights.value(&game, &state, seat)).sum();
            assert!((sum - left - f64::from(points)).abs() < 1e-9);
            let action = game.random_legal(&state, &mut rng);
            game.apply(&mut state, action, &mut ()).unwrap();
        }
    }
}
