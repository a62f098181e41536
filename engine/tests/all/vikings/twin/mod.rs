//! A plain and slow second implementation of *Vikings* with its advanced rules, written from the
//! rules (sections 1-8) alone and following their words. It serves as the yardstick for the fast
//! engine: both are given the same deal and the same actions and must agree at every decision.
//! The ids in the comments (O1, B2, P3, ...) are those of the rules.

pub mod auction;
pub mod bonus;
pub mod component;
pub mod ferry;
pub mod player;
pub mod rules;
pub mod scoring;
pub mod tableau;
pub mod turn;

use auction::Auction;
use bonus::Kind;
use component::{Cell, ROWS, Row, Tile, Viking};
use player::Player;
pub use rules::Rules;

/// Number of spaces on the wheel, of lots in an offer and of purchases in a round.
const SPACES: usize = 12;
/// Number of rounds.
const ROUNDS: usize = 6;

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
    /// The first player opens the auction, or a player raises or passes (A2).
    Bid(Auction),
    /// The winner removes a viking (A3).
    Remove(Auction),
    /// A colour is to be set on the wheel (A3).
    Set(Auction),
    /// A lot is to be bought (B1).
    Buy,
    /// The lot has been bought, the start tile is to be placed (P7).
    Start(Lot),
    /// The tile of the lot is to be placed (P1-P6).
    Place(Lot),
    /// A bonus tile may be taken (A7).
    Take,
    /// A middle is to be replaced by the building tile just taken (section 7).
    Upgrade(char),
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
    /// The vikings of each round, 13 with the auction and 12 without.
    bag: Vec<Vec<Viking>>,
    /// A6: the bonus tiles face down, the next one first.
    bonus: Vec<Kind>,
    /// A6: the bonus tiles face up.
    row: Vec<Kind>,
    players: Vec<Player>,
    /// The wheel: the lot on each space.
    wheel: Vec<Option<Lot>>,
    /// The current round, from 1.
    round: usize,
    /// The seat with the first-player marker, which goes to the winner of the auction (A3).
    first: usize,
    /// The seat whose decision it is.
    seat: usize,
    /// Purchases completed in this round.
    purchases: usize,
    /// A7: did the lot of the current turn give the right to a bonus tile?
    bonus_due: bool,
    phase: Phase,
    scorings: Vec<Scoring>,
}

impl Twin {
    /// A new game with its whole deal. Stacks: 6 strings of 12 tile letters in stack order; bag: 6
    /// strings of 13 viking letters with the auction, 12 without; bonus: the kinds of the bonus
    /// tiles in order, none without bonus tiles.
    pub fn new(
        rules: Rules,
        players: usize,
        stacks: &[String],
        bag: &[String],
        bonus: &[String],
    ) -> Twin {
        assert!((2..=4).contains(&players), "C1: 2 to 4 players");
        assert!(rules.gold_per_glory > 0, "F3 needs a positive amount of gold per glory");
        assert_eq!(stacks.len(), ROUNDS, "S2: 6 stacks");
        assert_eq!(bag.len(), ROUNDS, "the vikings of 6 rounds");
        assert!(rules.bonus_tiles || bonus.is_empty(), "bonus tiles are not in the game");
        let bonus_kinds: Vec<Kind> =
            bonus.iter().map(|name| Kind::from_name(name).expect("a kind of bonus tile")).collect();
        if bonus_kinds.contains(&Kind::Gold3) {
            assert!(rules.gold3 > 0, "F3 needs a positive amount of gold per glory");
        }
        let mut tile_stacks = Vec::new();
        for stack in stacks {
            let tiles: Vec<Tile> = stack
                .chars()
                .map(|letter| Tile::from_letter(letter).expect("a tile letter"))
                .collect();
            assert_eq!(tiles.len(), SPACES, "S2: 12 tiles in a stack");
            tile_stacks.push(tiles);
        }
        let drawn = if rules.auction { SPACES + 1 } else { SPACES };
        let mut viking_draws = Vec::new();
        for draw in bag {
            let vikings: Vec<Viking> = draw
                .chars()
                .map(|letter| Viking::from_letter(letter).expect("a viking letter"))
                .collect();
            assert_eq!(vikings.len(), drawn, "O2, A1: the vikings of a round");
            viking_draws.push(vikings);
        }
        let seats = (0..players).map(|seat| {
            let gold = rules.starting_gold(players) + rules.seat_gold[seat];
            Player::new(gold, rules.glory + rules.seat_glory[seat])
        });
        let seats = seats.collect();
        let mut game = Twin {
            rules,
            stacks: tile_stacks,
            bag: viking_draws,
            bonus: bonus_kinds,
            row: Vec::new(),
            players: seats,
            wheel: Vec::new(),
            round: 1,
            first: 0, // S3
            seat: 0,
            purchases: 0,
            bonus_due: false,
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
            Phase::Bid(auction) => self.legal_bids(auction),
            Phase::Remove(auction) => self.legal_removals(auction),
            Phase::Set(auction) => self.legal_settings(auction),
            Phase::Buy => self.legal_buys(),
            Phase::Start(_) => ROWS.iter().map(|row| format!("start {}", row.letter())).collect(),
            Phase::Place(lot) => self.legal_placements(*lot),
            Phase::Take => self.legal_takes(),
            Phase::Upgrade(building) => self.legal_upgrades(*building),
            Phase::Ferry => self.legal_ferries(),
            Phase::Land { to_land, last } => self.legal_landings(to_land, *last),
            Phase::Over => Vec::new(),
        }
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
            ("bid", Phase::Bid(auction)) => self.bid(auction, rest.parse().expect("a bid")),
            ("pass", Phase::Bid(auction)) => self.pass(auction),
            ("remove", Phase::Remove(auction)) => self.remove(auction, read_viking(rest)),
            ("set", Phase::Set(auction)) => self.set(auction, read_viking(rest)),
            ("buy", Phase::Buy) => self.buy(rest.parse().expect("a price")),
            ("start", Phase::Start(lot)) => self.start(lot, read_row(rest)),
            ("ship", Phase::Place(lot)) => self.place_ship(lot, rest.parse().expect("a column")),
            ("tile", Phase::Place(lot)) => self.place_island(lot, rest),
            ("discard", Phase::Place(lot)) => self.discard(lot),
            ("take", Phase::Take) => self.take(rest),
            ("decline", Phase::Take) => self.end_turn(),
            ("upgrade", Phase::Upgrade(building)) => self.upgrade(building, rest),
            ("ferry" | "longboat", Phase::Ferry) => self.ferry(verb, rest),
            ("stop", Phase::Ferry) => self.score_large(),
            ("land", Phase::Land { to_land, .. }) => self.land(to_land, rest),
            _ => unreachable!("`{action}` was among the legal actions"),
        }
        Ok(())
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

    /// S3, A4: the marker passes on and the next round begins.
    fn next_round(&mut self) {
        self.first = self.next_seat(self.first);
        self.round += 1;
        self.begin_round();
    }
}

/// Reads the row letter of an action known to be legal.
fn read_row(letter: &str) -> Row {
    letter.chars().next().and_then(Row::from_letter).expect("a row letter")
}

/// Reads the viking letter of an action known to be legal.
fn read_viking(letter: &str) -> Viking {
    letter.chars().next().and_then(Viking::from_letter).expect("a viking letter")
}

/// Reads the cell of an action known to be legal.
fn read_cell(name: &str) -> Cell {
    Cell::from_name(name).expect("a cell")
}
