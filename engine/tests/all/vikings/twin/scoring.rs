//! The small, large and final scoring (section 6 of the rules) with the bonus tiles (A9).

use super::Rules;
use super::bonus::Kind;
use super::component::{Row, cell};
use super::player::Player;
use super::tableau::Tableau;

/// The gold and the glory of a sail (C5).
fn sail_value(rules: &Rules, sail: Row) -> (i64, i64) {
    match sail {
        Row::Nobles => (rules.ship_n_gold, rules.ship_n_glory),
        Row::Scouts => (rules.ship_s_gold, rules.ship_s_glory),
        Row::Goldsmiths => (rules.ship_g_gold, rules.ship_g_glory),
        Row::Fishermen => (rules.ship_f_gold, rules.ship_f_glory),
        Row::Warriors => unreachable!("no sail has the colour of the warriors"),
    }
}

/// How many unthreatened vikings stand in the row.
fn unthreatened(tableau: &Tableau, row: Row) -> i64 {
    let mut count = 0;
    for place in tableau.manned_cells() {
        if place.row == row && !tableau.threatened(place) {
            count += 1;
        }
    }
    count
}

/// G1, G7: the goldsmiths' gold; A9: more of it for each tile `goldsmith1` and `goldsmith2`.
fn score_goldsmiths(rules: &Rules, player: &mut Player) {
    let goldsmiths = unthreatened(&player.tableau, Row::Goldsmiths);
    player.gold += rules.goldsmith_gold * goldsmiths;
    player.gold += rules.goldsmith1 * player.count(Kind::Goldsmith1) * goldsmiths;
    player.gold += rules.goldsmith2 * player.count(Kind::Goldsmith2) * goldsmiths;
}

/// A9: `noble1`, `scout1`, `fisher1`: glory for each unthreatened viking on a tile.
fn score_bonus_vikings(rules: &Rules, player: &mut Player) {
    let nobles = unthreatened(&player.tableau, Row::Nobles);
    let glory = rules.noble1 * player.count(Kind::Noble1) * nobles;
    player.glory += glory;
    player.sources.glory_bonus_noble1 += glory;
    let scouts = unthreatened(&player.tableau, Row::Scouts);
    let glory = rules.scout1 * player.count(Kind::Scout1) * scouts;
    player.glory += glory;
    player.sources.glory_bonus_scout1 += glory;
    let fishermen = unthreatened(&player.tableau, Row::Fishermen);
    let glory = rules.fisher1 * player.count(Kind::Fisher1) * fishermen;
    player.glory += glory;
    player.sources.glory_bonus_fisher1 += glory;
}

/// G1: the small scoring of one player.
pub fn small(rules: &Rules, player: &mut Player) {
    score_goldsmiths(rules, player);
}

/// G4-G8: the large scoring of one player, after the use of boatswains.
pub fn large(rules: &Rules, player: &mut Player) {
    // G4
    for (&column, &sail) in &player.tableau.ships {
        if player.tableau.warrior_in(column) {
            let (gold, glory) = sail_value(rules, sail);
            player.gold += gold;
            player.glory += glory;
            player.sources.glory_warriors += glory;
        }
    }
    // G5
    let nobles = rules.noble_glory * unthreatened(&player.tableau, Row::Nobles);
    player.glory += nobles;
    player.sources.glory_nobles += nobles;
    // G6
    for place in player.tableau.manned_cells() {
        if place.row == Row::Scouts && !player.tableau.threatened(place) {
            let mut glory = rules.scout_glory;
            if player.tableau.stands(cell(Row::Goldsmiths, place.column)) {
                glory += rules.scout_goldsmith;
            }
            if player.tableau.stands(cell(Row::Fishermen, place.column)) {
                glory += rules.scout_fisherman;
            }
            player.glory += glory;
            player.sources.glory_scouts += glory;
        }
    }
    // G7
    score_goldsmiths(rules, player);
    // G8: fishermen score nothing here but for A9.
    score_bonus_vikings(rules, player);
}

/// F2: every ship that is not repelled costs its sail's gold or glory, ship by ship.
fn pay_ships(rules: &Rules, player: &mut Player) {
    let ships = player.tableau.ships.clone();
    for (column, sail) in ships {
        if player.tableau.warrior_in(column) {
            continue;
        }
        let (gold, glory) = sail_value(rules, sail);
        let by_gold = player.gold.min(gold);
        let missing = gold - by_gold;
        player.gold -= by_gold;
        let lost = player.lose_glory(missing + glory, rules.glory_floor);
        player.sources.glory_ships_lost -= lost;
    }
}

/// The value of a rule to a player with some number of the tiles that change it: that of the tile,
/// with any number of them; or, by the other reading of A9, each tile changes it by the same.
fn changed(rules: &Rules, number: i64, usual: i64, tile: i64, least: i64) -> i64 {
    if number == 0 {
        return usual;
    }
    if !rules.add_up || number == 1 {
        return tile;
    }
    (usual + number * (tile - usual)).max(least)
}

/// F3: 1 glory per full 5 gold, with `gold3` per full 3 gold; the rest stays.
fn convert_gold(rules: &Rules, player: &mut Player) {
    let base = player.gold / rules.gold_per_glory;
    let tiles = player.count(Kind::Gold3);
    let per_glory = changed(rules, tiles, rules.gold_per_glory, rules.gold3, 1);
    let glory = player.gold / per_glory;
    player.gold -= glory * per_glory;
    player.glory += glory;
    player.sources.glory_gold += base;
    player.sources.glory_bonus_gold3 += glory - base;
}

/// F4-F6: for each player, has he the most (alone or tied)?
fn has_most(rules: &Rules, numbers: &[i64]) -> Vec<bool> {
    let most = *numbers.iter().max().expect("there are players");
    let mut answer = Vec::new();
    for &number in numbers {
        answer.push(number == most && (most > 0 || rules.zero_majorities));
    }
    answer
}

/// F4: the majority in boatswains, those on bonus tiles included. What a player owes to his own
/// tiles is told apart from what he would have got without them.
fn most_boatswains(rules: &Rules, players: &mut [Player]) {
    let numbers: Vec<i64> = players
        .iter()
        .map(|player| player.boatswains() + player.boatswains_on_tiles(rules))
        .collect();
    for seat in 0..players.len() {
        let given = |numbers: &[i64]| {
            if has_most(rules, numbers)[seat] { rules.most_boatswains } else { 0 }
        };
        let mut without = numbers.clone();
        without[seat] = players[seat].boatswains();
        let (glory, glory_without) = (given(&numbers), given(&without));
        let player = &mut players[seat];
        player.glory += glory;
        player.sources.glory_boatswains += glory_without;
        player.sources.glory_bonus_boatswain += glory - glory_without;
    }
}

/// F7: every viking eats 1 (A8: those on bonus tiles do not), every unthreatened fisherman on a
/// tile feeds 5. With `food3` the surplus gives more.
fn feed(rules: &Rules, player: &mut Player) {
    let food = rules.fisherman_feeds * unthreatened(&player.tableau, Row::Fishermen);
    let mouths = player.tableau.count_vikings() as i64;
    if food > mouths {
        let surplus = food - mouths;
        let tiles = player.count(Kind::Food3);
        let each = changed(rules, tiles, rules.surplus_glory, rules.food3, 0);
        player.glory += each * surplus;
        player.sources.glory_surplus += rules.surplus_glory * surplus;
        player.sources.glory_bonus_food3 += (each - rules.surplus_glory) * surplus;
    }
    if food < mouths {
        let lost = player.lose_glory(rules.unfed_penalty * (mouths - food), rules.glory_floor);
        player.sources.glory_shortage -= lost;
    }
}

/// F7b: the building bonus tiles in the tableau, nothing for one whose own cell is threatened; by the
/// other reading, only if a viking stands there.
fn score_buildings(rules: &Rules, player: &mut Player) {
    for (place, building) in player.tableau.bonus_buildings() {
        let matters = player.tableau.stands(place) || !rules.viking_threat;
        if player.tableau.threatened(place) && matters {
            continue;
        }
        let vikings = player.tableau.vikings_around(place) as i64;
        let glory = rules.building_cap.min(rules.building(building) * vikings);
        player.glory += glory;
        match building {
            'a' => player.sources.glory_bonus_building_a += glory,
            'b' => player.sources.glory_bonus_building_b += glory,
            'c' => player.sources.glory_bonus_building_c += glory,
            'd' => player.sources.glory_bonus_building_d += glory,
            _ => unreachable!("C3: the buildings are a b c d"),
        }
    }
}

/// F1: the final scoring of all players.
pub fn finale(rules: &Rules, players: &mut [Player]) {
    // F2
    for player in players.iter_mut() {
        pay_ships(rules, player);
    }
    // F3
    for player in players.iter_mut() {
        convert_gold(rules, player);
    }
    // F4
    most_boatswains(rules, players);
    // F5
    let islands: Vec<i64> =
        players.iter().map(|player| player.tableau.complete_islands().len() as i64).collect();
    for (player, most) in players.iter_mut().zip(has_most(rules, &islands)) {
        if most {
            player.glory += rules.most_islands;
            player.sources.glory_islands += rules.most_islands;
        }
    }
    // F6
    let longest: Vec<i64> = players
        .iter()
        .map(|player| player.tableau.complete_islands().into_iter().max().unwrap_or(0) as i64)
        .collect();
    for (player, most) in players.iter_mut().zip(has_most(rules, &longest)) {
        if most {
            player.glory += rules.longest_island;
            player.sources.glory_longest += rules.longest_island;
        }
    }
    // F7
    for player in players.iter_mut() {
        feed(rules, player);
    }
    // F7b
    for player in players.iter_mut() {
        score_buildings(rules, player);
    }
}

/// F8: is the first (glory, gold left over) better than the second?
fn better(first: (i64, i64), second: (i64, i64)) -> bool {
    first.0 > second.0 || (first.0 == second.0 && first.1 > second.1)
}

/// F8: the places from 1; tied players share the better place.
pub fn places(players: &[Player]) -> Vec<u32> {
    let mut places = Vec::new();
    for player in players {
        let mut place = 1;
        for other in players {
            if better((other.glory, other.gold), (player.glory, player.gold)) {
                place += 1;
            }
        }
        places.push(place);
    }
    places
}
