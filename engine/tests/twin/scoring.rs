//! A player's gold and glory, and the small, large and final scoring (section 6 of the rules).

use super::Rules;
use super::tableau::{Row, Tableau, Viking, cell};

/// Where a player's glory came from. The values always add up to his glory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    pub start: i64,
    pub glory_exchanged: i64,
    pub glory_warriors: i64,
    pub glory_nobles: i64,
    pub glory_scouts: i64,
    pub glory_ships_lost: i64,
    pub glory_gold: i64,
    pub glory_boatswains: i64,
    pub glory_islands: i64,
    pub glory_longest: i64,
    pub glory_surplus: i64,
    pub glory_shortage: i64,
}

impl Sources {
    pub fn list(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("start", self.start),
            ("glory_exchanged", self.glory_exchanged),
            ("glory_warriors", self.glory_warriors),
            ("glory_nobles", self.glory_nobles),
            ("glory_scouts", self.glory_scouts),
            ("glory_ships_lost", self.glory_ships_lost),
            ("glory_gold", self.glory_gold),
            ("glory_boatswains", self.glory_boatswains),
            ("glory_islands", self.glory_islands),
            ("glory_longest", self.glory_longest),
            ("glory_surplus", self.glory_surplus),
            ("glory_shortage", self.glory_shortage),
        ]
    }
}

/// Everything one player owns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub gold: i64,
    pub glory: i64,
    pub tableau: Tableau,
    /// P7: has the start tile been placed?
    pub started: bool,
    pub sources: Sources,
}

impl Player {
    /// S1: starting gold and glory, an empty tableau, the start tile still to be placed.
    pub fn new(gold: i64, glory: i64) -> Player {
        Player {
            gold,
            glory,
            tableau: Tableau::new(),
            started: false,
            sources: Sources { start: glory, ..Sources::default() },
        }
    }

    /// B2: gold pays first, the shortfall is paid by glory.
    pub fn pay_price(&mut self, price: i64) {
        let by_gold = self.gold.min(price);
        let by_glory = price - by_gold;
        self.gold -= by_gold;
        self.glory -= by_glory;
        self.sources.glory_exchanged -= by_glory;
    }

    /// Takes glory away, not below 0 if there is a floor. Returns what was really lost.
    fn lose_glory(&mut self, amount: i64, floor: bool) -> i64 {
        let before = self.glory;
        self.glory -= amount;
        if floor && self.glory < 0 {
            self.glory = 0;
        }
        before - self.glory
    }
}

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

/// G1, G7: the goldsmiths' gold.
fn score_goldsmiths(rules: &Rules, player: &mut Player) {
    player.gold += rules.goldsmith_gold * unthreatened(&player.tableau, Row::Goldsmiths);
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
    // G8: fishermen score nothing here.
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

/// F3: 1 glory per full 5 gold; the rest stays.
fn convert_gold(rules: &Rules, player: &mut Player) {
    let glory = player.gold / rules.gold_per_glory;
    player.gold -= glory * rules.gold_per_glory;
    player.glory += glory;
    player.sources.glory_gold += glory;
}

/// F4-F6: for each player, has he the most (alone or tied)?
fn has_most(rules: &Rules, numbers: &[usize]) -> Vec<bool> {
    let most = *numbers.iter().max().expect("there are players");
    let mut answer = Vec::new();
    for &number in numbers {
        answer.push(number == most && (most > 0 || rules.zero_majorities));
    }
    answer
}

/// F7: every viking eats 1, every unthreatened fisherman on a tile feeds 5.
fn feed(rules: &Rules, player: &mut Player) {
    let food = rules.fisherman_feeds * unthreatened(&player.tableau, Row::Fishermen);
    let mouths = player.tableau.count_vikings() as i64;
    if food > mouths {
        let glory = rules.surplus_glory * (food - mouths);
        player.glory += glory;
        player.sources.glory_surplus += glory;
    }
    if food < mouths {
        let lost = player.lose_glory(rules.unfed_penalty * (mouths - food), rules.glory_floor);
        player.sources.glory_shortage -= lost;
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
    let boatswains: Vec<usize> =
        players.iter().map(|player| player.tableau.count_ashore(Viking::Boatswain)).collect();
    for (player, most) in players.iter_mut().zip(has_most(rules, &boatswains)) {
        if most {
            player.glory += rules.most_boatswains;
            player.sources.glory_boatswains += rules.most_boatswains;
        }
    }
    // F5
    let islands: Vec<usize> =
        players.iter().map(|player| player.tableau.complete_islands().len()).collect();
    for (player, most) in players.iter_mut().zip(has_most(rules, &islands)) {
        if most {
            player.glory += rules.most_islands;
            player.sources.glory_islands += rules.most_islands;
        }
    }
    // F6
    let longest: Vec<usize> = players
        .iter()
        .map(|player| player.tableau.complete_islands().into_iter().max().unwrap_or(0))
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
