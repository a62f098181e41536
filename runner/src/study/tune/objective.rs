use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use drakkar_stats::{counters::SHARE_UNIT, ratio::Ratio};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// The candidate's win share
    Share,
    /// Its mean score minus that of its opponents, in their standard deviations
    Margin,
    /// The mean of that margin and of the logarithm of the odds of winning
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Encounter {
    /// Win shares of the candidate, in 1/60; it has one seat in each game.
    pub share: Ratio,
    pub score: i128,
    /// Seats of the opponent in all games, sum of their scores, and of the squares of these.
    pub seats: i128,
    pub others: i128,
    pub squares: i128,
}

impl Encounter {
    pub fn win_share(&self) -> f64 {
        self.share.value(SHARE_UNIT).unwrap_or_default()
    }

    pub fn margin(&self) -> f64 {
        ratio(self.score, self.share.d) - ratio(self.others, self.seats)
    }

    /// Log odds of winning minus those of an equal share, with half a win and half a defeat for every seat: finite.
    fn odds(&self, players: usize) -> f64 {
        let (wins, games) = (self.share.n as f64 * SHARE_UNIT, self.share.d as f64);
        let others = (players - 1) as f64;
        libm::log((wins + 0.5) * others / (games - wins + 0.5 * others))
    }
}

impl Objective {
    pub fn value(self, encounters: &[Encounter], players: usize, deviation: f64) -> f64 {
        let one = |encounter: &Encounter| match self {
            Objective::Share => encounter.win_share(),
            Objective::Margin => encounter.margin() / deviation,
            Objective::Both => 0.5 * (encounter.margin() / deviation + encounter.odds(players)),
        };
        let value = encounters.iter().map(one).sum::<f64>() / encounters.len().max(1) as f64;
        // Rounded as in the file, so that a reader gets exactly the same number.
        format!("{value:.9}").parse::<f64>().unwrap_or(value) + 0.0
    }
}

pub fn deviation(encounters: &[Encounter]) -> f64 {
    let sum = |of: fn(&Encounter) -> i128| encounters.iter().map(of).sum::<i128>();
    let seats = sum(|met| met.seats);
    let mean = ratio(sum(|met| met.others), seats);
    let variance = ratio(sum(|met| met.squares), seats) - mean * mean;
    if variance > 1e-9 { variance.sqrt() } else { 1.0 }
}

fn ratio(n: i128, d: i128) -> f64 {
    if d == 0 { 0.0 } else { n as f64 / d as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 100 games at a table of three, of which the candidate wins so many.
    fn encounter(wins: i128, score: i128) -> Encounter {
        let share = Ratio { n: 60 * wins, d: 100, ..Ratio::default() };
        Encounter { share, score, seats: 200, others: 2000, squares: 24_000 }
    }

    #[test]
    fn equal_play_is_worth_a_seats_part_or_nothing() {
        let share = Ratio { n: 2000, d: 100, ..Ratio::default() };
        let even = Encounter { share, ..encounter(0, 1000) };
        assert_eq!(Objective::Share.value(&[even], 3, 2.0), 0.333_333_333);
        assert_eq!(Objective::Margin.value(&[even], 3, 2.0), 0.0);
        assert!(Objective::Both.value(&[even], 3, 2.0).abs() < 1e-9);
    }

    #[test]
    fn both_is_the_mean_of_margin_and_odds_over_opponents() {
        let some = [encounter(50, 1200), encounter(20, 800)];
        assert_eq!(deviation(&some), 20f64.sqrt());
        assert_eq!(Objective::Margin.value(&some[..1], 3, 4.0), 0.5);
        assert_eq!(Objective::Share.value(&some, 3, 4.0), 0.35);
        let odds = libm::log(50.5 * 2.0 / 51.0);
        let both = Objective::Both.value(&some[..1], 3, 4.0);
        assert!((both - 0.5 * (0.5 + odds)).abs() < 1e-8);
        // No value is infinite.
        assert!(Objective::Both.value(&[encounter(100, 1000)], 3, 1.0) < 4.0);
        assert!(Objective::Both.value(&[encounter(0, 1000)], 3, 1.0) > -4.0);
    }

    #[test]
    fn scores_that_do_not_spread_divide_nothing() {
        let flat = Encounter { squares: 20_000, ..encounter(10, 5) };
        assert_eq!(deviation(&[flat]), 1.0);
    }
}
