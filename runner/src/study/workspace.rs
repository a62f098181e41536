use std::{path::Path, sync::atomic::AtomicBool};

use crate::export::sheet::{DeclaredTable, Sheet, Style};
use crate::export::{answer::StudyReport, cleanup, figure::counted, figure::time_of};
use crate::flags::effort::{Pace, left};
use crate::study::dry_run::{OF_PART, rehearse};
use crate::threads::{batch::StopSignal, pool, progress};
use crate::{disk::chunk_folder::ChunkFolder, disk::durable, disk::self_hash, error::Error};
use crate::{journal::chunks::ChunkCheck, plan::run::Plan};
use crate::{study::execute::PlayedPart, study::session::Session};
use drakkar_play::{erased::Table, lab::Lab};
use drakkar_stats::sums::Sums;

use rayon::prelude::*;

pub type PartTime = (String, u64, f64);

/// Where a study of several parts is played, and until when.
#[derive(Clone, Copy)]
pub struct Workspace<'a> {
    pub lab: &'a Lab,
    pub table: &'a dyn Table,
    pub out: &'a Path,
    pub pace: &'a Pace,
    pub stop: StopSignal<'static>,
}

impl Workspace<'_> {
    /// Plays a part, which has a folder of its own, as long as the plan of the study, a file of this name, is there.
    /// Gives the SHA-256 of the records, if there are any.
    pub fn play(
        &self,
        study: &str,
        (plan, part): (&Plan, &str),
        how: PlayedPart,
        record: Option<&str>,
    ) -> Result<Option<String>, Error> {
        durable::still(&self.out.join(study))?;
        let (place, record) = (self.place(part), record.map(|name| self.out.join(name)));
        let session = Session::new(plan, &place)?;
        how.play(&session, &place, record.as_deref(), (self.pace, self.stop))
    }

    /// Plays a part that is shared with others, and gives its sums.
    pub fn shared(&self, study: &str, (plan, part): (&Plan, &str)) -> Result<Sums, Error> {
        durable::still(&self.out.join(study))?;
        let place = self.place(part);
        // Until the sums are there, nobody may remove the chunks.
        let _lock = cleanup::enter_shared(place.root())?;
        let session = Session::new(plan, &place)?;
        PlayedPart::Shared.play(&session, &place, None, (self.pace, self.stop))?;
        session.sums(&place, ChunkCheck::Bytes)
    }

    fn place(&self, part: &str) -> ChunkFolder {
        ChunkFolder::new(&self.out.join(part))
    }

    /// So many things, each of which is kept in a file as soon as it is there, and made if it is not there as it was
    /// written; each stands for some games. `make` gives none if it was time to stop; `held` says what is there then.
    pub fn kept<T: Send>(
        &self,
        file: impl Fn(usize) -> String + Sync,
        (count, games): (usize, impl Fn(usize) -> u64 + Sync),
        held: impl Fn(usize) -> String,
        make: impl Fn(usize, &AtomicBool) -> Result<Option<Vec<u8>>, Error> + Sync,
        read: impl Fn(Vec<u8>) -> Option<T> + Sync,
    ) -> Result<Vec<T>, Error> {
        let bar = progress::bar("games", (0..count).map(&games).sum(), self.pace.quiet);
        let one = |number: usize, over: &AtomicBool| -> Result<Option<T>, Error> {
            let file = file(number);
            let mut found = self.bytes(&file)?.and_then(&read);
            if found.is_none()
                && !self.stop.now()
                && let Some(bytes) = make(number, over)?
            {
                durable::put(self.out, &file, &self_hash::headed(&bytes))?;
                found = read(bytes);
            }
            bar.inc(found.as_ref().map_or(0, |_| games(number)));
            Ok(found)
        };
        let pool = pool(self.pace.threads())?;
        let found: Vec<Option<T>> = self.stop.watched(|over| {
            let all = || (0..count).into_par_iter().map(|number| one(number, over));
            pool.install(|| all().collect::<Result<_, _>>())
        })?;
        bar.finish_and_clear();
        let found: Vec<T> = found.into_iter().flatten().collect();
        if found.len() < count {
            return Err(self.left(&held(found.len())));
        }
        Ok(found)
    }

    /// That it was time to stop; `held` is what is there.
    pub fn left(&self, held: &str) -> Error {
        left(format!("{} holds {held}; run the same command to resume", self.out.display()))
    }

    /// What was kept in a file, if it is there as it was written.
    pub fn bytes(&self, file: &str) -> Result<Option<Vec<u8>>, Error> {
        Ok(durable::read(&self.out.join(file))?.and_then(self_hash::below_head))
    }

    /// Plays the first blocks of a plan and gives the seconds that the whole would take.
    pub fn seconds(&self, plan: &Plan) -> Result<f64, Error> {
        let session = Session::new(plan, &self.place(""))?;
        let (tried, _) = rehearse(&session, None, self.pace.threads(), self.stop, OF_PART)?;
        Ok(tried.seconds_of(tried.games.iter().sum()))
    }

    pub fn print_parts(
        &self,
        parts: &[PartTime],
        (about, less): (&str, &str),
        style: Style,
    ) -> Result<(), Error> {
        let all: f64 = parts.iter().map(|(_, times, seconds)| *times as f64 * seconds).sum();
        let table = DeclaredTable::of(parts)
            .word("part", |(what, ..)| &**what)
            .plain("times at most", |(_, times, _)| *times)
            .figure("time of each", time_of, |(.., seconds)| Some(*seconds))
            .sheet("expected", "");
        let (on, all) = (counted(self.pace.threads() as u64, "thread", "threads"), time_of(all));
        let text = format!("Expected time of the whole study: {about} {all} on {on}{less}.");
        StudyReport::tables(vec![table, Sheet::line(text)]).print(style)
    }
}
