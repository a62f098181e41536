use std::io;
use std::mem;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{self, Pid, Signal, WaitId, WaitIdOptions};

use super::mark::{self, Mark};

/// The programs that have not been ended; the number of a program is also that of its group.
static ALIVE: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn alive() -> MutexGuard<'static, Vec<Pid>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program in a group of its own. Its processes have the mark.
pub(super) fn spawn(command: &mut Command, mark: &Mark) -> io::Result<Child> {
    command.process_group(0).env(mark::NAME, mark.value());
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

pub(super) fn end(child: &Child, mark: &Mark) {
    let mut alive = alive();
    let program = Pid::from_child(child);
    if has_ended(child).is_some() {
        kill(program);
    }
    alive.retain(|other| *other != program);
    // Others need not wait for the search; `end_all` looks for all marks itself.
    drop(alive);
    mark.kill();
}

pub(super) fn end_all() {
    let alive = alive();
    alive.iter().copied().for_each(kill);
    Mark::all().kill();
    // A thread whose program is gone would start another one.
    mem::forget(alive);
}

/// Kills a program and its group, which it may have left.
fn kill(program: Pid) {
    let _ = process::kill_process_group(program, Signal::KILL);
    let _ = process::kill_process(program, Signal::KILL);
}
