//! Where two values differ, as far as their `Debug` texts tell.

use std::fmt::Debug;

/// Differences that are told.
const MOST: usize = 8;

/// The fields that differ, each with its path and both values: `hands.1: 12 or 14`.
pub(super) fn differences<T: Debug + ?Sized>(one: &T, two: &T) -> String {
    let [one, two] = [one, two].map(|value| fields(&format!("{value:#?}")));
    let at = |fields: &[(String, String)], path: &str| {
        fields.iter().find(|(other, _)| other == path).map(|(_, value)| value.clone())
    };
    let more = two.iter().filter(|(path, _)| at(&one, path).is_none());
    let mut found = Vec::new();
    for (path, _) in one.iter().chain(more) {
        let [first, second] = [&one, &two].map(|fields| at(fields, path));
        if first != second {
            let [first, second] = [first, second].map(|it| it.unwrap_or("nothing".to_owned()));
            found.push(format!("{path}: {first} or {second}"));
        }
    }
    let count = found.len();
    found.truncate(MOST);
    match count {
        0 => "what `Debug` does not show".to_owned(),
        1..=MOST => found.join(", "),
        _ => format!("{} and {} more", found.join(", "), count - MOST),
    }
}

/// All values of a text in many lines, each with the names and places that lead to it; of a value with parts, what
/// stands before its bracket.
fn fields(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    // For each bracket that is open: its path, and how many parts it has had.
    let mut open: Vec<(String, usize)> = Vec::new();
    for line in text.lines() {
        let line = line.trim().trim_end_matches(',');
        if matches!(line, "}" | "]" | ")") {
            open.pop();
            continue;
        }
        let named = line.split_once(": ").filter(|(name, _)| !name.contains([' ', '(']));
        let (path, value) = match open.last_mut() {
            None => (String::new(), line),
            Some((path, parts)) => {
                let place = parts.to_string();
                *parts += 1;
                let (name, value) = named.unwrap_or((&place, line));
                let dot = if path.is_empty() { "" } else { "." };
                (format!("{path}{dot}{name}"), value)
            }
        };
        let kind = value.strip_suffix(['{', '[', '(']);
        found.push((path.clone(), kind.unwrap_or(value).trim_end().to_owned()));
        if kind.is_some() {
            open.push((path, 0));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(differences(&one, &two), told);
        let shorter = Table { hands: [3, 5], seats: vec![None], name: "b" };
        let told = "hands.1: 4 or 5, name: \"a: {\" or \"b\", seats.1: Some or nothing, ";
        assert_eq!(differences(&one, &one), "what `Debug` does not show");
        let found = differences(&one, &shorter);
        assert!(told.split(", ").all(|part| found.contains(part)), "{found}");
        assert_eq!(differences(&3, &4), ": 3 or 4");
    }

    #[test]
    fn many_differences_are_counted() {
        let found = differences(&vec![0; 20], &vec![1; 20]);
        assert!(found.starts_with("0: 0 or 1, 1: 0 or 1, "), "{found}");
        assert!(found.ends_with("7: 0 or 1 and 12 more"), "{found}");
    }
}
