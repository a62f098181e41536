//! The scorings of a line. Where all have the same keys, they are a table: an object with a list for each key.

use std::ops::Range;

use serde_json::{Map, Value};

use super::{RecordError, list, wrong};

/// How often the bytes of keys may stand in a list for which there is a table: no line takes much more room than it has
/// bytes.
const MOST: usize = 1 << 20;

/// Appends scorings, each of which `told` appends as JSON.
pub(super) fn write<T>(all: &[T], line: &mut Vec<u8>, told: impl Fn(&T, &mut Vec<u8>)) {
    let (begin, mut rows) = (line.len(), Vec::with_capacity(all.len()));
    list(all, line, |scoring, line| {
        let begin = line.len();
        told(scoring, line);
        rows.push(begin..line.len());
    });
    if let Some(table) = table(line, &rows) {
        line.truncate(begin);
        line.extend_from_slice(&table);
    }
}

/// The table of these parts of JSON, if they are objects with the same keys.
fn table(json: &[u8], rows: &[Range<usize>]) -> Option<Vec<u8>> {
    let mut cells = Vec::with_capacity(8 * rows.len());
    let mut width = 0;
    for row in rows {
        let begin = cells.len();
        split(json[row.clone()].strip_prefix(b"{")?.strip_suffix(b"}")?, &mut cells);
        width = if begin == 0 { cells.len() } else { width };
        let (first, row) = (cells[..width].iter(), cells[begin..].iter());
        if width < 2 || !first.step_by(2).eq(row.step_by(2)) {
            return None;
        }
    }
    let keys = || cells[..width].iter().step_by(2);
    let bytes: usize = keys().map(|key| key.len() + 1).sum();
    if rows.is_empty() || bytes * rows.len() > MOST {
        return None;
    }
    let mut table = Vec::with_capacity(rows[rows.len() - 1].end - rows[0].start);
    for (place, key) in keys().enumerate() {
        table.push(if place == 0 { b'{' } else { b',' });
        table.extend_from_slice(key);
        table.push(b':');
        let column = cells[2 * place + 1..].iter().step_by(width);
        list(column, &mut table, |value, table| table.extend_from_slice(value));
    }
    table.push(b'}');
    Some(table)
}

/// Adds the keys and values of an object in JSON without its braces.
fn split<'j>(object: &'j [u8], cells: &mut Vec<&'j [u8]>) {
    let (mut at, mut begin, mut depth) = (0, 0, 0);
    while let Some(byte) = object.get(at) {
        match byte {
            b'"' => {
                at += 1;
                while object.get(at).is_some_and(|&byte| byte != b'"') {
                    at += if object[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            b',' | b':' if depth == 0 => {
                cells.push(&object[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    cells.push(&object[begin..]);
}

/// The scorings of a list, or of a table.
pub(super) fn read(told: Value) -> Result<Vec<Value>, RecordError> {
    let table = match told {
        Value::Array(all) => return Ok(all),
        Value::Object(table) => table,
        other => return Err(wrong("scorings", "a list of values", &other)),
    };
    let bytes: usize = table.keys().map(|key| key.len() + 3).sum();
    let mut rows = None;
    for (key, column) in table {
        let whole = || format!("scorings.{key}");
        let Value::Array(column) = column else { return Err(wrong(&whole(), "a list", &column)) };
        if column.len() > MOST / bytes {
            return Err(RecordError::new("scorings", "a table of this size must be a list"));
        }
        let rows = rows.get_or_insert_with(|| vec![Map::new(); column.len()]);
        if column.len() != rows.len() {
            let reason = format!("expected {} entries, found {}", rows.len(), column.len());
            return Err(RecordError::new(whole(), reason));
        }
        for (row, value) in rows.iter_mut().zip(column) {
            row.insert(key.clone(), value);
        }
    }
    Ok(rows.unwrap_or_default().into_iter().map(Value::Object).collect())
}
