//! How often the bootstrap intervals of ratings hold the true Elo.

use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seed::Rng;
use drakkar_stats::ratings::{Estimates, Wins};

use crate::covered::{self, Figure, Row};
use crate::model::repetition;

/// Strengths of the agents; the first is the anchor.
const ELO: [f64; 4] = [0.0, 120.0, -80.0, 300.0];

/// In so many of the deals the same seat of a table wins in all orders, so that blocks differ and games are not
/// independent.
const DECIDED: u32 = 3;

/// What is simulated.
#[derive(Clone, Debug)]
pub struct Setting {
    format: &'static str,
    tables: Vec<Vec<u8>>,
    blocks: u64,
}

/// Agents in pairs, one against three, and all at one table; with few and with many blocks.
pub fn settings() -> Vec<Setting> {
    let pairs = || (0..4).flat_map(|b| (0..b).map(move |a| (a, b)));
    let formats = [
        ("round-robin", pairs().map(|(a, b)| vec![a, b]).collect::<Vec<_>>()),
        ("round-robin", pairs().flat_map(|(a, b)| [vec![a, b, b, b], vec![b, a, a, a]]).collect()),
        ("free-for-all", vec![vec![0, 1, 2, 3]]),
    ];
    let all = formats.into_iter().flat_map(|(format, tables)| {
        [50, 200, 1000].map(|blocks| Setting { format, tables: tables.clone(), blocks })
    });
    all.collect()
}

/// Simulates one setting.
pub fn rows(number: usize, setting: &Setting, repetitions: u64) -> Vec<Row> {
    let samples = setting.blocks as usize;
    let figures: Vec<Figure> =
        ELO[1..].iter().map(|&truth| Figure { name: "Elo", truth, samples }).collect();
    let case = format!("{} seats, {}", setting.tables[0].len(), setting.format);
    covered::rows(&case, &figures, repetitions, |run, counts| {
        let mut rng = repetition(number, run);
        let mut wins = Wins::default();
        for block in 0..setting.blocks {
            for table in &setting.tables {
                play(table, block, &mut wins, &mut rng);
            }
        }
        let ratings = Estimates::new(&wins, 4, run).ratings(0);
        for (counts, rating) in counts.iter_mut().zip(&ratings[1..]) {
            let ends =
                (rating.low.unwrap_or(f64::NEG_INFINITY), rating.high.unwrap_or(f64::INFINITY));
            counts.add(rating.elo.map(|elo| (elo, ends)));
        }
    })
}

/// As many games as seats: of each, a seat wins by its share of all strengths. Where the deal decides, the same seat
/// wins all of them.
fn play(table: &[u8], block: u64, wins: &mut Wins, rng: &mut Rng) {
    let strength =
        |&agent: &u8| libm::exp(ELO[usize::from(agent)] * std::f64::consts::LN_10 / 400.0);
    let all: f64 = table.iter().map(strength).sum();
    let mut winner = || {
        let mut point = rng.unit() * all;
        let found = table.iter().position(|agent| {
            point -= strength(agent);
            point < 0.0
        });
        found.unwrap_or(table.len() - 1)
    };
    let first = winner();
    let mut winners: Vec<usize> = (1..table.len()).map(|_| winner()).collect();
    if rng.below(10) < DECIDED {
        winners.fill(first);
    }
    for winner in winners.into_iter().chain([first]) {
        let mut shares = [0; 4];
        shares[winner] = WHOLE_WIN as u8;
        wins.add(table, &shares[..table.len()], block);
    }
}
