//! The rules of *Eketorp* once more, as plainly as possible.
//!
//! The twin is written from the rules alone, shares no code with the engine and takes no care of
//! speed: texts, lists, whole lists of legal actions. The ids in the comments are those of
//! the rules. Like the engine it knows the deal and all that is hidden in it.

mod building;
mod conflict;
pub mod deal;
mod duel;
mod gathering;
mod loot;
pub mod material;
pub mod placement;
pub mod player;
pub mod redraw;
pub mod rules;
mod scoring;
pub mod sight;
pub mod stone;
pub mod variation;

use serde_json::Value;

pub use conflict::Conflict;
use deal::Deal;
use player::Player;
pub use rules::Rules;
use stone::Supply;

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Step 2 (P1, N4).
    Place,
    /// B1: a fight or siege.
    Choose,
    /// A1, A2
    AttackerSwap,
    DefenderSwap,
    /// D1
    AttackerCard,
    DefenderCard,
    /// L2
    Loot,
    /// E6
    Take,
    /// T4
    Build,
    Over,
}

/// A game of *Eketorp* at one of its decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    pub rules: Rules,
    pub players: Vec<Player>,
    /// S4: the numbers of the material cards in the order of the deal.
    pub materials: Vec<usize>,
    /// The talon, top first.
    pub talon: Vec<usize>,
    /// The stones on A to G, sorted.
    pub spaces: Vec<Vec<char>>,
    pub supply: Supply,
    /// The current round, from 1.
    pub round: usize,
    /// Z3: the first player of this round.
    pub first: usize,
    pub phase: Phase,
    /// Whose decision it is.
    pub seat: usize,
    /// The fight or siege that is being held.
    pub conflict: Option<Conflict>,
    /// B4, L4: siege spaces whose siege has been won in this round.
    pub held: Vec<String>,
    /// E6: the space from which stones are being taken, by index.
    pub space: usize,
    /// E6: the seats whose Vikings there are still to be served, the next one first.
    pub queue: Vec<usize>,
    pub scorings: Vec<Value>,
}

impl Twin {
    /// A new game of a rule set that has been checked; the deal is the object of section 2.10.
    /// Says what is wrong with a number of players or a deal that is refused.
    pub fn new(rules: Rules, players: usize, deal: &Value) -> Result<Twin, String> {
        rules.check_players(players)?;
        let deal = Deal::read(&rules, players, deal)?;
        let mut seats = Vec::new();
        for hand in deal.hands {
            seats.push(Player::new(rules.vikings(players), rules.setup.amulets, hand));
        }
        let supply = stone::KINDS.iter().map(|&kind| (kind, rules.stone(kind).count)).collect();
        let mut twin = Twin {
            players: seats,
            materials: deal.materials,
            talon: deal.talon,
            spaces: vec![Vec::new(); 7],
            supply,
            round: 1,
            first: 0, // S5
            phase: Phase::Place,
            seat: 0,
            conflict: None,
            held: Vec::new(),
            space: 0,
            queue: Vec::new(),
            scorings: Vec::new(),
            rules,
        };
        twin.start_round();
        twin.settle();
        Ok(twin)
    }

    /// Whose decision it is; nobody's when the game is over.
    pub fn to_move(&self) -> Option<usize> {
        if self.phase == Phase::Over { None } else { Some(self.seat) }
    }

    /// The legal actions of the seat to move, in the notation of section 2.9. Within the rules an
    /// empty list means that the seat has nothing (more) to decide in this phase.
    pub fn legal(&self) -> Vec<String> {
        match self.phase {
            Phase::Place => self.legal_places(),
            Phase::Choose => self.legal_conflicts(self.seat),
            Phase::AttackerSwap | Phase::DefenderSwap => self.legal_swaps(),
            Phase::AttackerCard | Phase::DefenderCard => self.legal_cards(),
            Phase::Loot => self.legal_loot(),
            Phase::Take => self.legal_takes(),
            Phase::Build => self.legal_builds(),
            Phase::Over => Vec::new(),
        }
    }

    /// Plays one action. An action that is not legal changes nothing and is reported.
    pub fn play(&mut self, action: &str) -> Result<(), String> {
        let legal = self.legal();
        if !legal.iter().any(|other| other == action) {
            return Err(format!(
                "round {}, seat {}: `{action}` is not among {legal:?}",
                self.round, self.seat
            ));
        }
        self.carry_out(action);
        self.settle();
        Ok(())
    }

    /// N2: goes on until a decision is reached that is asked, or the game is over.
    pub fn settle(&mut self) {
        while self.phase != Phase::Over {
            let legal = self.legal();
            match legal.len() {
                0 => self.pass(),
                1 if !self.asks_anyway() => self.carry_out(&legal[0]),
                _ => return,
            }
        }
    }

    /// N2: `card` is asked whenever the hand holds two or more cards.
    fn asks_anyway(&self) -> bool {
        let card = matches!(self.phase, Phase::AttackerCard | Phase::DefenderCard);
        card && self.players[self.seat].hand.len() >= 2
    }

    /// Carries out a legal action, and nothing that follows from it by N2.
    pub fn carry_out(&mut self, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        match words[0] {
            "put" => self.put(words[1]),
            "home" => self.next_to_place(),
            "fight" => self.start_fight(words[1], number(words[2])),
            "siege" => self.start_siege(words[1]),
            "swap" => self.swap(),
            "keep" => self.keep(),
            "card" => self.choose_card(number(words[1])),
            "loot" if words[1] == "none" => self.end_turn(),
            "loot" => self.loot(number(words[1]), number(words[2]), letter(words[3])),
            "take" => self.take(letter(words[1])),
            "build" => self.build(letter(words[1]), number(words[2])),
            other => panic!("`{other}` is no action"),
        }
    }

    /// The seat to move has nothing to decide in this phase.
    fn pass(&mut self) {
        match self.phase {
            Phase::Place => self.next_to_place(),
            Phase::Choose => self.skip_turn(),
            Phase::Take => self.next_space(),
            Phase::Build => self.next_to_build(),
            other => panic!("there is always something to decide in {other:?}"),
        }
    }

    /// The seat clockwise from another.
    pub fn next(&self, seat: usize) -> usize {
        (seat + 1) % self.players.len()
    }

    /// All seats from the first player clockwise.
    pub fn clockwise(&self) -> Vec<usize> {
        let players = self.players.len();
        (0..players).map(|steps| (self.first + steps) % players).collect()
    }

    /// Step 1 (M1).
    fn start_round(&mut self) {
        let number = self.materials[self.round - 1];
        let card = self.rules.materials.cards[number - 1].clone();
        let players = self.players.len();
        material::lay(&self.rules, players, &card, &mut self.spaces, &mut self.supply);
        self.start_placement();
    }

    /// Step 6 (Z1, H3, Z2, Z3).
    fn end_round(&mut self) {
        for player in &mut self.players {
            // H3: from station 3 to station 4, that is home.
            player.home += player.hospital[2];
            player.hospital = vec![0, player.hospital[0], player.hospital[1]];
        }
        material::clear(&mut self.spaces, &mut self.supply);
        self.first = self.next(self.first);
        self.round += 1;
        self.start_round();
    }
}

/// The only letter of a word.
fn letter(word: &str) -> char {
    assert_eq!(word.len(), 1);
    word.chars().next().expect("a letter")
}

fn number(word: &str) -> usize {
    word.parse().expect("a number")
}
