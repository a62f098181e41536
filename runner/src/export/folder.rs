//! The output folder of a run: its owner, and how files are put into it.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::disk::{digest, durable, durable::Draft, folders, missing::remove, output_file::joined};
use crate::export::manifest::{self, FoundManifest, Manifest};
use crate::export::verify::{self, FileChange};
use crate::{
    disk::chunk_folder::ChunkFile, disk::chunk_folder::ChunkFolder, disk::chunk_folder::PLAN,
    error::Error,
};
use crate::{export::answer, export::cleanup, export::tables};
use crate::{journal::failed_game, page, plan::run::Plan};

#[derive(Clone, PartialEq, Debug)]
pub enum Contents {
    Free,
    Complete(Box<Manifest>),
    Unfinished,
    Damaged(Vec<FileChange>),
    /// It may be replaced only with `--force`, for the reason given.
    Taken(String),
    /// It was not written by Drakkar, and is never replaced.
    Foreign,
}

impl Contents {
    /// Whether a study of this kind resumes in `folder`; otherwise it starts there.
    pub fn goes_on(self, kind: &str, folder: &Path, force: bool) -> Result<bool, Error> {
        let reason = match self {
            Contents::Unfinished => return Ok(!force),
            Contents::Free | Contents::Complete(_) => return Ok(false),
            Contents::Taken(_) | Contents::Damaged(_) if force => return Ok(false),
            Contents::Taken(reason) => in_the_way(&reason),
            Contents::Damaged(changes) => in_the_way(&verify::held(kind, &changes)),
            Contents::Foreign => format!(
                "is not empty and holds no {kind} of drakkar; choose another folder with --out"
            ),
        };
        Err(Error::input(folder, reason))
    }
}

fn in_the_way(reason: &str) -> String {
    format!("{reason}; choose another folder with --out, or replace it with --force")
}

pub fn contents(folder: &Path, digest: &str, replaced: bool) -> Result<Contents, Error> {
    Ok(match Manifest::read(folder)? {
        None => {
            let found =
                Plan::read(&ChunkFolder::new(folder)).map(|plan| plan.map(|one| one.digest));
            by_plan(folder, PLAN, found, digest, "another run, unfinished")?
        }
        Some(FoundManifest::Foreign) => Contents::Foreign,
        Some(FoundManifest::OtherVersion) => {
            Contents::Taken("holds a run of another version of drakkar".into())
        }
        Some(FoundManifest::Run(found) | FoundManifest::Changed(found))
            // Nobody needs to know whether what is replaced is whole.
            if replaced || found.digest != digest =>
        {
            Contents::Taken("holds another run".into())
        }
        Some(FoundManifest::Changed(_)) => Contents::Damaged(verify::changes(folder)?),
        Some(FoundManifest::Run(manifest)) => match verify::changes(folder)? {
            changes if changes.is_empty() => Contents::Complete(manifest),
            changes => Contents::Damaged(changes),
        },
    })
}

/// The manifest of a run whose results are in `folder`; none while there are chunks, which can be added up once more.
pub fn finished(
    plan: &Plan,
    folder: &ChunkFolder,
    places: &[ChunkFolder],
) -> Result<Option<Box<Manifest>>, Error> {
    let there = places.iter().any(|place| place.done().is_dir());
    if there && !cleanup::is_begun(folder) {
        return Ok(None);
    }
    Ok(match contents(folder.root(), &plan.digest, false)? {
        Contents::Complete(manifest) => Some(manifest),
        _ => None,
    })
}

/// What a folder without results means for a plan, by the digest of the plan that was `found` in its `file`.
pub fn by_plan(
    folder: &Path,
    file: &str,
    found: Result<Option<String>, Error>,
    digest: &str,
    other: &str,
) -> Result<Contents, Error> {
    match found {
        Ok(None) if is_empty(folder)? => Ok(Contents::Free),
        Ok(None) => Ok(Contents::Foreign),
        Ok(Some(found)) if found == digest => Ok(Contents::Unfinished),
        Ok(Some(_)) => Ok(Contents::Taken(format!("holds {other}"))),
        Err(Error::Input { reason, .. }) => {
            Ok(Contents::Taken(format!("holds a {file} that cannot be used: {reason}")))
        }
        Err(error) => Err(error),
    }
}

/// Whether a folder is missing or holds only what a killed run left behind, or one that was removed.
fn is_empty(folder: &Path) -> Result<bool, Error> {
    let [done, unfinished @ .., tmp] = ChunkFolder::new(folder).folders();
    for (name, path) in folders::entries(folder)? {
        let left = match path {
            path if path == tmp => true,
            path if path == done => folders::entries(&path)?.is_empty(),
            path if unfinished.contains(&path) && path.is_dir() => {
                let inside = folders::entries(&path)?;
                inside.iter().all(|(name, _)| name.starts_with(durable::CHUNK))
            }
            _ => name.starts_with(durable::WAITING),
        };
        if !left {
            return Ok(false);
        }
    }
    Ok(true)
}

const ROWS: &str = "games.csv";

pub fn rows(place: &ChunkFolder) -> Result<Draft, Error> {
    Draft::begin(&place.tmp(), &place.root().join(ROWS))
}

/// Files that are moved into a folder at the end, the manifest last: a folder with a manifest is complete.
pub struct Staging {
    folder: PathBuf,
    drafts: Vec<Draft>,
    pub files: serde_json::Map<String, Value>,
}

impl Staging {
    pub fn new(folder: &Path) -> Staging {
        Staging { folder: folder.to_owned(), drafts: Vec::new(), files: serde_json::Map::new() }
    }

    fn draft(&self, name: &str) -> Result<Draft, Error> {
        Draft::begin(&ChunkFolder::new(&self.folder).tmp(), &self.folder.join(name))
    }

    /// The rows of all chunks, see [`joined`].
    pub fn join(&mut self, head: &[u8], parts: &[ChunkFile], rows: Draft) -> Result<(), Error> {
        let (draft, sha256) = joined(head, parts, rows)?;
        self.drafts.push(draft);
        self.files.insert(ROWS.to_owned(), Value::String(sha256));
        Ok(())
    }

    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        self.files.insert(name.to_owned(), Value::String(digest::of(bytes)));
        self.write_beside(name, bytes)
    }

    /// Writes a file that the manifest does not name.
    pub fn write_beside(&mut self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        self.drafts.push(self.draft(name)?.filled(bytes)?);
        Ok(())
    }

    pub fn names(&self) -> impl Iterator<Item = String> {
        let name = |draft: &Draft| draft.path.file_name().map(|name| name.to_string_lossy().into());
        self.drafts.iter().filter_map(name)
    }

    /// Moves all files into place; if one cannot be moved, the folder has no manifest.
    pub fn publish(self, manifest: &Manifest) -> Result<(), Error> {
        let last = self.draft(manifest::FILE)?.filled(&manifest.text())?;
        // The chunks are removed once the results exist, so these must be on disk by then. With all of them made
        // before, their folder is flushed once.
        let drafts = self.drafts.into_iter().map(Draft::flushed).collect::<Result<Vec<_>, _>>()?;
        let last = last.flushed()?;
        let old = Manifest::read(&self.folder)?;
        remove(&self.folder.join(manifest::FILE))?;
        if let Some(FoundManifest::Run(known) | FoundManifest::Changed(known)) = &old {
            for name in own(known).filter(|name| !self.files.contains_key(*name)) {
                remove(&self.folder.join(name))?;
            }
        }
        drafts.into_iter().try_for_each(Draft::publish)?;
        // Even after a loss of power, a manifest has its files.
        folders::sync(&self.folder)?;
        last.publish()?;
        folders::sync(&self.folder)
    }
}

/// Names in a manifest without a path, so that nothing outside its folder is touched.
fn own(manifest: &Manifest) -> impl Iterator<Item = &String> {
    let plain =
        |name: &&String| Path::new(name).file_name().is_some_and(|file| file == name.as_str());
    manifest.files.keys().filter(plain)
}

/// Removes what a run left in `folder`: files that its manifest names, its page, its plan and its chunks.
pub fn clear(folder: &Path) -> Result<(), Error> {
    if let Some(FoundManifest::Run(known) | FoundManifest::Changed(known)) = Manifest::read(folder)?
    {
        own(&known).try_for_each(|name| remove(&folder.join(name)))?;
    }
    let beside = [manifest::FILE, tables::TIMING, answer::FILE, failed_game::FILE];
    beside.iter().try_for_each(|file| remove(&folder.join(file)))?;
    let page = folder.join(page::OF_RESULTS);
    if page::is_of_results(&page).unwrap_or_default() {
        remove(&page)?;
    }
    remove(&ChunkFolder::new(folder).plan())?;
    cleanup::chunks(folder)
}
