//! Rule-set texts: their comments, and changes that keep them.

use serde_json::Value;
use toml_edit::{DocumentMut, Item, RawString, Table};

use super::table::collect;
use crate::data::{document, of_item};
use crate::error::{KeyError, path};
use crate::input::meant_key;

/// The keys of a rule-set text whose comment says *assumed*, with the comment: points that no
/// printed source settles. For a table with such a comment, it is the table's name; for a list of
/// tables, the comment of the first one counts. A text that is not TOML has none.
pub fn assumed(toml: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if let Ok(document) = document(toml) {
        visit(document.as_table(), "", &mut found);
    }
    found
}

fn visit(table: &Table, part: &str, found: &mut Vec<(String, String)>) {
    for (key, item) in table {
        let key = path(part, key);
        let decor = match item {
            Item::Value(value) => value.decor(),
            Item::Table(table) => table.decor(),
            Item::ArrayOfTables(tables) => match tables.get(0) {
                Some(table) => table.decor(),
                None => continue,
            },
            Item::None => continue,
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
/// A change without `=`, and a key that the text does not have, with the one that may be meant; values are
/// checked when the text is [read](crate::recorded::Recorded::read_toml).
pub fn set(toml: &str, changes: &[String]) -> Result<String, KeyError> {
    let mut document = document(toml)?;
    for change in changes {
        set_one(&mut document, change)?;
    }
    Ok(document.to_string())
}

fn set_one(document: &mut DocumentMut, change: &str) -> Result<(), KeyError> {
    let (key, text) =
        change.split_once('=').ok_or_else(|| KeyError::new(change, "must be written KEY=VALUE"))?;
    let (key, text) = (key.trim(), text.trim());
    let whole = of_item(document.as_item());
    let Some(found) = key.split('.').try_fold(&whole, |table, name| table.get(name)) else {
        return Err(KeyError::new(key, no_such_key(&whole, key)));
    };
    let mut values = Vec::new();
    collect(key, found, &mut values);
    if let (Value::Object(_), Some((one, _))) = (found, values.first()) {
        let reason = format!("is a table of keys; change one of them, such as {one}");
        return Err(KeyError::new(key, reason));
    }
    let mut item: &mut Item = document.as_item_mut();
    for part in key.split('.') {
        let Some(inner) = item.get_mut(part) else { return Ok(()) };
        item = inner;
    }
    // A bare word is taken as a string: `opening_zero=out`.
    let mut value: toml_edit::Value = text.parse().unwrap_or_else(|_| text.into());
    // A list of tables becomes a single value, which stands before all tables.
    if let Some(old) = item.as_value() {
        *value.decor_mut() = old.decor().clone();
    }
    *item = Item::Value(value);
    Ok(())
}

/// Why a key that the text does not have is refused: with the one that may be meant, or the keys at
/// the point where its path ends.
fn no_such_key(whole: &Value, key: &str) -> String {
    let mut values = Vec::new();
    collect("", whole, &mut values);
    let keys: Vec<&str> = values.iter().map(|(key, _)| key.as_str()).collect();
    if let Some(meant) = meant_key(key, &keys) {
        return format!("there is no such key; did you mean `{meant}`?");
    }
    let (mut table, mut way) = (whole, Vec::new());
    for part in key.split('.') {
        let Some(inner) = table.get(part).filter(|inner| inner.is_object()) else { break };
        table = inner;
        way.push(part);
    }
    let names = table.as_object().into_iter().flat_map(|table| table.keys());
    let names: Vec<&str> = names.map(String::as_str).collect();
    match &way[..] {
        [] if names.is_empty() => "the rule set has no keys".to_owned(),
        [] => format!("there is no such key; keys begin with: {}", names.join(", ")),
        way => format!("there is no such key; `{}` has: {}", way.join("."), names.join(", ")),
    }
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
        let text = "[a]  # counts are assumed\nx = 1 # F1 (assumed)\ny = 2 # F2\n[a.b]\nz = 3 # assumed\n\
             [[l]] # all assumed\nx = 1\n[[l]]\nx = 2\n[[m]]\nx = 1\n[[m]] # assumed\nx = 2";
        let found = assumed(text);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(key, comment)| (key.as_str(), comment.as_str())).collect();
        let expected = [
            ("a", "counts are assumed"),
            ("a.x", "F1 (assumed)"),
            ("a.b.z", "assumed"),
            ("l", "all assumed"),
        ];
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
        let error = set("", &["a=1".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "key `a`: the rule set has no keys");
        for (change, message) in [
            ("scoring.penalty", "key `scoring.penalty`: must be written KEY=VALUE"),
            ("none=1", "key `none`: there is no such key; keys begin with: scoring"),
            (
                "scoring.gems=1",
                "key `scoring.gems`: there is no such key; `scoring` has: penalty, mode, gold",
            ),
            (
                "scoring.penaly=1",
                "key `scoring.penaly`: there is no such key; did you mean `scoring.penalty`?",
            ),
            ("gold=1", "key `gold`: there is no such key; did you mean `scoring.gold.2`?"),
            (
                "scoring.gold.5=1",
                "key `scoring.gold.5`: there is no such key; `scoring.gold` has: 2",
            ),
            (
                "scoring=1",
                "key `scoring`: is a table of keys; change one of them, such as scoring.penalty",
            ),
            (
                "scoring.gold=1",
                "key `scoring.gold`: is a table of keys; change one of them, such as scoring.gold.2",
            ),
        ] {
            assert_eq!(changed(change).unwrap_err(), message);
        }
    }
}
