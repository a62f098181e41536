//! How text fits the terminal: long names are shortened, headings and words are wrapped, figures stay whole.

use std::cmp::Reverse;
use std::io::{IsTerminal, stdout};
use std::ops::Range;

use comfy_table::{CellAlignment, ColumnConstraint, Table, Width, presets};
use terminal_size::terminal_size;

use crate::export::{colour, figure::joined, sheet::Sheet};
use crate::page::unparted;

const USUAL: usize = 80;
const NARROWEST: usize = 48;
const GAP: usize = 2;
const NARROW_GAP: usize = 1;
/// To give names this length, columns move together; names shorter than the second say too little.
const LEGIBLE: usize = 20;
const SHORTEST: usize = 14;
/// Longer cells are words, whatever their column is.
const FIGURE: usize = 24;
/// The column of every study whose words have a colour.
const VERDICT: &str = "verdict";

/// Columns of the terminal. Output to anything else has those of the variable `COLUMNS`, or 80.
pub fn width() -> usize {
    let terminal = stdout().is_terminal().then(terminal_size).flatten();
    let told = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = terminal.map(|(width, _)| usize::from(width.0)).or_else(told);
    width.unwrap_or(USUAL).max(NARROWEST)
}

/// A text in lines of at most this many letters, the first after `before` and the others indented
/// by as much. Lines end at blanks, not before a unit, or after the commas of a word that is too long.
pub fn hanging(before: &str, text: &str, width: usize) -> String {
    let indent = letters(before);
    let room = width.saturating_sub(indent).max(1);
    let lines: Vec<String> = text.lines().flat_map(|line| lines(line, room)).collect();
    let told = lines.join(&format!("\n{:indent$}", ""));
    if lines.is_empty() { told } else { format!("{before}{told}") }
}

pub fn wrapped(text: &str, width: usize) -> String {
    hanging("", text, width)
}

fn lines(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in unparted(text).split(' ') {
        let mut blank = true;
        for part in parts(word, room) {
            let line = lines.last_mut().expect("there is a first line");
            let gap = usize::from(blank && !line.is_empty());
            if !line.is_empty() && letters(line) + gap + letters(part) > room {
                lines.push(part.to_owned());
            } else {
                *line += &" "[..gap];
                *line += part;
            }
            blank = false;
        }
    }
    lines.into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

fn parts(word: &str, room: usize) -> Vec<&str> {
    if letters(word) <= room {
        return vec![word];
    }
    let cut = |part: &'_ str| -> usize {
        part.char_indices().nth(room).map_or(part.len(), |(index, _)| index)
    };
    let mut parts = Vec::new();
    for mut part in word.split_inclusive(',') {
        while letters(part) > room {
            let (head, tail) = part.split_at(cut(part));
            parts.push(head);
            part = tail;
        }
        parts.push(part);
    }
    parts
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// Names that are too long for a table, each with a unique short one.
pub struct Shortened(Vec<[String; 2]>);

impl Shortened {
    pub fn of(sheets: &[Sheet], width: usize) -> Shortened {
        let limit = sheets.iter().filter_map(|sheet| limit(sheet, width)).min();
        let mut short = Shortened(Vec::new());
        let Some(limit) = limit else { return short };
        for name in sheets.iter().flat_map(Sheet::names).filter(|name| letters(name) > limit) {
            short.add(name, limit);
        }
        // Longest first, because a name may be the beginning of another one.
        short.0.sort_by_key(|[name, _]| Reverse(letters(name)));
        short
    }

    fn add(&mut self, name: &str, limit: usize) {
        if self.find(name).is_some() {
            return;
        }
        let middle = |number: usize| match number {
            1 => "\u{2026}".to_owned(),
            _ => format!("\u{2026}{number}\u{2026}"),
        };
        let shortened = |number: usize| {
            let middle = middle(number);
            let room = limit - letters(&middle);
            let (head, tail) = (room.div_ceil(2), letters(name) - room / 2);
            let tail = name.chars().skip(tail);
            name.chars().take(head).chain(middle.chars()).chain(tail).collect::<String>()
        };
        let free = |text: &String| self.0.iter().all(|[_, known]| known != text);
        let short = (1..).map(shortened).find(free).unwrap_or_default();
        self.0.push([name.to_owned(), short]);
    }

    fn find(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|[known, _]| known == name).map(|[_, short]| short.as_str())
    }

    pub fn cell(&self, cell: &str) -> String {
        self.find(cell).unwrap_or(cell).to_owned()
    }

    /// A title or remark with the short names; what follows a name as its explanation stays.
    pub fn remark(&self, remark: &str) -> String {
        let line = |line: &str| match line.split_once(" = ") {
            Some((name, rest)) => format!("{} = {rest}", self.cell(name)),
            None => {
                let replaced =
                    |line: String, [name, short]: &[String; 2]| line.replace(name, short);
                self.0.iter().fold(line.to_owned(), replaced)
            }
        };
        joined(remark.lines().map(line), "\n")
    }

    pub fn notes(&self, sheets: &[Sheet]) -> Vec<String> {
        let told = |name: &str| {
            let mut lines = sheets.iter().flat_map(|sheet| sheet.remark.lines());
            lines.any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(" = ")))
        };
        let untold = self.0.iter().filter(|[name, _]| !told(name));
        untold.map(|[name, short]| format!("{short} = {name}")).collect()
    }
}

fn limit(sheet: &Sheet, width: usize) -> Option<usize> {
    let natural = widths(sheet, str::to_owned, false);
    if !sheet.is_table() || total(&natural, GAP) <= width {
        return None;
    }
    let widest = *natural[..sheet.words].iter().max()?;
    let narrow = widths(sheet, str::to_owned, true);
    let room = |gap: usize| width.saturating_sub(total(&narrow, gap).saturating_sub(widest));
    let room = match room(GAP) {
        enough if enough >= LEGIBLE => enough,
        _ => room(NARROW_GAP).clamp(SHORTEST, LEGIBLE),
    };
    (room < widest).then_some(room)
}

fn total(widths: &[usize], gap: usize) -> usize {
    widths.iter().sum::<usize>() + gap * widths.len().saturating_sub(1)
}

/// How wide columns are, or how narrow they can be: words stay whole, figures are neither wrapped nor cut.
fn widths(sheet: &Sheet, name: impl Fn(&str) -> String, narrow: bool) -> Vec<usize> {
    let longest = |text: &str| text.split(' ').map(letters).max().unwrap_or_default();
    let columns = sheet.columns.iter().enumerate().map(|(column, head)| {
        let cells = sheet.rows.iter().filter_map(|row| Some(&*row.get(column)?.shown));
        let cell = |cell: &str| match (column < sheet.words, narrow) {
            (true, _) => letters(&name(cell)),
            (false, true) => letters(cell).min(longest(cell).max(FIGURE)),
            (false, false) => letters(cell),
        };
        let head = if narrow { longest(&head.title) } else { letters(&head.title) };
        cells.map(cell).fold(head, usize::max)
    });
    columns.collect()
}

/// The table of a sheet. Figures that do not fit next to the words follow below, next to the words once more.
pub fn table(sheet: &Sheet, short: &Shortened, width: usize) -> String {
    let words = sheet.words.min(sheet.columns.len());
    let name = |cell: &str| short.cell(cell);
    let mut all = widths(sheet, name, false);
    if total(&all, GAP) > width {
        all = widths(sheet, name, true);
    }
    let gap = if total(&all, GAP) > width { NARROW_GAP } else { GAP };
    let names: Vec<usize> = (0..words).collect();
    let mut blocks = vec![names.clone()];
    let mut used = total(&all[..words], gap);
    for (column, own) in all.iter().enumerate().skip(words) {
        if used + gap + own > width && blocks.last().is_some_and(|block| block.len() > words) {
            blocks.push(names.clone());
            used = total(&all[..words], gap);
        }
        used += gap + own;
        blocks.last_mut().expect("there is a first block").push(column);
    }
    let blocks = blocks.iter().map(|columns| {
        let mut table = Table::new();
        let head = columns.iter().map(|&column| &sheet.columns[column].title);
        table.load_style(presets::NOTHING).set_header(head);
        for row in &sheet.rows {
            let cell = |&column: &usize| row.get(column).map(|cell| name(&cell.shown));
            table.add_row(columns.iter().map(|column| cell(column).unwrap_or_default()));
        }
        for (column, &number) in table.column_iter_mut().zip(columns) {
            column.set_padding((0, gap as u16));
            let width = u16::try_from(all[number] + gap).unwrap_or(u16::MAX);
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
            if number >= words {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let lines = table.to_string();
        let lines = lines.lines().map(str::trim_end);
        if !colour::is_on() {
            return joined(lines, "\n");
        }
        let mut end = 0;
        let ranges = columns.iter().map(|&number| {
            end += all[number] + gap;
            (number, end - all[number] - gap..end)
        });
        let is_verdict = |number: usize| sheet.columns[number].title == VERDICT;
        let verdicts = ranges.filter(|&(number, _)| is_verdict(number)).map(|(_, range)| range);
        let verdicts: Vec<Range<usize>> = verdicts.collect();
        joined(lines.map(|line| colour::in_columns(line, &verdicts)), "\n")
    });
    joined(blocks, "\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::cell::{Cell, Column};

    const LONG: &str = "mcts:iterations=200,exploration=0.5,truncation=7,weights=runs/t/best.toml";

    fn sheet(names: &[&str]) -> Sheet {
        let head = ["agent", "seat", "win share", "95 % interval", "points mean", "what is open"];
        let figures =
            ["0", "25.00 %", "20.00 % to 30.00 %", "12.5", "open: needs 104 times as many"];
        let row = |name: &&str| {
            [&[*name], &figures[..]].concat().into_iter().map(Cell::plain).collect::<Vec<Cell>>()
        };
        let (columns, rows) = (head.map(Column::of).into(), names.iter().map(row).collect());
        Sheet { columns, words: 2, rows, ..Sheet::default() }
    }

    fn told(names: &[&str], width: usize) -> (String, Vec<String>) {
        let sheets = [sheet(names)];
        let short = Shortened::of(&sheets, width);
        (table(&sheets[0], &short, width), short.notes(&sheets))
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        let (table, notes) = told(&["greedy"], 100);
        assert_eq!(table.lines().count(), 2);
        assert!(
            notes.is_empty() && table.starts_with("agent   seat  win share       95 % interval")
        );
    }

    #[test]
    fn names_are_shortened_and_explained_and_figures_are_whole() {
        let other = LONG.replace("0.5", "0.7");
        for width in [NARROWEST, 60, 80, 100, 120] {
            let (table, notes) = told(&[LONG, &other, "greedy"], width);
            assert!(table.lines().all(|line| letters(line) <= width), "{width}:\n{table}");
            for figure in ["25.00 %", "20.00 % to 30.00 %", "12.5", "greedy", "104"] {
                assert!(table.contains(figure), "{width}: {figure}\n{table}");
            }
            for (note, name) in notes.iter().zip([LONG, &other]) {
                let short = note.strip_suffix(name).unwrap().strip_suffix(" = ").unwrap();
                assert!(
                    table.lines().any(|line| line.starts_with(&format!("{short} "))),
                    "{table}"
                );
            }
            assert_eq!(notes.len(), 2);
            assert_ne!(notes[0].split(' ').next(), notes[1].split(' ').next());
        }
    }

    #[test]
    fn what_is_told_of_a_name_is_told_of_the_short_one() {
        let mut sheets = [
            sheet(&[LONG]),
            Sheet::line(format!("{LONG} = {LONG},progressive_bias=0\nElsewhere {LONG}")),
        ];
        let short = Shortened::of(&sheets, 80);
        assert!(short.notes(&sheets).is_empty());
        let told = short.remark(&sheets[1].remark);
        assert!(told.starts_with("mcts:") && told.contains('\u{2026}'), "{told}");
        assert!(told.contains(&format!(" = {LONG},progressive_bias=0\nElsewhere mcts:")), "{told}");
        sheets[1].remark.clear();
        assert_eq!(short.notes(&sheets).len(), 1);
    }

    #[test]
    fn lines_end_at_blanks_or_commas() {
        assert_eq!(wrapped("one two three", 7), "one two\nthree");
        assert_eq!(wrapped("a = b:x=1,y=2,z=3", 9), "a =\nb:x=1,\ny=2,z=3");
        assert_eq!(wrapped("größerer", 3), "grö\nßer\ner");
        assert_eq!(wrapped("one\ntwo", 9), "one\ntwo");
        assert_eq!(hanging("  ab  ", "one two", 10), "  ab  one\n      two");
        assert_eq!(wrapped("about 5 %", 8), "about\n5 %");
    }
}
