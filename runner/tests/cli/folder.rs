//! Whose folder it is.

use std::fs;

use crate::call::Place;

const RUN: &str = "run --game connect-four --agents random --games 50 --quiet";

#[test]
fn the_same_run_again_is_complete() {
    let place = Place::new();
    let first = place.ok(&format!("{RUN} --out a"));
    let (files, manifest) = (place.files("a"), place.manifest("a"));
    assert_eq!((&manifest["games_asked"], &manifest["games_played"]), (&50.into(), &50.into()));
    let said = place.ok(&format!("{RUN} --out a --threads 1"));
    let (line, again) = said.split_once("\n\n").unwrap();
    assert_eq!(line, "a holds this run already, complete: 50 games. Nothing to do.");
    // All but how fast it was.
    let answer = |text: &str| -> Vec<String> {
        let text = text.replace(" \\\n    ", " ").replace(" --threads 1", "");
        text.lines().filter(|line| !line.contains(" games/s on ")).map(str::to_owned).collect()
    };
    assert_eq!(answer(again), answer(&first));
    assert!(again.contains("win share") && again.contains("\nCharts: drakkar report a\n"));
    // What is printed again is the same in every form; a file that is cut off is left alone.
    let fresh = place.ok(&format!("{RUN} --out b --format json"));
    let again = place.ok(&format!("{RUN} --out a --format json"));
    let of_a = fresh.replace("\"b\"", "\"a\"").replace("--out=b-", "--out=a-");
    assert_eq!(again, of_a);
    fs::write(place.path("b/printed.json"), "{\"title\":").unwrap();
    let said = place.ok(&format!("{RUN} --out b"));
    assert_eq!(said, "b holds this run already, complete: 50 games. Nothing to do.\n");
    assert_eq!((place.files("a"), place.manifest("a")), (files, manifest));
}

#[test]
fn the_default_folder_is_named_after_the_run() {
    let place = Place::new();
    place.ok(RUN);
    place.ok(RUN);
    place.ok(&format!("{RUN} --seed 2"));
    place.ok(&format!("{RUN} --seed 2 --per-game"));
    let names: Vec<String> = fs::read_dir(place.path("runs"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
    for name in names {
        let digest = name.strip_prefix("connect-four-base-2p-").unwrap();
        let manifest = place.manifest(&format!("runs/{name}"));
        assert!(digest.len() == 12 && manifest["digest"].as_str().unwrap().starts_with(digest));
    }
}

/// The digest can be computed from the manifest, and the hashes from the files.
#[test]
fn the_manifest_tells_the_truth() {
    use sha2::{Digest, Sha256};
    let hex = |bytes: &[u8]| -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let place = Place::new();
    place.ok("run --agents greedy random --games 10 --out a --per-game --set setup.glory=9");
    let manifest = place.manifest("a");
    assert_eq!(manifest["digest"], hex(&serde_json::to_vec(&manifest["run"]).unwrap()));
    let files = place.files("a");
    assert_eq!(manifest["files"].as_object().unwrap().len(), files.len());
    for (name, text) in files {
        assert_eq!(manifest["files"][&name], hex(text.as_bytes()), "{name}");
    }
    let run = &manifest["run"];
    assert_eq!((&run["rules"], &run["rule_set"]["setup"]["glory"]), (&"custom".into(), &9.into()));
    assert_eq!(run["agents"][1], serde_json::json!({"spec": "random"}));
    assert!(run["agents"][0]["weights"].as_str().unwrap().contains(" = "));
}

#[test]
fn another_run_is_replaced_only_by_force() {
    let place = Place::new();
    place.ok(&format!("{RUN} --per-game --out a"));
    let error = place.fails(&format!("{RUN} --seed 5 --out a"), 2);
    assert!(error.starts_with("drakkar: a: holds another run; "), "{error}");
    place.ok(&format!("{RUN} --seed 5 --out a --force"));
    assert_eq!(place.manifest("a")["run"]["seed"], "5");
    assert!(!place.path("a/games.csv").exists(), "files of the old run are gone");
}

#[test]
fn what_is_not_ours_is_never_replaced() {
    let place = Place::new();
    fs::create_dir(place.path("a")).unwrap();
    fs::write(place.path("a/thesis.txt"), "years of work").unwrap();
    for manifest in [None, Some("{}"), Some("no JSON")] {
        if let Some(text) = manifest {
            fs::write(place.path("a/manifest.json"), text).unwrap();
        }
        for force in ["", "--force"] {
            let error = place.fails(&format!("{RUN} --out a {force}"), 2);
            assert!(error.starts_with("drakkar: a: is not empty and holds no run"), "{error}");
        }
    }
    assert_eq!(place.files("a").len(), 1);
}

#[test]
fn a_damaged_run_is_noticed() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out a"));
    let files = place.files("a");
    fs::write(
        place.path("a/pace.csv"),
        "metric
",
    )
    .unwrap();
    let error = place.fails(&format!("{RUN} --out a"), 2);
    assert!(error.contains("holds this run, but pace.csv is not as it was written"), "{error}");
    place.ok(&format!("{RUN} --out a --force"));
    assert_eq!(place.files("a"), files);
}

#[test]
fn leftovers_of_a_killed_run_are_no_obstacle() {
    let place = Place::new();
    fs::create_dir_all(place.path("a/.drakkar-x1")).unwrap();
    place.ok(&format!("{RUN} --out a"));
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let place = Place::new();
    fs::write(place.path("a"), "a file").unwrap();
    // It will not be there at the next try either.
    let error = place.fails(&format!("{RUN} --out a/b"), 2);
    assert!(error.starts_with("drakkar: cannot ") && error.contains("a/b"), "{error}");
}
