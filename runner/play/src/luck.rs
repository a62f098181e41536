//! Games that are played on from the moments at which chance reveals something, see [`drakkar_stats::luck`].

use std::sync::atomic::{AtomicBool, Ordering};

use drakkar_agents::agent::Agent;
use drakkar_engine::error::Endless;
use drakkar_engine::past::Past;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};
use drakkar_stats::luck::{CONTINUATIONS, Change, Game, certain, par, squared};

use crate::dealer::Bare;
use crate::game::{Halt, Keys, choice, keys, play_on};
use crate::schedule::Order;

/// Games to measure luck in.
#[derive(Clone, PartialEq, Debug)]
pub struct Luck {
    /// Master seed.
    pub seed: u64,
    /// Who sits where, by number of the agent: game `g` has order number `g`, and the first one follows the last.
    pub orders: Vec<Order>,
}

/// So many decisions are made at most in all continuations of a game from where chance reveals something after the
/// first deal, or about as many: if it does so too often, one of several reveals is looked at, and counts for all.
pub const DECISIONS: u64 = 20_000;

/// Number of the seating whose generators deal anew.
const DEALER: u64 = u64::MAX - 1;

/// A decision of the game, and what was decided before it.
struct Made<G: Recorded> {
    state: G::State,
    past: Past<G>,
    seat: Seat,
    action: G::Action,
}

struct Continuations<'a, G: Recorded, A> {
    game: &'a G,
    agents: &'a mut [A],
    order: &'a Order,
    keys: Keys,
    /// Deals anew, with the number of the continuation as its clock.
    dealer: DecisionKey,
    stop: &'a AtomicBool,
    is_exact: bool,
}

/// What is due to what in game number `number`; none if it is time to `stop`; otherwise why it failed.
pub(crate) fn luck<G: Recorded, A: Agent<G>>(
    game: &G,
    agents: &mut [A],
    luck: &Luck,
    number: u64,
    stop: &AtomicBool,
) -> Result<Option<Game>, String> {
    let seats = game.players();
    let mut table = Continuations {
        game,
        agents,
        order: &luck.orders[(number % luck.orders.len() as u64) as usize],
        keys: keys(luck.seed, number, 0, seats),
        dealer: DecisionKey::new(luck.seed, number, DEALER, Seat::new(0)),
        stop,
        is_exact: true,
    };
    match table.measure(DealSeed { seed: luck.seed, deal: number }) {
        Ok(game) => Ok(Some(game)),
        Err(Halt::GivenUp) => Ok(None),
        Err(halt) => Err(format!("deal {number}: {halt}")),
    }
}

impl<G: Recorded, A: Agent<G>> Continuations<'_, G, A> {
    fn measure(&mut self, DealSeed { seed, deal }: DealSeed) -> Result<Game, Halt> {
        let game = self.game;
        let first = game.state(&game.deal(DealSeed { seed, deal }));
        let (made, last) = self.play(first)?;
        let end = game.outcome(&last).share.as_slice().to_vec();
        let even = certain(&par(game.players()));
        // Deals that no game has.
        let any = |number: u64| DealSeed { seed, deal: deal | (number + 1) << 40 };
        let before = (0..CONTINUATIONS as u64)
            .map(|number| self.go_on(game.state(&game.deal(any(number))), &Past::new(), number))
            .collect::<Result<Vec<_>, Halt>>()?;
        let dealt = self.ends_from(&made, &last, 0)?;
        let reveals: Vec<usize> =
            (0..made.len()).filter(|&decision| self.reveals(&made, &last, decision)).collect();
        let cost = |&decision: &usize| 2 * (CONTINUATIONS * (made.len() - decision)) as u64;
        let every = reveals.iter().map(cost).sum::<u64>().div_ceil(DECISIONS).max(1);
        let from = self.dealer.at(CONTINUATIONS as u32).below(every as u32);
        let mut revealed = Change::default();
        for &decision in reveals.iter().skip(from as usize).step_by(every as usize) {
            let chosen = (0..CONTINUATIONS as u64)
                .map(|number| {
                    let (state, past) = self.chosen(&made[decision], number);
                    self.go_on(state, &past, number)
                })
                .collect::<Result<Vec<_>, Halt>>()?;
            let after = self.ends_from(&made, &last, decision + 1)?;
            let change = squared(&chosen, &after);
            let every = every as i64;
            revealed.square += every * change.square;
            revealed.noise += every * every * change.noise;
        }
        let (players, first) = (squared(&even, &before), squared(&before, &dealt));
        Ok(Game {
            total: squared(&even, &certain(&end)).square,
            players: players.square,
            luck: first.square + revealed.square,
            noise: [players.noise, first.noise + revealed.noise],
            reveals: reveals.len() as u64,
            is_exact: self.is_exact,
        })
    }

    /// Plays the game: its decisions, and its end.
    fn play(&mut self, mut state: G::State) -> Result<(Vec<Made<G>>, G::State), Halt> {
        let (mut made, mut past) = (Vec::new(), Past::new());
        self.agents.iter_mut().for_each(A::start_game);
        while let Some(seat) = self.game.to_move(&state) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Halt::GivenUp);
            }
            if made.len() == G::MOST_DECISIONS as usize {
                return Err(Endless { decisions: G::MOST_DECISIONS }.into());
            }
            past.reach(self.game, &state);
            let agent = &mut self.agents[usize::from(self.order[seat])];
            let action = choice(agent, self.game, &state, seat, &self.keys, &mut past)?;
            made.push(Made { state, past: past.clone(), seat, action });
            past.note(self.game, &state, seat, action);
            self.game.apply_unchecked(&mut state, action, &mut ());
        }
        Ok((made, state))
    }

    /// Plays on from a state and gives the win shares.
    fn go_on(&mut self, mut state: G::State, past: &Past<G>, number: u64) -> Result<Vec<u8>, Halt> {
        self.agents.iter_mut().for_each(A::start_game);
        let (mut past, keys) = (past.clone(), self.keys.map(|key| key.again(number)));
        let watch = &mut Bare(self.stop);
        let (agents, order) = (&mut *self.agents, self.order);
        play_on(self.game, &mut state, &mut past, agents, order, &keys, &mut (), watch)?;
        Ok(self.game.outcome(&state).share.as_slice().to_vec())
    }

    /// The ends of all continuations from before a decision, or the end of the game.
    fn ends_from(
        &mut self,
        made: &[Made<G>],
        last: &G::State,
        decision: usize,
    ) -> Result<Vec<Vec<u8>>, Halt> {
        let Some(Made { state, past, .. }) = made.get(decision) else {
            return Ok(certain(self.game.outcome(last).share.as_slice()));
        };
        (0..CONTINUATIONS as u64)
            .map(|number| {
                let dealt = self.redeal(state, number);
                self.go_on(dealt, past, number)
            })
            .collect()
    }

    /// A state in which what no seat knows is dealt anew; otherwise what the seat to move does not know.
    fn redeal(&mut self, state: &G::State, number: u64) -> G::State {
        let mut rng = self.dealer.at(number as u32);
        let redealt = self.game.redeal(state, &mut rng);
        redealt.unwrap_or_else(|| {
            self.is_exact = false;
            let seat = self.game.to_move(state).unwrap_or(Seat::new(0));
            self.game.view(state, seat).draw(&mut rng)
        })
    }

    /// What follows on a decision if what no seat knew was dealt anew before.
    fn chosen(&mut self, made: &Made<G>, number: u64) -> (G::State, Past<G>) {
        let mut state = self.redeal(&made.state, number);
        let mut past = made.past.clone();
        past.note(self.game, &state, made.seat, made.action);
        self.game.apply_unchecked(&mut state, made.action, &mut ());
        (state, past)
    }

    /// Whether chance reveals something to any seat after a decision: something becomes visible, and it might have
    /// been something else.
    fn reveals(&mut self, made: &[Made<G>], last: &G::State, decision: usize) -> bool {
        let game = self.game;
        let after = made.get(decision + 1).map_or(last, |next| &next.state);
        if game.epoch(after) == game.epoch(&made[decision].state) {
            return false;
        }
        let known = |state: &G::State| game.redeal(state, &mut Rng::from_seed(0));
        let is_over = game.to_move(after).is_none();
        (0..CONTINUATIONS as u64).any(|number| {
            let (other, _) = self.chosen(&made[decision], number);
            let differs = match (known(&other), known(after)) {
                (Some(other), Some(after)) => other != after,
                _ => true,
            };
            differs || (is_over && game.outcome(&other) != game.outcome(after))
        })
    }
}

#[cfg(test)]
mod tests;
