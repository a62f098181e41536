//! Every agent in every game keeps the contract of the trait.

use std::collections::BTreeSet;
use std::ops::Range;

use drakkar_agents::agent::Agent;
use drakkar_agents::catalogue::AGENTS;
use drakkar_agents::contract;
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::player::Player;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seed::{DealSeed, DecisionKey};
use drakkar_engine::view::View;

/// All agents, as they are played here; every agent of the catalogue must be among them.
const SPECS: [&str; 15] = [
    "random",
    "greedy",
    "greedy:look=turn",
    "flat:iterations=6",
    "mcts:iterations=12",
    "mcts:iterations=10,selection=ucb1,exploration=0,rollout=random,cutoff=0,bias=0,widen=3",
    "uct:iterations=12",
    "mcts:iterations=5,epsilon=1,cutoff=none",
    "mcts:iterations=8,selection=ucb1,bias=0,urgency=0.1,backup=paranoid,cutoff=scoring,epochs=cross",
    "mcts:iterations=5,rollout=mast,reuse=yes,early=no,score_weight=1",
    "mcts:decisions=40,urgency=none,widen=1",
    // Something of every game, and decisions in which nothing would be left.
    "random:forbid=\"drop 4 | bid * | buy 0 | tile * | go 5 | bet * | take *\"",
    "greedy:forbid=\"drop 4 | bid * | buy 0 | tile * | go 5 | bet * | take *\"",
    "mcts:iterations=5,forbid=\"drop 4 | bid 5 | buy 0 | tile * | go 5 | bet * | take *\"",
    "uct:iterations=3,forbid=\"drop 3 | bid * | land * | load * *\"",
];

/// The agents that choose in [`POSITIONS`] random positions; every agent of the catalogue must be
/// among these, too. Few iterations: it is about what is legal, not about what is good.
const QUICK_SPECS: [&str; 7] = [
    "random",
    "greedy",
    "greedy:look=turn",
    "flat:iterations=3",
    "mcts:iterations=4",
    "uct:iterations=4",
    "mcts:iterations=3,forbid=\"drop 4 | bid 5 | buy 0 | tile * | go 5 | bet * | take *\"",
];

/// Deals for two, three and four seats.
const SHARED_OUT: [Range<u64>; 3] = [0..3, 3..6, 6..9];

/// Random positions for every agent in every game, spread over the numbers of seats.
const POSITIONS: usize = 10_000;

/// Which decision of a game is the one that a copy is made at depends on the number of the deal, and
/// eight in a row have all there are; so seats share them out where games are long.
fn check_agents<G: Playable>(game: &G, deals: Range<u64>) {
    for agent in AGENTS {
        assert!(SPECS.iter().any(|spec| spec.starts_with(agent.name)), "{}", agent.name);
    }
    for spec in SPECS {
        let player = Player::build(&spec.parse().unwrap(), game).unwrap();
        let decisions = contract::check(game, &player, deals.clone());
        assert!(decisions.as_ref().is_ok_and(|&n| n > 0), "{spec}: {decisions:?}");
    }
    // The heuristic's weights are data that can be written and read again.
    let toml = G::Heuristic::standard().to_toml();
    assert_eq!(G::Heuristic::from_toml(&toml).unwrap().to_toml(), toml);
}

/// Lets every agent choose wherever random games come by, at [`POSITIONS`] decisions or more, shared
/// out among `games`. `kinds` are the first words of all actions that there are; each must have been
/// legal somewhere.
fn check_random_positions<G: Playable>(games: &[G], kinds: &[&str]) {
    for agent in AGENTS {
        assert!(QUICK_SPECS.iter().any(|spec| spec.starts_with(agent.name)), "{}", agent.name);
    }
    let mut found = BTreeSet::new();
    for game in games {
        let mut players =
            QUICK_SPECS.map(|spec| (spec, Player::build(&spec.parse().unwrap(), game).unwrap()));
        let (mut decisions, mut deal) = (0, 0);
        while decisions < POSITIONS.div_ceil(games.len()) {
            decisions += check_random_game(game, &mut players, deal, &mut found);
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
            // Asked again, about the same or about a state that it cannot tell from it.
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

#[test]
fn random_positions_of_connect_four() {
    check_random_positions(&[ConnectFour::default()], &["drop"]);
}

#[test]
fn random_positions_of_goofspiel() {
    check_random_positions(&[2, 3, 4].map(goofspiel_base), &["bid"]);
}

#[test]
fn random_positions_of_vikings() {
    let kinds = ["buy", "start", "tile", "discard", "ship", "ferry", "land", "stop"];
    check_random_positions(&[2, 3, 4].map(Vikings::base), &kinds);
}

#[test]
fn random_positions_of_vikings_with_the_advanced_rules() {
    let kinds = [
        "bid", "buy", "decline", "discard", "ferry", "land", "longboat", "pass", "remove", "set",
        "ship", "start", "stop", "take", "tile", "upgrade",
    ];
    let games = [2, 3, 4].map(|players| advanced("advanced", &[], players));
    check_random_positions(&games, &kinds);
}

#[test]
fn random_positions_of_vikings_on_board() {
    let kinds = [
        "bet", "box", "crew", "go", "load", "move", "promote", "raise", "sail", "shift", "swap",
        "switch", "take",
    ];
    check_random_positions(&[2, 3, 4].map(|players| on_board(&[], players)), &kinds);
}

#[test]
fn connect_four() {
    check_agents(&ConnectFour::default(), 0..50);
}

#[test]
fn goofspiel() {
    for players in 2..=4 {
        check_agents(&goofspiel_base(players), 0..24);
    }
}

fn goofspiel_base(players: usize) -> Goofspiel {
    let rule_set = rules::read::<Goofspiel>(Goofspiel::presets()[0].toml).unwrap();
    Goofspiel::new(rule_set, players).unwrap()
}

#[test]
fn vikings() {
    for players in 2..=4 {
        check_agents(&Vikings::base(players), 0..8);
    }
}

/// A preset of the advanced rules with single values changed.
fn advanced(preset: &str, changes: &[&str], players: usize) -> AdvancedVikings {
    let preset = rules::preset::<AdvancedVikings>(preset).unwrap();
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let text = rules::set(preset.toml, &changes).unwrap();
    AdvancedVikings::new(rules::read::<AdvancedVikings>(&text).unwrap(), players).unwrap()
}

#[test]
fn vikings_with_the_advanced_rules() {
    for (players, deals) in (2..).zip(SHARED_OUT) {
        for preset in ["advanced", "advanced-no-auction"] {
            check_agents(&advanced(preset, &[], players), deals.clone());
        }
    }
}

#[test]
fn vikings_with_advanced_rules_far_from_the_printed_ones() {
    let changes = [
        "setup.gold.3=120",
        "setup.glory=0",
        "advanced.opening_zero=out",
        "advanced.weak_boatswains=false",
        "advanced.bonus_trigger=space-11",
        "bonus.building-a.count=15",
        "bonus.building_cap=0",
        "bonus.longboat.count=0",
        "bonus.gold3.value=1000",
        "bonus.noble1.value=1000",
        "tiles.middles_per_building=0",
        "ships.F.count=23",
    ];
    check_agents(&advanced("advanced", &changes, 3), 0..8);
}

#[test]
fn vikings_on_board() {
    for (players, deals) in (2..).zip(SHARED_OUT) {
        check_agents(&on_board(&[], players), deals);
    }
}

/// The preset of *Vikings on Board* with single values changed.
fn on_board(changes: &[&str], players: usize) -> VikingsOnBoard {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let text = rules::set(VikingsOnBoard::presets()[0].toml, &changes).unwrap();
    VikingsOnBoard::new(rules::read::<VikingsOnBoard>(&text).unwrap(), players).unwrap()
}

#[test]
fn vikings_on_board_far_from_the_printed_rules() {
    let switches = ["options.null_moves=true", "warehouse_2.return=choice", "warehouse_2.draw=5"];
    check_agents(&on_board(&switches, 3), 0..3);
    let components = [
        "bodies.shields=[9,9,9,9,1,8]",
        "bodies.crew_shields=1000",
        "barrels.values=[2,7,2,0]",
        "barrels.max_per_ship=1",
        "ships.max_bodies=24",
    ];
    check_agents(&on_board(&components, 2), 3..6);
    let supplies = [
        "supplies.hide=0",
        "supplies.metal=25",
        "supplies.warehouse_1=30",
        "market.start=0",
        "market.max=1000",
        "options.max_rounds=5",
    ];
    check_agents(&on_board(&supplies, 4), 6..9);
}
