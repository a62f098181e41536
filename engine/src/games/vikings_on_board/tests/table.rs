//! A table at which tests set up positions and play by notation.

use serde_json::{Value, json};

use crate::data;
use crate::error::KeyError;
use crate::fact::Ledger;
use crate::game::Game;
use crate::games::vikings_on_board::VikingsOnBoard;
use crate::games::vikings_on_board::action::Action;
use crate::games::vikings_on_board::component::{BARRELS, Goods, Ship, Zone};
use crate::games::vikings_on_board::deal::Deal;
use crate::games::vikings_on_board::fact::BoardFact;
use crate::games::vikings_on_board::rule_set::PRESETS;
use crate::games::vikings_on_board::scoring::Scoring;
use crate::games::vikings_on_board::state::{NOBODY, Phase, State};
use crate::recorded::Recorded;
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
    VikingsOnBoard::new(VikingsOnBoard::read_toml(&text)?, players)
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
    data::read(&deal_json(SHIPS, W1, W2, &order)).unwrap()
}

/// The ship with a number from 1.
pub fn ship(number: usize) -> Ship {
    Ship::all().nth(number - 1).unwrap()
}

/// `3.R`.
pub fn zone(text: &str) -> Zone {
    let (at, clan) = text.split_once('.').unwrap();
    Zone::new(ship(at.parse().unwrap()), clan.parse().unwrap())
}

/// `hhm`.
pub fn goods(text: &str) -> Goods {
    let mut goods = Goods::NONE;
    for letter in text.chars() {
        goods.add(Goods::of(letter.to_string().parse().unwrap(), 1));
    }
    goods
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

    /// The number of the first barrel of this value.
    pub fn barrel(&self, value: u8) -> usize {
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
        self.state.bows[number - 1].to_string()
    }

    pub fn goods(&self, seat: usize) -> String {
        self.state.goods[seat].to_string()
    }

    pub fn all_goods(&self) -> Vec<String> {
        (0..self.game.players()).map(|seat| self.goods(seat)).collect()
    }

    /// Where the barrel of some value is.
    pub fn barrel_place(&self, seat: usize, value: u8) -> String {
        self.state.barrels.all(seat)[self.barrel(value)].to_string()
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
        self.game.text(&self.state, None)
    }

    /// Whether the round is over and the game goes on.
    pub fn is_new_round(&self) -> bool {
        self.state.phase == Phase::Go && self.state.turn == 0 && self.state.stern == NOBODY
    }
}
