//! The copy of the hot code for processors with `pdep` and the portable one play the same games.

use std::convert::Infallible;

use super::agreement::RULES;
use super::table::{game, seeded};
use crate::cpu::Processor;
use crate::fact::Ledger;
use crate::game::{Decider, Game};
use crate::games::no_more_vikings::NoMoreVikings;
use crate::games::no_more_vikings::action::Action;
use crate::games::no_more_vikings::fact::NoMoreVikingsFact;
use crate::games::no_more_vikings::state::State;
use crate::seat::Seat;
use crate::seed::{DecisionKey, Rng};
use crate::view::View;

/// The same game for a plain processor and for this one.
fn both(players: usize, changes: &[&str]) -> [NoMoreVikings; 2] {
    let game = game(players, changes).unwrap();
    [NoMoreVikings { processor: Processor::plain(), ..game.clone() }, game]
}

/// Both games by every rule set.
fn pairs() -> impl Iterator<Item = (usize, [NoMoreVikings; 2])> {
    (2..=4).flat_map(|players| RULES.map(|changes| (players, both(players, changes))))
}

#[test]
fn both_copies_agree_at_every_decision() {
    for (_, [plain, fast]) in pairs() {
        for number in 0..30 {
            let dealt = seeded(&plain, number);
            let mut states = [plain.state(&dealt), fast.state(&dealt)];
            let mut rng = Rng::from_seed(number);
            let mut lists: [Vec<Action>; 2] = Default::default();
            while plain.to_move(&states[0]).is_some() {
                assert_eq!(states[0], states[1]);
                let [one, two] = &states;
                let count = plain.count_legal(one);
                assert_eq!(count, fast.count_legal(two));
                plain.legal(one, &mut lists[0]);
                fast.legal(two, &mut lists[1]);
                assert_eq!(lists[0], lists[1]);
                for k in 0..count {
                    assert_eq!(plain.nth_legal(one, k), fast.nth_legal(two, k));
                }
                let mut other = rng.clone();
                let action = plain.random_legal(one, &mut rng);
                assert_eq!(action, fast.random_legal(two, &mut other));
                assert_eq!(rng, other);
                assert!(plain.is_legal(one, action) && fast.is_legal(two, action));
                plain.apply_unchecked(&mut states[0], action, &mut ());
                fast.apply_unchecked(&mut states[1], action, &mut ());
            }
            assert_eq!(states[0], states[1]);
        }
    }
}

#[test]
fn both_copies_play_out_to_the_same_end() {
    for (_, [plain, fast]) in pairs() {
        for number in 0..80 {
            let dealt = seeded(&plain, number);
            let mut rng = Rng::from_seed(number);
            // From the deal, and from a drawn state somewhere in the game.
            let mut state = plain.state(&dealt);
            for _ in 0..number * 5 % 300 {
                if plain.to_move(&state).is_some() {
                    let action = plain.random_legal(&state, &mut rng);
                    plain.apply_unchecked(&mut state, action, &mut ());
                }
            }
            let drawn = match plain.to_move(&state) {
                Some(seat) => plain.view(&state, seat).draw(&mut rng),
                None => state,
            };
            for from in [plain.state(&dealt), state, drawn] {
                let mut ends = [from, from];
                let mut other = rng.clone();
                plain.playout(&mut ends[0], &mut rng);
                fast.playout(&mut ends[1], &mut other);
                assert_eq!(ends[0], ends[1]);
                assert_eq!(rng, other, "as many draws");
            }
        }
    }
}

/// Decides at random, with a key of its own for every decision; keeps what it is shown. The choices
/// of every other seat are left to the engine.
struct Diary(u64, Vec<(Seat, Action)>);

impl Decider<NoMoreVikings> for Diary {
    type Stop = Infallible;

    fn uniform(&self, seat: Seat) -> Option<DecisionKey> {
        seat.index().is_multiple_of(2).then(|| DecisionKey::new(self.0, 0, 0, seat))
    }

    fn decide(
        &mut self,
        game: &NoMoreVikings,
        state: &State,
        seat: Seat,
    ) -> Result<Action, Infallible> {
        let clock = game.clock(state);
        Ok(game.random_legal(state, &mut DecisionKey::new(self.0, 0, 0, seat).at(clock)))
    }

    fn watch(&mut self, game: &NoMoreVikings, state: &State, seat: Seat, action: Action) {
        assert_eq!(game.to_move(state), Some(seat));
        assert!(game.is_legal(state, action));
        self.1.push((seat, action));
    }
}

#[test]
fn games_played_on_are_those_played_step_by_step() {
    for (players, [plain, fast]) in pairs() {
        for number in 0..80 {
            let dealt = seeded(&plain, number);
            let [one, two] = [&plain, &fast].map(|game| {
                let mut state = game.state(&dealt);
                let mut diary = Diary(number, Vec::new());
                let mut ledger = Ledger::new(players, NoMoreVikingsFact::ALL.len());
                let Ok(()) = game.play_on(&mut state, &mut diary, &mut ledger);
                (state, diary.1, ledger)
            });
            assert_eq!(one, two);
            let mut state = plain.state(&dealt);
            let mut ledger = Ledger::new(players, NoMoreVikingsFact::ALL.len());
            let mut seen = Vec::new();
            while let Some(seat) = plain.to_move(&state) {
                let mut rng = DecisionKey::new(number, 0, 0, seat).at(plain.clock(&state));
                let action = plain.random_legal(&state, &mut rng);
                seen.push((seat, action));
                plain.apply(&mut state, action, &mut ledger).unwrap();
            }
            assert_eq!(one, (state, seen, ledger));
        }
    }
}
