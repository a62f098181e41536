//! Games that are played on from the moments at which chance reveals something, see [`drakkar_stats::luck`].

use std::sync::atomic::AtomicBool;

use drakkar_agents::agent::Agent;
use drakkar_engine::past::Past;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};
use drakkar_stats::luck::{CONTINUATIONS, Change, Game, certain, par, squared};

use crate::game::{Halt, Keys, Observer, SeatedAgents, keys, play_on};
use crate::schedule::Order;

#[derive(Clone, PartialEq, Debug)]
pub struct Luck {
    pub seed: u64,
    /// Game `g` has order number `g`, and the first one follows the last.
    pub orders: Vec<Order>,
}

/// Most decisions in all continuations of a game after its first deal, or about: if chance reveals more often, one of
/// several reveals is looked at, and counts for all.
pub const DECISIONS: u64 = 20_000;

/// Number of the seating whose generators deal anew.
const DEALER: u64 = u64::MAX - 1;

struct Made<G: Recorded> {
    state: G::State,
    past: Past<G>,
    seat: Seat,
    action: G::Action,
}

/// The decisions of a game, and what was decided since something last became visible.
struct Recorder<G: Recorded>(Vec<Made<G>>, Past<G>);

impl<G: Recorded> Observer<G> for Recorder<G> {
    fn decision(&mut self, game: &G, &state: &G::State, seat: Seat, action: G::Action) {
        let Recorder(made, past) = self;
        past.reach(game, &state);
        made.push(Made { state, past: past.clone(), seat, action });
        past.note(game, &state, seat, action);
    }

    fn asks_agents(&mut self) -> bool {
        true
    }
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

/// None if it is time to `stop`; otherwise why it failed.
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
        let (mut recorder, keys) = (Recorder(Vec::new(), Past::new()), self.keys);
        let last = self.play((first, Past::new()), &keys, Some(&mut recorder))?;
        let made = recorder.0;
        let end = game.outcome(&last).share.as_slice().to_vec();
        let even = certain(&par(game.players()));
        // Deals that no game has.
        let any = |number: u64| DealSeed { seed, deal: deal | (number + 1) << 40 };
        let before = self.ends(|_, n| (game.state(&game.deal(any(n))), Past::new()))?;
        let dealt = self.ends_from(&made, &last, 0)?;
        let reveals: Vec<usize> =
            (0..made.len()).filter(|&decision| self.reveals(&made, &last, decision)).collect();
        let cost = |&decision: &usize| 2 * (CONTINUATIONS * (made.len() - decision)) as u64;
        let every = reveals.iter().map(cost).sum::<u64>().div_ceil(DECISIONS).max(1);
        let from = self.dealer.at(CONTINUATIONS as u32).below(every as u32);
        let mut revealed = Change::default();
        for &decision in reveals.iter().skip(from as usize).step_by(every as usize) {
            let chosen = self.ends(|table, number| table.chosen(&made[decision], number))?;
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

    /// Plays on from a state and what was decided before, with keys of its own, to the end.
    fn play(
        &mut self,
        (mut state, mut past): (G::State, Past<G>),
        keys: &Keys,
        observer: Option<&mut dyn Observer<G>>,
    ) -> Result<G::State, Halt> {
        self.agents.iter_mut().for_each(A::start_game);
        let (agents, order, stop) = (&mut *self.agents, self.order, self.stop);
        let seated = &mut SeatedAgents { agents, order, keys, stop };
        play_on(self.game, &mut state, &mut past, seated, None, observer)?;
        Ok(state)
    }

    /// The win shares at the ends of all continuations, each from where `begin` puts it.
    fn ends(
        &mut self,
        begin: impl Fn(&mut Self, u64) -> (G::State, Past<G>),
    ) -> Result<Vec<Vec<u8>>, Halt> {
        let end = |number| {
            let (from, keys) = (begin(self, number), self.keys.map(|key| key.again(number)));
            let end = self.play(from, &keys, None)?;
            Ok(self.game.outcome(&end).share.as_slice().to_vec())
        };
        (0..CONTINUATIONS as u64).map(end).collect()
    }

    /// The same from before a decision, or the end of the game.
    fn ends_from(
        &mut self,
        made: &[Made<G>],
        last: &G::State,
        decision: usize,
    ) -> Result<Vec<Vec<u8>>, Halt> {
        match made.get(decision) {
            None => Ok(certain(self.game.outcome(last).share.as_slice())),
            Some(made) => {
                self.ends(|table, number| (table.redeal(&made.state, number), made.past.clone()))
            }
        }
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
