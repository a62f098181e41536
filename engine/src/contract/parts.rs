//! The parts of a state, from its debug text.

use std::collections::BTreeMap;
use std::fmt::Debug;

/// The text of every part of `state` by its path, such as `hands[1]` or `bag.top`. It is read from what
/// `#[derive(Debug)]` writes; of another text, the parts are coarser.
pub(super) fn parts(state: &impl Debug) -> BTreeMap<String, String> {
    let text = format!("{state:?}");
    let mut reader = Scanner { rest: &text, found: BTreeMap::new() };
    reader.value("");
    reader.found
}

struct Scanner<'t> {
    rest: &'t str,
    found: BTreeMap<String, String>,
}

impl Scanner<'_> {
    /// Reads one value, which has this path, and its parts.
    fn value(&mut self, path: &str) {
        let word = self.word();
        if !word.is_empty() {
            self.found.insert(path.to_owned(), word);
        }
        if let Some(open @ ('{' | '[' | '(')) = self.rest.chars().next() {
            self.rest = &self.rest[1..];
            self.list(path, open);
        }
    }

    /// Reads the parts of a value up to the bracket that closes it.
    fn list(&mut self, path: &str, open: char) {
        for number in 0.. {
            self.rest = self.rest.trim_start_matches([' ', ',']);
            if let Some(rest) = self.rest.strip_prefix(['}', ']', ')']) {
                self.rest = rest;
                return;
            }
            let before = self.rest.len();
            let name = self.name().filter(|_| open == '{');
            match (name, open) {
                (Some(name), _) if path.is_empty() => self.value(&name),
                (Some(name), _) => self.value(&format!("{path}.{name}")),
                (None, '[') => self.value(&format!("{path}[{number}]")),
                (None, _) => self.value(&format!("{path}.{number}")),
            }
            if self.rest.len() == before {
                return;
            }
        }
    }

    /// The name before a colon, which is read too.
    fn name(&mut self) -> Option<String> {
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        let rest = self.rest[end..].strip_prefix(": ")?;
        let name = self.rest[..end].to_owned();
        self.rest = rest;
        Some(name)
    }

    /// A word, a number or a quoted text; empty before a bracket.
    fn word(&mut self) -> String {
        let end = match self.rest.chars().next() {
            Some(quote @ ('"' | '\'')) => quoted(self.rest, quote),
            _ => self.rest.find(['{', '[', '(', '}', ']', ')', ',', ':']),
        };
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        word.trim_end().to_owned()
    }
}

/// The length of a text up to the quote that ends it.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (place, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return Some(place + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_a_path() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "only its text is read")]
        struct State {
            hands: [Vec<u8>; 2],
            lot: Option<Lot>,
            name: &'static str,
            pair: (i8, f64),
        }
        #[derive(Debug)]
        #[expect(dead_code, reason = "only its text is read")]
        enum Lot {
            Tile { colour: char, price: u8 },
        }
        let state = State {
            hands: [vec![7, 2], vec![]],
            lot: Some(Lot::Tile { colour: '}', price: 3 }),
            name: "a \"b\", c",
            pair: (-1, 0.5),
        };
        let found = parts(&state);
        let found: Vec<(&str, &str)> = found.iter().map(|(k, v)| (&**k, &**v)).collect();
        let expected = [
            ("", "State"),
            ("hands[0][0]", "7"),
            ("hands[0][1]", "2"),
            ("lot", "Some"),
            ("lot.0", "Tile"),
            ("lot.0.colour", "'}'"),
            ("lot.0.price", "3"),
            ("name", "\"a \\\"b\\\", c\""),
            ("pair.0", "-1"),
            ("pair.1", "0.5"),
        ];
        assert_eq!(found, expected);
    }
}
