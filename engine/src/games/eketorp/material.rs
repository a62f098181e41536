//! Material cards: which stones they lay where (M1, M2).

use super::component::{SPACES, Stones};

pub(super) const MAX_CARDS: usize = 24;
/// Most stones of a field before and behind the plus.
const MAX_PER_FIELD: u32 = 50;

/// Reads a card of seven fields such as `g2+1` or `-`: the stones of spaces A to G, without and with those with a white
/// triangle.
pub(super) fn read(text: &str) -> Result<[[Stones; SPACES]; 2], String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() != SPACES {
        return Err(format!("{} fields instead of {SPACES}", fields.len()));
    }
    let mut card = [[Stones::NONE; SPACES]; 2];
    for (space, field) in fields.into_iter().enumerate().filter(|(_, field)| *field != "-") {
        let stones = stones(field).ok_or_else(|| {
            format!(
                "`{field}`: expected a kind and a number up to {MAX_PER_FIELD}, such as g2 or g2+1, or -"
            )
        })?;
        card.iter_mut().zip(stones).for_each(|(card, stones)| card[space] = stones);
    }
    Ok(card)
}

fn stones(field: &str) -> Option<[Stones; 2]> {
    let kind = field.get(..1)?.parse().ok()?;
    let (plain, more) = field[1..].split_once('+').unwrap_or((&field[1..], "0"));
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|&number: &u32| digits && number <= MAX_PER_FIELD)
    };
    let (plain, more) = (number(plain)?, number(more)?);
    Some([plain, plain + more].map(|number| Stones::of(kind, number)))
}
