//! A table at which tests set up positions and play by notation.

use serde_json::json;

use crate::data;
use crate::error::KeyError;
use crate::fact::{Fact, Ledger};
use crate::game::Game;
use crate::games::play::Play;
use crate::games::vikings::action::Action;
use crate::games::vikings::bonus::Bonus;
use crate::games::vikings::component::{Colour, LOTS, Tile};
use crate::games::vikings::deal::Deal;
use crate::games::vikings::fact::VikingsFact;
use crate::games::vikings::rule_set::PRESETS;
use crate::games::vikings::scoring::Scoring;
use crate::games::vikings::state::{Phase, StateOf};
use crate::games::vikings::variant::{Advanced, Plain, Variant};
use crate::games::vikings::{AdvancedVikings, Vikings, VikingsOf};
use crate::recorded::Recorded;
use crate::rules;
use crate::seat::Seat;
use crate::seed::{DealSeed, Rng};

/// The base rules with single values changed.
pub fn game(players: usize, changes: &[&str]) -> Result<Vikings, KeyError> {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let text = rules::set(PRESETS[0].toml, &changes)?;
    Vikings::new(Vikings::read_toml(&text)?, players)
}

/// A preset of the advanced rules with single values changed.
pub fn advanced(players: usize, preset: &str, changes: &[&str]) -> AdvancedVikings {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let preset = PRESETS.iter().find(|known| known.name == preset).unwrap();
    let text = rules::set(preset.toml, &changes).unwrap();
    AdvancedVikings::new(Vikings::read_toml(&text).unwrap(), players).unwrap()
}

/// Deal number `deal` of some run.
pub fn deal<V: Variant>(game: &VikingsOf<V>, deal: u64) -> Deal {
    game.deal(DealSeed { seed: 7, deal })
}

/// A deal whose first round has these tiles and vikings; it is for that round alone, the later ones
/// need more than there is in the box.
pub fn opening(stack: &str, bag: &str) -> Deal {
    opening_with(stack, bag, "")
}

/// The same with an order of bonus tiles.
pub fn opening_with(stack: &str, bag: &str, bonus: &str) -> Deal {
    let bonus: Vec<&str> = bonus.split_whitespace().collect();
    let data = json!({ "stacks": vec![stack; 6], "bag": vec![bag; 6], "bonus": bonus });
    data::read(&data).unwrap()
}

/// The tile of a letter.
pub fn tile(letter: char) -> Tile {
    Tile::from_letter(letter).unwrap()
}

/// The letter of a tile or a viking.
pub fn char_of(named: impl ToString) -> char {
    named.to_string().parse().unwrap()
}

/// The viking of a letter.
pub fn viking(letter: char) -> Colour {
    letter.to_string().parse::<Colour>().unwrap()
}

/// A game under way.
#[derive(Clone)]
pub struct Table<V: Variant = Plain> {
    pub game: VikingsOf<V>,
    pub state: StateOf<V>,
    pub ledger: Ledger<Scoring>,
}

impl Table<Plain> {
    /// Before the first purchase of some deal, by the base rules.
    pub fn base(players: usize) -> Table {
        Table::with(players, &[])
    }

    /// The same with single values changed.
    pub fn with(players: usize, changes: &[&str]) -> Table {
        let game = game(players, changes).unwrap();
        let deal = deal(&game, 0);
        Table::dealt(game, &deal)
    }
}

impl Table<Advanced> {
    /// Before the first decision of some deal, by `advanced-no-auction` with single values changed.
    pub fn advanced(players: usize, changes: &[&str]) -> Table<Advanced> {
        Table::preset(players, "advanced-no-auction", changes)
    }

    /// The same by any preset.
    pub fn preset(players: usize, preset: &str, changes: &[&str]) -> Table<Advanced> {
        let game = advanced(players, preset, changes);
        let deal = deal(&game, 0);
        Table::dealt(game, &deal)
    }

    /// A fact of a kind of bonus tile, given the fact of the first kind.
    pub fn bonus_fact(&self, seat: usize, first: VikingsFact, kind: Bonus) -> i32 {
        self.ledger.facts(Seat::new(seat))[first as usize + kind as usize]
    }

    /// The face-up bonus tiles, sorted by kind.
    pub fn row(&self) -> String {
        let text = self.game.text(&self.state, None);
        let row = text.lines().find_map(|line| line.strip_prefix("bonus tiles  "));
        row.unwrap_or_default().to_owned()
    }

    /// The vikings that are neither removed nor on the wheel, in the order of the wheel.
    pub fn to_come(&self) -> String {
        let text = self.game.text(&self.state, None);
        let vikings = text.lines().find_map(|line| line.strip_prefix("vikings to come  "));
        vikings.unwrap_or_default().to_owned()
    }
}

impl<V: Variant> Table<V> {
    /// Before the first purchase of `deal`.
    pub fn dealt(game: VikingsOf<V>, deal: &Deal) -> Table<V> {
        let state = game.state(deal);
        let ledger = Ledger::new(game.players(), VikingsFact::ALL.len());
        Table { game, state, ledger }
    }

    /// Gives a seat this tableau.
    pub fn tableau(mut self, seat: usize, text: &str) -> Table<V> {
        self.state.set_tableau(Seat::new(seat), text).unwrap();
        self
    }

    /// Seat 0 has bought this lot, has its start tile already and is to place the tile.
    pub fn placing(mut self, lot: &str) -> Table<V> {
        let mut letters = lot.chars();
        self.state.tile = tile(letters.next().unwrap());
        self.state.viking = viking(letters.next().unwrap());
        self.state.phase = Phase::Place;
        self
    }

    /// The twelfth purchase of `round` (from 1) has just been placed; `first` was first player.
    pub fn end_of_round(mut self, round: u8, first: u8) -> Table<V> {
        self.state.round = round - 1;
        self.state.first = first;
        self.state.turn = LOTS as u8 - 1;
        // Which action placed the last lot makes no difference.
        self.game.end_turn(&mut self.state, &mut self.ledger);
        self
    }

    /// The final scoring alone (F1 to F7).
    pub fn final_scoring(mut self) -> Table<V> {
        self.state.round = 5;
        let Table { game, state, ledger: sink } = &mut self;
        Play { game, state, sink }.final_scoring();
        self.state.phase = Phase::Over;
        self
    }

    /// All legal actions.
    pub fn legal(&self) -> Vec<String> {
        let mut actions: Vec<Action> = Vec::new();
        self.game.legal(&self.state, &mut actions);
        actions.iter().map(|action| action.to_string()).collect()
    }

    /// Whether an action is legal.
    pub fn allows(&self, action: &str) -> bool {
        self.game.is_legal(&self.state, action.parse().unwrap())
    }

    /// Plays an action.
    pub fn play(&mut self, action: &str) -> &mut Table<V> {
        let parsed = action.parse().unwrap();
        self.game
            .apply(&mut self.state, parsed, &mut self.ledger)
            .unwrap_or_else(|error| panic!("{error}; legal: {:?}", self.legal()));
        self
    }

    /// Buys the lot priced `price` and takes the first choice at every decision of that turn.
    pub fn buy(&mut self, price: u32) -> &mut Table<V> {
        self.play(&format!("buy {price}"));
        while matches!(self.state.phase, Phase::Start | Phase::Place) {
            let first = self.legal().swap_remove(0);
            self.play(&first);
        }
        self
    }

    /// Plays a random action and returns it.
    pub fn play_any(&mut self, rng: &mut Rng) -> String {
        let action = self.game.random_legal(&self.state, rng);
        self.game.apply(&mut self.state, action, &mut self.ledger).unwrap();
        action.to_string()
    }

    /// Who is to move.
    pub fn mover(&self) -> Option<usize> {
        self.game.to_move(&self.state).map(Seat::index)
    }

    pub fn gold(&self, seat: usize) -> i32 {
        self.state.gold(Seat::new(seat))
    }

    pub fn glory(&self, seat: usize) -> i32 {
        self.state.glory(Seat::new(seat))
    }

    /// Gold and glory.
    pub fn purse(&self, seat: usize) -> (i32, i32) {
        (self.gold(seat), self.glory(seat))
    }

    /// Vikings ashore, in the order of the wheel.
    pub fn ashore(&self, seat: usize) -> String {
        let text = self.text(seat);
        let ashore = text.split("ashore").nth(1).unwrap();
        ashore.split('|').next().unwrap().trim().to_owned()
    }

    /// A seat's tableau without gold and glory.
    pub fn text(&self, seat: usize) -> String {
        let text = self.state.tableau_text(Seat::new(seat));
        text.split_once(" | ").unwrap().1.to_owned()
    }

    /// The lots for sale as `price:tile viking`, cheapest first.
    pub fn lots(&self) -> String {
        let lots = self.state.wheel.lots();
        let texts: Vec<String> =
            lots.map(|(price, tile, viking)| format!("{price}:{tile}{viking}")).collect();
        texts.join(" ")
    }

    /// A seat's fact.
    pub fn fact(&self, seat: usize, fact: impl Into<Fact>) -> i32 {
        self.ledger.facts(Seat::new(seat))[usize::from(fact.into().0)]
    }
}
