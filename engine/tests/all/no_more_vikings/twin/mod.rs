//! The rules of *No More Vikings!* once more, as plainly as possible.
//!
//! The twin is written from the rules alone, shares no code with the engine and takes no care of
//! speed: texts, lists, whole lists of legal actions. The ids in the comments are those of
//! the rules. Like the engine it knows the deal and all that is hidden in it.

pub mod base;
pub mod card;
pub mod deal;
mod draws;
mod effects;
mod events;
pub mod piece;
pub mod player;
mod raids;
pub mod redraw;
mod round;
pub mod rules;
mod scoring;
mod setup;
pub mod sight;
pub mod step;
mod turn;
pub mod variation;
mod window;

use std::collections::BTreeMap;

use serde_json::Value;

use card::Card;
use deal::Deal;
use piece::{Parcel, Piece};
use player::Player;
pub use rules::Rules;
pub use step::Step;

/// A game of *No More Vikings!* at one of its decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    pub rules: Rules,
    /// C4: card number n is entry n - 1.
    pub cards: Vec<Card>,
    pub players: Vec<Player>,
    pub supply: BTreeMap<Piece, usize>,
    /// Next card first.
    pub deck: Vec<usize>,
    /// In ascending order.
    pub discard: Vec<usize>,
    pub mixes: Vec<Vec<usize>>,
    /// D3, D4: how many lists have been used so far.
    pub mixes_used: usize,
    /// S3
    pub official: String,
    /// D2: the whims that nobody has drawn.
    pub whims_left: Vec<String>,
    /// The current round, from 1; 0 during the set-up.
    pub round: usize,
    /// M3: the first player of this round.
    pub first: usize,
    /// T1: whether the tokens lie open.
    pub revealed: bool,
    /// E3
    pub fog: bool,
    /// F1, with the end of the round: whether some board has been filled.
    pub board_filled: bool,
    /// What is to be done, the next one last; empty when the game is over.
    pub agenda: Vec<Step>,
    /// H6: rises whenever something hidden becomes visible.
    pub epoch: usize,
    pub scorings: Vec<Value>,
}

impl Twin {
    /// A new game of a rule set that has been checked; the deal is the object of section 3.6.
    /// Says what is wrong with a number of players or a deal that is refused.
    pub fn new(rules: Rules, players: usize, deal: &Value) -> Result<Twin, String> {
        rules.check_players(players)?;
        let deal = Deal::read(&rules, deal)?;
        let mut twin = Twin {
            cards: rules.deck(),
            players: vec![Player::default(); players],
            supply: rules.supply.clone(),
            deck: deal.deck,
            discard: Vec::new(),
            mixes: deal.mixes,
            mixes_used: 0,
            official: String::new(),
            whims_left: deal.whims,
            round: 0,
            first: 0, // S1
            revealed: false,
            fog: false,
            board_filled: false,
            agenda: Vec::new(),
            epoch: 0,
            scorings: Vec::new(),
            rules,
        };
        twin.set_up();
        twin.settle();
        Ok(twin)
    }

    /// Whose decision it is; nobody's when the game is over.
    pub fn to_move(&self) -> Option<usize> {
        self.agenda.last().and_then(|step| self.asks(step))
    }

    /// The seat that a step asks, if it has anything to decide (O6, O7).
    fn asks(&self, step: &Step) -> Option<usize> {
        let asked = match step {
            Step::Whim { seat } => Some((*seat, self.rules.setup.whims_drawn > 0)),
            Step::Add { seat, piece } => Some((*seat, self.can_add(*seat, *piece))),
            Step::Token { seat } | Step::Turn { seat, .. } => Some((*seat, true)),
            Step::Drop { seat } => Some((*seat, self.too_many_aside(*seat))),
            Step::Window(window) => Some((window.asked, self.may_respond(window))),
            Step::Effect(play) => Some((play.seat, !self.legal_effects(play).is_empty())),
            Step::Remove { seat, piece } => Some((*seat, self.players[*seat].has(*piece))),
            Step::Tower { seat } => Some((*seat, !self.players[*seat].beach.is_empty())),
            Step::Column { seat, column } => {
                Some((*seat, self.soldiers(*seat, *column).len() >= 2)) // R3
            }
            _ => None,
        };
        asked.and_then(|(seat, something)| something.then_some(seat))
    }

    /// The legal actions of the seat to move, in the notation of section 3.5.
    pub fn legal(&self) -> Vec<String> {
        let (Some(seat), Some(step)) = (self.to_move(), self.agenda.last()) else {
            return Vec::new();
        };
        match step {
            Step::Whim { .. } => self.legal_whims(seat),
            Step::Add { .. } => at(&self.free(seat)),
            Step::Token { .. } => {
                ["aggressive", "balanced", "development"].map(str::to_owned).to_vec()
            }
            Step::Turn { actions, draw, .. } => self.legal_turn(seat, *actions, *draw),
            Step::Drop { .. } => self.legal_drops(seat),
            Step::Window(window) => self.legal_responses(window),
            Step::Effect(play) => self.legal_effects(play),
            Step::Remove { piece, .. } => at(&self.players[seat].parcels(*piece)),
            Step::Tower { .. } => self.legal_sinks(seat),
            Step::Column { column, .. } => at(&self.soldiers(seat, *column)),
            other => panic!("nobody is asked in {other:?}"),
        }
    }

    /// H7: whether the others do not see the action of this decision when it is taken.
    pub fn is_secret(&self) -> bool {
        matches!(self.agenda.last(), Some(Step::Whim { .. } | Step::Token { .. }))
    }

    /// Plays one action. An action that is not legal changes nothing and is reported.
    pub fn play(&mut self, action: &str) -> Result<(), String> {
        let legal = self.legal();
        if !legal.iter().any(|other| other == action) {
            return Err(format!(
                "round {}, seat {:?}: `{action}` is not among {legal:?}",
                self.round,
                self.to_move()
            ));
        }
        self.carry_out(action);
        self.settle();
        Ok(())
    }

    /// Goes on until somebody is asked, or the game is over.
    pub fn settle(&mut self) {
        while self.to_move().is_none()
            && let Some(step) = self.agenda.pop()
        {
            self.run(step);
        }
    }

    /// Carries out a legal action, and nothing that follows from it.
    pub fn carry_out(&mut self, action: &str) {
        let seat = self.to_move().expect("somebody is asked");
        let words: Vec<&str> = action.split(' ').collect();
        let step = self.agenda.pop().expect("a decision");
        match step {
            Step::Whim { .. } => self.keep_whim(seat, words[1]),
            Step::Add { piece, .. } => {
                self.take(piece);
                self.put(seat, piece::parcel(words[1]), piece);
            }
            Step::Token { .. } => self.players[seat].token = Some(words[0].to_owned()),
            Step::Turn { actions, draw, .. } => self.take_turn(seat, actions, draw, &words),
            Step::Drop { .. } => self.drop_aside(seat, words[1]),
            Step::Window(window) => self.respond(window, words[0]),
            Step::Effect(play) => self.apply_effect(&play, &words),
            Step::Remove { .. } => self.remove(seat, piece::parcel(words[1])),
            Step::Tower { .. } => self.sink(seat, seat, piece::column(words[1])),
            Step::Column { column, .. } => self.fight(seat, column, piece::parcel(words[1])),
            other => panic!("nobody is asked in {other:?}"),
        }
    }

    /// Carries out a step in which nobody has anything to decide.
    fn run(&mut self, step: Step) {
        match step {
            Step::TakeEdicts { seat } => self.take_first_edicts(seat),
            Step::StartRound => self.start_round(),
            Step::Reveal => self.reveal(),
            Step::Land => self.land(),
            Step::StartTurn { seat } => self.start_turn(seat),
            Step::Draw { seat, left } => self.draw_one(seat, left),
            Step::Drop { seat } => self.take_aside(seat),
            Step::Window(window) => self.ask_next(window),
            Step::Effect(play) => self.apply_unasked(&play),
            Step::Raids => self.start_raids(),
            Step::Raid { seat } => self.start_raid(seat),
            Step::Columns { seat } => self.start_columns(seat),
            Step::Column { seat, column } => self.raid(seat, column),
            Step::NoteRaids => self.note_raids(),
            Step::Month => self.next_month(),
            Step::EndRound => self.end_round(),
            // Nothing to choose from.
            Step::Whim { .. } | Step::Add { .. } | Step::Remove { .. } | Step::Tower { .. } => {}
            other => panic!("{other:?} is a decision"),
        }
    }

    /// Puts steps on the agenda, the first one to be done next.
    fn plan(&mut self, steps: Vec<Step>) {
        self.agenda.extend(steps.into_iter().rev());
    }

    /// All seats from the first player clockwise.
    pub fn clockwise(&self) -> Vec<usize> {
        let players = self.players.len();
        (0..players).map(|steps| (self.first + steps) % players).collect()
    }

    pub fn next(&self, seat: usize) -> usize {
        (seat + 1) % self.players.len()
    }

    pub fn kind(&self, card: usize) -> &str {
        &self.cards[card - 1].kind
    }
}

/// The action `at` for each of some parcels.
fn at(parcels: &[Parcel]) -> Vec<String> {
    parcels.iter().map(|&parcel| format!("at {}", piece::name(parcel))).collect()
}
