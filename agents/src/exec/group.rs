//! A program and the processes that it started: they are ended together.

use std::io;
use std::mem;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{self, Pid, Signal, WaitId, WaitIdOptions};

/// The groups that have not been ended; the number of a group is that of its program.
static ALIVE: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn alive() -> MutexGuard<'static, Vec<Pid>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program in a group of its own.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    command.process_group(0);
    let mut alive = alive();
    let child = command.spawn()?;
    alive.push(Pid::from_child(&child));
    Ok(child)
}

/// Whether a program ended, which has not been waited for: until then, no other group can have its
/// number. `None` if the system does not know it; then its group must be left alone.
pub(super) fn has_ended(child: &Child) -> Option<bool> {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    let found = process::waitid(WaitId::Pid(Pid::from_child(child)), look);
    found.ok().map(|status| status.is_some())
}

/// Ends the group of a program, which has not been waited for.
pub(super) fn end(child: &Child) {
    let mut alive = alive();
    let program = Pid::from_child(child);
    if has_ended(child).is_some() {
        let _ = process::kill_process_group(program, Signal::KILL);
    }
    alive.retain(|other| *other != program);
}

/// See [`super::end_all`].
pub(super) fn end_all() {
    let alive = alive();
    for &program in &*alive {
        let _ = process::kill_process_group(program, Signal::KILL);
    }
    // A thread whose program is gone would start another one.
    mem::forget(alive);
}
