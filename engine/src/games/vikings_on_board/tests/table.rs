//! A table at which tests set up positions and play by notation.

use serde_json::{Value, json};

use crate::error::KeyError;
use crate::fact::Ledger;
use crate::game::Game;
use crate::games::vikings_on_board::VikingsOnBoard;
use crate::games::vikings_on_board::action::Action;
use crate::games::vikings_on_board::barrel::Barrels;
use crate::games::vikings_on_board::component::{
    BARRELS, Body, Clan, Good, Goods, Place, Ship, Zone,
};
use crate::games::vikings_on_board::deal::Deal;
use crate::games::vikings_on_board::fact::BoardFact;
use crate::games::vikings_on_board::line::Line;
use crate::games::vikings_on_board::rule_set::PRESETS;
use crate::games::vikings_on_board::scoring::Scoring;
use crate::games::vikings_on_board::stack::{Known, Stack};
use crate::games::vikings_on_board::state::{ALL_SPACES, NOBODY, Phase, State};
use crate::rules;
use crate::seat::Seat;
use crate::seed::{DealSeed, Rng};

/// The ships and stacks of E12.
pub const SHIPS: &str = "R1B1G1 R1B1Y1 R2G1Y1 B2G2Y2 R2B2G2 R3B3Y2 R3G3Y3 B3G3Y3";
pub const W1: &str = "hgmhgmh";
pub const W2: &str = "gmhgmhgm";

/// The base rules with single values changed.
pub fn game(players: usize, changes: &[&str]) -> Result<VikingsOnBoard, KeyError> {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let text = rules::set(PRESETS[0].toml, &changes)?;
    VikingsOnBoard::new(rules::read::<VikingsOnBoard>(&text)?, players)
}

/// Deal number `deal` of some run.
pub fn seeded(game: &VikingsOnBoard, deal: u64) -> Deal {
    game.deal(DealSeed { seed: 7, deal })
}

/// A deal as it stands in records.
pub fn deal_json(ships: &str, w1: &str, w2: &str, order: &[u8]) -> Value {
    let ships: Vec<&str> = ships.split(' ').collect();
    json!({ "ships": ships, "w1": w1, "w2": w2, "order": order })
}

/// The deal of E12, seats in order.
pub fn plain_deal(players: usize) -> Deal {
    let order: Vec<u8> = (0..players as u8).collect();
    serde_json::from_value(deal_json(SHIPS, W1, W2, &order)).unwrap()
}

/// The ship with a number from 1.
pub fn ship(number: usize) -> Ship {
    Ship::all().nth(number - 1).unwrap()
}

/// `3.R`.
pub fn zone(text: &str) -> Zone {
    let (at, clan) = text.split_once('.').unwrap();
    Zone::new(ship(at.parse().unwrap()), Clan::from_letter(clan.chars().next().unwrap()).unwrap())
}

/// `hhm`.
pub fn goods(text: &str) -> Goods {
    let mut goods = Goods::NONE;
    for letter in text.chars() {
        goods.add(Good::from_letter(letter).unwrap());
    }
    goods
}

/// `R1B3+`.
fn bodies(text: &str) -> Vec<Body> {
    let mut bodies: Vec<Body> = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match Clan::from_letter(letter) {
            Some(clan) => {
                let shields = letters.next().unwrap().to_digit(10).unwrap() as u8;
                bodies.push(Body { clan, shields, crew: false });
            }
            None => bodies.last_mut().unwrap().crew = true,
        }
    }
    bodies
}

/// A game under way.
#[derive(Clone)]
pub struct Table {
    pub game: VikingsOnBoard,
    pub state: State,
    pub ledger: Ledger<Scoring>,
}

impl Table {
    /// The deal of E12, with single values of the rules changed.
    pub fn new(players: usize, changes: &[&str]) -> Table {
        Table::dealt(game(players, changes).unwrap(), &plain_deal(players))
    }

    /// Before the first decision of `deal`.
    pub fn dealt(game: VikingsOnBoard, deal: &Deal) -> Table {
        let state = game.state(deal);
        let ledger = Ledger::new(game.players(), BoardFact::ALL.len());
        Table { game, state, ledger }
    }

    /// Ships from number 1 on, `-` for one without bodies and `x` for one that has sailed; those not
    /// named have sailed too. Bodies of the box that are not named sailed with the last ship.
    pub fn ships(mut self, text: &str) -> Table {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        words.resize(8, "x");
        let mut ships: Vec<Vec<Body>> =
            words.iter().map(|word| bodies(word.trim_matches(['-', 'x']))).collect();
        let mut rest: Vec<Body> = Vec::new();
        for clan in Clan::ALL {
            let shields = self.game.rule_set.bodies.shields;
            rest.extend(shields.map(|shields| Body { clan, shields: shields as u8, crew: false }));
        }
        for body in ships.iter().flatten() {
            let known = |left: &Body| left.clan == body.clan && left.shields == body.shields;
            rest.remove(rest.iter().position(known).expect("a body of the box"));
        }
        if !rest.is_empty() {
            let last = words.iter().rposition(|&word| word == "x").expect("a ship that has sailed");
            ships[last] = rest;
        }
        let mut all = ships.iter().flatten().copied();
        let plain =
            [[(); 3]; 8].map(|ship| ship.map(|()| Body { crew: false, ..all.next().unwrap() }));
        self.state.line = line(&plain, &ships);
        self.state.barrels = Barrels::NEW;
        self.state.departures = 0;
        for (at, _) in Ship::all().zip(&words).filter(|(_, word)| **word == "x") {
            self.state.line.depart(at);
            self.state.barrels.depart(at, None);
            self.state.departures += 1;
        }
        self
    }

    /// Supplies on the bow of a ship.
    pub fn load(mut self, number: usize, text: &str) -> Table {
        self.state.bows[number - 1] = goods(text);
        self
    }

    /// The barrel of some value lies at a zone.
    pub fn bet(mut self, seat: usize, value: u8, at: &str) -> Table {
        let barrel = self.barrel(value);
        self.state.barrels.bet(seat, barrel, zone(at));
        self
    }

    pub fn market(mut self, market: [u16; 3]) -> Table {
        self.state.market = market;
        self
    }

    pub fn stacks(mut self, w1: &str, w2: &str) -> Table {
        self.state.w1 = Stack::from_letters(w1).unwrap();
        self.state.w2 = Stack::from_letters(w2).unwrap();
        self.state.known = Known::default();
        self
    }

    pub fn owning(mut self, seat: usize, text: &str) -> Table {
        self.state.goods[seat] = goods(text);
        self
    }

    /// Vikings that have not moved, by their seats; `.` for an empty space.
    pub fn row(mut self, seats: &str) -> Table {
        self.state.old = row(seats);
        self.state.phase = Phase::Go;
        self.state.seat = seats.trim_start_matches('.')[..1].parse().unwrap();
        self
    }

    /// Vikings that have moved, by their seats; `.` for a free space.
    pub fn moved(mut self, seats: &str) -> Table {
        self.state.new = row(seats);
        let taken = seats.chars().enumerate().filter(|(_, seat)| *seat != '.');
        self.state.free = taken.fold(ALL_SPACES, |free, (space, _)| free & !(1 << space));
        self
    }

    /// All vikings have moved, seat 0's to First Player, and `seat` sends a ship off.
    pub fn sailing(self, seat: usize) -> Table {
        let mut table = self.moved("0");
        table.state.old = 0;
        table.state.stern = seat as u8;
        table.state.seat = seat as u8;
        table.state.phase = Phase::Sail;
        table
    }

    /// The number of the first barrel of this value.
    fn barrel(&self, value: u8) -> usize {
        self.game.numbers.values.iter().position(|&own| own == value).unwrap()
    }

    /// Plays actions given by their texts, with `;` between them.
    pub fn play(&mut self, texts: &str) -> &mut Table {
        for text in texts.split("; ") {
            let action: Action = text.parse().unwrap();
            self.game
                .apply(&mut self.state, action, &mut self.ledger)
                .unwrap_or_else(|error| panic!("{error}: {:?}\n{}", self.legal(), self.text()));
        }
        self
    }

    /// The same of a table that is handed on.
    pub fn after(mut self, texts: &str) -> Table {
        self.play(texts);
        self
    }

    /// Plays a random action and returns its text.
    pub fn play_any(&mut self, rng: &mut Rng) -> String {
        let action = self.game.random_legal(&self.state, rng);
        self.game.apply_unchecked(&mut self.state, action, &mut self.ledger);
        action.to_string()
    }

    pub fn allows(&self, text: &str) -> bool {
        self.game.is_legal(&self.state, text.parse().unwrap())
    }

    pub fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal(&self.state, &mut actions);
        actions.iter().map(Action::to_string).collect()
    }

    /// The legal actions of one verb, without it.
    pub fn targets(&self, verb: &str) -> Vec<String> {
        let legal = self.legal();
        legal.iter().filter_map(|text| Some(text.strip_prefix(verb)?.trim().to_owned())).collect()
    }

    pub fn mover(&self) -> Option<usize> {
        self.game.to_move(&self.state).map(Seat::index)
    }

    /// Bodies of a docked ship, `x` for one that has sailed.
    pub fn ship(&self, number: usize) -> String {
        if !self.state.is_docked(ship(number)) {
            return "x".to_owned();
        }
        self.state.bodies(ship(number)).map(|body| body.to_string()).collect()
    }

    pub fn all_ships(&self) -> Vec<String> {
        (1..=8).map(|number| self.ship(number)).collect()
    }

    pub fn on_bow(&self, number: usize) -> String {
        self.state.bow(ship(number)).to_string()
    }

    pub fn goods(&self, seat: usize) -> String {
        self.state.goods(Seat::new(seat)).to_string()
    }

    pub fn all_goods(&self) -> Vec<String> {
        (0..self.game.players()).map(|seat| self.goods(seat)).collect()
    }

    /// Where the barrel of some value is.
    pub fn barrel_place(&self, seat: usize, value: u8) -> String {
        self.state.barrels.place_text(seat, self.barrel(value))
    }

    /// Values of barrels won.
    pub fn won(&self, seat: usize) -> Vec<u8> {
        let values = self.game.numbers.values;
        let won = self.state.barrels.won(seat);
        (0..BARRELS).filter(|barrel| won >> barrel & 1 == 1).map(|barrel| values[barrel]).collect()
    }

    /// Seats that are still to move, in their order.
    pub fn waiting(&self) -> String {
        self.state.waiting().map(|seat| seat.to_string()).collect()
    }

    pub fn fact(&self, seat: usize, fact: BoardFact) -> i32 {
        self.ledger.facts(Seat::new(seat))[fact as usize]
    }

    /// The last scoring as it stands in records.
    pub fn last_scoring(&self) -> Value {
        serde_json::to_value(self.ledger.scorings().last().unwrap()).unwrap()
    }

    pub fn score(&self) -> Vec<i32> {
        self.game.outcome(&self.state).score.as_slice().to_vec()
    }

    pub fn text(&self) -> String {
        use crate::recorded::Recorded;
        self.game.table_text(&self.state)
    }

    /// Whether the round is over and the game goes on.
    pub fn is_new_round(&self) -> bool {
        self.state.phase == Phase::Go && self.state.turn == 0 && self.state.stern == NOBODY
    }
}

fn row(seats: &str) -> u64 {
    let seats =
        seats.chars().enumerate().filter_map(|(space, seat)| Some((space, seat.to_digit(10)?)));
    seats.fold(0, |row, (space, seat)| row | u64::from(seat + 1) << (4 * space))
}

/// A line of ships of any lengths, given its bodies three by three.
fn line(plain: &[[Body; 3]; 8], ships: &[Vec<Body>]) -> Line {
    let mut line = Line::new(plain);
    // All bodies to the first ship, and from its end to the others.
    for number in 2..=8 {
        for _ in 0..line.len(ship(number)) {
            line.relocate(line.at(Place { ship: ship(number), place: 0 }), ship(1));
        }
    }
    let first = ships[0].len() as u8;
    for (number, bodies) in (1..).zip(ships).skip(1) {
        for _ in bodies {
            line.relocate(line.at(Place { ship: ship(1), place: first }), ship(number));
        }
    }
    let crew = ships.iter().flatten().map(|body| body.crew);
    for (at, _) in (0..).zip(crew).filter(|(_, crew)| *crew) {
        line.put_crew(at);
    }
    line
}
