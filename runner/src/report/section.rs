//! A part of a report: words, a board, pictures, tables.

use maud::{Markup, html};

use crate::report::board::{self, Heat};
use crate::report::{chart::Chart, shown::Shown, table::CsvFile};
use crate::{error::Error, export::sheet::Sheet, page::unparted};

pub const PICTURES: usize = 16;

const MOST: usize = 5000;

const HEADLINE: usize = 4;

/// A table on a first screen, and the file that it is from.
struct FirstTable {
    sheet: Sheet,
    source: Markup,
}

fn source(file: &Markup) -> Markup {
    html! { span.source { "From " (file) "." } }
}

#[derive(Default)]
pub struct Section {
    pub title: String,
    words: Vec<Markup>,
    board: Option<FirstTable>,
    /// Whether its tables are all that there is, so that they are not folded.
    is_bare: bool,
    figures: Vec<Markup>,
    tables: Vec<Markup>,
    /// Whose tables these are.
    pub files: Vec<String>,
    pub charts: Vec<(String, String)>,
    pub fault: Option<Error>,
}

impl Section {
    pub fn new(title: impl Into<String>) -> Section {
        Section { title: title.into(), ..Section::default() }
    }

    pub fn words(mut self, text: &str) -> Section {
        if !text.is_empty() {
            self.words.push(html! { p { (unparted(text)) } "\n" });
        }
        self
    }

    /// Says that only so many of all have a picture, if so.
    pub fn pictured(self, most: usize, all: usize) -> Section {
        match all > most {
            true => {
                self.words(&format!("The first {most} of {all} have a chart; the table has all."))
            }
            false => self,
        }
    }

    pub fn html(mut self, html: Markup) -> Section {
        self.tables.push(html);
        self
    }

    /// What came out, in a table of figures of a file of this name.
    pub fn board(self, board: Sheet, source: Markup) -> Section {
        let board = board.filled().map(|sheet| FirstTable { sheet, source });
        Section { board, ..self }
    }

    pub fn bare(self) -> Section {
        Section { is_bare: true, ..self }
    }

    pub fn headline(&self) -> Option<Markup> {
        Some(board::html(&self.board.as_ref()?.sheet, HEADLINE))
    }

    pub fn heat(mut self, caption: &str, heat: &Heat, file: Markup) -> Section {
        if heat.rows.is_empty() {
            return self;
        }
        self.figures.push(html! {
            figure { (heat.html()) figcaption { (unparted(caption)) " " (source(&file)) } } "\n"
        });
        self
    }

    pub fn chart(mut self, name: &str, caption: &str, chart: &impl Chart) -> Section {
        if chart.is_empty() {
            return self;
        }
        match chart.picture() {
            Err(error) => {
                self.fault = Some(Error::Unfinished(format!("chart `{name}`: {error}")));
            }
            Ok(picture) => {
                self.charts.push((format!("{name}.svg"), picture.file()));
                self.figures.push(html! {
                    figure {
                        div.scroll { (picture.inline(caption)) }
                        figcaption { (unparted(caption)) }
                    } "\n"
                });
            }
        }
        self
    }

    pub fn tables<'t>(mut self, tables: impl IntoIterator<Item = &'t CsvFile>) -> Section {
        for table in tables {
            self.files.push(table.name());
            self.tables.push(shown(table, self.is_bare));
        }
        self
    }

    pub fn join(&mut self, other: Section) {
        self.words.extend(other.words);
        self.figures.extend(other.figures);
        self.tables.extend(other.tables);
        self.files.extend(other.files);
        self.charts.extend(other.charts);
        self.fault = self.fault.take().or(other.fault);
    }

    /// What belongs on the first screen, taken out: the board beside the main picture, words and tables.
    pub fn first_screen(&mut self) -> Markup {
        let pictures = if self.board.is_some() { 1 } else { 2 };
        let first = Section {
            figures: self.figures.drain(..pictures.min(self.figures.len())).collect(),
            board: self.board.take(),
            words: std::mem::take(&mut self.words),
            tables: std::mem::take(&mut self.tables),
            ..Section::default()
        };
        html! {
            (first.sides())
            div.about { @for words in &first.words { (words) } }
            @for table in &first.tables { (table) }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.board.is_none() && self.figures.is_empty() && self.tables.is_empty()
    }

    fn sides(&self) -> Markup {
        html! {
            div.sides {
                @if let Some(FirstTable { sheet, source: file }) = &self.board {
                    div { (board::html(sheet, usize::MAX)) p.file { (source(file)) } }
                }
                @for figure in &self.figures { (figure) }
            } "\n"
        }
    }

    pub fn text(&self, id: &str) -> Markup {
        let several = self.figures.len() > 1 || self.board.is_some();
        html! {
            section.card.whole[several] id=(id) { "\n"
                h3 { (self.title) } "\n"
                @for words in &self.words { (words) }
                (self.sides())
                @for table in &self.tables { (table) }
            } "\n"
        }
    }
}

/// Cells beyond so many letters are wrapped, so that figures stay in sight.
const LONG: usize = 40;

fn long(cell: &str) -> Option<&'static str> {
    (cell.chars().count() > LONG).then_some("long")
}

/// A table with its figures rounded by their error; in full they stand in the title of their cell. It is folded away,
/// unless it is to be open.
fn shown(table: &CsvFile, open: bool) -> Markup {
    let rows = || table.rows().take(MOST);
    let is_number = |cell: &str| cell.is_empty() || cell.parse::<f64>().is_ok();
    let numeric = |column| rows().all(|row| is_number(&row.cells[column])).then_some("number");
    let classes: Vec<_> = (0..table.columns().count()).map(numeric).collect();
    let columns = Shown::columns(table);
    let (name, count) = (table.name(), table.rows().len());
    let rows_of_it = html! {
        div.scroll {
            table.sortable data-file=(name) {
                thead {
                    tr {
                        @for (column, class) in table.columns().zip(&classes) {
                            th class=[*class] { button type="button" { (column) } }
                        }
                    }
                }
                tbody { "\n"
                    @for row in rows() {
                        tr {
                            @for ((cell, class), column) in row.cells.iter().zip(&classes).zip(&columns) {
                                @let shown = column.text(cell, row);
                                @let full = (shown != cell).then_some(cell);
                                td class=[class.or(long(cell))] title=[full] { (shown) }
                            }
                        } "\n"
                    }
                }
            }
        } "\n"
        @if count > MOST {
            p.soft { "The first " (MOST) " of " (count) " rows." } "\n"
        }
    };
    html! {
        details.table open[open] {
            summary { (table.named()) ", " (count) @if count == 1 { " row" } @else { " rows" } } "\n"
            (rows_of_it)
        } "\n"
    }
}
