//! The decisions of a line: those of a seat that follow one another are one list, `[seat, action, legal, action, ...]`.
//! An action without `legal` was the only one.

use serde_json::Value;

use super::{Decision, RecordError, wrong};
use crate::data::append;
use crate::seat::Seat;

/// Appends them; `told` appends the text of an action. Nothing is built for it: they are most of a record.
pub(super) fn write<A>(
    decisions: impl IntoIterator<Item = (Seat, A, u32)>,
    line: &mut Vec<u8>,
    mut told: impl FnMut(A, &mut Vec<u8>),
) {
    let mut last = None;
    line.push(b'[');
    for (seat, action, legal) in decisions {
        let digit = |number: u32| b'0' + number as u8;
        if last != Some(seat) {
            if last.is_some() {
                line.extend_from_slice(b"],");
            }
            line.extend_from_slice(&[b'[', digit(seat.index() as u32)]);
            last = Some(seat);
        }
        line.push(b',');
        told(action, line);
        match legal {
            1 => {}
            0..10 => line.extend_from_slice(&[b',', digit(legal)]),
            10..100 => line.extend_from_slice(&[b',', digit(legal / 10), digit(legal % 10)]),
            _ => {
                line.push(b',');
                append(&legal, line);
            }
        }
    }
    line.extend_from_slice(if last.is_some() { b"]]" } else { b"]" });
}

/// The decisions of a line. The first version has each in a list of its own, with `legal`. An error has the number of
/// the first decision of its list.
pub(super) fn read(
    told: Value,
    players: usize,
    is_first: bool,
) -> Result<Vec<Decision>, RecordError> {
    let form =
        if is_first { "[seat, \"action\", legal]" } else { "[seat, \"action\", legal, ...]" };
    let Value::Array(lists) = told else {
        return Err(wrong("decisions", &format!("a list of {form}"), &told));
    };
    let mut read = Vec::new();
    for list in lists {
        let number = read.len();
        let fits = add(&list, players, &mut read).is_some();
        let is_single = read.len() == number + 1 && list.as_array().map(Vec::len) == Some(3);
        if !fits || is_first && !is_single {
            return Err(wrong(&format!("decisions[{number}]"), form, &list));
        }
    }
    Ok(read)
}

/// Adds those of a list.
fn add(list: &Value, players: usize, read: &mut Vec<Decision>) -> Option<()> {
    let (seat, parts) = list.as_array()?.split_first()?;
    let seat = seat.as_u64().filter(|&seat| seat < players as u64)?;
    let mut parts = parts.iter().peekable();
    loop {
        let action = parts.next()?.as_str()?.to_owned();
        let legal = match parts.next_if(|part| part.is_number()) {
            Some(legal) => legal.as_u64()?.try_into().ok()?,
            None => 1,
        };
        read.push(Decision { seat: Seat::new(seat as usize), action, legal });
        if parts.peek().is_none() {
            return Some(());
        }
    }
}
