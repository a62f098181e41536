//! Reading games from text, see `tests/trees/README.md`.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use super::words::{Maybe, Repeated, Share, Words};
use super::{Position, TreeGame};

/// The content of a file: a game, and the expected results of searches.
#[derive(Debug)]
pub(crate) struct TreeFile {
    pub(crate) game: TreeGame,
    pub(crate) expectations: Vec<Expectation>,
}

/// The expected result of a search in one position.
#[derive(Debug)]
pub(crate) struct Expectation {
    /// Number of the line.
    pub(crate) line: usize,
    pub(crate) position: usize,
    pub(crate) iterations: u32,
    pub(crate) tolerance: f64,
    /// The value of the position for each seat.
    pub(crate) value: Vec<f64>,
    /// One of these must be chosen.
    pub(crate) best: Vec<u32>,
    /// The values of single choices for the seat that chooses.
    pub(crate) means: Vec<Option<f64>>,
    /// Kinds of searches for which this holds; all, if empty.
    pub(crate) only: Vec<String>,
    /// Kinds of searches for which this does not hold.
    pub(crate) not: Vec<String>,
}

/// Where a file is wrong, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileError {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "all", "trees"].iter().collect()
}

/// The names of all files, without their ending, in order.
pub(crate) fn names() -> Vec<String> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let texts = paths.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    let mut names: Vec<String> =
        texts.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

/// The file of this name, see [`names`].
///
/// # Panics
/// With file and line, if something is wrong with it.
pub(crate) fn read(name: &str) -> TreeFile {
    let file = format!("{name}.txt");
    let text = fs::read_to_string(folder().join(&file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    read_text(&file, &text).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads a file that is called `file` in messages.
///
/// # Errors
/// The first line in which something is wrong.
pub(crate) fn read_text(file: &str, text: &str) -> Result<TreeFile, FileError> {
    let lines = text.lines().enumerate().map(|(k, line)| (k + 1, line));
    let lines: Vec<(usize, Vec<&str>)> = lines
        .map(|(number, line)| {
            let words = line.split('#').next().unwrap_or_default();
            (number, words.split_whitespace().collect::<Vec<_>>())
        })
        .filter(|(_, words)| !words.is_empty())
        .collect();
    let mut reader = Reader::default();
    // Positions first: they are named before and after they are described.
    for wanted in
        [&["players", "iterations", "tolerance", "position"][..], &["next"], &["set"], &["think"]]
    {
        for (line, words) in &lines {
            let wrong = |what| FileError { file: file.to_owned(), line: *line, what };
            reader.line(*line, words, wanted).map_err(wrong)?;
        }
    }
    let last = lines.last().map_or(1, |(line, _)| *line);
    reader.end().map_err(|(line, what)| FileError {
        file: file.to_owned(),
        line: line.unwrap_or(last),
        what,
    })
}

const POSITION: [&str; 7] = ["seat", "secret", "epoch", "next", "end", "score", "values"];
const THINK: [&str; 7] = ["best", "value", "means", "only", "not", "iterations", "tolerance"];

#[derive(Default)]
struct Reader {
    players: Option<usize>,
    iterations: Option<u32>,
    tolerance: Option<f64>,
    positions: Vec<Position>,
    /// The line of each position.
    lines: Vec<usize>,
    expectations: Vec<Expectation>,
}

impl Reader {
    /// Removes the `wanted` words from a line.
    fn line(&mut self, line: usize, words: &[&str], wanted: &[&str]) -> Result<(), String> {
        let (&key, rest) = words.split_first().ok_or("nothing")?;
        if key == "position" && wanted == ["next"] {
            return self.next(rest);
        }
        if !wanted.contains(&key) {
            return match key {
                "players" | "iterations" | "tolerance" | "position" | "set" | "think" => Ok(()),
                _ => Err(format!("`{key}` begins no line")),
            };
        }
        match key {
            "position" => self.position(line, rest),
            "set" => self.set(rest),
            "think" => self.think(line, rest),
            _ => self.size(words),
        }
    }

    fn size(&mut self, words: &[&str]) -> Result<(), String> {
        let key = words[0];
        let mut words = Words::new(words.iter().copied(), &[key])?;
        let before = match key {
            "players" => std::mem::replace(&mut self.players, words.take_one(key)?).is_some(),
            "iterations" => std::mem::replace(&mut self.iterations, words.take_one(key)?).is_some(),
            _ => {
                let tolerance = words.take_one(key)?.map(|Share(share)| share);
                std::mem::replace(&mut self.tolerance, tolerance).is_some()
            }
        };
        match self.players {
            _ if before => Err(format!("`{key}` twice")),
            Some(1..=6) => Ok(()),
            _ => Err("the file must begin with `players`, 1 to 6".to_owned()),
        }
    }

    fn position(&mut self, line: usize, words: &[&str]) -> Result<(), String> {
        let players = self.players.ok_or("the file must begin with `players`")?;
        let (&name, rest) = words.split_first().ok_or("a position needs a name")?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if POSITION.contains(&name) || THINK.contains(&name) || !name.chars().all(plain) {
            return Err(format!("`{name}` cannot be a name"));
        }
        if self.positions.iter().any(|position| position.name == name) {
            return Err(format!("position `{name}` twice"));
        }
        let mut words = Words::new(rest.iter().copied(), &POSITION)?;
        let values = words.take_all("values")?.unwrap_or_default();
        let epoch = words.take_one("epoch")?.unwrap_or(0);
        if values.len() > players || values.iter().any(|value: &f64| !value.is_finite()) {
            return Err("`values` are numbers, one for a seat".to_owned());
        }
        let (seat, next) = (words.take_one("seat")?, words.take("next"));
        let secret = words.take("secret");
        let (winners, scores) = (words.take("end"), words.take_all::<i32>("score")?);
        words.end()?;
        let (seat, scores) = match (seat, next, winners, scores) {
            (Some(seat), Some(_), None, None) if seat < players => (seat, Vec::new()),
            (None, None, Some(winners), None) if secret.is_none() => {
                (0, by_winners(&winners, players)?)
            }
            (None, None, None, Some(scores)) if secret.is_none() && scores.len() == players => {
                (0, scores)
            }
            _ => {
                return Err(
                    "a position has either `seat` and `next`, or `end` and the winners, or \
                     `score` and one for each seat; seats are counted from 0"
                        .to_owned(),
                );
            }
        };
        let classes = |word: &&str| word.parse().map_err(|_| format!("`{word}` is no class"));
        let secret = secret.map(|words| words.iter().map(classes).collect::<Result<_, _>>());
        self.positions.push(Position {
            name: name.to_owned(),
            seat,
            secret: secret.transpose()?,
            epoch,
            alike: Vec::new(),
            next: Vec::new(),
            scores,
            values,
        });
        self.lines.push(line);
        Ok(())
    }

    fn find(&self, name: &str) -> Result<usize, String> {
        let found = self.positions.iter().position(|position| position.name == name);
        found.ok_or_else(|| format!("no position `{name}`"))
    }

    /// Where the choices of a position lead, and the classes of secret ones.
    fn next(&mut self, words: &[&str]) -> Result<(), String> {
        let own = self.find(words[0])?;
        let mut words = Words::new(words[1..].iter().copied(), &POSITION)?;
        let Some(names) = words.take_all::<Repeated>("next")? else { return Ok(()) };
        let mut next = Vec::new();
        for Repeated { name, times } in names {
            let place = self.find(&name)?;
            if place <= own {
                return Err(format!("`{name}` must be described further down"));
            }
            let other = &self.positions[place];
            // The epoch of a finished game is never used.
            if other.scores.is_empty() && other.epoch < self.positions[own].epoch {
                return Err(format!("the epoch falls towards `{name}`"));
            }
            next.extend((0..times).map(|_| place));
        }
        let position = &mut self.positions[own];
        if let Some(classes) = &mut position.secret {
            if classes.is_empty() {
                classes.resize(next.len(), 0);
            }
            if classes.len() != next.len() {
                return Err("`secret` wants a class for each choice, or none".to_owned());
            }
        }
        position.next = next;
        Ok(())
    }

    fn set(&mut self, words: &[&str]) -> Result<(), String> {
        let parse =
            |word: &&str| word.parse::<Repeated>().map_err(|()| format!("`{word}` in a set"));
        let members: Vec<Repeated> = words.iter().map(parse).collect::<Result<_, _>>()?;
        let find = |member: &Repeated| Ok((self.find(&member.name)?, member.times));
        let alike: Vec<(usize, u32)> = members.iter().map(find).collect::<Result<_, String>>()?;
        if alike.len() < 2 {
            return Err("a set has two positions or more".to_owned());
        }
        let first = &self.positions[alike[0].0];
        for &(place, _) in &alike {
            let other = &self.positions[place];
            if !other.alike.is_empty() || alike.iter().filter(|(own, _)| *own == place).count() > 1
            {
                return Err(format!("`{}` in two sets, or twice in one", other.name));
            }
            if (other.seat, other.next.len(), &other.secret, other.epoch)
                != (first.seat, first.next.len(), &first.secret, first.epoch)
                || other.next.is_empty()
            {
                return Err(format!("the seat can tell `{}` from `{}`", other.name, first.name));
            }
        }
        for (place, _) in alike.clone() {
            self.positions[place].alike.clone_from(&alike);
        }
        Ok(())
    }

    fn think(&mut self, line: usize, words: &[&str]) -> Result<(), String> {
        let (&name, rest) = words.split_first().ok_or("`think` needs a position")?;
        let position = self.find(name)?;
        let count = self.positions[position].next.len();
        let mut words = Words::new(rest.iter().copied(), &THINK)?;
        let iterations = words.take_one("iterations")?.or(self.iterations);
        let tolerance = words.take_one("tolerance")?.map(|Share(share)| share).or(self.tolerance);
        let value = words.take_all("value")?.unwrap_or_default();
        let means = words.take_all("means")?.unwrap_or_default();
        let expectation = Expectation {
            line,
            position,
            iterations: iterations.ok_or("no `iterations`")?,
            tolerance: tolerance.ok_or("no `tolerance`")?,
            value: value.into_iter().map(|Share(share)| share).collect(),
            best: words.take_all("best")?.unwrap_or_default(),
            means: means.into_iter().map(|Maybe(mean)| mean).collect(),
            only: words.take_all("only")?.unwrap_or_default(),
            not: words.take_all("not")?.unwrap_or_default(),
        };
        words.end()?;
        let Expectation { value, best, means, .. } = &expectation;
        if Some(value.len()) != self.players || (value.iter().sum::<f64>() - 1.0).abs() > 1e-9 {
            return Err("`value` wants a win share for each seat, together 1".to_owned());
        }
        if best.is_empty() || best.iter().any(|&choice| choice as usize >= count) {
            return Err(format!("`best` wants choices below {count}"));
        }
        if !means.is_empty() && means.len() != count {
            return Err(format!("`means` wants {count} values"));
        }
        self.expectations.push(expectation);
        Ok(())
    }

    /// # Errors
    /// What is wrong with the whole file, and in which line; the last one if in none.
    fn end(self) -> Result<TreeFile, (Option<usize>, String)> {
        let Some(players) = self.players else { return Err((None, "no `players`".to_owned())) };
        if self.expectations.is_empty() {
            return Err((None, "nothing to `think` about".to_owned()));
        }
        let mut reached = vec![false; self.positions.len()];
        let mut open = vec![0];
        open.extend(self.expectations.iter().map(|item| item.position));
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut reached[place], true) {
                let Position { next, alike, .. } = &self.positions[place];
                open.extend(next.iter().copied().chain(alike.iter().map(|&(other, _)| other)));
            }
        }
        if let Some(place) = reached.iter().position(|reached| !reached) {
            let what = format!("nothing leads to `{}`", self.positions[place].name);
            return Err((Some(self.lines[place]), what));
        }
        let game = TreeGame { players, positions: self.positions };
        Ok(TreeFile { game, expectations: self.expectations })
    }
}

fn by_winners(words: &[&str], players: usize) -> Result<Vec<i32>, String> {
    let mut scores = vec![0; players];
    for word in words {
        let seat = word.parse::<usize>().ok().filter(|&seat| seat < players);
        let seat = seat.ok_or_else(|| format!("`{word}` is no seat, of seats counted from 0"))?;
        scores[seat] += 1;
    }
    if words.is_empty() || scores.iter().any(|&score| score > 1) {
        return Err("`end` wants the seats that win, each once".to_owned());
    }
    Ok(scores)
}
