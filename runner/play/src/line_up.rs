use std::fmt::Display;

/// The agents of a run, numbered by first appearance, and their seats in the line-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineUp {
    pub names: Vec<String>,
    pub seats: Vec<u8>,
}

impl LineUp {
    /// Specifications with equal text are one agent.
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
}

/// The agents of a worker, before those that only branches need: the number of each, and that of its rule set.
pub fn by_rules(agents: usize, rule_sets: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rule_sets).flat_map(move |rules| (0..agents).map(move |agent| (agent, rules)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_specifications_are_one_agent() {
        let line_up = LineUp::new(&["b", "a", "b", "c"]);
        assert_eq!(line_up.names, ["b", "a", "c"]);
        assert_eq!(line_up.seats, [0, 1, 0, 2]);
    }
}
