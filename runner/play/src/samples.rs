use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use drakkar_agents::features::Features;
use drakkar_agents::heuristic::{Heuristic, Judge, Playable};
use drakkar_agents::{agent::Agent, player::Player};
use drakkar_engine::error::Endless;
use drakkar_engine::outcome::{Outcome, WHOLE_WIN};
use drakkar_engine::past::Past;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};
use drakkar_learn::positions::{EXPECTED_WIN, Position, Positions, WIN};

use crate::game::{DecisionNode, keys, round_of};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampleSettings {
    pub seed: u64,
    /// Positions from each game, or all if it has fewer.
    pub per_game: usize,
    /// Probability that a decision is made at random, for positions that good play does not lead to.
    pub epsilon: f64,
    /// Whether win shares that searches expect are wanted, too, which take them longer.
    pub expected: bool,
}

/// Number of the seating whose generator deals with all but the agents' decisions.
const DICE: u64 = u64::MAX - 1;

const _: () = assert!(WHOLE_WIN == WIN as u32);

/// Every seat has one of the players, drawn evenly, as are the positions among the decisions of a game.
pub(crate) fn sample<G: Recorded + Playable>(
    game: &G,
    players: &mut [Player<G>],
    sample: &SampleSettings,
    deals: Range<u64>,
    stop: &AtomicBool,
) -> Result<Option<Positions>, String> {
    let features = <G::Heuristic as Heuristic<G>>::Features::new(game);
    let judge = G::Heuristic::standard().judge(game);
    let seats = game.players();
    let mut positions = Positions::new(seats);
    let mut kept: Vec<SampledPosition<G::State>> = Vec::new();
    for deal in deals {
        let seed = sample.seed;
        let mut dice = DecisionKey::new(seed, deal, DICE, Seat::new(0)).at(0);
        let order = PerSeat::from_fn(seats, |_| dice.below(players.len() as u32) as usize);
        let keys = keys(seed, deal, 0, seats);
        players.iter_mut().for_each(|player| player.start_game());
        let mut state = game.state(&game.deal(DealSeed { seed, deal }));
        kept.clear();
        let (mut decisions, mut past) = (0, Past::new());
        while let Some(seat) = game.to_move(&state) {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if decisions == G::MOST_DECISIONS {
                return Err(format!("deal {deal}: {}", Endless { decisions: G::MOST_DECISIONS }));
            }
            let place = keep(&mut kept, &mut decisions, sample.per_game, &state, &mut dice);
            let action = if dice.unit() < sample.epsilon {
                game.random_legal(&state, &mut dice)
            } else {
                let player = &mut players[order[seat]];
                let kept = place.filter(|_| sample.expected).map(|place| &mut kept[place]);
                let (state, keys, past) = (&state, &keys, &mut past);
                let node = DecisionNode { game, state, seat, keys, past: Some(past) };
                let chosen = match kept {
                    None => node.choice(player),
                    Some(kept) => node.analysis(player).map(|found| {
                        kept.expected = found.shares;
                        found.choice
                    }),
                };
                chosen.map_err(|foul| format!("deal {deal}: {foul}"))?
            };
            past.note(game, &state, seat, action);
            game.apply_unchecked(&mut state, action, &mut ());
        }
        let outcome = game.outcome(&state);
        // Inputs and heuristic look at what a seat knows, like greedy: a state drawn from its view.
        let mut draws = DecisionKey::new(seed, deal, DICE, Seat::new(1)).at(0);
        for SampledPosition { state, expected } in &kept {
            let Some(first) = game.to_move(state) else { continue };
            let drawn = game.view(state, first).draw(&mut draws);
            let value = |seat| judge.value(game, &drawn, seat) as f32;
            let position = Position {
                seen: features.see(game, &drawn, first, &mut Vec::new()).to_vec(),
                deal,
                round: round_of(game, state).saturating_sub(1).try_into().unwrap_or(u8::MAX),
                values: from(first, seats).map(value).collect(),
                ..results(seats, first, &outcome, expected.as_ref())
            };
            positions.push(&position);
        }
    }
    Ok(Some(positions))
}

fn from(first: Seat, seats: usize) -> impl Iterator<Item = Seat> {
    (0..seats).map(move |place| Seat::new((first.index() + place) % seats))
}

/// What does not depend on the game; the rest is empty.
fn results(
    seats: usize,
    first: Seat,
    outcome: &Outcome,
    expected: Option<&PerSeat<f64>>,
) -> Position {
    let part = |share: f64| (share.clamp(0.0, 1.0) * f64::from(EXPECTED_WIN)).round() as u8;
    Position {
        seen: Vec::new(),
        deal: 0,
        round: 0,
        shares: from(first, seats).map(|seat| outcome.share[seat]).collect(),
        expected: match expected {
            Some(shares) => from(first, seats).map(|seat| part(shares[seat])).collect(),
            None => Vec::new(),
        },
        scores: from(first, seats).map(|seat| outcome.score[seat]).collect(),
        values: Vec::new(),
    }
}

struct SampledPosition<S> {
    state: S,
    expected: Option<PerSeat<f64>>,
}

/// Keeps each of the states that are shown with the same probability (Vitter, *Random sampling with a reservoir*, 1985,
/// algorithm R). Gives the place of this one, if it is kept for now.
fn keep<S: Copy>(
    kept: &mut Vec<SampledPosition<S>>,
    shown: &mut u32,
    most: usize,
    &state: &S,
    dice: &mut Rng,
) -> Option<usize> {
    *shown += 1;
    let one = SampledPosition { state, expected: None };
    if kept.len() < most {
        kept.push(one);
        return Some(kept.len() - 1);
    }
    let place = dice.below(*shown) as usize;
    *kept.get_mut(place)? = one;
    Some(place)
}

#[cfg(test)]
mod tests;
