//! Restricted play over whole games: forbidden actions are never chosen unless all are forbidden,
//! and the log counts how often it mattered.

use drakkar_agents::agent::{Agent, Log};
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};

/// Iterations of every search here.
const ITERATIONS: u64 = 12;
/// Agents with options, to which one more is added.
const AGENTS: [&str; 7] = [
    "random:",
    "greedy:",
    "greedy:lookahead=turn,",
    "greedy:epsilon=0.5,",
    "mcts:iterations=12,",
    "uct:iterations=12,",
    "mcts:iterations=12,exploration=0,rollout_epsilon=0.5,truncation=3,widening=2,",
];

fn build<G: Playable>(game: &G, spec: &str) -> Player<G> {
    Player::build(&spec.parse().unwrap(), game).unwrap()
}

/// Calls `decide` for every decision of one game, which follows its choices; it gets the state, the
/// generator, and the texts of the legal actions.
fn play<G: Playable>(
    game: &G,
    deal: u64,
    mut decide: impl FnMut(&G::State, Rng, &[String]) -> G::Action,
) {
    let mut state = game.state(&game.deal(DealSeed { seed: 9, deal }));
    let mut actions = Vec::new();
    while let Some(seat) = game.to_move(&state) {
        game.legal(&state, &mut actions);
        let texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
        let rng = DecisionKey::new(9, deal, 0, seat).at(game.clock(&state));
        let action = decide(&state, rng, &texts);
        game.apply(&mut state, action, &mut ()).unwrap();
    }
}

/// Plays `deals` games with every agent in all seats, with the restriction `forbid`; `forbids` is
/// an independent version of it.
fn check<G: Playable>(game: &G, forbid: &str, forbids: fn(&str) -> bool, deals: u64) {
    for agent in AGENTS {
        let spec = format!("{agent}forbid=\"{forbid}\"");
        let searches = !["random:", "greedy:"].iter().any(|kind| agent.starts_with(kind));
        let mut player = build(game, &spec);
        let mut seen = Log::default();
        for deal in 0..deals {
            player.start_game();
            play(game, deal, |state, mut rng, texts| {
                let seat = game.to_move(state).unwrap();
                let action = player.choose(&game.view(state, seat), &mut rng).unwrap();
                let left = texts.iter().filter(|text| !forbids(text)).count();
                seen.void += u64::from(left == 0);
                seen.restricted += u64::from(left > 0 && left < texts.len());
                let choices = if left == 0 { texts.len() } else { left };
                seen.iterations += if searches && choices > 1 { ITERATIONS } else { 0 };
                let text = action.to_string();
                assert!(texts.contains(&text), "{spec}: `{text}` is not legal");
                assert!(left == 0 || !forbids(&text), "{spec}: `{text}` of {texts:?}");
                action
            });
        }
        assert_eq!(player.take_log(), seen, "{spec}");
        assert_eq!(player.take_log(), Log::default(), "{spec}");
        assert!(seen.restricted > 0 && seen.void > 0, "{spec}: {seen:?}");
    }
}

/// Whether `text` is or begins with one of some words.
fn first(text: &str, words: &[&str]) -> bool {
    words.contains(&text.split(' ').next().unwrap())
}

fn goofspiel(players: usize) -> Goofspiel {
    let rule_set = Goofspiel::read_toml(Goofspiel::presets()[0].toml).unwrap();
    Goofspiel::new(rule_set, players).unwrap()
}

fn advanced(preset: &str, players: usize) -> AdvancedVikings {
    let preset = AdvancedVikings::rules().preset(preset).unwrap();
    let rule_set = AdvancedVikings::read_toml(preset.toml).unwrap();
    AdvancedVikings::new(rule_set, players).unwrap()
}

#[test]
fn connect_four() {
    let edges = |text: &str| !["drop 3", "drop 4", "drop 5"].contains(&text);
    check(&ConnectFour::default(), "drop 1 | drop 2 | drop 6 | drop 7", edges, 20);
}

#[test]
fn goofspiel_with_every_number_of_seats() {
    for players in 2..=4 {
        let high = |text: &str| text.len() == "bid 10".len();
        check(&goofspiel(players), "bid 10 | * 11 | bid 12 | bid 13", high, 8);
    }
}

#[test]
fn vikings() {
    for players in 2..=4 {
        let fits = |text: &str| text == "buy 0" || first(text, &["start", "discard", "land"]);
        check(&Vikings::base(players), "buy 0 | start * | discard | land *", fits, 3);
    }
}

#[test]
fn vikings_with_the_advanced_rules() {
    for players in 2..=4 {
        let fits = |text: &str| text == "take longboat" || first(text, &["bid", "set", "start"]);
        let forbid = "take longboat | bid * | set * | start *";
        check(&advanced("advanced", players), forbid, fits, 2);
        let fits = |text: &str| first(text, &["take", "stop", "start"]);
        check(&advanced("advanced-no-auction", players), "take *|start *|stop", fits, 2);
    }
}

#[test]
fn vikings_on_board() {
    for players in 2..=4 {
        let fits = |text: &str| text == "go 7" || first(text, &["bet", "load", "swap", "under"]);
        let forbid = "go 7 | bet * | load * * | swap * | under *";
        check(&VikingsOnBoard::base(players), forbid, fits, 2);
    }
}

/// Who looks at a whole turn counts on nothing later in it that is forbidden.
#[test]
fn a_look_at_the_turn_counts_on_allowed_actions() {
    let game = Vikings::base(2);
    let forbidden: Vec<String> = (1..=9)
        .flat_map(|column| [format!("tile S{column}"), format!("tile S{column}+")])
        .collect();
    let forbid = forbidden.join(" | ");
    let mut turn = build(&game, &format!("greedy:lookahead=turn,forbid=\"{forbid}\""));
    let mut plain = build(&game, "greedy");
    let (mut compared, mut differ) = (0, 0);
    play(&game, 0, |state, rng, _| {
        let seat = game.to_move(state).unwrap();
        let view = game.view(state, seat);
        let found = turn.analyse(&view, &mut rng.clone()).unwrap();
        for (k, judged) in (0..).zip(&found.actions) {
            let Some(value) = judged.value else { continue };
            let mut next = *state;
            game.apply(&mut next, view.nth_legal(k), &mut ()).unwrap();
            if game.to_move(&next) != Some(seat) || game.epoch(&next) != game.epoch(state) {
                continue;
            }
            let view = game.view(&next, seat);
            let replies = plain.analyse(&view, &mut rng.clone()).unwrap().actions;
            let (mut all, mut allowed) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
            for (k, reply) in (0..).zip(&replies) {
                let value = reply.value.unwrap();
                all = all.max(value);
                if !forbidden.contains(&view.nth_legal(k).to_string()) {
                    allowed = allowed.max(value);
                }
            }
            let best = if allowed == f64::NEG_INFINITY { all } else { allowed };
            assert!((value - best).abs() < 1e-9, "{value} {best} {all}");
            compared += 1;
            differ += u32::from(best < all);
        }
        found.choice
    });
    assert!(compared > 0 && differ > 0, "{compared} {differ}");
}

/// A restriction to actions that never occur does not change the choices of an agent.
fn nothing_is_forbidden<G: Playable>(game: &G, deals: u64) {
    // Searches with plain rollouts draw differently, since the game's own loop knows no agents.
    for agent in
        ["random", "greedy", "mcts:iterations=40", "mcts:iterations=40,widening=1,truncation=5"]
    {
        let joint = if agent.contains(':') { ',' } else { ':' };
        let mut free = build(game, agent);
        let mut restricted = build(game, &format!("{agent}{joint}forbid=\"never * | no such\""));
        for deal in 0..deals {
            play(game, deal, |state, rng, _| {
                let view = game.view(state, game.to_move(state).unwrap());
                let action = free.choose(&view, &mut rng.clone()).unwrap();
                assert_eq!(restricted.choose(&view, &mut rng.clone()).unwrap(), action, "{agent}");
                action
            });
        }
        let log = free.take_log();
        assert_eq!(restricted.take_log(), log, "{agent}");
        assert_eq!((log.restricted, log.void), (0, 0), "{agent}");
        assert_eq!(log.iterations > 0, agent.starts_with("mcts"), "{agent}");
    }
}

#[test]
fn a_restriction_that_fits_nothing_changes_nothing() {
    nothing_is_forbidden(&ConnectFour::default(), 5);
    nothing_is_forbidden(&goofspiel(3), 5);
    nothing_is_forbidden(&Vikings::base(2), 1);
    nothing_is_forbidden(&advanced("advanced", 2), 1);
    nothing_is_forbidden(&VikingsOnBoard::base(3), 1);
}
