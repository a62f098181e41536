//! A part of a report: pictures, tables, words.

use maud::{Markup, html};

use crate::{error::Error, report::chart::Chart, report::table::CsvFile};

/// Rows above which a table is folded away.
const FOLDED: usize = 24;
/// Rows above which a table is cut; the file has them all.
const MOST: usize = 5000;

pub struct Section {
    title: String,
    parts: Vec<Markup>,
    /// The pictures as files, with their names.
    pub charts: Vec<(String, String)>,
}

impl Section {
    pub fn new(title: impl Into<String>) -> Section {
        Section { title: title.into(), parts: Vec::new(), charts: Vec::new() }
    }

    pub fn words(self, text: &str) -> Section {
        self.html(html! { p { (text) } "\n" })
    }

    pub fn html(mut self, html: Markup) -> Section {
        self.parts.push(html);
        self
    }

    /// Adds a picture, if there is something to draw; `name` is that of its file.
    pub fn chart(
        mut self,
        name: &str,
        caption: &str,
        chart: &impl Chart,
    ) -> Result<Section, Error> {
        if chart.is_empty() {
            return Ok(self);
        }
        let failed = |error| Error::Unfinished(format!("picture `{name}`: {error}"));
        let picture = chart.svg().map_err(failed)?;
        self.charts.push((format!("{name}.svg"), picture.file()));
        Ok(self.html(html! {
            figure {
                div.scroll { (picture.inline(caption)) }
                figcaption { (caption) }
            } "\n"
        }))
    }

    pub fn tables<'t>(self, tables: impl IntoIterator<Item = &'t CsvFile>) -> Section {
        tables.into_iter().fold(self, |section, table| section.html(shown(table)))
    }

    pub fn text(&self) -> Markup {
        html! {
            section.card { "\n"
                h3 { (self.title) } "\n"
                @for part in &self.parts { (part) }
            } "\n"
        }
    }
}

/// Cells beyond so many letters are wrapped, so that figures stay in sight.
const LONG: usize = 40;

fn long(cell: &str) -> Option<&'static str> {
    (cell.chars().count() > LONG).then_some("long")
}

/// A table, cell by cell as in the file; numbers stand right.
fn shown(table: &CsvFile) -> Markup {
    let rows = || table.rows().take(MOST);
    let is_number = |cell: &str| cell.is_empty() || cell.parse::<f64>().is_ok();
    let numeric = |column| rows().all(|row| is_number(&row.cells[column])).then_some("number");
    let classes: Vec<_> = (0..table.columns().count()).map(numeric).collect();
    let (name, count) = (table.name(), table.rows().len());
    let table = html! {
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
                            @for (cell, class) in row.cells.iter().zip(&classes) {
                                td class=[class.or(long(cell))] { (cell) }
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
        @if count > FOLDED {
            details.table {
                summary { (name) ", " (count) " rows" } "\n"
                (table)
            } "\n"
        } @else {
            p.soft.file { (name) } "\n"
            (table)
        }
    }
}
