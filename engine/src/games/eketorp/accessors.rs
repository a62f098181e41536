//! What heuristics need from a state.
//!
//! Hands of other seats, the talon and placements before the reveal are hidden; agents only ever hold drawn
//! states, in which they are guesses.

use super::component::{Cards, KINDS, Kind, PLACES, Place, SPACES, WALLS, Wall};
use super::loot::Loot;
use super::state::State;
use super::talon::ORDERED;
use super::{Eketorp, draw, placement};
use crate::seat::Seat;

/// Who fights whom, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combat {
    /// A space or a siege space.
    pub place: Place,
    /// Whose turn it is.
    pub attacker: Seat,
    /// The other one; in a siege the village's owner.
    pub defender: Seat,
    /// Whether it is a siege.
    pub is_siege: bool,
}

impl State {
    /// Vikings of a seat at a place.
    #[inline(always)]
    pub fn vikings_at(&self, place: Place, seat: Seat) -> u32 {
        if place.is_space() {
            return self.crowds[place.index()].of(seat.index());
        }
        self.players[seat.index()].at >> place.index() & 1
    }

    /// The duel that is being fought or has just been decided; only meaningful between the choice of a fight
    /// and the loot.
    #[inline(always)]
    pub fn combat(&self) -> Combat {
        let duel = &self.duel;
        Combat {
            place: duel.place,
            attacker: Seat::new(usize::from(duel.attacker)),
            defender: Seat::new(usize::from(duel.defender)),
            is_siege: !duel.place.is_space() && duel.place.village() == usize::from(duel.defender),
        }
    }

    /// While the seat to move builds: the walls from which it may choose, one bit for each (N8).
    #[inline(always)]
    pub fn offered_walls(&self) -> u32 {
        self.walls.into()
    }

    /// A number made from the order of the talon, which nobody knows (U2): different in nearly all states that a
    /// seat may draw.
    #[inline]
    pub fn unknown_order(&self) -> u64 {
        self.talon.iter().take(ORDERED).fold(0, |all, value| 10 * all + u64::from(value))
            % (1 << 40)
    }

    /// Whether the siege of a siege space has been held in this round (B4).
    #[inline(always)]
    pub fn is_held(&self, place: Place) -> bool {
        self.held & place.bit() != 0
    }

    /// Whether there may be a fight at a place (B2, B3); not known before the reveal.
    #[inline(always)]
    pub fn may_be_fought(&self, place: Place) -> bool {
        self.fights & place.bit() != 0
    }
}

impl Eketorp {
    /// Points of each kind of stone (F2).
    #[inline(always)]
    pub fn points(&self) -> &[i32; KINDS] {
        &self.numbers.points
    }

    /// The highest combat card (C5).
    #[inline(always)]
    pub fn highest_card(&self) -> u32 {
        self.rule_set.cards.highest.into()
    }

    /// Rounds that a loser misses after the present one (H1, H2, H4).
    #[inline(always)]
    pub fn absence(&self, difference: u32, defender: bool) -> u32 {
        3 - self.numbers.station(difference, defender)
    }

    /// The cards that a seat does not see: those of the talon, of the others' hidden hands, and those that the
    /// others have discarded from such hands (U1 to U3).
    #[inline]
    pub fn unseen(&self, state: &State, seat: Seat) -> Cards {
        draw::unseen(self, state, seat)
    }

    /// Vikings of a seat that are not in hospital.
    #[inline(always)]
    pub fn free_vikings(&self, state: &State, seat: Seat) -> u32 {
        u32::from(self.numbers.vikings) - state[seat].sick.total()
    }

    /// The places to which a seat may send Vikings, in its order (N4).
    #[inline(always)]
    pub fn places(&self, seat: Seat) -> &[Place] {
        self.numbers.places_of(seat.index() as u8)
    }

    /// The number of a place among [those](Eketorp::places) of a seat; a large one for its own village.
    #[inline(always)]
    pub fn rank(&self, seat: Seat, place: Place) -> usize {
        self.numbers.rank(seat.index() as u8, place).into()
    }

    /// While Vikings are placed: the seats that have placed, in their order.
    #[inline]
    pub fn placed(&self, state: &State) -> impl Iterator<Item = Seat> + use<> {
        let (first, players) = (usize::from(state.first), usize::from(self.numbers.players));
        let number = (usize::from(state.seat) + players - first) % players;
        (first..first + number).map(move |seat| Seat::new(seat % players))
    }

    /// Places the Vikings of a seat anew: one at each of `places`, the others at home. Places that it may not
    /// choose (P1, P2) are passed over.
    pub fn replace(&self, state: &mut State, seat: Seat, places: impl Iterator<Item = Place>) {
        let seat = seat.index() as u8;
        draw::take_back(self, state, seat);
        for place in places {
            let player = state.player(seat);
            let taken = !place.is_space() && player.at & place.bit() != 0;
            if player.home > 0 && !taken && self.numbers.rank(seat, place) < self.numbers.places {
                placement::set_out(state, seat, place);
            }
        }
    }

    /// The walls of the seat to move after it builds a stone, and what it has no choice about after that (T5).
    #[inline(always)]
    pub fn walls_with(&self, state: &State, kind: Kind, mut wall: u8) -> [Wall; WALLS] {
        let mut player = *state.player(state.seat);
        player.build(kind, wall);
        self.build_alike(&mut player, &mut wall);
        player.walls
    }

    /// The two walls of a siege space.
    #[inline(always)]
    pub fn besieged(&self, state: &State, place: Place) -> [Wall; 2] {
        debug_assert!(SPACES <= place.index() && place.index() < PLACES);
        let walls = &state.players[place.village()].walls;
        let low = place.low_wall();
        [walls[low], walls[low + 1]]
    }

    /// Calls `visit` for each pair of numbers of stones that may be taken off the two walls of a siege space with
    /// this many points: the numbers, the kinds among the stones as bits, and their points (L2, N7).
    #[inline(always)]
    pub fn lootable(
        &self,
        walls: [Wall; 2],
        points: u32,
        mut visit: impl FnMut(u32, u32, u32, i32),
    ) {
        Loot::new(&self.numbers, walls, points).visit(|low, high, kinds, points| {
            visit(low, high, kinds, points);
            false
        });
    }
}
