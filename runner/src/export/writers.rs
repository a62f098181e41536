//! Tables as text: on the screen, and as Markdown, LaTeX and CSV.

use comfy_table::{CellAlignment, Table, presets};

use crate::export::colour;
use crate::export::layout::{self, Shortened};
use crate::{
    disk::ordinary, error::Error, export::figure::joined, export::sheet::Sheet,
    export::sheet::Style, host,
};
use drakkar_engine::input::for_terminal;

impl Sheet {
    /// On the terminal, lines have this width at most, and names are short.
    fn text(&self, style: Style, short: &Shortened, width: usize) -> String {
        let mut parts = Vec::new();
        let marked = |mark: &str, text: &str| {
            format!("{mark} {}", text.replace('\n', &format!("\n{mark} ")))
        };
        let comment = |text: &str| match style {
            Style::Latex => marked("%", text),
            Style::Csv => marked("#", text),
            Style::Text => layout::wrapped(text, width),
            Style::Md | Style::Json => text.to_owned(),
        };
        let named = |text: &str| match style {
            Style::Text => comment(&short.remark(text)),
            _ => comment(text),
        };
        if !self.title.is_empty() {
            parts.push(match style {
                Style::Md => format!("**{}**\n", self.title),
                _ => named(&self.title),
            });
        }
        if style == Style::Csv && !self.columns.is_empty() {
            parts.push(String::from_utf8_lossy(&self.csv()).trim_end().to_owned());
        } else if !self.in_words.is_empty() {
            parts.push(comment(&self.in_words));
        } else if !self.columns.is_empty() {
            parts.push(match style {
                Style::Text => layout::table(self, short, width),
                Style::Latex => self.latex(),
                _ => self.markdown(),
            });
        }
        if !self.remark.is_empty() {
            parts.push(match style {
                // Apart from the table, or it would become a row.
                Style::Md if self.is_table() => format!("\n{}", self.remark),
                _ => named(&self.remark),
            });
        }
        parts.join("\n") + "\n"
    }

    fn markdown(&self) -> String {
        let mut table = Table::new();
        table
            .load_style(presets::ASCII_MARKDOWN)
            .set_header(self.columns.iter().map(|column| &column.title));
        for row in &self.rows {
            table.add_row(row.iter().map(|cell| cell.shown.replace('|', "\\|")));
        }
        for column in table.column_iter_mut().skip(self.words) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.to_string()
    }

    fn latex(&self) -> String {
        let sides = (0..self.columns.len()).map(|at| if at < self.words { 'l' } else { 'r' });
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            format!("{} \\\\", joined(cells.map(|cell| escaped(cell)), " & "))
        };
        let rows = self.rows.iter().map(|row| line(&mut row.iter().map(|cell| &cell.shown)));
        format!(
            "\\begin{{tabular}}{{{}}}\n\\toprule\n{}\n\\midrule\n{}\n\\bottomrule\n\\end{{tabular}}",
            sides.collect::<String>(),
            line(&mut self.columns.iter().map(|column| &column.title)),
            joined(rows, "\n")
        )
    }
}

fn escaped(text: &str) -> String {
    let escape = |letter| match letter {
        '\\' => "\\textbackslash{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '<' => "\\textless{}".to_owned(),
        '>' => "\\textgreater{}".to_owned(),
        '|' => "\\textbar{}".to_owned(),
        // At the beginning of a row, they would belong to the end of the one before.
        '[' | '*' => format!("{{{letter}}}"),
        '\u{221e}' => "$\\infty$".to_owned(),
        '\u{2212}' => "$-$".to_owned(),
        '\u{b1}' => "$\\pm$".to_owned(),
        '\u{d7}' => "$\\times$".to_owned(),
        '\u{2026}' => "\\ldots{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{letter}"),
        _ => letter.to_string(),
    };
    text.chars().map(escape).collect()
}

pub fn text(sheets: &[Sheet], style: Style) -> String {
    if style == Style::Text {
        return plain(sheets.iter().filter(|sheet| !sheet.detail));
    }
    let none = Shortened::of(&[], 0);
    joined(sheets.iter().map(|sheet| sheet.text(style, &none, 0)), "\n")
}

/// As text, with a footnote on names that had to be shortened, and without columns in which nothing stands.
pub fn plain<'s>(sheets: impl IntoIterator<Item = &'s Sheet>) -> String {
    let width = layout::width();
    let sheets = &*sheets.into_iter().map(Sheet::without_empty_columns).collect::<Vec<_>>();
    let short = Shortened::of(sheets, width);
    let parts = sheets.iter().map(|sheet| sheet.text(Style::Text, &short, width));
    let mut parts: Vec<String> = parts.collect();
    let notes = short.notes(sheets);
    if !notes.is_empty() {
        parts.push(layout::wrapped(&notes.join("\n"), width) + "\n");
    }
    parts.join("\n")
}

/// Prints to standard output; a reader that has closed the pipe is not an error.
pub fn print(text: &str) -> Result<(), Error> {
    if host::hears(text) {
        return Ok(());
    }
    match ordinary::printer().write_all(colour::codes(&for_terminal(text)).as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::file("write to", std::path::Path::new("standard output"))(error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::cell::{Cell, Column};
    use crate::export::sheet::DeclaredTable;

    fn sheet() -> Sheet {
        let per_cent = |share: f64| format!("{:.2} %", 100.0 * share);
        let table = DeclaredTable::of([("a|b_1", 0.25), ("c, d", 0.05)])
            .word("agent", |row| row.0)
            .cell(Column::interval("share"), |(_, share)| {
                Cell::span(Some((*share, 2.0 * share)), per_cent)
            });
        Sheet { remark: "That is all.".into(), ..table.sheet("two", "Two rows") }
    }

    #[test]
    fn every_style() {
        let of = |style| text(&[sheet()], style);
        assert_eq!(
            of(Style::Text),
            "Two rows\nagent       95 % interval\na|b_1  25.00 % to 50.00 %\nc, d    5.00 % to 10.00 %\n\
             That is all.\n"
        );
        assert_eq!(
            of(Style::Md),
            "**Two rows**\n\n| agent  |      95 % interval |\n|--------|--------------------|\n\
             | a\\|b_1 | 25.00 % to 50.00 % |\n| c, d   |  5.00 % to 10.00 % |\n\nThat is all.\n"
        );
        assert_eq!(
            of(Style::Latex),
            "% Two rows\n\\begin{tabular}{lr}\n\\toprule\nagent & 95 \\% interval \\\\\n\\midrule\n\
             a\\textbar{}b\\_1 & 25.00 \\% to 50.00 \\% \\\\\nc, d & 5.00 \\% to 10.00 \\% \\\\\n\\bottomrule\n\
             \\end{tabular}\n% That is all.\n"
        );
        assert_eq!(
            of(Style::Csv),
            "# Two rows\nagent,share_low,share_high\na|b_1,0.250000,0.500000\n\
             \"c, d\",0.050000,0.100000\n# That is all.\n"
        );
        let sheets = [Sheet::line("In short.".into()), sheet().detail()];
        assert_eq!(text(&sheets, Style::Text), "In short.\n");
        assert!(text(&sheets, Style::Md).contains("Two rows"));
    }

    #[test]
    fn latex_has_no_letter_that_means_something_else() {
        let told = escaped("[a] *: <1 > 2|\u{2212}3 \u{b1}4\u{2026} {50 %}_#$~^\\");
        assert_eq!(
            told,
            "{[}a] {*}: \\textless{}1 \\textgreater{} 2\\textbar{}$-$3 $\\pm$4\\ldots{} \\{50 \\%\\}\\_\\#\\$\
             \\textasciitilde{}\\textasciicircum{}\\textbackslash{}"
        );
    }

    #[test]
    fn words_in_the_place_of_a_table_are_for_people_alone() {
        let sheet = Sheet { in_words: "In short.".into(), title: String::new(), ..sheet() };
        let of = |style| text(std::slice::from_ref(&sheet), style);
        assert_eq!(of(Style::Text), "In short.\nThat is all.\n");
        assert_eq!(of(Style::Md), "In short.\nThat is all.\n");
        assert!(of(Style::Csv).starts_with("agent,share_low,share_high\n"));
    }
}
