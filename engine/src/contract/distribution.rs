//! Whether the fused random game is as random as the plain one.

use super::Breach;
use super::walk::{ENDS, endless};
use crate::recorded::Recorded;
use crate::seat::{PerSeat, Seat};
use crate::seed::{DealSeed, Rng};

/// Random games per deal of the check, and the fewest games with which it is meaningful.
const GAMES_PER_DEAL: u64 = 50;
const FEWEST: u64 = 1000;
const MOST: u64 = 20_000;

#[derive(Clone, Copy, Default)]
struct DrawSums {
    n: i64,
    sum: i64,
    squares: i64,
}

impl DrawSums {
    fn add(&mut self, value: i64) {
        self.n += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum as f64 / self.n as f64
    }

    /// Square of the standard error of the mean.
    fn error(&self) -> f64 {
        (self.squares as f64 / self.n as f64 - self.mean() * self.mean()) / self.n as f64
    }
}

fn tally<G: Recorded>(
    game: &G,
    games: u64,
    seed: u64,
    play: impl Fn(&mut G::State, &mut Rng),
) -> Result<PerSeat<[DrawSums; 2]>, Breach> {
    let mut tally = PerSeat::new(game.players(), [DrawSums::default(); 2]);
    let mut rng = Rng::from_seed(seed);
    for deal in 0..games {
        let mut state = game.state(&game.deal(DealSeed { seed, deal }));
        play(&mut state, &mut rng);
        if game.to_move(&state).is_some() {
            return Err(Breach::alone(ENDS, endless::<G>()));
        }
        let outcome = game.outcome(&state);
        for seat in Seat::all(game.players()) {
            tally[seat][0].add(i64::from(outcome.score[seat]));
            tally[seat][1].add(i64::from(outcome.share[seat]));
        }
    }
    Ok(tally)
}

/// Mean scores and win shares of `playout` and of uniform steps differ by no more than five
/// standard errors. Checks nothing below [`FEWEST`] games.
pub(super) fn check<G: Recorded>(game: &G, deals: u64, seed: u64) -> Result<(), Breach> {
    let games = deals.saturating_mul(GAMES_PER_DEAL).min(MOST);
    if games < FEWEST {
        return Ok(());
    }
    let fused = tally(game, games, seed, |state, rng| game.playout(state, rng))?;
    let plain = tally(game, games, seed ^ 1, |state, rng| {
        for _ in 0..G::MOST_DECISIONS {
            if game.to_move(state).is_none() {
                return;
            }
            let action = game.nth_legal(state, rng.below(game.count_legal(state)));
            game.apply_unchecked(state, action, &mut ());
        }
    })?;
    for seat in Seat::all(game.players()) {
        for (number, figure) in ["score", "win share"].into_iter().enumerate() {
            let (fused, plain) = (fused[seat][number], plain[seat][number]);
            let gap = fused.mean() - plain.mean();
            if gap * gap > 25.0 * (fused.error() + plain.error()) {
                let means = format!("{} against {} over {games}", fused.mean(), plain.mean());
                let found = format!("mean {figure} of seat {seat}: {means} games");
                let promise = "random games draw all actions evenly (see `Game::playout`)";
                return Err(Breach::alone(promise, found));
            }
        }
    }
    Ok(())
}
