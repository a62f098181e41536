//! A part of a report: words, a board, pictures, tables.

use maud::{Markup, html};

use crate::report::board::{self, Heat};
use crate::report::{chart::Chart, shown::Shown, table::CsvFile, table::CsvRow};
use crate::{error::Error, export::sheet::Sheet, page::unparted};

pub const PICTURES: usize = 16;

const MOST: usize = 5000;

const HEADLINE: usize = 4;

fn heated(caption: &str, heat: &Heat, file: &Markup) -> Option<Markup> {
    (!heat.rows.is_empty()).then(|| {
        html! {
            figure { (heat.html()) figcaption { (unparted(caption)) " " (source(file)) } } "\n"
        }
    })
}

fn source(file: &Markup) -> Markup {
    html! { span.source { "From " (file) "." } }
}

#[derive(Default)]
pub struct Section {
    pub title: String,
    words: Vec<Markup>,
    pub headline: Option<Markup>,
    /// What came out, beside which the charts stand.
    left: Option<Markup>,
    /// Whether its tables are all that there is, so that they are not folded.
    pub is_bare: bool,
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
        self.words.push(html! { p { (unparted(text)) } "\n" });
        self
    }

    /// Says that only so many of all have a picture, if so.
    pub fn pictured(self, most: usize, all: usize) -> Section {
        if all <= most {
            return self;
        }
        self.words(&format!("The first {most} of {all} have a chart; the table has all."))
    }

    pub fn html(mut self, html: Markup) -> Section {
        self.tables.push(html);
        self
    }

    /// What came out, in a table of figures of a file of this name.
    pub fn board(self, board: Sheet, file: Markup) -> Section {
        let board = board.filled();
        let shown = |most| board.as_ref().map(|board| board::html(board, most));
        let left = shown(usize::MAX).map(|board| html! { (board) p.file { (source(&file)) } });
        Section { headline: shown(HEADLINE), left, ..self }
    }

    pub fn heat(mut self, caption: &str, heat: &Heat, file: Markup) -> Section {
        self.figures.extend(heated(caption, heat, &file));
        self
    }

    pub fn heat_board(self, caption: &str, heat: &Heat, file: Markup) -> Section {
        Section { left: heated(caption, heat, &file), ..self }
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

    /// What belongs on the first screen, taken out: the board beside the main charts, words and tables. A chart that
    /// remains alone stands among others, if there are `columns` of them.
    pub fn first_screen(&mut self, columns: bool) -> Markup {
        let charts = match self.figures.len() {
            2 if columns => 1,
            all => 2 - all % 2,
        };
        let first = Section {
            figures: self.figures.drain(..charts.min(self.figures.len())).collect(),
            left: self.left.take(),
            words: std::mem::take(&mut self.words),
            tables: std::mem::take(&mut self.tables),
            ..Section::default()
        };
        let about = html! { div.about { @for words in &first.words { (words) } } };
        html! {
            (first.sides(&about))
            @if first.left.is_none() { (about) }
            @for table in &first.tables { (table) }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.left.is_none() && self.figures.is_empty() && self.tables.is_empty()
    }

    pub fn is_whole(&self) -> bool {
        self.left.is_some() || self.figures.len() > 1
    }

    pub fn has_one_chart(&self) -> bool {
        !self.is_whole() && self.figures.len() == 1
    }

    /// The board with words below it, beside the charts, which stand below each other; or the charts side by side.
    fn sides(&self, below: &Markup) -> Markup {
        let charts = html! { @for figure in &self.figures { (figure) } };
        html! {
            div.sides {
                @match &self.left {
                    Some(left) => {
                        div.left { (left) (below) }
                        @if !self.figures.is_empty() { div { (charts) } }
                    },
                    None => (charts),
                }
            } "\n"
        }
    }

    pub fn text(&self, id: &str, number: usize) -> Markup {
        html! {
            section.card id=(id) style={ "--number:" (number) } { "\n"
                h3 { (self.title) } "\n"
                @for words in &self.words { (words) }
                (self.sides(&html! {}))
                @for table in &self.tables { (table) }
            } "\n"
        }
    }
}

/// Cells beyond so many letters are wrapped, so that figures stay in sight.
const LONG: usize = 40;

/// A table with figures rounded by their error, in full in the title of their cell; folded away, unless it is `open`.
fn shown(table: &CsvFile, open: bool) -> Markup {
    let rows = || table.rows().take(MOST);
    let is_number = |cell: &str| cell.is_empty() || cell.parse::<f64>().is_ok();
    let numeric = |column| rows().all(|row| is_number(&row.cells[column])).then_some("number");
    let classes: Vec<_> = (0..table.columns().count()).map(numeric).collect();
    let columns = Shown::columns(table);
    let (name, count) = (table.name(), table.rows().len());
    let head = html! {
        @for (column, class) in table.columns().zip(&classes) {
            th class=[*class] { button type="button" { (column) } }
        }
    };
    let row = |row: CsvRow<'_>| {
        html! {
            @for ((cell, class), column) in row.cells.iter().zip(&classes).zip(&columns) {
                @let shown = column.text(cell, row);
                @let full = (shown != cell).then_some(cell);
                @let long = (cell.chars().count() > LONG).then_some("long");
                td class=[class.or(long)] title=[full] { (shown) }
            }
        }
    };
    html! {
        details.table open[open] {
            summary { (table.named()) ", " (count) @if count == 1 { " row" } @else { " rows" } } "\n"
            (board::table("sortable", Some(&name), &head, rows().map(row)))
            @if count > MOST {
                p.soft { "The first " (MOST) " of " (count) " rows." } "\n"
            }
        } "\n"
    }
}
