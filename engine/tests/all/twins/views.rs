//! What views tell and draw, checked with the plain twin.

use super::against_engine::deal;
use super::{Both, PlainTwin};
use drakkar_engine::game::Game;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use serde_json::Value;

/// Random games: how many, and the rules of each by seats and number.
pub struct Games<T: PlainTwin> {
    pub games: u64,
    pub rules: fn(usize, u64) -> T::Rules,
}

impl<T: PlainTwin> Games<T> {
    /// Calls `check` before each decision, and at the end of each game.
    fn walk(&self, mut check: impl FnMut(&Both<T>, &mut Rng)) {
        let (least, most) = T::Game::PLAYERS;
        let seats = (most - least + 1) as u64;
        for number in 0..self.games {
            let mut rng = Rng::from_seed(number);
            let players = least + (number % seats) as usize;
            let rules = (self.rules)(players, number / seats);
            let deal = deal::<T>(&rules, players, number, &mut rng);
            let mut both = Both::<T>::new(rules, players, deal);
            loop {
                check(&both, &mut rng);
                let Some(legal) = both.legal() else { break };
                let k = both.twin.choose(rng.below(3), &legal, &mut rng);
                both.play(&legal[k]);
            }
        }
    }

    /// Views tell what the twin says.
    pub fn compare_told(&self) {
        self.walk(|both, rng| {
            if rng.below(4) == 0 || both.twin.to_move().is_none() {
                Seat::all(both.game.players()).for_each(|seat| T::compare_told(both, seat));
            }
        });
    }

    /// Draws agree with what the seat knows, and games go on from them. Returns how many there were, and how
    /// many of them were the true state.
    pub fn compare_draws(&self) -> (u32, u32) {
        let (mut draws, mut true_ones) = (0, 0);
        self.walk(|both, rng| {
            if rng.below(12) > 0 {
                return;
            }
            for seat in Seat::all(both.game.players()) {
                let view = both.game.view(&both.state, seat);
                let drawn = view.draw(rng);
                let other = both.twin.with(&both.game, &drawn, seat.index());
                let allowed = both.twin.allows(&other, seat.index());
                assert_eq!(allowed, Ok(()), "seat {seat} draws {other:?}, {}", both.place());
                assert_eq!(both.game.view(&drawn, seat).text(), view.text(), "{}", both.place());
                true_ones += u32::from(other == both.twin);
                draws += 1;
                let mut both = Both::at(both.game.clone(), drawn, other, both.deal.clone());
                T::compare_told(&both, seat);
                let decisions = if rng.below(20) == 0 { u32::MAX } else { 12 };
                play_on(&mut both, decisions, rng);
            }
        });
        println!("{draws} draws, {true_ones} of them the true state");
        (draws, true_ones)
    }

    /// Tables that differ only in what a seat does not know give it the same view and the same draw: tried at
    /// one of so many decisions. Returns how many such tables there were, and in how many others the draws
    /// differed.
    pub fn compare_exchanged(&self, one_of: u32) -> (u32, u32) {
        let (mut alike, mut different) = (0, 0);
        self.walk(|both, rng| {
            if rng.below(one_of) > 0 {
                return;
            }
            let deal = T::exchanged(&both.deal, rng);
            let Some(other) = replayed(both, &deal).filter(|other| other.twin != both.twin) else {
                return;
            };
            for seat in Seat::all(both.game.players()) {
                let same = both.twin.sight(seat.index()) == other.twin.sight(seat.index());
                let seed = rng.word();
                let draw = |both: &Both<T>| {
                    both.game.view(&both.state, seat).draw(&mut Rng::from_seed(seed))
                };
                if same {
                    let differ = || format!("seat {seat}: {deal}, {}", both.place());
                    assert!(draw(both) == draw(&other), "{}", differ());
                    let texts = [both, &other].map(|both| both.game.view(&both.state, seat).text());
                    assert_eq!(texts[0], texts[1], "{}", differ());
                    alike += 1;
                } else {
                    // What a seat knows is in its draws, with few exceptions.
                    different += u32::from(draw(both) != draw(&other));
                }
            }
        });
        println!("{alike} alike, {different} different");
        (alike, different)
    }
}

/// Plays a drawn state on, in both, as long as the twin can follow.
fn play_on<T: PlainTwin>(both: &mut Both<T>, mut decisions: u32, rng: &mut Rng) {
    while let Some(legal) = both.legal().filter(|_| decisions > 0) {
        let action = &legal[rng.below(legal.len() as u32) as usize];
        if !both.twin.follows(action) {
            return;
        }
        both.play(action);
        decisions -= 1;
    }
}

/// The same actions after another deal, if they are legal there.
fn replayed<T: PlainTwin>(both: &Both<T>, deal: &Value) -> Option<Both<T>> {
    let mut twin = T::new(both.twin.rules().clone(), both.game.players(), deal).ok()?;
    for action in &both.history {
        twin.play(action).ok()?;
    }
    let mut state = both.game.state(&both.game.read_deal(deal).unwrap());
    for action in &both.history {
        both.game.apply(&mut state, action.parse().unwrap(), &mut ()).unwrap();
    }
    Some(Both::at(both.game.clone(), state, twin, deal.clone()))
}
