//! Several looks at the same growing data. Without an effect, the estimate after a share `t` of all blocks, in standard
//! errors, is `Z(t)`, and `Z(t) √t` is a Brownian motion at time `t`; the probability that it reaches a bound follows
//! by integration from look to look (P. Armitage, C. K. McPherson, B. C. Rowe, *J. R. Statist. Soc.* A 132, 1969). Only
//! functions of `libm` are used.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use crate::student::{bisect, critical};

/// A look at a part of all data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    /// The share of the data that is seen, above 0 and at most 1; each look sees more than the one before.
    pub time: f64,
    /// An effect is claimed if the estimate is at least so many standard errors from no effect.
    pub bound: f64,
}

impl Look {
    /// A look at which the plain interval of this risk is read.
    pub fn plain(time: f64, risk: f64) -> Look {
        Look { time, bound: critical(risk, i128::MAX) }
    }

    /// The risk of the plain interval that just excludes no effect at the bound.
    pub fn risk(&self) -> f64 {
        libm::erfc(self.bound * FRAC_1_SQRT_2)
    }
}

/// Looks at these times that together claim an effect where there is none with the probability `risk`, with the bounds
/// `C / √time` (P. C. O'Brien, T. R. Fleming, *Biometrics* 35, 1979). Intervals that reach as far are repeated
/// confidence intervals (C. Jennison, B. W. Turnbull, *Group Sequential Methods*, 2000, chapter 9).
pub fn planned(times: &[f64], risk: f64) -> Vec<Look> {
    let looks = |constant: f64| -> Vec<Look> {
        times.iter().map(|&time| Look { time, bound: constant / time.sqrt() }).collect()
    };
    // One look alone takes the plain bound, and all together no more than that for a share of the risk each.
    let low = critical(risk, i128::MAX);
    let high = critical(risk / times.len().max(1) as f64, i128::MAX);
    looks(bisect((low, high), 50, |constant| total_risk(&looks(constant)) > risk))
}

const MOST_STEPS: f64 = 4000.0;

/// The probability that an effect is claimed at any of these looks where there is none.
pub fn total_risk(looks: &[Look]) -> f64 {
    let Some((first, rest)) = looks.split_first() else { return 0.0 };
    let mut risk = first.risk();
    let mut before = first;
    // The density of those that went on, where the bound was not reached.
    let mut density = Density::new(first, rest.first(), |at| normal(at, first.time));
    for (number, look) in rest.iter().enumerate() {
        let passed = look.time - before.time;
        let edge = look.bound * look.time.sqrt();
        let scale = FRAC_1_SQRT_2 / passed.sqrt();
        risk += density
            .sum(|at| 0.5 * (libm::erfc((edge - at) * scale) + libm::erfc((edge + at) * scale)));
        let next = rest.get(number + 1);
        if next.is_none() {
            break;
        }
        density = Density::new(look, next, |to| density.sum(|at| normal(to - at, passed)));
        before = look;
    }
    risk
}

fn normal(at: f64, variance: f64) -> f64 {
    libm::exp(-at * at / (2.0 * variance)) / (2.0 * PI * variance).sqrt()
}

/// A function between the bounds of a look, by points with the weights of Simpson's rule.
struct Density(Vec<(f64, f64)>);

impl Density {
    /// `next` is the look that it is used for: its points are near enough for the time until then.
    fn new(look: &Look, next: Option<&Look>, of: impl Fn(f64) -> f64) -> Density {
        let edge = look.bound * look.time.sqrt();
        // Beyond, there is next to nothing.
        let edge = edge.min(8.0 * look.time.sqrt());
        let passed = next.map_or(1.0, |next| next.time - look.time).min(look.time);
        let steps = (2.0 * edge / passed.sqrt() * 8.0).clamp(64.0, MOST_STEPS);
        let steps = 2 * (steps / 2.0) as usize;
        let step = 2.0 * edge / steps as f64;
        let points = (0..=steps).map(|number| {
            let at = step * number as f64 - edge;
            let weight = match number {
                _ if number == 0 || number == steps => 1.0,
                _ if number % 2 == 1 => 4.0,
                _ => 2.0,
            };
            (at, of(at) * weight * step / 3.0)
        });
        Density(points.collect())
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().map(|&(at, weight)| weight * of(at)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    fn equal(looks: usize) -> Vec<f64> {
        (1..=looks).map(|look| look as f64 / looks as f64).collect()
    }

    /// Jennison and Turnbull (2000), table 2.3: constants of O'Brien and Fleming for 5 %.
    #[test]
    fn constants_are_the_published_ones() {
        for (looks, constant) in [
            (1, 1.960),
            (2, 1.977),
            (3, 2.004),
            (4, 2.024),
            (5, 2.040),
            (6, 2.053),
            (8, 2.072),
            (10, 2.087),
        ] {
            let found = planned(&equal(looks), 0.05);
            assert!((found[looks - 1].bound - constant).abs() < 6e-4, "{looks}: {found:?}");
            let first = found[0].bound / (looks as f64).sqrt();
            assert!((first - constant).abs() < 6e-4, "{looks}: {found:?}");
            assert!((total_risk(&found) - 0.05).abs() < 1e-9);
        }
        // The same table for 1 %.
        for (looks, constant) in [(4, 2.609), (5, 2.621)] {
            let found = planned(&equal(looks), 0.01)[looks - 1].bound;
            assert!((found - constant).abs() < 6e-4, "{looks}: {found}");
        }
    }

    /// Armitage, McPherson and Rowe (1969), table 2: so often does a plain 5 % test reject at any of equally spaced
    /// looks.
    #[test]
    fn looks_that_nobody_planned_have_the_published_errors() {
        for (looks, risk) in
            [(1, 0.05), (2, 0.083), (3, 0.107), (4, 0.126), (5, 0.142), (10, 0.193)]
        {
            let plain: Vec<Look> =
                equal(looks).into_iter().map(|time| Look::plain(time, 0.05)).collect();
            assert!((total_risk(&plain) - risk).abs() < 6e-4, "{looks}: {}", total_risk(&plain));
        }
        // A first look at next to nothing is independent of the second, and one at nearly all adds nothing.
        let two = |time| total_risk(&[Look::plain(time, 0.05), Look::plain(1.0, 0.05)]);
        assert!((two(1e-6) - (1.0 - 0.95 * 0.95)).abs() < 1e-3, "{}", two(1e-6));
        assert!((two(0.9999) - 0.05).abs() < 2e-3, "{}", two(0.9999));
        assert_eq!(total_risk(&[]), 0.0);
    }

    /// Unequal times, against simulated sums of normal draws.
    #[test]
    fn unequal_looks_agree_with_simulation() {
        let times = [0.1, 0.35, 0.4, 1.0];
        let looks = planned(&times, 0.05);
        let plain = times.map(|time| Look::plain(time, 0.05));
        let mut draws = Draws::new(8);
        let mut uniform = move || ((draws.word() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
        let mut draw =
            move || (-2.0 * libm::log(uniform())).sqrt() * libm::cos(2.0 * PI * uniform());
        let (runs, mut claimed) = (100_000, [0_u32; 2]);
        for _ in 0..runs {
            let (mut sum, mut before) = (0.0, 0.0);
            let mut reached = [false; 2];
            for (planned, plain) in looks.iter().zip(&plain) {
                sum += draw() * (planned.time - before).sqrt();
                before = planned.time;
                let z = (sum / before.sqrt()).abs();
                reached = [reached[0] || z >= planned.bound, reached[1] || z >= plain.bound];
            }
            claimed[0] += u32::from(reached[0]);
            claimed[1] += u32::from(reached[1]);
        }
        let [kept, grown] = claimed.map(|count| f64::from(count) / f64::from(runs));
        assert!((kept - 0.05).abs() < 0.0025, "{kept}");
        assert!((grown - total_risk(&plain)).abs() < 0.003, "{grown} {}", total_risk(&plain));
    }
}
