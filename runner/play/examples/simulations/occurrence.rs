//! How often the 95 % interval of the worth of decisions, each counting as often as it occurs, holds the true value.

use drakkar_engine::seed::Rng;
use drakkar_stats::occurrence::{Stratum, mean_per_decision};
use drakkar_stats::ratio::Ratio;

use crate::covered::{self, Figure, Row};
use crate::model::repetition;

/// Numbers of decisions in each round after which intervals are looked at.
const DECISIONS: [i128; 5] = [10, 20, 50, 100, 500];

/// A round: of a hundred games so many have any such decision, those have 1 to so many of them, all equally often, and
/// each decision of a game that has `k` is worth `effect + slope k`, plus or minus up to 100.
#[derive(Clone, Copy)]
struct Round {
    per_cent: u32,
    most: u32,
    effect: i64,
    slope: i64,
}

/// Rounds.
#[derive(Clone, Copy)]
pub struct Case {
    name: &'static str,
    rounds: &'static [Round],
}

const fn round(per_cent: u32, most: u32, effect: i64, slope: i64) -> Round {
    Round { per_cent, most, effect, slope }
}

pub const CASES: [Case; 4] = [
    Case { name: "all games, alike", rounds: &[round(100, 1, 40, 0); 6] },
    Case {
        name: "ever fewer games",
        rounds: &[
            round(100, 1, 0, 0),
            round(50, 1, 40, 0),
            round(25, 1, 80, 0),
            round(12, 1, 160, 0),
        ],
    },
    Case {
        name: "several in a game",
        rounds: &[round(100, 4, -20, 10), round(40, 2, 70, 30), round(5, 3, 400, -50)],
    },
    Case { name: "one round, seldom", rounds: &[round(3, 2, 30, 20)] },
];

/// The worth of all decisions of a game over their number, from the definition.
fn truth(rounds: &[Round]) -> f64 {
    let (mut worth, mut number) = (0.0, 0.0);
    for round in rounds {
        for k in 1..=round.most {
            let decisions = f64::from(k * round.per_cent) / f64::from(round.most);
            worth += decisions * (round.effect + round.slope * i64::from(k)) as f64;
            number += decisions;
        }
    }
    worth / number
}

/// Plays games until one has such a decision.
fn find(round: &Round, stratum: &mut Stratum, rng: &mut Rng) {
    loop {
        stratum.played += 1;
        if rng.below(100) < round.per_cent {
            break;
        }
    }
    stratum.found += 1;
    let k = i64::from(1 + rng.below(round.most));
    let worth = round.effect + round.slope * k + i64::from(rng.below(201)) - 100;
    stratum.sums.add_block(k * worth, k);
}

/// Simulates one case: a row for each number of decisions.
pub fn rows(number: usize, case: &Case, repetitions: u64) -> Vec<Row> {
    let truth = truth(case.rounds);
    let figures =
        DECISIONS.map(|decisions| Figure { name: "effect", truth, samples: decisions as usize });
    let nothing = Stratum { sums: Ratio::default(), found: 0, played: 0 };
    covered::rows(case.name, &figures, repetitions, |run, counts| {
        let mut rng = repetition(number, run);
        let mut strata = vec![nothing; case.rounds.len()];
        for (counts, decisions) in counts.iter_mut().zip(DECISIONS) {
            for (round, stratum) in case.rounds.iter().zip(&mut strata) {
                while stratum.found < decisions {
                    find(round, stratum, &mut rng);
                }
            }
            counts.add(mean_per_decision(&strata, 1.0).map(|found| (found.value, found.alone())));
        }
    })
}
