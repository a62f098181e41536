//! When a search stops, what it keeps, and related agents: flat Monte Carlo, looking at a whole
//! turn, and games without a heuristic.

use std::time::{Duration, Instant};

use drakkar_agents::agent::Agent;
use drakkar_agents::greedy::{Greedy, Horizon};
use drakkar_agents::heuristic::{Heuristic, Playable, Without};
use drakkar_agents::mcts::{Backup, Budget, Mcts, Root, Settings, Truncation};
use drakkar_agents::player::Player;
use drakkar_engine::game::Game;
use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::games::vikings::action::Action;
use drakkar_engine::seat::{MAX_SEATS, Seat};
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};

use crate::tree_game::{AsWritten, Choice, TreeGame, game};

type Search = Mcts<Vikings, <Vikings as Playable>::Heuristic>;

fn search(settings: Settings, game: &Vikings) -> Search {
    Mcts::new(settings, Heuristic::<Vikings>::standard(), game)
}

/// Lets an agent play all seats of a game and shows every decision: the state, the choice, and the
/// agent after it.
fn play(agent: &mut Search, game: &Vikings, mut show: impl FnMut(Seat, Action, &mut Search)) {
    let mut state = game.state(&game.deal(DealSeed { seed: 6, deal: 1 }));
    agent.start_game();
    while let Some(seat) = game.to_move(&state) {
        let mut rng = DecisionKey::new(6, 1, 0, seat).at(game.clock(&state));
        let action = agent.choose(&game.view(&state, seat), &mut rng).unwrap();
        game.apply(&mut state, action, &mut ()).unwrap();
        show(seat, action, agent);
    }
}

#[test]
fn stopping_early_changes_no_choice() {
    let game = Vikings::base(3);
    let settings = Settings::default().with_iterations(60).unwrap();
    let mut choices = [false, true].map(|early| {
        let (mut choices, mut iterations) = (Vec::new(), 0);
        play(
            &mut search(Settings { early_stop: early, ..settings }, &game),
            &game,
            |seat, action, agent| {
                choices.push((seat, action));
                iterations += agent.take_log().iterations;
            },
        );
        (choices, iterations)
    });
    let [(patient, all), (early, some)] = &mut choices;
    assert_eq!(patient, early);
    assert!(*some < *all * 9 / 10, "{some} of {all} iterations");
}

#[test]
fn a_budget_in_decisions_ends_with_the_iteration_that_reaches_it() {
    let game = Vikings::base(2);
    let of = |decisions| {
        let settings = Settings { budget: Budget::Decisions(decisions), ..Settings::uct(1) };
        let mut agent = search(settings, &game);
        let state = game.state(&game.deal(DealSeed { seed: 6, deal: 1 }));
        let view = game.view(&state, game.to_move(&state).unwrap());
        agent.choose(&view, &mut Rng::from_seed(1)).unwrap();
        agent.take_log().iterations
    };
    // A game at two seats has 72 purchases and as many placements, two start tiles, and some ferries.
    assert_eq!(of(1), 1);
    assert!((50..=68).contains(&of(10_000)), "{}", of(10_000));
}

#[test]
fn a_search_stops_when_its_choice_will_not_be_used() {
    let game = Vikings::base(2);
    let state = game.state(&game.deal(DealSeed { seed: 6, deal: 1 }));
    let view = game.view(&state, game.to_move(&state).unwrap());
    for root in [Root::Selection, Root::Halving] {
        let budget = Budget::Iterations(10_000_000);
        let mut agent = search(Settings { budget, root, ..Settings::default() }, &game);
        let now = Instant::now();
        agent.hurry(now);
        agent.choose(&view, &mut Rng::from_seed(1)).unwrap();
        assert!(now.elapsed() < Duration::from_secs(20), "{root:?}");
    }
}

#[test]
fn a_tree_is_kept_within_a_turn() {
    let game = Vikings::base(3);
    let settings =
        Settings { early_stop: false, ..Settings::default().with_iterations(40).unwrap() };
    for reuse in [false, true] {
        let (mut last, mut more) = (None, 0);
        play(&mut search(Settings { reuse, ..settings }, &game), &game, |seat, action, agent| {
            let visits: u32 = agent.root_children().iter().map(|child| child.visits).sum();
            assert!(visits == 0 || visits >= 40, "{visits}");
            if visits > 40 {
                more += 1;
                // Its own choice before, where a bought tile goes, was part of its search.
                assert_eq!(last, Some(seat), "{action}");
            }
            last = Some(seat);
        });
        assert_eq!(more > 30, reuse, "{more} decisions");
    }
}

#[test]
fn flat_plays_on_from_every_action_equally_often() {
    let game = Vikings::base(4);
    let state = game.state(&game.deal(DealSeed { seed: 6, deal: 2 }));
    let seat = game.to_move(&state).unwrap();
    let mut agent = search(Settings::flat().with_iterations(100).unwrap(), &game);
    let choice = agent.choose(&game.view(&state, seat), &mut Rng::from_seed(1)).unwrap();
    let children = agent.root_children();
    let visits: Vec<u32> = children.iter().map(|child| child.visits).collect();
    assert_eq!(visits.iter().sum::<u32>(), 100);
    assert!(visits.iter().max().unwrap() - visits.iter().min().unwrap() <= 1, "{visits:?}");
    let best = children.iter().map(|child| child.mean).fold(0.0, f64::max);
    let number = (0..visits.len()).find(|&k| game.nth_legal(&state, k as u32) == choice).unwrap();
    assert_eq!(children[number].mean, best);
}

#[test]
fn a_part_of_the_margin_tells_wins_apart() {
    let margins = game("margins");
    let choice = |weight| {
        let settings = Settings { score_weight: weight, ..Settings::uct(2000) };
        let mut agent = Mcts::new(settings, AsWritten {}, &margins).thorough();
        let choice = agent.choose(&margins.view(&0, Seat::new(0)), &mut Rng::from_seed(5)).unwrap();
        let expected = agent.root_children().into_iter().map(|child| child.expected.unwrap());
        let told: Vec<(f64, f64)> = expected.map(|it| (it.win_share, it.margin.unwrap())).collect();
        // Whatever the values are, both parts are reported separately.
        assert_eq!(told, [(1.0, 1.0), (1.0, 20.0), (0.0, -80.0)]);
        (choice, agent.root_children())
    };
    let (best, children) = choice(0.5);
    assert_eq!(best, Choice(1));
    // The scale of the heuristic is 2: half of 1, and half of 1 / (1 + e^-0.5).
    assert!((children[0].mean - 0.811_229_665_600_927_3).abs() < 1e-9, "{children:?}");
    assert_eq!(choice(0.0).1[0].mean, 1.0);
}

/// A win by 4 with 50 points, one by 1 with 52, and a loss with 54.
#[test]
fn a_part_of_points_prefers_them_to_a_margin_and_points_alone_to_a_win() {
    let tree = game("points");
    let think = |settings: Settings| {
        let settings = Settings { early_stop: false, ..settings.with_iterations(2000).unwrap() };
        let mut agent = Mcts::new(settings, AsWritten {}, &tree).thorough();
        let choice = agent.choose(&tree.view(&0, Seat::new(0)), &mut Rng::from_seed(5)).unwrap();
        (choice, agent.root_children())
    };
    let choice = |margin, points| {
        let settings = Settings { score_weight: margin, ..Settings::uct(1) };
        think(Settings { own_score: points, ..settings }).0
    };
    assert_eq!(choice(0.3, 0.0), Choice(0));
    assert_eq!(choice(0.0, 0.3), Choice(1));
    assert_eq!(choice(0.0, 1.0), Choice(2));
    // All of the margin, then points alone: nothing of the margin is left.
    assert_eq!(choice(1.0, 1.0), Choice(2));

    let alone = |settings: Settings| think(Settings { own_score: 1.0, ..settings }).1;
    let plain = Settings::uct(1);
    for children in [
        alone(plain),
        alone(Settings { truncation: Truncation::Decisions(0), ..plain }),
        alone(Settings::flat()),
    ] {
        // The scale of the heuristic is 2. What the first rollout gave the seat is worth a half to it.
        let par = |points: f64, mean: f64| points - 2.0 * (mean / (1.0 - mean)).ln();
        let pars =
            children.iter().zip([50.0, 52.0, 54.0]).map(|(child, points)| par(points, child.mean));
        let pars: Vec<f64> = pars.collect();
        let fits = |par: &f64| pars.iter().all(|it| (it - par).abs() < 1e-9);
        assert!([50.0, 52.0, 54.0].iter().any(fits), "{pars:?}");
        let told = children.iter().map(|child| child.expected.unwrap().win_share);
        assert_eq!(told.collect::<Vec<f64>>(), [1.0, 1.0, 0.0]);
    }
}

/// In a game for three, after choice 0 seat 1 either shares a win with seat 0 or gives it away;
/// choice 1 shares it among all.
#[test]
fn a_paranoid_search_expects_harm() {
    let own_interest = game("own_interest");
    let choice = |backup| {
        let settings = Settings { backup, ..Settings::uct(5000) };
        let mut agent = Mcts::new(settings, AsWritten {}, &own_interest);
        agent.choose(&own_interest.view(&0, Seat::new(0)), &mut Rng::from_seed(5)).unwrap()
    };
    assert_eq!(choice(Backup::MaxN), Choice(0));
    assert_eq!(choice(Backup::Paranoid), Choice(1));
}

#[test]
fn a_whole_turn_is_looked_at() {
    let turn = game("whole_turn");
    let choice = |look| {
        let mut agent = Greedy::new(AsWritten {}, &turn).with_look(look);
        agent.choose(&turn.view(&0, Seat::new(0)), &mut Rng::from_seed(5)).unwrap()
    };
    assert_eq!(choice(Horizon::Action), Choice(0));
    assert_eq!(choice(Horizon::Turn), Choice(1));
}

recorded!(TreeGame, Without, "tree", (1, MAX_SEATS));

impl Playable for TreeGame {
    type Heuristic = Without;
}

#[test]
fn a_game_without_a_heuristic_refuses_who_would_ask_it() {
    let game = game("whole_turn");
    let build = |spec: &str| Player::build(&spec.parse().unwrap(), &game).map(|_| ());
    for spec in ["random", "uct", "uct:iterations=5"] {
        assert_eq!(build(spec), Ok(()));
    }
    for spec in ["greedy", "mcts", "flat"] {
        let error = build(spec).unwrap_err().to_string();
        assert!(error.starts_with(&format!("agent `{spec}")), "{error}");
        assert!(error.contains("this game has none"), "{error}");
    }
}
