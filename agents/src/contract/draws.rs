//! Whether `greedy` rests on what a seat knows, or on one guess at what it does not know.

use std::ops::Range;

use drakkar_engine::game::Game;
use drakkar_engine::seed::{DealSeed, DecisionKey};
use drakkar_engine::view::View;
use thiserror::Error;

use super::{Breach, Fault, SEED};
use crate::agent::{Agent, Judgement};
use crate::greedy::Greedy;
use crate::heuristic::Heuristic;

/// Largest share of decisions in which `greedy` may change its choice when what is hidden is drawn anew.
pub const MOST_CHANGED: f64 = 0.15;

/// In how many decisions `greedy` changed its choice when what is hidden was drawn anew.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Decisions with a choice.
    pub decisions: u64,
    /// Those in which no action is among the best in both draws.
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
    text + ". It takes a guess for the truth: let `Judge::value` count what the seat knows, not what is drawn for the \
            others or still to come, or let `Judge::value_after` judge an action by its chances; if an action reveals \
            much, a larger `Judge::DRAWS` may do"
}

/// Plays a game of each deal with `greedy` and these weights in all seats. At each decision with a choice, it
/// judges the actions twice, with what is hidden drawn anew.
///
/// # Errors
/// If no action is among the best both times in more than [`MOST_CHANGED`] of the decisions.
pub fn check_draws<G: Game + 'static, H: Heuristic<G> + 'static>(
    game: &G,
    weights: H,
    deals: Range<u64>,
) -> Result<Changes, Unsteady> {
    let mut greedy = Greedy::new(weights, game);
    let mut changes = Changes::default();
    for deal in deals {
        let mut state = game.state(&game.deal(DealSeed { seed: SEED, deal }));
        let mut decision = 0;
        while let Some(seat) = game.to_move(&state) {
            let view = game.view(&state, seat);
            let clock = game.clock(&state);
            let mut judge = |seating| {
                let rng = &mut DecisionKey::new(SEED, deal, seating, seat).at(clock);
                let fault = |error| Breach { deal, decision, fault: Fault::Failed(error) };
                greedy.analyse(&view, rng).map_err(fault)
            };
            let [one, other] = [judge(0)?, judge(1)?];
            if view.count_legal() > 1 {
                changes.decisions += 1;
                let [best, again] = [&one.actions, &other.actions].map(|actions| best(actions));
                if !best.iter().any(|place| again.contains(place)) {
                    changes.changed += 1;
                    let told = || (deal, one.choice.to_string(), other.choice.to_string());
                    changes.first.get_or_insert_with(told);
                }
            }
            game.apply_unchecked(&mut state, one.choice, &mut ());
            decision += 1;
        }
    }
    if changes.share() > MOST_CHANGED { Err(Unsteady::Often(changes)) } else { Ok(changes) }
}

/// The places of the actions with the highest value.
fn best(actions: &[Judgement]) -> Vec<usize> {
    let value = |action: &Judgement| action.value.unwrap_or(f64::NEG_INFINITY);
    let highest = actions.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
    (0..actions.len()).filter(|&place| value(&actions[place]) == highest).collect()
}
