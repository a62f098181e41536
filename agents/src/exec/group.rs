//! A program and the processes that it started: they are ended together, by their group, and on Linux also by a mark
//! in their environment: a process inherits that when it is forked, and keeps it in another group or session.

use std::env;
use std::ffi::OsString;
use std::io;
use std::mem;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::process::{self, Pid, Signal, WaitId, WaitIdOptions};

/// The variable that holds the mark.
const NAME: &str = "DRAKKAR_PROGRAM";

/// The beginning of the marks of this process. Numbers of processes are used again, moments are not.
static OURS: LazyLock<String> = LazyLock::new(|| {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("/{}-{}/", std::process::id(), now.as_nanos())
});

/// The programs that have not been ended; the number of a program is also that of its group.
static ALIVE: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn alive() -> MutexGuard<'static, Vec<Pid>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program in a group of its own. Its processes have the mark.
pub(super) fn spawn(command: &mut Command, mark: &ProcessTag) -> io::Result<Child> {
    command.process_group(0).env(NAME, mark.value());
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

/// Ends a program, which has not been waited for, and the processes that it started.
pub(super) fn end(child: &Child, mark: &ProcessTag) {
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
    ProcessTag(OURS.clone()).kill();
    // A thread whose program is gone would start another one.
    mem::forget(alive);
}

/// Kills a program and its group, which it may have left.
fn kill(program: Pid) {
    let _ = process::kill_process_group(program, Signal::KILL);
    let _ = process::kill_process(program, Signal::KILL);
}

/// What the processes of one program, or of all that this process starts, have in the variable.
pub(super) struct ProcessTag(String);

impl ProcessTag {
    pub(super) fn new() -> ProcessTag {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        ProcessTag(format!("{}{}/", *OURS, COUNT.fetch_add(1, Ordering::Relaxed)))
    }

    /// The value of the variable. If a program of another laboratory started this one, its mark stays there, so
    /// that both find what is theirs.
    fn value(&self) -> OsString {
        let mut value = env::var_os(NAME).unwrap_or_default();
        value.push(&self.0);
        value
    }

    /// Kills the processes that have it, where they can be found.
    fn kill(&self) {
        #[cfg(target_os = "linux")]
        search::kill(&self.0);
    }
}

#[cfg(target_os = "linux")]
mod search {
    use std::fs;
    use std::path::Path;
    use std::thread;
    use std::time::Duration;

    use rustix::process::{self, Pid, Signal};

    use super::NAME;

    /// A process may start another one while they are searched, which the next search finds; more than a few
    /// need one that does nothing else.
    const SEARCHES: usize = 100;
    /// Between searches while a process is about to have its environment, which takes microseconds on an idle
    /// machine.
    const PAUSE: Duration = Duration::from_millis(10);

    pub(super) fn kill(mark: &str) {
        // The files may tell of processes with other numbers than here, if those are in a space of their own.
        let own = fs::read_link("/proc/self").ok();
        if own.as_deref() != Some(Path::new(&std::process::id().to_string())) {
            return;
        }
        // A process that is killed may be there for another while, but starts none.
        let mut killed = Vec::new();
        for _ in 0..SEARCHES {
            let before = killed.len();
            let mut starting = false;
            for id in processes() {
                if killed.contains(&id) {
                    continue;
                }
                let environment = environment(id);
                if has(&environment, mark) {
                    // Numbers go round too slowly for it to be another process by now.
                    let _ = process::kill_process(id, Signal::KILL);
                    killed.push(id);
                } else if environment.is_empty() {
                    // If it has one by now, the next search sees it.
                    starting |= is_starting(id) || has(&self::environment(id), mark);
                }
            }
            if starting {
                thread::sleep(PAUSE);
            } else if killed.len() == before {
                return;
            }
        }
    }

    /// The environment of a process; those of other users cannot be asked.
    fn environment(id: Pid) -> Vec<u8> {
        fs::read(format!("/proc/{}/environ", id.as_raw_nonzero())).unwrap_or_default()
    }

    fn has(environment: &[u8], mark: &str) -> bool {
        let mut values = environment
            .split(|byte| *byte == 0)
            .filter_map(|variable| variable.strip_prefix(NAME.as_bytes())?.strip_prefix(b"="));
        values.any(|value| value.windows(mark.len()).any(|part| part == mark.as_bytes()))
    }

    /// Whether a process that shows no environment is in the middle of `execve`, which gives it one: it has a
    /// program, unlike threads of the kernel and those that ended, and its environment has no place yet, unlike an
    /// empty one.
    fn is_starting(id: Pid) -> bool {
        let folder = format!("/proc/{}", id.as_raw_nonzero());
        let Ok(stat) = fs::read(format!("{folder}/stat")) else {
            return false;
        };
        // proc(5): the name, in brackets, is the second field and may contain anything; env_end is the 51st.
        let stat = String::from_utf8_lossy(&stat);
        let end =
            stat.rsplit_once(')').and_then(|(_, fields)| fields.split_whitespace().nth(51 - 3));
        end == Some("0") && fs::read_link(format!("{folder}/exe")).is_ok()
    }

    fn processes() -> impl Iterator<Item = Pid> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Read;
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// A process that becomes another one this moment, and ends before long if it is not found. That it has its own
    /// environment is certain only after it has said something.
    fn start(mark: &ProcessTag) -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", "echo; exec sleep 60"]).env(NAME, mark.value());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        child
    }

    #[test]
    fn only_processes_with_the_mark_are_killed() {
        let (one, other) = (ProcessTag::new(), ProcessTag::new());
        let (mut found, mut left) = (start(&one), start(&other));
        one.kill();
        assert!(!found.wait().unwrap().success());
        assert!(left.try_wait().unwrap().is_none());
        other.kill();
        assert!(!left.wait().unwrap().success());
    }

    /// In the middle of `execve`, a process shows no environment.
    #[test]
    fn processes_are_killed_while_they_start() {
        for _ in 0..50 {
            let mark = ProcessTag::new();
            let mut child = start(&mark);
            mark.kill();
            assert!(!child.wait().unwrap().success());
        }
    }
}
