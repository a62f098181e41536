//! *Vikings on Board* (Chevallier, Edmas, Flehans 2016): 2 to 4 players.
//!
//! Rule ids in comments (C components, S set-up, R round, A actions, D departure, F scoring, V
//! assumptions, L deal, H hidden information, N notation) are explained in
//! `docs/vikings-on-board.md`, together with the notation and the deal.

pub mod accessors;
pub mod action;
mod actions;
mod apply;
mod barrel;
mod body_options;
pub mod component;
pub mod deal;
mod departure;
mod draw;
pub mod fact;
mod fields;
mod legal;
mod line;
mod numbers;
mod options;
mod playout;
mod recorded;
pub mod rule_set;
pub mod scoring;
pub mod stack;
pub mod state;
mod table;

use self::action::Action;
use self::barrel::Barrels;
use self::component::{Goods, SHIPS};
use self::deal::Deal;
use self::line::Line;
use self::numbers::Numbers;
use self::rule_set::{PRESETS, RuleSet};
use self::scoring::Scoring;
use self::stack::Known;
use self::state::{ALL_SPACES, Departure, NOBODY, Phase, State, seat_of};
use crate::cpu::Processor;
use crate::game::Game;
use crate::games::task::in_one_piece;
use crate::outcome::Outcome;
use crate::recorded::Recorded;
use crate::seat::{PerSeat, Seat};
use crate::seed::{DealSeed, Rng};

/// The game with its rule set and number of players.
#[derive(Clone, Debug)]
pub struct VikingsOnBoard {
    rule_set: RuleSet,
    players: usize,
    numbers: Numbers,
    processor: Processor,
}

impl VikingsOnBoard {
    /// The preset `base`. Panics if `players` is not 2, 3 or 4.
    pub fn base(players: usize) -> VikingsOnBoard {
        let rule_set = VikingsOnBoard::read_toml(PRESETS[0].toml).expect("valid TOML");
        Recorded::new(rule_set, players).expect("playable with 2 to 4 players")
    }
}

impl Game for VikingsOnBoard {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = Scoring;
    const HIDES: bool = true;

    fn players(&self) -> usize {
        self.players
    }

    fn deal(&self, seed: DealSeed) -> Deal {
        deal::deal(&self.rule_set, self.players, seed)
    }

    #[inline]
    fn state(&self, deal: &Deal) -> State {
        let mut old = 0;
        for (space, letter) in self.numbers.row.bytes().enumerate() {
            let seat = deal.order[Seat::new(usize::from(letter - b'A'))];
            old |= (u64::from(seat) + 1) << (4 * space);
        }
        State {
            line: Line::new(&deal.ships.map(|hull| hull.0)),
            bows: [Goods::NONE; SHIPS],
            barrels: Barrels::NEW,
            goods: [Goods::NONE; component::MAX_PLAYERS],
            w1: deal.w1,
            w2: deal.w2,
            known: Known::default(),
            old,
            new: 0,
            free: ALL_SPACES,
            round: 0,
            market: [self.rule_set.market.start as u16; 3],
            epoch: 0,
            phase: Phase::Go,
            seat: (old & 0xF) as u8 - 1,
            turn: 0,
            stern: NOBODY,
            departures: 0,
            players: self.players as u8,
            departure: Departure::NONE,
        }
    }

    #[inline(always)]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.phase != Phase::Over).then(|| seat_of(state.seat))
    }

    in_one_piece!();

    /// F1 to F3.
    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        let score = PerSeat::from_fn(self.players, |seat| {
            self.goods_points(state, seat) + self.barrel_points(state, seat)
        });
        let supplies =
            PerSeat::from_fn(self.players, |seat| state.goods[seat.index()].total() as i32);
        Outcome::ranked(score, supplies)
    }

    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        draw::draw(self, state, seat, rng)
    }

    #[inline]
    fn blank(&self, state: &State, seat: Seat) -> Option<State> {
        Some(draw::blank(self, state, seat))
    }

    fn redeal(&self, state: &State, rng: &mut Rng) -> Option<State> {
        Some(draw::redeal(state, rng))
    }

    /// Round, vikings that have moved, and the step after the last one.
    #[inline(always)]
    fn clock(&self, state: &State) -> u32 {
        let step = match state.phase {
            Phase::Go => 0,
            Phase::Under => 2,
            Phase::Sail => 3,
            // Supplies become fewer with every pick.
            Phase::Take | Phase::Box => {
                4 + state.bows[usize::from(state.departure.ship & 7)].total()
            }
            _ => 1,
        };
        state.round << 12 | u32::from(state.turn) << 8 | step
    }

    fn epoch(&self, state: &State) -> u32 {
        u32::from(state.epoch)
    }

    /// The value of a barrel that is bet, which supplies were drawn, and the order in which they go back (H1, H2).
    #[inline(always)]
    fn is_secret(&self, state: &State) -> bool {
        matches!(
            state.phase,
            Phase::Bet | Phase::Tavern | Phase::Load1 | Phase::Load2 | Phase::Under
        )
    }

    /// H2: a barrel's value and the order of returned tokens are hidden.
    #[inline]
    fn indistinguishable(&self, _: &State, one: Action, two: Action) -> bool {
        match (one, two) {
            (Action::Bet { zone: one, .. }, Action::Bet { zone: two, .. }) => one == two,
            (Action::Under { .. }, Action::Under { .. }) => true,
            _ => one == two,
        }
    }
}

#[cfg(test)]
mod tests;
