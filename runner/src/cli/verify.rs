use std::collections::{HashMap, hash_map::Entry};
use std::{path::PathBuf, sync::Arc};

use crate::{cli::recorded::records, disk::digest, error::Error, error::TOLD, games};
use crate::{
    error::tell, export::answer::StudyReport, export::figure::counted, export::sheet::Style,
};
use crate::{export::sheet::DeclaredTable, export::writers::print, study::execute::Tables};
use drakkar_engine::{data::are_identical, record::Record};
use serde_json::{Map, Value};

const EXAMPLES: &str = "\
Examples:
  drakkar run --games 100 --record games.jsonl
  drakkar verify games.jsonl
";

/// Checks records of games by playing them again from their deals
///
/// Every decision, number of legal actions, scoring, result and counter is compared, and a game that a
/// file holds twice is rejected. Errors are reported with file, line and key; the exit code is then 1.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of records, one JSON object on each line
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let (mut games, mut rejected) = (0, 0);
    let (mut rows, style) = (Vec::new(), args.tables.format);
    for path in &args.files {
        let (mut of_file, mut bad) = (0_u64, 0_u64);
        let (mut seen, mut verifiers) = (SeenRecords::default(), HashMap::new());
        for line in records(path)? {
            let (number, record) = line?;
            of_file += 1;
            let checked = record.and_then(|record| {
                let verify = match verifiers.entry(record.game.clone()) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(free) => {
                        free.insert(games::lab_of_record(&record.game)?.verifier())
                    }
                };
                verify(&record).map_err(|error| error.to_string())?;
                seen.add(number, &record)
            });
            if let Err(reason) = checked {
                bad += 1;
                if bad <= TOLD {
                    tell(&format!("{}:{number}: {reason}", path.display()));
                }
            }
        }
        if bad > TOLD {
            let more = counted(bad - TOLD, "line", "lines");
            tell(&format!("{}: {more} more that are rejected", path.display()));
        }
        if of_file == 0 {
            return Err(Error::input(path, "holds no record"));
        }
        let rejected_here = if bad > 0 { format!(", {bad} rejected") } else { String::new() };
        let good = of_file - bad;
        if style == Style::Text {
            let accepted = counted(good, "game", "games");
            print(&format!("{}: {accepted} accepted{rejected_here}\n", path.display()))?;
        }
        rows.push((path.display().to_string(), good, bad));
        games += of_file;
        rejected += bad;
    }
    if style != Style::Text {
        let table = DeclaredTable::of(&rows)
            .word("file", |row| &*row.0)
            .plain("accepted", |row| row.1)
            .plain("rejected", |row| row.2);
        StudyReport::tables(vec![table.sheet("verify", "")]).print(style)?;
    }
    if rejected > 0 { Err(Error::Rejected { rejected, records: games }) } else { Ok(()) }
}

type HashedRules = (Arc<Map<String, Value>>, [u8; 16]);

/// The games of a file with their lines: less than 60 bytes for each.
#[derive(Default)]
struct SeenRecords {
    lines: HashMap<[u8; 16], u64>,
    /// Of the last record, and their hash.
    rules: Option<HashedRules>,
}

impl SeenRecords {
    /// Refuses a game that was on an earlier line: with this number, seed and seating.
    fn add(&mut self, line: u64, record: &Record) -> Result<(), String> {
        let Record { game, rule_set, agents, seed, game_index, .. } = record;
        let is_it = |known: &Arc<_>| Arc::ptr_eq(known, rule_set) || are_identical(known, rule_set);
        let known = self.rules.take().filter(|(known, _)| is_it(known));
        let (_, rules) = self.rules.insert(known.unwrap_or_else(|| {
            let mut sorted = Value::Object((**rule_set).clone());
            // Records may have their keys in any order.
            sorted.sort_all_objects();
            (rule_set.clone(), digest::short(sorted.to_string().as_bytes()))
        }));
        let key = serde_json::json!([game, rules, agents, seed, game_index]);
        match self.lines.entry(digest::short(key.to_string().as_bytes())) {
            Entry::Vacant(free) => {
                free.insert(line);
                Ok(())
            }
            Entry::Occupied(first) => Err(format!(
                "is game {game_index} of seed {seed} once more, with the same seating: line {} has it",
                first.get()
            )),
        }
    }
}
