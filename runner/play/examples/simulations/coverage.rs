//! How often nominal 95 % intervals hold the true value.

use drakkar_engine::seed::Rng;
use drakkar_stats::counters::SHARE_UNIT;
use drakkar_stats::interval::{self, Interval};
use drakkar_stats::ratio::Ratio;

use crate::covered::{self, Row};
use crate::model::{Case, Model, repetition};

/// Numbers of blocks after which intervals are looked at.
pub const BLOCKS: [usize; 7] = [10, 20, 50, 100, 200, 500, 1000];

const ONE: [&[&str]; 3] = [&["a", "o"], &["a", "o", "o"], &["a", "o", "o", "o"]];
const TWO: [&[&str]; 3] = [&["a", "b"], &["a", "b", "o"], &["a", "b", "o", "o"]];

/// All cases for 2, 3 and 4 players: one agent against equals, and two agents whose shares are compared.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (players, line_up) in [ONE, TWO].into_iter().flat_map(|set| (2..).zip(set)) {
        let par = 1.0 / players as f64;
        let case = Case {
            name: "even",
            line_up,
            share: par,
            shared: 0.0,
            luck: 0.5,
            unequal_seats: false,
        };
        cases.extend([
            case,
            Case { name: "wins 5 %", share: 0.05, ..case },
            Case { name: "wins 90 %", share: 0.9, ..case },
            Case { name: "half of the games shared", shared: 0.5, ..case },
            Case { name: "the deal decides", luck: 2.5, ..case },
            Case { name: "unequal seats", share: 0.4, unequal_seats: true, ..case },
        ]);
    }
    cases
}

/// What is looked at in a run.
#[derive(Clone, Copy)]
enum Figure {
    Share,
    Difference,
    Score(Scores),
}

/// How the score of a game is distributed, on top of ten for a lucky seat.
#[derive(Clone, Copy)]
enum Scores {
    /// 0 to 20, all equally likely.
    Uniform,
    /// 0 or 1, and nothing for luck: most games are tied.
    Coin,
    /// Times ten: how often in a row a coin falls on the same side; its skewness is 2.1.
    Skewed,
    /// 100 in one game of twenty, else 0, and nothing for luck; its skewness is 4.1.
    Jackpot,
}

impl Scores {
    /// Mean score of a game; a seat is lucky half of the time.
    fn mean(self) -> f64 {
        match self {
            Scores::Uniform | Scores::Skewed => 15.0,
            Scores::Coin => 0.5,
            Scores::Jackpot => 5.0,
        }
    }

    fn game(self, lucky: bool, rng: &mut Rng) -> i64 {
        let luck = 10 * i64::from(lucky);
        match self {
            Scores::Uniform => luck + i64::from(rng.below(21)),
            Scores::Coin => i64::from(rng.below(2)),
            Scores::Skewed => luck + 10 * i64::from(rng.word().trailing_ones()),
            Scores::Jackpot => 100 * i64::from(rng.below(20) == 0),
        }
    }
}

impl Figure {
    /// What there is to look at in a case. Scores do not depend on who wins, so one case will do.
    fn of(case: &Case) -> &'static [Figure] {
        use Figure::{Difference, Score, Share};
        match (case.line_up.contains(&"b"), case.name) {
            (true, _) => &[Difference],
            (false, "even") => &[
                Share,
                Score(Scores::Uniform),
                Score(Scores::Coin),
                Score(Scores::Skewed),
                Score(Scores::Jackpot),
            ],
            (false, _) => &[Share],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Figure::Share => "win share",
            Figure::Difference => "difference of win shares",
            Figure::Score(Scores::Uniform) => "score (uniform)",
            Figure::Score(Scores::Coin) => "score (0 or 1)",
            Figure::Score(Scores::Skewed) => "score (skewed)",
            Figure::Score(Scores::Jackpot) => "score (rare and high)",
        }
    }

    fn truth(self, model: &Model) -> f64 {
        let share = |sum: f64| sum * SHARE_UNIT / model.games as f64;
        match self {
            Figure::Share => share(model.mean[0]),
            Figure::Difference => share(model.mean[0] - model.mean[1]),
            Figure::Score(scores) => scores.mean(),
        }
    }

    fn estimate(self, sums: &Sums) -> Option<(f64, Interval)> {
        match self {
            Figure::Share => {
                let share = &sums.share[0];
                share.value(SHARE_UNIT).zip(interval::of_share(share, SHARE_UNIT))
            }
            Figure::Difference => {
                let [a, b] = &sums.share;
                let value = a.value(SHARE_UNIT)? - b.value(SHARE_UNIT)?;
                let error = sums.difference.error(SHARE_UNIT)?;
                let of = |share: &Ratio| interval::of_share(share, SHARE_UNIT);
                Some((value, interval::of_difference([a, b], error, SHARE_UNIT, of)?))
            }
            Figure::Score(scores) => {
                let score = &sums.score[scores as usize];
                score.value(1.0).zip(interval::of_ratio(score, 1.0))
            }
        }
    }
}

/// What is summed over the blocks of a run.
#[derive(Default)]
struct Sums {
    /// Win shares of `a` and `b`.
    share: [Ratio; 2],
    difference: Ratio,
    /// Scores of `a`, for each of [`Scores`].
    score: [Ratio; 4],
}

impl Sums {
    fn play(&mut self, model: &Model, figures: &[Figure], rng: &mut Rng) {
        let (shares, luck) = model.block(rng);
        for (sums, share) in self.share.iter_mut().zip(shares) {
            sums.add_block(share, model.games);
        }
        self.difference.add_block(shares[0] - shares[1], model.games);
        for figure in figures {
            if let Figure::Score(scores) = figure {
                // Where scores are looked at, `a` sits in each seat once.
                let games = (0..model.games).map(|seat| scores.game(luck >> seat & 1 == 1, rng));
                self.score[*scores as usize].add_block(games.sum(), model.games);
            }
        }
    }
}

/// Simulates one case: rows for each figure and each number of blocks up to `most`.
pub fn rows(number: usize, case: &Case, most: usize, repetitions: u64) -> Vec<Row> {
    let model = Model::new(case);
    let sizes: Vec<usize> = BLOCKS.into_iter().filter(|&blocks| blocks <= most).collect();
    let looked_at = Figure::of(case);
    let figures = looked_at.iter().flat_map(|figure| {
        let (name, truth) = (figure.name(), figure.truth(&model));
        sizes.iter().map(move |&samples| covered::Figure { name, truth, samples })
    });
    let figures: Vec<covered::Figure> = figures.collect();
    covered::rows(&case.title(), &figures, repetitions, |run, counts| {
        let mut rng = repetition(number, run);
        let (mut sums, mut played) = (Sums::default(), 0);
        for (size, &blocks) in sizes.iter().enumerate() {
            (played..blocks).for_each(|_| sums.play(&model, looked_at, &mut rng));
            played = blocks;
            for (index, figure) in looked_at.iter().enumerate() {
                counts[index * sizes.len() + size].add(figure.estimate(&sums));
            }
        }
    })
}
