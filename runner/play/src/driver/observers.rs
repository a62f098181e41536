use drakkar_engine::{game::Game, past::Past, recorded::Recorded, seat::Seat};

use super::Notes;
use crate::actions::Rivals;
use crate::game::{Foul, Observer, round_of};
use crate::timing::Timing;

pub(super) struct DecisionLog<'d, Action> {
    pub notes: Notes<'d>,
    pub decisions: &'d mut Vec<(Seat, Action, u32)>,
    /// Fouls, and the decisions before each.
    pub fouls: &'d mut Vec<(Foul, usize)>,
    pub players: usize,
}

impl<G: Game> Observer<G> for DecisionLog<'_, G::Action> {
    fn decision(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        if self.notes.decisions {
            self.decisions.push((seat, action, game.count_legal(state)));
        }
    }

    fn timing(&mut self) -> Option<&mut Timing> {
        self.notes.timing.as_deref_mut()
    }

    fn forgives(&mut self, foul: &Foul) -> bool {
        self.fouls.push((foul.clone(), self.decisions.len()));
        let loses = self.notes.losing >> foul.seat.index() & 1 == 1;
        let seats = self.fouls.iter().fold(0_u8, |seats, (foul, _)| seats | 1 << foul.seat.index());
        // Without any other seat, nobody can finish the game.
        loses && !foul.is_no_program() && (seats.count_ones() as usize) < self.players
    }
}

pub(super) struct DecisionFinder<'l, G: Game> {
    /// Actions that must be legal; without them the first decision of the round is meant.
    pub legal: Option<Rivals<'l, G::Action>>,
    pub round: u32,
    pub found: &'l mut Vec<(G::State, Past<G>)>,
    /// The legal ones of a decision; only its memory lasts.
    pub actions: Vec<G::Action>,
    pub past: Past<G>,
}

impl<G: Recorded> DecisionFinder<'_, G> {
    fn is_choice(&mut self, game: &G, state: &G::State) -> bool {
        let Some((kind, against)) = self.legal else { return true };
        game.legal(state, &mut self.actions);
        let of_kind = self.actions.iter().filter(|&&action| kind.fits(action)).count();
        let others = self.actions.len() - of_kind;
        of_kind > 0 && against.map_or(others > 0, |other| self.actions.contains(&other))
    }
}

impl<G: Recorded> Observer<G> for DecisionFinder<'_, G> {
    fn decision(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        self.past.note(game, state, seat, action);
    }

    fn asks_agents(&mut self) -> bool {
        true
    }

    fn goes_on(&mut self, game: &G, state: &G::State) -> bool {
        let round = round_of(game, state);
        if round == self.round && self.is_choice(game, state) {
            self.past.reach(game, state);
            self.found.push((*state, self.past.clone()));
        }
        // The rest of the game may have no such decision point.
        round <= self.round && (self.legal.is_some() || self.found.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use drakkar_agents::agent::{Agent, AgentError};
    use drakkar_engine::game::{PAUSE, View};
    use drakkar_engine::recorded::Recorded;
    use drakkar_engine::seed::{DealSeed, Rng};

    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::game::{SeatedAgents, keys, play_on};
    use crate::schedule::order_of;
    use crate::timing::Timing;
    use crate::turns::{Add, Turns};

    /// An agent that may fail at its first decision, and how often it is asked.
    #[derive(Clone)]
    struct Asked {
        fails: bool,
        times: u32,
    }

    impl Agent<Turns> for Asked {
        fn start_game(&mut self) {}
        fn choose(&mut self, _: &View<'_, Turns>, _: &mut Rng) -> Result<Add, AgentError> {
            self.times += 1;
            if self.fails {
                Err(AgentError::other("is silent"))
            } else {
                Ok("add 1".parse().unwrap())
            }
        }
    }

    /// The seat's agent fails at its first decision of a game that is longer than [`PAUSE`].
    fn play(failing: usize, mut timing: Option<Timing>) -> Vec<(Seat, Add, u32)> {
        let toml = format!("turns = {}\nforced = false\n", 3 * PAUSE);
        let game = Turns::new(Turns::read_toml(&toml).unwrap(), 2).unwrap();
        let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
        let (mut decisions, mut fouls, stop) = (Vec::new(), Vec::new(), AtomicBool::new(false));
        let mut agents = [0, 1].map(|seat| Asked { fails: seat == failing, times: 0 });
        let notes = Notes { decisions: true, timing: timing.as_mut(), losing: 0b11 };
        let players = game.players();
        let mut diary =
            DecisionLog { notes, decisions: &mut decisions, fouls: &mut fouls, players };
        let (order, keys) = (order_of(&[0, 1]), keys(0, 0, 0, 2));
        let past = &mut Past::new();
        let mut seated =
            SeatedAgents { agents: &mut agents, order: &order, keys: &keys, stop: &stop };
        play_on(&game, &mut state, past, &mut seated, None, Some(&mut diary)).unwrap();
        assert_eq!(game.to_move(&state), None);
        assert_eq!(fouls.len(), 1);
        assert_eq!(agents[failing].times, 1);
        assert_eq!(agents[1 - failing].times, 3 * PAUSE / 2);
        decisions
    }

    /// In a game in turn, every [`PAUSE`]-th decision is one of the second seat.
    #[test]
    fn an_agent_that_failed_is_not_asked_again() {
        for failing in [0, 1] {
            let untimed = play(failing, None);
            assert_eq!(untimed.len(), 3 * PAUSE as usize);
            assert_eq!(play(failing, Some(Timing::new(2))), untimed);
        }
    }

    /// What counts is the number of seats that failed.
    #[test]
    fn a_game_goes_on_as_long_as_a_seat_has_not_failed() {
        let (mut decisions, mut fouls) = (Vec::new(), Vec::new());
        let notes = Notes { decisions: false, timing: None, losing: 0b111 };
        let mut diary =
            DecisionLog { notes, decisions: &mut decisions, fouls: &mut fouls, players: 3 };
        let diary: &mut dyn Observer<Turns> = &mut diary;
        let forgiven = [0, 0, 0, 1, 2].map(|seat| {
            diary.forgives(&Foul { seat: Seat::new(seat), fault: AgentError::other("is silent") })
        });
        assert_eq!(forgiven, [true, true, true, true, false]);
    }
}
