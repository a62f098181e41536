//! Made-up games whose true means are known exactly.

use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seed::Rng;
use drakkar_play::schedule::{Order, Policy, Schedule};

/// What the games are like.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Name in the output.
    pub name: &'static str,
    /// Agents by seat; agent `a` is the one that matters, `b` and the others are equal to each other.
    pub line_up: &'static [&'static str],
    /// True win share of agent `a`.
    pub share: f64,
    /// Share of the games whose win is shared by the first two seats.
    pub shared: f64,
    /// The deal, which all games of a block share, gives each seat good or bad luck: its strength is
    /// multiplied by `e` to the power of this, or of its negative.
    pub luck: f64,
    /// Whether the seats are worth 1, 1.5, 2, 2.5 times the strength of whoever sits there.
    pub unequal_seats: bool,
}

impl Case {
    /// Its name with the number of seats.
    pub fn title(&self) -> String {
        format!("{} seats, {}", self.line_up.len(), self.name)
    }
}

/// What one game may add to the win shares of `a` and `b`, in sixtieths, with cumulative probabilities
/// in units of 2^-64.
type Table = Vec<(u64, [i64; 2])>;

/// The games of a case, with all probabilities worked out.
#[derive(Clone, Debug)]
pub struct Model {
    /// By luck of the seats (a bit each), then by order.
    tables: Vec<Vec<Table>>,
    players: u32,
    /// Games in a block.
    pub games: i64,
    /// Mean sum of win shares in a block, in sixtieths, of `a` and `b`.
    pub mean: [f64; 2],
}

impl Model {
    /// The model of a case: the strength of `a` is set so that its win share is as asked for.
    ///
    /// # Panics
    /// If no strength has that share: half a win for each shared game may be too much or too little.
    pub fn new(case: &Case) -> Model {
        let mut names: Vec<&str> = Vec::new();
        let seats = case.line_up.iter().map(|name| {
            let known = names.iter().position(|other| other == name);
            let number = known.unwrap_or(names.len());
            names.extend(known.is_none().then_some(*name));
            number as u8
        });
        let schedule = Schedule::new(&seats.collect::<Vec<_>>(), Policy::Permutations, 1);
        let mut orders = Vec::new();
        schedule.orders(0, &mut orders);
        // Agents are numbered in the order of the line-up: `a` is 0, `b`, if there is one, is 1.
        let wanted = case.share * f64::from(WHOLE_WIN) * orders.len() as f64;
        let (mut low, mut high) = (-30.0, 30.0);
        for _ in 0..80 {
            let middle = (low + high) / 2.0;
            let mean = Model::with_strength(case, &orders, middle).mean[0];
            *(if mean < wanted { &mut low } else { &mut high }) = middle;
        }
        let model = Model::with_strength(case, &orders, low);
        assert!((model.mean[0] / wanted - 1.0).abs() < 1e-9, "{case:?} cannot be");
        model
    }

    fn with_strength(case: &Case, orders: &[Order], log: f64) -> Model {
        let players = case.line_up.len() as u32;
        let mut mean = [0.0; 2];
        let table = |luck: u32, order: &Order, mean: &mut [f64; 2]| {
            let strength: Vec<f64> = order
                .iter()
                .map(|(seat, agent)| {
                    let sign = if luck >> seat.index() & 1 == 1 { case.luck } else { -case.luck };
                    let own = if agent == 0 { log } else { 0.0 };
                    let seat =
                        if case.unequal_seats { 1.0 + 0.5 * seat.index() as f64 } else { 1.0 };
                    seat * libm::exp(own + sign)
                })
                .collect();
            let mut outcomes: Vec<([i64; 2], f64)> = Vec::new();
            let mut add = |winners: &[usize], probability: f64| {
                let mut shares = [0; 2];
                for &seat in winners {
                    if let Some(share) = shares.get_mut(usize::from(order.as_slice()[seat])) {
                        *share += i64::from(WHOLE_WIN) / winners.len() as i64;
                    }
                }
                match outcomes.iter_mut().find(|outcome| outcome.0 == shares) {
                    Some(outcome) => outcome.1 += probability,
                    None => outcomes.push((shares, probability)),
                }
            };
            let total: f64 = strength.iter().sum();
            for (first, one) in strength.iter().enumerate() {
                let wins = one / total;
                add(&[first], wins * (1.0 - case.shared));
                for (second, other) in strength.iter().enumerate().filter(|&(s, _)| s != first) {
                    add(&[first, second], wins * other / (total - one) * case.shared);
                }
            }
            let mut sum = 0.0;
            outcomes
                .into_iter()
                .map(|(shares, probability)| {
                    let weight = probability / f64::from(1 << players);
                    (0..2).for_each(|agent| mean[agent] += weight * shares[agent] as f64);
                    sum += probability;
                    ((sum * 2.0_f64.powi(64)) as u64, shares)
                })
                .collect()
        };
        let tables = (0..1 << players)
            .map(|luck| orders.iter().map(|order| table(luck, order, &mut mean)).collect())
            .collect();
        Model { tables, players, games: orders.len() as i64, mean }
    }

    /// Plays a block: the win shares of `a` and `b`, in sixtieths, summed over its games, and the luck
    /// of the seats in its deal.
    pub fn block(&self, rng: &mut Rng) -> ([i64; 2], u32) {
        let luck = rng.below(1 << self.players);
        let mut sums = [0; 2];
        for outcomes in &self.tables[luck as usize] {
            let word = rng.word();
            // Rounding may leave a gap of some 2^-50 behind the last.
            let found = outcomes.iter().find(|outcome| word < outcome.0).or(outcomes.last());
            if let Some((_, shares)) = found {
                sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
            }
        }
        (sums, luck)
    }
}

/// The generator of one repetition of one case.
pub fn repetition(case: usize, repetition: u64) -> Rng {
    Rng::from_seed((case as u64) << 40 | repetition)
}

/// A normal number with mean 0 and variance 1 (Box and Muller 1958).
pub fn normal(rng: &mut Rng) -> f64 {
    let (length, turn) = (1.0 - rng.unit(), rng.unit());
    libm::sqrt(-2.0 * libm::log(length)) * libm::cos(std::f64::consts::TAU * turn)
}
