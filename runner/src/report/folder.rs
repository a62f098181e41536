use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use drakkar_engine::input::refusal;
use maud::Markup;
use serde_json::{Map, Value};

use crate::export::answer::{self, StudyReport};
use crate::export::verify::{self, FileChange};
use crate::page::{address, encoded};
use crate::{disk::durable, disk::folders, error::Error, export::manifest, export::names::Names};
use crate::{
    export::tables::TIMING, report::table::CsvFile, report::table::Fault, report::table::named,
};

pub struct Folder {
    path: PathBuf,
    pub name: String,
    /// What was planned: the part of the manifest, or of another JSON file, that has a rule set.
    plan: Value,
    pub manifest: Option<Map<String, Value>>,
    pub files: Vec<String>,
    pub unfinished: bool,
    pub changes: Vec<FileChange>,
    /// Files that cannot be read or do not belong here, and why; they are left out.
    pub unreadable: Vec<String>,
    pub fault: Fault,
    /// Where the page finds the folder, if it lies above it.
    address: Option<String>,
}

/// The folder itself if there are CSV files or a manifest in it, else such folders in it, by name; for a page.
pub fn folders(path: &Path, page: &Path) -> Result<Vec<Folder>, Error> {
    if !path.is_dir() {
        let reason = if path.exists() { "is no folder" } else { "there is no such folder" };
        return Err(Error::input(path, reason));
    }
    if let Some(folder) = Folder::open(path, page)? {
        return Ok(vec![folder]);
    }
    if is_unfinished(path) {
        let reason = "holds a study that is not finished; the command that began it resumes it, of a planned \
                      run `drakkar work` and `drakkar merge`";
        return Err(Error::input(path, reason));
    }
    let inside = listed(path)?.into_iter().filter(|path| path.is_dir());
    let found = inside.filter_map(|path| Folder::open(&path, page).transpose());
    let found: Vec<Folder> = found.collect::<Result<_, _>>()?;
    match found.is_empty() {
        true => Err(Error::input(path, "holds no results (no CSV file, no manifest.json)")),
        false => Ok(found),
    }
}

pub fn is_unfinished(path: &Path) -> bool {
    let tables = || {
        listed(path).is_ok_and(|paths| {
            paths.iter().any(|path| path.extension().is_some_and(|end| end == "csv"))
        })
    };
    verify::without_manifest(path).is_some() && !tables()
}

fn listed(path: &Path) -> Result<Vec<PathBuf>, Error> {
    Ok(folders::entries(path)?.into_iter().map(|(_, path)| path).collect())
}

impl Folder {
    fn open(path: &Path, page: &Path) -> Result<Option<Folder>, Error> {
        let mut inside = listed(path)?;
        inside.retain(|path| path.is_file());
        let names = inside.iter().filter_map(|path| path.file_name()?.to_str());
        let mut files: Vec<String> =
            names.filter(|name| name.ends_with(".csv")).map(str::to_owned).collect();
        let mut unreadable = Vec::new();
        let manifest = match read_manifest(&path.join(manifest::FILE)) {
            // Without anything else, there would be nothing to show.
            Err(error) if !files.is_empty() && error.exit_code() != 75 => {
                unreadable.push(told(&error));
                None
            }
            found => found?,
        };
        if files.is_empty() && manifest.is_none() {
            return Ok(None);
        }
        // Another study's tables would be shown as this one's.
        let listed = manifest.as_ref().and_then(|manifest| manifest.get("files")?.as_object());
        if let Some(listed) = listed {
            let own = |name: &String| listed.contains_key(name) || name == TIMING;
            let strange = files.extract_if(.., |name| !own(name));
            unreadable
                .extend(strange.map(|name| format!("{name}: manifest.json does not name it")));
        }
        let mut changes = verify::changes(path).or_else(|error| match manifest {
            // The next command may read it.
            _ if error.exit_code() == 75 => Err(error),
            Some(_) => {
                unreadable.push(told(&error));
                Ok(Vec::new())
            }
            // That was told.
            None if !unreadable.is_empty() => Ok(Vec::new()),
            None => Err(error),
        })?;
        let answered = answer::is_kept(path);
        if answered && StudyReport::kept(path)?.is_none() {
            changes.push(verify::changed(answer::FILE));
        }
        let lost = verify::without_manifest(path);
        let unfinished = lost.is_some() && !answered;
        // What has an answer was finished.
        changes.extend(lost.filter(|_| answered));
        let plan = manifest.as_ref().and_then(plan).or_else(|| planned(&inside));
        Ok(Some(Folder {
            path: path.to_owned(),
            name: path.display().to_string(),
            plan: plan.unwrap_or_default(),
            manifest,
            files,
            unfinished,
            changes,
            unreadable,
            fault: Fault::default(),
            address: address(page, path),
        }))
    }

    pub fn leave_out(&mut self, error: Error) -> Result<(), Error> {
        if let Error::Input { path, .. } | Error::File { path, .. } = &error
            && error.exit_code() != 75
            && let Some(at) = self.files.iter().position(|name| self.file(name) == *path)
        {
            self.files.remove(at);
            self.unreadable.push(told(&error));
            return Ok(());
        }
        Err(error)
    }

    pub fn short_name(&self) -> String {
        let last = self.path.file_name();
        last.map_or_else(|| self.name.clone(), |last| last.to_string_lossy().into_owned())
    }

    pub fn has(&self, file: &str) -> bool {
        self.files.iter().any(|name| name == file)
    }

    pub fn answer(&self) -> Result<Vec<String>, Error> {
        Ok(StudyReport::kept(&self.path)?.map(|report| report.answer.sentences).unwrap_or_default())
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The table of a file; none without one, or if it cannot be read, which is noted.
    pub fn table(&self, name: &str) -> Option<CsvFile> {
        let read = || CsvFile::read((&self.file(name), self.hash_of(name)), &self.fault);
        let mut table = self.has(name).then(read).and_then(|read| self.note(read))?;
        table.link = self.link(name);
        Some(table)
    }

    fn link(&self, name: &str) -> Option<String> {
        self.address.as_ref().map(|address| address.clone() + &encoded(name))
    }

    pub fn named(&self, name: &str) -> Markup {
        named(name, self.link(name).as_deref())
    }

    pub fn note<T>(&self, read: Result<T, Error>) -> Option<T> {
        let note = |error| {
            self.fault.borrow_mut().get_or_insert(error);
        };
        read.map_err(note).ok()
    }

    /// The SHA-256 of a file by the manifest; none if it was changed since, which is told.
    pub fn hash_of(&self, name: &str) -> Option<&str> {
        let hash = self.manifest.as_ref()?.get("files")?.get(name)?.as_str()?;
        self.changes.iter().all(|change| !change.is_of(name)).then_some(hash)
    }

    pub fn run(&self, key: &str) -> &Value {
        &self.plan[key]
    }

    pub fn run_text(&self, key: &str) -> &str {
        self.run(key).as_str().unwrap_or_default()
    }

    pub fn count(&self, key: &str) -> Option<u64> {
        self.manifest.as_ref()?.get(key)?.as_u64()
    }

    pub fn outdated(&self) -> Option<String> {
        let players = self.run("players").as_u64()? as usize;
        Names::under(self.run_text("game"), self.run("rule_set"), players).outdated(self.agents())
    }

    /// What the files call the agents, and their specifications in full, each once.
    pub fn agents(&self) -> Vec<[&str; 2]> {
        let names = self.manifest.as_ref().and_then(|manifest| manifest.get("names")?.as_object());
        if let Some(names) = names {
            return names.iter().filter_map(|(name, spec)| Some([name, spec.as_str()?])).collect();
        }
        // Of older files, in which agents stand in full.
        let (mut specs, mut known) = (Vec::new(), HashSet::new());
        // A run has a list of agents, a tuning its start and its field.
        for key in ["agents", "start", "opponents"] {
            let found = match self.run(key) {
                Value::Array(list) => list.as_slice(),
                one => std::slice::from_ref(one),
            };
            for spec in found.iter().filter_map(|agent| agent["spec"].as_str()) {
                if known.insert(spec) {
                    specs.push(spec);
                }
            }
        }
        specs.into_iter().map(|spec| [spec, spec]).collect()
    }
}

/// An error in a file of the folder, by its name alone.
fn told(error: &Error) -> String {
    let (path, reason) = match error {
        Error::Input { path, reason } => (path, reason.clone()),
        Error::File { path, source, .. } => (path, refusal(source)),
        other => return other.to_string(),
    };
    format!("{}: {reason}", path.file_name().unwrap_or_default().to_string_lossy())
}

fn read_manifest(path: &Path) -> Result<Option<Map<String, Value>>, Error> {
    let Some(text) = durable::read(path)? else { return Ok(None) };
    match serde_json::from_slice(&text) {
        Ok(Value::Object(map)) => Ok(Some(map)),
        Ok(_) => Err(Error::input(path, "line 1: expected an object")),
        Err(error) => Err(Error::input(path, format!("line {}: {error}", error.line()))),
    }
}

fn plan(object: &Map<String, Value>) -> Option<Value> {
    object.values().find(|part| part.get("rule_set").is_some()).cloned()
}

/// The same from the first of some files that has such a part. Files that are no JSON are none of ours.
fn planned(files: &[PathBuf]) -> Option<Value> {
    let json = files.iter().filter(|path| path.extension().is_some_and(|end| end == "json"));
    json.filter_map(|path| serde_json::from_str(&fs::read_to_string(path).ok()?).ok())
        .find_map(|object: Map<String, Value>| plan(&object))
}
