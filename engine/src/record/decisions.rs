//! The decisions of a line: those of a seat that follow one another are one list, `[seat, action, legal, action, ...]`.
//! An action without `legal` was the only one.

use std::mem;

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

const FORM: &str = "[seat, \"action\", legal, ...]";

/// The decisions of a line. An error has the number of the first decision of its list.
pub(super) fn read(told: Value, players: usize) -> Result<Vec<Decision>, RecordError> {
    let Value::Array(lists) = told else {
        return Err(wrong("decisions", &format!("a list of {FORM}"), &told));
    };
    let mut read = Vec::new();
    for mut list in lists {
        let Some((seat, parts)) = parts(&mut list, players) else {
            return Err(wrong(&format!("decisions[{}]", read.len()), FORM, &list));
        };
        for told in parts.chunk_by_mut(|_, next| next.is_number()) {
            if let [Value::String(action), legal @ ..] = told {
                let legal = legal.first().and_then(number).unwrap_or(1);
                read.push(Decision { seat, action: mem::take(action), legal });
            }
        }
    }
    Ok(read)
}

/// Whose decisions a list has, and its other parts, if it is one: each of these is an action, or a number behind one.
fn parts(list: &mut Value, players: usize) -> Option<(Seat, &mut [Value])> {
    let (seat, parts) = list.as_array_mut()?.split_first_mut()?;
    let seat = seat.as_u64().filter(|&seat| seat < players as u64)?;
    let follows = |pair: &[Value]| match &pair[1] {
        Value::String(_) => true,
        part => pair[0].is_string() && number(part).is_some(),
    };
    let fits = parts.first()?.is_string() && parts.windows(2).all(follows);
    fits.then(|| (Seat::new(seat as usize), parts))
}

fn number(part: &Value) -> Option<u32> {
    part.as_u64()?.try_into().ok()
}
