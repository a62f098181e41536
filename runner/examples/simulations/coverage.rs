//! How often nominal 95 % intervals hold the true value.

use drakkar_engine::seed::Rng;
use drakkar_stats::counters::SHARE_UNIT;
use drakkar_stats::interval::{self, Interval};
use drakkar_stats::ratio::Ratio;

use crate::model::{Case, Model, repetition};
use crate::rate::Rate;

/// Numbers of blocks after which intervals are looked at.
pub const BLOCKS: [usize; 7] = [10, 20, 50, 100, 200, 500, 1000];

/// One line of `coverage.csv`.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Row {
    /// Number of seats.
    pub players: usize,
    /// What the games are like.
    pub case: &'static str,
    /// What the interval is of.
    pub figure: &'static str,
    /// Its true value.
    pub truth: String,
    /// Blocks in a run.
    pub blocks: usize,
    /// Runs.
    pub repetitions: u64,
    /// Per cent of the runs whose interval holds the true value.
    pub covered: f64,
    /// 95 % interval of that.
    pub covered_low: f64,
    /// Its upper end.
    pub covered_high: f64,
    /// Per cent of the runs whose interval lies above the true value.
    pub above: f64,
    /// Per cent of the runs whose interval lies below the true value.
    pub below: f64,
    /// Mean width of the interval.
    pub mean_width: String,
}

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

    fn interval(self, sums: &Sums) -> Option<Interval> {
        match self {
            Figure::Share => interval::of_share(&sums.share[0], SHARE_UNIT),
            Figure::Difference => {
                let error = sums.difference.error(SHARE_UNIT)?;
                interval::of_difference(&sums.share[0], &sums.share[1], error, SHARE_UNIT)
            }
            Figure::Score(scores) => interval::of_ratio(&sums.score[scores as usize], 1.0),
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
    let figures = Figure::of(case);
    let mut rows = Vec::new();
    // Below, inside, above, and the sum of widths, for each figure and size.
    let mut counts = vec![([0_u64; 3], 0.0); figures.len() * sizes.len()];
    for run in 0..repetitions {
        let mut rng = repetition(number, run);
        let (mut sums, mut played) = (Sums::default(), 0);
        for (size, &blocks) in sizes.iter().enumerate() {
            (played..blocks).for_each(|_| sums.play(&model, figures, &mut rng));
            played = blocks;
            for (index, figure) in figures.iter().enumerate() {
                let Some((low, high)) = figure.interval(&sums) else { continue };
                // The true value is known up to rounding.
                let (truth, slack) = (figure.truth(&model), 1e-9);
                let (counts, width) = &mut counts[index * sizes.len() + size];
                let place =
                    if high < truth - slack { 0 } else { 1 + usize::from(low > truth + slack) };
                counts[place] += 1;
                *width += high - low;
            }
        }
    }
    for (index, figure) in figures.iter().enumerate() {
        for (size, &blocks) in sizes.iter().enumerate() {
            let ([below, inside, above], widths) = counts[index * sizes.len() + size];
            let rate = Rate::new(inside, repetitions);
            let per_cent = |count| Rate::new(count, repetitions).value();
            rows.push(Row {
                players: case.line_up.len(),
                case: case.name,
                figure: figure.name(),
                truth: format!("{:.6}", figure.truth(&model)),
                blocks,
                repetitions,
                covered: rate.value(),
                covered_low: rate.low(),
                covered_high: rate.high(),
                above: per_cent(above),
                below: per_cent(below),
                mean_width: format!("{:.6}", widths / repetitions as f64),
            });
        }
    }
    rows
}
