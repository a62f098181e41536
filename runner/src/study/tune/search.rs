//! `search.json`: the distribution behind the generations of `tune.csv`, from which an interrupted search goes on.

use std::path::Path;

use drakkar_learn::cma_es::{CmaEs, Settings, State};
use drakkar_play::json;
use serde::{Deserialize, Serialize};

use crate::disk::{changed::CHANGED, durable, self_hash};
use crate::error::{Error, tell};
use crate::study::tune::plan::{SEARCH, TRACE};
use crate::study::{plan_file::Files, tune::generation_log::GenerationLog};

const FORMAT: &str = "drakkar-search";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    /// SHA-256 of `tune.csv` up to the last generation whose values are in the state.
    trace: String,
    state: State,
    sha256: String,
}

/// The search as it was kept in `folder`, if that is what comes of the first generations of `trace`. Otherwise it is
/// the search before the first generation, and a file that was changed is told of.
pub fn kept(folder: &Path, settings: Settings, trace: &GenerationLog) -> Result<CmaEs, Error> {
    let path = folder.join(SEARCH);
    let Some(text) = durable::read(&path)? else { return Ok(CmaEs::new(settings)) };
    let found = read(&text, settings, trace).unwrap_or_else(|reason| {
        let path = path.display();
        tell(&format!("{path}: {reason}; the search is made anew from {TRACE}"));
        None
    });
    Ok(found.unwrap_or_else(|| CmaEs::new(settings)))
}

fn read(text: &[u8], settings: Settings, trace: &GenerationLog) -> Result<Option<CmaEs>, String> {
    if !self_hash::is_whole(text) {
        return Err(CHANGED.to_owned());
    }
    let saved: Saved = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    if saved.format != FORMAT {
        return Err(format!("its format is not {FORMAT}"));
    }
    // Rows may have been lost.
    if trace.sha256_after(saved.state.generation) != Some(saved.trace) {
        return Ok(None);
    }
    CmaEs::resumed(settings, saved.state).map(Some).map_err(|error| error.to_string())
}

pub fn keep(files: &Files<'_>, search: &CmaEs, trace: &GenerationLog) -> Result<(), Error> {
    let state = search.state().clone();
    let saved = Saved {
        format: FORMAT.to_owned(),
        trace: trace.sha256_after(state.generation).unwrap_or_default(),
        state,
        sha256: String::new(),
    };
    files.put(SEARCH, &self_hash::sealed(&json::line(&saved)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::tune::evaluate::{Average, Rated};

    const SETTINGS: Settings = Settings { dimensions: 1, population: 2, sigma: 0.5, seed: 3 };

    fn folder(generations: usize) -> (tempfile::TempDir, CmaEs) {
        let folder = tempfile::tempdir().unwrap();
        let mut search = CmaEs::new(SETTINGS);
        let (mut trace, files) = (trace(folder.path()), Files::of(folder.path()));
        for _ in 0..generations {
            let weights = [search.ask(), vec![search.state().mean.clone()]].concat();
            let opponents = Average { share: 0.5, margin: 0.0 };
            let rated =
                |point: &Vec<f64>| Rated { value: point[0], opponents, best: None, games: 1 };
            let rated: Vec<Rated> = weights.iter().map(rated).collect();
            trace.add(search.state().sigma, &rated, &weights).unwrap();
            search.tell(&[rated[0].value, rated[1].value]).unwrap();
            keep(&files, &search, &trace).unwrap();
        }
        (folder, search)
    }

    fn trace(folder: &Path) -> GenerationLog {
        GenerationLog::open(folder, &["a"], SETTINGS.population).unwrap()
    }

    #[test]
    fn what_is_kept_is_found() {
        let (folder, search) = folder(3);
        let path = folder.path();
        assert_eq!(kept(path, SETTINGS, &trace(path)).unwrap(), search);
        let text = std::fs::read(path.join(SEARCH)).unwrap();
        keep(&Files::of(path), &search, &trace(path)).unwrap();
        assert_eq!(std::fs::read(path.join(SEARCH)).unwrap(), text);
        // It is not that of fewer generations.
        let rows = std::fs::read_to_string(path.join(TRACE)).unwrap();
        std::fs::write(path.join(TRACE), &rows[..rows.find("\n2,").unwrap() + 1]).unwrap();
        assert_eq!(trace(path).values().unwrap().len(), 2);
        assert_eq!(kept(path, SETTINGS, &trace(path)).unwrap(), CmaEs::new(SETTINGS));
        std::fs::remove_file(path.join(SEARCH)).unwrap();
        assert_eq!(kept(path, SETTINGS, &trace(path)).unwrap(), CmaEs::new(SETTINGS));
    }

    /// Whatever byte is another one or is missing, nothing of the file is used.
    #[test]
    fn what_was_changed_is_refused() {
        let (folder, search) = folder(2);
        let trace = trace(folder.path());
        let text = std::fs::read(folder.path().join(SEARCH)).unwrap();
        assert_eq!(read(&text, SETTINGS, &trace), Ok(Some(search)));
        for at in 0..text.len() - 1 {
            let mut changed = text.clone();
            changed[at] ^= 1;
            assert_eq!(read(&changed, SETTINGS, &trace), Err(CHANGED.to_owned()), "{at}");
            assert!(read(&text[..at], SETTINGS, &trace).is_err(), "{at}");
        }
        // With a hash that fits, as no program writes it.
        let refused = |from: &str, to: &str| {
            let mut value: Saved = serde_json::from_slice(&text).unwrap();
            value.sha256.clear();
            let plain = String::from_utf8(json::line(&value)).unwrap();
            assert!(plain.contains(from), "{plain}");
            let changed = self_hash::sealed(plain.replacen(from, to, 1).as_bytes());
            read(&changed, SETTINGS, &trace).unwrap_err()
        };
        assert!(refused("\"sigma\":", "\"sigma\":-").contains("step size is not above 0"));
        assert!(refused("\"mean\":[", "\"mean\":[0.0,").contains("another number of dimensions"));
        assert!(refused("\"mean\":[", "\"mean\":[null,").contains("invalid type: null"));
        assert!(refused("\"mean\":[", "\"mean\":[1e999,").contains("out of range"));
        assert!(refused("\"covariance\":[[", "\"covariance\":[[-").contains("positive definite"));
        assert!(refused("-search", "-tune").contains("format is not drakkar-search"));
        assert!(refused("\"state\":", "\"states\":").contains("unknown field"));
    }
}
