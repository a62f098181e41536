//! p-values of Student's t, and their adjustment if several effects are tested at once.

use crate::{ratio::Ratio, student::tails};

/// The largest p-value of what is called certain.
pub const LEVEL: f64 = 0.05;

/// Two-sided p-value of an effect of 0 by Student's t with `blocks - 1` degrees of freedom. `None` with fewer than two
/// blocks, and if `error` is not positive: data without variation say nothing about chance.
pub fn two_sided(value: f64, error: f64, blocks: i128) -> Option<f64> {
    if blocks < 2 || !error.is_finite() || error <= 0.0 || value.is_nan() {
        return None;
    }
    // Squares of larger values would overflow; the probability is practically 0 there.
    Some(tails((value.abs() / error).min(1e150), blocks - 1))
}

/// The same for the hypothesis that the effect is 0 or less.
pub fn one_sided(value: f64, error: f64, blocks: i128) -> Option<f64> {
    let both = two_sided(value, error, blocks)?;
    Some(if value > 0.0 { both / 2.0 } else { 1.0 - both / 2.0 })
}

/// Two-sided p-value of a share of `par`: that of [`two_sided`], but not below the smallest that the sign test can
/// give, `2 q^blocks`, where `q` is one half, or `1 - par` for a share below a smaller par. So a handful of blocks that
/// are nearly alike are no stronger evidence than their number allows.
pub fn of_share(share: &Ratio, unit: f64, par: f64) -> Option<f64> {
    let above = share.value(unit)? - par;
    // Par itself, but for the rounding of a third.
    if above.abs() < 1e-12 {
        return Some(1.0);
    }
    let by_t = share.error(unit).and_then(|error| two_sided(above, error, share.blocks));
    let side = if above > 0.0 { par } else { 1.0 - par };
    let least = 2.0 * libm::pow(side.max(0.5), share.blocks as f64);
    Some(by_t.unwrap_or(0.0).max(least).min(1.0))
}

/// [`of_share`] of all seats, or agents, adjusted by [`holm`]; two are one hypothesis.
pub fn of_all_shares(shares: &[&Ratio], unit: f64, par: f64) -> Vec<Option<f64>> {
    let raw: Vec<Option<f64>> = shares.iter().map(|share| of_share(share, unit, par)).collect();
    if raw.len() == 2 {
        return raw;
    }
    with_holm(raw).into_iter().map(|(_, adjusted)| adjusted).collect()
}

/// Adjusts p-values of hypotheses that are tested together, in their order, so that rejecting those of at most `a`
/// rejects any true one with probability at most `a` (Holm 1979, Scand. J. Statist. 6, 65-70).
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut ranked: Vec<usize> = (0..p.len()).collect();
    ranked.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut least = 0.0_f64;
    for (rank, index) in ranked.into_iter().enumerate() {
        least = least.max(p[index] * (p.len() - rank) as f64).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

/// Each p-value with the one adjusted by [`holm`] among those that exist.
pub fn with_holm(raw: Vec<Option<f64>>) -> Vec<(Option<f64>, Option<f64>)> {
    let family: Vec<f64> = raw.iter().copied().flatten().collect();
    let mut adjusted = holm(&family).into_iter();
    raw.into_iter().map(|p| (p, p.and_then(|_| adjusted.next()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Degrees of freedom, t, and `2 * scipy.stats.t.sf(t, freedom)` of SciPy 1.17.1.
    const SCIPY: [(i128, f64, f64); 40] = [
        (1, 0.1, 9.365489651389e-01),
        (1, 1.0, 5.000000000000e-01),
        (1, 2.5, 2.422378831817e-01),
        (1, 20.0, 3.180450251235e-02),
        (1, 100000.0, 6.366197723464e-06),
        (2, 0.1, 9.294654384141e-01),
        (2, 2.5, 1.296117202215e-01),
        (2, 20.0, 2.490663892367e-03),
        (2, 100000.0, 9.999999998500e-11),
        (3, 0.1, 9.266523488008e-01),
        (3, 2.5, 8.770664700807e-02),
        (3, 20.0, 2.732032502473e-04),
        (3, 100000.0, 2.205315580893e-15),
        (4, 0.1, 9.251558409395e-01),
        (4, 2.5, 6.676654481199e-02),
        (4, 20.0, 3.688310580300e-05),
        (4, 100000.0, 5.999999996000e-20),
        (5, 0.1, 9.242301411547e-01),
        (5, 1.0, 3.632174676491e-01),
        (5, 2.5, 5.449009934238e-02),
        (5, 4.0, 1.032341548083e-02),
        (6, 0.1, 9.236019518988e-01),
        (6, 2.5, 4.652823228417e-02),
        (6, 4.0, 7.118977963748e-03),
        (10, 0.1, 9.223207185644e-01),
        (10, 2.5, 3.144684423661e-02),
        (10, 4.0, 2.518332624737e-03),
        (10, 6.0, 1.321088603548e-04),
        (10, 10.0, 1.589553175596e-06),
        (30, 0.1, 9.210096117903e-01),
        (30, 2.5, 1.811564906807e-02),
        (30, 6.0, 1.394276876720e-06),
        (30, 10.0, 4.575251408230e-11),
        (199, 1.0, 3.185249123198e-01),
        (199, 2.5, 1.322725996651e-02),
        (199, 4.0, 8.927655875683e-05),
        (199, 6.0, 9.178170004045e-09),
        (1_000_000, 2.5, 1.241948950216e-02),
        (1_000_000, 4.0, 6.334703401005e-05),
        (1_000_000, 10.0, 1.527861076818e-23),
    ];

    #[test]
    fn student_agrees_with_scipy() {
        for (freedom, t, expected) in SCIPY {
            let within = match freedom {
                ..=4 => 1e-11,
                5..10 => 1e-3,
                _ => 2e-5,
            };
            let p = two_sided(-t * 0.25, 0.25, freedom + 1).unwrap();
            assert!((p / expected - 1.0).abs() < within, "{freedom} {t}: {p} {expected}");
        }
    }

    #[test]
    fn no_effect_has_p_one_and_a_huge_one_next_to_zero() {
        for blocks in [2, 3, 4, 5, 6, 7, 1000] {
            assert!((two_sided(0.0, 1.0, blocks).unwrap() - 1.0).abs() < 1e-15, "{blocks}");
            for value in [1e140, 1e200, f64::INFINITY] {
                assert!(two_sided(value, 1.0, blocks).unwrap() < 1e-139, "{blocks}");
            }
        }
    }

    #[test]
    fn one_side_is_half_of_both() {
        let both = two_sided(2.0, 1.0, 30).unwrap();
        assert_eq!(one_sided(2.0, 1.0, 30), Some(both / 2.0));
        assert_eq!(one_sided(-2.0, 1.0, 30), Some(1.0 - both / 2.0));
        assert_eq!(one_sided(0.0, 1.0, 30), Some(0.5));
    }

    #[test]
    fn nothing_is_said_without_variation() {
        assert_eq!(two_sided(1.0, 0.0, 100), None);
        assert_eq!(two_sided(1.0, f64::NAN, 100), None);
        assert_eq!(two_sided(f64::NAN, 1.0, 100), None);
        assert_eq!(two_sided(1.0, 1.0, 1), None);
        assert_eq!(two_sided(1.0, 1.0, 0), None);
    }

    fn ratio(blocks: &[i64], games: i64) -> Ratio {
        let mut ratio = Ratio::default();
        blocks.iter().for_each(|&won| ratio.add_block(won, games));
        ratio
    }

    #[test]
    fn more_wins_are_never_less_evidence() {
        let p = |blocks: &[i64]| of_share(&ratio(blocks, 4), 1.0, 0.5).unwrap();
        assert_eq!(p(&[4, 4, 4, 4]), 0.125);
        assert_eq!(p(&[4, 4, 4, 3]), 0.125, "t alone has 0.006");
        assert!(p(&[4, 4, 4, 1]) > 0.125 && p(&[4, 4, 4, 4, 4]) < 0.125);
        // With many blocks, t decides.
        let many = ratio(&[4, 1, 3, 2].repeat(50), 4);
        let by_t = two_sided(0.125, many.error(1.0).unwrap(), 200);
        assert_eq!(of_share(&many, 1.0, 0.5), by_t);
        assert_eq!(p(&[2, 2, 2]), 1.0);
        assert_eq!(of_share(&Ratio::default(), 1.0, 0.5), None);
        // One game of four seats in each of ten blocks: nobody wins none of them for certain.
        assert!(of_share(&ratio(&[0; 10], 1), 1.0, 0.25).unwrap() > 0.1);
        assert!(of_share(&ratio(&[1; 10], 1), 1.0, 0.25).unwrap() < 0.01);
    }

    /// Of runs of four equal seats, at most about 5 in 100 name one.
    #[test]
    fn equal_seats_are_hardly_ever_told_apart() {
        let mut draws = crate::draws::Draws::new(3);
        let mut named = [0; 2];
        for _ in 0..1000 {
            let mut seats = [Ratio::default(); 4];
            for _ in 0..100 {
                let winner = draws.below(4) as usize;
                (0..4).for_each(|seat| seats[seat].add_block(i64::from(seat == winner), 1));
            }
            let all = of_all_shares(&seats.each_ref(), 1.0, 0.25);
            named[0] += u32::from(all.iter().flatten().any(|p| *p <= 0.05));
            let alone = |seat: &Ratio| of_share(seat, 1.0, 0.25).is_some_and(|p| p <= 0.05);
            named[1] += u32::from(seats.iter().any(alone));
        }
        assert!(named[0] <= 75 && named[1] > 110, "{named:?}");
    }

    #[test]
    fn two_seats_are_one_hypothesis() {
        let (one, two) = (ratio(&[4, 1, 3, 4, 3, 4], 4), ratio(&[0, 3, 1, 0, 1, 0], 4));
        let p = of_share(&one, 1.0, 0.5);
        let both = of_all_shares(&[&one, &two], 1.0, 0.5);
        assert!((both[0].unwrap() - both[1].unwrap()).abs() < 1e-12 && both[0] == p, "{both:?}");
    }

    /// Expected values: `multipletests(p, method="holm")` of statsmodels 0.15.0.
    #[test]
    fn holm_agrees_with_statsmodels() {
        for (p, expected) in [
            (&[0.01, 0.04, 0.03, 0.005][..], &[0.03, 0.06, 0.06, 0.02][..]),
            (&[0.0001, 0.0001, 0.2, 0.02, 0.9, 0.5], &[0.0006, 0.0006, 0.6, 0.08, 1.0, 1.0]),
            (&[0.2], &[0.2]),
            (&[], &[]),
        ] {
            let adjusted = holm(p);
            assert_eq!(adjusted.len(), expected.len());
            for (a, e) in adjusted.iter().zip(expected) {
                assert!((a - e).abs() < 1e-14, "{adjusted:?}");
            }
        }
    }

    #[test]
    fn what_has_no_p_value_is_in_no_family() {
        let both = with_holm(vec![Some(0.01), None, Some(0.04)]);
        assert_eq!(both, [(Some(0.01), Some(0.02)), (None, None), (Some(0.04), Some(0.04))]);
    }
}
