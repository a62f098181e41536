use crate::export::unit::FigureUnit;
use crate::plan::purpose::{Compare, Stopping, Unit};
use crate::plan::run::Run;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_play::schedule::Schedule;
use drakkar_stats::contest::{Contest, Duel};
use drakkar_stats::counters::SHARE_UNIT;
use drakkar_stats::interval::{self, Interval};
use drakkar_stats::paired::Difference;
use drakkar_stats::sequential::{Grid, SequentialTest, elo_of_share, share_of_elo};
use drakkar_stats::verdict::{Verdict, verdict};
use drakkar_stats::{p_value::one_sided, ratio::Ratio};

/// Blocks below which the width of an interval ends nothing: with so few it may be too short.
pub const ENOUGH_FOR_WIDTH: u64 = 100;

#[derive(Clone, PartialEq, Debug)]
pub struct DuelTrial {
    pub duel: Duel,
    pub players: usize,
    games: [u64; 2],
    /// Seats in these games of the agent whose figures the arm gives.
    seats: [u64; 2],
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DuelEffect {
    /// Against a field, the difference of the win shares; otherwise the share of all wins that goes
    /// to the first agent where both play each other equally often in each role.
    pub value: f64,
    pub error: Option<f64>,
    pub interval: Option<Interval>,
    /// Its value if the agents are equal.
    pub par: f64,
    pub blocks: i128,
}

impl DuelEffect {
    /// Likelihood of superiority: by Student's t, how sure these games by themselves make it that the value is above par.
    pub fn superiority(&self) -> Option<f64> {
        one_sided(self.value - self.par, self.error?, self.blocks).map(|p| 1.0 - p)
    }

    pub fn verdict(&self, margin: Option<f64>) -> Verdict {
        verdict(self.value, self.par, self.interval, margin.unwrap_or(0.0))
    }

    pub fn reach(&self) -> Option<f64> {
        self.interval.map(|(low, high)| (high - self.value).max(self.value - low))
    }
}

impl DuelTrial {
    pub fn new(compare: &Compare, run: &Run) -> DuelTrial {
        let (mut games, mut seats) = ([0; 2], [0; 2]);
        for (arm, line_up) in compare.line_ups.iter().enumerate().take(2) {
            games[arm] = Schedule::new(line_up, run.seating, 0).games_per_block();
            let looked_at = line_up.iter().filter(|&&agent| usize::from(agent) == arm).count();
            seats[arm] = games[arm] * looked_at as u64;
        }
        let duel = Duel { agents: [0, 1], field: compare.opponents };
        DuelTrial { duel, players: run.players, games, seats }
    }

    pub fn unit(&self) -> FigureUnit {
        if self.duel.field { FigureUnit::Points } else { FigureUnit::Share }
    }

    pub fn whole(&self) -> f64 {
        let [seats1, seats2] = self.seats.map(|seats| seats as f64);
        let games: u64 = self.games.iter().sum();
        f64::from(WHOLE_WIN) * if self.duel.field { seats1 * seats2 } else { games as f64 }
    }

    /// Mean of the value if the first agent is `elo` stronger, by the model of Bradley, Terry and Luce; not against a field.
    pub fn value_of_elo(&self, elo: f64) -> f64 {
        let [alone, among] = self.games.map(|games| games as f64);
        let first = alone * share_of_elo(elo, self.players);
        let rest = among * (1.0 - share_of_elo(-elo, self.players));
        (first + rest) / (alone + among)
    }

    /// The Elo with which the value would be expected; none at its ends, and none against a field.
    pub fn elo_of_value(&self, value: f64) -> Option<f64> {
        let (mut low, mut high) = (-4000.0, 4000.0);
        let range = self.value_of_elo(low)..self.value_of_elo(high);
        if self.duel.field || !range.contains(&value) {
            return None;
        }
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if self.value_of_elo(middle) < value { low = middle } else { high = middle }
        }
        Some(0.5 * (low + high))
    }

    /// The Elo for a value; none if each agent does better than par alone among the other, or each does worse.
    pub fn elo(&self, contest: &Contest, value: f64) -> Option<f64> {
        let par = 1.0 / self.players as f64;
        let above = |share: &Ratio| share.value(SHARE_UNIT).map(|share| share > par);
        match (above(&contest.shares.one), above(&contest.shares.two)) {
            (Some(one), Some(two)) if one == two => None,
            _ => self.elo_of_value(value),
        }
    }

    pub fn test(&self, stopping: Stopping) -> Option<SequentialTest> {
        let Stopping::Sprt { unit, low, high, alpha, beta } = stopping else { return None };
        let mean = |hypothesis: f64| {
            let value = match (self.duel.field, unit) {
                (true, _) => hypothesis,
                (false, Unit::Elo) => self.value_of_elo(hypothesis),
                (false, Unit::Share) => self.value_of_elo(elo_of_share(hypothesis, self.players)),
            };
            value * self.whole()
        };
        // Scores of a block, by half wins.
        let (highest, half) = (self.whole() as i64, i64::from(WHOLE_WIN) / 2);
        let grid = if self.duel.field {
            let most = self.seats[0].max(self.seats[1]) as i64;
            Grid { lowest: -highest, highest, step: half * most }
        } else {
            Grid { lowest: 0, highest, step: half }
        };
        Some(SequentialTest { mean0: mean(low), mean1: mean(high), alpha, beta, grid })
    }

    /// The result of the games so far; none without games. Its interval excludes the truth with this `risk`, or 5 %.
    pub fn effect(&self, contest: &Contest, risk: Option<f64>) -> Option<DuelEffect> {
        let Contest { shares, score, .. } = contest;
        if self.duel.field {
            let Difference { value, error, interval, .. } =
                shares.share_difference(SHARE_UNIT, true, risk)?;
            return Some(DuelEffect { value, error, interval, par: 0.0, blocks: shares.blocks });
        }
        Some(DuelEffect {
            value: score.value(SHARE_UNIT)?,
            error: score.error(SHARE_UNIT),
            interval: interval::of_share_at(score, SHARE_UNIT, risk),
            par: 0.5,
            blocks: score.blocks,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drakkar_engine::seat::{PerSeat, Seat};
    use drakkar_engine::{outcome::Outcome, seed::Rng};
    use drakkar_play::game::finished;
    use drakkar_play::schedule::Policy;
    use drakkar_stats::sequential::{BlockScores, Decision};

    fn trial(players: usize, field: bool) -> DuelTrial {
        let games = if players == 2 && !field { [2, 0] } else { [players as u64; 2] };
        let duel = Duel { agents: [0, 1], field };
        DuelTrial { duel, players, games, seats: games }
    }

    #[test]
    fn equal_agents_share_the_wins_and_elo_is_found_again() {
        for players in 2..=6 {
            let trial = trial(players, false);
            assert!((trial.value_of_elo(0.0) - 0.5).abs() < 1e-12);
            for elo in [-300.0, -20.0, 1.0, 75.0] {
                let value = trial.value_of_elo(elo);
                // The advantage of one is the disadvantage of the other.
                assert!((value + trial.value_of_elo(-elo) - 1.0).abs() < 1e-12);
                assert!((trial.elo_of_value(value).unwrap() - elo).abs() < 1e-9);
            }
            assert_eq!((trial.elo_of_value(0.0), trial.elo_of_value(1.0)), (None, None));
        }
        // 100 Elo at two seats, from the usual table.
        assert!((trial(2, false).value_of_elo(100.0) - 0.640_065).abs() < 1e-6);
    }

    #[test]
    fn hypotheses_are_means_of_block_scores() {
        let sprt = |unit, low, high| Stopping::Sprt { unit, low, high, alpha: 0.05, beta: 0.05 };
        let test = trial(2, false).test(sprt(Unit::Elo, 0.0, 100.0)).unwrap();
        // Two games of 60 sixtieths each.
        assert!((test.mean0 - 60.0).abs() < 1e-9 && (test.mean1 - 120.0 * 0.640_065).abs() < 1e-4);
        assert_eq!((test.grid.lowest, test.grid.highest, test.grid.step), (0, 120, 30));
        // One against three wins a quarter if it is not stronger, which is 0 Elo.
        let four = trial(4, false);
        let share = four.test(sprt(Unit::Share, 0.25, 0.3)).unwrap();
        let elo = four.test(sprt(Unit::Elo, 0.0, 10.0)).unwrap();
        assert!((share.mean0 - elo.mean0).abs() < 1e-9 && (share.mean0 - 240.0).abs() < 1e-9);
        let field = trial(3, true).test(sprt(Unit::Share, -0.01, 0.02)).unwrap();
        assert!((field.mean0 + 0.01 * 540.0).abs() < 1e-9);
        assert!((field.mean1 - 0.02 * 540.0).abs() < 1e-9);
        assert_eq!((field.grid.lowest, field.grid.highest, field.grid.step), (-540, 540, 90));
        assert_eq!(four.test(Stopping::HalfWidth(0.1)), None);
    }

    /// One game of seats with these strengths, the winner taking all.
    fn game(strengths: &[f64], rng: &mut Rng) -> Outcome {
        let all: f64 = strengths.iter().sum();
        let mut point = rng.unit() * all;
        let winner = strengths.iter().position(|strength| {
            point -= strength;
            point < 0.0
        });
        let winner = winner.unwrap_or(strengths.len() - 1);
        let score = |seat: Seat| i32::from(seat.index() == winner);
        Outcome::by_score(PerSeat::from_fn(strengths.len(), score))
    }

    /// How often out of 400 times the test of a comparison ends at its lower and at its upper
    /// hypothesis, for agents of these strengths; the line-ups are played in all orders.
    fn ends(line_ups: &[&[u8]], field: bool, test: Stopping, strengths: [f64; 3]) -> [u32; 2] {
        let players = line_ups[0].len();
        let schedules = line_ups.iter().map(|l| Schedule::new(l, Policy::Permutations, 1));
        let schedules: Vec<Schedule> = schedules.collect();
        let mut games = [0; 2];
        (games.iter_mut().zip(&schedules)).for_each(|(n, s)| *n = s.games_per_block());
        let duel = Duel { agents: [0, 1], field };
        let trial = DuelTrial { duel, players, games, seats: games };
        let test = trial.test(test).unwrap();
        let (mut ends, mut orders) = ([0; 2], Vec::new());
        for run in 0..400 {
            let mut rng = Rng::from_seed(run);
            let mut scores = BlockScores::default();
            while test.decide(&scores) == Decision::Continue {
                let mut contest = Contest::default();
                for _ in 0..8 {
                    for (arm, schedule) in schedules.iter().enumerate() {
                        schedule.orders(0, &mut orders);
                        for order in &orders {
                            let seats: Vec<f64> = (order.as_slice().iter())
                                .map(|&agent| strengths[usize::from(agent)])
                                .collect();
                            contest.game(duel, arm, &finished(order, &game(&seats, &mut rng), &[]));
                        }
                    }
                    contest.end_block(duel, true);
                }
                scores.merge(&contest.scores);
            }
            ends[usize::from(test.decide(&scores) == Decision::Upper)] += 1;
        }
        ends
    }

    /// With two arms, and also against a field, the wrong hypothesis is accepted in no more than
    /// about 5 of 100 runs: 20 of 400, with a standard deviation of 4.4.
    #[test]
    fn comparisons_keep_their_error_rates() {
        let sprt = |unit, low, high| Stopping::Sprt { unit, low, high, alpha: 0.05, beta: 0.05 };
        let strength = |elo: f64| libm::pow(10.0, elo / 400.0);
        let elo = sprt(Unit::Elo, 0.0, 70.0);
        for line_ups in
            [&[&[0, 1][..]][..], &[&[0, 1, 1], &[1, 0, 0]], &[&[0, 1, 1, 1], &[1, 0, 0, 0]]]
        {
            let [_, wrong] = ends(line_ups, false, elo, [1.0, 1.0, 1.0]);
            let [missed, _] = ends(line_ups, false, elo, [strength(70.0), 1.0, 1.0]);
            assert!(wrong <= 30 && missed <= 30, "{line_ups:?}: {wrong} {missed}");
            assert!(wrong + missed > 4, "a test that hardly ever errs plays too long");
        }
        // The first wins 1.5 / 3.5 of the games against two of the field, the second a third.
        let share = sprt(Unit::Share, 0.0, 1.5 / 3.5 - 1.0 / 3.0);
        let field: [&[u8]; 2] = [&[0, 2, 2], &[1, 2, 2]];
        let [_, wrong] = ends(&field, true, share, [1.0, 1.0, 1.0]);
        let [missed, _] = ends(&field, true, share, [1.5, 1.0, 1.0]);
        assert!(wrong <= 30 && missed <= 30 && wrong + missed > 4, "{wrong} {missed}");
    }
}
