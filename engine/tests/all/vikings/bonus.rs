//! Hand-computed figures for those bonus tiles of the plain twin that games seldom reach, mainly
//! with other values and counts.

use super::twin::bonus::Kind;
use super::twin::component::{Cell, Island, Row, Viking};
use super::twin::player::Player;
use super::twin::{Rules, scoring};
use serde_json::Value;

/// The rules of the preset `advanced`, as in a record.
fn rules() -> Rules {
    let text = include_str!("../../data/records/vikings-advanced-2p.jsonl");
    let record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    Rules::read(&record["rule_set"])
}

fn at(name: &str) -> Cell {
    Cell::from_name(name).unwrap()
}

/// A player without gold and glory with middles on some cells, those named with `+` manned.
fn player(building: char, cells: &str) -> Player {
    let mut player = Player::new(0, 0);
    for name in cells.split(' ') {
        let place = at(name.trim_end_matches('+'));
        let viking = name.ends_with('+').then_some(Viking::Of(place.row));
        player.lay(Island::Middle(building), place, viking);
    }
    player
}

/// The final scoring of one player beside one who has nothing, without majorities.
fn finale(mut rules: Rules, player: Player) -> Player {
    rules.zero_majorities = false;
    rules.most_islands = 0;
    rules.longest_island = 0;
    let mut players = [player, Player::new(0, 0)];
    scoring::finale(&rules, &mut players);
    let [player, _] = players;
    let sum: i64 = player.sources.list().iter().map(|(_, amount)| amount).sum();
    assert_eq!(sum, player.glory);
    player
}

#[test]
fn f7_food3_raises_the_surplus_alone_and_only_once() {
    // Two fishermen feed 10 and eat 2: 8 meals are left, 16 glory, 24 with the tile.
    for (tiles, bonus) in [(0, 0), (1, 8), (2, 8)] {
        let mut eaters = player('a', "F1+ F2+");
        eaters.tiles = vec![Kind::Food3; tiles];
        let scored = finale(rules(), eaters);
        assert_eq!((scored.sources.glory_surplus, scored.sources.glory_bonus_food3), (16, bonus));
    }
    // One fisherman feeds 5, with nine others 10 eat: 5 go without, 5 glory of 20.
    let mut eaters = player('a', "F1+");
    (eaters.glory, eaters.sources.start) = (20, 20);
    eaters.tableau.ashore.insert(Viking::Of(Row::Nobles), 9);
    eaters.tiles = vec![Kind::Food3];
    assert_eq!(finale(rules(), eaters).glory, 15);
}

#[test]
fn f3_gold3_leaves_what_is_over_after_groups_of_3() {
    // 14 gold: 2 glory and 4 over; with the tile 4 glory and 2 over, with two of them the same.
    for (tiles, glory, over) in [(0, 2, 4), (1, 4, 2), (2, 4, 2)] {
        let mut rich = Player::new(14, 0);
        rich.tiles = vec![Kind::Gold3; tiles];
        let scored = finale(rules(), rich);
        assert_eq!((scored.glory, scored.gold), (glory, over));
        assert_eq!((scored.sources.glory_gold, scored.sources.glory_bonus_gold3), (2, glory - 2));
    }
}

#[test]
fn f7b_a_building_counts_its_cell_and_the_eight_around() {
    // Around N2: W1, W3, N2 itself and S2 are manned (4). W4 and G2 are too far away.
    let mut owner = player('c', "W1+ W3+ W4+ N1 N2+ N3 S2+ G2+");
    owner.tableau.upgrade(at("N2"));
    // Six vikings eat and nobody feeds them, but glory does not go below 0 before F7b.
    let scored = finale(rules(), owner.clone());
    assert_eq!((scored.glory, scored.sources.glory_bonus_building_c), (4, 4));
    // The cap: 3 for each viking are 12, at most 9.
    let three = Rules { building_c: 3, ..rules() };
    assert_eq!(finale(three, owner.clone()).glory, 9);
    // A green sail reaches N2 if it stands in its column, and no warrior repels it.
    owner.tableau.ships.insert(3, Row::Scouts);
    assert_eq!(finale(rules(), owner.clone()).sources.glory_bonus_building_c, 4);
    owner.tableau.ships.insert(2, Row::Scouts);
    assert_eq!(finale(rules(), owner.clone()).sources.glory_bonus_building_c, 0);
    owner.lay(Island::Middle('a'), at("W2"), Some(Viking::Of(Row::Warriors)));
    assert_eq!(finale(rules(), owner).sources.glory_bonus_building_c, 5);
}

#[test]
fn several_kept_building_tiles_are_laid_one_by_one() {
    let mut owner = Player::new(0, 0);
    owner.tiles = vec![Kind::Building('b'), Kind::Building('a'), Kind::Building('b')];
    let mut lay = |building, place| {
        owner.lay(Island::Middle(building), at(place), None);
        (owner.count(Kind::Building('b')), owner.tableau.bonus_buildings().len())
    };
    assert_eq!(lay('c', "S1"), (2, 0));
    assert_eq!(lay('b', "S2"), (1, 1));
    assert_eq!(lay('b', "S3"), (0, 2));
    assert_eq!(lay('b', "S4"), (0, 2));
    // Only the printed middle can be replaced.
    assert_eq!(owner.tableau.printed_middles('b'), [at("S4")]);
}

#[test]
fn f4_a_boatswain_tile_is_told_apart_from_the_boatswains() {
    let boatswains = |ashore, tiles| {
        let mut player = Player::new(0, 20);
        player.tableau.ashore.insert(Viking::Boatswain, ashore);
        player.tiles = vec![Kind::Boatswain; tiles];
        player
    };
    // Three count 3, 3 and 2. The first has them thanks to a tile, the second ties in any case.
    let mut players = [boatswains(1, 2), boatswains(3, 0), boatswains(2, 0)];
    scoring::finale(&rules(), &mut players);
    let most: Vec<(i64, i64)> = players
        .iter()
        .map(|player| (player.sources.glory_boatswains, player.sources.glory_bonus_boatswain))
        .collect();
    assert_eq!(most, [(0, 10), (10, 0), (0, 0)]);
    // With a tile more than needed all of it comes from the boatswains ashore.
    let mut players = [boatswains(3, 1), boatswains(3, 0)];
    scoring::finale(&rules(), &mut players);
    assert_eq!(players[0].sources.glory_boatswains, 10);
    assert_eq!(players[0].sources.glory_bonus_boatswain, 0);
}
