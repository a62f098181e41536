//! From the finished chunks of a run to its files.

use crate::disk::{durable::Draft, new_file::join, place::ChunkFolder};
use crate::export::manifest::{Machine, Manifest};
use crate::export::sheet::{self, Sheet, Style, print};
use crate::export::{layout, results::Results};
use crate::journal::{failing::Causes, merge::merge, survey::Care};
use crate::{error::Error, study::kind::Report, study::session::Session};

pub struct Wanted {
    pub per_game: bool,
    pub records: Option<Draft>,
    pub care: Care,
    /// Circumstances, if known, and the blocks that were played under them.
    pub machine: Option<(Machine, u64)>,
    pub style: Style,
}

pub struct Finished {
    /// What was played, in a line.
    title: String,
    sheets: Vec<Sheet>,
    style: Style,
    files: String,
    answer: String,
    pub verdict: Result<(), Error>,
}

impl Finished {
    /// Prints the summary; with tables of text also what was played, where the files are, `more`,
    /// and the answer. Returns the verdict.
    pub fn print(self, more: &str) -> Result<(), Error> {
        let tables = sheet::text(&self.sheets, self.style)?;
        print(&match self.style {
            Style::Text => {
                let title = layout::wrapped(&self.title, layout::width());
                format!("{title}\n\n{tables}\n{more}{}\n{}", self.files, self.answer)
            }
            _ => tables,
        })?;
        self.verdict
    }
}

/// Adds up the chunks in `places` and writes the files of the run into the first of them.
pub fn finish(
    session: &Session<'_>,
    places: &[ChunkFolder],
    wanted: Wanted,
) -> Result<Finished, Error> {
    let (plan, run, study) = (session.plan, &session.plan.run, session.study);
    let mut course = session.course();
    let whole = merge(plan, places, session.layout(), wanted.care, &mut *course)?;
    let blocks = wanted.machine.as_ref().filter(|(_, blocks)| *blocks > 0);
    let results = Results {
        run,
        names: &session.names,
        whole: &whole,
        per_game: wanted.per_game,
        info: session.table.info(),
        items: session.table.items(),
        seconds_per_block: blocks.map(|(machine, blocks)| machine.elapsed_seconds / *blocks as f64),
    };
    let rules = study.rules(run);
    let manifest = Manifest::new(plan, &rules, &whole, wanted.machine.map(|(machine, _)| machine));
    let folder = places[0].root();
    let (Report { files, sheets, answer }, games) = (course.report(&results)?, study.whole_games());
    let several = run.line_ups().len() > 1 || !study.other_rules().is_empty();
    let (manifest, mut sheets) =
        results.publish(folder, manifest, (files, sheets), games, several)?;
    if wanted.style != Style::Text && !answer.sentences.is_empty() {
        sheets.push(Sheet::line(answer.sentences.join("\n")));
    }
    let legend = session.legend();
    if !legend.is_empty() {
        sheets.push(Sheet::line(legend));
    }
    // After the manifest: if a run is killed before, no file of records is in its way.
    if let Some(mut file) = wanted.records {
        let path = file.path.clone();
        whole.records.iter().try_for_each(|records| join(records, false, &mut file, &path))?;
        file.publish()?;
    }
    if !whole.failures.is_empty() {
        let mut causes = Causes::default();
        causes.add(&whole.failures);
        eprintln!("drakkar: games failed; failures.jsonl says which, and how they went\n{causes}");
    }
    let names: Vec<&str> = manifest.files.keys().map(String::as_str).collect();
    let played = study.played(run, manifest.games_played);
    Ok(Finished {
        title: format!(
            "{} ({rules}), {} seats, seed {}: {played}",
            run.game, run.players, run.seed
        ),
        sheets,
        style: wanted.style,
        files: format!("Files in {}: {}, manifest.json\n", folder.display(), names.join(", ")),
        answer: answer.text(folder),
        verdict: verdict(&manifest),
    })
}

pub fn verdict(manifest: &Manifest) -> Result<(), Error> {
    match manifest.games_failed {
        0 => Ok(()),
        failed => Err(Error::FailedGames { failed, games: manifest.games_played }),
    }
}
