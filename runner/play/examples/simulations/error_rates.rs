//! How often the sequential test errs, and how long it takes.

use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seed::Rng;
use drakkar_stats::sequential::{BlockScores, Decision, Grid, SequentialTest, share_of_elo};

use crate::model::{Case, Model, repetition};
use crate::rate::Rate;

/// One line of `error_rates.csv`.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Row {
    /// Number of seats.
    pub players: usize,
    /// What the games are like.
    pub case: &'static str,
    /// Elo of the lower hypothesis.
    pub elo0: f64,
    /// Elo of the upper hypothesis.
    pub elo1: f64,
    /// Blocks between two looks.
    pub every: u64,
    /// True Elo.
    pub truth: f64,
    /// Runs.
    pub repetitions: u64,
    /// Per cent of the runs whose verdict is the wrong one.
    pub errors: f64,
    /// 95 % interval of that.
    pub errors_low: f64,
    /// Its upper end.
    pub errors_high: f64,
    /// Per cent allowed.
    pub nominal: f64,
    /// Per cent of the runs without a verdict after [`MOST`] blocks.
    pub unfinished: f64,
    /// Mean number of blocks.
    pub mean_blocks: String,
    /// Median number of blocks.
    pub median_blocks: u64,
}

/// A test is given up after this many blocks.
pub const MOST: u64 = 1_000_000;

const LINE_UPS: [&[&str]; 3] = [&["a", "o"], &["a", "o", "o"], &["a", "o", "o", "o"]];

/// A case with two hypotheses.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The games.
    pub case: Case,
    /// The hypotheses.
    pub elo: (f64, f64),
    /// Blocks between two looks.
    pub every: u64,
}

/// All settings: plain games, games with shared wins, unequal seats, deals that decide; hypotheses far
/// from par or far from each other; looked at often and seldom.
pub fn settings() -> Vec<Setting> {
    let mut settings = Vec::new();
    for line_up in LINE_UPS {
        let plain = Case {
            name: "plain",
            line_up,
            share: 0.0,
            shared: 0.0,
            luck: 0.5,
            unequal_seats: false,
        };
        let shared = Case { name: "half of the games shared", shared: 0.5, ..plain };
        let seats = Case { name: "unequal seats", unequal_seats: true, ..plain };
        let deals = Case { name: "the deal decides", luck: 2.5, ..plain };
        let mut add = |case: Case, elo: (f64, f64), every: u64| {
            settings.push(Setting { case, elo, every });
        };
        for case in [plain, shared, seats, deals] {
            add(case, (0.0, 20.0), 8);
            add(case, (0.0, 20.0), 128);
            add(case, (0.0, 60.0), 8);
            add(case, (-30.0, 0.0), 32);
        }
        add(Case { name: "nearly all games shared", shared: 0.95, ..plain }, (0.0, 5.0), 8);
        // Far from par, where wins or losses are rare.
        add(plain, (-400.0, -340.0), 8);
        add(plain, (340.0, 400.0), 8);
        add(plain, (-700.0, -500.0), 8);
        // Far apart, so that the least number of blocks decides.
        add(plain, (0.0, 200.0), 1);
        add(plain, (0.0, 400.0), 1);
    }
    settings
}

/// Simulates one setting under each of its two hypotheses.
pub fn rows(number: usize, setting: &Setting, repetitions: u64) -> Vec<Row> {
    let (elo0, elo1) = setting.elo;
    [(elo0, Decision::Upper), (elo1, Decision::Lower)]
        .map(|(truth, wrong)| row(number, setting, truth, wrong, repetitions))
        .into()
}

/// The games of a case in which `a` has this Elo against the others.
pub fn model(case: Case, elo: f64) -> Model {
    Model::new(&Case { share: share_of_elo(elo, case.line_up.len()), ..case })
}

/// The test of two hypotheses on the Elo of `a`, with both error rates 5 %.
pub fn test(case: Case, elo: (f64, f64)) -> SequentialTest {
    let games = Model::new(&Case { share: share_of_elo(0.0, case.line_up.len()), ..case }).games;
    let highest = i64::from(WHOLE_WIN) * games;
    let mean = |elo: f64| highest as f64 * share_of_elo(elo, case.line_up.len());
    let grid = Grid { lowest: 0, highest, step: i64::from(WHOLE_WIN) / 2 };
    SequentialTest { mean0: mean(elo.0), mean1: mean(elo.1), alpha: 0.05, beta: 0.05, grid }
}

/// How a test ends, looked at every so many blocks until there are so many, and after how many.
pub fn end(
    test: &SequentialTest,
    model: &Model,
    (every, most): (u64, u64),
    rng: &mut Rng,
) -> (Decision, u64) {
    let (mut scores, mut blocks) = (BlockScores::default(), 0);
    loop {
        (0..every).for_each(|_| scores.add(model.block(rng).0[0]));
        blocks += every;
        let decision = test.decide(&scores);
        if decision != Decision::Continue || blocks >= most {
            return (decision, blocks);
        }
    }
}

fn row(number: usize, setting: &Setting, truth: f64, wrong: Decision, repetitions: u64) -> Row {
    let (players, (elo0, elo1)) = (setting.case.line_up.len(), setting.elo);
    let (model, test) = (model(setting.case, truth), test(setting.case, setting.elo));
    let (mut errors, mut unfinished, mut lengths) = (0, 0, Vec::new());
    for run in 0..repetitions {
        let (decision, blocks) =
            end(&test, &model, (setting.every, MOST), &mut repetition(number, run));
        errors += u64::from(decision == wrong);
        unfinished += u64::from(decision == Decision::Continue);
        lengths.push(blocks);
    }
    lengths.sort_unstable();
    let rate = Rate::new(errors, repetitions);
    Row {
        players,
        case: setting.case.name,
        elo0,
        elo1,
        every: setting.every,
        truth,
        repetitions,
        errors: rate.value(),
        errors_low: rate.low(),
        errors_high: rate.high(),
        nominal: 5.0,
        unfinished: Rate::new(unfinished, repetitions).value(),
        mean_blocks: format!("{:.1}", lengths.iter().sum::<u64>() as f64 / repetitions as f64),
        median_blocks: lengths.get(lengths.len() / 2).copied().unwrap_or(0),
    }
}
