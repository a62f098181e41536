use std::iter;

use crate::disk::{durable, output_file::joined};
use crate::export::manifest::{FoundManifest, Machine, Manifest};
use crate::export::{answer, answer::StudyReport, cleanup, failures, manifest, results::Results};
use crate::journal::chunks::{ChunkCheck, ChunkIndex};
use crate::journal::{commit::WholeDrafts, failing::Causes, merge::merge};
use crate::journal::{failed_game, failed_game::FailedGame};
use crate::study::{session::PlayedChunks, session::Session};
use crate::{disk::chunk_folder::PLAN, error::Error, error::tell};
use drakkar_play::receipt::REPORTED;

pub struct Wanted {
    pub drafts: WholeDrafts,
    pub care: ChunkCheck,
    pub clear: bool,
    /// Circumstances, if known, and the blocks that were played under them.
    pub machine: Option<(Machine, u64)>,
}

/// Writes the results; what is told of them, and what was written.
pub fn finish(
    session: &Session<'_>,
    mut index: ChunkIndex<'_>,
    wanted: Wanted,
) -> Result<(StudyReport, Manifest), Error> {
    let (plan, run, study) = (session.plan, &session.plan.run, session.study);
    let place = index.folders[0].place.clone();
    durable::still(&place.plan())?;
    let mut monitor = session.monitor();
    let WholeDrafts { rows, records, only } = wanted.drafts;
    let whole = merge(&mut index, session.task.layout(), wanted.care, &mut *monitor, only)?;
    // Its files are removed below, which some file systems do only once they are closed.
    drop(index);
    let blocks = wanted.machine.as_ref().filter(|(_, blocks)| *blocks > 0);
    let failed = session.failed_games(&whole.failures);
    let results = Results {
        run,
        failed: &failed,
        names: &session.task.names,
        whole: &whole,
        info: session.table.info(),
        items: session.table.items(),
        seconds_per_block: blocks.map(|(machine, blocks)| machine.elapsed_seconds / *blocks as f64),
    };
    let rules = study.rules(run);
    let folder = place.root();
    let (mut report, games) = (monitor.report(&results)?, study.whole_games());
    report.answer.sentences.extend(failures::sentences(&results));
    cleanup::announce(&place, wanted.clear && place.done().is_dir())?;
    let mut staging = results.write(folder, &mut report, games, &session.task.header(), rows)?;
    let head = session.task.record_head.as_bytes();
    let records = records.map(|draft| joined(head, &whole.records, draft));
    let (records, hash) = records.transpose()?.unzip();
    let mut manifest = Manifest::new(plan, &rules, &whole, wanted.machine.map(|(one, _)| one));
    manifest.files = staging.files.clone();
    // Records that an earlier call wrote are still those of this run.
    manifest.records = hash.or(match Manifest::read(folder)? {
        Some(FoundManifest::Run(old)) if old.digest == plan.digest => old.records,
        _ => None,
    });
    report.sheets.extend(session.legend());
    let left_out = manifest.games_left_out;
    let deals = iter::once(&whole.sums).chain(&whole.confirmed).map(|sums| sums.counters.blocks);
    let counted = study.played(run, manifest.games_played - left_out, deals.sum::<i128>() as u64);
    let mut title =
        format!("{} ({rules}), {} seats, seed {}: {counted}", run.game, run.players, run.seed);
    if left_out > 0 {
        title += &format!("; {left_out} more were played and are left out");
    }
    if let Some(outdated) = session.outdated() {
        title += &format!("; {outdated}");
    }
    let beside = [PLAN, answer::FILE, manifest::FILE].map(str::to_owned);
    let report = StudyReport { title, files: staging.names().chain(beside).collect(), ..report };
    // A run that is complete has its answer.
    staging.write_beside(answer::FILE, &report.file())?;
    staging.publish(&manifest)?;
    if !whole.failures.is_empty() {
        let mut causes = Causes::default();
        causes.add(&whole.failures);
        let shown = FailedGame::command(&folder.join(failed_game::FILE), &failed);
        let text = format!("{causes}\n{shown}");
        let file = failed_game::FILE;
        tell(&format!(
            "{file} has games that failed, the first {REPORTED} of each agent, and how they went\n{}",
            text.trim_end()
        ));
    }
    // After everything else: if a run is killed before, no file of records is in its way.
    if let Some(file) = records {
        file.publish()?;
    }
    if wanted.clear {
        cleanup::try_chunks(folder);
    }
    Ok((report, manifest))
}

pub fn verdict(manifest: &Manifest) -> Result<(), Error> {
    let Manifest { games_failed: failed, games_lost: lost, games_played: games, .. } = *manifest;
    PlayedChunks { games, failed, lost, ..PlayedChunks::default() }.verdict()
}
