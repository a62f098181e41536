//! Material cards: which stones they lay where (M1, M2).

use super::component::{Kind, SPACES, Stones};

/// Most material cards.
pub(super) const MAX_CARDS: usize = 24;
/// Most stones of a field before and behind the plus.
const MAX_PER_FIELD: u32 = 50;

/// A material card: the stones of spaces A to G.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MaterialCard {
    /// For every number of seats.
    plain: [Stones; SPACES],
    /// With white triangles.
    triangles: [Stones; SPACES],
}

impl MaterialCard {
    /// Reads seven fields such as `g2+1` or `-`.
    ///
    /// # Errors
    /// The reason.
    pub(super) fn parse(text: &str) -> Result<MaterialCard, String> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        if fields.len() != SPACES {
            return Err(format!("{} fields instead of {SPACES}", fields.len()));
        }
        let mut card =
            MaterialCard { plain: [Stones::NONE; SPACES], triangles: [Stones::NONE; SPACES] };
        for (space, field) in fields.into_iter().enumerate().filter(|(_, field)| *field != "-") {
            let (plain, triangles) = read(field).ok_or_else(|| {
                format!(
                    "`{field}`: expected a kind and a number up to {MAX_PER_FIELD}, such as g2 or g2+1, or -"
                )
            })?;
            (card.plain[space], card.triangles[space]) = (plain, triangles);
        }
        Ok(card)
    }

    /// What it lays.
    pub(super) fn stones(&self, triangles: bool) -> [Stones; SPACES] {
        let mut stones = self.plain;
        if triangles {
            stones.iter_mut().zip(self.triangles).for_each(|(stones, more)| stones.add(more));
        }
        stones
    }
}

fn read(field: &str) -> Option<(Stones, Stones)> {
    let kind = Kind::from_letter(field.chars().next()?)?;
    let (plain, triangles) = field[1..].split_once('+').unwrap_or((&field[1..], "0"));
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|&number| digits && number <= MAX_PER_FIELD)
    };
    Some((Stones::of(kind, number(plain)?), Stones::of(kind, number(triangles)?)))
}
