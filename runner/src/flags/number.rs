use drakkar_engine::input;
use indicatif::HumanCount;

pub const MOST_GAMES: u64 = 1_000_000_000_000;

pub fn whole<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let found = input::whole(text).filter(|number| (least..=most).contains(number));
        let found = found.and_then(|number| number.try_into().ok());
        found.ok_or_else(|| match most {
            // Larger numbers have more digits.
            u64::MAX if text.len() < 20 => format!("must be a whole number, {least} or more"),
            most => format!("must be a whole number from {least} to {}", grouped(most)),
        })
    }
}

pub fn at_least<T: TryFrom<u64>>(
    least: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    whole(least, u64::MAX)
}

pub fn games(text: &str) -> Result<u64, String> {
    whole(1, MOST_GAMES)(text)
}

pub fn threads(text: &str) -> Result<u16, String> {
    whole(1, 1024)(text)
}

/// Reads numbers that fit; the others are refused for this reason.
pub fn real(
    fits: fn(f64) -> bool,
    reason: &'static str,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    let read = move |text: &str| text.parse().ok().filter(|number| fits(*number));
    move |text| read(text).ok_or_else(|| reason.to_owned())
}

fn grouped(number: u64) -> String {
    let text = HumanCount(number).to_string();
    text.replace(',', if number < 10_000 { "" } else { "_" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_range_and_say_so() {
        assert_eq!(whole::<u16>(1, 1024)("1e3"), Ok(1000));
        let refusal = whole::<u16>(1, 1024)("1025").unwrap_err();
        assert_eq!(refusal, "must be a whole number from 1 to 1024");
        assert_eq!(at_least::<u64>(0)("-1").unwrap_err(), "must be a whole number, 0 or more");
        let refusal = at_least::<u64>(0)("18446744073709551616").unwrap_err();
        assert!(refusal.ends_with("from 0 to 18_446_744_073_709_551_615"), "{refusal}");
        let refusal = games("0").unwrap_err();
        assert_eq!(refusal, "must be a whole number from 1 to 1_000_000_000_000");
        // Printed numbers can be typed.
        assert_eq!(games("1_000_000_000_000"), Ok(MOST_GAMES));
    }
}
