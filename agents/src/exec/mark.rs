//! A mark in the environment of a program, by which the processes that it started are found wherever they went:
//! a process inherits its environment when it is forked, and keeps it in another group or session.

use std::env;
use std::ffi::OsString;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) const NAME: &str = "DRAKKAR_PROGRAM";

/// The beginning of the marks of this process. Numbers of processes are used again, moments are not.
static OURS: LazyLock<String> = LazyLock::new(|| {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("/{}-{}/", std::process::id(), now.as_nanos())
});

/// What the processes of one program, or of all that this process starts, have in the variable.
pub(super) struct Mark(String);

impl Mark {
    pub(super) fn new() -> Mark {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Mark(format!("{}{}/", *OURS, COUNT.fetch_add(1, Ordering::Relaxed)))
    }

    pub(super) fn all() -> Mark {
        Mark(OURS.clone())
    }

    /// The value of the variable. If a program of another laboratory started this one, its mark stays there, so
    /// that both find what is theirs.
    pub(super) fn value(&self) -> OsString {
        let mut value = env::var_os(NAME).unwrap_or_default();
        value.push(&self.0);
        value
    }
}

#[cfg(target_os = "linux")]
mod search {
    use std::fs::{self, File};
    use std::io::Read;
    use std::thread;
    use std::time::Duration;

    use rustix::io::Errno;
    use rustix::process::{self, Pid, PidfdFlags, Signal};

    use super::{Mark, NAME};

    /// A process may start another one while they are searched, which the next search finds; more than a few
    /// need one that does nothing else.
    const SEARCHES: usize = 100;
    /// Between searches while a process is about to have its environment, which takes microseconds on an idle
    /// machine.
    const PAUSE: Duration = Duration::from_millis(10);

    impl Mark {
        pub(in crate::exec) fn kill(&self) {
            // The files may tell of processes with other numbers than here, if those are in a space of their own.
            let own = fs::read_link("/proc/self").ok();
            let own = own.and_then(|own| own.to_str()?.parse().ok());
            if own != Some(process::getpid().as_raw_nonzero().get()) {
                return;
            }
            // A process that is killed may be there for another while, but starts none.
            let mut killed = Vec::new();
            // One that shows no environment may have ended since it was listed, after it started another one.
            let mut bare = Vec::new();
            // With room for most environments, each is read at once.
            let mut environment = Vec::with_capacity(1 << 14);
            for _ in 0..SEARCHES {
                let before = (killed.len(), bare.len());
                let mut starting = false;
                for id in processes() {
                    if killed.contains(&id) {
                        continue;
                    }
                    if self.is_on(id, &mut environment) {
                        match self.kill_one(id, &mut environment) {
                            true => killed.push(id),
                            false => starting = true,
                        }
                    } else if environment.is_empty() {
                        // If it has one by now, the next search sees it.
                        starting |= is_starting(id) || self.is_on(id, &mut environment);
                        if !bare.contains(&id) {
                            bare.push(id);
                        }
                    }
                }
                if starting {
                    thread::sleep(PAUSE);
                } else if (killed.len(), bare.len()) == before {
                    return;
                }
            }
        }

        /// Whether a process has it; its environment is read into a vector. Those of other users cannot be
        /// asked.
        pub(super) fn is_on(&self, id: Pid, environment: &mut Vec<u8>) -> bool {
            let path = format!("/proc/{}/environ", id.as_raw_nonzero());
            environment.clear();
            // What is missing after an error is not there.
            let _ = File::open(path).and_then(|mut file| file.read_to_end(environment));
            let mut values = environment
                .split(|byte| *byte == 0)
                .filter_map(|variable| variable.strip_prefix(NAME.as_bytes())?.strip_prefix(b"="));
            let mark = self.0.as_bytes();
            values.any(|value| value.windows(mark.len()).any(|part| part == mark))
        }

        /// Kills a process that has it, unless another one has its number by now, or it is in the middle of `execve`
        /// and shows no environment: then false.
        fn kill_one(&self, id: Pid, environment: &mut Vec<u8>) -> bool {
            match process::pidfd_open(id, PidfdFlags::empty()) {
                Ok(process) if self.is_on(id, environment) => {
                    let _ = process::pidfd_send_signal(process, Signal::KILL);
                }
                Ok(_) => return false,
                Err(Errno::SRCH) => (),
                // An old system, or one that forbids it: it was found a moment ago, and numbers go round slowly.
                Err(_) => {
                    let _ = process::kill_process(id, Signal::KILL);
                }
            }
            true
        }
    }

    /// Whether a process that shows no environment is in the middle of `execve`, which gives it one: it has a program,
    /// unlike threads of the kernel and those that ended, and its environment has no place yet.
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

    pub(super) fn processes() -> impl Iterator<Item = Pid> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
    }
}

#[cfg(not(target_os = "linux"))]
impl Mark {
    pub(super) fn kill(&self) {}
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::search::processes;
    use super::*;

    /// A process that becomes another one this moment, and ends before long if it is not found. That it has its own
    /// environment is certain only after it has said something.
    fn start(mark: &Mark) -> Child {
        start_with(mark, "echo; exec sleep 60")
    }

    fn start_with(mark: &Mark, body: &str) -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", body]).env(NAME, mark.value());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        child
    }

    #[test]
    fn only_processes_with_the_mark_are_killed() {
        let (one, other) = (Mark::new(), Mark::new());
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
            let mark = Mark::new();
            let mut child = start(&mark);
            mark.kill();
            assert!(!child.wait().unwrap().success());
        }
    }

    /// Each of twenty processes starts the next one and ends, so most that a search lists are gone when it looks.
    #[test]
    fn processes_that_end_at_once_hide_no_other() {
        let hop = r#"test $0 = 20 && exec sleep 60; sh -c "$HOP" $(($0 + 1)) & exit"#;
        for _ in 0..10 {
            let mark = Mark::new();
            let body = format!("export HOP='{hop}'; echo; sh -c \"$HOP\" 0 &");
            let mut child = start_with(&mark, &body);
            mark.kill();
            child.wait().unwrap();
            // One that was killed may be there for another while.
            let left = || processes().filter(|id| mark.is_on(*id, &mut Vec::new())).count();
            let end = Instant::now() + Duration::from_secs(20);
            while left() > 0 && Instant::now() < end {
                thread::sleep(Duration::from_millis(5));
            }
            assert_eq!(left(), 0);
        }
    }
}
