//! Rule-set files with missing keys, which take their values from a preset.

use toml_edit::{Document, Item, TableLike};

use super::table::{Preset, RuleTable};
use crate::data::{document, line, of_item};
use crate::error::KeyError;

/// The key of a file that names the preset for missing keys.
pub(super) const PRESET: &str = "preset";

impl RuleTable {
    /// The complete text of a rule-set file. If keys are missing, it is the text of a preset with the file's values:
    /// the preset that the key `preset` names, or else the first. A file that has all keys is returned unchanged.
    /// Errors, with the line: not TOML, a preset that does not exist, unknown keys, values out of their range.
    pub fn complete(&self, file: &str) -> Result<String, KeyError> {
        let mut own = document(file)?;
        let named = own.remove(PRESET);
        let preset = named.as_ref().map(|name| self.named(name)).transpose();
        let preset = preset.map_err(|error| at_line(file, error))?.or(self.presets.first());
        let partial = self.check_partial(&of_item(own.as_item()));
        match (partial.map_err(|error| at_line(file, error))?, preset) {
            (true, Some(preset)) => {
                let mut whole = document(preset.toml)?;
                overlay(whole.as_table_mut(), own.as_table());
                Ok(whole.to_string())
            }
            _ if named.is_none() => Ok(file.to_owned()),
            _ => Ok(own.to_string()),
        }
    }

    fn named(&self, name: &Item) -> Result<&'static Preset, KeyError> {
        match name.as_str() {
            Some(name) => self.preset(name).map_err(|error| KeyError::new(PRESET, error.reason)),
            None => Err(KeyError::refused(PRESET, &of_item(name), "must be the name of a preset")),
        }
    }
}

/// Replaces values of `whole` by those of `own`; comments of `whole` stay.
fn overlay(whole: &mut dyn TableLike, own: &dyn TableLike) {
    for (key, item) in own.iter() {
        let Some(old) = whole.get_mut(key) else {
            whole.insert(key, at_the_end(item.clone()));
            continue;
        };
        if let Some(own) = item.as_table_like() {
            if let Some(whole) = old.as_table_like_mut() {
                overlay(whole, own);
            }
        } else if let (Some(old), Some(value)) = (old.as_value_mut(), item.as_value()) {
            let decor = old.decor().clone();
            *old = value.clone();
            *old.decor_mut() = decor;
        } else {
            // A list of tables, which may be written in either of two ways.
            *old = at_the_end(item.clone());
        }
    }
}

/// An item of another text without its position there, so that it comes last.
fn at_the_end(mut item: Item) -> Item {
    match &mut item {
        Item::Table(table) => table.set_position(None),
        Item::ArrayOfTables(tables) => {
            tables.iter_mut().for_each(|table| table.set_position(None));
        }
        Item::None | Item::Value(_) => {}
    }
    item
}

/// The error with the line of its key in front, if the file has that key.
pub fn at_line(file: &str, error: KeyError) -> KeyError {
    match line_of(file, &error.key) {
        Some(line) => KeyError::new("", format!("line {line}: {error}")),
        None => error,
    }
}

/// The line with the value of a dotted key. In a list of tables it is that of the table's key (`cards[2].kind`),
/// or of the table if it lacks the key; of a list of values it is the first line.
fn line_of(file: &str, key: &str) -> Option<usize> {
    let document = Document::parse(file).ok()?;
    let (mut item, mut within) = (document.as_item(), None);
    for part in key.split('.') {
        let (name, indices) = part.split_once('[').unwrap_or((part, ""));
        let Some(named) = item.get(name) else { return line(file, &within?) };
        item = named;
        for index in indices.split('[').filter_map(|index| index.strip_suffix(']')) {
            match item.get(index.parse::<usize>().ok()?) {
                Some(table) if table.is_table_like() => {
                    item = table;
                    within = table.span();
                }
                _ => return line(file, &item.span()?),
            }
        }
    }
    line(file, &item.span()?)
}
