//! Players as they are built from texts: their weights, what is wrong with them, how often they err.

use std::io::Write;

use drakkar_agents::agent::Agent;
use drakkar_agents::best::{self, Cell};
use drakkar_agents::mcts::Settings;
use drakkar_agents::player::Player;
use drakkar_agents::spec::{Spec, SpecError};
use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::{Action, ConnectFour};
use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};

fn build(spec: &str) -> Result<Player<ConnectFour>, SpecError> {
    Player::build(&spec.parse()?, &ConnectFour::default())
}

fn weights_file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

#[test]
fn weights_are_read_from_the_file_and_told_in_full() {
    let standard = build("greedy").unwrap().weights_toml().unwrap();
    let file = weights_file("centre = 7\n");
    let player = build(&format!("greedy:weights={}", file.path().display())).unwrap();
    let told = player.weights_toml().unwrap();
    assert!(told.contains("centre = 7.0\n"), "{told}");
    assert_eq!(told.lines().count(), standard.lines().count());
    // A search has weights too, if it uses a heuristic.
    let plain = "uct";
    for spec in ["mcts", "mcts:rollout=random", "mcts:rollout=random,truncation=none"] {
        assert_eq!(build(spec).unwrap().weights_toml().unwrap(), standard, "{spec}");
    }
    assert_eq!(build(plain).unwrap().weights_toml(), None);
    assert_eq!(build("random").unwrap().weights_toml(), None);
}

#[test]
fn agents_are_built_again_from_what_they_told() {
    let file = weights_file("centre = 7\n");
    for spec in
        ["random", "mcts:iterations=9", &format!("greedy:weights={}", file.path().display())]
    {
        let told = build(spec).unwrap().weights_toml();
        let spec: Spec = spec.parse().unwrap();
        let again = Player::rebuild(&spec, told.as_deref(), &ConnectFour::default()).unwrap();
        assert_eq!(again.weights_toml(), told);
    }
    let random: Spec = "random".parse().unwrap();
    let refused = Player::rebuild(&random, Some(""), &ConnectFour::default());
    assert_eq!(refused.unwrap_err().to_string(), "agent `random`: has no weights");
}

#[test]
fn errors_name_file_and_key() {
    let error = build("greedy:weights=no/such.toml").unwrap_err().to_string();
    let start = "agent `greedy:weights=no/such.toml`: weights file `no/such.toml` cannot be read: ";
    assert!(error.starts_with(start), "{error}");
    let file = weights_file("center = 7\n");
    let name = file.path().display().to_string();
    let error = build(&format!("greedy:weights={name}")).unwrap_err().fault.to_string();
    let start = format!("weights file `{name}`: key `center`: there is no such weight");
    assert!(error.starts_with(&start), "{error}");
}

#[test]
fn points_need_something_that_estimates_them() {
    // The heuristic of connect four has another scale than its scores.
    for (spec, fits) in [
        ("mcts:own_score=0.5", false),
        ("flat:own_score=1,truncation=9", false),
        ("mcts:own_score=0.5,truncation=none", true),
        ("mcts:own_score=0", true),
    ] {
        let built = build(spec).map(|_| ());
        assert_eq!(built.is_ok(), fits, "{spec}");
        if let Err(error) = built {
            let told = "`own_score` compares final scores, which the heuristic of this game does not estimate";
            assert!(error.to_string().contains(told), "{error}");
        }
    }
}

/// Of greedy play, which always begins in the middle, the share of other columns tells how often it
/// epsilons; all are then equally likely.
#[test]
fn an_agent_strays_as_often_as_it_says() {
    let game = ConnectFour::default();
    let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    let view = game.view(&state, Seat::new(0));
    for (spec, epsilon) in [("greedy", 0.0), ("greedy:epsilon=0.3", 0.3), ("greedy:epsilon=1", 1.0)]
    {
        let (mut player, mut columns) = (build(spec).unwrap(), [0_i32; 7]);
        let (mut other, mut analyst) = (build(spec).unwrap(), build(spec).unwrap());
        for seed in 0..21_000 {
            let choice = player.choose(&view, &mut Rng::from_seed(seed)).unwrap();
            let Action::Drop { column } = choice;
            columns[usize::from(column)] += 1;
            if seed < 100 {
                assert_eq!(other.choose(&view, &mut Rng::from_seed(seed)).unwrap(), choice);
                let found = analyst.analyse(&view, &mut Rng::from_seed(seed)).unwrap();
                assert_eq!(found.choice, choice, "{spec}, {seed}");
            }
        }
        for (column, count) in columns.into_iter().enumerate() {
            let middle = if column == 3 { 1.0 - epsilon } else { 0.0 };
            let expected = 21_000.0 * (epsilon / 7.0 + middle);
            // Standard deviation 66 at most.
            assert!((f64::from(count) - expected).abs() < 280.0, "{spec}: {columns:?}");
        }
    }
}

/// A seat has one probability for all decisions of a game, and another one in the next game or another seat.
#[test]
fn how_often_an_agent_strays_differs_from_game_to_game() {
    let game = ConnectFour::default();
    let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    let first = state;
    game.apply_unchecked(&mut state, Action::Drop { column: 3 }, &mut ());
    // Greedy play begins in the middle, and answers there.
    let counts = |spec: &str| -> Vec<[usize; 2]> {
        let mut player = build(spec).unwrap();
        let mut epsilons = |number, seat| {
            let view = game.view([&first, &state][seat], Seat::new(seat));
            let key = DecisionKey::new(1, number, 0, Seat::new(seat));
            let mut at = |clock| player.choose(&view, &mut key.at(clock)).unwrap();
            (0..200).filter(|&clock| at(clock) != Action::Drop { column: 3 }).count()
        };
        (0..400).map(|number| [0, 1].map(|seat| epsilons(number, seat))).collect()
    };
    // A seventh of random decisions are those in the middle.
    let share = |count: usize| count as f64 / 200.0 * 7.0 / 6.0;
    let moments = |counts: &[[usize; 2]]| {
        let shares: Vec<[f64; 2]> = counts.iter().map(|both| both.map(share)).collect();
        let mean = |of: fn(&[f64; 2]) -> f64| shares.iter().map(of).sum::<f64>() / 400.0;
        let first = mean(|both| both[0]);
        let variance = mean(|both| both[0] * both[0]) - first * first;
        let together = mean(|both| both[0] * both[1]) - first * mean(|both| both[1]);
        (first, variance, together)
    };
    // Evenly from 0.2 to 0.8: variance 0.03, and that of 200 decisions, 0.0015 or so.
    let (mean, variance, together) = moments(&counts("greedy:epsilon=0.2..0.8"));
    assert!((mean - 0.5).abs() < 0.04, "{mean}");
    assert!((0.025..0.038).contains(&variance), "{variance}");
    assert!(together.abs() < 0.006, "{together}");
    let (mean, variance, _) = moments(&counts("greedy:epsilon=0.5"));
    assert!((mean - 0.5).abs() < 0.01, "{mean}");
    assert!(variance < 0.003, "{variance}");
}

#[test]
fn what_is_known_can_be_built() {
    for players in 2..=4 {
        let game = Vikings::base(players);
        let cell = Cell::of::<Vikings>("base", players);
        for spec in
            [best::read("greedy", cell).unwrap(), best::search(cell, Settings::default(), None)]
        {
            let again: Spec = spec.to_string().parse().unwrap();
            assert_eq!(again, spec);
            assert!(Player::build(&spec, &game).is_ok(), "{spec}");
        }
    }
}
