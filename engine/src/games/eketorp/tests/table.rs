//! A table at which tests deal chosen cards, set up villages and play by notation.

use serde_json::{Value, json};

use crate::error::KeyError;
use crate::fact::Ledger;
use crate::game::Game;
use crate::games::eketorp::Eketorp;
use crate::games::eketorp::action::Action;
use crate::games::eketorp::component::{Cards, Place, Stones, Wall};
use crate::games::eketorp::deal::Deal;
use crate::games::eketorp::fact::EketorpFact;
use crate::games::eketorp::rule_set::PRESETS;
use crate::games::eketorp::scoring::Scoring;
use crate::games::eketorp::state::{Phase, State};
use crate::recorded::Recorded;
use crate::rules;
use crate::seat::Seat;
use crate::seed::{DealSeed, Rng};

/// Hands of the first seats that no test has to look up.
pub const HANDS: [&str; 6] = ["1256", "2344", "3456", "1346", "2356", "1245"];

/// The first preset with single values changed.
pub fn game(players: usize, changes: &[&str]) -> Result<Eketorp, KeyError> {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let text = rules::set(PRESETS[0].toml, &changes)?;
    Eketorp::new(Eketorp::read_toml(&text)?, players)
}

/// Deal number `deal` of some run.
pub fn seeded(game: &Eketorp, deal: u64) -> Deal {
    game.deal(DealSeed { seed: 7, deal })
}

/// A deal as it stands in records: material cards in the order of their numbers, these hands, and a talon
/// with `top` on top and the other cards in descending order below.
pub fn deal_json(game: &Eketorp, hands: &[&str], top: &str) -> Value {
    let rules = game.rule_set();
    let mut talon = String::new();
    for value in (1..=rules.cards.highest).rev() {
        let digit = char::from(b'0' + value);
        let gone = hands.concat().matches(digit).count() + top.matches(digit).count();
        talon.extend(std::iter::repeat_n(digit, usize::from(rules.cards.copies) - gone));
    }
    let materials: Vec<usize> = (1..=rules.materials.cards.len()).collect();
    json!({ "materials": materials, "hands": hands, "talon": format!("{top}{talon}") })
}

/// `ggw`.
pub fn stones(text: &str) -> Stones {
    let mut stones = Stones::NONE;
    for letter in text.chars().filter(|&letter| letter != '-') {
        stones.add(Stones::of(letter.to_string().parse().unwrap(), 1));
    }
    stones
}

/// A game under way.
#[derive(Clone)]
pub struct Table {
    pub game: Eketorp,
    pub state: State,
    pub ledger: Ledger<Scoring>,
}

impl Table {
    /// Material cards in order and the hands of [`HANDS`], with single values of the rules changed.
    pub fn new(players: usize, changes: &[&str]) -> Table {
        Table::with(game(players, changes).unwrap(), &HANDS[..players], "")
    }

    /// With these hands, and these cards on top of the talon.
    pub fn with(game: Eketorp, hands: &[&str], top: &str) -> Table {
        let deal = game.read_deal(&deal_json(&game, hands, top)).unwrap();
        Table::dealt(game, &deal)
    }

    /// Before the first decision of `deal`.
    pub fn dealt(game: Eketorp, deal: &Deal) -> Table {
        let state = game.state(deal);
        let ledger = Ledger::new(game.players(), EketorpFact::ALL.len());
        Table { game, state, ledger }
    }

    /// Stones on the walls of a seat, as in `gwg s - - - -`; they come from the supply.
    pub fn walls(mut self, seat: usize, text: &str) -> Table {
        let mut words = text.split(' ');
        self.state.supply.add(self.state.players[seat].village);
        let player = &mut self.state.players[seat];
        player.village = Stones::NONE;
        for wall in &mut player.walls {
            *wall = Wall::EMPTY;
            let word = words.next().unwrap_or("-").trim_matches('-');
            word.chars().for_each(|letter| wall.push(letter.to_string().parse().unwrap()));
            player.village.add(stones(word));
        }
        self.state.supply.take(self.state.players[seat].village);
        self
    }

    pub fn amulets(mut self, seat: usize, number: u8) -> Table {
        self.state.players[seat].amulets = number;
        self
    }

    /// Sends the Vikings of all seats, from the first player on, to places such as `A A 2B`, in the order
    /// of N4; the others stay at home.
    pub fn send(&mut self, placements: &[&str]) -> &mut Table {
        let round = self.state.round;
        for placement in placements {
            let seat = self.state.seat;
            assert_eq!(self.state.phase, Phase::Place, "{}", self.text());
            for place in placement.split_whitespace() {
                self.play(&format!("put {place}"));
            }
            let asked = (self.state.phase, self.state.seat, self.state.round);
            if asked == (Phase::Place, seat, round) {
                self.play("home");
            }
        }
        self
    }

    /// The same of a table that is handed on.
    pub fn sent(mut self, placements: &[&str]) -> Table {
        self.send(placements);
        self
    }

    /// Everybody stays at home.
    pub fn rest(&mut self) -> &mut Table {
        self.send(&vec![""; self.game.players()])
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

    /// Both seats of a duel keep their hands, and play these cards: the attacker's first.
    pub fn duel(&mut self, attacker: u8, defender: u8) -> &mut Table {
        while matches!(self.state.phase, Phase::AttackerSwap | Phase::DefenderSwap) {
            self.play("keep");
        }
        self.play(&format!("card {attacker}; card {defender}"))
    }

    /// Plays a random action and returns its text.
    pub fn play_any(&mut self, rng: &mut Rng) -> String {
        let action = self.game.random_legal(&self.state, rng);
        self.game.apply_unchecked(&mut self.state, action, &mut self.ledger);
        action.to_string()
    }

    /// Plays random actions until the phase has changed.
    pub fn skip(&mut self) -> &mut Table {
        let (phase, mut rng) = (self.state.phase, Rng::from_seed(1));
        while self.state.phase == phase {
            self.play_any(&mut rng);
        }
        self
    }

    pub fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal(&self.state, &mut actions);
        actions.iter().map(Action::to_string).collect()
    }

    pub fn mover(&self) -> Option<usize> {
        self.game.to_move(&self.state).map(Seat::index)
    }

    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Where a duel is fought by whom: place, attacker, defender.
    pub fn conflict(&self) -> (String, u8, u8) {
        let duel = &self.state.duel;
        (duel.place.to_string(), duel.attacker, duel.defender)
    }

    /// Stones on A to G, such as `g ww - c - - -`.
    pub fn board(&self) -> String {
        self.state.stones.map(|stones| stones.to_string()).join(" ")
    }

    /// Walls of a seat, such as `gwg s - - - -`.
    pub fn village(&self, seat: usize) -> String {
        self.state.players[seat].walls.map(|wall| wall.to_string()).join(" ")
    }

    /// Stones that a seat brings home.
    pub fn load(&self, seat: usize) -> String {
        self.state.players[seat].load.to_string()
    }

    /// Vikings of a seat at the three stations.
    pub fn hospital(&self, seat: usize) -> [u32; 3] {
        [1, 2, 3].map(|station| self.state.players[seat].sick.at(station))
    }

    /// Vikings at home of every seat.
    pub fn home(&self) -> Vec<u8> {
        self.state.players[..self.game.players()].iter().map(|player| player.home).collect()
    }

    /// Hand and discard pile of a seat.
    pub fn cards(&self, seat: usize) -> (String, String) {
        let player = &self.state.players[seat];
        (player.hand.to_string(), player.pile.to_string())
    }

    pub fn amulets_left(&self, seat: usize) -> u8 {
        self.state.players[seat].amulets
    }

    /// The first cards of the talon.
    pub fn talon(&self, number: usize) -> String {
        self.state.talon.iter().take(number).map(|value| char::from(b'0' + value)).collect()
    }

    /// Whether a seat has a Viking at a place.
    pub fn is_at(&self, seat: usize, place: &str) -> bool {
        let place: Place = place.parse().unwrap();
        self.state.players[seat].at & place.bit() != 0
    }

    pub fn fact(&self, seat: usize, fact: EketorpFact) -> i32 {
        self.ledger.facts(Seat::new(seat))[fact as usize]
    }

    /// The last scoring as it stands in records.
    pub fn last_scoring(&self) -> Value {
        serde_json::to_value(self.ledger.scorings().last().unwrap()).unwrap()
    }

    pub fn points(&self) -> Vec<i32> {
        self.game.outcome(&self.state).score.as_slice().to_vec()
    }

    pub fn text(&self) -> String {
        self.game.text(&self.state, None)
    }
}

/// `1256`.
pub fn hand(text: &str) -> Cards {
    let mut cards = Cards::NONE;
    for digit in text.chars().filter_map(|digit| digit.to_digit(10)) {
        cards.add(Cards::of(digit, 1));
    }
    cards
}
