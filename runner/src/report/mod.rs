//! Result folders as a page: verdicts first, then every file with its picture.

mod assumptions;
mod chart;
mod folder;
mod section;
mod sections;
mod table;
mod verdicts;

use std::path::PathBuf;

use maud::{Markup, html};
use serde_json::Value;

use crate::{error::Error, page::Page, report::folder::Folder, report::section::Section};

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");
/// How to read the page.
const ABOUT: &str = "Intervals are 95 % confidence intervals; a sample is a deal with all games that are \
                     played on it, or a decision with all that follows from it. Tables have the figures \
                     of the files, digit for digit, and a click on the head of a column sorts them; in \
                     sentences and pictures figures are rounded.";

/// A report of result folders, in the order in which they are given, and its pictures with the names of their
/// files.
pub fn report(paths: &[PathBuf]) -> Result<(String, Vec<(String, String)>), Error> {
    let mut chapters: Vec<(Folder, Vec<Markup>, Vec<Section>)> = Vec::new();
    for path in paths {
        for folder in folder::folders(path)? {
            let (verdicts, sections) = (verdicts::verdicts(&folder)?, sections::sections(&folder)?);
            chapters.push((folder, verdicts, sections));
        }
    }
    let title = match chapters.as_slice() {
        [(folder, ..)] => format!("Report: {}", folder.name),
        many => format!("Report of {} runs", many.len()),
    };
    let body = html! {
        header {
            h1 { (title) } "\n"
            p.soft { (ABOUT) } "\n"
        } "\n"
        main.first { "\n"
            @for (number, (folder, verdicts, _)) in (1..).zip(&chapters) {
                section.card.verdict { "\n"
                    h2 { a href={ "#run-" (number) } { (folder.name) } } "\n"
                    ul.verdicts { "\n"
                        @for verdict in verdicts { li { (verdict) } "\n" }
                    } "\n"
                    (assumptions::assumptions(folder))
                } "\n"
            }
        } "\n"
        @for (number, (folder, _, sections)) in (1..).zip(&chapters) {
            article id={ "run-" (number) } { "\n"
                h2 { (folder.name) } "\n"
                @for section in sections { (section.text()) }
            } "\n"
        }
    };
    let page = Page { title: &title, style: STYLE, body, data: &Value::Null, scripts: &[SCRIPT] };
    let html = page.html();
    // With several runs the names of pictures begin with the number of the run.
    let mut charts = Vec::new();
    let several = chapters.len() > 1;
    for (number, (_, _, sections)) in (1..).zip(chapters) {
        let prefix = if several { format!("run-{number}-") } else { String::new() };
        let found = sections.into_iter().flat_map(|section| section.charts);
        charts.extend(found.map(|(name, svg)| (prefix.clone() + &name, svg)));
    }
    Ok((html, charts))
}
