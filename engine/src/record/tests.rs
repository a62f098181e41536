//! Records of the small games: what is written and read.

mod lines;
mod refused;

use proptest::prelude::{Just, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use serde_json::json;

use super::*;
use crate::data::{self, ToData};
use crate::fact::Ledger;
use crate::game::Game;
use crate::games::connect_four::ConnectFour;
use crate::games::goofspiel::{Action, Deal, Goofspiel};
use crate::recorded::Recorded;

/// A goofspiel game of two seats and three cards, under changed rules, in version 1.
const LINE: &str = concat!(
    r#"{"format":"drakkar-record","version":1,"game":"goofspiel","rules":"custom","#,
    r#""rule_set":{"deck":{"cards":3},"scoring":{"tied":"discard"}},"players":2,"#,
    r#""agents":["greedy","mcts:iterations=500"],"seed":"18446744073709551615","game_index":12,"#,
    r#""deal":{"prizes":[3,1,2]},"#,
    r#""decisions":[[0,"bid 1",3],[1,"bid 3",3],[0,"bid 2",2],[1,"bid 2",2],[0,"bid 3",1],"#,
    r#"[1,"bid 1",1]],"scorings":[{"points":[0,3]}],"#,
    r#""result":{"points":[2,3],"place":[2,1],"win_share":[0.0,1.0]},"#,
    r#""breakdown":[{"prizes_won":1,"bids_won":1,"bids_tied":1,"spent_winning":3,"#,
    r#""cards_wasted":3,"points_low":0,"points_middle":2,"points_high":0},"#,
    r#"{"prizes_won":1,"bids_won":1,"bids_tied":1,"spent_winning":3,"cards_wasted":3,"#,
    r#""points_low":0,"points_middle":0,"points_high":3}]}"#,
);

fn record() -> Record {
    LINE.parse().unwrap()
}

/// The same line in version 2. In place of each 1 there is nothing.
fn second(line: &str) -> String {
    line.replacen(r#""version":1"#, r#""version":2"#, 1)
        .replace(r#"[0,"bid 3",1],[1,"bid 1",1]"#, r#"[0,"bid 3"],[1,"bid 1"]"#)
        .replace(r#"[{"points":[0,3]}]"#, r#"{"points":[[0,3]]}"#)
}

/// The same without counters.
fn untold(line: &str) -> String {
    format!("{}}}", second(line).split_once(r#","breakdown""#).unwrap().0)
}

/// The same after a line with its rule set.
fn after_rule_set(line: &str, id: &str) -> String {
    let rule_set = r#""rule_set":{"deck":{"cards":3},"scoring":{"tied":"discard"}}"#;
    assert!(line.contains(rule_set));
    line.replace(rule_set, &format!(r#""rule_set_id":"{id}""#))
}

/// Why the line is refused, by the reader or by the replay.
fn refusal(line: &str) -> String {
    let verified = line.parse().and_then(|record: Record| verify::<Goofspiel>(&record));
    verified.unwrap_err().to_string()
}

#[test]
fn agents_may_have_names() {
    let named = LINE.replace(r#","seed":"#, r#","names":["mine",null],"seed":"#);
    let record: Record = named.parse().unwrap();
    assert_eq!(record.names, [Some("mine".to_owned()), None]);
    assert_eq!(record.to_line(), second(&named));
    verify::<Goofspiel>(&record).unwrap();
    for (names, reason) in [
        (r#"["mine"]"#, "key `names`: expected 2 entries, one per seat, found 1"),
        ("[1,null]", "key `names[0]`: expected strings or null, found 1"),
        ("1", "key `names`: expected a list of strings or null, found 1"),
    ] {
        let error = refusal(&named.replace(r#"["mine",null]"#, names));
        assert_eq!(error, reason);
    }
}

#[test]
fn a_played_game_is_written_in_the_documented_order() {
    let rule_set = data::read(&json!(*record().rule_set)).unwrap();
    let game = Goofspiel::new(rule_set, 2).unwrap();
    let deal = Deal { prizes: vec![3, 1, 2] };
    let mut state = game.state(&deal);
    let mut ledger = Ledger::new(2, Goofspiel::FACTS.len());
    let mut decisions = Vec::new();
    for card in [1, 3, 2, 2, 3, 1] {
        let action = Action::Bid { card };
        decisions.push((game.to_move(&state).unwrap(), action, game.count_legal(&state)));
        game.apply(&mut state, action, &mut ledger).unwrap();
    }
    let agents = ["greedy".to_owned(), "mcts:iterations=500".to_owned()];
    let rules = Goofspiel::rules().name_of(&game.rule_set().to_data());
    let origin = Origin { rules, agents: &agents, names: &[], seed: u64::MAX, game_index: 12 };
    let (game, deal, decisions, ledger, end) = (&game, &deal, &decisions[..], &ledger, &state);
    let played = PlayedGame { game, deal, decisions, ledger, end };
    let (rule_set, id) = rule_set_line(game);
    let values = r#""rule_set":{"deck":{"cards":3},"scoring":{"tied":"discard"}}"#;
    let expected = r#"{"format":"drakkar-rule-set","version":2,"id":"#.to_owned();
    assert_eq!(rule_set, format!(r#"{expected}"{id}",{values}}}"#));
    let mut line = Vec::new();
    played.write(origin, &id, &mut line, tell_action);
    assert_eq!(String::from_utf8(line).unwrap(), after_rule_set(&untold(LINE), &id));
    let written = played.record(origin);
    assert_eq!(written.to_line(), second(LINE));
    assert_eq!(written, record());
}

#[test]
fn a_file_holds_each_rule_set_once() {
    let rule_set = |id: &str, cards: u8| {
        format!(
            r#"{{"rule_set":{{"deck":{{"cards":{cards}}},"scoring":{{"tied":"discard"}}}},"id":"{id}","version":2,"format":"drakkar-rule-set"}}"#
        )
    };
    let game = |id| after_rule_set(&second(LINE), id);
    let mut file = RuleSets::default();
    let mut refused = |line: &str| file.read(line).unwrap_err().to_string();
    let none = r#"key `rule_set_id`: no earlier line holds the rule set a"#;
    assert_eq!(refused(&game("a")), none);
    assert_eq!(file.read(&rule_set("a", 3)), Ok(None));
    assert_eq!(file.read(&rule_set("b", 4)), Ok(None));
    // Files may be joined.
    assert_eq!(file.read(&rule_set("a", 3)), Ok(None));
    assert_eq!(file.read(&game("a")), Ok(Some(record())));
    let other = file.read(&game("b")).unwrap().unwrap();
    assert_eq!(other.rule_set["deck"]["cards"], json!(4));
    assert_eq!(file.read(&second(LINE)), Ok(Some(record())));
    assert_eq!(file.read(&untold(LINE)).unwrap().unwrap().breakdown, vec![Map::new(); 2]);
    let own = r#""rule_set":{"deck":{"cards":3},"scoring":{"tied":"discard"}}"#;
    let both = game("a").replace(r#","players""#, &format!(r#",{own},"players""#));
    let mut refused = |line: &str| file.read(line).unwrap_err().to_string();
    for (line, reason) in [
        (game("c"), r#"key `rule_set_id`: no earlier line holds the rule set c"#),
        (rule_set("a", 4), r#"key `id`: another rule set is called a"#),
        (both, "key `rule_set_id`: the line has a rule set of its own"),
        (game("a").replace(r#""rule_set_id":"a","#, ""), "key `rule_set`: is missing"),
        (game("a").replace(r#":"a""#, ":1"), "key `rule_set_id`: expected a string, found 1"),
        (rule_set("c", 3).replace(":2", ":1"), "key `version`: expected 2, found 1"),
        (rule_set("c", 3).replace(r#""c""#, "1"), "key `id`: expected a string, found 1"),
        (
            rule_set("c", 3).replacen(r#""id""#, r#""ID""#, 1),
            "key `ID`: a rule set has no such key",
        ),
        (
            r#"{"format":"drakkar-rule-set","version":2,"id":"c"}"#.into(),
            "key `rule_set`: is missing",
        ),
    ] {
        assert_eq!(refused(&line), reason, "{line}");
    }
    let alone = rule_set("a", 3).parse::<Record>().unwrap_err().to_string();
    assert_eq!(alone, r#"key `format`: expected `drakkar-record`, found "drakkar-rule-set""#);
}

/// Whatever was verified before, a record is judged by its own rules and number of seats.
#[test]
fn one_verifier_judges_each_record_by_its_own_rules() {
    let mut verifier = Verifier::<Goofspiel>::new();
    let good = record();
    let mut other = record();
    other.rules = "custom".to_owned();
    Arc::make_mut(&mut other.rule_set)["scoring"]["tied"] = json!("carry");
    let mut crowded = record();
    crowded.players = 3;
    for record in [&good, &other, &crowded, &good, &crowded, &other, &good] {
        assert_eq!(verifier.verify(record), verify::<Goofspiel>(record));
    }
    assert!(verifier.verify(&good).is_ok() && verifier.verify(&crowded).is_err());
}

#[test]
fn win_shares_are_numbers_that_read_back() {
    for (share, text) in [(60u8, "1.0"), (30, "0.5"), (20, "0.3333333333333333"), (15, "0.25")] {
        let value = f64::from(share) / 60.0;
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        assert_eq!(serde_json::from_str::<f64>(text).unwrap(), value);
    }
}

#[test]
fn numbers_of_any_length_read_back() {
    let digits = "2".repeat(53);
    let line =
        LINE.replace(r#""points":[2,3],"place""#, &format!(r#""points":[2,{digits}],"place""#));
    let record: Record = line.parse().unwrap();
    assert_ne!(line, LINE);
    assert_eq!(record.to_line().parse::<Record>().unwrap(), record);
}

#[test]
fn keys_may_stand_in_any_order_and_the_breakdown_may_be_partial() {
    let line: Map<String, Value> = serde_json::from_str(LINE).unwrap();
    let mut turned: Map<String, Value> = line.into_iter().rev().collect();
    assert_eq!(json!(turned).to_string().parse::<Record>().unwrap(), record());
    turned["breakdown"] = json!([{}, {"bids_won": 1}]);
    turned["result"]["win_share"] = json!([0, 0.9999999]);
    let partial: Record = json!(turned).to_string().parse().unwrap();
    let verified = verify::<Goofspiel>(&partial).unwrap();
    assert_eq!((verified.decisions, verified.scorings), (6, 1));
    assert_eq!(verified.outcome.share.as_slice(), [0, 60]);
}

#[test]
fn a_replay_shows_every_decision_and_stops_at_an_error() {
    let record = record();
    let mut replay = Replay::<Goofspiel>::new(&record).unwrap();
    let steps: Vec<_> = replay.by_ref().map(Result::unwrap).collect();
    assert_eq!(steps.iter().map(|step| step.legal).collect::<Vec<_>>(), [3, 3, 2, 2, 1, 1]);
    assert_eq!(steps.iter().map(|step| step.index).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(replay.game().clock(&steps[3].before), 1);
    assert_eq!(replay.game().to_move(replay.state()), None);
    assert_eq!(replay.ledger().scorings().len(), 1);
    let mut damaged = record.clone();
    damaged.decisions[1].legal = 9;
    let steps: Vec<_> = Replay::<Goofspiel>::new(&damaged).unwrap().collect();
    assert_eq!(steps.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false]);
}

/// A line with a range of bytes replaced.
fn damaged() -> impl Strategy<Value = String> {
    let lines = prop_oneof![Just(LINE.to_owned()), Just(second(LINE))];
    let stretch = (0..second(LINE).len(), 0usize..12);
    let patch =
        prop_oneof![Just(String::new()), "[0-9]{1,3}", "[\\[\\]{},:\"a-z -]{1,4}", ".{1,3}"];
    (lines, stretch, patch).prop_map(|(line, (start, len), patch)| {
        let end = (start + len).min(line.len());
        format!("{}{patch}{}", &line[..start], &line[end..])
    })
}

proptest! {
    #[test]
    fn any_text_is_a_record_or_an_error(text in any::<String>()) {
        let _ = text.parse::<Record>();
    }

    #[test]
    fn a_damaged_line_never_panics_and_what_is_read_is_written(line in damaged()) {
        if let Ok(record) = line.parse::<Record>() {
            prop_assert_eq!(record.to_line().parse::<Record>().unwrap(), record.clone());
            let _ = verify::<Goofspiel>(&record);
            let _ = verify::<ConnectFour>(&record);
        }
    }
}
