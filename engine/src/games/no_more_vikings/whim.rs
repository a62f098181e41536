//! Royal whims: what fulfils them (F4).

use super::component::{Name, SIDE, UNITS, Unit};
use super::rule_set::Whim;
use super::state::Player;

/// What a village lacks at least to fulfil a whim.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lack {
    /// Points of the whim.
    pub points: i32,
    /// Units that are missing, by kind; a house counts as a cottage.
    pub units: [u32; UNITS],
    /// Units of which there should be none.
    pub excess: u32,
}

/// A whim in the form in which play uses it.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) name: Name,
    pub(super) points: i32,
    /// Parcels of houses and of fields, with the pattern's first sign on parcel a1.
    houses: Vec<u8>,
    fields: Vec<u8>,
    /// Where the first sign may lie; no parcel if the pattern is larger than the board.
    corners: u64,
    need: [u32; UNITS],
    /// Not a single one of these.
    none: Option<Unit>,
}

impl Pattern {
    /// Of a whim that has been [checked](super::rule_set::RuleSet::check).
    pub(super) fn new(whim: &Whim, rows: u8, columns: u8) -> Pattern {
        let lines = whim.pattern.as_deref().unwrap_or_default();
        let (height, width) = (lines.len(), lines.first().map_or(0, String::len));
        let places = |wanted: u8| {
            let signs = lines.iter().enumerate().flat_map(|(row, line)| {
                line.bytes().enumerate().map(move |(column, sign)| (row, column, sign))
            });
            signs
                .filter(|&(_, _, sign)| sign == wanted)
                .map(|(row, column, _)| (row * SIDE + column) as u8)
                .collect::<Vec<u8>>()
        };
        let mut corners = 0;
        // N14: wholly on the grid. Without a pattern every corner fits.
        for row in (0..usize::from(rows)).filter(|row| row + height <= usize::from(rows)) {
            for column in
                (0..usize::from(columns)).filter(|column| column + width <= usize::from(columns))
            {
                corners |= 1 << (row * SIDE + column);
            }
        }
        let need = whim.need.as_ref();
        Pattern {
            name: whim.name,
            points: whim.points.into(),
            houses: places(b'H'),
            fields: places(b'A'),
            corners,
            need: Unit::ALL.map(|unit| {
                need.and_then(|need| need.get(&unit)).map_or(0, |&number| number.into())
            }),
            none: whim.none,
        }
    }

    /// Whether a village fulfils it.
    pub(super) fn is_fulfilled(&self, player: &Player) -> bool {
        let houses = player.unit(Unit::Cottage) | player.unit(Unit::Fortress);
        let fields = player.unit(Unit::Field);
        let mut corners = self.corners;
        for &place in &self.houses {
            corners &= houses >> place;
        }
        for &place in &self.fields {
            corners &= fields >> place;
        }
        corners != 0
            && self.none.is_none_or(|unit| player.unit(unit) == 0)
            && self.need.iter().zip(player.units).all(|(&need, units)| units.count_ones() >= need)
    }

    /// What a village lacks at the best place of the pattern.
    pub(super) fn lack(&self, player: &Player) -> Lack {
        let houses = player.unit(Unit::Cottage) | player.unit(Unit::Fortress);
        let fields = player.unit(Unit::Field);
        let mut least = [u32::MAX; 2];
        let mut corners = self.corners;
        while corners != 0 {
            let corner = corners.trailing_zeros();
            corners &= corners - 1;
            let missing = |places: &[u8], units: u64| {
                let there = |&&place: &&u8| units >> (u32::from(place) + corner) & 1 != 0;
                (places.len() - places.iter().filter(there).count()) as u32
            };
            let found = [missing(&self.houses, houses), missing(&self.fields, fields)];
            if found.iter().sum::<u32>() < least.iter().fold(0, |sum, &one| one.saturating_add(sum))
            {
                least = found;
            }
        }
        let mut units = [0; UNITS];
        for (unit, missing) in Unit::ALL.into_iter().zip(&mut units) {
            *missing = self.need[unit as usize].saturating_sub(player.unit(unit).count_ones());
        }
        units[Unit::Cottage as usize] = units[Unit::Cottage as usize].saturating_add(least[0]);
        units[Unit::Field as usize] = units[Unit::Field as usize].saturating_add(least[1]);
        let excess = self.none.map_or(0, |unit| player.unit(unit).count_ones());
        Lack { points: self.points, units, excess }
    }
}
