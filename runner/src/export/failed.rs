//! The column `failed` of every file: games that did not reach their end are nowhere dropped.

use csv::StringRecord;

use crate::{error::Error, export::lines};
use drakkar_stats::sums::Sums;

/// Failed games of a run.
pub struct Failed<'a> {
    names: &'a [String],
    /// By agent, a game counting once for each of its seats.
    agents: Vec<i128>,
    /// In all.
    games: i128,
}

impl<'a> Failed<'a> {
    /// What failed in all parts of a run.
    pub fn new<'s>(
        names: &'a [String],
        parts: impl Iterator<Item = &'s Sums> + Clone,
    ) -> Failed<'a> {
        let seats = |agent: usize| {
            let parts = parts.clone().flat_map(move |sums| &sums.counters.agents[agent].seats);
            parts.map(|seat| seat.failed).sum()
        };
        let agents = (0..names.len()).map(seats).collect();
        Failed { names, agents, games: parts.map(|sums| sums.counters.failed).sum() }
    }

    /// A file of comma-separated values with the column: failed games of the row's agent, a game
    /// counting once for each of its seats, or of the run where a row has no agent.
    pub fn column(&self, text: &[u8]) -> Result<Vec<u8>, Error> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let mut reader = csv::Reader::from_reader(text);
        let mut head = reader.headers().map_err(Error::Row)?.clone();
        let agent = head.iter().position(|column| column == "agent");
        let mut rows: Vec<StringRecord> =
            reader.records().collect::<Result<_, _>>().map_err(Error::Row)?;
        for row in &mut rows {
            let name = agent.and_then(|column| row.get(column));
            let number = self.names.iter().position(|known| Some(known.as_str()) == name);
            let failed = number.map_or(self.games, |number| self.agents[number]);
            row.push_field(&failed.to_string());
        }
        head.push_field("failed");
        lines::records(std::iter::once(&head).chain(&rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drakkar_stats::counters::Shape;
    use drakkar_stats::sums::{Beside, Layout};

    #[test]
    fn rows_of_agents_and_of_the_run() {
        let shape = Shape { agents: 2, players: 2, facts: 0, milestones: 0 };
        let mut sums = Sums::new(Layout { shape, beside: Beside::Nothing, restricted: false });
        sums.counters.failed = 3;
        sums.counters.agents[1].seats[0].failed = 1;
        sums.counters.agents[1].seats[1].failed = 2;
        let names = ["a".to_owned(), "b:x=\"1, 2\"".to_owned()];
        let parts = [sums.clone(), sums];
        let failed = Failed::new(&names, parts.iter());
        let of = |text: &str| String::from_utf8(failed.column(text.as_bytes()).unwrap()).unwrap();
        assert_eq!(
            of("rank,agent,n\n1,\"b:x=\"\"1, 2\"\"\",5\n2,a,\n3,,4\n"),
            "rank,agent,n,failed\n1,\"b:x=\"\"1, 2\"\"\",5,6\n2,a,,0\n3,,4,6\n"
        );
        assert_eq!(of("figure,n\nx,1\n"), "figure,n,failed\nx,1,6\n");
        assert_eq!(of(""), "");
        assert!(failed.column(b"figure,n\nx\n").is_err(), "a row that is too short is not dropped");
    }
}
