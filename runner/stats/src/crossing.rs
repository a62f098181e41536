//! Where estimates at several points cross 0, such as the value of a rule at which a thing is fair.

use crate::worth::Estimate;

/// A place with its estimate.
pub type Point = (f64, Estimate);

/// A place, and the ends of the range around it in which 0 is not ruled out; `None` for an end beyond the points.
pub type Crossing = (f64, [Option<f64>; 2]);

/// Where a line through points in ascending order first crosses 0; `None` if nowhere.
///
/// The range around it is that in which 0 is inside the 95 % intervals, interpolated linearly, and further by the error
/// of that, `h² / 8` times the largest second derivative between points at the distance `h`, taken to be the larger of
/// the second differences next to them. It ends at a point that rules 0 out; with two points, it reaches from one to
/// the other at least.
pub fn crossing(points: &[Point]) -> Option<Crossing> {
    debug_assert!(points.is_sorted_by_key(|point| point.0));
    let place = points.windows(2).position(|pair| pair[0].1.value * pair[1].1.value <= 0.0)?;
    let value = zero(&points[place], &points[place + 1], |estimate| estimate.value)?;
    // To either side, as far as neither band crosses.
    let edges = |cell: usize| {
        let (one, two) = (&points[cell], &points[cell + 1]);
        let band = |of: fn(&Estimate) -> f64| {
            let at = zero(one, two, of)?;
            let slope = ((of(&two.1) - of(&one.1)) / (two.0 - one.0)).abs();
            let bend = bend(points, cell);
            let more = if bend > 0.0 { bend / slope } else { 0.0 };
            Some((at, (at - more).max(one.0), (at + more).min(two.0)))
        };
        [band(|one| one.alone().0), band(|one| one.alone().1)].into_iter().flatten()
    };
    let below = |cell| {
        let ends = edges(cell).filter(|(at, ..)| *at <= value);
        ends.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, low, _)| low)
    };
    let above = |cell| {
        let ends = edges(cell).filter(|(at, ..)| *at >= value);
        ends.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(.., high)| high)
    };
    let below = (0..=place).rev().find_map(below);
    let above = (place..points.len() - 1).find_map(above);
    Some((value, [below, above]))
}

/// The place between two points at which a line through them is 0.
fn zero((x1, one): &Point, (x2, two): &Point, of: impl Fn(&Estimate) -> f64) -> Option<f64> {
    let (y1, y2) = (of(one), of(two));
    match (y1 == 0.0, y1 * y2 <= 0.0) {
        (true, _) => Some(*x1),
        (_, true) => Some(x1 + (x2 - x1) * y1 / (y1 - y2)),
        _ => None,
    }
}

/// How far a function may be from the straight line between point number `cell` and the next one.
fn bend(points: &[Point], cell: usize) -> f64 {
    let second = |first: usize| {
        let [(x0, y0), (x1, y1), (x2, y2)] = *points.get(first..first + 3)? else { return None };
        let [down, up] = [(y1.value - y0.value) / (x1 - x0), (y2.value - y1.value) / (x2 - x1)];
        Some(2.0 * ((up - down) / (x2 - x0)).abs())
    };
    let beside = [cell.checked_sub(1).and_then(second), second(cell)];
    let width = points[cell + 1].0 - points[cell].0;
    let largest = beside.into_iter().flatten().reduce(f64::max);
    largest.map_or(f64::INFINITY, |largest| width * width / 8.0 * largest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;
    use crate::student::critical;

    fn points<const N: usize>(places: [(f64, f64); N], error: f64) -> [Point; N] {
        places.map(|(x, value)| (x, Estimate { value, error, samples: 1001 }))
    }

    #[test]
    fn a_crossing_is_interpolated() {
        let points = points([(1.0, -2.0), (2.0, -0.5), (3.0, 1.0)], 0.25);
        let (value, ends) = crossing(&points).unwrap();
        assert!((value - (2.0 + 0.5 / 1.5)).abs() < 1e-12);
        let reach = 0.25 * critical(0.05, 1001) / 1.5;
        let [low, high] = ends.map(Option::unwrap);
        assert!((low - (value - reach)).abs() < 1e-9 && (high - (value + reach)).abs() < 1e-9);
        let falling: Vec<Point> =
            points.iter().rev().enumerate().map(|(x, (_, y))| (x as f64, *y)).collect();
        let (value, ends) = crossing(&falling).unwrap();
        assert!(ends[0].unwrap() < value && value < ends[1].unwrap());
        assert_eq!(crossing(&points[..2]), None);
    }

    #[test]
    fn of_several_crossings_the_first_counts() {
        let waves = points([(0.0, -2.0), (1.0, 2.0), (2.0, -2.0)], 0.25);
        let (value, ends) = crossing(&waves).unwrap();
        assert!((value - 0.5).abs() < 1e-12);
        assert!(ends.iter().all(|end| end.is_some_and(|end| (0.0..=1.0).contains(&end))));
    }

    /// With two points, the range reaches from one to the other; or beyond, if neither rules 0 out.
    #[test]
    fn two_points_say_nothing_of_bends() {
        let (value, ends) = crossing(&points([(0.0, -4.0), (4.0, 4.0)], 0.1)).unwrap();
        assert_eq!((value, ends), (2.0, [Some(0.0), Some(4.0)]));
        let (_, ends) = crossing(&points([(0.0, 0.1), (1.0, -0.1)], 1.0)).unwrap();
        assert_eq!(ends, [None, None]);
    }

    /// The range contains the true place in 95 of 100 studies at least, where truth is straight and where it bends, and
    /// whether the error is that of measuring or of interpolating.
    #[test]
    fn ranges_cover_the_truth() {
        let mut rng = Draws::new(6);
        let straight = |x: f64| x - 4.7;
        let square = |x: f64| (x * x - 22.0) / 8.0;
        let root = |x: f64| 3.0 * (x.sqrt() - 2.1);
        let truths: [(&dyn Fn(f64) -> f64, f64); 3] =
            [(&straight, 4.7), (&square, 22.0_f64.sqrt()), (&root, 4.41)];
        for (number, (truth, at)) in truths.into_iter().enumerate() {
            for error in [0.001, 0.1, 0.4] {
                let runs = 1000;
                let mut covered = 0;
                for _ in 0..runs {
                    let found = [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0]
                        .map(|x| (x, truth(x) + error * rng.normal()));
                    let Some((_, [low, high])) = crossing(&points(found, error)) else { continue };
                    let misses =
                        low.is_some_and(|low| low > at) || high.is_some_and(|high| high < at);
                    covered += u32::from(!misses);
                }
                assert!(covered >= 940, "{number} {error}: {covered} of {runs}");
            }
        }
    }
}
