//! What a balance says first.

use crate::call::{Called, Place, number, rows};

/// However things are judged, a sentence says what was found, with the figures of the files.
#[test]
fn every_way_to_judge_has_an_answer() {
    let place = Place::new();
    let told = |judge: &str, games: u32| {
        let flags = format!(
            "balance --players 2 --agents greedy --decisions {games} --method {judge} --quiet"
        );
        let told = place.ok(&format!("{flags} --out {judge}"));
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let largest = |judge: &str, file: &str| {
        let rows = rows(&place.files(judge)[file]);
        let worths = rows.iter().map(|row| (number(&row["effect"]), &row["item"]));
        let (worth, kind) = worths.max_by(|a, b| a.0.abs().total_cmp(&b.0.abs())).unwrap();
        // With the digits of its error.
        let ends = rows.iter().find(|row| row["item"] == *kind).unwrap();
        let error = (number(&ends["high"]) - number(&ends["low"])) / 2.0;
        let digits = (1.0 - error.log10().floor()).max(0.0) as usize;
        format!("in points: {kind} {worth:+.digits$}")
    };
    let said = told("ban", 60);
    assert!(
        said.contains("A ban of one of these costs significantly, in points: take *"),
        "{said}"
    );
    assert!(said.contains("The intervals are those of single rows."), "{said}");
    assert!(said.contains(&largest("ban", "banned.csv")), "{said}");
    let said = told("grant", 400);
    assert!(said.contains("A free extra item pays significantly, in points: "), "{said}");
    assert!(said.contains(&largest("grant", "bonus_granted.csv")), "{said}");
    let said = told("grant,start", 60);
    let [one, two] = ["A free extra item", "Starting a round pays: +"].map(|text| said.find(text));
    assert!(one.is_some() && one < two, "{said}");
    assert!(said.contains("For this round alone it "), "{said}");
    let said = told("observe", 60);
    let rows = rows(&place.files("observe")["bonus_observed.csv"]);
    let rates = rows.iter().map(|row| (number(&row["pick_rate_per_decision"]), &row["item"]));
    let (rate, kind) = rates.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
    let most = format!("greedy took {kind} ({:.2} %) most often", 100.0 * rate);
    assert!(said.contains(&most), "{said}");
    assert!(said.contains("Next: drakkar balance ") && said.contains(" --method take"), "{said}");
    // Games that do not count what is taken say what seats win; so do questions about other actions.
    let cards = "--game no-more-vikings --sampling-policy random --agents random --out cards";
    for (flags, at) in [(cards, None), ("--rules advanced --out buys", Some("buy *"))] {
        let line = format!("balance --players 2 --decisions 120 --method observe --quiet {flags}");
        let mut command = place.command(&line);
        if let Some(at) = at {
            command.args(["--at", at, "--against", "buy 0"]);
        }
        let called = Called::of(command.output().unwrap());
        assert_eq!(called.code, Some(0), "{}", called.err);
        let said = called.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            said.contains("50 % would be even") || said.contains("distinguishable from 50 %"),
            "{said}"
        );
        assert!(!said.contains("took"), "{said}");
    }
    // Each agent has a sentence of its own.
    let said = place.ok(
        "balance --players 2 --agents greedy random --decisions 60 --method start --quiet --out two",
    );
    assert!(said.contains("\ngreedy: ") && said.contains("\nrandom: "), "{said}");
}
