//! `games.csv`: one row for each game and seat.

use drakkar_engine::fact::{FactInfo, Facts};
use drakkar_engine::outcome::{Outcome, WHOLE_WIN};

use crate::schedule::Order;

/// Columns before the facts; the arm appears only in runs with several line-ups or rule sets.
const COLUMNS: [&str; 9] =
    ["game", "block", "arm", "seating", "seat", "agent", "score", "place", "win_share"];

pub fn header(facts: &[FactInfo], several: bool) -> Vec<u8> {
    let columns = COLUMNS.into_iter().filter(|&column| several || column != "arm");
    line(columns.chain(facts.iter().map(|fact| fact.name)))
}

/// Rows as bytes: a writer that looks for commas in each number would take longer than the game. A game that was not
/// completed has empty cells for its results; so have score and facts of a seat whose agent failed.
#[derive(Debug)]
pub struct GameRows {
    /// Each agent's cell, quoted if necessary.
    names: Vec<Vec<u8>>,
    /// With the comma before it.
    shares: Vec<[u8; 9]>,
    several: bool,
    /// What the rows of a game begin with.
    start: Vec<u8>,
    pub bytes: Vec<u8>,
}

impl GameRows {
    pub fn new(names: &[String], several: bool) -> GameRows {
        let share = |n: u32| {
            let text = format!(",{:.6}", f64::from(n) / f64::from(WHOLE_WIN));
            text.into_bytes().try_into().expect("one digit before the point")
        };
        let cell = |name: &String| {
            let mut line = line([name]);
            line.pop();
            line
        };
        GameRows {
            names: names.iter().map(cell).collect(),
            shares: (0..=WHOLE_WIN).map(share).collect(),
            several,
            start: Vec::new(),
            bytes: Vec::new(),
        }
    }

    /// Adds a game: its number in the run, its block, its arm, and its seating in the arm's games of the block.
    pub fn game(
        &mut self,
        [game, block, arm, seating]: [u64; 4],
        order: &Order,
        (outcome, failed): (Option<&Outcome>, u8),
        facts: &Facts,
    ) {
        let (start, bytes) = (&mut self.start, &mut self.bytes);
        start.clear();
        let numbers = [Some(game), Some(block), self.several.then_some(arm), Some(seating)];
        for number in numbers.into_iter().flatten() {
            start.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
            start.push(b',');
        }
        for (seat, agent) in order.iter() {
            bytes.extend_from_slice(start);
            bytes.extend_from_slice(&[b'0' + seat.index() as u8, b',']);
            bytes.extend_from_slice(&self.names[usize::from(agent)]);
            let facts = facts.of(seat);
            match outcome {
                None => bytes.extend(std::iter::repeat_n(b',', 3 + facts.len())),
                Some(outcome) if failed >> seat.index() & 1 == 1 => {
                    bytes.extend_from_slice(format!(",,{}", outcome.place[seat]).as_bytes());
                    bytes.extend_from_slice(&self.shares[0]);
                    bytes.extend(std::iter::repeat_n(b',', facts.len()));
                }
                Some(outcome) => {
                    write_all(bytes, &[outcome.score[seat], outcome.place[seat].into()]);
                    bytes.extend_from_slice(&self.shares[usize::from(outcome.share[seat])]);
                    write_all(bytes, facts);
                }
            }
            bytes.push(b'\n');
        }
    }
}

/// The most that a number takes, with the comma before it.
const LONGEST: usize = ",-2147483648".len();

/// Numbers from -99 to 99 with the comma before them, and their lengths.
const SMALL: [([u8; 4], usize); 199] = {
    let (mut cells, mut at) = ([([b','; 4], 2); 199], 0);
    while at < cells.len() {
        let number = at.abs_diff(99) as u8;
        let (tens, ones) = (b'0' + number / 10, b'0' + number % 10);
        cells[at] = match (at < 99, number < 10) {
            (false, true) => ([b',', ones, 0, 0], 2),
            (false, false) => ([b',', tens, ones, 0], 3),
            (true, true) => ([b',', b'-', ones, 0], 3),
            (true, false) => ([b',', b'-', tens, ones], 4),
        };
        at += 1;
    }
    cells
};

/// Each with a comma before it.
fn write_all(bytes: &mut Vec<u8>, numbers: &[i32]) {
    let mut at = bytes.len();
    bytes.resize(at + LONGEST * numbers.len(), 0);
    let (fours, rest) = numbers.as_chunks::<4>();
    for four in fours {
        // Most are small, and written together. Numbers below 8 have no bits but those below 8 together.
        if four.iter().fold(0, |bits, &number| bits | number as u32) < 8 {
            let [a, b, c, d] = four.map(|number| number as u64);
            let digits = a << 8 | b << 24 | c << 40 | d << 56;
            let cells = digits + u64::from_le_bytes(*b",0,0,0,0");
            bytes[at..at + 8].copy_from_slice(&cells.to_le_bytes());
            at += 8;
        } else {
            four.iter().for_each(|&number| at = write_one(bytes, at, number));
        }
    }
    rest.iter().for_each(|&number| at = write_one(bytes, at, number));
    bytes.truncate(at);
}

/// At a place, where there is room; gives the place behind it.
#[inline(always)]
fn write_one(bytes: &mut [u8], at: usize, number: i32) -> usize {
    let place = &mut bytes[at..at + LONGEST];
    if let Some((cell, length)) = SMALL.get(number.wrapping_add(99) as usize) {
        place[..4].copy_from_slice(cell);
        return at + length;
    }
    let mut buffer = itoa::Buffer::new();
    let text = buffer.format(number).as_bytes();
    place[0] = b',';
    place[1..=text.len()].copy_from_slice(text);
    at + 1 + text.len()
}

fn line(cells: impl IntoIterator<Item: AsRef<[u8]>>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells).expect("a line alone has the length of no other");
    writer.into_inner().expect("memory takes all that is written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::order_of;
    use drakkar_engine::fact::{Fact, FactKind, Ledger, Sink};
    use drakkar_engine::seat::{PerSeat, Seat};

    const FACTS: [FactInfo; 2] = [
        FactInfo { name: "one", kind: FactKind::Count, about: "" },
        FactInfo { name: "two", kind: FactKind::Count, about: "" },
    ];

    #[test]
    fn numbers_of_any_length_are_written() {
        let those = [
            0,
            7,
            9,
            1,
            10,
            42,
            99,
            100,
            5,
            4,
            3,
            -2,
            12_345,
            -1,
            -10,
            i32::MAX,
            0,
            7,
            1,
            5,
            7,
            7,
            7,
            7,
            6,
            8,
            0,
            0,
            i32::MIN,
        ];
        let mut bytes = b"x".to_vec();
        write_all(&mut bytes, &those);
        let expected = those.iter().fold("x".to_owned(), |text, one| format!("{text},{one}"));
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    }

    #[test]
    fn rows_are_what_a_reader_of_csv_expects() {
        let names = ["plain".to_owned(), "x:f=\"a, b\"".to_owned()];
        let mut rows = GameRows::new(&names, true);
        let mut ledger: Ledger<()> = Ledger::new(2, 2);
        ledger.add(Seat::new(1), Fact(1), -12);
        let outcome = Outcome::by_score(PerSeat::from_fn(2, |seat| [-3, -3][seat.index()]));
        rows.game([7, 3, 1, 0], &order_of(&[1, 0]), (Some(&outcome), 0), ledger.all_facts());
        rows.game([8, 3, 1, 0], &order_of(&[0, 1]), (None, 0), ledger.all_facts());
        // One whose seat 1 failed.
        let mut lost = outcome;
        lost.place[Seat::new(1)] = 2;
        rows.game([9, 3, 1, 0], &order_of(&[0, 1]), (Some(&lost), 0b10), ledger.all_facts());
        let mut text = header(&FACTS, true);
        text.extend(rows.bytes);
        let mut reader = csv::Reader::from_reader(&text[..]);
        let columns = reader.headers().unwrap().iter().collect::<Vec<_>>().join(" ");
        assert_eq!(columns, "game block arm seating seat agent score place win_share one two");
        let read: Vec<Vec<String>> =
            reader.records().map(|r| r.unwrap().iter().map(str::to_owned).collect()).collect();
        let agent = names[1].as_str();
        assert_eq!(read[0], ["7", "3", "1", "0", "0", agent, "-3", "1", "0.500000", "0", "0"]);
        assert_eq!(read[1], ["7", "3", "1", "0", "1", "plain", "-3", "1", "0.500000", "0", "-12"]);
        assert_eq!(read[2][..6], ["8", "3", "1", "0", "0", "plain"]);
        assert!(read[3][6..].iter().all(String::is_empty));
        assert_eq!(read[4][6..8], ["-3", "1"]);
        assert_eq!(read[5][6..], ["", "2", "0.000000", "", ""]);
        assert!(!String::from_utf8(header(&FACTS, false)).unwrap().contains("arm"));
    }
}
