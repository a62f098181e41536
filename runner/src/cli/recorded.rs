//! Files of records: line by line, or one game of them.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::journal::failed_game::FailedGame;
use crate::{
    disk::hashed_file::HashedFile, error::Error, export::verify, flags::number::at_least, games,
};
use drakkar_engine::{input::without_mark, record::Record, record::RuleSets};
use drakkar_play::{erased::Playthrough, lab::Lab};

/// A line's number, from 1, and its text or why it has none: it is not UTF-8.
type Line = (u64, Result<String, String>);

/// Longest line that is read, in bytes; records have some ten thousand.
const LONGEST: u64 = 16 << 20;

/// A line's number and its record, or why it has none.
type ReadRecord = (u64, Result<Record, String>);

pub fn records(path: &Path) -> Result<impl Iterator<Item = Result<ReadRecord, Error>>, Error> {
    let mut rule_sets = RuleSets::default();
    Ok(lines(path, verify::named(path)?).filter_map(move |line| {
        let read = |(number, text): Line| {
            let record = text.and_then(|text| rule_sets.read(&text).map_err(|e| e.to_string()));
            record.transpose().map(|record| (number, record))
        };
        line.map(read).transpose()
    }))
}

fn lines(path: &Path, file: HashedFile) -> impl Iterator<Item = Result<Line, Error>> {
    let mut reader = BufReader::new(file);
    (1..).map_while(move |number| {
        let mut bytes = Vec::new();
        match reader.by_ref().take(LONGEST + 1).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => return Some(Err(Error::unread(path, &error))),
        }
        if bytes.len() as u64 > LONGEST {
            return Some(Err(at(path, number, &format!("has more than {LONGEST} bytes"))));
        }
        while let Some(b'\n' | b'\r') = bytes.last() {
            bytes.pop();
        }
        if number == 1 {
            bytes = without_mark(&bytes).to_owned();
        }
        let text = String::from_utf8(bytes).map_err(|_| "is not text in UTF-8".to_owned());
        Some(Ok((number, text)))
    })
}

#[derive(clap::Args, Debug)]
pub struct GameOfFile {
    /// File of records, or failures.jsonl of a run
    #[arg(value_name = "RECORD")]
    file: PathBuf,

    /// Number of the record: the index of its game in the run, `game_index` [default: that of the first record]
    #[arg(long, value_name = "N", value_parser = at_least::<u64>(0))]
    index: Option<u64>,
}

pub struct RecordedGame<'a> {
    pub path: &'a Path,
    line: u64,
    pub lab: &'static Lab,
    pub record: Record,
    /// Why the game failed, if it did: the record then holds it as far as it came.
    pub failed: Option<String>,
}

impl GameOfFile {
    pub fn find(&self) -> Result<RecordedGame<'_>, Error> {
        let (mut last, mut found) = (None, None);
        let file = verify::named(&self.file)?;
        let known = file.is_known();
        let mut rule_sets = RuleSets::default();
        for line in lines(&self.file, file) {
            let (line, text) = line?;
            // Whether the file is what was written shows at its end.
            if found.is_some() {
                continue;
            }
            let blame = |reason: String| at(&self.file, line, &reason);
            let text = text.map_err(blame)?;
            let (record, failed) = match FailedGame::read(&text) {
                Some(failed) => failed.map(|(record, why)| (record, Some(why))).map_err(blame)?,
                None => match rule_sets.read(&text).map_err(|error| blame(error.to_string()))? {
                    Some(record) => (record, None),
                    None => continue,
                },
            };
            last = Some(record.game_index);
            if self.index.is_none_or(|index| index == record.game_index) {
                let lab = games::lab_of_record(&record.game).map_err(blame)?;
                found = Some(RecordedGame { path: &self.file, line, lab, record, failed });
                if !known {
                    break;
                }
            }
        }
        found.ok_or_else(|| match (self.index, last) {
            (Some(index), Some(last)) => {
                let reason = format!("no record has index {index}; the last one has {last}");
                Error::flag("--index", reason)
            }
            _ => Error::input(&self.file, "holds no record"),
        })
    }
}

impl<'a> RecordedGame<'a> {
    /// A game that was just played, which is or will be in the file.
    pub fn played(path: &'a Path, lab: &'static Lab, record: Record) -> RecordedGame<'a> {
        RecordedGame { path, line: 1, lab, record, failed: None }
    }

    pub fn verify(&self) -> Result<(), Error> {
        match self.failed {
            None => self.lab.verify(&self.record).map_err(|error| self.blame(error)),
            Some(_) => Ok(()),
        }
    }

    pub fn replay(&self) -> Result<Box<dyn Playthrough + '_>, Error> {
        self.lab.replay_as_played(&self.record).map_err(|error| self.blame(error))
    }

    pub fn blame(&self, error: impl ToString) -> Error {
        at(self.path, self.line, &error.to_string())
    }
}

fn at(path: &Path, line: u64, reason: &str) -> Error {
    Error::input(path, format!("line {line}: {reason}"))
}
