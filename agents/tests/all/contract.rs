//! Every agent in every game keeps the contract of the trait.

use std::collections::BTreeSet;
use std::ops::Range;

use drakkar_agents::agent::Agent;
use drakkar_agents::catalogue::AGENTS;
use drakkar_agents::contract;
use drakkar_agents::heuristic::{Heuristic, Judge, Playable};
use drakkar_agents::player::Player;
use drakkar_agents::weights::LARGEST;
use drakkar_engine::data::{FromData, ToData, Value};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey};

use crate::every_game::{Expected, expected, game};

/// All agents as specified here; every agent of the catalogue must be among them.
const SPECS: [&str; 22] = [
    "random",
    "greedy",
    "greedy:lookahead=turn",
    "flat:iterations=6",
    "mcts:iterations=12",
    "mcts:iterations=10,selection=ucb1,exploration=0,rollout=random,truncation=0,progressive_bias=0,widening=3",
    "uct:iterations=12",
    "mcts:iterations=5,rollout_epsilon=1,truncation=none",
    "mcts:iterations=8,selection=ucb1,progressive_bias=0,fpu=0.1,backup=paranoid,truncation=scoring,reveals=cross",
    "mcts:iterations=5,rollout=mast,reuse=yes,early_stop=no,score_weight=1",
    "mcts:decisions=40,fpu=none,widening=1",
    "mcts:iterations=9,root=halving,endgame=50",
    "mcts:iterations=5,own_score=0.4,rollout=random,truncation=none,reuse=yes,endgame=50",
    "mcts:iterations=12,root=halving,selection=ucb1,progressive_bias=0,reuse=yes,endgame=9,backup=paranoid",
    "greedy:epsilon=0.5",
    "greedy:epsilon=0..1",
    "mcts:iterations=6,reuse=yes,epsilon=0.3",
    "mcts:iterations=6,truncation=3,value_temperature=30/9/4",
    // Patterns for every game, and decisions in which nothing would be left.
    "random:forbid=\"drop 4 | bid * | buy 0 | tile * | go 5 | bet * | take *\"",
    "greedy:forbid=\"drop 4 | bid * | buy 0 | tile * | go 5 | bet * | take *\"",
    "mcts:iterations=5,forbid=\"drop 4 | bid 5 | buy 0 | tile * | go 5 | bet * | take *\"",
    "uct:iterations=3,forbid=\"drop 3 | bid * | land * | load * *\"",
];

/// The agents that choose in [`POSITIONS`] random positions; every agent of the catalogue must be
/// among these, too. Few iterations: the test is about legality, not strength.
const QUICK_SPECS: [&str; 8] = [
    "random",
    "greedy",
    "greedy:lookahead=turn",
    "greedy:epsilon=0..1",
    "flat:iterations=3",
    "mcts:iterations=4",
    "uct:iterations=4",
    "mcts:iterations=3,forbid=\"drop 4 | bid 5 | buy 0 | tile * | go 5 | bet * | take *\"",
];

/// Random positions for every agent in every game, twice as many with `DRAKKAR_CONTRACT_TIMES`, and those in which every
/// kind of action must have been legal; spread over the numbers of seats.
const POSITIONS: usize = 400;
const POSITIONS_FOR_KINDS: usize = 10_000;

/// An agent plays one of this many deals; together they play all. `DRAKKAR_CONTRACT_TIMES` lets each play all.
const SHARED: u64 = 8;

/// The number of the deal determines the decision at which a copy is made, and eight consecutive
/// deals cover all; so where games or decisions are long, seats and rule sets share them.
fn check_agents<G: Playable>(game: &G, deals: Range<u64>) {
    for agent in AGENTS {
        assert!(SPECS.iter().any(|spec| spec.starts_with(agent.name)), "{}", agent.name);
    }
    let every = if std::env::var_os("DRAKKAR_CONTRACT_TIMES").is_some() { 1 } else { SHARED };
    for (number, spec) in (0..).zip(SPECS) {
        let player = Player::build(&spec.parse().unwrap(), game).unwrap();
        let own: Vec<u64> = deals.clone().filter(|deal| deal % every == number % every).collect();
        let decisions = contract::check(game, &player, own.iter().copied());
        let played = |n: usize| (n > 0) != own.is_empty();
        assert!(decisions.as_ref().is_ok_and(|&n| played(n)), "{spec}: {decisions:?}");
    }
    // The heuristic's weights are data that can be written and read again.
    let toml = G::Heuristic::standard().to_toml();
    assert_eq!(G::Heuristic::from_toml(&toml).unwrap().to_toml(), toml);
    for signs in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]] {
        let mut number = 0;
        let mut weights = G::Heuristic::standard().to_data();
        largest(&mut weights, &mut || {
            number += 1;
            signs[number % 2] * LARGEST
        });
        check_values(game, &G::Heuristic::from_data(&weights).unwrap());
    }
}

/// Puts other numbers in the place of all.
fn largest(weights: &mut Value, next: &mut impl FnMut() -> f64) {
    match weights {
        Value::Object(parts) => parts.values_mut().for_each(|part| largest(part, next)),
        Value::Array(parts) => parts.iter_mut().for_each(|part| largest(part, next)),
        number if number.is_f64() => *number = next().into(),
        _ => {}
    }
}

/// No value of a position or an action is infinite or no number, in a game of each of a few deals.
fn check_values<G: Playable>(game: &G, heuristic: &G::Heuristic) {
    let judge = heuristic.judge(game);
    for deal in 0..3 {
        let mut state = game.state(&game.deal(DealSeed { seed: 17, deal }));
        let mut rng = DecisionKey::new(17, deal, 0, Seat::new(0)).at(0);
        let mut legal = Vec::new();
        while let Some(seat) = game.to_move(&state) {
            game.legal(&state, &mut legal);
            let mut values = vec![judge.value(game, &state, seat)];
            judge.actions(game, &state, seat, &legal, &mut |_, value| values.push(value));
            assert!(values.iter().all(|value| value.is_finite()), "{values:?}");
            let action = legal[rng.below(legal.len() as u32) as usize];
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
}

/// Lets every agent choose in positions of random games, at [`POSITIONS`] decisions or more,
/// divided among `games`. `kinds` are the first words of all existing actions; each must have been
/// legal somewhere.
fn check_random_positions<G: Playable>(games: &[G], kinds: &[&str]) {
    for agent in AGENTS {
        assert!(QUICK_SPECS.iter().any(|spec| spec.starts_with(agent.name)), "{}", agent.name);
    }
    let is_long = std::env::var_os("DRAKKAR_CONTRACT_TIMES").is_some();
    let positions = POSITIONS << u32::from(is_long);
    let mut found = BTreeSet::new();
    for game in games {
        let mut players =
            QUICK_SPECS.map(|spec| (spec, Player::build(&spec.parse().unwrap(), game).unwrap()));
        let (mut decisions, mut deal) = (0, 0);
        while decisions < POSITIONS_FOR_KINDS.div_ceil(games.len()) {
            let asked = if decisions < positions.div_ceil(games.len()) { players.len() } else { 0 };
            decisions += check_random_game(game, &mut players[..asked], deal, &mut found);
            deal += 1;
        }
    }
    assert_eq!(found, kinds.iter().map(|&kind| kind.to_owned()).collect());
}

/// The same for one game; returns the number of its decisions.
fn check_random_game<G: Playable>(
    game: &G,
    players: &mut [(&str, Player<G>)],
    deal: u64,
    found: &mut BTreeSet<String>,
) -> usize {
    let mut state = game.state(&game.deal(DealSeed { seed: 17, deal }));
    players.iter_mut().for_each(|(_, player)| player.start_game());
    let (mut decisions, mut legal) = (0, Vec::new());
    while let Some(seat) = game.to_move(&state) {
        let rng = DecisionKey::new(17, deal, 0, seat).at(game.clock(&state));
        game.legal(&state, &mut legal);
        let kind = |action: &G::Action| action.to_string().split(' ').next().map(str::to_owned);
        found.extend(legal.iter().filter_map(kind));
        let drawn = game.view(&state, seat).draw(&mut rng.clone());
        for (spec, player) in &mut *players {
            let place = format!("{spec}, {} seats, deal {deal}, {decisions}", game.players());
            // Asked again, about the same state or an indistinguishable one.
            let again = if decisions % 2 == 0 { state } else { drawn };
            let [choice, other] = [state, again].map(|asked| {
                let before = asked;
                let choice = player.choose(&game.view(&asked, seat), &mut rng.clone()).unwrap();
                assert!(asked == before, "{place}: the state changed");
                choice
            });
            assert!(legal.contains(&choice), "{place}: {choice} is not legal");
            assert_eq!(choice, other, "{place}");
        }
        let mut chance = DecisionKey::new(18, deal, 0, seat).at(game.clock(&state));
        let action = game.random_legal(&state, &mut chance);
        game.apply_unchecked(&mut state, action, &mut ());
        decisions += 1;
    }
    decisions
}

/// Checks the expectations under the rules that this variant plays by, and removes them from the
/// list.
fn contracts<G: Recorded + Playable>(left: &mut Expected) {
    left.contract.retain(|entry| {
        let games = entry.players.iter().map(|&players| game(&entry.preset, &entry.set, players));
        let Some(games) = games.collect::<Option<Vec<G>>>() else { return true };
        games.iter().for_each(|game| check_agents(game, entry.deals.0..entry.deals.1));
        false
    });
}

/// The same in random positions.
fn positions<G: Recorded + Playable>(left: &mut Expected) {
    left.positions.retain(|entry| {
        let games = entry.players.iter().map(|&players| game(&entry.preset, &[], players));
        let Some(games) = games.collect::<Option<Vec<G>>>() else { return true };
        let kinds: Vec<&str> = entry.kinds.iter().map(String::as_str).collect();
        check_random_positions(&games, &kinds);
        false
    });
}

/// Tests for each game. The variant that supports every rule set takes what the others leave.
macro_rules! tests {
    ($([$id:literal $module:ident: $whole:ident $($part:ident)*])*) => {$(
        #[cfg(feature = $id)]
        mod $module {
            use drakkar_engine::games::$module::{$whole $(, $part)*};

            #[test]
            fn contract() {
                let mut left = super::expected($id);
                assert!(!left.contract.is_empty());
                $(super::contracts::<$part>(&mut left);)*
                super::contracts::<$whole>(&mut left);
                assert!(left.contract.is_empty());
            }

            #[test]
            fn random_positions() {
                let mut left = super::expected($id);
                assert!(!left.positions.is_empty());
                $(super::positions::<$part>(&mut left);)*
                super::positions::<$whole>(&mut left);
                assert!(left.positions.is_empty());
            }
        }
    )*};
}
drakkar_engine::for_each_game!(tests);
