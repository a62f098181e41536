//! The values of the rules in the form used during play, where that is another one.

use super::component::{
    Cards, KINDS, Kind, MAX_PLAYERS, PLACES, Place, SIEGE_SPACES, SPACES, Stones,
};
use super::rule_set::{DIFFERENCES, RuleSet};
use super::{deal, material};

/// Rows and columns of tables of seats and places: powers of two, so that no index needs a check.
const SEATS: usize = MAX_PLAYERS.next_power_of_two();
const ROW: usize = PLACES.next_power_of_two();

#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) players: u8,
    pub(super) vikings: u8,
    pub(super) supply: Stones,
    pub(super) deck: Cards,
    pub(super) points: [i32; KINDS],
    /// Station of a loser by difference (H1), and of a losing defender (H2).
    stations: [[u8; 2]; DIFFERENCES],
    /// Most stones of a siege; without a limit a large number.
    pub(super) loot_max: u32,
    /// What the material cards lay for this number of seats.
    pub(super) cards: Vec<[Stones; SPACES]>,
    /// Places in each seat's order (N4), and how many there are.
    order: [Place; SEATS * ROW],
    pub(super) places: u8,
    /// The number of each place in each seat's order; of places of its own village, [`ROW`].
    rank: [u8; SEATS * ROW],
}

#[inline(always)]
fn cell(seat: u8, column: u8) -> usize {
    (usize::from(seat) * ROW + usize::from(column)) % (SEATS * ROW)
}

impl Numbers {
    pub(super) fn new(rule_set: &RuleSet, players: usize) -> Numbers {
        let kinds = rule_set.stones.all();
        let mut supply = Stones::NONE;
        for (kind, stone) in Kind::ALL.into_iter().zip(kinds) {
            supply.add(Stones::of(kind, stone.count.into()));
        }
        let triangles = players >= usize::from(rule_set.materials.triangle_players);
        let cards = rule_set.materials.cards.iter().filter_map(|text| material::read(text).ok());
        let advance = rule_set.hospital.defender_advance;
        let stations = std::array::from_fn(|difference| {
            let station = rule_set.hospital.stations[difference];
            // H2, E3: none on a tie, and never beyond station 3.
            [station, if difference == 0 { station } else { (station + advance).min(3) }]
        });
        let mut order = [Place::space(0); SEATS * ROW];
        let mut rank = [ROW as u8; SEATS * ROW];
        for seat in 0..players {
            let villages = (1..players).map(|step| (seat + step) % players);
            let sieges = villages.flat_map(|village| {
                (0..SIEGE_SPACES).map(move |weapon| Place::siege(village, weapon))
            });
            for (number, place) in (0..).zip((0..SPACES).map(Place::space).chain(sieges)) {
                order[cell(seat as u8, number)] = place;
                rank[cell(seat as u8, place.0)] = number;
            }
        }
        Numbers {
            players: players as u8,
            vikings: rule_set.setup.vikings[&players.to_string()],
            supply,
            deck: deal::deck(rule_set),
            points: kinds.map(|stone| i32::from(stone.points)),
            stations,
            loot_max: match rule_set.siege.loot_max_stones {
                0 => u32::MAX,
                most => most.into(),
            },
            cards: cards.map(|card| card[usize::from(triangles)]).collect(),
            order,
            places: (SPACES + (players - 1) * SIEGE_SPACES) as u8,
            rank,
        }
    }

    /// The place with a number in a seat's order (N4).
    #[inline(always)]
    pub(super) fn place(&self, seat: u8, number: u8) -> Place {
        self.order[cell(seat, number)]
    }

    /// The places in a seat's order (N4).
    #[inline(always)]
    pub(super) fn places_of(&self, seat: u8) -> &[Place] {
        &self.order[cell(seat, 0)..][..usize::from(self.places)]
    }

    /// The number of a place in a seat's order (N4); a large one for its own village.
    #[inline(always)]
    pub(super) fn rank(&self, seat: u8, place: Place) -> u8 {
        self.rank[cell(seat, place.0)]
    }

    /// The station for a difference (H1), or for a losing defender (H2).
    #[inline(always)]
    pub(super) fn station(&self, difference: u32, defender: bool) -> u32 {
        let difference = (difference as usize).min(DIFFERENCES - 1);
        self.stations[difference][usize::from(defender)].into()
    }

    #[inline(always)]
    pub(super) fn next(&self, seat: u8) -> u8 {
        let next = seat + 1;
        if next >= self.players { 0 } else { next }
    }

    #[inline(always)]
    pub(super) fn seats(&self) -> std::ops::Range<usize> {
        0..usize::from(self.players).min(MAX_PLAYERS)
    }
}
