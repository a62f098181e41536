//! The parts of a value, from what `#[derive(Debug)]` writes; of another text, the parts are coarser.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Display};

/// A text that is made where it is shown.
pub(super) struct Deferred<F>(pub(super) F);

impl<F: Fn() -> String> Display for Deferred<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.0)())
    }
}

const MOST: usize = 8;

/// The parts that differ, each with its path and both texts: `hands.1: 12 or 14`.
pub(super) fn differences<T: Debug + ?Sized>(one: &T, two: &T) -> impl Display {
    Deferred(move || {
        let [one, two] = [one, two].map(scan);
        let at = |parts: &[(String, String)], path: &str| {
            let part = parts.iter().find(|(other, _)| other == path);
            part.map(|(_, text)| text.clone())
        };
        let more = two.iter().filter(|(path, _)| at(&one, path).is_none());
        let mut found = Vec::new();
        for (path, _) in one.iter().chain(more) {
            let texts = [&one, &two].map(|parts| at(parts, path));
            if texts[0] != texts[1] {
                let [first, second] = texts.map(|text| text.unwrap_or("nothing".to_owned()));
                let path = path.replace('[', ".").replace(']', "");
                found.push(format!("{}: {first} or {second}", path.trim_start_matches('.')));
            }
        }
        match found.len() {
            0 => "what `Debug` does not show".to_owned(),
            1..=MOST => found.join(", "),
            count => format!("{} and {} more", found[..MOST].join(", "), count - MOST),
        }
    })
}

/// Why nothing was read, or what differs in it.
pub(super) fn unlike<T: Debug>(expected: &T, found: &Result<T, impl Display>) -> impl Display {
    Deferred(move || match found {
        Ok(found) => differences(expected, found).to_string(),
        Err(error) => error.to_string(),
    })
}

/// The text of every part of `state` by its path, such as `hands[1]` or `bag.top`.
pub(super) fn parts(state: &impl Debug) -> BTreeMap<String, String> {
    scan(state).into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

fn scan(value: &(impl Debug + ?Sized)) -> Vec<(String, String)> {
    let text = format!("{value:?}");
    let mut scanner = Scanner { rest: &text, found: Vec::new() };
    scanner.value(String::new());
    scanner.found
}

struct Scanner<'t> {
    rest: &'t str,
    found: Vec<(String, String)>,
}

impl Scanner<'_> {
    /// Reads one value, which has this path, and its parts.
    fn value(&mut self, path: String) {
        let end = match self.rest.chars().next() {
            Some(quote @ ('"' | '\'')) => quoted(self.rest, quote),
            _ => self.rest.find(['{', '[', '(', '}', ']', ')', ',']),
        };
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        self.found.push((path.clone(), word.trim_end().to_owned()));
        if let Some(open @ ('{' | '[' | '(')) = rest.chars().next() {
            self.rest = &rest[1..];
            self.list(&path, open);
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
            let dot = if path.is_empty() { "" } else { "." };
            match self.name().filter(|_| open == '{') {
                Some(name) => self.value(format!("{path}{dot}{name}")),
                None if open == '[' => self.value(format!("{path}[{number}]")),
                None => self.value(format!("{path}.{number}")),
            }
            if self.rest.len() == before {
                return;
            }
        }
    }

    /// The name or quoted key before a colon, which is read too.
    fn name(&mut self) -> Option<String> {
        let end = match self.rest.starts_with('"') {
            true => quoted(self.rest, '"')?,
            false => self.rest.find(|c: char| !c.is_alphanumeric() && c != '_')?,
        };
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest.strip_prefix(": ")?;
        Some(name.to_owned())
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

    #[derive(Debug)]
    #[allow(dead_code)]
    struct Table {
        hands: [u64; 2],
        seats: Vec<Option<Seat>>,
        name: &'static str,
    }

    #[derive(Debug)]
    #[allow(dead_code)]
    struct Seat {
        gold: i32,
        place: (u8, u8),
    }

    fn table(gold: i32, place: u8) -> Table {
        let seats = vec![None, Some(Seat { gold, place: (place, 7) })];
        Table { hands: [3, 4], seats, name: "a: {" }
    }

    #[test]
    fn only_what_differs_is_told_with_its_path() {
        let (one, two) = (table(1, 2), table(5, 6));
        let told = "seats.1.0.gold: 1 or 5, seats.1.0.place.0: 2 or 6";
        assert_eq!(differences(&one, &two).to_string(), told);
        let shorter = Table { hands: [3, 5], seats: vec![None], name: "b" };
        let told = "hands.1: 4 or 5, name: \"a: {\" or \"b\", seats.1: Some or nothing, ";
        assert_eq!(differences(&one, &one).to_string(), "what `Debug` does not show");
        let found = differences(&one, &shorter).to_string();
        assert!(told.split(", ").all(|part| found.contains(part)), "{found}");
        assert_eq!(differences(&3, &4).to_string(), ": 3 or 4");
    }

    #[test]
    fn many_differences_are_counted() {
        let found = differences(&vec![0; 20], &vec![1; 20]).to_string();
        assert!(found.starts_with("0: 0 or 1, 1: 0 or 1, "), "{found}");
        assert!(found.ends_with("7: 0 or 1 and 12 more"), "{found}");
    }
}
