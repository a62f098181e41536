//! Writes the files that a finished run leaves behind.

use std::{iter, path::Path};

use crate::export::cell::Value;
use crate::export::items::{self, ItemFigures};
use crate::export::sheet::{DeclaredTable, Sheet, TableFile};
use crate::export::{answer::StudyReport, failures, folder::Staging, results::Results, tables};
use crate::{disk::durable::Draft, disk::missing, error::Error, journal::failed_game};
use drakkar_engine::item::ItemTable;
use drakkar_stats::{summary::pace, summary::strategy, summary::win_rates, sums::Sums};

pub enum WholeGames {
    All(&'static str),
    /// Those that this agent plays alone, in all seats; with the name of the file of its items.
    Observed(u8, String),
}

impl Results<'_> {
    /// Writes all files for `folder`, to be published, and completes what is told; the rows of all games have a `head`.
    pub fn write(
        &self,
        folder: &Path,
        report: &mut StudyReport,
        games: Option<WholeGames>,
        head: &[u8],
        per_game: Option<Draft>,
    ) -> Result<Staging, Error> {
        let mut staging = Staging::new(folder);
        let sheets = &mut report.sheets;
        let Results { names, whole, info, .. } = *self;
        // If fresh deals were played, the figures are theirs: early stopping has not biased them.
        // Of branches, only some are played again.
        let all = matches!(games, Some(WholeGames::All(_)));
        let fresh = whole.confirmed.as_ref().filter(|_| all);
        let sums = fresh.unwrap_or(&whole.sums);
        let parts: Vec<&Sums> = iter::once(&whole.sums).chain(&whole.confirmed).collect();
        let failed = Failed::new(names, &parts, self.run.on_failure.is_some());
        let mut tables: Vec<(String, TableFile)> = Vec::new();
        if let Some(games) = games {
            let counters = &sums.counters;
            let (mut rates, facts, pace) =
                (win_rates(counters), strategy(counters), pace(counters));
            rates.retain(|row| all || row.games > 0);
            let shares = |table| tables::win_rate_table(names, info.score, table, failed.may_fail);
            let file = shares(DeclaredTable::of_file(&rates)).file();
            staging.write(if all { tables::RATES } else { tables::SEATS }, &file.csv())?;
            let file = tables::strategy(names, info, DeclaredTable::of_file(&facts)).file();
            tables.push(("strategy.csv".to_owned(), file));
            let file = tables::pace(info, DeclaredTable::of_file(&pace)).file();
            tables.push(("pace.csv".to_owned(), file));
            let items = self.items.filter(|items| items.has_facts());
            let items = |line_ups: &[Vec<u8>]| {
                let places = items::places(line_ups, names.len());
                items.map(|items| (items, items::items(counters, items, &places)))
            };
            let table = |items: &ItemTable, rows: &[ItemFigures]| {
                items::table(names, items, info.score, DeclaredTable::of_file(rows)).file()
            };
            match games {
                WholeGames::All(title) => {
                    let found = items(&self.run.line_ups());
                    tables.extend(
                        found.map(|(items, rows)| {
                            (format!("{}.csv", items.file), table(items, &rows))
                        }),
                    );
                    sheets.push(shares(DeclaredTable::of(&rates)).sheet("win_rates", title));
                    let more = tables::winners(names, info, &facts).into_iter();
                    let more = more.chain(tables::pace_sheet(info, &pace));
                    // With one line-up, the question is how it plays; in a comparison, who is better.
                    let compares = self.run.purpose.is_some();
                    sheets.extend(more.map(|sheet| Sheet { detail: compares, ..sheet }));
                }
                WholeGames::Observed(agent, file) => {
                    let name = &names[usize::from(agent)];
                    let title =
                        format!("Observed in whole games of {name}: associations, not effects");
                    let observed = items(&[vec![agent; self.run.players]]).map(|(items, rows)| {
                        tables.push((file, table(items, &rows)));
                        let rows = DeclaredTable::of(&rows);
                        items::table(names, items, info.score, rows).sheet("observed", title)
                    });
                    let seats = tables::seats(name, info.score, &rates);
                    // They are the answer where nothing else was asked.
                    let detail = sheets.iter().any(Sheet::is_table);
                    let observed = observed.into_iter().chain([seats]);
                    sheets.splice(0..0, observed.map(|sheet| Sheet { detail, ..sheet }));
                }
            }
        }
        tables.append(&mut report.tables);
        let restrictions = tables::restrictions(names, &sums.restrictions).filled();
        tables.extend(restrictions.map(|table| ("bans.csv".to_owned(), table)));
        for (name, table) in &mut tables {
            failed.add(table);
            staging.write(name, &table.csv())?;
        }
        if let Some(sheet) = failures::sheet(self) {
            staging.write("failures.csv", &sheet.csv())?;
            sheets.push(sheet);
        }
        if let Some(file) = per_game {
            staging.join(head, &whole.parts, file)?;
        }
        if self.failed.is_empty() {
            // Of a run that ended because too many games failed, and went on.
            missing::remove(&folder.join(failed_game::FILE))?;
        } else {
            staging.write(failed_game::FILE, &failed_game::lines(self.failed))?;
        }
        match tables::timing(names, &whole.timing).filled() {
            Some(timing) => staging.write_beside(tables::TIMING, &timing.csv())?,
            None => missing::remove(&folder.join(tables::TIMING))?,
        }
        Ok(staging)
    }
}

/// Columns of the files below, where a table has none of its own: games that were not completed, or in which agents failed.
struct Failed<'a> {
    names: &'a [String],
    /// By agent, games of its seats that failed and that it lost because it failed; at the end those of the run.
    counts: Vec<[i128; 2]>,
    may_fail: bool,
}

impl<'a> Failed<'a> {
    fn new(names: &'a [String], parts: &[&Sums], may_fail: bool) -> Failed<'a> {
        let counters = || parts.iter().map(|sums| &sums.counters);
        let sum = |[failed, lost]: [i128; 2], more: [i128; 2]| [failed + more[0], lost + more[1]];
        let agent = |agent: usize| {
            let seats = counters().flat_map(|sums| &sums.agents[agent].seats);
            seats.map(|seat| [seat.failed, seat.lost]).fold([0; 2], sum)
        };
        let run = counters().map(|counters| [counters.failed, counters.lost]).fold([0; 2], sum);
        Failed { names, counts: (0..names.len()).map(agent).chain([run]).collect(), may_fail }
    }

    /// Adds these columns: of the row's agent, or of the run if a row has no agent.
    fn add(&self, table: &mut TableFile) {
        let agent = table.keys.iter().position(|key| key == "agent");
        let keys = &["failed", tables::LOST][..1 + usize::from(self.may_fail)];
        table.keys.extend(keys.iter().map(ToString::to_string));
        for row in &mut table.rows {
            let is_own = |name: &String| agent.is_some_and(|at| row[at].text() == *name);
            let number = self.names.iter().position(is_own).unwrap_or(self.names.len());
            row.extend(self.counts[number].map(Value::from).into_iter().take(keys.len()));
        }
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
        let of = |failed: &Failed<'_>, mut table: TableFile| {
            failed.add(&mut table);
            String::from_utf8(table.csv()).unwrap()
        };
        let agents = || {
            let rows = [["1", &*names[1], "5"], ["2", "a", ""], ["3", "", "4"]];
            DeclaredTable::of(rows)
                .kept("rank", |row| row[0])
                .kept("agent", |row| row[1])
                .kept("n", |row| row[2])
                .file()
        };
        assert_eq!(
            of(&failed, agents()),
            "rank,agent,n,failed\n1,\"b:x=\"\"1, 2\"\"\",5,6\n2,a,,0\n3,,4,6\n"
        );
        let run = DeclaredTable::of([1]).kept("metric", |_| "x").kept("n", |n| *n).file();
        assert_eq!(of(&failed, run), "metric,n,failed\nx,1,6\n");
        // Where agents may fail, there is one more column.
        (sums.counters.lost, sums.counters.agents[1].seats[0].lost) = (4, 5);
        let failed = Failed::new(&names, &[&sums], true);
        assert_eq!(
            of(&failed, agents()),
            "rank,agent,n,failed,lost_by_failure\n1,\"b:x=\"\"1, 2\"\"\",5,3,5\n2,a,,0,0\n\
             3,,4,3,4\n"
        );
    }
}
