//! The flags `--sprt` and `--until`: when a comparison ends.

use crate::plan::purpose::{Stopping, Unit};

/// Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05` or `share0=...,share1=...`.
pub fn sprt(text: &str) -> Result<Stopping, String> {
    let (mut unit, mut low, mut high) = (None, None, None);
    let (mut alpha, mut beta) = (0.05, 0.05);
    for part in text.split(',') {
        let number = part.split_once('=').and_then(|(key, value)| {
            Some((key.trim(), value.trim().parse::<f64>().ok().filter(|x| x.is_finite())?))
        });
        let (key, value) = number.ok_or_else(|| format!("`{part}` is not key=number"))?;
        match key {
            "elo0" | "share0" => low = Some(value),
            "elo1" | "share1" => high = Some(value),
            "alpha" => alpha = value,
            "beta" => beta = value,
            _ => {
                return Err(format!(
                    "there is no `{key}`; there are elo0, elo1 or share0, share1, and alpha, beta"
                ));
            }
        }
        let rate = ["alpha", "beta"].contains(&key);
        if rate && !(value > 0.0 && value < 0.5) {
            return Err(format!("`{key}` must be above 0 and below 0.5"));
        }
        let kind = if key.starts_with("elo") { Unit::Elo } else { Unit::Share };
        if !rate && unit.replace(kind).is_some_and(|other| other != kind) {
            return Err("hypotheses are either elo0 and elo1 or share0 and share1".to_owned());
        }
    }
    let unit = unit.ok_or("needs elo1, or share0 and share1")?;
    let low = low.or((unit == Unit::Elo).then_some(0.0)).ok_or("needs share0")?;
    let high = high.ok_or("needs elo1 or share1")?;
    let stopping = Stopping::Sprt { unit, low, high, alpha, beta };
    // The rates have been looked at above.
    stopping.is_possible().then_some(stopping).ok_or_else(|| {
        format!("the first hypothesis must be below the second, both within {}", unit.limit())
    })
}

/// Reads `ci=0.005`.
pub fn until(text: &str) -> Result<Stopping, String> {
    let value = text.strip_prefix("ci=").and_then(|value| value.parse::<f64>().ok());
    let stopping = value.map(Stopping::HalfWidth).filter(|stopping| stopping.is_possible());
    stopping.ok_or_else(|| "expected ci= and a share below 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_are_read_and_refused() {
        let elo = Stopping::Sprt { unit: Unit::Elo, low: 0.0, high: 10.0, alpha: 0.05, beta: 0.1 };
        assert_eq!(sprt("elo1=10,beta=0.1"), Ok(elo));
        assert_eq!(sprt("elo0=0,elo1=10,alpha=0.05,beta=0.1"), Ok(elo));
        let share =
            Stopping::Sprt { unit: Unit::Share, low: -0.01, high: 0.02, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt("share0=-0.01,share1=0.02"), Ok(share));
        for (text, told) in [
            ("", "`` is not key=number"),
            ("elo1=x", "is not key=number"),
            ("elo1=NaN", "is not key=number"),
            ("elo2=5", "there is no `elo2`"),
            ("elo0=5", "needs elo1"),
            ("alpha=0.05", "needs elo1"),
            ("share1=0.5", "needs share0"),
            ("elo0=0,share1=0.5", "either"),
            ("elo1=5,alpha=0.5", "`alpha` must be above 0"),
            ("elo0=5,elo1=5", "must be below"),
            ("share0=0,share1=1", "must be below"),
        ] {
            let error = sprt(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
        assert_eq!(until("ci=0.005"), Ok(Stopping::HalfWidth(0.005)));
        for text in ["0.005", "ci=0", "ci=0.5", "ci=x", ""] {
            assert!(until(text).is_err(), "{text}");
        }
    }
}
