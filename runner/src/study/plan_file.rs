use std::{cell::RefCell, ops::ControlFlow, path::Path, path::PathBuf};

use clap::Args;
use serde::{Deserialize, Serialize, de::DeserializeOwned, ser::SerializeStruct, ser::Serializer};
use serde_json::{Map, Value};

use crate::disk::{
    chunk_folder::ChunkFolder, digest, durable, folders, lock::Lock, missing, self_hash,
};
use crate::export::{
    answer, answer::StudyReport, cleanup, folder, folder::Contents, manifest, verify,
};
use crate::export::{sheet::Style, verify::FileChange};
use crate::plan::run::{AgentEntry, digest_of, read_hashed};
use crate::study::execute::{Tables, claim, tell_again};
use crate::{error::Error, flags::number::at_least, version::build};
use drakkar_engine::{data, error::KeyError};
use drakkar_play::json;

/// The flags of such a study in addition to its own; `how` it is played, one may say more or less.
#[derive(Args, Debug)]
pub struct StudyFlags<How: Args> {
    /// Master seed: the same seed gives the same result
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    pub seed: u64,

    /// Folder for the results
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Replaces a folder that holds another result of this command
    #[arg(long)]
    pub force: bool,

    #[command(flatten)]
    pub how: How,

    #[command(flatten)]
    pub tables: Tables,
}

pub trait Request: Serialize + DeserializeOwned {
    const FORMAT: &'static str;
    const KIND: Kind;
}

pub struct Kind {
    pub file: &'static str,
    pub key: &'static str,
    pub word: &'static str,
    pub files: &'static [&'static str],
    /// Names of the folders below it that hold parts of the study, looked after with its own files; numbers at their
    /// ends are left out.
    pub parts: &'static [&'static str],
    pub clear_games: fn(&Path) -> Result<(), Error>,
    /// Removes what was only needed on the way.
    pub clear_drafts: fn(&Path) -> Result<(), Error>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PlanFile<T> {
    pub digest: String,
    pub request: T,
}

impl<T: Request> PlanFile<T> {
    pub fn new(request: T) -> PlanFile<T> {
        PlanFile { digest: digest_of(&request), request }
    }

    pub fn read(folder: &Path) -> Result<Option<PlanFile<T>>, Error> {
        let path = folder.join(T::KIND.file);
        durable::read(&path)?.map(|text| PlanFile::from_text(&path, &text)).transpose()
    }

    pub fn from_text(path: &Path, text: &[u8]) -> Result<PlanFile<T>, Error> {
        let fits = |plan: &PlanFile<T>| plan.digest == digest_of(&plan.request);
        read_hashed(path, text, (T::FORMAT, T::KIND.key), PlanFile::from_value, fits)
    }

    fn from_value(value: &Value) -> Result<PlanFile<T>, KeyError> {
        let keys = value.as_object().into_iter().flat_map(Map::keys);
        let known = ["format", "digest", T::KIND.key];
        if let Some(key) = keys.into_iter().find(|key| !known.contains(&key.as_str())) {
            return Err(KeyError::new(key, "there is no such key"));
        }
        let [digest, request] = ["digest", T::KIND.key]
            .map(|key| value.get(key).ok_or_else(|| KeyError::new(key, "is missing")));
        let digest = data::read(digest?).map_err(|error| error.under("digest"))?;
        let request = data::read(request?).map_err(|error| error.under(T::KIND.key))?;
        Ok(PlanFile { digest, request })
    }

    /// The whole life of such a study: takes its folder, lets `steps` play and answer, and keeps and prints the
    /// answer; or prints that which is kept, below a line that the folder holds `these` already. Whatever is only
    /// needed on the way goes.
    pub fn run(
        &self,
        (out, force): (&Path, bool),
        these: &str,
        style: Style,
        steps: impl FnOnce(&Files<'_>) -> Result<StudyReport, Error>,
    ) -> Result<(), Error> {
        match self.answered(out, force, steps)? {
            Some(report) => report.print_with(style, Some((out, &[])), ""),
            None => {
                let is_here = format!("holds {these} already. Nothing to do.");
                tell_again((out, &[]), &is_here, style)
            }
        }
    }

    /// The same without a word; no answer if there was one. Where `steps` names no files, those that are there are listed.
    pub fn answered(
        &self,
        out: &Path,
        force: bool,
        steps: impl FnOnce(&Files<'_>) -> Result<StudyReport, Error>,
    ) -> Result<Option<StudyReport>, Error> {
        let Some(_lock) = self.claim(out, force)? else { return Ok(None) };
        let files = Files::of(out);
        let mut report = steps(&files)?;
        if report.files.is_empty() {
            let own = T::KIND.files.iter().copied().filter(|name| out.join(name).exists());
            let all = own.chain([T::KIND.file, answer::FILE, manifest::FILE]);
            report.files = all.map(str::to_owned).collect();
        }
        durable::put(out, answer::FILE, &report.file())?;
        self.finish(&files)?;
        Ok(Some(report))
    }

    /// Takes the folder for this plan and for this process: starts it, or resumes it. Gives no lock if the folder keeps
    /// the answer already. The result of another plan is replaced only with `force`, and anything else never.
    pub fn claim(&self, folder: &Path, force: bool) -> Result<Option<Lock>, Error> {
        let look = || match self.is_answered(folder)? {
            true => Ok(ControlFlow::Break(())),
            false => self.goes_on(folder, force).map(ControlFlow::Continue),
        };
        let (lock, resumes) = match claim(look, || cleanup::enter(folder))? {
            ControlFlow::Continue(held) => held,
            ControlFlow::Break(()) => {
                // What a process left that was killed at the very end.
                (T::KIND.clear_drafts)(folder)?;
                cleanup::tidy(&ChunkFolder::new(folder));
                let parts = verify::finished_within(folder, Self::parts(folder)?)?.into_iter();
                parts.for_each(|part| cleanup::go_on(&ChunkFolder::new(&folder.join(part))));
                return Ok(None);
            }
        };
        if !resumes {
            Self::clear(folder)?;
            durable::put(folder, T::KIND.file, &json::pretty(self))?;
        } else {
            // Something is missing, so it is not finished.
            missing::remove(&folder.join(manifest::FILE))?;
        }
        Ok(Some(lock))
    }

    fn is_answered(&self, folder: &Path) -> Result<bool, Error> {
        let same = || matches!(Self::read(folder), Ok(Some(plan)) if plan.digest == self.digest);
        let there = || folder.join(manifest::FILE).is_file();
        Ok(same() && there() && Self::changes(folder)?.is_empty())
    }

    fn changes(folder: &Path) -> Result<Vec<FileChange>, Error> {
        let mut changes = verify::changes(folder)?;
        let parts = Self::parts(folder)?;
        for part in &parts {
            changes.extend(verify::changes_within(folder, part)?);
        }
        let known = StudyManifest::read(folder)?.map(|found| found.parts).unwrap_or_default();
        let gone = known.iter().filter(|part| !folder.join(part).join(manifest::FILE).exists());
        changes.extend(gone.map(|part| verify::missing(&format!("{part}/{}", manifest::FILE))));
        Ok(changes)
    }

    fn parts(folder: &Path) -> Result<Vec<String>, Error> {
        let own = |name: &str| {
            T::KIND.parts.contains(&name.trim_end_matches(|end: char| end.is_ascii_digit()))
        };
        let found = folders::entries(folder)?.into_iter();
        let found = found.filter(|(name, path)| own(name) && path.is_dir());
        Ok(found.map(|(name, _)| name).collect())
    }

    fn goes_on(&self, folder: &Path, force: bool) -> Result<bool, Error> {
        let found = Self::read(folder).map(|plan| plan.map(|one| one.digest));
        let other = format!("another {}", T::KIND.word);
        let mut contents = folder::by_plan(folder, T::KIND.file, found, &self.digest, &other)?;
        let known = StudyManifest::read(folder)?.is_some_and(|found| found.format == T::FORMAT);
        if contents == Contents::Foreign && known {
            let reason = format!("holds a {} without its {}", T::KIND.word, T::KIND.file);
            contents = Contents::Taken(reason);
        }
        if contents == Contents::Unfinished {
            // What is missing is made anew.
            let mut changes = Self::changes(folder)?;
            changes.retain(|change| !change.is_missing());
            if !changes.is_empty() {
                contents = Contents::Damaged(changes);
            }
        }
        contents.goes_on(T::KIND.word, folder, force)
    }

    /// The manifest goes first, the plan last: whatever is left between is known as a result that is not finished.
    pub fn clear(folder: &Path) -> Result<(), Error> {
        missing::remove(&folder.join(manifest::FILE))?;
        missing::remove(&folder.join(answer::FILE))?;
        T::KIND.files.iter().try_for_each(|file| missing::remove(&folder.join(file)))?;
        (T::KIND.clear_drafts)(folder)?;
        (T::KIND.clear_games)(folder)?;
        missing::remove(&folder.join(T::KIND.file))
    }

    /// Writes the manifest, after all other files.
    pub fn finish(&self, files: &Files<'_>) -> Result<(), Error> {
        let hashes = files.hashes.borrow();
        let named = |name: &&str| Some(((*name).to_owned(), hashes.get(*name)?.clone()));
        let manifest = StudyManifest {
            format: T::FORMAT.to_owned(),
            digest: self.digest.clone(),
            agent: files.agent.borrow().clone(),
            files: T::KIND.files.iter().filter_map(named).collect(),
            parts: verify::finished_within(files.folder, Self::parts(files.folder)?)?,
            build: build(),
            sha256: String::new(),
        };
        let text = self_hash::sealed(&json::pretty(&manifest));
        durable::put(files.folder, manifest::FILE, &text)?;
        (T::KIND.clear_drafts)(files.folder)
    }
}

/// Removes the runs in these folders; other files stay, with their folders.
pub fn clear_runs(runs: impl IntoIterator<Item = PathBuf>) -> Result<(), Error> {
    for run in runs.into_iter().filter(|run| run.is_dir()) {
        folder::clear(&run)?;
        folders::leave(&run);
    }
    Ok(())
}

pub struct Files<'a> {
    folder: &'a Path,
    hashes: RefCell<Map<String, Value>>,
    agent: RefCell<Option<AgentEntry>>,
}

impl Files<'_> {
    pub fn of(folder: &Path) -> Files<'_> {
        Files { folder, hashes: RefCell::default(), agent: RefCell::default() }
    }

    pub fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        durable::put(self.folder, name, bytes)?;
        self.note(name, digest::of(bytes));
        Ok(())
    }

    /// The agent that was found, for the manifest.
    pub fn found(&self, agent: &AgentEntry) {
        *self.agent.borrow_mut() = Some(agent.clone());
    }

    pub fn note(&self, name: &str, sha256: String) {
        self.hashes.borrow_mut().insert(name.to_owned(), sha256.into());
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyManifest {
    format: String,
    pub digest: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentEntry>,
    files: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<String>,
    /// Commit, target and compiler of the program that finished it.
    #[serde(default)]
    build: String,
    #[serde(default)]
    sha256: String,
}

impl StudyManifest {
    pub fn read(folder: &Path) -> Result<Option<StudyManifest>, Error> {
        let text = durable::read(&folder.join(manifest::FILE))?.unwrap_or_default();
        Ok(serde_json::from_slice(&text).ok())
    }
}

impl<T: Request> Serialize for PlanFile<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut file = serializer.serialize_struct("PlanFile", 3)?;
        file.serialize_field("format", T::FORMAT)?;
        file.serialize_field("digest", &self.digest)?;
        file.serialize_field(T::KIND.key, &self.request)?;
        file.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Question {
        version: String,
        share: f32,
    }

    impl Request for Question {
        const FORMAT: &'static str = "drakkar-question";
        const KIND: Kind = Kind {
            file: "question.json",
            key: "question",
            word: "answer",
            files: &[],
            parts: &[],
            clear_games: |_| Ok(()),
            clear_drafts: |_| Ok(()),
        };
    }

    #[test]
    fn the_key_is_that_of_the_request() {
        let plan = PlanFile::new(Question { version: "1".to_owned(), share: 0.1 });
        let text = String::from_utf8(json::bytes(&plan)).unwrap();
        let digest = &plan.digest;
        let expected = format!(
            r#"{{"format":"drakkar-question","digest":"{digest}","question":{{"version":"1","share":0.1}}}}"#
        );
        assert_eq!(text, expected);
        let read = |text: &str| {
            let value: Value = serde_json::from_str(text).unwrap();
            PlanFile::<Question>::from_value(&value).map_err(|error| error.to_string())
        };
        assert_eq!(read(&text), Ok(plan));
        for (from, to, expected) in [
            ("question", "answer", "key `answer`: there is no such key"),
            ("\"digest\"", "\"hash\"", "key `hash`: there is no such key"),
            ("\"share\":0.1", "\"share\":\"x\"", "question.share=\"x\": must be a number"),
        ] {
            let text = text.replace("drakkar-question", "").replace(from, to);
            let error = read(&text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        let error = read(r#"{"digest":""}"#).unwrap_err();
        assert!(error.contains("key `question`: is missing"), "{error}");
    }
}
