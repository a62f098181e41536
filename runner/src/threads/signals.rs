use std::io;
#[cfg(unix)]
use std::io::Read;

/// Calls `act`, in a thread of its own, whenever Ctrl-C is pressed, or the process is asked to end in another
/// way. A process that was started with SIGHUP ignored, as by `nohup`, goes on ignoring it.
#[cfg(unix)]
pub fn on_request(act: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGQUIT])?;
    // Where that is not known, SIGHUP does what it would do anyway.
    if ignores(SIGHUP) == Some(false) {
        signals.add_signal(SIGHUP)?;
    }
    let listen = move || signals.forever().for_each(|_| act());
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen).map(drop)
}

#[cfg(not(unix))]
pub fn on_request(act: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}

/// Whether the process ignores a signal; none where the system has no such file to look it up in (Linux has).
#[cfg(unix)]
fn ignores(signal: i32) -> Option<bool> {
    let mut status = String::with_capacity(4096);
    std::fs::File::open("/proc/self/status").ok()?.read_to_string(&mut status).ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
    Some(mask >> (signal - 1) & 1 == 1)
}
