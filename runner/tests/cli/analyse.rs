//! What agents think of recorded decisions.

use crate::call::Place;

/// A folder with records of two games of *Vikings*.
fn recorded() -> Place {
    let place = Place::new();
    place.ok("run --agents greedy random --games 2 --record games.jsonl --out r --quiet");
    place
}

/// The rows of a table in CSV.
fn rows(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let text = lines.collect::<Vec<_>>().join("\n");
    fields(&text)
}

/// Fields of lines without quotes within them.
fn fields(text: &str) -> Vec<Vec<String>> {
    let of = |line: &str| {
        let (mut fields, mut quoted) = (vec![String::new()], false);
        for letter in line.chars() {
            match letter {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                _ => fields.last_mut().unwrap().push(letter),
            }
        }
        fields
    };
    text.lines().map(of).collect()
}

#[test]
fn a_decision_is_shown_best_action_first() {
    let place = recorded();
    let line = "analyse games.jsonl --index 1 --decision 8 --format csv";
    let text = place.ok(&format!("{line} --agent mcts:iterations=60"));
    assert!(text.starts_with("# vikings (base), game 1, decision 8: seat "), "{text}");
    let rows = rows(&text);
    assert_eq!(
        rows[0],
        ["action", "played", "chosen", "visits", "win_share", "score_margin", "heuristic"]
    );
    let visits: Vec<u32> = rows[1..].iter().map(|row| row[3].parse().unwrap()).collect();
    assert!(visits.is_sorted_by(|a, b| a >= b) && visits.iter().sum::<u32>() == 60, "{visits:?}");
    let marks = |column: usize| rows.iter().filter(|row| row[column] == "true").count();
    assert_eq!((marks(1), marks(2)), (1, 1), "{text}");
    // The one that most iterations tried is what it would do.
    assert_eq!(rows[1][2], "true", "{text}");
    // As replay shows it.
    let shown = place.ok("replay games.jsonl --index 1");
    let played = &rows.iter().find(|row| row[1] == "true").unwrap()[0];
    let decision = shown.lines().find(|line| line.starts_with("   8  ")).unwrap();
    assert!(decision.contains(&format!("  {played}  (of {})", rows.len() - 1)), "{decision}");
    // The same again, and other draws with another seed.
    let again = place.ok(&format!("{line} --agent mcts:iterations=60"));
    assert_eq!(again, text);
    assert_ne!(place.ok(&format!("{line} --agent mcts:iterations=60 --seed 2")), text);
}

#[test]
fn other_agents_tell_what_they_know() {
    let place = recorded();
    let of = |agent: &str| {
        rows(&place.ok(&format!("analyse games.jsonl --decision 8 --format csv --agent {agent}")))
    };
    for row in &of("greedy")[1..] {
        assert!(row[3].is_empty() && row[4].is_empty() && !row[6].is_empty(), "{row:?}");
    }
    for row in &of("random")[1..] {
        assert!(row[3..].iter().all(String::is_empty), "{row:?}");
    }
}

#[test]
fn a_whole_game_is_a_row_for_each_decision() {
    let place = recorded();
    let text = place.ok("analyse games.jsonl --agent greedy --format csv");
    let rows = rows(&text);
    let shown = place.ok("replay games.jsonl");
    let decisions = shown.lines().filter(|line| line.contains("  (of ")).count();
    let single = shown.lines().filter(|line| line.ends_with("  (of 1)")).count();
    assert_eq!(rows.len() - 1, decisions - single);
    // Seat 0 is greedy itself: it agrees, but where equal actions are drawn from.
    let own: Vec<_> = rows[1..].iter().filter(|row| row[1] == "0").collect();
    let same = own.iter().filter(|row| row[3] == row[2]).count();
    assert!(10 * same >= 9 * own.len(), "{same} of {}", own.len());
    let agreed = rows[1..].iter().filter(|row| row[3] == row[2]).count();
    let remark = format!("# In {agreed} of {} decisions", rows.len() - 1);
    assert!(text.contains(&remark), "{text}");
    place.ok("analyse games.jsonl --agent random --format latex");
}

#[test]
fn errors_name_file_line_and_flag() {
    let place = recorded();
    for (line, told) in [
        ("analyse no.jsonl", "no.jsonl: "),
        ("analyse games.jsonl --index 7", "--index: no record has index 7; the last one has 1"),
        ("analyse games.jsonl --decision 999", "--decision 999: the game has decisions 0 to "),
        ("analyse games.jsonl --agent best", "--agent best: there is no agent `best`"),
        ("analyse games.jsonl --agent human", "a person plays in `drakkar play` alone"),
    ] {
        let error = place.fails(line, 2);
        assert!(error.contains(told), "{error}");
    }
    let text = std::fs::read_to_string(place.path("games.jsonl")).unwrap();
    std::fs::write(place.path("bad.jsonl"), text.replace("buy 0", "buy 99")).unwrap();
    let error = place.fails("analyse bad.jsonl --agent greedy", 2);
    assert!(error.contains("bad.jsonl: line 2: key `decisions["), "{error}");
    std::fs::write(place.path("other.jsonl"), text.replace("\"vikings\"", "\"chess\"")).unwrap();
    let error = place.fails("analyse other.jsonl --agent greedy", 2);
    assert!(error.contains("other.jsonl: line 2: key `game`: there is no game `chess`"), "{error}");
    let called = place.call("analyse games.jsonl --agent exec:true --decision 8");
    assert_eq!(called.code, Some(1), "{}", called.err);
    assert!(called.err.contains("decision 8: it has a program that ended"), "{}", called.err);
}

#[test]
fn loss_accuracy_and_worst_moves_are_told_for_each_seat() {
    let place = recorded();
    let line = "analyse games.jsonl --agent mcts:iterations=40 --format json";
    let answer: serde_json::Value = serde_json::from_str(&place.ok(line)).unwrap();
    let table = |name: &str| {
        let tables = answer["tables"].as_array().unwrap();
        tables.iter().find(|table| table["name"] == name).unwrap()["rows"].as_array().unwrap()
    };
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let (decisions, seats, worst) = (table("decisions"), table("seats"), table("worst"));
    let visited = worst.iter().map(|row| row["visits"].as_u64().unwrap());
    assert!(visited.into_iter().all(|visits| (1..=40).contains(&visits)), "{worst:?}");
    assert_eq!(seats.len(), 2);
    for row in seats {
        let own = decisions.iter().filter(|one| one["seat"] == row["seat"]);
        let rated: Vec<_> = own.filter(|one| !one["loss"].is_null()).collect();
        assert_eq!(row["decisions"], rated.len());
        let mean = |of: &dyn Fn(&serde_json::Value) -> f64| {
            rated.iter().map(|one| of(one)).sum::<f64>() / rated.len() as f64
        };
        let loss = mean(&|one| number(&one["loss"]));
        assert!((number(&row["loss_per_decision"]) - loss).abs() < 1e-5, "{row}");
        let kept = mean(&|one| {
            let [played, chosen] = ["share_played", "share_chosen"].map(|key| number(&one[key]));
            if played >= chosen { 1.0 } else { played / chosen }
        });
        // The shares in the table are rounded, which counts for ratios of small ones.
        assert!((number(&row["accuracy"]) - kept).abs() < 5e-3, "{row}: {kept}");
        // The largest losses, the largest first.
        let mut losses: Vec<f64> = rated.iter().map(|one| number(&one["loss"])).collect();
        losses.sort_by(|one, two| two.total_cmp(one));
        losses.retain(|loss| *loss > 0.0);
        losses.truncate(3);
        let named = worst.iter().filter(|one| one["seat"] == row["seat"]);
        assert_eq!(named.map(|one| number(&one["loss"])).collect::<Vec<_>>(), losses);
    }
    // Who expects no win shares judges nobody.
    assert!(!place.ok("analyse games.jsonl --agent greedy").contains("accuracy"));
}
