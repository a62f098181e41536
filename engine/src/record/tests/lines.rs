//! Decisions and scorings as lines have them.

use super::*;

fn read_decisions(text: &str) -> Result<Vec<Decision>, RecordError> {
    decisions::read(serde_json::from_str(text).unwrap(), 6)
}

fn written_decisions(all: &[Decision]) -> String {
    let (all, mut line) = (all.iter().map(|it| (it.seat, &it.action, it.legal)), Vec::new());
    decisions::write(all, &mut line, append);
    String::from_utf8(line).unwrap()
}

#[test]
fn decisions_of_a_seat_are_one_list() {
    for (text, legal) in [
        ("[]", vec![]),
        (r#"[[0,"a",3,"b","c",12],[1,"d",100],[0,"e"],[5,"\"",0]]"#, vec![3, 1, 12, 100, 1, 0]),
        (r#"[[0,"a","a",2]]"#, vec![1, 2]),
        (r#"[[0,"a",9],[1,"a",10]]"#, vec![9, 10]),
    ] {
        let read = read_decisions(text).unwrap();
        assert_eq!(read.iter().map(|it| it.legal).collect::<Vec<_>>(), legal, "{text}");
        assert_eq!(written_decisions(&read), text);
    }
    let apart = r#"[[0,"a",1],[0,"b",7]]"#;
    assert_eq!(written_decisions(&read_decisions(apart).unwrap()), r#"[[0,"a","b",7]]"#);
}

#[test]
fn what_is_no_decision_is_refused() {
    let form = r#"expected [seat, "action", legal, ...], found"#;
    for list in [
        "[]",
        "[0]",
        "[0,3]",
        r#"["a",3]"#,
        r#"[6,"a"]"#,
        r#"[-1,"a"]"#,
        r#"[0.0,"a"]"#,
        r#"[0,"a",3,3]"#,
        r#"[0,"a",-1]"#,
        r#"[0,"a",3.0]"#,
        r#"[0,"a",4294967296]"#,
        r#"[0,"a",null]"#,
        r#"[0,["a"]]"#,
        "0",
        "{}",
    ] {
        let refused = read_decisions(&format!(r#"[[0,"a","b"],{list}]"#)).unwrap_err();
        assert_eq!(refused.to_string(), format!("key `decisions[2]`: {form} {list}"));
    }
    let refused = read_decisions("{}").unwrap_err().to_string();
    assert_eq!(
        refused,
        r#"key `decisions`: expected a list of [seat, "action", legal, ...], found {}"#
    );
}

fn written_scorings(list: &str) -> String {
    let (list, mut line): (Vec<Value>, _) = (serde_json::from_str(list).unwrap(), b"x".to_vec());
    scorings::write(&list, &mut line, append);
    String::from_utf8(line).unwrap().split_off(1)
}

#[test]
fn scorings_with_the_same_keys_are_a_table() {
    let list = r#"[{"a":1,"b,":"x,}\\\""},{"a":[2,{"c":[]}],"b,":null}]"#;
    let table = r#"{"a":[1,[2,{"c":[]}]],"b,":["x,}\\\"",null]}"#;
    for (list, table) in [(list, table), (r#"[{"a":{}}]"#, r#"{"a":[{}]}"#)] {
        assert_eq!(written_scorings(list), table);
        let back = scorings::read(serde_json::from_str(table).unwrap()).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), list);
    }
    for other in [
        "[]",
        "[1]",
        "[{}]",
        "[{},{}]",
        "[[1]]",
        r#"["{"]"#,
        r#"[{"a":1},2]"#,
        r#"[{"a":1},{"b":1}]"#,
        r#"[{"a":1},{"a":1,"b":2}]"#,
        r#"[{"a":1,"b":2},{"a":1}]"#,
        r#"[{"a":1,"b":2},{"b":2,"a":1}]"#,
    ] {
        assert_eq!(written_scorings(other), other);
    }
}

#[test]
fn what_is_no_table_is_refused() {
    let refused =
        |table: &str| scorings::read(serde_json::from_str(table).unwrap()).unwrap_err().to_string();
    for (table, reason) in [
        ("1", "key `scorings`: expected a list of values, found 1"),
        (r#"{"a":[1],"b":2}"#, "key `scorings.b`: expected a list, found 2"),
        (r#"{"a":[1],"b":[]}"#, "key `scorings.b`: expected 1 entries, found 0"),
        (r#"{"a":[],"b":[1]}"#, "key `scorings.b`: expected 0 entries, found 1"),
    ] {
        assert_eq!(refused(table), reason);
    }
}

/// A short line does not become gigabytes.
#[test]
fn long_keys_do_not_stand_in_long_tables() {
    let key = "k".repeat(1 << 12);
    for (rows, is_table) in [(200, true), (300, false)] {
        let list = vec![format!(r#"{{"{key}":1}}"#); rows].join(",");
        assert_eq!(written_scorings(&format!("[{list}]")).starts_with('{'), is_table);
        let table = serde_json::json!({ &key: vec![1; rows] });
        assert_eq!(scorings::read(table).is_ok(), is_table);
    }
}
