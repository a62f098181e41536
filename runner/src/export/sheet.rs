//! Tables for people: on the screen, or for a paper.

use clap::ValueEnum;
use comfy_table::{CellAlignment, Table, presets};

use crate::export::layout::{self, Shortened};
use crate::{error::Error, export::lines};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Style {
    /// Columns of plain text
    #[default]
    Text,
    /// Tables of Markdown
    Md,
    /// Tabulars of LaTeX, for the package booktabs
    Latex,
    /// Comma-separated values; titles and remarks are lines that begin with #
    Csv,
}

/// A table with a title and a remark, or only one of these.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// Above the table; empty for none.
    pub title: String,
    pub head: Vec<String>,
    /// How many columns at the left are words; the others are numbers.
    pub words: usize,
    pub rows: Vec<Vec<String>>,
    /// Below the table; empty for none.
    pub remark: String,
    /// Whether it is a detail: the screen leaves it out.
    pub detail: bool,
}

impl Sheet {
    pub fn new(
        title: impl Into<String>,
        head: &[&str],
        words: usize,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Sheet {
        let head = head.iter().map(|&name| name.to_owned()).collect();
        let (title, rows) = (title.into(), rows.into_iter().collect());
        Sheet { title, head, words, rows, ..Sheet::default() }
    }

    pub fn detail(self) -> Sheet {
        Sheet { detail: true, ..self }
    }

    pub fn line(remark: String) -> Sheet {
        Sheet { remark, ..Sheet::default() }
    }

    /// The content of the columns of words.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.rows.iter().flat_map(|row| row.iter().take(self.words))
    }

    /// As text that is no wider than a terminal.
    fn plain(&self, short: &Shortened, width: usize) -> String {
        let mut parts = Vec::new();
        if !self.title.is_empty() {
            parts.push(layout::wrapped(&short.remark(&self.title), width));
        }
        if !self.head.is_empty() {
            parts.push(layout::table(self, short, width));
        }
        if !self.remark.is_empty() {
            parts.push(layout::wrapped(&short.remark(&self.remark), width));
        }
        parts.join("\n") + "\n"
    }

    /// For programs.
    fn text(&self, style: Style) -> Result<String, Error> {
        let mut parts = Vec::new();
        let comment = |text: &str| match style {
            Style::Text | Style::Md => text.to_owned(),
            Style::Latex => format!("% {}", text.replace('\n', "\n% ")),
            Style::Csv => format!("# {}", text.replace('\n', "\n# ")),
        };
        if !self.title.is_empty() {
            parts.push(match style {
                Style::Md => format!("**{}**\n", self.title),
                _ => comment(&self.title),
            });
        }
        if !self.head.is_empty() {
            parts.push(match style {
                Style::Text | Style::Md => self.markdown(),
                Style::Latex => self.latex(),
                Style::Csv => self.csv()?,
            });
        }
        if !self.remark.is_empty() {
            parts.push(match style {
                // Separate from the table, or it would become a row.
                Style::Md if !self.head.is_empty() => format!("\n{}", self.remark),
                _ => comment(&self.remark),
            });
        }
        Ok(parts.join("\n") + "\n")
    }

    fn markdown(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN).set_header(&self.head);
        for row in &self.rows {
            table.add_row(row.iter().map(|cell| cell.replace('|', "\\|")));
        }
        for column in table.column_iter_mut().skip(self.words) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.to_string()
    }

    fn latex(&self) -> String {
        let columns: String =
            (0..self.head.len()).map(|index| if index < self.words { 'l' } else { 'r' }).collect();
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
            format!("{} \\\\", cells.join(" & "))
        };
        let rows: Vec<String> = self.rows.iter().map(|row| line(row)).collect();
        format!(
            "\\begin{{tabular}}{{{columns}}}\n\\toprule\n{}\n\\midrule\n{}\n\\bottomrule\n\\end{{tabular}}",
            line(&self.head),
            rows.join("\n")
        )
    }

    fn csv(&self) -> Result<String, Error> {
        let bytes = lines::records(std::iter::once(&self.head).chain(&self.rows))?;
        Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())
    }
}

/// A text without special characters of LaTeX.
fn escaped(text: &str) -> String {
    let escape = |letter| match letter {
        '\\' => "\\textbackslash{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{letter}"),
        _ => letter.to_string(),
    };
    text.chars().map(escape).collect()
}

/// All sheets, with an empty line between them; on the screen without details.
pub fn text(sheets: &[Sheet], style: Style) -> Result<String, Error> {
    if style == Style::Text {
        let main: Vec<Sheet> = sheets.iter().filter(|sheet| !sheet.detail).cloned().collect();
        return Ok(plain(&main));
    }
    let parts = sheets.iter().map(|sheet| sheet.text(style));
    Ok(parts.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

/// As text, with a footnote on names that had to be shortened.
pub fn plain(sheets: &[Sheet]) -> String {
    let width = layout::width();
    let short = Shortened::of(sheets, width);
    let mut parts: Vec<String> = sheets.iter().map(|sheet| sheet.plain(&short, width)).collect();
    let notes = short.notes(sheets);
    if !notes.is_empty() {
        parts.push(layout::wrapped(&notes.join("\n"), width) + "\n");
    }
    parts.join("\n")
}

/// Prints to standard output; a reader that has closed the pipe (`drakkar rules | head`) is not an
/// error.
pub fn print(text: &str) -> Result<(), Error> {
    use std::io::Write;
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::file("write to", std::path::Path::new("standard output"))(error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let rows =
            [["a|b_1", "25.00 %"], ["c, d", "5.00 %"]].map(|row| row.map(str::to_owned).to_vec());
        let mut sheet = Sheet::new("Two rows", &["agent", "share"], 1, rows);
        sheet.remark = "That is all.".into();
        sheet
    }

    #[test]
    fn every_style() {
        let of = |style| text(&[sheet()], style).unwrap();
        assert_eq!(
            of(Style::Text),
            "Two rows\nagent    share\na|b_1  25.00 %\nc, d    5.00 %\nThat is all.\n"
        );
        assert_eq!(
            of(Style::Md),
            "**Two rows**\n\n| agent  |   share |\n|--------|---------|\n| a\\|b_1 | 25.00 % |\n\
             | c, d   |  5.00 % |\n\nThat is all.\n"
        );
        assert_eq!(
            of(Style::Latex),
            "% Two rows\n\\begin{tabular}{lr}\n\\toprule\nagent & share \\\\\n\\midrule\n\
             a|b\\_1 & 25.00 \\% \\\\\nc, d & 5.00 \\% \\\\\n\\bottomrule\n\\end{tabular}\n% That is all.\n"
        );
        assert_eq!(
            of(Style::Csv),
            "# Two rows\nagent,share\na|b_1,25.00 %\n\"c, d\",5.00 %\n# That is all.\n"
        );
        let sheets = [Sheet::line("In short.".into()), sheet().detail()];
        assert_eq!(text(&sheets, Style::Text).unwrap(), "In short.\n");
        assert!(text(&sheets, Style::Md).unwrap().contains("Two rows"));
    }
}
