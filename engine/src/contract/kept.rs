//! What draws keep: chance lies in the state from the deal on, so a draw that leaves a part of it as it is knows what is
//! to come. At the beginning, parts of the state that differ between deals are what the deal decides. One that the draws
//! of two seats or more (or of the only seat) never change is known to them, so their views show it; or it should be
//! dealt anew.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::Breach;
use super::parts::parts;
use crate::error::is_within;
use crate::game::View;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::{DealSeed, Rng};

pub(super) const DRAWN_ANEW: &str = "what a seat cannot know is drawn anew (see `Game::draw`)";

const DEALS: u64 = 150;
/// Deals in which every seat draws, and how often.
const DRAWN: usize = 16;
const DRAWS: usize = 8;
/// What could happen by chance with a probability below this one is no coincidence.
const CHANCE: f64 = 1e-9;

/// What of each deal something is, as a number for each different text; 0 where there is no such thing.
#[derive(Default)]
struct KeptColumn {
    numbers: HashMap<String, u32>,
    deals: Vec<u32>,
}

type Columns = BTreeMap<String, KeptColumn>;

/// The error if there are parts that draws keep and views do not show, except [those that everybody
/// knows](Recorded::OPEN_PARTS).
pub(super) fn check<G: Recorded>(game: &G, seed: u64) -> Result<(), Breach> {
    let deal = |deal| game.state(&game.deal(DealSeed { seed, deal }));
    let states: Vec<G::State> = (0..DEALS).map(deal).collect();
    let mut dealt = columns(&states, parts);
    let is_open = |path: &str| G::OPEN_PARTS.iter().any(|open| is_within(path, open));
    dealt.retain(|path, part| !is_open(path) && part.is_noticed());
    let mut rng = Rng::from_seed(seed);
    let mut keepers: BTreeMap<&str, Vec<Seat>> = BTreeMap::new();
    for seat in Seat::all(game.players()) {
        let mut kept: BTreeSet<&str> = dealt.keys().map(String::as_str).collect();
        for state in &states[..DRAWN] {
            let before = parts(state);
            for _ in 0..DRAWS {
                let drawn = parts(&game.view(state, seat).draw(&mut rng));
                kept.retain(|path| before.get(*path) == drawn.get(*path));
            }
        }
        kept.iter().for_each(|path| keepers.entry(path).or_default().push(seat));
    }
    // What one of several seats alone knows is its own.
    keepers.retain(|_, seats| seats.len() > 1 || game.players() == 1);
    for seat in Seat::all(game.players()) {
        if keepers.values().any(|seats| seats.contains(&seat)) {
            let mut told = columns(&states, |state| told(game.view(state, seat)));
            told.retain(|_, told| (2..DEALS as usize).contains(&told.kinds()));
            for (path, seats) in &mut keepers {
                seats.retain(|&other| other != seat || !dealt[*path].is_shown(&told));
            }
        }
    }
    keepers.retain(|_, seats| !seats.is_empty());
    if keepers.is_empty() {
        return Ok(());
    }
    let found = "parts that the deal decides, that `draw` never changes, and that neither `text` nor `fields` shows; \
                 deal them anew in `draw`, or, if everybody knows them, show them or name them in \
                 `Recorded::OPEN_PARTS`:";
    Err(Breach::alone(DRAWN_ANEW, found.to_owned() + &table(&keepers)))
}

/// A line for each part, with the seats that draw it as it is; elements of a list are one.
fn table(keepers: &BTreeMap<&str, Vec<Seat>>) -> String {
    let mut lines: Vec<(&str, &[Seat], usize)> = Vec::new();
    for (path, seats) in keepers {
        let list =
            path.rfind('[').filter(|_| path.ends_with(']')).map_or(*path, |end| &path[..end]);
        match lines.last_mut() {
            Some((last, of, count)) if *last == list && *of == seats => *count += 1,
            _ => lines.push((list, seats, 1)),
        }
    }
    let line = |(part, seats, count): (&str, &[Seat], usize)| {
        let seats: Vec<String> = seats.iter().map(Seat::to_string).collect();
        let elements = if count > 1 { format!(" ({count} elements)") } else { String::new() };
        format!("\n  `{part}`{elements}, drawn by seats {}", seats.join(", "))
    };
    lines.into_iter().map(line).collect()
}

/// What a view tells, by place: words of the text, and values of the fields.
fn told<G: Recorded>(view: View<'_, G>) -> Vec<(String, String)> {
    let mut told = Vec::new();
    for (number, line) in view.text().lines().enumerate() {
        told.push((format!("line {number}"), line.to_owned()));
        for (place, word) in line.split_whitespace().enumerate() {
            told.push((format!("line {number} word {place}"), word.to_owned()));
            told.push((format!("line {number} has {word}"), String::new()));
        }
    }
    for (key, value) in view.fields() {
        told_field(format!("field {key}"), &value, &mut told);
    }
    told
}

fn told_field(path: String, value: &Value, told: &mut Vec<(String, String)>) {
    if let Value::Object(map) = value {
        map.iter().for_each(|(key, value)| told_field(format!("{path}.{key}"), value, told));
    }
    for (place, value) in value.as_array().into_iter().flatten().enumerate() {
        told.push((format!("{path} has {value}"), String::new()));
        told_field(format!("{path}[{place}]"), value, told);
    }
    told.push((path, value.to_string()));
}

fn columns<S, T: IntoIterator<Item = (String, String)>>(
    deals: &[S],
    tell: impl Fn(&S) -> T,
) -> Columns {
    let mut columns = Columns::new();
    for (number, state) in deals.iter().enumerate() {
        for (key, text) in tell(state) {
            let column = columns.entry(key).or_default();
            column.deals.resize(DEALS as usize, 0);
            let next = column.numbers.len() as u32 + 1;
            column.deals[number] = *column.numbers.entry(text).or_insert(next);
        }
    }
    columns
}

impl KeptColumn {
    fn kinds(&self) -> usize {
        self.numbers.len() + usize::from(self.deals.contains(&0))
    }

    fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.numbers.len() + 1];
        self.deals.iter().for_each(|&number| counts[number as usize] += 1);
        counts
    }

    /// Whether draws that deal it anew would be noticed.
    fn is_noticed(&self) -> bool {
        let shares = self.counts().into_iter().map(|count| f64::from(count) / DEALS as f64);
        let same: f64 = shares.map(|share| share * share).sum();
        same.powi((DRAWN * DRAWS) as i32) < CHANCE
    }

    /// Whether it follows from a single thing that is told, or each bit of it does, if it is a number.
    fn is_shown(&self, told: &Columns) -> bool {
        let follows = |part: &KeptColumn| told.values().any(|told| part.follows_from(told));
        if follows(self) {
            return true;
        }
        let mut numbers = vec![0; self.numbers.len() + 1];
        for (text, &number) in &self.numbers {
            let Ok(value) = text.parse::<u128>() else { return false };
            numbers[number as usize] = value;
        }
        let values = || self.deals.iter().map(|&number| numbers[number as usize]);
        let (some, all) =
            values().fold((0, u128::MAX), |(some, all), value| (some | value, all & value));
        (0..u128::BITS).filter(|bit| (some & !all) >> bit & 1 == 1).all(|bit| {
            let deals = values().map(|value| 1 + (value >> bit & 1) as u32).collect();
            let numbers = [("0".to_owned(), 1), ("1".to_owned(), 2)].into();
            follows(&KeptColumn { numbers, deals })
        })
    }

    /// Whether deals of which the same is told always have the same, and that is no coincidence.
    fn follows_from(&self, told: &KeptColumn) -> bool {
        let mut first = vec![None; told.numbers.len() + 1];
        for (&own, &told) in self.deals.iter().zip(&told.deals) {
            if *first[told as usize].get_or_insert(own) != own {
                return false;
            }
        }
        // If the deals had these things in a random order, it would be one of so many orders, and things
        // told could stand for them in so many ways.
        let mut groups = vec![0; self.numbers.len() + 1];
        first.into_iter().flatten().for_each(|own| groups[own as usize] += 1);
        let ways = orders(&groups) * (told.kinds() as f64).powi(self.kinds() as i32 - 1);
        ways / orders(&self.counts()) < CHANCE
    }
}

/// In how many orders so many equal things of each kind can lie.
fn orders(counts: &[u32]) -> f64 {
    let (mut orders, mut place) = (1.0, 0.0);
    for &count in counts {
        for number in 1..=count {
            place += 1.0;
            orders *= place / f64::from(number);
        }
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_includes_what_is_in_it() {
        for path in ["row", "row[3]", "row.top", "row[3].cost"] {
            assert!(is_within(path, "row"), "{path}");
        }
        for path in ["rows", "rows_hidden", "row_hidden[0]", "table.row", "ro"] {
            assert!(!is_within(path, "row"), "{path}");
        }
        assert!(is_within("table.row[0].cost", "table.row[0]"));
        assert!(!is_within("prizes[10]", "prizes[1]"));
    }
}
