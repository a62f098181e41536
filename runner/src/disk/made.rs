//! What this process has made: a refusal there may be over the next time.

use std::{path::Path, path::PathBuf, sync::Mutex};

static MADE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

pub fn has(path: &Path) -> bool {
    MADE.lock().is_ok_and(|made| made.iter().any(|folder| path.starts_with(folder)))
}

pub fn add(folder: &Path) {
    if let Ok(mut made) = MADE.lock() {
        made.push(folder.to_owned());
    }
}
