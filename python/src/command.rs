//! Commands: as a program, and heard by Python.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use drakkar::{Heard, serde_json};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// So often Python may notice that Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// Commands that are heard now.
static HEARD: AtomicUsize = AtomicUsize::new(0);

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(hear, module)?)?;
    module.add_function(wrap_pyfunction!(hear_again, module)?)
}

/// The command of these words as the whole of this process; gives its exit code.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| drakkar::main_of(words))
}

/// What is printed, the message of an error, and the exit code.
type Told = (String, Option<String>, u8);

fn told(heard: Heard) -> Told {
    match heard.end {
        Ok(()) => (heard.printed, None, 0),
        Err((message, code)) => (heard.printed, Some(message), code),
    }
}

/// Runs the command of these words with flags, an object of JSON. Signals reach Python while it works; an exception of
/// theirs ends the command as Ctrl-C does, so that its finished chunks are kept.
#[pyfunction]
fn hear(py: Python<'_>, words: Vec<OsString>, flags: &str) -> PyResult<Told> {
    let flags =
        serde_json::from_str(flags).map_err(|error| PyValueError::new_err(error.to_string()))?;
    if HEARD.fetch_add(1, Ordering::SeqCst) == 0 {
        drakkar::stop(false);
    }
    let heard = wait(py, move || drakkar::hear(words, flags));
    HEARD.fetch_sub(1, Ordering::SeqCst);
    match heard? {
        // Its exception says more than that of the signal.
        (heard, _) if matches!(heard.end, Err((_, 130))) => Ok(told(heard)),
        (_, Some(signal)) => Err(signal),
        (heard, None) => Ok(told(heard)),
    }
}

fn wait(
    py: Python<'_>,
    work: impl FnOnce() -> Heard + Send + 'static,
) -> PyResult<(Heard, Option<PyErr>)> {
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    let worker = move || {
        let _ = sender.send(work());
    };
    thread::Builder::new()
        .name("drakkar".to_owned())
        .spawn(worker)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let mut signal = None;
    loop {
        let next = py
            .detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK));
        match next {
            Ok(heard) => return Ok((heard, signal)),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("a mistake of this program"));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    drakkar::stop(true);
                    signal.get_or_insert(error);
                }
            }
        }
    }
}

/// What a study printed whose results are in this folder.
#[pyfunction]
fn hear_again(py: Python<'_>, folder: PathBuf) -> Told {
    py.detach(|| told(drakkar::hear_again(&folder)))
}
