//! Result folders as a page: verdicts first, then every file with its picture.

mod assumptions;
mod chart;
mod folder;
mod rounded;
mod section;
mod sections;
mod table;
mod verdicts;

use std::path::PathBuf;

use maud::{Markup, html};
use serde_json::Value;

use crate::error::Error;
use crate::page::Page;
use crate::report::folder::Folder;
use crate::report::section::Section;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");
/// How to read the page.
const ABOUT: &str = "Intervals are 95 % confidence intervals; a sample is a deal with all games that are \
                     played on it, or a decision with all that follows from it. Tables have the figures \
                     of the files, digit for digit, and a click on the head of a column sorts them; in \
                     sentences and pictures figures are rounded.";

/// A report, and its pictures with the names of their files.
pub(crate) struct Report {
    pub(crate) html: String,
    pub(crate) charts: Vec<(String, String)>,
}

/// What is known of one folder.
struct Chapter {
    folder: Folder,
    verdicts: Vec<Markup>,
    sections: Vec<Section>,
}

/// The report of result folders, in the order in which they are given.
///
/// # Errors
/// A folder without results, or a damaged file in one; the message names file and line.
pub(crate) fn report(paths: &[PathBuf]) -> Result<Report, Error> {
    let mut chapters = Vec::new();
    for path in paths {
        for folder in folder::folders(path)? {
            let (verdicts, sections) = (verdicts::verdicts(&folder)?, sections::sections(&folder)?);
            chapters.push(Chapter { folder, verdicts, sections });
        }
    }
    let title = match chapters.as_slice() {
        [one] => format!("Report: {}", one.folder.name),
        many => format!("Report of {} runs", many.len()),
    };
    let body = html! {
        header {
            h1 { (title) } "\n"
            p.soft { (ABOUT) } "\n"
        } "\n"
        (first_page(&chapters))
        @for (number, chapter) in (1..).zip(&chapters) {
            article id={ "run-" (number) } { "\n"
                h2 { (chapter.folder.name) } "\n"
                @for section in &chapter.sections { (section.text()) }
            } "\n"
        }
    };
    let data = Value::Null;
    let page = Page { title: &title, style: STYLE, body, data: &data, scripts: &[SCRIPT] };
    Ok(Report { html: page.html(), charts: charts(&chapters) })
}

/// Verdicts and assumptions of all runs.
fn first_page(chapters: &[Chapter]) -> Markup {
    html! {
        main.first { "\n"
            @for (number, Chapter { folder, verdicts, .. }) in (1..).zip(chapters) {
                section.card.verdict { "\n"
                    h2 { a href={ "#run-" (number) } { (folder.name) } } "\n"
                    ul.verdicts { "\n"
                        @for verdict in verdicts { li { (verdict) } "\n" }
                    } "\n"
                    (assumptions::assumptions(folder))
                } "\n"
            }
        } "\n"
    }
}

/// The pictures; with several runs their names begin with the number of the run.
fn charts(chapters: &[Chapter]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (number, chapter) in chapters.iter().enumerate() {
        let prefix =
            if chapters.len() > 1 { format!("run-{}-", number + 1) } else { String::new() };
        for (name, picture) in chapter.sections.iter().flat_map(Section::charts) {
            found.push((format!("{prefix}{name}.svg"), picture.file()));
        }
    }
    found
}
