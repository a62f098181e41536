//! Royal whims: what fulfils them (F4).

use super::component::{Name, SIDE, UNITS, Unit};
use super::rule_set::{Needed, Whim};
use super::state::Player;
use crate::games::bits::bits;

/// Binary digits of the number of parts of a pattern, of which there are at most as many as parcels.
const DIGITS: usize = 7;

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

#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) name: Name,
    pub(super) points: i32,
    /// Parcels of houses and of fields, as bits, with the pattern's first sign on parcel a1.
    houses: u64,
    fields: u64,
    /// Where the first sign may lie; no parcel if the pattern is larger than the board.
    corners: u64,
    need: [u32; UNITS],
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
            let places = signs.filter(|&(_, _, sign)| sign == wanted);
            places.fold(0, |set, (row, column, _)| set | 1 << (row * SIDE + column))
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
                need.and_then(|need| need.get(&unit)).map_or(0, |&Needed(number)| number.into())
            }),
            none: whim.none,
        }
    }

    pub(super) fn is_fulfilled(&self, player: &Player) -> bool {
        let houses = player.unit(Unit::Cottage) | player.unit(Unit::Fortress);
        let fields = player.unit(Unit::Field);
        let mut corners = self.corners;
        for place in bits(self.houses) {
            corners &= houses >> place;
        }
        for place in bits(self.fields) {
            corners &= fields >> place;
        }
        corners != 0
            && self.none.is_none_or(|unit| player.unit(unit) == 0)
            && self.need.iter().zip(player.units).all(|(&need, units)| units.count_ones() >= need)
    }

    #[inline(always)]
    pub(super) fn lack(&self, player: &Player) -> Lack {
        let houses = player.unit(Unit::Cottage) | player.unit(Unit::Fortress);
        let fields = player.unit(Unit::Field);
        let sets = [(self.houses, houses), (self.fields, fields)];
        let parts = (self.houses | self.fields).count_ones();
        let best = if parts < 8 { self.nearest::<3>(sets) } else { self.nearest::<DIGITS>(sets) };
        let least = match best {
            0 => [u32::MAX; 2],
            _ => sets.map(|(set, units)| (set & !(units >> best.trailing_zeros())).count_ones()),
        };
        let mut units = [0; UNITS];
        if self.need != [0; UNITS] {
            for ((missing, &need), there) in units.iter_mut().zip(&self.need).zip(player.units) {
                *missing = need.saturating_sub(there.count_ones());
            }
        }
        units[Unit::Cottage as usize] = units[Unit::Cottage as usize].saturating_add(least[0]);
        units[Unit::Field as usize] = units[Unit::Field as usize].saturating_add(least[1]);
        let excess = self.none.map_or(0, |unit| player.unit(unit).count_ones());
        Lack { points: self.points, units, excess }
    }

    /// The corners at which the fewest parts are missing, whose number has at most so many binary digits.
    #[inline(always)]
    fn nearest<const N: usize>(&self, sets: [(u64, u64); 2]) -> u64 {
        // The numbers in binary: their last digits at all corners, those before, and so on.
        let mut missing = [0; N];
        for (mut set, units) in sets {
            while set != 0 {
                let mut carry = self.corners & !(units >> set.trailing_zeros());
                set &= set - 1;
                for digits in &mut missing {
                    (*digits, carry) = (*digits ^ carry, *digits & carry);
                }
            }
        }
        let mut best = self.corners;
        for digits in missing.iter().rev() {
            let fewer = best & !digits;
            best = if fewer == 0 { best } else { fewer };
        }
        best
    }
}
