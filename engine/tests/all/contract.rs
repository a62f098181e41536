//! Every game keeps the contract.

use drakkar_engine::contract;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;

/// Checks every preset with the given changes at every number of seats; once if it has two names.
fn check<G: Recorded>(deals: u64, changes: &[&str]) {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let mut checked = Vec::new();
    for preset in G::presets() {
        let text = rules::set(preset.toml, &changes).unwrap();
        let rule_set = rules::read::<G>(&text).unwrap();
        if !G::covers(&rule_set) || checked.contains(&rule_set) {
            continue;
        }
        checked.push(rule_set.clone());
        for players in G::PLAYERS.0..=G::PLAYERS.1 {
            let game = G::new(rule_set.clone(), players).unwrap();
            contract::check(&game, deals, 20)
                .unwrap_or_else(|breach| panic!("{} {changes:?} {players}: {breach}", G::ID));
        }
    }
}

#[test]
fn connect_four() {
    check::<ConnectFour>(200, &[]);
}

#[test]
fn goofspiel() {
    check::<Goofspiel>(50, &[]);
    check::<Goofspiel>(50, &["deck.cards=5", "scoring.tied=carry"]);
}

#[test]
fn vikings() {
    check::<Vikings>(60, &[]);
    check::<Vikings>(20, &["scoring.glory_floor=false", "scoring.zero_majorities=false"]);
    // Components far from the printed ones: no middles, many ships; and two colours of ship only.
    check::<Vikings>(20, &["tiles.middles_per_building=0", "ships.F.count=23"]);
}

#[test]
fn advanced_vikings() {
    check::<AdvancedVikings>(30, &[]);
    // A bidding in which zero takes its seat out, rich seats, few bonus tiles of every kind.
    let changes = ["advanced.opening_zero=out", "setup.gold.3=90", "bonus.longboat.count=0"];
    check::<AdvancedVikings>(10, &changes);
    check::<AdvancedVikings>(10, &["advanced.bonus_trigger=space-11", "bonus.gold5.count=15"]);
}

#[test]
fn vikings_on_board() {
    check::<VikingsOnBoard>(20, &[]);
    // Every switch the other way, and few places for bodies and barrels.
    let switches = ["options.null_moves=true", "warehouse_2.return=choice", "warehouse_2.draw=5"];
    check::<VikingsOnBoard>(10, &switches);
    check::<VikingsOnBoard>(10, &["ships.max_bodies=3", "barrels.max_per_ship=1"]);
    // Components far from the printed ones.
    let components =
        ["bodies.shields=[9,9,9,9,1,8]", "barrels.values=[2,7,2,0]", "ships.max_bodies=24"];
    check::<VikingsOnBoard>(10, &components);
    let supplies = ["supplies.hide=0", "supplies.metal=25", "supplies.warehouse_1=30"];
    check::<VikingsOnBoard>(10, &[&supplies[..], &["options.max_rounds=5"]].concat());
}
