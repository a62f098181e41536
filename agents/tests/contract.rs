//! Every agent in every game keeps the contract of the trait.

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

/// All agents, as they are played here; every agent of the catalogue must be among them.
const SPECS: [&str; 10] = [
    "random",
    "greedy",
    "mcts:iterations=30",
    "mcts:iterations=10,exploration=0,rollout=random,cutoff=0,widen=3",
    "mcts:iterations=50,exploration=1.4,rollout=random,cutoff=none,widen=0",
    "mcts:iterations=5,epsilon=1,cutoff=none",
    // Something of every game, and decisions in which nothing would be left.
    "random:forbid=\"drop 4 | bid * | buy 0 | tile * | go 5 | bet * | take *\"",
    "greedy:forbid=\"drop 4 | bid * | buy 0 | tile * | go 5 | bet * | take *\"",
    "mcts:iterations=5,forbid=\"drop 4 | bid 5 | buy 0 | tile * | go 5 | bet * | take *\"",
    "mcts:iterations=3,rollout=random,cutoff=none,widen=0,forbid=\"drop 3 | bid * | land * | load * *\"",
];

fn check_agents<G: Playable>(game: &G, deals: u64) {
    for agent in AGENTS {
        assert!(SPECS.iter().any(|spec| spec.starts_with(agent.name)), "{}", agent.name);
    }
    for spec in SPECS {
        let player = Player::build(&spec.parse().unwrap(), game).unwrap();
        let decisions = contract::check(game, &player, 0..deals);
        assert!(decisions.as_ref().is_ok_and(|&n| n > 0), "{spec}: {decisions:?}");
    }
    // The heuristic's weights are data that can be written and read again.
    let toml = G::Heuristic::standard().to_toml();
    assert_eq!(G::Heuristic::from_toml(&toml).unwrap().to_toml(), toml);
}

#[test]
fn connect_four() {
    check_agents(&ConnectFour::default(), 50);
}

#[test]
fn goofspiel() {
    for players in 2..=4 {
        check_agents(&goofspiel_base(players), 50);
    }
}

fn goofspiel_base(players: usize) -> Goofspiel {
    let rule_set = rules::read::<Goofspiel>(Goofspiel::presets()[0].toml).unwrap();
    Goofspiel::new(rule_set, players).unwrap()
}

#[test]
fn vikings() {
    for players in 2..=4 {
        check_agents(&Vikings::base(players), 20);
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
    for players in 2..=4 {
        for preset in ["advanced", "advanced-no-auction"] {
            check_agents(&advanced(preset, &[], players), 5);
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
    check_agents(&advanced("advanced", &changes, 3), 8);
}

#[test]
fn vikings_on_board() {
    for players in 2..=4 {
        check_agents(&on_board(&[], players), 5);
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
    check_agents(&on_board(&switches, 3), 3);
    let components = [
        "bodies.shields=[9,9,9,9,1,8]",
        "bodies.crew_shields=1000",
        "barrels.values=[2,7,2,0]",
        "barrels.max_per_ship=1",
        "ships.max_bodies=24",
    ];
    check_agents(&on_board(&components, 2), 3);
    let supplies = [
        "supplies.hide=0",
        "supplies.metal=25",
        "supplies.warehouse_1=30",
        "market.start=0",
        "market.max=1000",
        "options.max_rounds=5",
    ];
    check_agents(&on_board(&supplies, 4), 3);
}
