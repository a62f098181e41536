//! The receipts in the folder of a run: each process appends those of its chunks to a file of its own, a line each.

use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::{collections::BTreeMap, fs, fs::File, io, path::PathBuf};

use crate::disk::missing::if_there;
use crate::disk::{changed::Changed, chunk_folder::ChunkFolder, durable, folders};
use crate::error::Error;

const PREFIX: &str = "chunk-receipts-";
const SUFFIX: &str = ".ndjson";

pub struct ReceiptLogs {
    pub place: ChunkFolder,
    logs: Vec<ReceiptLog>,
    by_name: BTreeMap<String, usize>,
    /// The lines of each chunk: several if some were damaged, or processes played it at the same time.
    lines: BTreeMap<u64, Vec<ReceiptLine>>,
    own: Option<(usize, File)>,
    /// The file that was read last.
    open: Option<(usize, File)>,
}

struct ReceiptLog {
    path: PathBuf,
    /// Bytes and lines that are known. An incomplete line at the end is none: its process was killed, or is at work.
    bytes: u64,
    lines: u64,
    /// Bytes when it was last looked at.
    size: u64,
}

#[derive(Clone, Copy)]
pub struct ReceiptLine {
    log: usize,
    number: u64,
    begin: u64,
    bytes: usize,
}

/// The chunk of a receipt, which is its second key; the rest is read where it is needed.
fn chunk_of(line: &[u8]) -> Option<u64> {
    let head = String::from_utf8_lossy(&line[..line.len().min(200)]);
    let (_, rest) = head.split_once("\"chunk\":")?;
    rest.split_once(',')?.0.parse().ok()
}

impl ReceiptLogs {
    pub fn open(place: &ChunkFolder) -> Result<ReceiptLogs, Error> {
        let mut logs = ReceiptLogs {
            place: place.clone(),
            logs: Vec::new(),
            by_name: BTreeMap::new(),
            lines: BTreeMap::new(),
            own: None,
            open: None,
        };
        logs.refresh()?;
        Ok(logs)
    }

    /// Finds what was appended in the meantime.
    pub fn refresh(&mut self) -> Result<(), Error> {
        // What was removed meanwhile is not read any more.
        self.open = None;
        for (name, path) in folders::entries(&self.place.done())? {
            if !(name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
                continue;
            }
            let known = self.by_name.get(&name).copied();
            let log = known.unwrap_or_else(|| self.add(name, path));
            self.read_on(log, known.is_none())?;
        }
        Ok(())
    }

    fn add(&mut self, name: String, path: PathBuf) -> usize {
        self.logs.push(ReceiptLog { path, bytes: 0, lines: 0, size: 0 });
        self.by_name.insert(name, self.logs.len() - 1);
        self.logs.len() - 1
    }

    fn read_on(&mut self, number: usize, is_new: bool) -> Result<(), Error> {
        let log = &mut self.logs[number];
        let size = if_there(fs::metadata(&log.path), "read", &log.path)?.map(|found| found.len());
        if !is_new && size.is_none_or(|size| size == log.size) {
            return Ok(());
        }
        log.size = size.unwrap_or_default();
        let Some(file) = durable::open(&log.path)? else { return Ok(()) };
        let mut file = BufReader::new(file);
        file.seek(SeekFrom::Start(log.bytes)).map_err(Error::file("read", &log.path))?;
        let mut text = Vec::new();
        loop {
            text.clear();
            let read = file.read_until(b'\n', &mut text);
            let bytes = read.map_err(Error::file("read", &self.logs[number].path))?;
            if text.last() != Some(&b'\n') {
                return Ok(());
            }
            self.note(number, chunk_of(&text), bytes);
        }
    }

    /// Notes the next line of a log: the receipt of a chunk, or none.
    fn note(&mut self, number: usize, chunk: Option<u64>, bytes: usize) {
        let log = &mut self.logs[number];
        log.lines += 1;
        let line = ReceiptLine { log: number, number: log.lines, begin: log.bytes, bytes };
        log.bytes += bytes as u64;
        if let Some(chunk) = chunk {
            self.lines.entry(chunk).or_default().push(line);
        }
    }

    /// How many of so many chunks have a receipt, whatever that is worth.
    pub fn count(&self, chunks: u64) -> u64 {
        self.lines.range(..chunks).count() as u64
    }

    /// The lines of a chunk, in the same order for every process.
    pub fn lines(&self, chunk: u64) -> Vec<ReceiptLine> {
        let mut lines = self.lines.get(&chunk).cloned().unwrap_or_default();
        lines.sort_by_key(|line| (self.path(*line), line.number));
        lines
    }

    pub fn path(&self, line: ReceiptLine) -> &PathBuf {
        &self.logs[line.log].path
    }

    /// Where a line is, for messages.
    pub fn name(&self, line: ReceiptLine) -> String {
        format!("{}, line {}", self.path(line).display(), line.number)
    }

    /// The bytes of a line; none if somebody has taken them away.
    pub fn read(&mut self, line: ReceiptLine) -> Result<Option<Vec<u8>>, Error> {
        let path = &self.logs[line.log].path;
        let file = match self.open.take() {
            Some((log, file)) if log == line.log => Some(file),
            _ => durable::open(path)?,
        };
        let Some(mut file) = file else { return Ok(None) };
        let mut bytes = vec![0; line.bytes];
        let read = file.seek(SeekFrom::Start(line.begin)).and_then(|_| file.read_exact(&mut bytes));
        match read {
            Ok(()) => {
                self.open = Some((line.log, file));
                Ok(Some(bytes))
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(Error::file("read", path)(error)),
        }
    }

    /// Appends the receipt of a chunk, a line; it is on disk when this returns.
    pub fn append(&mut self, chunk: u64, text: &[u8]) -> Result<(), Error> {
        let (number, mut file) = match self.own.take() {
            Some(own) => own,
            None => self.begin()?,
        };
        let log = &mut self.logs[number];
        let size = fs::metadata(&log.path).map_err(Error::file("read", &log.path))?.len();
        // Somebody has put another file in its place, or cut it.
        if size != log.bytes {
            return Err(Error::file("write", &log.path)(io::Error::other(Changed)));
        }
        let written = file.write_all(text).and_then(|()| file.sync_data());
        written.map_err(Error::made("write", &log.path))?;
        log.size += text.len() as u64;
        self.note(number, Some(chunk), text.len());
        self.own = Some((number, file));
        Ok(())
    }

    fn begin(&mut self) -> Result<(usize, File), Error> {
        let done = self.place.done();
        folders::within(&done)?;
        let file = durable::named(&done, PREFIX, SUFFIX)?;
        let (file, path) = file.keep().map_err(|error| Error::made("write", &done)(error.error))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        folders::sync(&done)?;
        folders::sync(self.place.root())?;
        let path = done.join(&name);
        Ok((self.add(name, path), file))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const ONE: &str = "{\"chunk\":1,\"games\":5}\n";
    const TWO: &str = "{\"chunk\":2,\"games\":70}\n";

    fn texts(logs: &mut ReceiptLogs, chunk: u64) -> Vec<String> {
        let texts = logs.lines(chunk).into_iter().map(|line| logs.read(line).unwrap());
        texts.map(|text| String::from_utf8(text.unwrap_or_default()).unwrap()).collect()
    }

    fn open(folder: &Path) -> ReceiptLogs {
        ReceiptLogs::open(&ChunkFolder::new(folder)).unwrap()
    }

    #[test]
    fn what_one_appends_another_finds() {
        let folder = tempfile::tempdir().unwrap();
        let [mut one, mut two] = [open(folder.path()), open(folder.path())];
        one.refresh().unwrap();
        assert!(!folder.path().join("done").exists(), "nobody has played anything");
        one.append(1, ONE.as_bytes()).unwrap();
        two.append(2, TWO.as_bytes()).unwrap();
        one.append(2, TWO.as_bytes()).unwrap();
        assert_eq!((texts(&mut one, 1), texts(&mut one, 2)), (vec![ONE.into()], vec![TWO.into()]));
        assert_eq!((texts(&mut two, 1).len(), two.count(9)), (0, 1));
        two.refresh().unwrap();
        assert_eq!(
            (texts(&mut two, 1), texts(&mut two, 2)),
            (vec![ONE.into()], vec![TWO.into(); 2])
        );
        two.refresh().unwrap();
        assert_eq!((two.count(9), texts(&mut two, 2).len()), (2, 2), "nothing is found twice");
        // Once more, line by line.
        one.append(1, ONE.as_bytes()).unwrap();
        two.refresh().unwrap();
        let names: Vec<String> = two.lines(1).iter().map(|&line| two.name(line)).collect();
        assert!(names[0].ends_with(".ndjson, line 1") && names[1].ends_with(".ndjson, line 3"));
    }

    #[test]
    fn what_is_no_whole_line_is_no_receipt() {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path()).append(1, ONE.as_bytes()).unwrap();
        let done = folder.path().join("done");
        let (_, path) = folders::entries(&done).unwrap().remove(0);
        for end in 0..TWO.len() {
            fs::write(&path, [ONE, &TWO[..end]].concat()).unwrap();
            let mut logs = open(folder.path());
            assert_eq!((logs.count(9), texts(&mut logs, 1).len()), (1, 1));
            // The rest comes later.
            fs::write(&path, [ONE, TWO].concat()).unwrap();
            logs.refresh().unwrap();
            assert_eq!((logs.count(9), texts(&mut logs, 2)), (2, vec![TWO.to_owned()]));
        }
        // What lost its end has no bytes.
        let mut logs = open(folder.path());
        fs::write(&path, [ONE, "{}\n", TWO].concat()).unwrap();
        assert_eq!(texts(&mut open(folder.path()), 2), [TWO]);
        fs::write(&path, ONE).unwrap();
        assert_eq!(
            (texts(&mut logs, 1), texts(&mut logs, 2)),
            (vec![ONE.into()], vec![String::new()])
        );
        // Other files are none of its own.
        fs::write(done.join("notes.txt"), "mine").unwrap();
        assert_eq!(open(folder.path()).count(9), 1);
        // Nobody writes where the file was taken away.
        let mut logs = open(folder.path());
        logs.append(2, TWO.as_bytes()).unwrap();
        fs::remove_dir_all(&done).unwrap();
        assert_eq!(logs.append(3, TWO.as_bytes()).unwrap_err().exit_code(), 75);
        assert!(!done.exists());
        // Nor where it was cut, or replaced by a copy to which others would append.
        for text in ["", &ONE[..9], &[ONE, ONE].concat()] {
            let mut logs = open(folder.path());
            logs.append(1, ONE.as_bytes()).unwrap();
            let path = logs.path(logs.lines(1)[0]).clone();
            fs::write(&path, text).unwrap();
            let error = logs.append(2, TWO.as_bytes()).unwrap_err();
            assert!(error.to_string().contains("are not those that were written"), "{error}");
            assert_eq!((error.exit_code(), fs::read_to_string(&path).unwrap()), (75, text.into()));
            fs::remove_dir_all(&done).unwrap();
        }
    }
}
