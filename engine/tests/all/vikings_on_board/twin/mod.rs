//! The rules of *Vikings on Board* once more, as plainly as possible.
//!
//! The twin is written from the rules alone, shares no code with the engine and takes no care of
//! speed: texts, lists, whole lists of legal actions. The ids in the comments are those of
//! the rules. Like the engine it knows the deal and all that is hidden in it.

pub mod component;
pub mod deal;
mod departure;
mod legal;
pub mod rules;
mod scoring;
pub mod sight;
mod stack;
mod turn;
pub mod variation;

use std::collections::BTreeMap;

use serde_json::Value;

use component::{GOODS, Player, Ship, Token};
use departure::Departure;
pub use rules::Rules;

/// What is to be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// R1: the next Viking goes to a space.
    Go,
    /// The action of the space on which a Viking has just been put, from 2 to 11 without 10.
    Action(usize),
    /// V4: the order in which tokens go back under W2.
    Under,
    /// V5: the other player puts a Viking on a body.
    Crew,
    /// D1
    Sail,
    /// D4
    Take,
    /// D5
    ToBox,
    Over,
}

/// A game of *Vikings on Board* at one of its decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    pub rules: Rules,
    pub players: Vec<Player>,
    /// The first is ship 1.
    pub ships: Vec<Ship>,
    /// The stacks, top first.
    pub w1: Vec<Token>,
    pub w2: Vec<Token>,
    /// Tokens drawn and not yet loaded or returned, in the order in which they were drawn.
    pub drawn: Vec<Token>,
    /// Supplies in the box.
    pub boxed: Vec<char>,
    pub market: BTreeMap<char, i64>,
    /// The seats of the Vikings on the old side of the row, the next one first.
    pub waiting: Vec<usize>,
    /// The seat of the Viking on each space of the new side.
    pub row: BTreeMap<usize, usize>,
    /// Who took this round's stern.
    pub stern: Option<usize>,
    /// The current round, from 1.
    pub round: usize,
    /// Ships that have left.
    pub departures: usize,
    /// The ship that is just leaving.
    pub departure: Option<Departure>,
    pub phase: Phase,
    /// Whose decision it is.
    pub seat: usize,
    pub scorings: Vec<Value>,
}

impl Twin {
    /// A new game of a rule set that has been checked; the deal is the object of L1. Says what is
    /// wrong with a deal that L4 rejects.
    pub fn new(rules: Rules, players: usize, deal: &Value) -> Result<Twin, String> {
        assert!((2..=4).contains(&players), "C1: 2 to 4 players");
        let dealt = deal::read(&rules, players, deal)?;
        // S3: A is the first seat of the deal's order, and so on.
        let mut waiting = Vec::new();
        for letter in rules.setup.row[&players.to_string()].chars() {
            waiting.push(dealt.order[component::rank(letter, &['A', 'B', 'C', 'D'])]);
        }
        let player = Player {
            unused: rules.barrels.values.clone(),
            won: Vec::new(),
            taken: Vec::new(),
            facts: BTreeMap::new(),
        };
        Ok(Twin {
            players: vec![player; players],
            ships: dealt.ships,
            w1: dealt.w1,
            w2: dealt.w2,
            drawn: Vec::new(),
            boxed: Vec::new(),
            market: GOODS.iter().map(|&good| (good, rules.market.start)).collect(),
            seat: waiting[0],
            waiting,
            row: BTreeMap::new(),
            stern: None,
            round: 1,
            departures: 0,
            departure: None,
            phase: Phase::Go,
            scorings: Vec::new(),
            rules,
        })
    }

    /// Whose decision it is; nobody's when the game is over.
    pub fn to_move(&self) -> Option<usize> {
        if self.phase == Phase::Over { None } else { Some(self.seat) }
    }

    /// The seat of a clan; none if the clan is unplayed (C2).
    pub fn seat_of(&self, clan: char) -> Option<usize> {
        let seat = component::rank(clan, &component::CLANS);
        if seat < self.players.len() { Some(seat) } else { None }
    }

    /// Plays one action. An action that is not legal changes nothing and is reported.
    pub fn apply(&mut self, action: &str) -> Result<(), String> {
        let legal = self.legal();
        if !legal.iter().any(|other| other == action) {
            return Err(format!(
                "round {}, seat {}: `{action}` is not among {legal:?}",
                self.round, self.seat
            ));
        }
        self.carry_out(action);
        Ok(())
    }

    /// Plays an action of the list that [`Twin::legal`] has just given.
    pub fn carry_out(&mut self, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        match words[0] {
            "go" => self.go(words[1].parse().expect("a space")),
            "promote" => self.promote(words[1]),
            "switch" | "move" => self.move_body(words[1], words[2]),
            "bet" => self.bet(words[1].parse().expect("a value"), words[2]),
            "shift" => self.shift(words[1], words[2]),
            "load" => self.load(letter(words[1]), number(words[2])),
            "under" => self.under(words[1]),
            "raise" => self.raise(letter(words[1])),
            "crew" => self.crew(words[1]),
            "swap" => self.swap(words[1], words[2]),
            "stay" => self.next_turn(),
            "sail" => self.sail(number(words[1])),
            "take" => self.take(letter(words[1])),
            "box" => self.put_into_box(letter(words[1])),
            other => panic!("`{other}` is no action"),
        }
    }
}

/// The only letter of a word.
fn letter(word: &str) -> char {
    assert_eq!(word.len(), 1);
    word.chars().next().expect("a letter")
}

/// The index of a ship or body that is numbered from 1.
fn number(word: &str) -> usize {
    word.parse::<usize>().expect("a number") - 1
}

/// Indices of the ship and the body of a place such as `3.2`.
fn place(word: &str) -> (usize, usize) {
    let (ship, body) = word.split_once('.').expect("a place");
    (number(ship), number(body))
}

/// The index of the ship and the clan of a zone such as `3.R`.
fn zone(word: &str) -> (usize, char) {
    let (ship, clan) = word.split_once('.').expect("a zone");
    (number(ship), letter(clan))
}
