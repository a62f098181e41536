//! Chance during play: dice, cards that are turned up, a bag that is filled and shuffled again.

use serde::{Deserialize, Serialize};

use crate::seed::{self, Rng, TableRng};

/// The chance of a game whose rolls cannot be listed in the deal, because their number depends on what is chosen: a key,
/// part of the deal and hidden in the state. A roll follows from the key, the turn and its place in the turn, however
/// often others have rolled before, so a deal can be played again by other agents, and branches can be compared.
///
/// [`Game::deal`](crate::game::Game::deal) takes it from a stream of the table, the game keeps in the state what is seen
/// of a roll, and [`Game::draw`](crate::game::Game::draw) replaces it, so that searches do not know what will be rolled.
/// As data it is a text of decimal digits.
///
/// ```
/// use drakkar_engine::dice::Dice;
/// use drakkar_engine::seed::DealSeed;
///
/// let dice = Dice::deal(&mut DealSeed { seed: 7, deal: 3 }.stream(0));
/// let [red, blue] = dice.roll(0, 0, 6);
/// assert!((1..=6).contains(&red) && (1..=6).contains(&blue));
/// assert_eq!(dice.roll(0, 0, 6), [red, blue]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Dice(u64);

impl Dice {
    /// The dice of a deal.
    pub fn deal(rng: &mut TableRng) -> Dice {
        Dice(rng.word())
    }

    /// Other dice, for a state that is drawn from a view.
    #[inline]
    pub fn anew(rng: &mut Rng) -> Dice {
        Dice(rng.word())
    }

    /// Rolls `N` dice with `sides` sides each: numbers from 1 to `sides`. `place` counts the rolls of the turn.
    /// Panics if there are no sides.
    #[inline]
    pub fn roll<const N: usize>(self, turn: u32, place: u32, sides: u8) -> [u8; N] {
        assert!(sides > 0, "dice have sides");
        let mut rng = self.at(turn, place);
        std::array::from_fn(|_| rng.below(sides.into()) as u8 + 1)
    }

    /// A generator for all other chance at one place, such as a varying number of dice, or a card that is turned up.
    #[inline]
    pub fn at(self, turn: u32, place: u32) -> Rng {
        seed::roll(self.0, turn, place)
    }
}

impl From<Dice> for String {
    fn from(Dice(key): Dice) -> String {
        key.to_string()
    }
}

impl TryFrom<String> for Dice {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Dice, &'static str> {
        // Every key has one text.
        let key = text.parse().ok().filter(|key: &u64| key.to_string() == text);
        key.map(Dice).ok_or("expected dice as a text of decimal digits, up to 2^64 - 1")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::data;
    use crate::seed::DealSeed;

    fn dice(deal: u64) -> Dice {
        Dice::deal(&mut DealSeed { seed: 7, deal }.stream(0))
    }

    /// Records of games with dice can be replayed only as long as these stay the same.
    #[test]
    fn first_rolls_are_pinned() {
        let dice = dice(3);
        assert_eq!(data::write(&dice), json!(PINNED_KEY));
        let rolls: [[u8; 4]; 3] = [(0, 0), (0, 1), (1, 0)].map(|(turn, at)| dice.roll(turn, at, 6));
        assert_eq!(rolls, PINNED_ROLLS);
    }

    const PINNED_KEY: &str = "8160965017502741441";
    const PINNED_ROLLS: [[u8; 4]; 3] = [[1, 4, 6, 4], [5, 3, 3, 3], [1, 4, 6, 2]];

    /// 60,000 rolls of two dice at neighbouring places, of each deal apart: chi-square of the 36 pairs, with 35
    /// degrees of freedom, and of a die with the one at the next place or turn, stays under its 0.999 quantile, 66.6.
    #[test]
    fn dice_are_fair_and_rolls_are_independent() {
        let mut pairs = [[[0_u32; 36]; 3]; 2];
        for deal in 0..2 {
            let dice = dice(deal);
            let first = |turn, place| dice.roll::<1>(turn, place, 6)[0];
            for (turn, place) in (0..1200).flat_map(|turn| (0..50).map(move |place| (turn, place)))
            {
                let [one, two] = dice.roll(turn, place, 6);
                for (kind, other) in
                    [two, first(turn, place + 1), first(turn + 1, place)].into_iter().enumerate()
                {
                    pairs[deal as usize][kind][usize::from((one - 1) * 6 + other - 1)] += 1;
                }
            }
        }
        for counts in pairs.iter().flatten() {
            let expected = 60_000.0 / 36.0;
            let chi2: f64 =
                counts.iter().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
            assert!(chi2 < 66.6, "{chi2} {counts:?}");
        }
    }

    #[test]
    fn a_roll_depends_on_the_deal_the_turn_and_the_place() {
        let mut words = Vec::new();
        for (deal, turn, place) in [(0, 1, 2), (1, 1, 2), (0, 2, 2), (0, 1, 3), (0, 2, 1)] {
            words.push(dice(deal).at(turn, place).word());
        }
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 5);
        let mut rng = Rng::from_seed(1);
        assert_ne!(Dice::anew(&mut rng), Dice::anew(&mut rng));
    }

    #[test]
    fn dice_read_back_and_other_texts_are_refused() {
        let dice = Dice(u64::MAX);
        assert_eq!(data::read::<Dice>(&data::write(&dice)), Ok(dice));
        for wrong in [json!("18446744073709551616"), json!("07"), json!("-1"), json!(7), json!("")]
        {
            assert!(data::read::<Dice>(&wrong).is_err(), "{wrong}");
        }
    }
}
