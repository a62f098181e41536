//! Parts of a variance: how often their nominal 95 % intervals hold the true part, and whether estimates are right on
//! average.

use drakkar_engine::seed::Rng;
use drakkar_stats::components::{Components, SeatResult, components};
use drakkar_stats::jackknife::IntervalEstimate;
use drakkar_stats::luck::{CONTINUATIONS, Game, Parts, certain, par, parts, squared};

use crate::covered::{self, Figure, Row};
use crate::model::repetition;

/// What is simulated.
#[derive(Clone, Copy, Debug)]
pub enum Case {
    Explained(Ladder),
    Luck(Path),
}

/// A round-robin of four levels with two seats: a level wins with probability one half, plus `skill` for each level
/// that it is above the other, plus `seat` in seat 0, plus or minus `deal`, as the deal favours a seat.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    pub name: &'static str,
    pub skill: f64,
    pub seat: f64,
    pub deal: f64,
}

/// Games of two seats with this many reveals, the first deal among them, and as many decisions. Each moves the win
/// share up or down by `reveal` or `decision`; then a reveal or a decision ends the game.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    pub name: &'static str,
    pub steps: usize,
    pub reveal: f64,
    pub decision: f64,
    pub ends_by_chance: bool,
}

pub fn cases() -> Vec<Case> {
    let ladder = |name, skill, seat, deal| Case::Explained(Ladder { name, skill, seat, deal });
    let path = |name, steps, reveal, decision, ends_by_chance| {
        Case::Luck(Path { name, steps, reveal, decision, ends_by_chance })
    };
    vec![
        ladder("chance alone", 0.0, 0.0, 0.0),
        ladder("some of each", 0.08, 0.1, 0.15),
        ladder("skill above all", 0.15, 0.03, 0.0),
        ladder("the deal above all", 0.02, 0.0, 0.42),
        path("no luck", 1, 0.0, 0.3, false),
        path("some luck", 7, 0.035, 0.035, false),
        path("much luck", 3, 0.1, 0.06, true),
        path("luck alone", 7, 0.04, 0.0, true),
    ]
}

impl Case {
    /// Numbers of deals or games after which intervals are looked at.
    fn sizes(self) -> &'static [usize] {
        match self {
            Case::Explained(_) => &[10, 16, 25, 50, 100, 200],
            Case::Luck(_) => &[10, 20, 50, 100],
        }
    }

    /// Its title, and the parts.
    fn names(self) -> (String, &'static [&'static str]) {
        match self {
            Case::Explained(Ladder { name, .. }) => {
                (format!("explained, {name}"), &["players", "seat", "deal", "rest"])
            }
            Case::Luck(Path { name, .. }) => {
                (format!("luck, {name}"), &["players", "luck", "decisions"])
            }
        }
    }

    /// The true parts. The variance of a win is 1/4, as both seats win equally often in all.
    fn truth(self) -> Vec<f64> {
        match self {
            Case::Explained(Ladder { skill, seat, deal, .. }) => {
                // Of six pairs, three are one level apart, two are two, one is three.
                let parts = [skill * skill * 20.0 / 6.0, seat * seat, deal * deal].map(|x| 4.0 * x);
                parts.into_iter().chain([1.0 - parts.iter().sum::<f64>()]).collect()
            }
            Case::Luck(Path { steps, reveal, decision, ends_by_chance, .. }) => {
                let [luck, decisions] =
                    [reveal, decision].map(|step| 4.0 * steps as f64 * step * step);
                let luck = if ends_by_chance { 1.0 - decisions } else { luck };
                vec![0.0, luck, 1.0 - luck]
            }
        }
    }

    fn estimate(self, samples: usize, rng: &mut Rng) -> Option<Vec<IntervalEstimate>> {
        match self {
            Case::Explained(ladder) => {
                let Components { skill, seat, deal, rest } = ladder.estimate(samples, rng)?;
                Some(vec![skill, seat, deal, rest])
            }
            Case::Luck(path) => {
                let games: Vec<Game> = (0..samples).map(|_| path.game(rng)).collect();
                let Parts { players, luck, decisions } = parts(&games)?;
                Some(vec![players, luck, decisions])
            }
        }
    }
}

impl Ladder {
    fn estimate(self, blocks: usize, rng: &mut Rng) -> Option<Components> {
        let pairs: Vec<(usize, usize)> =
            (0..4).flat_map(|high| (0..high).map(move |low| (low, high))).collect();
        let mut places = Vec::new();
        for (pair, _) in pairs.iter().enumerate() {
            for seating in 0..2 {
                for seat in 0..2 {
                    places.push(SeatResult { player: 2 * pair + (seat ^ seating), seat, seating });
                }
            }
        }
        let mut rows = Vec::new();
        for _ in 0..blocks {
            let favour = if rng.below(2) == 0 { self.deal } else { -self.deal };
            let mut row = Vec::new();
            for (low, high) in &pairs {
                for seating in 0..2 {
                    // With seating 0, the lower level has seat 0.
                    let ahead = self.skill * (*high - *low) as f64;
                    let skill = if seating == 0 { -ahead } else { ahead };
                    let won = rng.unit() < 0.5 + skill + self.seat + favour;
                    row.extend(if won { [60, 0] } else { [0, 60] });
                }
            }
            rows.push(row);
        }
        components(&places, &rows)
    }
}

impl Path {
    fn game(self, rng: &mut Rng) -> Game {
        let shares = |won: bool| if won { vec![60, 0] } else { vec![0, 60] };
        let ends = |p: f64, rng: &mut Rng| -> Vec<Vec<u8>> {
            (0..CONTINUATIONS).map(|_| shares(rng.unit() < p)).collect()
        };
        let step = |by: f64, rng: &mut Rng| if rng.below(2) == 0 { by } else { -by };
        let (mut p, even) = (0.5, certain(&par(2)));
        let start = ends(p, rng);
        let (mut luck, mut noise, mut before) = (0, 0, start.clone());
        for number in 0..self.steps {
            if number > 0 {
                before = ends(p, rng);
            }
            p += step(self.reveal, rng);
            let change = squared(&before, &ends(p, rng));
            (luck, noise) = (luck + change.square, noise + change.noise);
            p += step(self.decision, rng);
        }
        let end = certain(&shares(rng.unit() < p));
        if self.ends_by_chance {
            let change = squared(&ends(p, rng), &end);
            (luck, noise) = (luck + change.square, noise + change.noise);
        }
        let (total, players) = (squared(&even, &end), squared(&even, &start));
        Game {
            total: total.square,
            players: players.square,
            luck,
            noise: [players.noise, noise],
            reveals: self.steps as u64,
            is_exact: true,
        }
    }
}

/// Simulates one case: rows for each part and number of samples.
pub fn rows(number: usize, case: &Case, repetitions: u64) -> Vec<Row> {
    let (title, names) = case.names();
    let truths = case.truth();
    let figures = case.sizes().iter().flat_map(|&samples| {
        names.iter().zip(&truths).map(move |(&name, &truth)| Figure { name, truth, samples })
    });
    let figures: Vec<Figure> = figures.collect();
    covered::rows(&title, &figures, repetitions, |run, counts| {
        for (counts, &samples) in counts.chunks_mut(names.len()).zip(case.sizes()) {
            let found = case.estimate(samples, &mut repetition(number, run)).unwrap_or_default();
            for (counts, IntervalEstimate { value, interval }) in counts.iter_mut().zip(found) {
                counts.add(interval.map(|ends| (value, ends)));
            }
        }
    })
}
