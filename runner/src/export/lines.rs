//! CSV: tables of rows of one type, and rows read from files.

use std::path::Path;

use serde::{Serialize, de::DeserializeOwned};

use crate::export::cell::{Cell, Column};
use crate::export::sheet::Sheet;
use crate::{error::Error, export::intact};
use drakkar_play::json;

/// A table of rows of one type, a flat struct whose fields are the columns.
pub fn of<R: Serialize + Default>(rows: impl IntoIterator<Item = R>) -> Sheet {
    let fields = json::value(&R::default());
    let head = fields.as_object().into_iter().flat_map(|fields| fields.keys());
    table(head.map(String::as_str), rows)
}

/// Rows of one type below a head of comma-separated names: each row has as many cells, some of them
/// in tuples and arrays.
pub fn below<R: Serialize>(head: &str, rows: impl IntoIterator<Item = R>) -> Sheet {
    table(head.split(','), rows)
}

fn table<'h, R: Serialize>(
    head: impl Iterator<Item = &'h str>,
    rows: impl IntoIterator<Item = R>,
) -> Sheet {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    let written = rows.into_iter().try_for_each(|row| writer.serialize(row));
    written.expect("every row has a cell for each column");
    let text = writer.into_inner().expect("memory takes all that is written");
    let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&text[..]);
    let rows = reader
        .into_records()
        .map(|row| row.expect("what was written can be read"))
        .map(|row| row.iter().map(|text| Cell::new("", [text.into()])).collect::<Vec<Cell>>());
    let columns: Vec<Column> = head.map(|key| Column::named(key, &[key])).collect();
    let rows: Vec<Vec<Cell>> = rows.collect();
    assert!(
        rows.iter().all(|row| row.len() == columns.len()),
        "every row has a cell for each column"
    );
    Sheet { rows, columns, ..Sheet::default() }
}

pub fn exact(value: f64) -> String {
    below("", [value]).rows[0][0].values[0].text()
}

/// The rows of a file that a run wrote; none if it is missing.
pub fn rows<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, Error> {
    let text = intact::bytes(path)?.unwrap_or_default();
    let rows = csv::Reader::from_reader(&text[..]).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|error| Error::input(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Default)]
    struct Row {
        agent: &'static str,
        games: i128,
        share: f64,
    }

    fn text(sheet: &Sheet) -> String {
        String::from_utf8(sheet.csv()).unwrap()
    }

    #[test]
    #[should_panic(expected = "every row has a cell for each column")]
    fn a_row_with_more_cells_than_its_head_is_a_mistake() {
        below("a,b", [[1, 2, 3]]);
    }

    #[test]
    fn fields_are_columns() {
        let rows = [
            Row { agent: "x,y", games: 3, share: 1.0 },
            Row { agent: "z", games: -1, share: 1e16 },
        ];
        assert_eq!(text(&of(rows)), "agent,games,share\n\"x,y\",3,1.0\nz,-1,1e16\n");
        assert_eq!(text(&of(Vec::<Row>::new())), "agent,games,share\n");
    }

    #[test]
    fn rows_below_a_head_have_a_cell_for_each_name() {
        assert_eq!(text(&below("a,b,c", [("x,y", [1, 2])])), "a,b,c\n\"x,y\",1,2\n");
        assert_eq!(text(&below("a,b", Vec::<[u8; 2]>::new())), "a,b\n");
        assert_eq!(text(&below("a,b", [(Some(true), None::<u8>)])), "a,b\ntrue,\n");
        assert_eq!([1.0, 0.1, 1e16].map(exact), ["1.0", "0.1", "1e16"]);
    }
}
