//! Games that do not end: whatever plays on from them does.

use drakkar_agents::agent::Agent;
use drakkar_agents::contract::{self, Unsteady};
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::player::Player;
use drakkar_engine::error::Endless;
use drakkar_engine::game::{Decider, Game, PAUSE};
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};

use crate::turns::{Add, State, Turns};

const MOST: u32 = Turns::MOST_DECISIONS;

/// The game that is over after so many turns, or never; whether only the first turn is a choice.
fn turns(turns: u32, forced: bool) -> Turns {
    let changes = [format!("turns={turns}"), format!("forced={forced}")];
    let text = rules::set(Turns::presets()[0].toml, &changes).unwrap();
    Turns::new(Turns::read_toml(&text).unwrap(), 2).unwrap()
}

fn start(game: &Turns) -> State {
    game.state(&game.deal(DealSeed { seed: 0, deal: 0 }))
}

/// Random choices for one seat, or for both, and how often it was asked.
struct Dice {
    both: bool,
    asked: u32,
}

impl Decider<Turns> for Dice {
    type Stop = Endless;

    fn uniform(&self, seat: Seat) -> Option<DecisionKey> {
        (self.both || seat.index() == 0).then(|| DecisionKey::new(1, 0, 0, seat))
    }

    fn decide(&mut self, game: &Turns, state: &State, seat: Seat) -> Result<Add, Endless> {
        self.asked += 1;
        Ok(game.random_legal(state, &mut DecisionKey::new(1, 0, 0, seat).at(game.clock(state))))
    }
}

#[test]
fn play_on_stops_after_the_most_decisions_of_a_game() {
    for (last, length) in [(MOST, MOST), (MOST + 1, MOST), (0, MOST)] {
        let game = turns(last, false);
        let mut ends = Vec::new();
        for both in [true, false] {
            let (mut state, mut dice) = (start(&game), Dice { both, asked: 0 });
            let played = game.play_on(&mut state, &mut dice, &mut ());
            let endless = last != MOST;
            assert_eq!(played.err(), endless.then_some(Endless { decisions: MOST }), "{last}");
            assert_eq!(state.turn, length);
            // Whoever leaves all choices to the game can stop now and then.
            assert_eq!(dice.asked, if both { length / PAUSE } else { length / 2 });
            ends.push(state);
        }
        assert_eq!(ends[0], ends[1], "the choice is the same whoever draws it");
    }
}

#[test]
fn random_play_and_counts_end() {
    assert_eq!(Goofspiel::MOST_DECISIONS, 10_000, "the most if a game says nothing");
    let (never, last) = (turns(0, false), turns(MOST, false));
    for game in [&never, &last] {
        let mut state = start(game);
        game.playout(&mut state, &mut Rng::from_seed(1));
        assert_eq!(state.turn, MOST);
    }
    assert_eq!([1, 2, 10].map(|depth| never.perft(&start(&never), depth)), [2, 4, 1024]);
    let forced = turns(0, true);
    assert_eq!([1, MOST, MOST + 1].map(|depth| forced.perft(&start(&forced), depth)), [2, 2, 0]);
}

/// A search of every kind decides, and prefers the point.
#[test]
fn every_agent_decides_in_a_game_that_never_ends() {
    for spec in [
        "greedy:lookahead=turn",
        "flat:iterations=4",
        "uct:iterations=20",
        "mcts:iterations=20",
        "mcts:iterations=20,rollout=greedy,truncation=none",
        "mcts:iterations=20,rollout=mast,truncation=none",
        "mcts:iterations=20,truncation=scoring",
        "mcts:decisions=40000",
        "mcts:iterations=20,forbid=\"nothing\"",
        "mcts:iterations=20,endgame=1000",
    ] {
        for forced in [false, true] {
            let game = turns(0, forced);
            let mut player = Player::build(&spec.parse().unwrap(), &game).unwrap();
            player.start_game();
            let state = start(&game);
            let view = game.view(&state, Seat::new(0));
            let action = player.choose(&view, &mut Rng::from_seed(1)).unwrap();
            assert!(game.is_legal(&state, action), "{spec}");
        }
    }
}

/// What a rollout reached when it ended is judged, as where it is cut off.
#[test]
fn an_unfinished_roll_out_is_judged_by_the_heuristic() {
    let game = turns(0, true);
    let spec = "mcts:iterations=200,rollout=random,truncation=none";
    let mut player = Player::build(&spec.parse().unwrap(), &game).unwrap();
    player.start_game();
    let state = start(&game);
    let view = game.view(&state, Seat::new(0));
    let found = player.analyse(&view, &mut Rng::from_seed(1)).unwrap();
    assert_eq!(found.choice.to_string(), "add 1");
    // Half of the rollouts end when seat 0 has made one turn, and a point, more than seat 1.
    let expected = (0.5 + 1.0 / (1.0 + (-1_f64).exp())) / 2.0;
    let share = found.actions[0].win_share.unwrap();
    assert!((share - expected).abs() < 0.01, "{share}");
}

#[test]
fn the_contract_names_the_number() {
    let game = turns(0, false);
    for spec in ["random", "greedy"] {
        let player = Player::build(&spec.parse().unwrap(), &game).unwrap();
        let breach = contract::check(&game, &player, 0..1).unwrap_err();
        assert_eq!(breach.decision, MOST as usize);
        assert!(breach.to_string().contains("`Game::MOST_DECISIONS`"), "{breach}");
    }
    let weights = <Turns as Playable>::Heuristic::standard();
    let Err(Unsteady::Breach(breach)) = contract::check_draws(&game, weights, 0..1) else {
        panic!("it ends");
    };
    assert_eq!((breach.decision, breach.deal), (MOST as usize, 0));
    let breach = drakkar_engine::contract::check(&game, 1, 1).unwrap_err();
    assert_eq!(breach.promise, "random games end (see `Game::MOST_DECISIONS`, `Game::to_move`)");
    let found = "not over after 4000 decisions, the most it may have (`Game::MOST_DECISIONS`); see what ends it";
    assert!(breach.found.contains(found), "{breach}");
    drakkar_engine::contract::check(&turns(6, false), 20, 1).unwrap();
}
