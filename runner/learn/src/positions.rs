use drakkar_agents::features::Seen;

/// A position, and what came of it. Lists are by place: the evaluated seat, the next one in turn order, and so on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Position {
    /// The inputs that are not 0.
    pub seen: Vec<Seen>,
    /// Number of the game's deal, which decides whether it is learned from or a test.
    pub deal: u64,
    /// The round, from 0.
    pub round: u8,
    /// Sixtieths of a win.
    pub shares: Vec<u8>,
    /// Win shares that the agent expected who decided there, in 250ths; empty if it did not say.
    pub expected: Vec<u8>,
    pub scores: Vec<i32>,
    pub values: Vec<f32>,
}

pub const WIN: u8 = 60;

/// Parts of a win in expected shares.
pub const EXPECTED_WIN: u8 = 250;

/// Many positions of games with the same number of seats. A position takes two bytes for most of
/// its inputs, and seven or eight and a few more for each seat.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Positions {
    players: usize,
    bytes: Vec<u8>,
    starts: Vec<usize>,
}

impl Positions {
    pub fn new(players: usize) -> Positions {
        Positions { players, bytes: Vec::new(), starts: Vec::new() }
    }

    pub fn players(&self) -> usize {
        self.players
    }

    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// All positions, one after the other; see [`Positions::push`] for their form.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The positions that [`Positions::bytes`] gave; `None` if the bytes are no positions.
    pub fn from_bytes(players: usize, bytes: Vec<u8>) -> Option<Positions> {
        let (mut left, mut starts, mut position) = (&bytes[..], Vec::new(), Position::default());
        while !left.is_empty() {
            starts.push(bytes.len() - left.len());
            position.read(players, &mut left)?;
        }
        Some(Positions { players, bytes, starts })
    }

    /// Adds a position: number of the deal, round, number of inputs, and for each the difference of its number from the
    /// one before and its value; for each seat its win share in sixtieths, its score, and the heuristic's value as four
    /// bytes, lowest first; then how many expected shares there are, none or one for each seat, each a byte. Numbers
    /// have seven bits a byte, lowest first, the eighth says whether more follow (LEB128); those that can be negative
    /// are doubled, and negative ones then inverted (zigzag). Panics if the lists of seats are not as long as there are
    /// seats; that of expected shares may be empty.
    pub fn push(&mut self, position: &Position) {
        let Position { seen, deal, round, shares, expected, scores, values } = position;
        assert!([shares.len(), scores.len(), values.len()] == [self.players; 3], "one per seat");
        assert!(expected.is_empty() || expected.len() == self.players, "one per seat, or none");
        self.starts.push(self.bytes.len());
        self.write(*deal);
        self.write((*round).into());
        self.write(seen.len() as u64);
        let mut sorted = seen.clone();
        sorted.sort_unstable();
        let mut before = 0;
        for Seen { input, value } in sorted {
            self.write(u64::from(input - before));
            self.write_signed(value.into());
            before = input;
        }
        for place in 0..self.players {
            self.write(shares[place].into());
            self.write_signed(scores[place].into());
            self.bytes.extend(values[place].to_le_bytes());
        }
        self.write(expected.len() as u64);
        self.bytes.extend(expected);
    }

    pub fn reserve(&mut self, positions: usize, bytes: usize) {
        self.starts.reserve_exact(positions);
        self.bytes.reserve_exact(bytes);
    }

    pub fn append(&mut self, more: &Positions) {
        assert_eq!(more.players, self.players, "as many seats");
        let behind = self.bytes.len();
        self.starts.extend(more.starts.iter().map(|start| behind + start));
        self.bytes.extend_from_slice(&more.bytes);
    }

    pub fn get(&self, number: usize, position: &mut Position) {
        let mut bytes = &self.bytes[self.starts[number]..];
        position.read(self.players, &mut bytes).expect("it was written or checked");
    }

    pub fn deal(&self, number: usize) -> u64 {
        read(&mut &self.bytes[self.starts[number]..]).expect("it was written or checked")
    }

    fn write(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn write_signed(&mut self, number: i64) {
        self.write(((number << 1) ^ (number >> 63)) as u64);
    }
}

fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.split_off_first()?;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn read_signed<N: TryFrom<i64>>(bytes: &mut &[u8]) -> Option<N> {
    let number = read(bytes)?;
    N::try_from((number >> 1) as i64 ^ -((number & 1) as i64)).ok()
}

impl Position {
    fn read(&mut self, players: usize, bytes: &mut &[u8]) -> Option<()> {
        self.deal = read(bytes)?;
        self.round = read(bytes)?.try_into().ok()?;
        self.seen.clear();
        let mut input = 0_u16;
        for _ in 0..read(bytes)? {
            input = input.checked_add(read(bytes)?.try_into().ok()?)?;
            self.seen.push(Seen { input, value: read_signed(bytes)? });
        }
        self.shares.clear();
        self.scores.clear();
        self.values.clear();
        for _ in 0..players {
            self.shares.push(read(bytes)?.try_into().ok().filter(|share| *share <= WIN)?);
            self.scores.push(read_signed(bytes)?);
            let (value, rest) = bytes.split_first_chunk()?;
            self.values.push(f32::from_le_bytes(*value));
            *bytes = rest;
        }
        let expected = usize::try_from(read(bytes)?).ok()?;
        let expected = bytes.split_off(..expected).filter(|_| [0, players].contains(&expected))?;
        self.expected.clear();
        self.expected.extend_from_slice(expected);
        expected.iter().all(|share| *share <= EXPECTED_WIN).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Vec<Position> {
        let seen = |list: &[(u16, i16)]| {
            list.iter().map(|&(input, value)| Seen { input, value }).collect()
        };
        vec![
            Position {
                seen: seen(&[(0, 1), (3, -1023), (700, 1023)]),
                deal: u64::MAX,
                round: 255,
                shares: vec![60, 0],
                expected: vec![1, 249],
                scores: vec![-5, 90],
                values: vec![0.1, -3e9],
            },
            Position {
                seen: Vec::new(),
                deal: 0,
                round: 0,
                shares: vec![30, 30],
                expected: Vec::new(),
                scores: vec![i32::MIN, i32::MAX],
                values: vec![0.0, 1.5],
            },
        ]
    }

    #[test]
    fn positions_are_read_as_they_were_written() {
        let (mut positions, mut position) = (Positions::new(2), Position::default());
        some().iter().for_each(|one| positions.push(one));
        let mut twice = positions.clone();
        twice.append(&positions);
        let read = Positions::from_bytes(2, twice.bytes().to_vec()).unwrap();
        assert_eq!(read, twice);
        for (number, expected) in some().iter().chain(&some()).enumerate() {
            read.get(number, &mut position);
            assert_eq!(position, *expected);
            assert_eq!(read.deal(number), expected.deal);
        }
    }

    #[test]
    fn inputs_are_stored_in_order() {
        let mut position = some().remove(0);
        position.seen.reverse();
        let mut positions = Positions::new(2);
        positions.push(&position);
        positions.get(0, &mut position);
        assert_eq!(position, some()[0]);
    }

    #[test]
    fn damage_is_noticed() {
        let mut positions = Positions::new(2);
        some().iter().for_each(|one| positions.push(one));
        let bytes = positions.bytes();
        let cut = bytes[..bytes.len() - 1].to_vec();
        assert_eq!(Positions::from_bytes(2, cut), None);
        // Shares of other seats.
        let mut wrong = bytes.to_vec();
        let last = wrong.len() - 1;
        wrong[last] = 1;
        wrong.push(7);
        assert_eq!(Positions::from_bytes(2, wrong), None);
        // More than a win.
        let mut wrong = bytes.to_vec();
        let at = wrong.iter().position(|&byte| byte == 60).unwrap();
        wrong[at] = 61;
        assert_eq!(Positions::from_bytes(2, wrong), None);
        assert_eq!(Positions::from_bytes(2, vec![0xFF; 12]), None);
        assert!(Positions::from_bytes(2, bytes.to_vec()).is_some());
    }
}
