//! How often something wrong is said of games that are looked at several times.

use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seed::Rng;
use drakkar_stats::interval::{of_share, of_share_at};
use drakkar_stats::looks::{Look, planned, total_risk};
use drakkar_stats::ratio::Ratio;

use crate::model::{Case, Model, repetition};
use crate::rate::Rate;

/// One line of `looks.csv`.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Row {
    /// Number of seats.
    pub players: usize,
    /// What ends the games.
    pub rule: &'static str,
    /// Number of looks, at most.
    pub looks: usize,
    /// Blocks, at most.
    pub blocks: u64,
    /// True win share.
    pub truth: f64,
    /// Runs.
    pub repetitions: u64,
    /// Per cent of the runs whose last interval excludes the truth.
    pub wrong: f64,
    /// 95 % interval of that.
    pub wrong_low: f64,
    /// Its upper end.
    pub wrong_high: f64,
    /// Per cent that are promised at most.
    pub nominal: f64,
    /// Per cent of the runs that ended before the last look.
    pub early: f64,
    /// Mean number of blocks.
    pub mean_blocks: String,
}

/// When games end.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// `compare --looks`: at the first of so many planned looks whose interval excludes par.
    Planned(usize),
    /// The plain interval, read as often as nobody planned: `compare --looked`.
    Unplanned(usize),
    /// `compare --until`: as soon as the interval reaches no further to either side, not before 100 blocks.
    Until(f64),
}

/// What is simulated.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The games; `share` is the true win share.
    pub case: Case,
    /// When they end.
    pub rule: Rule,
    /// Blocks, at most.
    pub blocks: u64,
}

/// Least blocks of `--until`, and blocks between its looks.
const ENOUGH: u64 = 100;
const EVERY: u64 = 20;

/// Equals and one that is better, with two and with four seats, under all rules.
pub fn settings() -> Vec<Setting> {
    let mut settings = Vec::new();
    for (line_up, better, width) in
        [(&["a", "o"][..], 0.56, 0.02), (&["a", "o", "o", "o"], 0.29, 0.015)]
    {
        for share in [1.0 / line_up.len() as f64, better] {
            let case = Case {
                name: "plain",
                line_up,
                share,
                shared: 0.1,
                luck: 0.5,
                unequal_seats: false,
            };
            let mut add = |rule, blocks| settings.push(Setting { case, rule, blocks });
            for looks in [2, 5, 10] {
                for blocks in [50, 1000] {
                    add(Rule::Planned(looks), blocks);
                }
            }
            add(Rule::Unplanned(2), 1000);
            add(Rule::Until(width), 100_000);
            add(Rule::Until(2.0 * width), 100_000);
        }
    }
    settings
}

/// Simulates one setting.
pub fn row(number: usize, setting: &Setting, repetitions: u64) -> Row {
    let model = Model::new(&setting.case);
    let players = setting.case.line_up.len();
    let (par, truth) = (1.0 / players as f64, setting.case.share);
    let times =
        |looks: usize| -> Vec<f64> { (1..=looks).map(|look| look as f64 / looks as f64).collect() };
    let (rule, looks) = match setting.rule {
        Rule::Planned(looks) => ("planned looks", planned(&times(looks), 0.05)),
        Rule::Unplanned(looks) => {
            let plain = times(looks).into_iter().map(|time| Look::plain(time, 0.05));
            ("unplanned looks", plain.collect())
        }
        Rule::Until(_) => ("until", Vec::new()),
    };
    let (mut wrong, mut early, mut sum) = (0, 0, 0);
    for run in 0..repetitions {
        let mut rng = repetition(number, run);
        let (blocks, is_wrong) = match setting.rule {
            Rule::Until(width) => until(&model, &mut rng, width, truth, setting.blocks),
            _ => looked(&model, &mut rng, (&looks, setting), [par, truth]),
        };
        wrong += u64::from(is_wrong);
        early += u64::from(blocks < setting.blocks);
        sum += blocks;
    }
    let rate = Rate::new(wrong, repetitions);
    let risk = if looks.is_empty() { 0.05 } else { total_risk(&looks) };
    Row {
        players,
        rule,
        looks: looks.len(),
        blocks: setting.blocks,
        truth,
        repetitions,
        wrong: rate.value(),
        wrong_low: rate.low(),
        wrong_high: rate.high(),
        nominal: (risk * 10_000.0).round() / 100.0,
        early: Rate::new(early, repetitions).value(),
        mean_blocks: format!("{:.1}", sum as f64 / repetitions as f64),
    }
}

const UNIT: f64 = 1.0 / WHOLE_WIN as f64;

fn excludes((low, high): (f64, f64), share: f64) -> bool {
    share < low || share > high
}

/// Games until the interval of a look excludes par: their number of blocks, and whether it excludes the truth.
fn looked(
    model: &Model,
    rng: &mut Rng,
    (looks, setting): (&[Look], &Setting),
    [par, truth]: [f64; 2],
) -> (u64, bool) {
    let mut share = Ratio::default();
    let mut blocks = 0;
    let mut found = None;
    for look in looks {
        let due = (look.time * setting.blocks as f64).round() as u64;
        while blocks < due {
            share.add_block(model.block(rng).0[0], model.games);
            blocks += 1;
        }
        found = of_share_at(&share, UNIT, look.risk());
        if found.is_some_and(|ends| excludes(ends, par)) {
            break;
        }
    }
    (blocks, found.is_some_and(|ends| excludes(ends, truth)))
}

/// Games until the interval reaches no further than `width`.
fn until(model: &Model, rng: &mut Rng, width: f64, truth: f64, most: u64) -> (u64, bool) {
    let mut share = Ratio::default();
    let mut blocks = 0;
    loop {
        for _ in 0..EVERY {
            share.add_block(model.block(rng).0[0], model.games);
        }
        blocks += EVERY;
        let (Some(value), Some((low, high))) = (share.value(UNIT), of_share(&share, UNIT)) else {
            continue;
        };
        let reach = (high - value).max(value - low);
        if blocks >= most || (blocks >= ENOUGH && reach <= width) {
            return (blocks, excludes((low, high), truth));
        }
    }
}
