//! Rule-set texts: their comments, and changes that keep them.

use toml_edit::{DocumentMut, Item, RawString, Table, Value};

use crate::data::syntax;
use crate::error::KeyError;

/// The keys of a rule-set text whose comment says *assumed*, with the comment: what no printed source states.
/// Of a table with such a comment it is the table's name. A text that is not TOML has none.
pub fn assumed(toml: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if let Ok(document) = toml.parse::<DocumentMut>() {
        visit(document.as_table(), "", &mut found);
    }
    found
}

fn visit(table: &Table, path: &str, found: &mut Vec<(String, String)>) {
    for (key, item) in table {
        let key = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        let decor = match item {
            Item::Value(value) => value.decor(),
            Item::Table(table) => table.decor(),
            Item::None | Item::ArrayOfTables(_) => continue,
        };
        let comment = decor.suffix().and_then(RawString::as_str).unwrap_or_default();
        let comment = comment.trim().trim_start_matches('#').trim();
        if comment.contains("assumed") {
            found.push((key.clone(), comment.to_owned()));
        }
        if let Item::Table(table) = item {
            visit(table, &key, found);
        }
    }
}

/// Changes single values of a rule-set text, each given as `key=value` with a dotted key.
///
/// # Errors
/// A change without `=`, and a key that the text does not have. Values are checked when the text is
/// [read](super::read).
pub fn set(toml: &str, changes: &[String]) -> Result<String, KeyError> {
    let mut document: DocumentMut = toml.parse().map_err(|error| syntax(toml, &error))?;
    for change in changes {
        set_one(&mut document, change)?;
    }
    Ok(document.to_string())
}

fn set_one(document: &mut DocumentMut, change: &str) -> Result<(), KeyError> {
    let (key, text) = change
        .split_once('=')
        .ok_or_else(|| KeyError::new(change, "a change is written key=value"))?;
    let (key, text) = (key.trim(), text.trim());
    let mut item: &mut Item = document.as_item_mut();
    for part in key.split('.') {
        item = item
            .as_table_like_mut()
            .and_then(|table| table.get_mut(part))
            .ok_or_else(|| KeyError::new(key, "the rule set has no such key"))?;
    }
    // A bare word is taken as a string: `opening_zero=out`.
    let mut value: Value = text.parse().unwrap_or_else(|_| Value::from(text));
    let Some(old) = item.as_value() else {
        return Err(KeyError::new(key, "is a table; name one of its values"));
    };
    *value.decor_mut() = old.decor().clone();
    *item = Item::Value(value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[scoring]   # F7\npenalty = 1  # each\nmode = \"a\"\ngold = { 2 = 30 }\n";

    #[test]
    fn a_text_that_is_no_toml_names_its_line() {
        let error = set("a = 1\nb\n", &[]).unwrap_err().to_string();
        assert!(error.starts_with("line 2: "), "{error}");
    }

    #[test]
    fn what_is_assumed_is_found_by_its_comment() {
        let text =
            "[a]  # counts are assumed\nx = 1 # F1 (assumed)\ny = 2 # F2\n[a.b]\nz = 3 # assumed";
        let found = assumed(text);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(key, comment)| (key.as_str(), comment.as_str())).collect();
        let expected = [("a", "counts are assumed"), ("a.x", "F1 (assumed)"), ("a.b.z", "assumed")];
        assert_eq!(found, expected);
    }

    fn changed(change: &str) -> Result<String, String> {
        set(TEXT, &[change.to_owned()]).map_err(|error| error.to_string())
    }

    #[test]
    fn a_change_keeps_the_comments() {
        assert_eq!(changed("scoring.penalty=5").unwrap(), TEXT.replace("= 1", "= 5"));
        assert_eq!(changed("scoring.mode = b").unwrap(), TEXT.replace("\"a\"", "\"b\""));
        assert_eq!(changed("scoring.gold.2=9").unwrap(), TEXT.replace("30", "9"));
        assert_eq!(changed("scoring.penalty=").unwrap(), TEXT.replace("= 1", "= \"\""));
    }

    #[test]
    fn a_bad_change_names_its_key() {
        for (change, message) in [
            ("scoring.penalty", "key `scoring.penalty`: a change is written key=value"),
            ("scoring.none=1", "key `scoring.none`: the rule set has no such key"),
            ("scoring.penalty.x=1", "key `scoring.penalty.x`: the rule set has no such key"),
            ("scoring=1", "key `scoring`: is a table; name one of its values"),
        ] {
            assert_eq!(changed(change).unwrap_err(), message);
        }
    }
}
