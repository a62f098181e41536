//! CSV in memory. A row that does not fit its head is an error: half a row would run into the next
//! one.

use std::path::Path;

use serde::{Serialize, de::DeserializeOwned};

use crate::{error::Error, export::intact};

/// A file of rows of one type, a flat struct whose fields are the columns. Without rows it is empty.
pub fn file<R: Serialize>(rows: impl IntoIterator<Item = R>) -> Result<Vec<u8>, Error> {
    written(|writer| rows.into_iter().try_for_each(|row| writer.serialize(row)))
}

/// The same with a head even without rows.
pub fn headed<R: Serialize + Default>(rows: impl IntoIterator<Item = R>) -> Result<Vec<u8>, Error> {
    let mut rows = rows.into_iter().peekable();
    if rows.peek().is_some() {
        return file(rows);
    }
    let mut text = file([R::default()])?;
    let head = text.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    text.truncate(head);
    Ok(text)
}

/// Rows of one type below a head of comma-separated names: each row has as many cells, some of them
/// in tuples and arrays.
pub fn below<R: Serialize>(
    head: &str,
    rows: impl IntoIterator<Item = R>,
) -> Result<Vec<u8>, Error> {
    written(|writer| {
        writer.write_record(head.split(','))?;
        rows.into_iter().try_for_each(|row| writer.serialize(row))
    })
}

/// Rows of texts; the first one is the head.
pub fn records(
    rows: impl IntoIterator<Item: IntoIterator<Item: AsRef<[u8]>>>,
) -> Result<Vec<u8>, Error> {
    written(|writer| rows.into_iter().try_for_each(|row| writer.write_record(row)))
}

/// Rows whose cells are paired with the names of their columns; the head is that of the first row.
/// Without rows, the file is empty. Refuses a row with other columns than the first.
pub fn named<'a>(rows: impl IntoIterator<Item = Vec<(&'a str, String)>>) -> Result<Vec<u8>, Error> {
    let mut head: Option<Vec<&str>> = None;
    let mut lines = Vec::new();
    for row in rows {
        let (columns, cells): (Vec<&str>, Vec<String>) = row.into_iter().unzip();
        let head = head.get_or_insert_with(|| columns.clone());
        if *head != columns {
            return Err(Error::Columns { head: head.join(","), columns: columns.join(",") });
        }
        lines.push(cells);
    }
    let head = head.map(|head| head.into_iter().map(str::to_owned).collect());
    records(head.into_iter().chain(lines))
}

/// The rows of a file that a run wrote; none if it is missing.
pub fn rows<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, Error> {
    let text = intact::bytes(path)?.unwrap_or_default();
    let rows = csv::Reader::from_reader(&text[..]).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|error| Error::input(path, error))
}

fn written(
    write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>,
) -> Result<Vec<u8>, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    write(&mut writer).map_err(Error::Row)?;
    Ok(writer.into_inner().expect("memory takes all that is written"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Default)]
    struct Row {
        agent: &'static str,
        games: i128,
    }

    fn text(bytes: Result<Vec<u8>, Error>) -> String {
        String::from_utf8(bytes.unwrap()).unwrap()
    }

    #[test]
    fn a_row_that_is_too_short_is_an_error() {
        let error = records([vec!["a", "b"], vec!["1", "2"], vec!["3"], vec!["4", "5"]]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains("found record with 1 fields"), "{error}");
        assert_eq!(text(records([["a", "b"], ["1", "2,3"]])), "a,b\n1,\"2,3\"\n");
    }

    #[test]
    fn fields_are_columns() {
        let rows = [Row { agent: "x,y", games: 3 }, Row { agent: "z", games: -1 }];
        assert_eq!(text(file(rows)), "agent,games\n\"x,y\",3\nz,-1\n");
        assert_eq!(text(file(Vec::<Row>::new())), "");
        assert_eq!(text(headed(Vec::<Row>::new())), "agent,games\n");
        assert_eq!(text(headed([Row { agent: "z", games: 1 }])), "agent,games\nz,1\n");
        assert!(
            file([[("no", "struct")].into_iter().collect::<std::collections::BTreeMap<_, _>>()])
                .is_err()
        );
    }

    #[test]
    fn rows_below_a_head_have_a_cell_for_each_name() {
        assert_eq!(text(below("a,b,c", [("x,y", [1, 2])])), "a,b,c\n\"x,y\",1,2\n");
        assert_eq!(text(below("a,b", Vec::<[u8; 2]>::new())), "a,b\n");
        assert!(below("a,b", [[1, 2, 3]]).is_err());
    }

    #[test]
    fn rows_with_names_have_those_of_the_first() {
        let row = |names: [&'static str; 2]| names.map(|name| (name, "1".to_owned())).to_vec();
        assert_eq!(text(named([row(["a", "b"]), row(["a", "b"])])), "a,b\n1,1\n1,1\n");
        let error = named([row(["a", "b"]), row(["b", "a"])]).unwrap_err().to_string();
        assert_eq!(error, "a CSV row with the columns b,a cannot follow those of a,b");
    }
}
