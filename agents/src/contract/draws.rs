//! Whether the choices of `greedy` depend on how what is hidden was drawn.

use std::ops::Range;

use drakkar_engine::error::Endless;
use drakkar_engine::game::Game;
use drakkar_engine::past::Past;
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};
use thiserror::Error;

use super::{Breach, Fault, SEED};
use crate::agent::{Agent, Judgement};
use crate::greedy::Greedy;
use crate::heuristic::{Heuristic, Judge};

/// Largest share of decisions in which `greedy` may change its choice when what is hidden is drawn anew.
pub const MOST_CHANGED: f64 = 0.15;

/// The part of [`Judge::scale`] by which either choice must look worse in the other draw: in a game of two, a win share
/// of 2.5 percentage points at most.
const MATTERS: f64 = 0.1;

/// In how many decisions `greedy` changed its choice when what is hidden was drawn anew, and each of the two choices
/// looked worse in the other draw by a tenth of [`Judge::scale`] on average. Secret choices that it mixes have no
/// values, so they do not count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Decisions between actions that have values.
    pub decisions: u64,
    /// Those in which the choice changed, and it mattered.
    pub changed: u64,
    /// The first of them: the deal, and the best action in either draw.
    pub first: Option<(u64, String, String)>,
}

impl Changes {
    /// The share of decisions in which the choice changed.
    pub fn share(&self) -> f64 {
        self.changed as f64 / self.decisions.max(1) as f64
    }
}

/// Why `greedy` does not play the game well.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Unsteady {
    /// A decision breaks the contract of agents.
    #[error(transparent)]
    Breach(#[from] Breach),
    /// It changes its choice too often.
    #[error("{}", told(.0))]
    Often(Changes),
    /// Its judge says that it [ignores what is hidden](Judge::IGNORES_HIDDEN), and does not.
    #[error(
        "`Judge::IGNORES_HIDDEN` is true, but in deal {deal} two states that a seat could not tell from each other differ \
         after {decisions} decisions, in legal actions, values, scale, round or result"
    )]
    Hidden {
        /// Number of the deal.
        deal: u64,
        /// Decisions after which they differ.
        decisions: u32,
    },
}

fn told(changes: &Changes) -> String {
    let Changes { decisions, changed, first } = changes;
    let mut text = format!(
        "greedy changes its choice in {:.1} % of {decisions} decisions ({changed}) when what is hidden is drawn anew, \
         more than {:.0} %",
        100.0 * changes.share(),
        100.0 * MOST_CHANGED
    );
    if let Some((deal, one, other)) = first {
        text += &format!("; first in deal {deal}: `{one}` in one draw, `{other}` in another");
    }
    text + ". Its values depend on one draw: let `Judge::value` count what the seat knows, not what is drawn for the \
            others or still to come, or let `Judge::value_after` judge an action by its chances; if an action reveals \
            much, a larger `Judge::DRAWS` may do"
}

/// Plays a game of each deal with `greedy` and these weights in all seats, and judges each decision between actions
/// that have values twice, with what is hidden drawn anew.
///
/// # Errors
/// If it [changes](Changes) more than [`MOST_CHANGED`] of its choices, if a game does not end within
/// [`Game::MOST_DECISIONS`], or if its judge wrongly says that it [ignores what is hidden](Judge::IGNORES_HIDDEN).
pub fn check_draws<G: Game + 'static, H: Heuristic<G> + 'static>(
    game: &G,
    weights: H,
    deals: Range<u64>,
) -> Result<Changes, Unsteady> {
    let judge = weights.judge(game);
    if H::Judge::IGNORES_HIDDEN {
        deals.clone().try_for_each(|deal| check_ignored(game, &judge, deal))?;
    }
    let scale = |state: &G::State| judge.scale(game, state);
    let found = changes(game, &mut Greedy::new(weights, game), scale, deals)?;
    if found.share() > MOST_CHANGED { Err(Unsteady::Often(found)) } else { Ok(found) }
}

/// Plays a game at random, and beside it a state that the first seat of each epoch drew, by the same actions.
fn check_ignored<G: Game, J: Judge<G>>(game: &G, judge: &J, deal: u64) -> Result<(), Unsteady> {
    let judged = |state: &G::State| {
        let mut legal = Vec::new();
        let result = game.to_move(state).is_none().then(|| game.outcome(state));
        if result.is_none() {
            game.legal(state, &mut legal);
        }
        let values = judge.values(game, state).map(f64::to_bits);
        (legal, result, values, judge.scale(game, state).to_bits(), judge.round(game, state))
    };
    let mut rng = Rng::from_seed(SEED ^ deal);
    let mut state = game.state(&game.deal(DealSeed { seed: SEED, deal }));
    let (mut other, mut epoch) = (state, None);
    for decisions in 0..G::MOST_DECISIONS {
        if judged(&other) != judged(&state) {
            return Err(Unsteady::Hidden { deal, decisions });
        }
        let Some(seat) = game.to_move(&state) else { break };
        if epoch.replace(game.epoch(&state)) != Some(game.epoch(&state)) {
            other = game.view(&state, seat).draw(&mut rng);
        }
        let action = game.random_legal(&state, &mut rng);
        game.apply_unchecked(&mut state, action, &mut ());
        game.apply_unchecked(&mut other, action, &mut ());
    }
    Ok(())
}

fn changes<G: Game, A: Agent<G>>(
    game: &G,
    agent: &mut A,
    scale: impl Fn(&G::State) -> f64,
    deals: Range<u64>,
) -> Result<Changes, Breach> {
    let mut changes = Changes::default();
    for deal in deals {
        let mut state = game.state(&game.deal(DealSeed { seed: SEED, deal }));
        let (mut past, mut decision) = (Past::new(), 0);
        agent.start_game();
        while let Some(seat) = game.to_move(&state) {
            let breach = |fault| Breach { deal, decision, fault };
            if decision == G::MOST_DECISIONS as usize {
                return Err(breach(Fault::Endless(Endless { decisions: G::MOST_DECISIONS })));
            }
            past.reach(game, &state);
            let view = game.view(&state, seat);
            let clock = game.clock(&state);
            let mut judge = |seating| {
                let rng = &mut DecisionKey::new(SEED, deal, seating, seat).at(clock);
                agent.remember(past.recalled(seat));
                agent.analyse(&view, rng).map_err(|error| breach(Fault::Failed(error)))
            };
            let [one, other] = [judge(0)?, judge(1)?];
            let has_values = one.actions.iter().any(|action| action.value.is_some());
            if view.count_legal() > 1 && has_values {
                changes.decisions += 1;
                let lost = lost(&one.actions, &other.actions) + lost(&other.actions, &one.actions);
                if lost / 2.0 > MATTERS * scale(&state) {
                    changes.changed += 1;
                    let told = || (deal, one.choice.to_string(), other.choice.to_string());
                    changes.first.get_or_insert_with(told);
                }
            }
            past.note(game, &state, seat, one.choice);
            game.apply_unchecked(&mut state, one.choice, &mut ());
            decision += 1;
        }
    }
    Ok(changes)
}

/// How much worse than the best action of `actions` the best of `others` is, by the values of `actions`: that of several
/// which loses least.
fn lost(actions: &[Judgement], others: &[Judgement]) -> f64 {
    let value = |action: &Judgement| action.value.unwrap_or(f64::NEG_INFINITY);
    let highest = |all: &[Judgement]| all.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
    let best = highest(others);
    let chosen = actions.iter().zip(others).filter(|(_, other)| value(other) == best);
    highest(actions) - chosen.map(|(action, _)| value(action)).fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(feature = "goofspiel")]
#[cfg(test)]
mod tests {
    use drakkar_engine::game::View;
    use drakkar_engine::games::goofspiel::{Action, Goofspiel, RuleSet, ScoringRules, State, Tied};
    use drakkar_engine::past::Recalled;
    use drakkar_engine::recorded::Recorded;
    use drakkar_engine::seat::Seat;

    use super::*;
    use crate::agent::AgentError;
    use crate::heuristic::Playable;

    fn game(players: usize, tied: Tied) -> Goofspiel {
        let base = Goofspiel::read_toml(Goofspiel::presets()[0].toml).unwrap();
        Goofspiel::new(RuleSet { scoring: ScoringRules { tied }, ..base }, players).unwrap()
    }

    /// Sees the prize on show.
    #[derive(Clone, Debug)]
    struct SeesPrize;

    impl Judge<Goofspiel> for SeesPrize {
        const IGNORES_HIDDEN: bool = true;

        fn value(&self, game: &Goofspiel, state: &State, seat: Seat) -> f64 {
            game.view(state, seat).prize().map_or(0.0, f64::from)
        }

        fn scale(&self, _: &Goofspiel, _: &State) -> f64 {
            1.0
        }
    }

    #[test]
    fn a_judge_that_sees_what_was_hidden_is_found() {
        let found = check_ignored(&game(2, Tied::Discard), &SeesPrize, 0).unwrap_err();
        // The first prize is the same in both states, and after the first turn they differ.
        assert_eq!(found, Unsteady::Hidden { deal: 0, decisions: 2 });
        for players in 2..=4 {
            for tied in [Tied::Discard, Tied::Carry] {
                let game = game(players, tied);
                let judge = <Goofspiel as Playable>::Heuristic::standard().judge(&game);
                (0..20).try_for_each(|deal| check_ignored(&game, &judge, deal)).unwrap();
            }
        }
    }

    /// Lays its lowest card, and counts what it is told.
    #[derive(Clone, Default)]
    struct Listener {
        told: Vec<bool>,
    }

    impl Agent<Goofspiel> for Listener {
        fn start_game(&mut self) {}
        fn remember(&mut self, past: Recalled<'_, Goofspiel>) {
            self.told.push(!past.is_empty());
        }
        fn choose(
            &mut self,
            view: &View<'_, Goofspiel>,
            _: &mut Rng,
        ) -> Result<Action, AgentError> {
            Ok(view.nth_legal(0))
        }
    }

    #[test]
    fn agents_are_told_what_lies_face_down() {
        let mut listener = Listener::default();
        let found = changes(&game(2, Tied::Discard), &mut listener, |_| 1.0, 0..1).unwrap();
        assert_eq!(found, Changes::default(), "it has no values");
        // Twice for each decision: the first seat of a turn finds nothing on the table, the second a card, except for
        // the last card, which is no choice.
        let mut turns = listener.told.chunks(4);
        assert_eq!(turns.next_back(), Some(&[false; 4][..]));
        assert!(turns.all(|told| told == [false, false, true, true]), "{:?}", listener.told);
    }
}
