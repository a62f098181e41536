//! What heuristics need from a state. What is hidden is guessed in the drawn states that agents hold.

use super::component::{Bonus, Kind, Token, UNITS};
use super::state::{NO_WHIM, Phase, Player, State};
pub use super::whim::Lack;
use super::{NoMoreVikings, draw};
use crate::game::Game;
use crate::games::play::Play;
use crate::seat::Seat;

/// The card announced, while it is answered or takes effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Announced {
    /// Its kind.
    pub kind: Kind,
    /// Whose turn it is.
    pub player: Seat,
    /// The seat that it names; otherwise its player.
    pub target: Seat,
    /// Who put the top there.
    pub owner: Seat,
    /// Whether the top is a card and no edict.
    pub is_card: bool,
    /// Whether it would stand if all passed now.
    pub stands: bool,
}

impl State {
    /// The number of the whim that a seat keeps, once it has chosen.
    #[inline(always)]
    pub fn own_whim(&self, seat: Seat) -> Option<usize> {
        let whim = self.players[seat.index()].whim;
        (whim != NO_WHIM).then_some(whim.into())
    }
}

impl Player {
    /// The points, longships, edicts, whim and token in one word.
    #[inline(always)]
    pub fn beside_units(&self) -> u64 {
        let bytes = [self.longships, self.edicts, self.whim, self.token];
        u64::from(u32::from_le_bytes(bytes)) | (self.track as u64) << 32
    }

    /// Whether another one has all of this, the same units and the same cards in hand.
    #[inline(always)]
    pub fn has_as(&self, other: &Player) -> bool {
        let mut differ = self.hand ^ other.hand | self.beside_units() ^ other.beside_units();
        for unit in 0..UNITS {
            differ |= self.units[unit] ^ other.units[unit];
        }
        differ == 0
    }
}

impl NoMoreVikings {
    /// Parcels of the board, as bits.
    #[inline(always)]
    pub fn board(&self) -> u64 {
        self.numbers.board
    }

    /// Whose turn or raids these are.
    #[inline(always)]
    pub fn turn_of(&self, state: &State) -> Seat {
        Seat::new(usize::from(self.current(state) & 3))
    }

    /// Seats whose turn of this round is not over yet, as bits.
    #[inline(always)]
    pub fn turns_to_come(&self, state: &State) -> u32 {
        match state.phase {
            phase if phase.is_early() => self.numbers.everybody,
            phase if phase.in_turn() => self.left(state),
            _ => 0,
        }
    }

    /// Whether a seat's raids of this round are not over yet; never in fog.
    #[inline]
    pub fn raids_come(&self, state: &State, seat: Seat) -> bool {
        let phase = state.phase;
        let is_raid = matches!(phase, Phase::Tower | Phase::Soldier);
        let come = phase.is_early()
            || phase.in_turn()
            || is_raid && self.left(state) >> seat.index() & 1 != 0;
        come && !state.fog
    }

    /// The seat whose turn or raids these are, and those that come after it in this round, as bits.
    #[inline(always)]
    fn left(&self, state: &State) -> u32 {
        let (all, first) = (self.numbers.everybody, usize::from(state.first));
        let left = all << state.turn & all;
        (left << first | left >> (self.players() - first)) & all
    }

    /// Cards of a kind in a hand.
    #[inline(always)]
    pub fn held_of(&self, state: &State, seat: Seat, kind: Kind) -> u32 {
        (state[seat].hand & self.numbers.of_kind[kind as usize]).count_ones()
    }

    /// Cards of a kind that the seat whose turn it is has laid aside (T2).
    #[inline(always)]
    pub fn aside_of(&self, state: &State, kind: Kind) -> u32 {
        (state.aside & self.numbers.of_kind[kind as usize]).count_ones()
    }

    /// Cards of a kind of which a seat does not know where they are.
    #[inline(always)]
    pub fn unseen_of(&self, state: &State, seat: Seat, kind: Kind) -> u32 {
        (draw::unseen(self, state, seat.index()) & self.numbers.of_kind[kind as usize]).count_ones()
    }

    /// Carries on as if nobody answered any more (W6).
    #[inline(always)]
    pub fn close_window(&self, state: &mut State) {
        if state.phase == Phase::Respond {
            Play { game: self, state, sink: &mut () }.close();
        }
    }

    /// The card announced, while it is answered or takes effect.
    #[inline]
    pub fn announced(&self, state: &State) -> Option<Announced> {
        if !matches!(state.phase, Phase::Respond | Phase::Effect) {
            return None;
        }
        let window = &state.window;
        Some(Announced {
            kind: window.kind,
            player: self.turn_of(state),
            target: Seat::new(usize::from(window.target & 3)),
            owner: Seat::new(usize::from(window.owner & 3)),
            is_card: window.is_card,
            stands: window.responses.is_multiple_of(2),
        })
    }

    /// What the next month brings (M2); `None` in the last month. A game that ends because a board has been filled
    /// may still bring it.
    #[inline]
    pub fn next_month(&self, state: &State) -> Option<Bonus> {
        self.rule_set.months.bonus.get(usize::from(state.round)).copied()
    }

    /// Most rounds to come after this one; none if a board has been filled (F1).
    #[inline(always)]
    pub fn rounds_to_come(&self, state: &State) -> u32 {
        if state.filled != 0 {
            return 0;
        }
        (self.rule_set.months.bonus.len() as u32).saturating_sub(state.round())
    }

    /// What the village of a seat lacks to fulfil a whim (F4).
    #[inline(always)]
    pub fn lack(&self, state: &State, seat: Seat, whim: usize) -> Lack {
        self.numbers.whims[whim].lack(&state[seat])
    }

    /// Points of each kind of unit, in the order of `Unit::ALL`; a field has none of its own (F2).
    pub fn points(&self) -> [i32; UNITS] {
        self.numbers.points
    }

    /// Actions of a token (T1).
    #[inline]
    pub fn actions_of(&self, token: Token) -> u32 {
        self.numbers.strategies[token as usize].actions.into()
    }
}
