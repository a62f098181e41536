//! Uniformly random play.

use drakkar_engine::game::{Game, View};
use drakkar_engine::seed::Rng;

use crate::agent::{Agent, AgentError, Log};
use crate::filter::Filter;
use crate::restriction::Patterns;

/// Plays every legal action with the same probability, except forbidden ones.
#[derive(Clone, Debug, Default)]
pub struct Random {
    filter: Option<Filter>,
}

impl Random {
    /// A random player that must not choose what `restriction` forbids, if there is one.
    pub fn new(restriction: Option<Patterns>) -> Random {
        Random { filter: restriction.map(Filter::new) }
    }
}

impl<G: Game> Agent<G> for Random {
    #[inline(always)]
    fn chooses_listed(&self) -> bool {
        true
    }

    #[inline(always)]
    fn is_uniform(&self) -> bool {
        self.filter.is_none()
    }

    #[inline(always)]
    fn start_game(&mut self) {}

    // The game draws what is uniform by itself.
    #[inline(never)]
    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, AgentError> {
        let Some(filter) = &mut self.filter else { return Ok(view.random_legal(rng)) };
        let allowed = filter.allowed(view.count_legal(), |k| view.nth_legal(k));
        let k = allowed[rng.below(allowed.len() as u32) as usize];
        filter.count();
        Ok(view.nth_legal(k))
    }

    fn take_log(&mut self) -> Log {
        self.filter.as_mut().map(Filter::take_log).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use drakkar_engine::games::connect_four::{Action, ConnectFour};
    use drakkar_engine::seat::Seat;
    use drakkar_engine::seed::DealSeed;

    use super::*;

    #[test]
    fn what_is_left_is_equally_likely() {
        let game = ConnectFour::default();
        let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
        let view = game.view(&state, Seat::new(0));
        let mut agent = Random::new(Some("drop 2 | drop 7 | drop 8".parse().unwrap()));
        assert!(!Agent::<ConnectFour>::is_uniform(&agent));
        assert!(Agent::<ConnectFour>::is_uniform(&Random::default()));
        let (mut counts, mut rng) = ([0; 7], Rng::from_seed(1));
        for _ in 0..50_000 {
            let choice = Agent::<ConnectFour>::choose(&mut agent, &view, &mut rng);
            let Action::Drop { column } = choice.unwrap();
            counts[usize::from(column)] += 1;
        }
        assert_eq!([counts[1], counts[6]], [0, 0]);
        // Standard deviation 89.
        assert!([0, 2, 3, 4, 5].iter().all(|&k| i32::abs(counts[k] - 10_000) < 360), "{counts:?}");
    }
}
