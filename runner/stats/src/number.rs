//! A sum as it is written: a number, and a text if it has more than 64 bits. Readers of JSON are several times as fast
//! with numbers of the machine.

use std::fmt;

use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};

#[derive(Clone, Copy)]
pub(crate) struct Number(pub(crate) i128);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(number) => serializer.serialize_i64(number),
            Err(_) => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        deserializer.deserialize_any(ReadNumber)
    }
}

struct ReadNumber;

impl Visitor<'_> for ReadNumber {
    type Value = Number;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a whole number")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
        Ok(Number(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
        Ok(Number(number.into()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        let number: i128 = text.parse().map_err(E::custom)?;
        // A sum has one spelling.
        if i64::try_from(number).is_ok() || number.to_string() != text {
            return Err(E::custom(format!("`{text}` is not written so")));
        }
        Ok(Number(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_size_are_read_as_they_are_written() {
        for (number, written) in [
            (0, "0"),
            (-7, "-7"),
            (i128::from(i64::MAX), "9223372036854775807"),
            (i128::from(i64::MAX) + 1, "\"9223372036854775808\""),
            (i128::MIN, "\"-170141183460469231731687303715884105728\""),
        ] {
            assert_eq!(serde_json::to_string(&Number(number)).unwrap(), written);
            assert_eq!(serde_json::from_str::<Number>(written).unwrap().0, number);
        }
        for wrong in [
            "\"5\"",
            "\"+9223372036854775808\"",
            "1.0",
            "1e3",
            "\"\"",
            "\"x\"",
            "true",
            "9223372036854775808000",
        ] {
            assert!(serde_json::from_str::<Number>(wrong).is_err(), "{wrong}");
        }
    }
}
