//! Result folders as a page: verdicts first, then every file with its picture.

mod assumptions;
mod chart;
mod folder;
mod rounded;
mod section;
mod sections;
mod table;
mod verdicts;

use std::fmt::Write;
use std::path::PathBuf;

use serde_json::Value;

use crate::error::Error;
use crate::page::{Page, escape};
use crate::report::folder::Folder;
use crate::report::section::Section;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// A report, and its pictures with the names of their files.
pub(crate) struct Report {
    pub(crate) html: String,
    pub(crate) charts: Vec<(String, String)>,
}

/// What is known of one folder.
struct Chapter {
    folder: Folder,
    verdicts: Vec<String>,
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
    let mut body = format!("<header><h1>{}</h1>\n", escape(&title));
    body += "<p class=\"soft\">Intervals are 95 % confidence intervals; a sample is a deal with all games that are played on it, or a decision with all that follows from it. Tables have the figures of the files, digit for digit, and a click on the head of a column sorts them; in sentences and pictures figures are rounded.</p>\n</header>\n";
    body += &first_page(&chapters);
    for (number, chapter) in chapters.iter().enumerate() {
        // Writing into a string does not fail.
        let _ = writeln!(body, "<article id=\"run-{}\">", number + 1);
        let _ = writeln!(body, "<h2>{}</h2>", escape(&chapter.folder.name));
        chapter.sections.iter().for_each(|section| body += &section.text());
        body += "</article>\n";
    }
    let data = Value::Null;
    let page = Page { title: &title, style: STYLE, body: &body, data: &data, scripts: &[SCRIPT] };
    Ok(Report { html: page.html(), charts: charts(&chapters) })
}

/// Verdicts and assumptions of all runs.
fn first_page(chapters: &[Chapter]) -> String {
    let mut text = String::from("<main class=\"first\">\n");
    for (number, Chapter { folder, verdicts, .. }) in chapters.iter().enumerate() {
        let name = escape(&folder.name);
        let _ = write!(
            text,
            "<section class=\"card verdict\">\n<h2><a href=\"#run-{}\">{name}</a></h2>\n<ul class=\"verdicts\">\n<li>{}</li>\n</ul>\n{}</section>\n",
            number + 1,
            verdicts.join("</li>\n<li>"),
            assumptions::assumptions(folder),
        );
    }
    text + "</main>\n"
}

/// The pictures; with several runs their names begin with the number of the run.
fn charts(chapters: &[Chapter]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (number, chapter) in chapters.iter().enumerate() {
        let prefix =
            if chapters.len() > 1 { format!("run-{}-", number + 1) } else { String::new() };
        for (name, svg) in chapter.sections.iter().flat_map(Section::charts) {
            found.push((format!("{prefix}{name}.svg"), svg.to_owned()));
        }
    }
    found
}
