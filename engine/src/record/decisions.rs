//! The decisions of a line: those of a seat that follow one another are one list, `[seat, action, legal, action, ...]`.
//! An action without `legal` was the only one.

use std::fmt;

use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::Decision;
use crate::data::append;
use crate::seat::{MAX_SEATS, Seat};

/// Appends them; `told` appends the text of an action. Nothing is built for it: they are most of a record.
pub(super) fn write<A>(
    decisions: impl IntoIterator<Item = (Seat, A, u32)>,
    line: &mut Vec<u8>,
    mut told: impl FnMut(A, &mut Vec<u8>),
) {
    let mut last = None;
    line.push(b'[');
    for (seat, action, legal) in decisions {
        let digit = |number: u32| b'0' + number as u8;
        if last != Some(seat) {
            if last.is_some() {
                line.extend_from_slice(b"],");
            }
            line.extend_from_slice(&[b'[', digit(seat.index() as u32)]);
            last = Some(seat);
        }
        line.push(b',');
        told(action, line);
        match legal {
            1 => {}
            0..10 => line.extend_from_slice(&[b',', digit(legal)]),
            10..100 => line.extend_from_slice(&[b',', digit(legal / 10), digit(legal % 10)]),
            _ => {
                line.push(b',');
                append(&legal, line);
            }
        }
    }
    line.extend_from_slice(if last.is_some() { b"]]" } else { b"]" });
}

/// What is read of them.
#[derive(Default)]
pub(super) struct Decisions {
    pub(super) all: Vec<Decision>,
    /// Whether a list has more or less than `[seat, action, legal]`, which is not of the first version.
    pub(super) are_joined: bool,
}

impl<'de> Deserialize<'de> for Decisions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Decisions, D::Error> {
        deserializer.deserialize_seq(Lists)
    }
}

struct Lists;

impl<'de> Visitor<'de> for Lists {
    type Value = Decisions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut lists: A) -> Result<Decisions, A::Error> {
        let mut read = Decisions::default();
        while lists.next_element_seed(OneList(&mut read))?.is_some() {}
        Ok(read)
    }
}

/// Adds those of a list.
pub(super) struct OneList<'d>(pub(super) &'d mut Decisions);

impl<'de> DeserializeSeed<'de> for OneList<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for OneList<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[seat, action, legal, ...]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Decisions { all, are_joined } = self.0;
        let other = || A::Error::custom("is no list of decisions");
        let seat = list.next_element()?.filter(|&seat| seat < MAX_SEATS).ok_or_else(other)?;
        let (seat, before) = (Seat::new(seat), all.len());
        let mut is_counted = true;
        while let Some(part) = list.next_element()? {
            is_counted = match (part, all.last_mut()) {
                (Value::Number(legal), Some(last)) if !is_counted => {
                    let legal = legal.as_u64().and_then(|legal| legal.try_into().ok());
                    last.legal = legal.ok_or_else(other)?;
                    true
                }
                (Value::String(action), _) => {
                    all.push(Decision { seat, action, legal: 1 });
                    false
                }
                _ => return Err(other()),
            };
        }
        let played = all.len() - before;
        *are_joined |= played > 1 || !is_counted;
        if played > 0 { Ok(()) } else { Err(other()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Decisions> {
        serde_json::from_str(text).ok()
    }

    fn written(read: &Decisions) -> String {
        let (all, mut line) =
            (read.all.iter().map(|it| (it.seat, &it.action, it.legal)), Vec::new());
        write(all, &mut line, |action, line| append(action, line));
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
            let read = read(text).unwrap();
            let all = read.all.iter();
            assert_eq!(all.map(|it| it.legal).collect::<Vec<_>>(), legal, "{text}");
            assert_eq!(written(&read), text);
        }
        let apart = read(r#"[[0,"a",1],[0,"b",7]]"#).unwrap();
        assert_eq!((written(&apart).as_str(), apart.are_joined), (r#"[[0,"a","b",7]]"#, false));
        for joined in [r#"[[0,"a"]]"#, r#"[[0,"a",1],[0,"a",1,"b",1]]"#, r#"[[0,"a","b",1]]"#] {
            assert!(read(joined).unwrap().are_joined, "{joined}");
        }
    }

    #[test]
    fn what_is_no_decision_is_refused() {
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
            let text = format!(r#"[[0,"a"],{list}]"#);
            assert!(
                read(&text).is_none() && serde_json::from_str::<Value>(&text).is_ok(),
                "{text}"
            );
        }
        assert!(read("{}").is_none() && read(r#"[0,"a"]"#).is_none());
    }
}
