//! A part of a report: pictures, tables, words.

use maud::{Markup, html};

use crate::error::Error;
use crate::report::chart::{Failed, Picture};
use crate::report::table::Table;

/// Rows above which a table is folded away.
const FOLDED: usize = 24;
/// Rows above which a table is cut; the file has them all.
const MOST: usize = 5000;

/// A part of a report.
#[derive(Debug)]
pub(crate) struct Section {
    title: String,
    parts: Vec<Part>,
}

#[derive(Debug)]
enum Part {
    Words(Markup),
    Chart { name: String, caption: String, picture: Picture },
}

impl Section {
    pub(crate) fn new(title: &str) -> Section {
        Section { title: title.to_owned(), parts: Vec::new() }
    }

    /// Adds a paragraph of plain text.
    pub(crate) fn words(self, text: &str) -> Section {
        self.html(html! { p { (text) } "\n" })
    }

    /// Adds HTML.
    pub(crate) fn html(mut self, html: Markup) -> Section {
        self.parts.push(Part::Words(html));
        self
    }

    /// Adds a picture; `name` is that of its file.
    ///
    /// # Errors
    /// If it could not be drawn.
    pub(crate) fn chart(
        mut self,
        name: &str,
        caption: &str,
        picture: Result<Picture, Failed>,
    ) -> Result<Section, Error> {
        let picture =
            picture.map_err(|error| Error::Unfinished(format!("picture `{name}`: {error}")))?;
        self.parts.push(Part::Chart {
            name: name.to_owned(),
            caption: caption.to_owned(),
            picture,
        });
        Ok(self)
    }

    /// Adds a table as it stands in its file.
    pub(crate) fn table(self, table: &Table) -> Section {
        self.html(shown(table))
    }

    /// The pictures with their names.
    pub(crate) fn charts(&self) -> impl Iterator<Item = (&str, &Picture)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Chart { name, picture, .. } => Some((name.as_str(), picture)),
            Part::Words(_) => None,
        })
    }

    /// As HTML.
    pub(crate) fn text(&self) -> Markup {
        html! {
            section.card { "\n"
                h3 { (self.title) } "\n"
                @for part in &self.parts {
                    @match part {
                        Part::Words(html) => (html),
                        Part::Chart { caption, picture, .. } => {
                            figure {
                                div.scroll { (picture.inline(caption)) }
                                figcaption { (caption) }
                            } "\n"
                        }
                    }
                }
            } "\n"
        }
    }
}

/// A table, cell by cell as in the file; numbers stand right.
fn shown(table: &Table) -> Markup {
    let rows = &table.rows()[..table.rows().len().min(MOST)];
    let numeric: Vec<Option<&str>> = (0..table.columns().len())
        .map(|index| rows.iter().all(|row| is_number(&row.cells()[index])).then_some("number"))
        .collect();
    let (name, count) = (table.name(), table.rows().len());
    let table = html! {
        div.scroll {
            table.sortable data-file=(name) {
                thead {
                    tr {
                        @for (column, class) in table.columns().iter().zip(&numeric) {
                            th class=[*class] { button type="button" { (column) } }
                        }
                    }
                }
                tbody { "\n"
                    @for row in rows {
                        tr {
                            @for (cell, class) in row.cells().iter().zip(&numeric) {
                                td class=[*class] { (cell) }
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

fn is_number(cell: &str) -> bool {
    cell.is_empty() || cell.parse::<f64>().is_ok()
}
