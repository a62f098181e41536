//! Files that others wrote: their texts are shown as texts, and files of any size and depth are refused. What
//! `SECURITY.md` says is tested here; pages in a browser are for `scripts/test_pages.sh`.

use std::fs;
use std::process::Stdio;

use serde_json::{Map, Value, json};
use sha2::Digest;

use crate::call::{Called, Place, program};

/// A text that does something wherever it is taken for HTML, in an attribute, in a script or on a terminal.
const EVIL: &str =
    "\"'><img src=x onerror=alert(1)></script><script>alert(2)</script>\u{1b}]0;x\u{7}";

/// Looks at what a command did with a file in which there is [`EVIL`]; returns whether it made the page.
fn is_harmless(place: &Place, page: &str, called: &Called) -> bool {
    let what = format!("{called:?}");
    assert!(matches!(called.code, Some(0..=3)), "{what}");
    assert!(!called.out.contains('\u{1b}') && !called.err.contains('\u{1b}'), "{what}");
    let Ok(html) = fs::read_to_string(place.path(page)) else { return false };
    fs::remove_file(place.path(page)).unwrap();
    let low = html.to_lowercase();
    assert!(!low.contains("<img") && !low.contains("<script>alert"), "{what}");
    // The data, and the script.
    assert_eq!(low.matches("</script>").count(), 2, "{what}");
    assert!(html.contains("content=\"default-src 'none';"), "{what}");
    true
}

/// The value with [`EVIL`] in the place of each of its texts, and of each of its keys, one at a time; of lists, in the
/// first two parts and the last.
fn spoiled(value: &Value) -> Vec<Value> {
    match value {
        Value::String(_) => vec![json!(EVIL)],
        Value::Array(list) => (list.iter().enumerate())
            .filter(|(index, _)| [0, 1, list.len() - 1].contains(index))
            .flat_map(|(index, part)| spoiled(part).into_iter().map(move |part| (index, part)))
            .map(|(index, part)| {
                let mut list = list.clone();
                list[index] = part;
                Value::Array(list)
            })
            .collect(),
        Value::Object(map) => {
            let renamed = map.iter().map(|(old, _)| {
                let name = |key: &String| if key == old { EVIL.to_owned() } else { key.clone() };
                map.iter().map(|(key, value)| (name(key), value.clone())).collect::<Map<_, _>>()
            });
            let parts = map.iter().flat_map(|(key, part)| {
                spoiled(part).into_iter().map(move |part| {
                    let mut map = map.clone();
                    map[key] = part;
                    map
                })
            });
            renamed.chain(parts).map(Value::Object).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn a_record_with_scripts_in_its_texts_is_shown_as_text() {
    let place = Place::new();
    let line =
        "run --game goofspiel --players 2 --agents random --games 1 --record r.jsonl --out r";
    place.ok(&format!("{line} --quiet"));
    let text = fs::read_to_string(place.path("r.jsonl")).unwrap();
    let (rule_set, game) = text.split_once('\n').unwrap();
    let rule_set: Value = serde_json::from_str(rule_set).unwrap();
    let mut record: Value = serde_json::from_str(game).unwrap();
    record.as_object_mut().unwrap().shift_remove("rule_set_id").unwrap();
    record["rule_set"] = rule_set["rule_set"].clone();
    let mut pages = 0;
    for record in spoiled(&record) {
        fs::write(place.path("evil.jsonl"), format!("{record}\n")).unwrap();
        pages += u32::from(is_harmless(
            &place,
            "evil.html",
            &place.call("view evil.jsonl --out evil.html"),
        ));
        for command in ["verify", "replay"] {
            is_harmless(&place, "none", &place.call(&format!("{command} evil.jsonl")));
        }
    }
    // The agents, the name of the rules, a decision, a key of the result and of the facts.
    assert!(pages > 5, "only {pages} pages");
    record["agents"][1] = json!(EVIL);
    fs::write(place.path("evil.jsonl"), format!("{record}\n")).unwrap();
    place.ok("view evil.jsonl --out evil.html");
    assert_eq!(crate::pages::data(&place, "evil.html")["agents"][1], EVIL);
}

/// Whether a sentence of the page's answer was replaced by [`EVIL`].
fn page_has_answer(place: &Place) -> bool {
    let html = fs::read_to_string(place.path("evil.html")).unwrap_or_default();
    html.contains("<p class=\"answer\">&quot;")
}

/// The text of a file with a hash of its own, which is right: whoever changes a file can compute it.
fn sealed(mut value: Value) -> String {
    if value.get("sha256").is_none() {
        return value.to_string();
    }
    value["sha256"] = json!("");
    let text = value.to_string();
    let hash = sha2::Sha256::digest(&text);
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    text.replacen("\"sha256\":\"\"", &format!("\"sha256\":\"{hash}\""), 1)
}

#[test]
fn results_with_scripts_in_their_texts_are_shown_as_text() {
    let place = Place::new();
    place.ok("run --game goofspiel --agents greedy random --games 8 --out r --quiet");
    place.ok(
        "tournament --game goofspiel --agents greedy random --players 2 --games 8 --out t --quiet",
    );
    place.ok(
        "compare --game goofspiel --agents greedy random --players 2 --games 8 --out c --quiet",
    );
    fs::create_dir(place.path("evil")).unwrap();
    let (mut pages, mut answers) = (0, 0);
    let mut report = |name: &str, text: &str| {
        fs::write(place.path("evil").join(name), text).unwrap();
        let called = place.call("report evil --out evil.html --svg charts --force");
        answers += u32::from(page_has_answer(&place));
        pages += u32::from(is_harmless(&place, "evil.html", &called));
        for picture in fs::read_dir(place.path("charts")).into_iter().flatten() {
            let svg = fs::read_to_string(picture.unwrap().path()).unwrap();
            assert!(!svg.contains("<img") && !svg.contains("<script"), "{name}: {svg}");
        }
        let _ = fs::remove_dir_all(place.path("charts"));
    };
    let shared = place.files("r");
    for folder in ["r", "t", "c"] {
        // What all three have is tried once.
        let own = |name: &str| folder == "r" || !shared.contains_key(name);
        let files = place.files(folder);
        for (name, text) in files.iter().filter(|(name, _)| name.ends_with(".csv") && own(name)) {
            for column in 0..text.lines().next().unwrap().split(',').count() {
                // Every text of the column but its head, and then every cell of it.
                for all in [false, true] {
                    let mut has_text = false;
                    let mut writer = csv::Writer::from_writer(Vec::new());
                    let mut reader =
                        csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
                    for (row, cells) in reader.records().map(Result::unwrap).enumerate() {
                        let mut cells: Vec<&str> = cells.iter().collect();
                        if all || row > 0 && cells[column].parse::<f64>().is_err() {
                            cells[column] = EVIL;
                            has_text = true;
                        }
                        writer.write_record(cells).unwrap();
                    }
                    if has_text {
                        report(name, &String::from_utf8(writer.into_inner().unwrap()).unwrap());
                    }
                }
            }
            fs::remove_file(place.path("evil").join(name)).unwrap();
        }
        let answer = fs::read_to_string(place.path(folder).join("printed.json")).unwrap();
        for (name, text) in [
            ("manifest.json", place.manifest(folder)),
            ("printed.json", serde_json::from_str(&answer).unwrap()),
        ] {
            fs::write(place.path("evil/new.csv"), "a,b\n1,2\n").unwrap();
            for text in spoiled(&text) {
                report(name, &sealed(text));
            }
            fs::remove_file(place.path("evil").join(name)).unwrap();
        }
    }
    assert!(pages > 100 && answers >= 3, "only {pages} pages, {answers} with an answer");
}

/// What a command says that must end within a minute.
#[cfg(unix)]
fn ended(mut command: std::process::Command) -> Called {
    use std::process::Stdio;
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = std::time::Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed().as_secs() > 60 {
            child.kill().unwrap();
            panic!("does not end: {command:?}");
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    Called::of(child.wait_with_output().unwrap())
}

/// A folder from somebody else may hold pipes and links to devices, of which nothing ever comes or no end.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_no_files_of_a_folder() {
    let place = Place::new();
    let run = "run --game goofspiel --players 2 --agents random greedy --games 40 --chunk 20 --per-game --quiet";
    place.ok(&format!("{run} --keep-chunks --out a"));
    let log = place.receipts("a")[&0].0.strip_prefix(place.path("a")).unwrap().to_owned();
    let log = log.to_str().unwrap();
    for name in ["run.json", "manifest.json", "printed.json", log, "parts/chunk-00000000.csv"] {
        let path = place.path("a").join(name);
        assert!(path.is_file(), "{name}");
        let before = fs::read(&path).unwrap();
        for device in [false, true] {
            fs::remove_file(&path).unwrap();
            match device {
                true => std::os::unix::fs::symlink("/dev/zero", &path).unwrap(),
                false => {
                    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
                    assert!(made.success());
                }
            }
            for line in ["report a --force", "merge a", "missing a", &format!("{run} --out a")] {
                let called = ended(place.command(line));
                let told = ["is no file", "is not as it was written"];
                let told = told.iter().any(|told| called.err.contains(told));
                // Whoever needs the file says so.
                let needed = match name {
                    "run.json" => true,
                    "manifest.json" => !line.starts_with("missing") && !line.starts_with("merge"),
                    // It counts as one that is not there.
                    "printed.json" => false,
                    _ => line.starts_with("merge"),
                };
                assert!(!needed || told, "{name}: {line}: {}", called.err);
                assert!(!called.err.contains("panicked"), "{name}: {line}: {}", called.err);
            }
        }
        fs::remove_file(&path).unwrap();
        fs::write(&path, before).unwrap();
    }
}

/// Nested a million times, a megabyte of keys, and without an end.
#[test]
fn files_of_any_depth_and_size_are_refused() {
    let place = Place::new();
    let deep = 200_000;
    for (name, text) in [
        ("list.json", "[".repeat(deep)),
        ("object.json", "{\"a\":".repeat(deep)),
        (
            "record.jsonl",
            format!(
                r#"{{"format":"drakkar-record","version":1,"game":"goofspiel","deal":{}"#,
                "[".repeat(deep)
            ),
        ),
        ("list.toml", format!("a = {}", "[".repeat(deep))),
        ("table.toml", format!("a = {}", "{a=".repeat(deep))),
        ("dotted.toml", format!("a{} = 1", ".a".repeat(deep))),
        ("header.toml", format!("[a{}]", ".a".repeat(deep))),
        ("wide.toml", (0..deep / 8).map(|key| format!("k{key} = 1\n")).collect()),
    ] {
        fs::write(place.path(name), text).unwrap();
    }
    fs::create_dir(place.path("f")).unwrap();
    let mut lines = Vec::new();
    for name in ["list.json", "object.json", "record.jsonl", "/dev/zero"] {
        for command in ["verify", "replay", "analyse", "view --out x.html"] {
            lines.push((name, format!("{command} {name}")));
        }
    }
    for name in ["list.toml", "table.toml", "dotted.toml", "header.toml", "wide.toml", "/dev/zero"]
    {
        lines.push((
            name,
            format!("run --game vikings --rules ./{name} --games 2 --out r").replace(".//", "/"),
        ));
        lines.push((name, format!("run --config {name} --games 2 --out r")));
        lines.push((name, format!("run --agents greedy:weights={name} random --games 2 --out r")));
    }
    for name in ["list.json", "object.json"] {
        lines.push((name, format!("perft --deal {name}")));
        lines.push((name, "merge f".to_owned()));
        lines.push((name, "report f --out x.html".to_owned()));
    }
    for (name, line) in lines {
        for file in ["run.json", "manifest.json", "printed.json"] {
            if name.ends_with(".json") {
                fs::copy(place.path(name), place.path("f").join(file)).unwrap();
            }
        }
        // 512 megabytes; what is refused by then needs a fraction of that.
        let mut command = std::process::Command::new("sh");
        command.args(["-c", "ulimit -v 524288; exec \"$0\" $1"]).arg(program()).arg(&line);
        let output = command.current_dir(place.path(".")).stdin(Stdio::null()).output().unwrap();
        let called = Called::of(output);
        assert!(matches!(called.code, Some(1 | 2)), "{line}: {called:?}");
        assert!(
            called.err.starts_with("drakkar: ") && called.err.len() < 1000,
            "{line}: {called:?}"
        );
        assert!(!place.path("r").exists() && !place.path("x.html").exists(), "{line}");
    }
}

/// Numbers that would take more memory or time than there is are refused before anything is counted.
#[test]
fn numbers_beyond_measure_are_refused() {
    let place = Place::new();
    let agents = |count: usize| {
        let agents = (1..=count).map(|n| format!("mcts:iterations={n}"));
        agents.collect::<Vec<_>>().join(" ")
    };
    let balance = "balance --rules advanced --players 2 --decisions 600 --out b";
    for (line, told) in [
        (format!("{balance} --agents {}", agents(256)), "--agents: at most 64 agents"),
        (
            format!(
                "{balance} --vary bonus.gold5.value=0..999 --vary bonus.food3.value=0..999 \
                 --vary bonus.noble1.value=0..999"
            ),
            "--vary: makes 1000000000 rule sets; at most 1000 can be tried",
        ),
        (
            format!(
                "tournament --game eketorp --players 6 --pairings free-for-all --games 6 --agents {}",
                agents(64)
            ),
            "--agents: 74974368 matchups are too many for one deal",
        ),
    ] {
        let error = place.fails(&line, 2);
        assert!(error.contains(told), "{line}: {error}");
    }
    place.ok("plan p balance --players 2 --decisions 60 --agents random --sampling-policy random");
    let text = fs::read_to_string(place.path("p/run.json")).unwrap();
    let mut plan: Value = serde_json::from_str(&text).unwrap();
    plan["run"]["players"] = json!(u64::MAX);
    let run = sha2::Sha256::digest(plan["run"].to_string());
    plan["digest"] = run.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
    fs::write(place.path("p/run.json"), sealed(plan)).unwrap();
    let error = place.fails("work p", 2);
    assert!(error.contains("key `run.players`: must be 1 to 6"), "{error}");
}

#[test]
fn scores_as_large_as_numbers_can_be_are_drawn() {
    let place = Place::new();
    place.ok(
        "run --game goofspiel --players 2 --agents random --games 8 --per-game --out r --quiet",
    );
    let csv = fs::read_to_string(place.path("r/games.csv")).unwrap();
    let mut lines: Vec<Vec<String>> =
        csv.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let score = lines[0].iter().position(|column| column == "score").unwrap();
    i64::MIN.to_string().clone_into(&mut lines[1][score]);
    i64::MAX.to_string().clone_into(&mut lines[2][score]);
    let csv: Vec<String> = lines.iter().map(|line| line.join(",") + "\n").collect();
    fs::write(place.path("r/games.csv"), csv.concat()).unwrap();
    assert!(place.call("report r").err.contains("games.csv is not as it was written"));
    assert!(
        fs::read_to_string(place.path("r/report.html")).unwrap().contains("500000000000000000")
    );
}

/// A link in a folder of somebody else may lead to files that are nobody's results.
#[test]
fn links_are_not_followed_where_files_are_removed() {
    let place = Place::new();
    let run = "run --game goofspiel --players 2 --agents random --games 40 --chunk 20";
    fs::create_dir(place.path("precious")).unwrap();
    fs::write(place.path("precious/chunk-abcdef"), "mine").unwrap();
    place.ok(&format!("plan t {run}"));
    for (link, to) in [("t/tmp", "precious"), ("t/done", "precious"), ("t/.drakkar-lock", "new")] {
        std::os::unix::fs::symlink(place.path(to), place.path(link)).unwrap();
        for line in ["work t --quiet", "merge t", &format!("{run} --out t --quiet")] {
            let called = place.call(line);
            assert_eq!(called.code, Some(2), "{link}: {line}: {}", called.err);
            let told = format!("{link}: is a link; files are written and removed here");
            assert!(called.err.contains(&told), "{line}: {}", called.err);
        }
        fs::remove_file(place.path(link)).unwrap();
        assert!(!place.path("new").exists());
        assert_eq!(place.files("precious").len(), 1);
    }
    // What a run notes before its chunks go takes the place of a link, and of a pipe, which would never be read.
    fs::create_dir_all(place.path("t/tmp")).unwrap();
    std::os::unix::fs::symlink(place.path("precious/chunk-abcdef"), place.path("t/tmp/clearing"))
        .unwrap();
    place.ok(&format!("{run} --out t --quiet"));
    assert_eq!(fs::read_to_string(place.path("precious/chunk-abcdef")).unwrap(), "mine");
    place.ok(&format!("plan u {run}"));
    fs::create_dir_all(place.path("u/tmp")).unwrap();
    let pipe = place.path("u/tmp/clearing");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    place.ok(&format!("{run} --out u --quiet"));
    assert_eq!(place.files("u"), place.files("t"));
}

/// Trying again does not make a name shorter.
#[test]
fn names_too_long_for_the_disk_are_wrong_names() {
    let place = Place::new();
    let long = "x".repeat(300);
    place.fails(
        &format!("run --game goofspiel --players 2 --agents random --games 4 --quiet --out {long}"),
        2,
    );
    place.fails(&format!("merge {long}"), 2);
}

/// The division into chunks shows in no result, nor in the games that failed.
#[test]
fn failed_games_are_the_same_for_any_chunk() {
    let place = Place::new();
    let run = "run --game goofspiel --players 2 --games 120 --keep-going --quiet --agents exec:true random";
    for (chunk, out) in [(1, "a"), (7, "b"), (1000, "c")] {
        assert_eq!(place.call(&format!("{run} --chunk {chunk} --out {out}")).code, Some(1));
    }
    let failures = |out: &str| place.files(out)["failures.jsonl"].clone();
    assert_eq!(failures("a").lines().count(), 100);
    assert_eq!(failures("a"), failures("b"));
    assert_eq!(failures("a"), failures("c"));
}
