//! Screening designs: which of many quantities are high and which are low, so that few trials tell the effect
//! of each.

use super::{Set, Task};

/// Rows of -1 and 1, one column for each of `factors` quantities: every column has as many of either, and every
/// two columns have each of the four combinations equally often. So the effect of a quantity, the mean of the
/// rows where it is high minus the mean of the others, contains no effect of another one, and its error is that
/// of all rows together (R. L. Plackett and J. P. Burman, *The design of optimum multifactorial experiments*,
/// Biometrika 33, 1946).
///
/// The rows are those of a Hadamard matrix without its first column: the smallest one that Paley's first
/// construction (R. E. A. C. Paley, *On orthogonal matrices*, J. Math. Phys. 12, 1933) gives, doubled as often
/// as needed (Sylvester). No rows for no quantities.
pub fn rows(factors: usize) -> Vec<Vec<i8>> {
    if factors == 0 {
        return Vec::new();
    }
    let (order, mut doublings) = (1..).find_map(of_order(factors + 1)).unwrap_or((4, 0));
    let mut matrix = paley(order);
    while doublings > 0 {
        let twice = |sign: i8| {
            let row = move |row: &Vec<i8>| {
                row.iter().copied().chain(row.iter().map(|one| sign * one)).collect()
            };
            matrix.iter().map(row).collect::<Vec<Vec<i8>>>()
        };
        matrix = [twice(1), twice(-1)].concat();
        doublings -= 1;
    }
    matrix.into_iter().map(|row| row[1..=factors].to_vec()).collect()
}

/// For a multiple of 4 that is at least `least`, the order of Paley's matrix and how often it is doubled to
/// get a matrix of that order; none if there is none.
fn of_order(least: usize) -> impl Fn(usize) -> Option<(usize, u32)> {
    move |multiple| {
        let order = 4 * multiple;
        let fits = |doublings: &u32| order % (1 << doublings) == 0 && is_paley(order >> doublings);
        let doublings = (0..=order.ilog2()).find(fits).filter(|_| order >= least)?;
        Some((order >> doublings, doublings))
    }
}

/// Orders of matrices without doubling: 1, 2, and one more than a prime of the form 4 k + 3.
fn is_paley(order: usize) -> bool {
    let is_prime =
        |n: usize| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    order <= 2 || (order.is_multiple_of(4) && is_prime(order - 1))
}

/// Such a matrix, with a first column of 1.
fn paley(order: usize) -> Vec<Vec<i8>> {
    if order <= 2 {
        return [vec![1, 1], vec![1, -1]][..order]
            .iter()
            .map(|row| row[..order].to_vec())
            .collect();
    }
    let prime = order - 1;
    let squares: Vec<usize> = (1..prime).map(|n| n * n % prime).collect();
    let sign = |n: usize| if n == 0 || squares.contains(&n) { 1 } else { -1 };
    let row = |shift: usize| (0..prime).map(|column| sign((column + shift) % prime)).collect();
    let rows = (0..prime).map(row).chain([vec![-1; prime]]);
    rows.map(|row: Vec<i8>| [vec![1], row].concat()).collect()
}

/// The sets around `set` in which all levers are varied at once, each between two neighbouring places, and the
/// design that they follow, with a column for each lever; a lever with one value has a column of zeros. Where a
/// lever has many values, the places are an eighth of them away.
///
/// The design is folded over: next to each row stands its mirror image. So no effect of a lever contains the joint
/// effect of two others (G. E. P. Box and K. B. Wilson, *On the experimental attainment of optimum conditions*, J. R.
/// Statist. Soc. B 13, 1951), and if both of a pair are played at the same decisions, the luck of these cancels.
pub fn around(task: &Task, set: &Set) -> (Vec<Set>, Vec<Vec<i8>>) {
    let reach = |count: usize| (count / 8).max(1);
    let ends = task.levers.iter().zip(set).map(|(lever, &at)| {
        let (count, reach) = (lever.values.len(), reach(lever.values.len()));
        (at.saturating_sub(reach), (at + reach).min(count - 1))
    });
    let ends: Vec<(usize, usize)> = ends.collect();
    let varied = |&&(low, high): &&(usize, usize)| low < high;
    let rows = rows(ends.iter().filter(varied).count());
    let signs = rows.iter().map(|row| {
        let mut next = row.iter();
        let sign = |(low, high): &(usize, usize)| {
            if low < high { next.next().copied().unwrap_or_default() } else { 0 }
        };
        ends.iter().map(sign).collect::<Vec<i8>>()
    });
    let pair = |row: Vec<i8>| [row.iter().map(|sign| -sign).collect(), row];
    let signs: Vec<Vec<i8>> = signs.flat_map(pair).collect();
    let place = |((low, high), sign): (&(usize, usize), &i8)| if *sign > 0 { *high } else { *low };
    let sets = signs.iter().map(|row| ends.iter().zip(row).map(place).collect());
    (sets.collect(), signs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levelling::Lever;

    #[test]
    fn columns_are_balanced_and_orthogonal() {
        for factors in 1..=60 {
            let rows = rows(factors);
            assert!(
                rows.len() > factors && rows.len() < 2 * factors + 8,
                "{factors}: {}",
                rows.len()
            );
            let product = |a: usize, b: usize| -> i32 {
                rows.iter().map(|row| i32::from(row[a]) * i32::from(row[b])).sum()
            };
            for a in 0..factors {
                assert_eq!(
                    rows.iter().map(|row| i32::from(row[a])).sum::<i32>(),
                    0,
                    "{factors}: {a}"
                );
                assert!((0..a).all(|b| product(a, b) == 0), "{factors}: {a}");
            }
        }
        // The sizes of Plackett and Burman.
        let counts = [1, 3, 4, 11, 14, 15, 16, 19, 23].map(|factors| rows(factors).len());
        assert_eq!(counts, [4, 4, 8, 12, 16, 16, 20, 20, 24]);
        assert!(rows(0).is_empty());
    }

    #[test]
    fn levers_move_to_their_neighbours() {
        let lever =
            |count: usize, first| Lever { values: (0..count).map(|n| n as f64).collect(), first };
        let levers = vec![lever(5, 2), lever(1, 0), lever(3, 0), lever(24, 20)];
        let task = Task { owners: vec![None; 4], levers, weights: Vec::new(), margin: 0.0 };
        let (sets, signs) = around(&task, &task.first());
        assert_eq!((sets.len(), signs.len()), (8, 8));
        assert!(signs.chunks(2).all(|pair| pair[0].iter().zip(&pair[1]).all(|(a, b)| a + b == 0)));
        for (set, signs) in sets.iter().zip(&signs) {
            let expected = [[1, 3], [0, 0], [0, 1], [17, 23]];
            for lever in [0, 2, 3] {
                assert_eq!(set[lever], expected[lever][usize::from(signs[lever] > 0)]);
            }
            assert_eq!((set[1], signs[1]), (0, 0));
        }
    }
}
