//! The figures that a balance prints decide its order and what its answer names.

use crate::call::{Called, Place, number, rows};

/// The figures of fresh deals, where there are any; what a player never took is marked where it is named.
#[test]
fn a_balance_is_ordered_by_the_figures_to_quote() {
    let place = Place::new();
    let said = place.ok(
        "balance --players 2 --decisions 300 --seed 3 --method take --quiet --format md --out b",
    );
    let effect = rows(&place.files("b")["bonus_effect.csv"]);
    let row_of = |name: &str| effect.iter().find(|row| row["item"] == name).unwrap();
    let table = said.split("**Effect in points").nth(1).unwrap();
    let cells = table.lines().filter(|line| line.starts_with("| "));
    let named: Vec<&str> = cells.skip(1).filter_map(|line| line.split('|').nth(1)).collect();
    assert_eq!(named.len(), effect.len());
    let stars = named.iter().filter(|name| name.trim().ends_with(" *")).count();
    assert!(stars > 0 && stars < named.len(), "{named:?}");
    let mut last = f64::INFINITY;
    for name in &named {
        let (name, starred) = match name.trim().strip_suffix(" *") {
            Some(name) => (name, true),
            None => (name.trim(), false),
        };
        let row = row_of(name);
        assert_eq!(starred, number(&row["taken"]) == 0.0, "{name}");
        let quoted =
            number(&row[if row["replication"].is_empty() { "effect" } else { "replication" }]);
        assert!(quoted <= last, "{name}");
        last = quoted;
    }
    // The answer names those that are farthest off on fresh deals, the farthest first.
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let answer = said.split("on fresh deals: ").nth(1).unwrap().split(". ").next().unwrap();
    for part in answer.split("; ") {
        let (verdict, told) = part.split_once(' ').unwrap();
        let off = |name: &str| number(&row_of(name)["replication_against"]);
        let stands =
            effect.iter().filter(|row| row["verdict"] == verdict && row["replicated"] == "yes");
        let mut all: Vec<&str> = stands.map(|row| row["item"].as_str()).collect();
        all.sort_by(|a, b| off(b).abs().total_cmp(&off(a).abs()));
        let mut rest = told;
        for name in all.iter().take(3) {
            rest = rest.trim_start_matches(", ").strip_prefix(name).expect(part).trim_start();
            let figure = rest.split([' ', ',', '.']).next().unwrap();
            let fraction = rest[figure.len()..].strip_prefix('.').unwrap_or_default();
            let fraction = fraction.split(|c: char| !c.is_ascii_digit()).next().unwrap();
            let digits = fraction.len();
            let figure = format!("{:+.digits$}", off(name));
            let never = if number(&row_of(name)["taken"]) == 0.0 { " (never taken)" } else { "" };
            rest = rest.strip_prefix(&format!("{figure}{never}")).expect(part);
        }
    }
}

/// `next` is the word for whatever else the agent would choose, and beside another action it is the same comparison.
#[test]
fn what_is_taken_in_the_place_of_a_thing_is_next() {
    let place = Place::new();
    let files = |against: &str, out: &str| {
        let line = format!(
            "balance --players 2 --sampling-policy random --decisions 60 --replicate 0 --method take --quiet --out {out}"
        );
        let mut command = place.command(&line);
        let called = Called::of(command.args(["--against", against]).output().unwrap());
        assert_eq!(called.code, Some(0), "{}", called.err);
        place.files(out)
    };
    let next = files("next", "n");
    assert_eq!(next, files("*", "s"));
    let against_next = rows(&next["bonus_effect.csv"]);
    let beside = rows(&files("decline", "d")["bonus_effect.csv"]);
    // Wherever a tile may be taken, it may be declined, so the decisions are the same.
    for (next, beside) in against_next.iter().zip(&beside) {
        for (one, two) in
            [("effect", "next"), ("ci_low", "next_low"), ("share_effect", "share_next")]
        {
            assert_eq!(next[one], beside[two], "{one}");
        }
        assert!(next["next"].is_empty() && next["taken"] == beside["taken"]);
    }
}

/// Two players at the same decisions: the difference of their worths, with an interval of its own.
#[test]
fn worths_in_different_hands_are_compared_decision_by_decision() {
    let place = Place::new();
    let said = place.ok(
        "balance --players 2 --decisions 240 --replicate 0 --method take --no-parts --seed 5 --quiet --out b \
         --agents greedy greedy:weights=manual-1",
    );
    let all = rows(&place.files("b")["bonus_effect.csv"]);
    let (first, second) = all.split_at(all.len() / 2);
    let half = |row: &std::collections::BTreeMap<String, String>, low: &str, high: &str| {
        (number(&row[high]) - number(&row[low])) / 2.0
    };
    let (mut certain, mut narrower) = (0, 0);
    for (one, two) in first.iter().zip(second) {
        assert_eq!(one["item"], two["item"]);
        assert!(one["difference_first"].is_empty() && one["difference_first_p"].is_empty());
        let difference = number(&two["effect"]) - number(&one["effect"]);
        assert!((number(&two["difference_first"]) - difference).abs() < 3e-6, "{two:?}");
        let apart = half(one, "ci_low", "ci_high").hypot(half(two, "ci_low", "ci_high"));
        narrower += u32::from(half(two, "difference_first_low", "difference_first_high") < apart);
        certain += u32::from(number(&two["difference_first_p"]) <= 0.05);
    }
    assert!(2 * narrower > second.len() as u32, "{narrower} of {}", second.len());
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = format!("{certain} of {} effects differ significantly from", second.len());
    assert!(said.contains(&expected), "{expected}: {said}");
}
