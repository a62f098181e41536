//! Step 1, materials (M1 to M3), and what is left of them (Z2).

use super::rules::{Rules, require};
use super::stone::{Supply, remove};

/// The material spaces (C2).
pub const SPACES: [char; 7] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

/// What a material card lays on one space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub kind: char,
    pub count: usize,
    /// M2: stones with the white triangle.
    pub triangles: usize,
}

/// Reads a card such as `g1+1 w2 g2 c1 w2+1 - -` (2.5): one field for each space.
pub fn read_card(card: &str) -> Result<Vec<Option<Field>>, String> {
    let mut fields = Vec::new();
    for text in card.split(' ') {
        fields.push(if text == "-" { None } else { Some(read_field(text)?) });
    }
    require(fields.len() == 7, "M1: seven fields on a material card")?;
    Ok(fields)
}

fn read_field(text: &str) -> Result<Field, String> {
    let wrong = || format!("`{text}` is no field of a material card");
    let kind = text.chars().next().ok_or_else(wrong)?;
    require("gwcs".contains(kind), "N1: a kind of stone")?;
    let (count, triangles) = match text[1..].split_once('+') {
        Some((count, triangles)) => (count, triangles),
        None => (&text[1..], "0"),
    };
    let digits = |text: &str| text.chars().all(|digit| digit.is_ascii_digit());
    require(digits(count) && digits(triangles), "M1: numbers of stones")?;
    Ok(Field {
        kind,
        count: count.parse().map_err(|_| wrong())?,
        triangles: triangles.parse().map_err(|_| wrong())?,
    })
}

/// M1 to M3: puts the stones of a card on the spaces, as far as the supply holds them.
pub fn lay(
    rules: &Rules,
    players: usize,
    card: &str,
    spaces: &mut [Vec<char>],
    supply: &mut Supply,
) {
    let fields = read_card(card).expect("the rule set has been checked");
    for (space, field) in spaces.iter_mut().zip(fields) {
        let Some(field) = field else { continue };
        let mut wanted = field.count;
        if players >= rules.materials.triangle_players {
            wanted += field.triangles;
        }
        for _ in 0..wanted {
            if supply[&field.kind] > 0 {
                *supply.get_mut(&field.kind).expect("every kind") -= 1;
                space.push(field.kind);
            }
        }
        *space = super::stone::sorted(space);
    }
}

/// Z2: grass and wood return to the supply; clay and stone stay.
pub fn clear(spaces: &mut [Vec<char>], supply: &mut Supply) {
    for space in spaces {
        for kind in ['g', 'w'] {
            while space.contains(&kind) {
                remove(space, kind);
                *supply.get_mut(&kind).expect("every kind") += 1;
            }
        }
    }
}
