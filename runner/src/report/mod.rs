//! Result folders as a page: the answer first, beside its picture; then everything else, and every file.

mod assumptions;
mod board;
mod chart;
mod digits;
mod folder;
mod section;
mod sections;
mod shown;
mod table;
mod title;
mod tone;

use std::path::{Path, PathBuf};

use maud::{Markup, html};
use serde_json::Value;

use crate::export::verify::{self, FileChange};
use crate::report::{folder::Folder, section::Section, title::Title};
use crate::{error::Error, page::Page, page::marked, page::unparted};

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");
const ABOUT: &str = "Intervals are 95 % confidence intervals. Numbers are rounded; point at one to see it in \
                     full, and click on the head of a column to sort by it.";

struct Chapter {
    folder: Folder,
    title: Title,
    answer: Vec<String>,
    headline: Option<Markup>,
    first: Markup,
    sections: Vec<Section>,
}

impl Chapter {
    fn of(mut folder: Folder) -> Result<Chapter, Error> {
        let mut sections = loop {
            match sections::sections(&folder) {
                Ok(sections) => break sections,
                Err(error) => folder.leave_out(error)?,
            }
        };
        let title = Title::of(&folder);
        let headline = sections.first().and_then(|section| section.headline.clone());
        let answer = folder.answer()?;
        let columns = sections.iter().skip(1).any(Section::has_one_chart);
        let sides = sections.first_mut().map(|section| section.first_screen(columns));
        sections.sort_by_key(|section| !section.is_whole());
        let games = |key| folder.count(key).filter(|&games| games > 0);
        let sentences =
            if answer.is_empty() { "" } else { "; the sentences below are those of the run" };
        let warnings = [
            folder.outdated().map(|outdated| (String::new(), format!("This was {outdated}."))),
            (!folder.changes.is_empty()).then(|| {
                let told = verify::told(&folder.changes);
                let now = "Tables and charts show the files as they are now";
                let head = "Changed after the run was finished:".to_owned();
                (head, format!(" {told}. {now}{sentences}."))
            }),
            folder.unfinished.then(|| {
                let why = " or without its manifest.json: nothing says whether these files are as they were written.";
                ("Not finished,".to_owned(), why.to_owned())
            }),
            (!folder.unreadable.is_empty())
                .then(|| ("Left out:".to_owned(), format!(" {}.", folder.unreadable.join("; ")))),
            games("games_failed").map(|failed| {
                let which = " they and the other games of their matchups on the same deals are in no estimate.";
                (format!("{failed} games did not reach their end;"), which.to_owned())
            }),
            games("games_lost").map(|lost| {
                (format!("Agents failed in {lost} games,"), " which count as lost.".to_owned())
            }),
        ];
        let first = html! {
            @for (head, rest) in warnings.into_iter().flatten() {
                p.warning { @if !head.is_empty() { strong { (head) } } (marked(&rest)) } "\n"
            }
            @for sentence in &answer { p.answer { (marked(sentence)) } "\n" }
            @if let Some(sides) = sides { (sides) }
            (assumptions::circumstances(&folder))
        };
        Ok(Chapter { folder, title, answer, headline, first, sections })
    }
}

pub struct Report {
    pub html: String,
    pub charts: Vec<(String, String)>,
    /// What was changed in the folders since their manifests were written, and what cannot be read.
    pub changes: Vec<String>,
    pub left_out: Vec<String>,
}

/// The page `out` of the results in some folders.
pub fn report(paths: &[PathBuf], out: &Path) -> Result<Report, Error> {
    let (mut chapters, mut left_out) = (Vec::new(), Vec::new());
    for path in paths {
        if paths.len() > 1 && folder::is_unfinished(path) {
            left_out.push(format!("{} is not finished, so it is left out", path.display()));
            continue;
        }
        for folder in folder::folders(path, out)? {
            chapters.push(Chapter::of(folder)?);
        }
    }
    if let ([], Some(path)) = (&*chapters, paths.first()) {
        return Err(Error::input(path, "is not finished, and so is every other folder"));
    }
    let title = match chapters.as_slice() {
        [only] => only.title.line(),
        many => format!("{} studies", many.len()),
    };
    let body = html! {
        header {
            @match chapters.as_slice() {
                [only] => {
                    h1 { (only.title.question) } "\n"
                    p.played { (only.title.played) } "\n"
                },
                _ => { h1 { (title) } "\n" },
            }
            p.soft { (unparted(ABOUT)) } "\n"
        } "\n"
        @if chapters.len() > 1 { (summary(&chapters)) }
        @for (number, chapter) in (1..).zip(&chapters) {
            article id={ "run-" (number) } { "\n"
                section.card.verdict { "\n"
                    @if chapters.len() > 1 {
                        h2 { (chapter.title.question) } "\n"
                        p.played { (chapter.title.played) } "\n"
                    }
                    (chapter.first)
                } "\n"
                @if chapter.sections.len() > CONTENTS { (contents(number, &chapter.sections)) }
                (below(number, &chapter.sections))
            } "\n"
        }
        (assumptions::assumed(chapters.iter().map(|chapter| &chapter.folder)))
    };
    let page = Page { title: &title, style: STYLE, body, data: &Value::Null, scripts: &[SCRIPT] };
    let html = page.html();
    // With several runs the names of pictures begin with the number of the run.
    let mut charts = Vec::new();
    let several = chapters.len() > 1;
    let changes = chapters.iter().flat_map(|Chapter { folder, .. }| {
        let changed = folder.changes.iter().map(FileChange::to_string);
        let all = changed.chain(folder.unreadable.iter().cloned());
        all.map(|change| format!("{}: {change}", folder.name))
    });
    let changes = changes.collect();
    for (number, chapter) in (1..).zip(chapters) {
        let prefix = if several { format!("run-{number}-") } else { String::new() };
        let found = chapter.sections.into_iter().flat_map(|section| section.charts);
        charts.extend(found.map(|(name, svg)| (prefix.clone() + &name, svg)));
    }
    Ok(Report { html, charts, changes, left_out })
}

const CONTENTS: usize = 10;

fn id(chapter: usize, section: usize) -> String {
    format!("run-{chapter}-{section}")
}

/// Sections of which something is left beside the first screen, with their numbers.
fn shown(sections: &[Section]) -> impl Iterator<Item = (usize, &Section)> {
    sections.iter().enumerate().filter(|(_, section)| !section.is_empty())
}

/// What is below the first screen: sections that take the whole width, then the others in two columns.
fn below(chapter: usize, sections: &[Section]) -> Markup {
    let (whole, others): (Vec<_>, Vec<_>) =
        shown(sections).partition(|(_, section)| section.is_whole());
    let cards = |cards: &mut dyn Iterator<Item = &(usize, &Section)>| {
        html! { @for (part, section) in cards { (section.text(&id(chapter, *part), *part)) } }
    };
    html! {
        (cards(&mut whole.iter()))
        div.columns {
            @for side in 0..2 { div { (cards(&mut others.iter().skip(side).step_by(2))) } }
        } "\n"
    }
}

fn contents(chapter: usize, sections: &[Section]) -> Markup {
    html! {
        nav.card { "\n"
            h3 { "Parts" } "\n"
            ul {
                @for (part, section) in shown(sections) {
                    li { a href={ "#" (id(chapter, part)) } { (section.title) } } "\n"
                }
            }
        } "\n"
    }
}

fn summary(chapters: &[Chapter]) -> Markup {
    html! {
        main.card { "\n"
            h2 { "Summary" } "\n"
            ol.summary { "\n"
                @for (number, Chapter { folder, title, answer, headline, .. }) in (1..).zip(chapters) {
                    li {
                        a href={ "#run-" (number) } { (title.line()) }
                        " " span.soft { (folder.short_name()) }
                        @for sentence in answer { p { (marked(sentence)) } }
                        @if let Some(headline) = headline.as_ref().filter(|_| answer.is_empty()) {
                            (headline)
                        }
                    } "\n"
                }
            }
        } "\n"
    }
}
