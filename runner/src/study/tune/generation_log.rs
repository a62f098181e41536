use std::path::Path;

use csv::StringRecord;

use crate::study::tune::evaluate::{Average, Rated};
use crate::study::tune::plan::TRACE;
use crate::{disk::append_log::AppendLog, disk::digest, error::Error};
use crate::{export::sheet::records, export::verify};

const COLUMNS: [&str; 9] = [
    "generation",
    "candidate",
    "value",
    "sigma",
    "opponents_share",
    "opponents_score_margin",
    "best_share",
    "best_score_margin",
    "games",
];

#[derive(Debug)]
pub struct GenerationLog {
    pub file: AppendLog,
    head: StringRecord,
    /// Rows of a generation: its candidates, and the mean.
    size: usize,
    rows: Vec<StringRecord>,
}

impl GenerationLog {
    /// The file in `folder`, which is created if missing. A partly written generation is removed.
    /// Lines that are not those of a tune of these `keys` are errors.
    pub fn open(folder: &Path, keys: &[&str], population: usize) -> Result<GenerationLog, Error> {
        let head = COLUMNS.iter().chain(keys).collect();
        let (file, size) = (AppendLog::of(folder, TRACE), population + 1);
        let mut trace = GenerationLog { file, head, size, rows: Vec::new() };
        let text = trace.file.read(verify::hash_of(&trace.file.path)?)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut reader = csv::ReaderBuilder::new();
        let reader = reader.has_headers(false).flexible(true).from_reader(&text[..whole]);
        let rows: Result<Vec<StringRecord>, _> = reader.into_records().collect();
        let mut rows = rows.map_err(|error| Error::input(&trace.file.path, error))?;
        if !rows.is_empty() && rows.remove(0) != trace.head {
            return Err(trace.blame(1, "is not the header of this tune"));
        }
        rows.truncate(rows.len() - rows.len() % size);
        for (index, row) in rows.iter().enumerate() {
            let [generation, candidate] = trace.labels(index);
            if row.len() != trace.head.len() || row[0] != generation || row[1] != candidate {
                let reason =
                    format!("expected a row of generation {generation}, candidate {candidate}");
                return Err(trace.blame(2 + index, &reason));
            }
        }
        trace.rows = rows;
        if trace.text() != text {
            trace.file.write(&trace.text())?;
        }
        Ok(trace)
    }

    fn labels(&self, index: usize) -> [String; 2] {
        let (generation, place) = (index / self.size, index % self.size);
        let candidate = if place + 1 < self.size { place.to_string() } else { "mean".to_owned() };
        [generation.to_string(), candidate]
    }

    pub fn values(&self) -> Result<Vec<Vec<f64>>, Error> {
        let value = |(index, row): (usize, &StringRecord)| {
            let value = row[2].parse().ok().filter(|value: &f64| value.is_finite());
            value.ok_or_else(|| self.blame(2 + index, "column `value` is no number"))
        };
        let values: Vec<f64> = self.rows.iter().enumerate().map(value).collect::<Result<_, _>>()?;
        // The last one is that of the mean.
        Ok(values.chunks(self.size).map(|values| values[..self.size - 1].to_vec()).collect())
    }

    fn blame(&self, line: usize, reason: &str) -> Error {
        Error::input(&self.file.path, format!("line {line}: {reason}"))
    }

    fn text(&self) -> Vec<u8> {
        records(&self.head, &self.rows)
    }

    /// SHA-256 of the file up to the end of this many generations; none if it has not so many.
    pub fn sha256_after(&self, generations: u64) -> Option<String> {
        let rows = usize::try_from(generations).ok()?.checked_mul(self.size)?;
        Some(digest::of(&records(&self.head, self.rows.get(..rows)?)))
    }

    /// Whether these weights are those of the generation, the candidates first and the mean last.
    pub fn check(&self, generation: usize, drawn: &[Vec<f64>]) -> Result<(), Error> {
        let first = generation * self.size;
        let written = self.rows[first..].iter().map(|row| row.iter().skip(COLUMNS.len()));
        let differ = written
            .zip(drawn)
            .position(|(cells, weights)| cells.ne(weights.iter().map(f64::to_string)));
        let reason = "holds other candidates than the search draws here; was the file changed, or begun by another version?";
        differ.map_or(Ok(()), |row| Err(self.blame(2 + first + row, reason)))
    }

    /// Adds a finished generation with its weights, the candidates first and the mean last, and flushes it to disk.
    pub fn add(&mut self, sigma: f64, rated: &[Rated], weights: &[Vec<f64>]) -> Result<(), Error> {
        for (rated, weights) in rated.iter().zip(weights) {
            let [generation, candidate] = self.labels(self.rows.len());
            let [opponents_share, opponents_score_margin] = rated.opponents.cells();
            let [best_share, best_score_margin] =
                rated.best.map(Average::cells).unwrap_or_default();
            let cells = [
                generation,
                candidate,
                rated.value.to_string(),
                format!("{sigma:.6}"),
                opponents_share,
                opponents_score_margin,
                best_share,
                best_score_margin,
                rated.games.to_string(),
            ];
            let weights = weights.iter().map(f64::to_string);
            self.rows.push(cells.into_iter().chain(weights).collect());
        }
        self.file.write(&self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Average = Average { share: 0.5, margin: 1.0 };

    fn rated(value: f64, best: Option<Average>) -> Rated {
        Rated { value, opponents: Average { share: 0.25, margin: -1.0 }, best, games: 40 }
    }

    fn rows() -> [Rated; 3] {
        [rated(0.1, None), rated(-0.25, Some(HALF)), rated(0.0, None)]
    }

    fn weights() -> Vec<Vec<f64>> {
        [0.1, -0.25, 0.0].map(|value| vec![value, 2.5]).to_vec()
    }

    #[test]
    fn generations_are_kept_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let open = || GenerationLog::open(folder.path(), &["a", "b.c"], 2);
        let mut trace = open().unwrap();
        trace.add(0.3, &rows(), &weights()).unwrap();
        trace.add(0.2, &rows(), &weights()).unwrap();
        let path = folder.path().join(TRACE);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            text.lines().take(4).collect::<Vec<_>>(),
            [
                "generation,candidate,value,sigma,opponents_share,opponents_score_margin,best_share,best_score_margin,games,\
                 a,b.c",
                "0,0,0.1,0.300000,0.250000,-1.0000,,,40,0.1,2.5",
                "0,1,-0.25,0.300000,0.250000,-1.0000,0.500000,1.0000,40,-0.25,2.5",
                "0,mean,0,0.300000,0.250000,-1.0000,,,40,0,2.5",
            ]
        );
        let again = open().unwrap();
        assert_eq!(again.values().unwrap(), [[0.1, -0.25], [0.1, -0.25]]);
        assert!(again.check(0, &weights()).is_ok() && again.check(1, &weights()).is_ok());
        let other = [&weights()[..1], &[vec![0.1, 2.5]]].concat();
        let error = again.check(1, &other).unwrap_err().to_string();
        assert!(error.contains("line 6: holds other candidates"), "{error}");
        let after = |generations| again.sha256_after(generations);
        assert_eq!(after(2), trace.file.sha256());
        assert!(after(0) < after(1) || after(0) > after(1));
        assert_eq!([after(3), after(u64::MAX)], [None, None]);
        // A generation that was partly written when the process ended is removed.
        for cut in [text.len() - 1, text.len() - 50, text.rfind("1,0,").unwrap()] {
            std::fs::write(&path, &text[..cut]).unwrap();
            let mut again = open().unwrap();
            assert_eq!(again.values().unwrap().len(), 1);
            again.add(0.2, &rows(), &weights()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn other_lines_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(TRACE);
        let refused = |text: &str| {
            AppendLog::of(folder.path(), TRACE).write(text.as_bytes()).unwrap();
            let trace = GenerationLog::open(folder.path(), &["a", "b.c"], 2);
            trace.and_then(|trace| trace.values()).unwrap_err().to_string()
        };
        GenerationLog::open(folder.path(), &["a", "b.c"], 2)
            .unwrap()
            .add(0.3, &rows(), &weights())
            .unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        // Written so: lines that were changed later are not even read.
        assert!(refused("a,b\n1,2\n").contains("line 1: is not the header"));
        assert!(
            refused(&text.replace("0,1,", "0,7,"))
                .contains("line 3: expected a row of generation 0")
        );
        assert!(refused(&text.replace("0,1,-0.25", "0,1,NaN")).contains("line 3: column `value`"));
    }
}
