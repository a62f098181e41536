//! Eigenvalues and eigenvectors of symmetric matrices, by Jacobi's method.
//!
//! Plain loops in a fixed order, with the four operations and square roots alone, so every machine finds the same
//! bits. Small eigenvalues of positive definite matrices are relatively accurate (Demmel, Veselić 1992).

/// Far more than any matrix needs: from some sweep on, the error is squared in each.
const SWEEPS: usize = 60;

/// The eigenvalues of a symmetric matrix in no particular order, with orthonormal eigenvectors.
#[derive(Clone, PartialEq, Debug)]
pub struct Eigen {
    pub values: Vec<f64>,
    /// Their eigenvectors, each a column: the first index is the coordinate, the second one that of the value.
    pub vectors: Vec<Vec<f64>>,
}

impl Eigen {
    /// Those of the matrix with this lower triangle: row `i` has the columns from 0 to `i`. Cyclic rotations by rows
    /// (Golub, Van Loan, *Matrix Computations*, section 8.5) until no element above the diagonal matters beside the
    /// two on it; none if that does not come to pass, as with numbers that are not finite. Rows of other lengths panic.
    pub fn of(lower: &[Vec<f64>]) -> Option<Eigen> {
        let size = lower.len();
        let mut a: Vec<Vec<f64>> =
            (0..size).map(|i| (0..size).map(|j| lower[i.max(j)][i.min(j)]).collect()).collect();
        let mut vectors: Vec<Vec<f64>> =
            (0..size).map(|i| (0..size).map(|j| f64::from(i == j)).collect()).collect();
        for _ in 0..SWEEPS {
            let mut rotated = false;
            for p in 0..size {
                for q in p + 1..size {
                    let limit = f64::EPSILON * a[p][p].abs().sqrt() * a[q][q].abs().sqrt();
                    // Not so either where something is no number.
                    if a[p][q].abs() <= limit {
                        continue;
                    }
                    rotated = true;
                    let (c, s) = angle(&a, p, q);
                    for row in &mut a {
                        (row[p], row[q]) = turned(row[p], row[q], c, s);
                    }
                    let (upper, lower) = a.split_at_mut(q);
                    for (x, y) in upper[p].iter_mut().zip(&mut lower[0]) {
                        (*x, *y) = turned(*x, *y, c, s);
                    }
                    (a[p][q], a[q][p]) = (0.0, 0.0);
                    for row in &mut vectors {
                        (row[p], row[q]) = turned(row[p], row[q], c, s);
                    }
                }
            }
            if !rotated {
                let values: Vec<f64> = (0..size).map(|i| a[i][i]).collect();
                let is_finite = values.iter().all(|value| value.is_finite());
                return is_finite.then_some(Eigen { values, vectors });
            }
        }
        None
    }
}

/// Cosine and sine of the rotation, of at most an eighth of a turn, that makes the element at `p` and `q` 0.
fn angle(a: &[Vec<f64>], p: usize, q: usize) -> (f64, f64) {
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let tangent = 1.0 / (theta.abs() + (theta * theta + 1.0).sqrt());
    let tangent = if theta < 0.0 { -tangent } else { tangent };
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    (cosine, tangent * cosine)
}

fn turned(x: f64, y: f64, c: f64, s: f64) -> (f64, f64) {
    (c * x - s * y, s * x + c * y)
}

#[cfg(test)]
mod tests {
    use drakkar_engine::seed::Rng;

    use super::*;

    /// The largest error of `A v = λ v` over all elements, and of `Vᵀ V = I`.
    fn errors(lower: &[Vec<f64>], eigen: &Eigen) -> (f64, f64) {
        let n = lower.len();
        let at = |i: usize, j: usize| lower[i.max(j)][i.min(j)];
        let (mut first, mut second) = (0.0_f64, 0.0_f64);
        for i in 0..n {
            for j in 0..n {
                let image: f64 = (0..n).map(|k| at(i, k) * eigen.vectors[k][j]).sum();
                first = first.max((image - eigen.values[j] * eigen.vectors[i][j]).abs());
                let product: f64 = (0..n).map(|k| eigen.vectors[k][i] * eigen.vectors[k][j]).sum();
                second = second.max((product - f64::from(i == j)).abs());
            }
        }
        (first, second)
    }

    #[test]
    fn small_matrices_are_as_computed_by_hand() {
        let eigen = Eigen::of(&[vec![2.0], vec![1.0, 2.0]]).unwrap();
        let half = 0.5_f64.sqrt();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-15;
        assert!(near(eigen.values[0], 1.0) && near(eigen.values[1], 3.0), "{eigen:?}");
        assert!(near(eigen.vectors[0][0], half) && near(eigen.vectors[1][0], -half), "{eigen:?}");
        assert!(near(eigen.vectors[0][1], half) && near(eigen.vectors[1][1], half), "{eigen:?}");
        let one = Eigen::of(&[vec![-4.0]]).unwrap();
        assert_eq!((one.values, one.vectors), (vec![-4.0], vec![vec![1.0]]));
        // What is diagonal stays so, in its order.
        let all = [vec![3.0], vec![0.0, -1.0], vec![0.0, 0.0, 2.0]];
        assert_eq!(Eigen::of(&all).unwrap().values, [3.0, -1.0, 2.0]);
        assert!(Eigen::of(&[]).unwrap().values.is_empty());
    }

    #[test]
    fn random_matrices_are_taken_apart() {
        let mut rng = Rng::from_seed(3);
        for size in 1..=40 {
            let lower: Vec<Vec<f64>> =
                (0..size).map(|i| (0..=i).map(|_| rng.unit() - 0.5).collect()).collect();
            let eigen = Eigen::of(&lower).unwrap();
            let (first, second) = errors(&lower, &eigen);
            assert!(first < 1e-13 && second < 1e-13, "{size}: {first} {second}");
            let trace: f64 = (0..size).map(|i| lower[i][i]).sum();
            assert!((trace - eigen.values.iter().sum::<f64>()).abs() < 1e-13, "{size}");
        }
    }

    /// Of `D R D` with the correlations `R` of 1 and 1/2, small eigenvalues are as accurate as large ones: their
    /// product is the determinant, `(2 + n - 1) / 2^n` times the product of all variances.
    #[test]
    fn small_eigenvalues_are_accurate() {
        let deviations: Vec<f64> = (0..8).map(|k| libm::pow(10.0, -f64::from(k))).collect();
        let lower: Vec<Vec<f64>> = (0..8)
            .map(|i| {
                let at = |j: usize| if i == j { 1.0 } else { 0.5 };
                (0..=i).map(|j| at(j) * deviations[i] * deviations[j]).collect()
            })
            .collect();
        let found: f64 = Eigen::of(&lower).unwrap().values.iter().map(|&x| libm::log(x)).sum();
        let expected = libm::log(9.0 / 256.0)
            + deviations.iter().map(|&one| 2.0 * libm::log(one)).sum::<f64>();
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn what_is_no_number_has_no_eigenvalues() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Eigen::of(&[vec![1.0], vec![bad, 1.0]]), None);
        }
    }
}
