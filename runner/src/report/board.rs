//! The table on a first screen: what came out, sorted, with a coloured verdict in words. Figures are rounded
//! as on the terminal, and stand in full in the title of their cell.

use maud::{Markup, html};

use crate::export::figure::fixed;
use crate::export::figure::{per_cent, plain, points, signed, span};
use crate::report::table::CsvRow;
use crate::{error::Error, report::tone::Tone};

/// Letters from which on a text is wrapped.
const LONG: usize = 24;

#[derive(Clone, Default)]
pub struct BoardCell {
    shown: String,
    /// In full, where `shown` is rounded or cut.
    full: String,
    /// Makes it a verdict.
    tone: Option<Tone>,
    number: bool,
}

/// How a figure is written.
#[derive(Clone, Copy)]
pub enum FigureUnit {
    /// A share of 1, as a percentage.
    Share,
    /// A difference of shares of 1, in percentage points.
    Points,
    /// A difference or gain, with its sign.
    Gain,
    Plain,
    /// Without digits after the point.
    Whole,
}

impl FigureUnit {
    pub fn text(self, value: f64) -> String {
        match self {
            FigureUnit::Share => per_cent(value),
            FigureUnit::Points => points(value),
            FigureUnit::Gain => signed(value),
            FigureUnit::Plain => plain(value),
            FigureUnit::Whole => fixed(value, 0),
        }
    }
}

impl BoardCell {
    pub fn text(text: impl Into<String>) -> BoardCell {
        BoardCell { shown: text.into(), ..BoardCell::default() }
    }

    /// A verdict; a word that is none stays a word.
    pub fn verdict(word: &str, more: &str) -> BoardCell {
        BoardCell { shown: format!("{word}{more}"), tone: Tone::of(word), ..BoardCell::default() }
    }

    /// A figure that is rounded already.
    pub fn number(shown: String, full: &str) -> BoardCell {
        BoardCell { shown, full: full.to_owned(), number: true, tone: None }
    }

    /// A figure of a column.
    pub fn figure(row: CsvRow<'_>, column: &str, unit: FigureUnit) -> Result<BoardCell, Error> {
        let value = row.number(column)?;
        let shown = value.map(|value| unit.text(value)).unwrap_or_default();
        Ok(BoardCell { shown, full: row.text(column).to_owned(), number: true, tone: None })
    }

    /// An interval from two columns.
    pub fn interval(
        row: CsvRow<'_>,
        columns: [&str; 2],
        unit: FigureUnit,
    ) -> Result<BoardCell, Error> {
        let [low, high] = columns.map(|column| row.number(column));
        let shown = match (low?, high?) {
            (Some(low), Some(high)) => span((low, high), |value| unit.text(value)),
            (Some(low), None) => format!("from {}", unit.text(low)),
            (None, Some(high)) => format!("up to {}", unit.text(high)),
            (None, None) => return Ok(BoardCell::default()),
        };
        let full = columns.map(|column| row.text(column)).join(" to ");
        Ok(BoardCell { shown, full, number: true, tone: None })
    }

    /// What is more to be said than is shown.
    pub fn with_full(self, full: String) -> BoardCell {
        BoardCell { full, ..self }
    }

    fn html(&self) -> Markup {
        let title = (!self.full.is_empty() && self.full != self.shown).then_some(&self.full);
        let class = match self.shown.chars().count() {
            _ if self.number => Some("number"),
            LONG.. => Some("long"),
            _ => None,
        };
        html! {
            td class=[class] title=[title] {
                @match self.tone {
                    Some(tone) => span class={ "chip " (tone.class()) } { (self.shown) },
                    None => (self.shown),
                }
            }
        }
    }
}

/// Columns without any text are left out.
pub struct VerdictTable {
    head: Vec<String>,
    pub rows: Vec<Vec<BoardCell>>,
}

impl VerdictTable {
    /// A table with these columns and no rows.
    pub fn new(head: impl IntoIterator<Item: Into<String>>) -> VerdictTable {
        VerdictTable { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// The first rows of the table.
    pub fn html(&self, most: usize) -> Markup {
        let rows = &self.rows[..most.min(self.rows.len())];
        let used = |&column: &usize| rows.iter().any(|row| !row[column].shown.is_empty());
        let columns: Vec<usize> = (0..self.head.len()).filter(used).collect();
        let class = |column: usize| rows.iter().any(|row| row[column].number);
        html! {
            div.scroll {
                table.board {
                    thead {
                        tr {
                            @for &column in &columns {
                                th class=[class(column).then_some("number")] { (self.head[column]) }
                            }
                        }
                    }
                    tbody { "\n"
                        @for row in rows {
                            tr { @for &column in &columns { (row[column].html()) } } "\n"
                        }
                    }
                }
            } "\n"
        }
    }
}

/// A table of figures in which the colour of a cell tells how far the figure is from a middle.
#[derive(Default)]
pub struct Heat {
    pub head: Vec<String>,
    /// Name of a row, and its cells; none where there is no figure.
    pub rows: Vec<(String, Vec<Option<HeatCell>>)>,
}

pub struct HeatCell {
    pub shown: String,
    pub full: String,
    /// From -1, far below the middle, to 1.
    pub heat: f64,
}

/// So many cells without a figure may there be for each one with a figure.
const MOST_EMPTY: usize = 64;

impl Heat {
    /// Whether a table of so many rows and columns has figures in a fair part of its cells. One in which nearly all are
    /// empty shows nothing, and grows with the square of its file.
    pub fn is_filled([rows, columns]: [usize; 2], figures: usize) -> bool {
        rows.saturating_mul(columns) <= figures.saturating_mul(1 + MOST_EMPTY)
    }

    pub fn html(&self) -> Markup {
        html! {
            div.scroll {
                table.heat {
                    thead { tr { th {} @for head in &self.head { th.number { (head) } } } }
                    tbody { "\n"
                        @for (name, cells) in &self.rows {
                            tr {
                                th scope="row" title=(name) { span.name { (name) } }
                                @for cell in cells {
                                    @match cell {
                                        None => td {},
                                        Some(HeatCell { shown, full, heat }) => {
                                            @let side = if *heat < 0.0 { "low" } else { "high" };
                                            @let depth = (heat.abs().min(1.0) * 65.0).round();
                                            td.number.(side) title=(full) style={ "--heat:" (depth) "%" } {
                                                (shown)
                                            }
                                        }
                                    }
                                }
                            } "\n"
                        }
                    }
                }
            } "\n"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_are_nearly_empty_are_none() {
        // Everybody against everybody, and one against all others.
        assert!(Heat::is_filled([40, 40], 40 * 39));
        assert!(Heat::is_filled([60, 60], 2 * 59));
        // Each of many agents has one meeting.
        assert!(!Heat::is_filled([340, 340], 170));
    }
}
