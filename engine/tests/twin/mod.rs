//! A plain and slow second implementation of the base game of *Vikings*, written from the rules
//! (sections 1-6 and 8) alone and following their words. It serves as the yardstick for the fast
//! engine: both are given the same deal and the same actions and must agree at every decision.
//! The ids in the comments (O1, B2, P3, ...) are those of the rules.

#![allow(dead_code)] // each test uses its own part of the interface

pub mod scoring;
pub mod tableau;

use scoring::Player;
use tableau::{COLOURS, Cell, Ferry, Island, Row, Tile, Viking, cell};

/// Number of spaces on the wheel, of lots in an offer and of purchases in a round.
const SPACES: usize = 12;
/// Number of rounds.
const ROUNDS: usize = 6;

/// The rule values of section 10 that the base game uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    // [setup], S1
    pub glory: i64,
    pub gold_2: i64,
    pub gold_3: i64,
    pub gold_4: i64,
    // [ships], C5, by the row that the sail reaches
    pub ship_n_gold: i64,
    pub ship_n_glory: i64,
    pub ship_s_gold: i64,
    pub ship_s_glory: i64,
    pub ship_g_gold: i64,
    pub ship_g_glory: i64,
    pub ship_f_gold: i64,
    pub ship_f_glory: i64,
    // [scoring], G1-G7, F1-F7
    pub goldsmith_gold: i64,
    pub noble_glory: i64,
    pub scout_glory: i64,
    pub scout_goldsmith: i64,
    pub scout_fisherman: i64,
    pub glory_floor: bool,
    pub gold_per_glory: i64,
    pub most_boatswains: i64,
    pub most_islands: i64,
    pub longest_island: i64,
    pub zero_majorities: bool,
    pub fisherman_feeds: i64,
    pub surplus_glory: i64,
    pub unfed_penalty: i64,
}

impl Rules {
    /// The preset `base`.
    pub fn base() -> Rules {
        Rules {
            glory: 10,
            gold_2: 30,
            gold_3: 25,
            gold_4: 20,
            ship_n_gold: 3,
            ship_n_glory: 0,
            ship_s_gold: 5,
            ship_s_glory: 0,
            ship_g_gold: 0,
            ship_g_glory: 2,
            ship_f_gold: 0,
            ship_f_glory: 3,
            goldsmith_gold: 3,
            noble_glory: 2,
            scout_glory: 1,
            scout_goldsmith: 1,
            scout_fisherman: 1,
            glory_floor: true,
            gold_per_glory: 5,
            most_boatswains: 10,
            most_islands: 7,
            longest_island: 5,
            zero_majorities: true,
            fisherman_feeds: 5,
            surplus_glory: 2,
            unfed_penalty: 1,
        }
    }

    /// S1: the starting gold.
    fn gold(&self, players: usize) -> i64 {
        match players {
            2 => self.gold_2,
            3 => self.gold_3,
            4 => self.gold_4,
            _ => panic!("C1: 2 to 4 players"),
        }
    }
}

/// The totals of every seat after one scoring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoring {
    pub round: u32,
    /// `small`, `large` or `final`.
    pub kind: &'static str,
    pub gold: Vec<i64>,
    pub glory: Vec<i64>,
}

/// The result of a finished game (F8).
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    pub glory: Vec<i64>,
    /// The gold left over after F3.
    pub gold: Vec<i64>,
    /// Places from 1; tied players share the better place.
    pub place: Vec<u32>,
    /// The seats on place 1; each of k winners has a win share of 1/k.
    pub winners: Vec<usize>,
}

/// O3: a tile and the viking on its space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lot {
    tile: Tile,
    viking: Viking,
}

/// The kind of decision that comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Phase {
    /// A lot is to be bought (B1).
    Buy,
    /// The lot has been bought, the start tile is to be placed (P7).
    Start(Lot),
    /// The tile of the lot is to be placed (P1-P6).
    Place(Lot),
    /// A boatswain may be used (G3).
    Ferry,
    /// A tile is to be chosen for the next viking of the current ferry: the colours and numbers
    /// still to land, and the column last chosen for the first of these colours (0: none yet).
    Land { to_land: Vec<(Row, usize)>, last: usize },
    /// The game is over.
    Over,
}

/// A game of *Vikings* at one of its decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    rules: Rules,
    /// The tiles of each round in stack order.
    stacks: Vec<Vec<Tile>>,
    /// The 12 vikings of each round.
    bag: Vec<Vec<Viking>>,
    players: Vec<Player>,
    /// The wheel: the lot on each space.
    wheel: Vec<Option<Lot>>,
    /// The current round, from 1.
    round: usize,
    /// The seat with the first-player marker.
    first: usize,
    /// The seat whose decision it is.
    seat: usize,
    /// Purchases completed in this round.
    purchases: usize,
    phase: Phase,
    scorings: Vec<Scoring>,
}

impl Twin {
    /// A new game with its whole deal. Stacks: 6 strings of 12 tile letters in stack order; bag: 6
    /// strings of viking letters, of which the first 12 are used.
    pub fn new(rules: Rules, players: usize, stacks: &[String], bag: &[String]) -> Twin {
        assert!((2..=4).contains(&players), "C1: 2 to 4 players");
        assert!(rules.gold_per_glory > 0, "F3 needs a positive amount of gold per glory");
        assert_eq!(stacks.len(), ROUNDS, "S2: 6 stacks");
        assert_eq!(bag.len(), ROUNDS, "the vikings of 6 rounds");
        let mut tile_stacks = Vec::new();
        for stack in stacks {
            let tiles: Vec<Tile> = stack
                .chars()
                .map(|letter| Tile::from_letter(letter).expect("a tile letter"))
                .collect();
            assert_eq!(tiles.len(), SPACES, "S2: 12 tiles in a stack");
            tile_stacks.push(tiles);
        }
        let mut viking_draws = Vec::new();
        for draw in bag {
            let vikings: Vec<Viking> = draw
                .chars()
                .take(SPACES)
                .map(|letter| Viking::from_letter(letter).expect("a viking letter"))
                .collect();
            assert_eq!(vikings.len(), SPACES, "O2: 12 vikings in a round");
            viking_draws.push(vikings);
        }
        let player = Player::new(rules.gold(players), rules.glory);
        let mut game = Twin {
            rules,
            stacks: tile_stacks,
            bag: viking_draws,
            players: vec![player; players],
            wheel: Vec::new(),
            round: 1,
            first: 0, // S3
            seat: 0,
            purchases: 0,
            phase: Phase::Buy,
            scorings: Vec::new(),
        };
        game.begin_round();
        game
    }

    /// Is the game over?
    pub fn over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The seat whose decision it is (without meaning once the game is over).
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// The current round, from 1; 6 once the game is over.
    pub fn round(&self) -> usize {
        self.round
    }

    pub fn gold(&self, seat: usize) -> i64 {
        self.players[seat].gold
    }

    pub fn glory(&self, seat: usize) -> i64 {
        self.players[seat].glory
    }

    /// The scorings so far.
    pub fn scorings(&self) -> &[Scoring] {
        &self.scorings
    }

    /// Where the glory of a seat came from; the values add up to its glory.
    pub fn sources(&self, seat: usize) -> Vec<(&'static str, i64)> {
        self.players[seat].sources.list()
    }

    /// The result, once the game is over.
    pub fn end(&self) -> Option<End> {
        if !self.over() {
            return None;
        }
        let place = scoring::places(&self.players);
        let winners = (0..self.players.len()).filter(|&seat| place[seat] == 1).collect();
        Some(End {
            glory: self.players.iter().map(|player| player.glory).collect(),
            gold: self.players.iter().map(|player| player.gold).collect(),
            place,
            winners,
        })
    }

    // ---- legal actions -------------------------------------------------------------------------

    /// All legal actions of the current decision in the notation of section 8.
    pub fn legal(&self) -> Vec<String> {
        match &self.phase {
            Phase::Buy => self.legal_buys(),
            Phase::Start(_) => {
                tableau::ROWS.iter().map(|row| format!("start {}", row.letter())).collect()
            }
            Phase::Place(lot) => self.legal_placements(*lot),
            Phase::Ferry => self.legal_ferries(),
            Phase::Land { to_land, last } => self.legal_landings(to_land, *last),
            Phase::Over => Vec::new(),
        }
    }

    /// O3: the spaces that still hold a lot, with price and lot, in ascending order.
    fn offers(&self) -> Vec<(usize, i64, Lot)> {
        let mut offers = Vec::new();
        let mut lowest = None;
        for (space, lot) in self.wheel.iter().enumerate() {
            if let Some(lot) = lot {
                let lowest = *lowest.get_or_insert(space);
                offers.push((space, (space - lowest) as i64, *lot));
            }
        }
        offers
    }

    /// B1-B3.
    fn legal_buys(&self) -> Vec<String> {
        let player = &self.players[self.seat];
        let offers = self.offers();
        let mut actions = Vec::new();
        for &(space, price, lot) in &offers {
            let allowed = if price > 0 {
                // B2
                player.gold + player.glory >= price
            } else {
                // B3
                let same_colour_elsewhere =
                    offers.iter().any(|other| other.0 != space && other.2.viking == lot.viking);
                let lowest_above_zero =
                    offers.iter().map(|other| other.1).filter(|&other| other > 0).min();
                let gold_too_short = match lowest_above_zero {
                    Some(lowest) => player.gold < lowest,
                    None => false, // the last lot: no other lot holds a viking at all
                };
                !same_colour_elsewhere || gold_too_short
            };
            if allowed {
                actions.push(format!("buy {price}"));
            }
        }
        actions
    }

    /// P1-P5.
    fn legal_placements(&self, lot: Lot) -> Vec<String> {
        let tableau = &self.players[self.seat].tableau;
        let island = match lot.tile {
            Tile::Ship(_) => {
                let columns = tableau.ship_columns();
                return columns.iter().map(|column| format!("ship {column}")).collect();
            }
            Tile::Island(island) => island,
        };
        let mut actions = Vec::new();
        for place in tableau.island_cells(island) {
            actions.push(format!("tile {}", place.name()));
            if lot.viking == Viking::Of(place.row) {
                actions.push(format!("tile {}+", place.name()));
            }
        }
        if actions.is_empty() {
            actions.push("discard".to_string());
        }
        actions
    }

    /// G3. This is asked only while a boatswain can move somebody, so after round 6 the player
    /// must go on.
    fn legal_ferries(&self) -> Vec<String> {
        let ferries = self.players[self.seat].tableau.ferries();
        let mut actions: Vec<String> = ferries.iter().map(|ferry| ferry.name()).collect();
        if self.round < ROUNDS {
            actions.push("stop".to_string());
        }
        actions
    }

    /// Section 8, `land`: with k vikings to land and f free tiles to the right of the last one
    /// chosen, the first f - k + 1 of them.
    fn legal_landings(&self, to_land: &[(Row, usize)], last: usize) -> Vec<String> {
        let (row, k) = to_land[0];
        let free = self.players[self.seat].tableau.free_columns(row, last);
        let f = free.len();
        free.iter()
            .take(f - k + 1)
            .map(|&column| format!("land {}", cell(row, column).name()))
            .collect()
    }

    // ---- applying actions ----------------------------------------------------------------------

    /// Plays one action. An action that is not legal changes nothing and is reported.
    pub fn apply(&mut self, action: &str) -> Result<(), String> {
        let legal = self.legal();
        if !legal.iter().any(|other| other == action) {
            return Err(format!(
                "round {}, seat {}: `{action}` is not among {legal:?}",
                self.round, self.seat
            ));
        }
        // From here on the action is known to be well formed and to fit the phase.
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        match (verb, self.phase.clone()) {
            ("buy", Phase::Buy) => self.buy(rest.parse().expect("a price")),
            ("start", Phase::Start(lot)) => self.start(lot, read_row(rest)),
            ("ship", Phase::Place(lot)) => self.place_ship(lot, rest.parse().expect("a column")),
            ("tile", Phase::Place(lot)) => self.place_island(lot, rest),
            ("discard", Phase::Place(lot)) => self.discard(lot),
            ("ferry", Phase::Ferry) => match rest {
                "each" => self.ferry(Ferry::Each),
                _ => self.ferry(Ferry::All(read_row(rest))),
            },
            ("stop", Phase::Ferry) => self.score_large(),
            ("land", Phase::Land { to_land, .. }) => self.land(to_land, rest),
            _ => unreachable!("`{action}` was among the legal actions"),
        }
        Ok(())
    }

    /// O1, O2: lays out the offer of the round; the seat with the marker begins.
    fn begin_round(&mut self) {
        let mut tiles: Vec<Option<Tile>> = vec![None; SPACES];
        let mut next_for_island = 0;
        let mut ships = 0;
        for &tile in &self.stacks[self.round - 1] {
            match tile {
                Tile::Island(_) => {
                    tiles[next_for_island] = Some(tile);
                    next_for_island += 1;
                }
                Tile::Ship(_) => {
                    tiles[SPACES - 1 - ships] = Some(tile);
                    ships += 1;
                }
            }
        }
        let mut vikings = Vec::new();
        for colour in COLOURS {
            for &viking in &self.bag[self.round - 1] {
                if viking == colour {
                    vikings.push(viking);
                }
            }
        }
        self.wheel = Vec::new();
        for space in 0..SPACES {
            let tile = tiles[space].expect("O1: islands and ships meet without gap");
            self.wheel.push(Some(Lot { tile, viking: vikings[space] }));
        }
        self.purchases = 0;
        self.seat = self.first;
        self.phase = Phase::Buy;
    }

    /// B2: the player pays and the lot leaves the wheel; the start tile comes next at the player's
    /// first purchase (P7), otherwise the tile of the lot.
    fn buy(&mut self, price: i64) {
        let offers = self.offers();
        let &(space, _, lot) = offers.iter().find(|offer| offer.1 == price).expect("a lot");
        self.wheel[space] = None;
        let player = &mut self.players[self.seat];
        player.pay_price(price);
        self.phase = if player.started { Phase::Place(lot) } else { Phase::Start(lot) };
    }

    /// P7.
    fn start(&mut self, lot: Lot, row: Row) {
        let player = &mut self.players[self.seat];
        player.tableau.place_island(Island::LeftEnd, cell(row, 1), None);
        player.started = true;
        self.phase = Phase::Place(lot);
    }

    /// P1.
    fn place_ship(&mut self, lot: Lot, column: usize) {
        let Tile::Ship(sail) = lot.tile else { unreachable!("the lot is a ship") };
        let tableau = &mut self.players[self.seat].tableau;
        tableau.ships.insert(column, sail);
        tableau.put_ashore(lot.viking);
        self.end_turn();
    }

    /// P2-P6; the place is a cell, followed by `+` if the viking goes on the tile.
    fn place_island(&mut self, lot: Lot, place: &str) {
        let Tile::Island(island) = lot.tile else { unreachable!("the lot is an island") };
        let tableau = &mut self.players[self.seat].tableau;
        match place.strip_suffix('+') {
            Some(place) => tableau.place_island(island, read_cell(place), Some(lot.viking)),
            None => {
                tableau.place_island(island, read_cell(place), None);
                tableau.put_ashore(lot.viking);
            }
        }
        self.end_turn();
    }

    /// P4: the tile is gone, the viking goes ashore.
    fn discard(&mut self, lot: Lot) {
        self.players[self.seat].tableau.put_ashore(lot.viking);
        self.end_turn();
    }

    /// The next seat buys, or the round ends after 12 purchases (B4).
    fn end_turn(&mut self) {
        self.purchases += 1;
        if self.purchases < SPACES {
            self.seat = self.next_seat(self.seat);
            self.phase = Phase::Buy;
        } else if self.round % 2 == 1 {
            // G1
            for player in &mut self.players {
                scoring::small(&self.rules, player);
            }
            self.note_scoring("small");
            self.next_round();
        } else {
            // G2
            self.seat = self.first;
            self.ask_boatswains();
        }
    }

    fn next_seat(&self, seat: usize) -> usize {
        (seat + 1) % self.players.len()
    }

    fn note_scoring(&mut self, kind: &'static str) {
        self.scorings.push(Scoring {
            round: self.round as u32,
            kind,
            gold: self.players.iter().map(|player| player.gold).collect(),
            glory: self.players.iter().map(|player| player.glory).collect(),
        });
    }

    /// S3: the marker passes on and the next round begins.
    fn next_round(&mut self) {
        self.first = self.next_seat(self.first);
        self.round += 1;
        self.begin_round();
    }

    // ---- the large scoring ---------------------------------------------------------------------

    /// G2: the current seat is asked for its boatswains if one of them can move anybody, otherwise
    /// it scores.
    fn ask_boatswains(&mut self) {
        if self.players[self.seat].tableau.ferries().is_empty() {
            self.score_large();
        } else {
            self.phase = Phase::Ferry;
        }
    }

    /// G3: one boatswain is used and leaves the game.
    fn ferry(&mut self, ferry: Ferry) {
        let tableau = &mut self.players[self.seat].tableau;
        let to_land = tableau.moved_by(ferry);
        tableau.spend_boatswain();
        self.go_on_landing(to_land, 0);
    }

    /// The first viking still to land goes to the tile chosen for him.
    fn land(&mut self, mut to_land: Vec<(Row, usize)>, place: &str) {
        let place = read_cell(place);
        self.players[self.seat].tableau.land(place.row, place.column);
        to_land[0].1 -= 1;
        self.go_on_landing(to_land, place.column);
    }

    /// Section 8, `land`: takes the colours in turn, fills the tiles without asking where all the
    /// free tiles to the right of the last one chosen are needed, and asks where there is a choice.
    /// After the last landing comes the next boatswain.
    fn go_on_landing(&mut self, mut to_land: Vec<(Row, usize)>, mut last: usize) {
        while !to_land.is_empty() {
            let (row, k) = to_land[0];
            if k > 0 {
                let free = self.players[self.seat].tableau.free_columns(row, last);
                if free.len() > k {
                    self.phase = Phase::Land { to_land, last };
                    return;
                }
                for column in free {
                    self.players[self.seat].tableau.land(row, column);
                }
            }
            to_land.remove(0);
            last = 0;
        }
        self.ask_boatswains();
    }

    /// G2: the current seat, done with boatswains, scores; then comes the next seat, or the end of
    /// the scoring.
    fn score_large(&mut self) {
        scoring::large(&self.rules, &mut self.players[self.seat]);
        let next = self.next_seat(self.seat);
        if next != self.first {
            self.seat = next;
            self.ask_boatswains();
            return;
        }
        self.note_scoring("large");
        if self.round < ROUNDS {
            self.next_round();
        } else {
            // F1
            scoring::finale(&self.rules, &mut self.players);
            self.note_scoring("final");
            self.phase = Phase::Over;
        }
    }
}

/// Reads the row letter of an action known to be legal.
fn read_row(letter: &str) -> Row {
    letter.chars().next().and_then(Row::from_letter).expect("a row letter")
}

/// Reads the cell of an action known to be legal.
fn read_cell(name: &str) -> Cell {
    Cell::from_name(name).expect("a cell")
}
