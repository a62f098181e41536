//! Whether the files of a finished run or tune are still those that its manifest names.

use std::fmt::{self, Display};
use std::fs::File;
use std::path::Path;

use serde_json::{Map, Value};

use crate::disk::{digest, durable, place::PLAN, seal};
use crate::export::{clearing, manifest};
use crate::{error::Error, plan::run};

/// What a plan is a plan of: `run.json` has it under the key `run`, and so on.
const STUDIES: [&str; 5] = ["run", "tune", "learn", "level", "profile"];
/// Names of the plans that a part of another study has.
const PLANS: [&str; 2] = [PLAN, "tune.json"];

/// A file that was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    file: String,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    Missing,
    Unreadable,
    Changed,
}

impl Change {
    /// Whether the file is not there any more.
    pub fn is_missing(&self) -> bool {
        self.how == How::Missing
    }
}

impl Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.how {
            How::Missing => "is missing",
            How::Unreadable => "cannot be read",
            How::Changed => "is not as it was written",
        };
        write!(f, "{} {what}", self.file)
    }
}

/// Changes in words, as a part of a sentence.
pub fn told(changes: &[Change]) -> String {
    changes.iter().map(Change::to_string).collect::<Vec<_>>().join(", ")
}

/// The same of the files of a `kind` of study, as what its folder does.
pub fn held(kind: &str, changes: &[Change]) -> String {
    format!("holds this {kind}, but {}", told(changes))
}

/// Whether nothing was changed, but files are missing.
pub fn only_lacks(changes: &[Change]) -> bool {
    changes.iter().all(Change::is_missing)
}

/// What was changed in `folder` since its manifest was written; nothing if there is no manifest. Files
/// that no hash covers are not looked at.
pub fn changes(folder: &Path) -> Result<Vec<Change>, Error> {
    let Some(text) = durable::read(&folder.join(manifest::FILE))? else { return Ok(Vec::new()) };
    let manifest = serde_json::from_slice::<Map<String, Value>>(&text).unwrap_or_default();
    let (Some(files), Some(_)) =
        (manifest.get("files").and_then(Value::as_object), manifest.get("digest"))
    else {
        return Ok(vec![changed(manifest::FILE)]);
    };
    let mut changes = Vec::new();
    for (name, hash) in files {
        changes.extend(change(folder, name, hash));
    }
    let of_another_run = |run| manifest.get("digest") != Some(&run::digest_of(run).into());
    if !seal::is_whole(&text) || manifest.get("run").is_some_and(of_another_run) {
        changes.push(changed(manifest::FILE));
    } else {
        changes.extend(change_of_plan(folder, &manifest)?);
    }
    Ok(changes)
}

/// The same in the folder `name` of a study, and in all folders below that one; one with a plan but without a manifest
/// counts as changed.
pub fn changes_within(folder: &Path, name: &str) -> Result<Vec<Change>, Error> {
    let path = folder.join(name);
    let mut found = changes(&path)?;
    if PLANS.iter().any(|plan| path.join(plan).is_file()) && !path.join(manifest::FILE).is_file() {
        found.push(missing(manifest::FILE));
    }
    for (below, path) in clearing::entries(&path)? {
        if path.is_dir() && !path.is_symlink() {
            found.extend(changes_within(&folder.join(name), &below)?);
        }
    }
    let under = |change: Change| Change { file: format!("{name}/{}", change.file), ..change };
    Ok(found.into_iter().map(under).collect())
}

/// Refuses a file of a finished study that is not as its manifest, which lies beside it, says.
pub fn unchanged(path: &Path) -> Result<(), Error> {
    let (Some(folder), Some(name)) =
        (path.parent(), path.file_name().and_then(|name| name.to_str()))
    else {
        return Ok(());
    };
    let text = durable::read(&folder.join(manifest::FILE)).ok().flatten().unwrap_or_default();
    let manifest: Value = serde_json::from_slice(&text).unwrap_or_default();
    let hash = manifest["files"].get(name);
    if hash
        .and_then(|hash| change(folder, name, hash))
        .is_some_and(|change| change.how == How::Changed)
    {
        let reason = "is not as it was written, by manifest.json beside it; to use it as it is now, copy it to \
                      another folder";
        return Err(Error::input(path, reason));
    }
    Ok(())
}

/// The manifest, if `folder` has the plan of a study but no manifest: then it is unfinished, or has lost it.
pub fn without_manifest(folder: &Path) -> Option<Change> {
    let planned = STUDIES.iter().any(|study| folder.join(format!("{study}.json")).is_file());
    let there = folder.join(manifest::FILE).exists();
    (planned && !there).then(|| missing(manifest::FILE))
}

/// That the file of this name is not as it was written.
pub fn changed(name: &str) -> Change {
    Change { file: name.to_owned(), how: How::Changed }
}

fn missing(name: &str) -> Change {
    Change { file: name.to_owned(), how: How::Missing }
}

fn change(folder: &Path, name: &str, hash: &Value) -> Option<Change> {
    // Nothing outside of the folder is read, and nothing that may never end.
    let path = folder.join(name);
    let own = Path::new(name).file_name().is_some_and(|file| file == name);
    if !own || !path.is_file() {
        return Some(missing(name));
    }
    let Ok(found) = File::open(&path).and_then(|mut file| digest::of_reader(&mut file)) else {
        return Some(Change { file: name.to_owned(), how: How::Unreadable });
    };
    (hash.as_str() != Some(&found)).then(|| changed(name))
}

/// What was changed in the plan, which the manifest holds in full or by its digest.
fn change_of_plan(folder: &Path, manifest: &Map<String, Value>) -> Result<Option<Change>, Error> {
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
        let mut bare = plan.clone();
        // None in plans of older versions.
        if bare.shift_remove("sha256").is_some() {
            expected.insert("sha256".to_owned(), run::digest_of(&bare).into());
        }
    } else {
        expected.insert("format".to_owned(), format);
        let own = plan.get(key).filter(|own| of("digest") == run::digest_of(own));
        expected.insert(key.to_owned(), own.cloned().unwrap_or_default());
    }
    Ok((plan != expected).then(|| changed(name)))
}
