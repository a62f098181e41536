//! Whether the files of a finished run or tune are still those that its manifest names.

use std::io;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::disk::{chunk_folder::PLAN, durable, folders, hashed_file::HashedFile, self_hash};
use crate::{error::Error, export::figure::joined, export::manifest, plan::run};
use drakkar_engine::input::text_of;

/// What a plan is a plan of: `run.json` has it under the key `run`, and so on.
const STUDIES: [&str; 5] = ["run", "tune", "learn", "equalize", "profile"];
/// Names of the plans that a part of another study has.
const PLANS: [&str; 2] = [PLAN, "tune.json"];

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file} {how}")]
pub struct FileChange {
    file: String,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
enum How {
    #[error("is missing")]
    Missing,
    #[error("cannot be read")]
    Unreadable,
    #[error("is not as it was written")]
    Changed,
}

impl FileChange {
    pub fn is_of(&self, name: &str) -> bool {
        self.file == name
    }

    pub fn is_missing(&self) -> bool {
        self.how == How::Missing
    }
}

pub fn told(changes: &[FileChange]) -> String {
    joined(changes, ", ")
}

/// The same of the files of a `kind` of study, as what its folder does.
pub fn held(kind: &str, changes: &[FileChange]) -> String {
    format!("holds this {kind}, but {}", told(changes))
}

/// What was changed in `folder` since its manifest was written; nothing if there is none.
pub fn changes(folder: &Path) -> Result<Vec<FileChange>, Error> {
    let Some(text) = durable::read(&folder.join(manifest::FILE))? else { return Ok(Vec::new()) };
    let manifest = serde_json::from_slice::<Map<String, Value>>(&text).unwrap_or_default();
    let (Some(files), Some(_)) =
        (manifest.get("files").and_then(Value::as_object), manifest.get("digest"))
    else {
        return Ok(vec![changed(manifest::FILE)]);
    };
    let mut changes = Vec::new();
    for (name, hash) in files {
        changes.extend(change(folder, name, hash)?);
    }
    let of_another_run = |run| manifest.get("digest") != Some(&run::digest_of(run).into());
    if !self_hash::is_whole(&text) || manifest.get("run").is_some_and(of_another_run) {
        changes.push(changed(manifest::FILE));
    } else {
        changes.extend(change_of_plan(folder, &manifest)?);
    }
    Ok(changes)
}

/// The same in the folder `name` of a study and in all below it; a plan without a manifest counts as changed.
pub fn changes_within(folder: &Path, name: &str) -> Result<Vec<FileChange>, Error> {
    let path = folder.join(name);
    let mut found = changes(&path)?;
    if PLANS.iter().any(|plan| path.join(plan).is_file()) && !path.join(manifest::FILE).is_file() {
        found.push(missing(manifest::FILE));
    }
    for below in inside(&path)? {
        found.extend(changes_within(&path, &below)?);
    }
    let under =
        |change: FileChange| FileChange { file: format!("{name}/{}", change.file), ..change };
    Ok(found.into_iter().map(under).collect())
}

/// The names of all folders with a manifest among these parts of a folder, and below them.
pub fn finished_within(folder: &Path, parts: Vec<String>) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    for part in parts {
        let path = folder.join(&part);
        let below = inside(&path)?.iter().map(|name| format!("{part}/{name}")).collect();
        found.extend(path.join(manifest::FILE).is_file().then_some(part));
        found.extend(finished_within(folder, below)?);
    }
    Ok(found)
}

fn inside(folder: &Path) -> Result<Vec<String>, Error> {
    let mut found = folders::entries(folder)?;
    found.retain(|(_, path)| path.is_dir() && !path.is_symlink());
    Ok(found.into_iter().map(|(name, _)| name).collect())
}

/// The SHA-256 of a file by the manifest beside it; none if that does not name it, an error if it was changed.
pub fn hash_of(path: &Path) -> Result<Option<String>, Error> {
    let (Some(folder), Some(name)) =
        (path.parent(), path.file_name().and_then(|name| name.to_str()))
    else {
        return Ok(None);
    };
    let beside = folder.join(manifest::FILE);
    let text = match durable::read(&beside) {
        Ok(text) => text.unwrap_or_default(),
        Err(error) if error.exit_code() == 75 => return Err(error),
        Err(_) => return Ok(None),
    };
    let manifest: Value = serde_json::from_slice(&text).unwrap_or_default();
    let hash = manifest["files"].get(name).map(|hash| hash.as_str().unwrap_or_default().to_owned());
    if hash.is_some() && !self_hash::is_whole(&text) {
        return Err(Error::input(&beside, "is not as it was written"));
    }
    Ok(hash)
}

pub fn bytes(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    HashedFile::open(path, hash_of(path)?.as_deref())?.map(HashedFile::bytes).transpose()
}

pub fn named(path: &Path) -> Result<HashedFile, Error> {
    HashedFile::named(path, hash_of(path)?.as_deref())
}

/// The rows of a file that a run wrote; none if it is missing.
pub fn rows<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, Error> {
    let text = bytes(path)?.unwrap_or_default();
    let rows = csv::Reader::from_reader(&text[..]).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|error| Error::input(path, error))
}

pub fn text(path: &Path) -> Result<String, Error> {
    text_of(named(path)?).map_err(|error| Error::unread(path, &error))
}

/// Refuses a file of a study that is not as its manifest, which lies beside it, says.
pub fn unchanged(path: &Path) -> Result<(), Error> {
    if let Some(hash) = hash_of(path)? {
        let mut file = HashedFile::named(path, Some(&hash))?;
        io::copy(&mut file, &mut io::sink()).map_err(|error| Error::unread(path, &error))?;
    }
    Ok(())
}

/// The manifest, if `folder` has the plan of a study but no manifest: then it is unfinished, or has lost it.
pub fn without_manifest(folder: &Path) -> Option<FileChange> {
    let planned = STUDIES.iter().any(|study| folder.join(format!("{study}.json")).is_file());
    let there = folder.join(manifest::FILE).exists();
    (planned && !there).then(|| missing(manifest::FILE))
}

pub fn changed(name: &str) -> FileChange {
    FileChange { file: name.to_owned(), how: How::Changed }
}

pub fn missing(name: &str) -> FileChange {
    FileChange { file: name.to_owned(), how: How::Missing }
}

fn change(folder: &Path, name: &str, hash: &Value) -> Result<Option<FileChange>, Error> {
    // Nothing outside of the folder is read, and nothing that may never end.
    if Path::new(name).file_name().is_none_or(|file| file != name) {
        return Ok(Some(missing(name)));
    }
    let file = HashedFile::open(&folder.join(name), Some(hash.as_str().unwrap_or_default()));
    match file.and_then(|file| file.map(HashedFile::whole).transpose()) {
        Ok(Some(true)) => Ok(None),
        Ok(Some(false)) => Ok(Some(changed(name))),
        Ok(None) => Ok(Some(missing(name))),
        // It may be as it was written.
        Err(error) if error.exit_code() == 75 => Err(error),
        Err(_) => Ok(Some(FileChange { file: name.to_owned(), how: How::Unreadable })),
    }
}

/// What was changed in the plan, which the manifest holds in full or by its digest.
fn change_of_plan(
    folder: &Path,
    manifest: &Map<String, Value>,
) -> Result<Option<FileChange>, Error> {
    let of = |key: &str| manifest.get(key).cloned().unwrap_or_default();
    let format = of("format");
    // Several kinds of a study have formats that begin alike.
    let of_study = format.as_str().and_then(|format| format.strip_prefix("drakkar-"));
    let key = STUDIES.iter().find(|study| of_study.is_some_and(|of| of.starts_with(**study)));
    let Some(&key) = key else { return Ok(None) };
    let name = &*format!("{key}.json");
    let Some(text) = durable::read(&folder.join(name))? else {
        return Ok(Some(missing(name)));
    };
    let plan: Map<String, Value> = serde_json::from_slice(&text).unwrap_or_default();
    let mut expected = Map::from_iter([("digest".to_owned(), of("digest"))]);
    if key == "run" {
        expected.insert("format".to_owned(), run::FORMAT.into());
        expected.insert("games_asked".to_owned(), of("games_asked"));
        expected.insert("run".to_owned(), of("run"));
        let own = plan.get("sha256").filter(|_| self_hash::is_whole(&text));
        expected.insert("sha256".to_owned(), own.cloned().unwrap_or_default());
    } else {
        expected.insert("format".to_owned(), format);
        let own = plan.get(key).filter(|own| of("digest") == run::digest_of(own));
        expected.insert(key.to_owned(), own.cloned().unwrap_or_default());
    }
    Ok((plan != expected).then(|| changed(name)))
}
