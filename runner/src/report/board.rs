//! Tables on a first screen: what came out, sorted, with a coloured verdict in words. Figures are rounded as on the
//! terminal, and stand in full in the title of their cell.

use maud::{Markup, html};

use crate::export::cell::{Cell, ColumnKind, Value};
use crate::export::sheet::Sheet;
use crate::{export::figure::joined, page::unparted, report::tone::Tone};

const LONG: usize = 24;

pub fn html(sheet: &Sheet, most: usize) -> Markup {
    let rows = &sheet.rows[..most.min(sheet.rows.len())];
    let used = |&column: &usize| rows.iter().any(|row| !row[column].shown.is_empty());
    let columns: Vec<usize> = (0..sheet.columns.len()).filter(used).collect();
    let kind = |column: usize| sheet.columns[column].kind;
    // What does not apply is no figure.
    let is_number =
        |cell: &Cell, column| kind(column) == ColumnKind::Figure && !cell.values.is_empty();
    let class = |column: usize| rows.iter().any(|row| is_number(&row[column], column));
    let cell = |cell: &Cell, column: usize| {
        let full = joined(cell.values.iter().map(Value::text), " to ");
        let title = (!full.is_empty() && full != cell.shown).then_some(full);
        let class = match cell.shown.chars().count() {
            _ if is_number(cell, column) => Some("number"),
            LONG.. => Some("long"),
            _ => None,
        };
        let word = cell.shown.split(',').next().filter(|_| kind(column) == ColumnKind::Verdict);
        html! {
            td class=[class] title=[title] {
                @match word.and_then(Tone::of) {
                    Some(tone) => span class={ "chip " (tone.class()) } { (cell.shown) },
                    None => (unparted(&cell.shown)),
                }
            }
        }
    };
    let head = html! {
        @for &column in &columns {
            th class=[class(column).then_some("number")] {
                (unparted(&sheet.columns[column].title))
            }
        }
    };
    let row = |row: &Vec<Cell>| html! { @for &column in &columns { (cell(&row[column], column)) } };
    table("board", None, &head, rows.iter().map(row))
}

/// A table that scrolls: its class, the file that it shows, the cells of its head and of each row.
pub fn table(
    class: &str,
    file: Option<&str>,
    head: &Markup,
    rows: impl Iterator<Item = Markup>,
) -> Markup {
    html! {
        div.scroll {
            table class=(class) data-file=[file] {
                thead { tr { (head) } }
                tbody { "\n" @for row in rows { tr { (row) } "\n" } }
            }
        } "\n"
    }
}

/// A table of figures in which the colour of a cell tells how far the figure is from a middle.
#[derive(Default)]
pub struct Heat {
    head: Vec<String>,
    /// Name of a row, and its cells; none where there is no figure.
    pub rows: Vec<(String, Vec<Option<HeatCell>>)>,
}

pub struct HeatCell {
    pub shown: String,
    pub full: String,
    /// From -1, far below the middle, to 1.
    pub heat: f64,
}

/// Cells without a figure for each one with a figure.
const MOST_EMPTY: usize = 64;

/// Whether a table has figures in a fair part of its cells. Others grow with the square of their file.
fn is_filled([rows, columns]: [usize; 2], figures: usize) -> bool {
    rows.saturating_mul(columns) <= figures.saturating_mul(1 + MOST_EMPTY)
}

impl Heat {
    /// Rows against columns, each with its name; nothing if too few of all cells are among the `figures`.
    pub fn of<R, C>(
        rows: Vec<(String, R)>,
        columns: &[(String, C)],
        figures: usize,
        cell: impl Fn(&R, &C) -> Option<HeatCell>,
    ) -> Heat {
        if !is_filled([rows.len(), columns.len()], figures) {
            return Heat::default();
        }
        let rows = rows.into_iter().map(|(name, row)| {
            (name, columns.iter().map(|(_, column)| cell(&row, column)).collect())
        });
        Heat { rows: rows.collect(), head: columns.iter().map(|(head, _)| head.clone()).collect() }
    }

    pub fn html(&self) -> Markup {
        let head = html! { th {} @for head in &self.head { th.number { (head) } } };
        let rows = self.rows.iter().map(|(name, cells)| {
            html! {
                th scope="row" title=(name) { span.name { (name) } }
                @for cell in cells {
                    @match cell {
                        None => td {},
                        Some(HeatCell { shown, full, heat }) => {
                            @let side = if *heat < 0.0 { "low" } else { "high" };
                            @let depth = (heat.abs().min(1.0) * 65.0).round();
                            td.number.(side) title=(unparted(full)) style={ "--heat:" (depth) "%" } {
                                (unparted(shown))
                            }
                        }
                    }
                }
            }
        });
        table("heat", None, &head, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_are_nearly_empty_are_none() {
        // Everybody against everybody, and one against all others.
        assert!(is_filled([40, 40], 40 * 39));
        assert!(is_filled([60, 60], 2 * 59));
        // Each of many agents has one meeting.
        assert!(!is_filled([340, 340], 170));
    }
}
