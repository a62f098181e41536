//! A part of a report: pictures, tables, words.

use std::fmt::Write;

use crate::error::Error;
use crate::page::escape;
use crate::report::chart::Failed;
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
    Words(String),
    Chart { name: String, caption: String, svg: String },
    Table(String),
}

impl Section {
    pub(crate) fn new(title: &str) -> Section {
        Section { title: title.to_owned(), parts: Vec::new() }
    }

    /// Adds a paragraph of plain text.
    pub(crate) fn words(mut self, text: &str) -> Section {
        self.parts.push(Part::Words(format!("<p>{}</p>\n", escape(text))));
        self
    }

    /// Adds HTML.
    pub(crate) fn html(mut self, html: String) -> Section {
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
        svg: Result<String, Failed>,
    ) -> Result<Section, Error> {
        let svg = svg.map_err(|error| Error::Unfinished(format!("picture `{name}`: {error}")))?;
        self.parts.push(Part::Chart { name: name.to_owned(), caption: caption.to_owned(), svg });
        Ok(self)
    }

    /// Adds a table as it stands in its file.
    pub(crate) fn table(mut self, table: &Table) -> Section {
        self.parts.push(Part::Table(html(table)));
        self
    }

    /// The pictures with their names.
    pub(crate) fn charts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.iter().filter_map(|part| match part {
            Part::Chart { name, svg, .. } => Some((name.as_str(), svg.as_str())),
            _ => None,
        })
    }

    /// As HTML.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("<section class=\"card\">\n<h3>{}</h3>\n", escape(&self.title));
        for part in &self.parts {
            // Writing into a string does not fail.
            let _ = match part {
                Part::Words(html) | Part::Table(html) => write!(text, "{html}"),
                Part::Chart { caption, svg, .. } => {
                    let caption = escape(caption);
                    let svg = inline(svg, &caption);
                    writeln!(
                        text,
                        "<figure><div class=\"scroll\">{svg}</div><figcaption>{caption}</figcaption></figure>"
                    )
                }
            };
        }
        text + "</section>\n"
    }
}

/// A picture within a page: its size is the page's business.
fn inline(svg: &str, label: &str) -> String {
    let label = format!("<svg class=\"chart\" role=\"img\" aria-label=\"{label}\" viewBox=");
    match svg.split_once(" viewBox=") {
        Some((_, rest)) => label + rest,
        None => svg.to_owned(),
    }
}

/// A table as HTML, cell by cell as in the file; numbers stand right.
fn html(table: &Table) -> String {
    let rows = &table.rows()[..table.rows().len().min(MOST)];
    let numeric: Vec<bool> = (0..table.columns().len())
        .map(|index| rows.iter().all(|row| is_number(&row.cells()[index])))
        .collect();
    let class = |index: usize| if numeric[index] { " class=\"number\"" } else { "" };
    let mut text = String::new();
    let name = escape(&table.name());
    let _ = write!(
        text,
        "<div class=\"scroll\"><table class=\"sortable\" data-file=\"{name}\"><thead><tr>"
    );
    for (index, column) in table.columns().iter().enumerate() {
        let column = escape(column);
        let _ = write!(text, "<th{}><button type=\"button\">{column}</button></th>", class(index));
    }
    text += "</tr></thead><tbody>\n";
    for row in rows {
        text += "<tr>";
        for (index, cell) in row.cells().iter().enumerate() {
            let _ = write!(text, "<td{}>{}</td>", class(index), escape(cell));
        }
        text += "</tr>\n";
    }
    text += "</tbody></table></div>\n";
    let count = table.rows().len();
    if count > MOST {
        let _ = writeln!(text, "<p class=\"soft\">The first {MOST} of {count} rows.</p>");
    }
    match count > FOLDED {
        true => format!(
            "<details class=\"table\"><summary>{name}, {count} rows</summary>\n{text}</details>\n"
        ),
        false => format!("<p class=\"soft file\">{name}</p>\n{text}"),
    }
}

fn is_number(cell: &str) -> bool {
    cell.is_empty() || cell.parse::<f64>().is_ok()
}
