//! Numbers as text in files.

use std::time::Duration;

use drakkar_stats::interval::Interval;
use indicatif::HumanDuration;

const DIGITS: usize = 6;

pub fn cell(figure: Option<f64>) -> String {
    figure.filter(|value| value.is_finite()).map(|value| fixed(value, DIGITS)).unwrap_or_default()
}

/// The number that [`cell`] writes.
pub fn rounded(figure: f64) -> Option<f64> {
    // The nearest to the quotient is the nearest to its digits.
    let near = units(figure, DIGITS).map(|(count, unit)| count as f64 / unit as f64);
    near.or_else(|| cell(Some(figure)).parse().ok())
}

/// A number with this many digits after the point; there is no minus sign before what rounds to 0.
pub fn fixed(value: f64, digits: usize) -> String {
    let text = written(value, digits);
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|byte| matches!(byte, b'0' | b'.')) => zero.to_owned(),
        _ => text,
    }
}

fn written(value: f64, digits: usize) -> String {
    let Some((count, unit)) = units(value, digits) else { return format!("{value:.digits$}") };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let [mut whole, mut rest] = [itoa::Buffer::new(), itoa::Buffer::new()];
    let rest = rest.format(unit + count.abs() % unit);
    [sign, whole.format(count.abs() / unit), ".", &rest[1..]].into_iter().collect()
}

/// A number in units of its last digit, and how many make 1; none if it is so near to the middle of two that their
/// product is not precise enough. This is much faster.
fn units(value: f64, digits: usize) -> Option<(i64, i64)> {
    let unit = 10_i64.pow(digits as u32);
    let scaled = value * unit as f64;
    let rounded = scaled.round();
    let is_near = digits > 0 && rounded.abs() < 1e12 && (scaled - rounded).abs() < 0.49;
    is_near.then_some((rounded as i64, unit))
}

pub fn joined(parts: impl IntoIterator<Item: ToString>, between: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<String>>().join(between)
}

pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

pub fn time_of(seconds: f64) -> String {
    if seconds < 1.0 {
        return "less than a second".to_owned();
    }
    HumanDuration(Duration::from_secs_f64(seconds.min(1e10))).to_string()
}

pub fn is_share(name: &str) -> bool {
    ["win_share", "shared_win", "leader_wins"].iter().any(|share| name.starts_with(share))
}

/// A number with all of its digits, for files whose figures are used again.
pub fn in_full(value: f64) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.serialize(value).expect("memory takes all that is written");
    let text = writer.into_inner().expect("memory takes all that is written");
    String::from_utf8_lossy(&text).trim_end().to_owned()
}

pub fn shown<T>(figure: Option<T>, text: impl Fn(T) -> String) -> String {
    figure.map(text).unwrap_or_default()
}

pub fn per_cent(share: f64) -> String {
    format!("{} %", fixed(share * 100.0, 2))
}

/// An even share, and others that are known and not estimated.
pub fn exact_share(share: f64) -> String {
    let text = fixed(share * 100.0, 2);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

pub fn plain(value: f64) -> String {
    written(value, 2)
}

/// A number with its sign and this many digits after the point; there is no minus sign before what rounds to 0.
pub fn with_sign(value: f64, digits: usize) -> String {
    let text = fixed(value, digits);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

pub fn span((low, high): Interval, text: impl Fn(f64) -> String) -> String {
    let low = text(low);
    format!("{} to {}", low.strip_suffix(" pp").unwrap_or(&low), text(high))
}

/// A p-value for people: four digits after the point, more where it is small.
pub fn p_value(p: f64) -> String {
    const LEAST: f64 = 1e-6;
    match p {
        p if p < LEAST => format!("< {}", fixed(LEAST, DIGITS)),
        p if p < 0.001 => fixed(p, DIGITS),
        p => fixed(p, 4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_never_nothing() {
        for (p, text) in [
            (1.0, "1.0000"),
            (0.049_96, "0.0500"),
            (0.001, "0.0010"),
            (0.000_999_6, "0.001000"),
            (0.000_001, "0.000001"),
            (0.000_000_999, "< 0.000001"),
            (0.0, "< 0.000001"),
        ] {
            assert_eq!(p_value(p), text);
        }
    }

    #[test]
    fn six_digits_or_nothing() {
        for (value, text) in [
            (Some(0.25), "0.250000"),
            (Some(-1e-9), "0.000000"),
            (Some(-2.0 / 3.0), "-0.666667"),
            (Some(f64::NAN), ""),
            (None, ""),
        ] {
            assert_eq!(cell(value), text);
        }
    }

    #[test]
    fn digits_are_those_of_the_standard_library() {
        let mut number = 1_u64;
        for step in 0..200_000 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let some = (number >> 11) as f64 / 2_f64.powi(step % 60 - 6);
            // Halves, too, whose last digit depends on the way of rounding.
            for value in [some, (number >> 50) as f64 / 128.0, 0.5 + f64::from(step) / 1e3] {
                for digits in [1, 2, 3, 6] {
                    let text = format!("{value:.digits$}");
                    assert_eq!(fixed(value, digits), text, "{value:?}");
                    let sign =
                        if text.bytes().all(|byte| matches!(byte, b'0' | b'.')) { "" } else { "-" };
                    assert_eq!(fixed(-value, digits), format!("{sign}{text}"), "-{value:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_in_full_are_read_as_they_were() {
        assert_eq!([1.0, 0.1, 1e16].map(in_full), ["1.0", "0.1", "1e16"]);
    }

    #[test]
    fn one_thing_and_short_times_are_told_in_words() {
        assert_eq!([1, 2].map(|deals| counted(deals, "deal", "deals")), ["1 deal", "2 deals"]);
        assert_eq!(
            [0.0, 0.99, 61.7].map(time_of),
            ["less than a second", "less than a second", "62 seconds"]
        );
    }

    #[test]
    fn what_rounds_to_nothing_has_no_minus_sign() {
        for value in [-0.0, -0.000_04, 0.0] {
            assert_eq!(per_cent(value), "0.00 %");
            assert_eq!([2, 0].map(|digits| with_sign(value, digits)), ["+0.00", "+0"]);
        }
        assert_eq!(with_sign(-0.6, 0), "-1");
    }
}
