//! Writes the files that a finished run leaves behind.

use std::{io::Write, iter, path::Path};

use csv::StringRecord;

use crate::disk::{missing, new_file::join};
use crate::error::Error;
use crate::export::results::{Named, Results};
use crate::export::sheet::Sheet;
use crate::export::{failures, folder::Staging, items, lines, summary, tables};
use crate::journal::failed_game;
use drakkar_play::rows;
use drakkar_stats::counters::SeatSums;
use drakkar_stats::summary::{pace, strategy, win_rates};
use drakkar_stats::sums::Sums;

/// Which games are whole games.
pub enum WholeGames {
    /// All, with the text above the table of agents.
    All(&'static str),
    /// Those that this agent plays alone, in all seats; with the name of the file of its items.
    Observed(u8, String),
}

impl Results<'_> {
    /// Writes all files for `folder`, which stays as it is until they are published. Also returns the
    /// summary for the screen.
    pub fn write(
        &self,
        folder: &Path,
        (files, mut sheets): (Vec<Named>, Vec<Sheet>),
        games: Option<WholeGames>,
        several: bool,
    ) -> Result<(Staging, Vec<Sheet>), Error> {
        let mut staging = Staging::open(folder)?;
        let Results { names, whole, info, .. } = *self;
        // If fresh deals were played, the figures are theirs: early stopping has not biased them.
        // Of branches, only some are played again.
        let all = matches!(games, Some(WholeGames::All(_)));
        let fresh = whole.confirmed.as_ref().filter(|_| all);
        let sums = fresh.unwrap_or(&whole.sums);
        let parts: Vec<&Sums> = iter::once(&whole.sums).chain(&whole.confirmed).collect();
        let failed = Failed::new(names, &parts, self.run.on_failure.is_some());
        if let Some(games) = games {
            let counters = &sums.counters;
            let (mut rates, facts, pace) =
                (win_rates(counters), strategy(counters), pace(counters));
            rates.retain(|row| all || row.games > 0);
            let file = if all { "win_rates.csv" } else { "seats.csv" };
            staging.write(file, &tables::win_rates(names, &rates, failed.lost.is_some())?)?;
            let mut add = |name: &str, text: &[u8]| staging.write(name, &failed.column(text)?);
            add("strategy.csv", &tables::strategy(names, info.facts, &facts)?)?;
            add("pace.csv", &tables::pace(info.milestones, &pace)?)?;
            let mut items = |file: Option<&str>, line_ups: &[Vec<u8>]| {
                let table = self.items.filter(|table| table.has_facts());
                let Some(table) = table else { return Ok(None) };
                let rows = items::items(counters, table, &items::places(line_ups, names.len()));
                let own = format!("{}.csv", table.file);
                add(file.unwrap_or(&own), &items::text(names, table, info.score, &rows)?)?;
                Ok(Some((table, rows)))
            };
            match games {
                WholeGames::All(title) => {
                    items(None, &self.run.line_ups())?;
                    sheets.push(summary::agents(title, names, info.score, &rates));
                    let more = summary::winners(names, info, &facts).into_iter();
                    let more = more.chain(summary::pace(info, &pace));
                    // With one line-up, the question is how it plays; in a comparison, who is
                    // better.
                    let compares = self.run.purpose.is_some();
                    sheets.extend(more.map(|sheet| Sheet { detail: compares, ..sheet }));
                }
                WholeGames::Observed(agent, file) => {
                    let name = &names[usize::from(agent)];
                    let found = items(Some(&file), &[vec![agent; self.run.players]])?;
                    let observed = found.map(|(table, rows)| items::sheet(name, table, &rows));
                    let seats = summary::seats(name, info.score, &rates);
                    // They are the answer where nothing else was asked.
                    let detail = sheets.iter().any(Sheet::is_table);
                    let observed = observed.into_iter().chain([seats]);
                    sheets.splice(0..0, observed.map(|sheet| Sheet { detail, ..sheet }));
                }
            }
        }
        for (name, bytes) in &files {
            staging.write(name, &failed.column(bytes)?)?;
        }
        let restrictions = tables::restrictions(names, &sums.restrictions)?;
        if !restrictions.is_empty() {
            staging.write("restrictions.csv", &failed.column(&restrictions)?)?;
        }
        if let Some(sheet) = failures::sheet(self) {
            staging.write("failures.csv", &failures::file(self)?)?;
            sheets.push(sheet);
        }
        if self.per_game {
            let target = folder.join("games.csv");
            staging.fill("games.csv", |output| {
                let header = rows::header(info.facts, several);
                output.write_all(&header).map_err(Error::file("write", &target))?;
                whole.parts.iter().try_for_each(|part| join(part, true, output, &target))
            })?;
        }
        if self.failed.is_empty() {
            // Of a run that ended because too many games failed, and went on.
            missing::remove(&folder.join(failed_game::FILE))?;
        } else {
            staging.write(failed_game::FILE, &failed_game::lines(self.failed))?;
        }
        staging.write_beside(tables::TIMING, &tables::timing(names, &whole.timing)?)?;
        Ok((staging, sheets))
    }
}

/// The columns of every file about games that failed: no file drops games that were not completed, or in
/// which agents failed.
struct Failed<'a> {
    names: &'a [String],
    /// By agent, a game counting once for each of its seats.
    agents: Vec<i128>,
    games: i128,
    /// The same of games that agents lost because they failed, if agents may.
    lost: Option<(Vec<i128>, i128)>,
}

impl<'a> Failed<'a> {
    fn new(names: &'a [String], parts: &[&Sums], may_fail: bool) -> Failed<'a> {
        let counters = || parts.iter().map(|sums| &sums.counters);
        let seats = |agent: usize| counters().flat_map(move |sums| &sums.agents[agent].seats);
        let agents = |of: fn(&SeatSums) -> i128| {
            (0..names.len()).map(|agent| seats(agent).map(of).sum()).collect()
        };
        let lost = || (agents(|seat| seat.lost), counters().map(|counters| counters.lost).sum());
        Failed {
            names,
            agents: agents(|seat| seat.failed),
            games: counters().map(|counters| counters.failed).sum(),
            lost: may_fail.then(lost),
        }
    }

    /// A CSV file with these columns: games of the row's agent, a game counting once for each of its
    /// seats, or of the run if a row has no agent.
    fn column(&self, text: &[u8]) -> Result<Vec<u8>, Error> {
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
            if let Some((agents, games)) = &self.lost {
                row.push_field(&number.map_or(*games, |number| agents[number]).to_string());
            }
        }
        head.push_field("failed");
        if self.lost.is_some() {
            head.push_field(tables::LOST);
        }
        lines::records(iter::once(&head).chain(&rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drakkar_stats::counters::Shape;
    use drakkar_stats::layout::{Beside, Layout};

    #[test]
    fn rows_of_agents_and_of_the_run() {
        let shape = Shape { agents: 2, players: 2, facts: 0, milestones: 0 };
        let mut sums =
            Sums::new(Layout { shape, beside: Beside::Nothing, restricted: false, failures: None });
        sums.counters.failed = 3;
        sums.counters.agents[1].seats[0].failed = 1;
        sums.counters.agents[1].seats[1].failed = 2;
        let names = ["a".to_owned(), "b:x=\"1, 2\"".to_owned()];
        let failed = Failed::new(&names, &[&sums, &sums], false);
        let of = |text: &str| String::from_utf8(failed.column(text.as_bytes()).unwrap()).unwrap();
        assert_eq!(
            of("rank,agent,n\n1,\"b:x=\"\"1, 2\"\"\",5\n2,a,\n3,,4\n"),
            "rank,agent,n,failed\n1,\"b:x=\"\"1, 2\"\"\",5,6\n2,a,,0\n3,,4,6\n"
        );
        assert_eq!(of("figure,n\nx,1\n"), "figure,n,failed\nx,1,6\n");
        assert_eq!(of(""), "");
        assert!(failed.column(b"figure,n\nx\n").is_err(), "a row that is too short is not dropped");
        // Where agents may fail, there is one more column.
        (sums.counters.lost, sums.counters.agents[1].seats[0].lost) = (4, 5);
        let failed = Failed::new(&names, &[&sums], true);
        let text = failed.column(b"agent,n\na,1\n,2\n\"b:x=\"\"1, 2\"\"\",3\n").unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "agent,n,failed,lost_by_failure\na,1,0,0\n,2,3,4\n\"b:x=\"\"1, 2\"\"\",3,3,5\n"
        );
    }
}
