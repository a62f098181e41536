//! Programs that misbehave as players: nothing waits for them for long, nothing of them is left, and what
//! they write is not kept.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::call::Place;

/// Four games, of which two are a block; a decision is a question to the program.
const LINE: &str = "run --game goofspiel --games 4 --quiet --threads 2 --out r --agents";

/// Each program notes the processes that it consists of in `ids`, and what it does comes next.
const WILD: [(&str, &str, &str); 10] = [
    ("never answers", "exec sleep 1000", "gave no answer in 150 ms"),
    (
        "answers late",
        "read line; sleep 0.4; echo '{}'; exec sleep 1000",
        "gave no answer in 150 ms",
    ),
    ("floods its output", "exec yes", "`y`"),
    ("writes without an end of line", "exec cat /dev/zero", "a line has more than 65536 bytes"),
    ("floods its standard error", "yes >&2", "gave no answer in 150 ms; its last words: y /"),
    ("writes errors without an end of line", "cat /dev/zero >&2", "gave no answer in 150 ms"),
    (
        "writes half a line",
        "read line; printf '{\"act'; exec sleep 1000",
        "gave no answer in 150 ms",
    ),
    (
        "leaves a process that holds its streams",
        "sleep 1000 & echo $! >> ids; exit 3",
        "ended (exit status: 3), but a process that it started kept its output open",
    ),
    (
        "leaves a process with streams of its own",
        "sleep 1000 > /dev/null 2>&1 & echo $! >> ids; exit 3",
        "ended (exit status: 3)",
    ),
    (
        "ends after half a line, without what it started",
        "(trap '' HUP TERM; sleep 1000) > /dev/null 2>&1 & echo $! >> ids; read line; printf '{'",
        "`{`, but that is not complete JSON",
    ),
];

/// Writes the program `name`, which others may then start with `sh`.
fn write(place: &Place, name: &str, body: &str) -> String {
    fs::write(place.path(name), format!("echo $$ >> ids\n{body}\n")).unwrap();
    format!("exec:sh {name},milliseconds=150")
}

fn start(place: &Place, line: &str, agent: &str) -> Child {
    let mut command = place.command(line);
    command.args([agent, "random"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until so many processes are noted. Those of the two tries whether the program can be started, before
/// anything is played, may be among them.
fn wait_for(place: &Place, count: usize) {
    let noted = || fs::read_to_string(place.path("ids")).unwrap_or_default().lines().count();
    while noted() < count {
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until none of the noted processes runs; those that nobody waited for have ended, too.
fn all_gone(place: &Place, least: usize, what: &str) {
    let ids = fs::read_to_string(place.path("ids")).unwrap();
    let ids: Vec<&str> = ids.lines().collect();
    assert!(ids.len() >= least, "{what}: only {ids:?} were started");
    let begin = Instant::now();
    let runs = |id: &&&str| {
        let output = Command::new("ps").args(["-o", "stat=", "-p", id]).output().unwrap();
        !output.stdout.is_empty() && !output.stdout.starts_with(b"Z")
    };
    while let Some(id) = ids.iter().find(runs) {
        // A process that was killed may take a moment.
        assert!(begin.elapsed() < Duration::from_secs(20), "{what}: process {id} still runs");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The most memory that a process had so far, in kilobytes.
#[cfg(target_os = "linux")]
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[cfg(not(target_os = "linux"))]
fn peak(_: &Child) -> Option<u64> {
    None
}

#[test]
fn wild_programs_hold_up_nothing_and_leave_nothing() {
    for (what, body, reason) in WILD {
        let place = Place::new();
        let agent = write(&place, "wild", body);
        let begin = Instant::now();
        let mut child = start(&place, LINE, &agent);
        let mut most = 0;
        while child.try_wait().unwrap().is_none() {
            most = peak(&child).unwrap_or(0).max(most);
            std::thread::sleep(Duration::from_millis(5));
        }
        let code = child.wait().unwrap().code();
        assert_eq!(code, Some(1), "{what}");
        assert!(begin.elapsed() < Duration::from_secs(30), "{what}: {:?}", begin.elapsed());
        assert!(most < 100_000, "{what}: {most} kB");
        let failures = place.files("r")["failures.jsonl"].clone();
        assert_eq!(failures.matches(reason).count(), 4, "{what}: {failures}");
        all_gone(&place, 4, what);
    }
}

/// A process that notes itself, once it is where it was moved to.
#[cfg(target_os = "linux")]
const CHILD: &str = "echo $$ >> ids; : > $UP; exec sleep 1000";

/// Processes that leave the group of their program end with it, too, if the system tells of their environment.
#[cfg(target_os = "linux")]
#[test]
fn no_process_leaves_its_program() {
    for (what, start) in [
        ("a group of its own", "bash -c 'set -m; sh child & wait' &"),
        ("a session of its own", "setsid sh child &"),
        ("a session and no parent", "setsid sh -c 'sh child & exit' &"),
        (
            "a fork",
            // Its first process may outlive it, and has the number 1 for a parent then.
            "setsid sh -c '(sh -c \"[ \\$PPID = 1 ] || echo \\$PPID >> ids\"; : > $UP; while :; do sleep 0.1; done) & exit' &",
        ),
        (
            "an environment of its own",
            "env -i UP=up.$$ DRAKKAR_PROGRAM=$DRAKKAR_PROGRAM/outer/ setsid sh child &",
        ),
    ] {
        let place = Place::new();
        fs::write(place.path("child"), CHILD).unwrap();
        let answers = "until [ -e $UP ]; do sleep 0.01; done; read line; echo nonsense";
        let body = format!("export UP=up.$$; {start}\n{answers}; exec sleep 1000");
        let agent = write(&place, "leader", &body).replace("=150", "=10000");
        let output = start_and_wait(&place, LINE, &agent, what);
        assert_eq!(output.status.code(), Some(1), "{what}");
        let failures = place.files("r")["failures.jsonl"].clone();
        assert_eq!(failures.matches("`nonsense`").count(), 4, "{what}: {failures}");
        all_gone(&place, 8, what);
    }
}

/// A program that joins the group of the laboratory is ended without it.
#[test]
fn a_program_in_the_group_of_the_laboratory_ends_alone() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3");
        return;
    }
    let place = Place::new();
    let join = "import os, time; os.setpgid(0, os.getpgid(os.getppid()))";
    let body = format!(
        "exec python3 -c '{join}; print(os.getpid(), file=open(\"ids\", \"a\")); time.sleep(1000)'"
    );
    let agent = write(&place, "guest", &body).replace("=150", "=2000");
    let output = start_and_wait(&place, LINE, &agent, "guest");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let failures = place.files("r")["failures.jsonl"].clone();
    assert_eq!(failures.matches("gave no answer in 2000 ms").count(), 4, "{failures}");
    all_gone(&place, 8, "guest");
}

/// The end of a command that must not take long.
fn start_and_wait(place: &Place, line: &str, agent: &str, what: &str) -> Output {
    let mut child = start(place, line, agent);
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(30) {
            child.kill().unwrap();
            panic!("{what}: the command does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

/// Whatever ends a command ends its programs, too.
#[test]
fn no_end_of_a_command_leaves_a_program() {
    let long = "run --game goofspiel --games 4000 --chunk 10 --quiet --threads 8 --out r";
    // Where what is in another session can be found, it is.
    let deaf = if cfg!(target_os = "linux") {
        "sleep 1000 & echo $! >> ids; setsid sh -c 'echo $$ >> ids; exec sleep 1000' & exec sleep 1000"
    } else {
        "sleep 1000 & echo $! >> ids; exec sleep 1000"
    };
    for (what, flags, signals, code) in [
        ("Ctrl-C", "", &["-INT"][..], 130),
        ("Ctrl-C twice", "", &["-INT", "-INT"], 130),
        ("SIGTERM twice", "", &["-TERM", "-TERM"], 130),
        ("SIGQUIT", "", &["-QUIT"], 130),
        // It finishes a chunk, in which ten games fail.
        ("a deadline", "--deadline 1s", &[], 2),
        ("failing games", "", &[], 2),
    ] {
        let place = Place::new();
        let agent = write(&place, "deaf", deaf);
        let child = start(&place, &format!("{long} {flags} --agents"), &agent);
        // The tries note six at most.
        wait_for(&place, 12);
        for (index, signal) in signals.iter().enumerate() {
            // Two signals at the same moment are one.
            std::thread::sleep(Duration::from_millis(index as u64 * 100));
            Command::new("kill").args([*signal, &child.id().to_string()]).status().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{what}: {error}");
        all_gone(&place, 2, what);
    }
    // A person leaves a game while the other one thinks.
    let place = Place::new();
    write(&place, "deaf", deaf);
    let mut command = place.command("play --game goofspiel --players 2 --agents");
    command.args(["exec:sh deaf", "human"]).stdin(Stdio::piped());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&place, 2);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    all_gone(&place, 2, "play");
}

/// One Ctrl-C is enough for a program that hangs, however long it may take for an answer.
#[test]
fn a_program_that_hangs_is_not_waited_for_at_the_end() {
    let place = Place::new();
    let body = "read line && touch asked\nexec sleep 1000";
    let agent = write(&place, "hangs", body).replace("=150", "=500000");
    let child = start(&place, LINE, &agent);
    // Only those that play are asked; the tries may end before they have noted anything.
    place.wait_for("asked");
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let begin = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("a program gives no answer"), "{told}");
    all_gone(&place, 1, "hangs");
}

/// What programs write, and what they are called, is no command to the terminal; files keep it as it is.
#[test]
fn no_text_of_a_program_commands_the_terminal() {
    let evil = "\u{1b}[31mEVIL\u{1b}]0;title\u{7}\u{202e}";
    for (what, body) in [
        ("its answer", format!("read line; echo '{evil}'; exec sleep 1000")),
        ("its last words", format!("echo '{evil}' >&2; exit 3")),
        ("its name", "exit 3".to_owned()),
    ] {
        let place = Place::new();
        let agent = write(&place, "evil", &body).replace("sh evil", &format!("sh evil {evil}"));
        let told = |line: &str, agent: &[&str], code: i32| {
            let output = place.command(line).args(agent).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap()
                + &String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(code), "{what}, {line}: {text:?}");
            let commands = |c: char| "\u{1b}\u{7}\u{202e}".contains(c);
            assert!(!text.contains(commands), "{what}, {line}: {text:?}");
            text
        };
        assert!(told(LINE, &[&agent, "random"], 1).contains("EVIL"));
        let failures = place.files("r")["failures.jsonl"].clone();
        assert!(
            failures.contains("\\u001b[31mEVIL") && failures.contains('\u{202e}'),
            "{failures}"
        );
        told("replay r/failures.jsonl --index 0", &[], 0);
        let plan = "plan p run --game goofspiel --games 4 --agents";
        told(plan, &[&agent, "random"], 0);
        told("work p", &[], 1);
        assert!(told("merge p", &[], 1).contains("EVIL"));
        let nobody = agent.replace("sh evil", "./nobody");
        told(&LINE.replace("--out r", "--out n"), &[&nobody, "random"], 2);
        told(&LINE.replace("--out r", "--out n"), &[evil, "random"], 2);
        told("test-bot --game=goofspiel", &[&agent], 1);
    }
}
