//! The players: one specification per seat, equal ones being one agent.

use std::fmt::Display;

/// The agents of a run, numbered by first appearance, and their seats in the line-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineUp {
    /// The text of every agent's specification, by agent number.
    pub names: Vec<String>,
    /// The agent number of every seat, as given.
    pub seats: Vec<u8>,
}

impl LineUp {
    /// One specification per seat. Specifications with equal text are one agent.
    pub fn new<S: Display>(specs: &[S]) -> LineUp {
        let mut names: Vec<String> = Vec::new();
        let seats = specs.iter().map(|spec| {
            let name = spec.to_string();
            let known = names.iter().position(|other| *other == name);
            let number = known.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            u8::try_from(number).expect("a table has few seats")
        });
        let seats = seats.collect();
        LineUp { names, seats }
    }

    /// The seat in the line-up, as given, at which each agent first appears.
    pub fn first_seats(&self) -> Vec<usize> {
        let first = |agent| self.seats.iter().position(|&seat| usize::from(seat) == agent);
        (0..self.names.len()).filter_map(first).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_specifications_are_one_agent() {
        let line_up = LineUp::new(&["b", "a", "b", "c"]);
        assert_eq!(line_up.names, ["b", "a", "c"]);
        assert_eq!(line_up.seats, [0, 1, 0, 2]);
        assert_eq!(line_up.first_seats(), [0, 1, 3]);
    }
}
