//! The folder of a tune: who owns it.

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::export::folder::{clear as clear_run, remove};
use crate::export::manifest;
use crate::study::tune::confirmation;
use crate::study::tune::halving;
use crate::study::tune::plan::{self, Sealed};
use crate::study::tune::playoff;
use crate::study::tune::trace;

/// Name of the file of the weights that were found.
pub(super) const BEST: &str = "best.toml";

/// Makes `folder` that of `plan`: begins it, or goes on in it.
///
/// # Errors
/// A folder that holds anything else, unless that is a tune and is to be replaced by `force`.
pub(super) fn claim<T>(folder: &Path, plan: &Sealed<T>, force: bool) -> Result<(), Error>
where
    T: Serialize + DeserializeOwned + PartialEq,
{
    let taken = |reason: &str| {
        let reason =
            format!("{reason}; choose another folder with --out, or replace it with --force");
        Err(Error::input(folder, reason))
    };
    let format = &plan.format;
    match Sealed::<T>::read(format, folder) {
        Ok(Some(known)) if known.digest == plan.digest && !force => return Ok(()),
        Ok(None) if is_empty(folder)? => {}
        Ok(None) => {
            let reason =
                "is not empty and holds no tune of drakkar; choose another folder with --out";
            return Err(Error::input(folder, reason));
        }
        Ok(Some(_)) | Err(Error::Input { .. }) if force => {}
        Ok(Some(_)) => return taken("holds another tune"),
        Err(Error::Input { reason, .. }) => {
            return taken(&format!("holds a {} that cannot be used: {reason}", plan::FILE));
        }
        Err(error) => return Err(error),
    }
    clear(folder)?;
    plan.write(folder)
}

fn is_empty(folder: &Path) -> Result<bool, Error> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(Error::file("read", folder)(error)),
    };
    for entry in entries {
        let entry = entry.map_err(Error::file("read", folder))?;
        // What a killed process left on its way.
        if entry.path() != plan::tmp(folder) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Removes what a tune wrote, its plan last.
fn clear(folder: &Path) -> Result<(), Error> {
    for file in [manifest::FILE, confirmation::FILE, BEST, trace::FILE, halving::FILE] {
        remove(&folder.join(file))?;
    }
    let tests = folder.join("confirm");
    let mut runs = vec![folder.join(playoff::FOLDER)];
    if let Ok(entries) = fs::read_dir(&tests) {
        runs.extend(entries.flatten().map(|entry| entry.path()));
    }
    for run in runs.iter().filter(|run| run.is_dir()) {
        clear_run(run)?;
        // Anything of somebody else stays, with its folder.
        let _ = fs::remove_dir(run);
    }
    let _ = fs::remove_dir(&tests);
    remove(&folder.join(plan::FILE))
}
