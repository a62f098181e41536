//! `tune.csv`: every evaluation, a generation at a time.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::disk::durable;
use crate::error::Error;
use crate::study::tune::plan::tmp;

/// Name of the file.
pub(crate) const FILE: &str = "tune.csv";
/// The columns before the parameters.
const COLUMNS: [&str; 9] = [
    "generation",
    "candidate",
    "value",
    "sigma",
    "field_share",
    "field_margin",
    "best_share",
    "best_margin",
    "games",
];
/// What stands in the place of a candidate's number in the row of the mean.
const MEAN: &str = "mean";

/// Win share and margin.
pub(crate) type Standing = (f64, f64);

/// A row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row {
    /// What it is worth.
    pub(crate) value: f64,
    /// Against the field, the mean over its agents.
    pub(crate) field: Standing,
    /// Against the current best, if they met.
    pub(crate) best: Option<Standing>,
    /// Games behind it.
    pub(crate) games: i128,
    /// Its parameters.
    pub(crate) weights: Vec<f64>,
}

/// The file, and what stands in it.
#[derive(Debug)]
pub(crate) struct Trace {
    path: PathBuf,
    /// Rows of a generation: its candidates, and the mean.
    size: usize,
    /// What every candidate was worth, by generation.
    pub(crate) values: Vec<Vec<f64>>,
    /// The parameters of every row as text, by generation; the last row is the mean.
    weights: Vec<Vec<String>>,
}

impl Trace {
    /// The file in `folder`, which is begun if it is not there. A generation that was written in part is
    /// taken away.
    ///
    /// # Errors
    /// Files that cannot be read or written, and lines that are not those of a tune of these `keys`.
    pub(crate) fn open(folder: &Path, keys: &[&str], population: usize) -> Result<Trace, Error> {
        let path = folder.join(FILE);
        let header = [&COLUMNS[..], keys].concat().join(",") + "\n";
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Error::file("read", &path)(error)),
        };
        let size = population + 1;
        let mut trace = Trace { path, size, values: Vec::new(), weights: Vec::new() };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let Some(rows) = whole.strip_prefix(&header) else {
            if !whole.is_empty() {
                return Err(trace.blame(1, "is not the header of this tune"));
            }
            durable::write(&tmp(folder), &trace.path, header.as_bytes())?;
            return Ok(trace);
        };
        let lines: Vec<&str> = rows.lines().collect();
        let generations = lines.chunks_exact(size);
        for (number, lines) in generations.clone().enumerate() {
            trace.read(number, lines)?;
        }
        let mut kept = header;
        for line in generations.flatten() {
            kept.push_str(line);
            kept.push('\n');
        }
        if kept != text {
            durable::write(&tmp(folder), &trace.path, kept.as_bytes())?;
        }
        Ok(trace)
    }

    fn read(&mut self, number: usize, lines: &[&str]) -> Result<(), Error> {
        let (mut values, mut weights) = (Vec::new(), Vec::new());
        for (place, line) in lines.iter().enumerate() {
            let at = 2 + number * self.size + place;
            let cells: Vec<&str> = line.splitn(COLUMNS.len() + 1, ',').collect();
            let labels = [number.to_string(), self.label(place)];
            if cells.len() <= COLUMNS.len() || cells[..2] != labels {
                let reason =
                    format!("expected a row of generation {number}, candidate {}", labels[1]);
                return Err(self.blame(at, &reason));
            }
            if place + 1 < self.size {
                let value = cells[2].parse().ok().filter(|value: &f64| value.is_finite());
                values.push(value.ok_or_else(|| self.blame(at, "column `value` is no number"))?);
            }
            weights.push(cells[COLUMNS.len()].to_owned());
        }
        self.values.push(values);
        self.weights.push(weights);
        Ok(())
    }

    fn label(&self, place: usize) -> String {
        if place + 1 < self.size { place.to_string() } else { MEAN.to_owned() }
    }

    fn blame(&self, line: usize, reason: &str) -> Error {
        Error::input(&self.path, format!("line {line}: {reason}"))
    }

    /// Whether the weights of a generation are those that stand in the file.
    ///
    /// # Errors
    /// Names the line if they are not.
    pub(crate) fn check(&self, generation: usize, rows: &[Vec<f64>]) -> Result<(), Error> {
        let Some(known) = self.weights.get(generation) else { return Ok(()) };
        match known.iter().zip(rows).position(|(known, row)| *known != joined(row)) {
            None => Ok(()),
            Some(place) => Err(self.blame(
                2 + generation * self.size + place,
                "holds other candidates than the optimiser draws here; was the file changed, or begun on \
                 another kind of processor?",
            )),
        }
    }

    /// Adds a finished generation, its candidates first and the mean last, and brings it to the disk.
    ///
    /// # Errors
    /// If that is not possible.
    pub(crate) fn add(&mut self, sigma: f64, rows: &[Row]) -> Result<(), Error> {
        let mut text = String::new();
        for (place, row) in rows.iter().enumerate() {
            let Row { value, field, best, games, weights } = row;
            let (generation, label) = (self.values.len(), self.label(place));
            let best =
                best.map_or(",".to_owned(), |(share, margin)| format!("{share:.6},{margin:.4}"));
            // Writing into a string does not fail.
            let _ = writeln!(
                text,
                "{generation},{label},{value},{sigma:.6},{:.6},{:.4},{best},{games},{}",
                field.0,
                field.1,
                joined(weights)
            );
        }
        let file = OpenOptions::new().append(true).open(&self.path);
        let written = file.and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        written.map_err(Error::file("write", &self.path))?;
        self.values.push(rows[..self.size - 1].iter().map(|row| row.value).collect());
        self.weights.push(rows.iter().map(|row| joined(&row.weights)).collect());
        Ok(())
    }
}

fn joined(weights: &[f64]) -> String {
    weights.iter().map(f64::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(value: f64) -> Row {
        let weights = vec![value, 2.5];
        Row { value, field: (0.25, -1.0), best: None, games: 40, weights }
    }

    fn rows() -> Vec<Row> {
        vec![row(0.1), Row { best: Some((0.5, 1.0)), ..row(-0.25) }, row(0.0)]
    }

    #[test]
    fn generations_are_kept_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Trace::open(folder.path(), &["a", "b.c"], 2);
        let mut trace = open().unwrap();
        trace.add(0.3, &rows()).unwrap();
        trace.add(0.2, &rows()).unwrap();
        let path = folder.path().join(FILE);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            text.lines().take(4).collect::<Vec<_>>(),
            [
                "generation,candidate,value,sigma,field_share,field_margin,best_share,best_margin,games,\
                 a,b.c",
                "0,0,0.1,0.300000,0.250000,-1.0000,,,40,0.1,2.5",
                "0,1,-0.25,0.300000,0.250000,-1.0000,0.500000,1.0000,40,-0.25,2.5",
                "0,mean,0,0.300000,0.250000,-1.0000,,,40,0,2.5",
            ]
        );
        let again = open().unwrap();
        assert_eq!(again.values, [[0.1, -0.25], [0.1, -0.25]]);
        let weights: Vec<Vec<f64>> = rows().into_iter().map(|row| row.weights).collect();
        assert!(again.check(1, &weights).is_ok() && again.check(2, &[]).is_ok());
        let error = again.check(1, &vec![vec![0.1, 2.5]; 3]).unwrap_err().to_string();
        assert!(error.contains("line 6: holds other candidates"), "{error}");
        // Whatever of a generation was written when the process ended is taken away.
        for cut in [text.len() - 1, text.len() - 50, text.rfind("1,0,").unwrap()] {
            std::fs::write(&path, &text[..cut]).unwrap();
            let mut again = open().unwrap();
            assert_eq!(again.values.len(), 1);
            again.add(0.2, &rows()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn other_lines_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let refused = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Trace::open(folder.path(), &["a", "b.c"], 2).unwrap_err().to_string()
        };
        Trace::open(folder.path(), &["a", "b.c"], 2).unwrap().add(0.3, &rows()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(refused("a,b\n1,2\n").contains("line 1: is not the header"));
        assert!(
            refused(&text.replace("0,1,", "0,7,"))
                .contains("line 3: expected a row of generation 0")
        );
        assert!(refused(&text.replace("0,1,-0.25", "0,1,NaN")).contains("line 3: column `value`"));
    }
}
