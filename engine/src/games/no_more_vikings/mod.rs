//! *No More Vikings!*, a reconstruction: 2 to 4 players. Procedure and scoring are those of the rules leaflet;
//! boards, cards and whims are stand-ins in a data file.
//!
//! Rule ids in comments (C components, S set-up, T strategy and turn, L landing, A actions, K cards, W
//! responses, E events, R raids, M month, F end and scoring, N assumptions, O order of decisions, D deal,
//! H hidden information) are explained in `docs/no-more-vikings.md`, together with the notation and the deal.

pub mod accessors;
pub mod action;
mod actions;
pub mod component;
pub mod deal;
mod draw;
pub mod fact;
mod fields;
mod items;
mod legal;
mod numbers;
mod raid;
mod recorded;
pub mod rule_set;
pub mod scoring;
mod setup;
pub mod state;
mod table;
mod turn;
mod whim;
mod window;

use self::action::Action;
use self::deal::Deal;
use self::numbers::Numbers;
use self::rule_set::{PRESETS, RuleSet};
use self::scoring::Scoring;
use self::state::{Phase, State};
use crate::cpu::Processor;
use crate::fact::Sink;
use crate::game::Game;
use crate::games::play::Play;
use crate::games::task::in_one_piece;
use crate::outcome::Outcome;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::{DealSeed, Rng};

/// The game with its rule set and number of players.
#[derive(Clone, Debug)]
pub struct NoMoreVikings {
    rule_set: RuleSet,
    numbers: Numbers,
    /// What is a stand-in and what has been typed in.
    contents: String,
    processor: Processor,
}

impl NoMoreVikings {
    /// The preset `base`. Panics if `players` is not 2 to 4.
    pub fn base(players: usize) -> NoMoreVikings {
        let rule_set = NoMoreVikings::read_toml(PRESETS[0].toml).expect("valid TOML");
        NoMoreVikings::new(rule_set, players).expect("playable with 2 to 4 players")
    }
}

impl<S: Sink<Scoring>> Play<'_, NoMoreVikings, S> {
    #[inline(always)]
    fn carry_out(&mut self, action: Action) {
        match action {
            Action::Whim { name } => self.keep_whim(name),
            Action::Token { token } => self.choose_token(token),
            Action::Draw => self.begin_draw(),
            Action::Drop { kind } => self.drop_card(kind),
            Action::Play { kind, seat } => self.announce(kind, seat),
            Action::End => self.end_turn(),
            Action::Pass => self.pass(),
            Action::Edict => self.respond(false),
            Action::Counter => self.respond(true),
            Action::At { parcel } => match self.state.phase {
                Phase::Effect => self.take_effect(parcel),
                Phase::Event => self.suffer(parcel),
                Phase::Month => self.add_month(parcel),
                Phase::Soldier => self.send_soldier(parcel),
                _ => self.place_settler(parcel),
            },
            Action::Sink { column } if self.state.phase == Phase::Tower => {
                self.fire_tower(column);
            }
            Action::Sink { column } => {
                self.state.phase = Phase::Turn;
                self.destroy(self.state.window.target, column);
            }
            Action::Divert { from, to } => self.divert(from, to),
            action => self.act(action),
        }
    }
}

impl Game for NoMoreVikings {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = Scoring;
    const HIDES: bool = true;

    #[inline]
    fn players(&self) -> usize {
        usize::from(self.numbers.players)
    }

    fn deal(&self, seed: DealSeed) -> Deal {
        deal::deal(self.numbers.cards, self.numbers.whims.iter().map(|whim| whim.name), seed)
    }

    #[inline]
    fn state(&self, deal: &Deal) -> State {
        self.begin(deal)
    }

    #[inline(always)]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.phase != Phase::Over).then(|| Seat::new(usize::from(state.seat & 3)))
    }

    in_one_piece!();

    /// F5, F6.
    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(self.scores(state))
    }

    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        draw::draw(self, state, seat, rng)
    }

    fn redeal(&self, state: &State, rng: &mut Rng) -> Option<State> {
        Some(draw::redeal(self, state, rng))
    }

    /// Round, whose turn or raids, step, and how far the step is: actions left, cards announced, responses,
    /// cards still to be drawn.
    #[inline(always)]
    fn clock(&self, state: &State) -> u32 {
        let step = match state.phase {
            Phase::Turn => {
                u32::from(state.actions) << 8
                    | u32::from(state.owed) << 7
                    | u32::from(state.announced)
            }
            Phase::Respond => u32::from(state.announced) << 9 | u32::from(state.window.responses),
            Phase::Effect => state.announced.into(),
            Phase::Drop => state.aside.count_ones(),
            Phase::Event => state.drawing.into(),
            Phase::Tower | Phase::Settle => state.left.into(),
            Phase::Soldier => state.raiders.into(),
            Phase::Whim | Phase::Token | Phase::Month | Phase::Over => 0,
        };
        u32::from(state.round) << 26
            | u32::from(state.turn) << 22
            | (state.phase as u32) << 18
            | step
    }

    /// H6.
    #[inline(always)]
    fn epoch(&self, state: &State) -> u32 {
        state.epoch
    }

    /// Whims and tokens (H7); and what is chosen from where hands count.
    #[inline(always)]
    fn is_secret(&self, state: &State) -> bool {
        use Phase::{Drop, Respond, Token, Turn, Whim};
        matches!(state.phase, Whim | Token | Turn | Drop | Respond)
    }

    #[inline(always)]
    fn lays_face_down(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Whim | Phase::Token)
    }

    /// H7: that a seat has chosen is seen.
    #[inline]
    fn indistinguishable(&self, state: &State, one: Action, two: Action) -> bool {
        self.lays_face_down(state) || one == two
    }
}

#[cfg(test)]
mod tests;
