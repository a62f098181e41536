//! The output folder of a run: who owns it, and how files get into it.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::disk::digest::{self, Hashing};
use crate::disk::durable;
use crate::disk::place::ChunkFolder;
use crate::error::Error;
use crate::export::manifest::{self, Found, Manifest};
use crate::export::timing_csv;
use crate::plan::run::Plan;

/// Prefix of the folder in which files wait until all are written.
const STAGING: &str = ".drakkar-";

/// What a folder means for a run.
#[derive(Clone, PartialEq, Debug)]
pub enum Standing {
    /// There is nothing in the way.
    Free,
    /// It holds the files of this run, undamaged.
    Complete(Box<Manifest>),
    /// It holds the plan of this run, and perhaps chunks.
    Unfinished,
    /// It may be replaced with `--force` only, for the reason given.
    Taken(String),
    /// It is nothing that Drakkar wrote, and is never replaced.
    Foreign,
}

impl Standing {
    /// Whether a run or a tune, whichever `kind` says, goes on in `folder`; else it is begun there.
    ///
    /// # Errors
    /// A folder that is not to be replaced, even where `force` is given.
    pub fn goes_on(self, kind: &str, folder: &Path, force: bool) -> Result<bool, Error> {
        let reason = match self {
            Standing::Unfinished => return Ok(!force),
            Standing::Free | Standing::Complete(_) => return Ok(false),
            Standing::Taken(_) if force => return Ok(false),
            Standing::Taken(reason) => {
                format!("{reason}; choose another folder with --out, or replace it with --force")
            }
            Standing::Foreign => format!(
                "is not empty and holds no {kind} of drakkar; choose another folder with --out"
            ),
        };
        Err(Error::input(folder, reason))
    }
}

/// Looks at `folder` on behalf of the run whose digest is given.
///
/// # Errors
/// If the folder cannot be read.
pub fn standing(folder: &Path, digest: &str) -> Result<Standing, Error> {
    Ok(match Manifest::read(folder)? {
        None => {
            let found =
                Plan::read(&ChunkFolder::new(folder)).map(|plan| plan.map(|one| one.digest));
            by_plan(folder, "run.json", found, digest, "another run, unfinished")?
        }
        Some(Found::Foreign) => Standing::Foreign,
        Some(Found::OtherVersion) => {
            Standing::Taken("holds a run of another version of drakkar".into())
        }
        Some(Found::Run(manifest)) if manifest.digest != digest => {
            Standing::Taken("holds another run".into())
        }
        Some(Found::Run(manifest)) => match damage(folder, &manifest)? {
            Some(file) => {
                Standing::Taken(format!("holds this run, but {file} is not as it was written"))
            }
            None => Standing::Complete(manifest),
        },
    })
}

/// What a folder without results means for the plan whose digest is given, by the digest of the plan that was
/// `found` in its `file`; `other` names another one.
///
/// # Errors
/// If the folder cannot be read.
pub fn by_plan(
    folder: &Path,
    file: &str,
    found: Result<Option<String>, Error>,
    digest: &str,
    other: &str,
) -> Result<Standing, Error> {
    match found {
        Ok(None) if is_empty(folder)? => Ok(Standing::Free),
        Ok(None) => Ok(Standing::Foreign),
        Ok(Some(found)) if found == digest => Ok(Standing::Unfinished),
        Ok(Some(_)) => Ok(Standing::Taken(format!("holds {other}"))),
        Err(Error::Input { reason, .. }) => {
            Ok(Standing::Taken(format!("holds a {file} that cannot be used: {reason}")))
        }
        Err(error) => Err(error),
    }
}

/// Whether a folder is missing or holds nothing but what a killed run left behind.
fn is_empty(folder: &Path) -> Result<bool, Error> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(Error::file("read", folder)(error)),
    };
    for entry in entries {
        let entry = entry.map_err(Error::file("read", folder))?;
        let name = entry.file_name();
        if !name.to_string_lossy().starts_with(STAGING) && name != "tmp" {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The first file that differs from what the manifest says.
fn damage(folder: &Path, manifest: &Manifest) -> Result<Option<String>, Error> {
    for (name, hash) in &manifest.files {
        let path = folder.join(name);
        let found = match File::open(&path) {
            Ok(mut file) => digest::of_reader(&mut file).map_err(Error::file("read", &path))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Error::file("read", &path)(error)),
        };
        if hash.as_str() != Some(&found) {
            return Ok(Some(name.clone()));
        }
    }
    Ok(None)
}

/// Files on their way into a folder. They are written beside their final place and moved there at
/// the end, the manifest last: a folder with a manifest is whole.
#[derive(Debug)]
pub struct Staging {
    folder: PathBuf,
    staging: TempDir,
    files: serde_json::Map<String, Value>,
}

/// A file that is being written.
pub type Output = Hashing<BufWriter<File>>;

impl Staging {
    /// Creates `folder` if it is missing, and a place for the files.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn open(folder: &Path) -> Result<Staging, Error> {
        fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
        let staging = tempfile::Builder::new()
            .prefix(STAGING)
            .tempdir_in(folder)
            .map_err(Error::file("write into", folder))?;
        Ok(Staging { folder: folder.to_owned(), staging, files: serde_json::Map::new() })
    }

    /// Begins the file `name`.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(&self, name: &str) -> Result<Output, Error> {
        let path = self.staging.path().join(name);
        let file = File::create(&path).map_err(Error::file("create", &path))?;
        Ok(Hashing::new(BufWriter::new(file)))
    }

    /// Completes the file `name`.
    ///
    /// # Errors
    /// If the last bytes cannot be written.
    pub fn close(&mut self, name: &str, output: Output) -> Result<(), Error> {
        let path = self.folder.join(name);
        let (file, digest) = output.finish();
        let file =
            file.into_inner().map_err(|error| Error::file("write", &path)(error.into_error()))?;
        // The chunks are removed when the results are there: they must be on the disk by then.
        file.sync_all().map_err(Error::file("write", &path))?;
        self.files.insert(name.to_owned(), Value::String(digest));
        Ok(())
    }

    /// Writes the file `name` at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let mut output = self.create(name)?;
        output.write_all(bytes).map_err(Error::file("write", &self.folder.join(name)))?;
        self.close(name, output)
    }

    /// Writes a file that no manifest names, into its place at once; nothing if there are no bytes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_beside(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.folder.join(name);
        if bytes.is_empty() {
            return remove(&path);
        }
        fs::write(&path, bytes).map_err(Error::file("write", &path))
    }

    /// Moves all files to their place, instead of those of an older manifest; the manifest comes
    /// last and receives the digests.
    ///
    /// # Errors
    /// If a file cannot be moved. The folder is then without a manifest.
    pub fn publish(self, mut manifest: Manifest) -> Result<Manifest, Error> {
        let mut old: Vec<String> = Vec::new();
        if let Some(Found::Run(known)) = Manifest::read(&self.folder)? {
            old.extend(known.files.keys().cloned());
        }
        remove(&self.folder.join(manifest::FILE))?;
        for name in old.iter().filter(|name| is_plain(name) && !self.files.contains_key(*name)) {
            remove(&self.folder.join(name))?;
        }
        manifest.files = self.files;
        let path = self.staging.path().join(manifest::FILE);
        let written = File::create(&path).and_then(|mut file| {
            file.write_all(&manifest.text())?;
            file.sync_all()
        });
        written.map_err(Error::file("write", &path))?;
        let names = manifest.files.keys().map(String::as_str).chain([manifest::FILE]);
        for name in names {
            let to = self.folder.join(name);
            fs::rename(self.staging.path().join(name), &to).map_err(Error::file("write", &to))?;
        }
        durable::sync_folder(&self.folder)?;
        Ok(manifest)
    }
}

/// Whether a name from a manifest is that of a file in its own folder.
fn is_plain(name: &str) -> bool {
    Path::new(name).file_name().is_some_and(|file| file == name)
}

/// Removes what a run of Drakkar left in `folder`: its files as its manifest names them, its plan
/// and its chunks.
///
/// # Errors
/// If something cannot be removed.
pub fn clear(folder: &Path) -> Result<(), Error> {
    if let Some(Found::Run(known)) = Manifest::read(folder)? {
        for name in known.files.keys().filter(|name| is_plain(name)) {
            remove(&folder.join(name))?;
        }
    }
    remove(&folder.join(manifest::FILE))?;
    remove(&folder.join(timing_csv::FILE))?;
    remove(&ChunkFolder::new(folder).plan())?;
    remove_chunks(folder)
}

/// Removes the chunks of a run.
///
/// # Errors
/// If something cannot be removed.
pub fn remove_chunks(folder: &Path) -> Result<(), Error> {
    for path in ChunkFolder::new(folder).folders() {
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Error::file("replace", &path)(error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Removes a file if it is there.
///
/// # Errors
/// If that is not possible.
pub fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::file("replace", path)(error))
        }
        _ => Ok(()),
    }
}
