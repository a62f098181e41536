use drakkar_engine::seed::Rng;

use super::*;

const SETTINGS: Settings = Settings { dimensions: 4, population: 8, sigma: 0.3, seed: 5 };

/// A bowl around 1, -1, 0.5, 0 whose axes differ in steepness.
fn worth(point: &[f64]) -> f64 {
    let at = [1.0, -1.0, 0.5, 0.0];
    let steep = [1.0, 4.0, 0.5, 2.0];
    -(0..4).map(|k| steep[k] * (point[k] - at[k]) * (point[k] - at[k])).sum::<f64>()
}

fn values(search: &CmaEs) -> Vec<f64> {
    search.ask().iter().map(|point| worth(point)).collect()
}

fn after(generations: usize, noise: f64) -> CmaEs {
    let (mut search, mut rng) = (CmaEs::new(SETTINGS), Rng::from_seed(1));
    for _ in 0..generations {
        let mut values = values(&search);
        values.iter_mut().for_each(|value| *value += noise * (2.0 * rng.unit() - 1.0));
        search.tell(&values).unwrap();
    }
    search
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-12 * other.abs().max(1.0)
}

/// Mass and largest weight as pycma 3 and 4 print them in their documentation, in the line that begins with
/// `(4_w,8)-aCMA-ES`, the second in whole per cent, rounded down; all others by hand.
#[test]
fn weights_and_rates_are_those_of_the_tutorial() {
    for (dimensions, population, mass, first) in
        [(4, 8, 2.6, 52), (6, 9, 2.8, 49), (8, 10, 3.2, 45)]
    {
        let rates = Rates::of(dimensions, population);
        assert_eq!(libm::round(10.0 * rates.mass) / 10.0, mass, "{population}");
        assert_eq!((100.0 * rates.weights[0]) as i32, first, "{population}");
        assert_eq!(rates.weights.len(), population / 2);
        assert!(near(rates.weights.iter().sum(), 1.0));
    }
    // One parent.
    let rates = Rates::of(3, 2);
    assert_eq!((&rates.weights[..], rates.mass, rates.many), (&[1.0][..], 1.0, 0.0));
    assert!(near(rates.path_sigma, 3.0 / 9.0) && near(rates.damping, 1.0 + 3.0 / 9.0));
    assert!(near(rates.path_c, (4.0 + 1.0 / 3.0) / (7.0 + 2.0 / 3.0)));
    assert!(near(rates.one, 2.0 / (4.3 * 4.3 + 1.0)));
    assert!(near(rates.length, 3.0_f64.sqrt() * (1.0 - 1.0 / 12.0 + 1.0 / 189.0)));
    // So many parents that the step size is damped more, and the matrix forgets all it was.
    let rates = Rates::of(2, 1000);
    assert!(rates.damping > 10.0 && near(rates.one + rates.many, 1.0), "{rates:?}");
}

/// One generation in two dimensions from a distribution with a shape, with the root of the matrix in closed form
/// instead of eigenvectors: `(C + √d I) / √(t + 2 √d)` with determinant `d` and trace `t`.
#[test]
fn a_generation_is_that_of_a_plain_twin() {
    let settings = Settings { dimensions: 2, population: 6, sigma: 1.0, seed: 9 };
    let mut looked = [false; 2];
    for (generation, path) in [(0, 0.1), (7, 0.4), (7, 4.0), (40, -0.7)] {
        let before = State {
            generation,
            sigma: 0.4,
            mean: vec![1.0, -2.0],
            path_sigma: vec![path, -0.3],
            path_c: vec![0.5, path],
            covariance: vec![vec![1.5], vec![0.6, 0.8]],
        };
        let mut search = CmaEs::resumed(settings, before.clone()).unwrap();
        let points = search.ask();
        let values = [0.0, 3.0, 1.0, -1.0, 2.0, 3.0];
        search.tell(&values).unwrap();
        let best = [1, 5, 4];

        let logs = [1, 2, 3].map(|rank| libm::log(3.5 / f64::from(rank)));
        let sum: f64 = logs.iter().sum();
        let w = logs.map(|log| log / sum);
        let mass = 1.0 / w.iter().map(|w| w * w).sum::<f64>();
        let y =
            best.map(|place| [0, 1].map(|i| (points[place][i] - before.mean[i]) / before.sigma));
        let step = [0, 1].map(|i| (0..3).map(|k| w[k] * y[k][i]).sum::<f64>());
        let (a, b, c) = (1.5_f64, 0.6, 0.8);
        let root = (a * c - b * b).sqrt();
        let (p, q, r) = (a + root, b, c + root);
        let scale = (a + c + 2.0 * root).sqrt() / (p * r - q * q);
        let white = [scale * (r * step[0] - q * step[1]), scale * (p * step[1] - q * step[0])];
        let cs = (mass + 2.0) / (7.0 + mass);
        let ps = [0, 1].map(|i| {
            (1.0 - cs) * before.path_sigma[i] + (cs * (2.0 - cs) * mass).sqrt() * white[i]
        });
        let norm = (ps[0] * ps[0] + ps[1] * ps[1]).sqrt();
        let length = 2.0_f64.sqrt() * (1.0 - 1.0 / 8.0 + 1.0 / 84.0);
        let power: f64 = (0..2 * (generation + 1)).map(|_| 1.0 - cs).product();
        let hs = norm / (1.0 - power).sqrt() < (1.4 + 2.0 / 3.0) * length;
        looked[usize::from(hs)] = true;
        let h = f64::from(hs);
        let cc = (4.0 + mass / 2.0) / (6.0 + mass);
        let pc = [0, 1]
            .map(|i| (1.0 - cc) * before.path_c[i] + h * (cc * (2.0 - cc) * mass).sqrt() * step[i]);
        let c1 = 2.0 / (3.3 * 3.3 + mass);
        let cm = (2.0 * (mass - 2.0 + 1.0 / mass) / (16.0 + mass)).min(1.0 - c1);
        let damping = 1.0 + 2.0 * (((mass - 1.0) / 3.0_f64).sqrt() - 1.0).max(0.0) + cs;
        let state = search.state();
        assert_eq!(state.generation, generation + 1);
        let sigma = 0.4 * libm::exp(cs / damping * (norm / length - 1.0));
        assert!(near(state.sigma, sigma), "{} {sigma}", state.sigma);
        for i in 0..2 {
            assert!(near(state.mean[i], before.mean[i] + 0.4 * step[i]));
            assert!(near(state.path_sigma[i], ps[i]), "{} {}", state.path_sigma[i], ps[i]);
            assert!(near(state.path_c[i], pc[i]));
            for j in 0..=i {
                let outer: f64 = (0..3).map(|k| w[k] * y[k][i] * y[k][j]).sum();
                let kept = 1.0 + c1 * (1.0 - h) * cc * (2.0 - cc) - c1 - cm;
                let expected = kept * before.covariance[i][j] + c1 * pc[i] * pc[j] + cm * outer;
                assert!(near(state.covariance[i][j], expected), "{i} {j}");
            }
        }
    }
    assert_eq!(looked, [true; 2]);
}

/// Published tunes can be made again only as long as these stay the same.
#[test]
fn first_points_and_a_later_state_are_pinned() {
    let mut search = CmaEs::new(SETTINGS);
    let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
    assert_eq!(bits(&search.ask()[0]), FIRST);
    for _ in 0..25 {
        let values = values(&search);
        search.tell(&values).unwrap();
    }
    let State { sigma, mean, covariance, .. } = search.state();
    assert_eq!(bits(&[*sigma, mean[0], covariance[3][1]]), LATER);
}

const FIRST: [u64; 4] =
    [4586263246944794384, 4573270635455096667, 4596360545748564481, 4598265323831604900];
const LATER: [u64; 3] = [4589406335209660333, 4606806832559418112, 4586648653029044698];

#[test]
fn points_are_normal() {
    let settings = Settings { dimensions: 3, population: 1000, sigma: 2.0, seed: 1 };
    let points = CmaEs::new(settings).ask();
    let all: Vec<f64> = points.concat().iter().map(|x| x / 2.0).collect();
    let mean = |power: i32| all.iter().map(|x| x.powi(power)).sum::<f64>() / 3000.0;
    // Four standard errors of each moment.
    let errors = [1.0, 2.0, 15.0, 96.0].map(|variance: f64| 4.0 * (variance / 3000.0).sqrt());
    for (power, expected) in (1..).zip([0.0, 1.0, 0.0, 3.0]) {
        assert!((mean(power) - expected).abs() < errors[power as usize - 1], "{power}");
    }
    let product: f64 = points.iter().map(|point| point[0] * point[1] / 4.0).sum();
    assert!((product / 1000.0).abs() < 4.0 / 1000.0_f64.sqrt());
}

#[test]
fn a_known_optimum_is_reached() {
    let search = after(80, 0.0);
    let State { mean, sigma, .. } = search.state();
    assert!(worth(mean) > -1e-6 && *sigma < 0.01, "{:?}", search.state());
    // With noise of a tenth, the mean still gets near it.
    assert!(worth(&after(60, 0.1).state().mean) > -0.05);
}

/// The point that is reported as by far the best does not become the mean.
#[test]
fn the_mean_is_no_lucky_point() {
    let mut search = CmaEs::new(SETTINGS);
    let points = search.ask();
    let lucky: Vec<f64> = (0..8).map(|place| if place == 3 { 1e6 } else { 0.0 }).collect();
    search.tell(&lucky).unwrap();
    let mean = &search.state().mean;
    let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-3);
    assert!(apart(mean, &[0.0; 4]));
    assert!(points.iter().all(|point| apart(point, mean)));
}

#[test]
fn a_question_is_the_same_whenever_it_is_asked() {
    let search = after(3, 0.0);
    assert_eq!(search.ask(), search.ask());
    assert_eq!(search, after(3, 0.0));
    assert_ne!(search.ask(), after(2, 0.0).ask());
    let other = CmaEs::new(Settings { seed: 6, ..SETTINGS });
    assert_ne!(other.ask(), CmaEs::new(SETTINGS).ask());
    assert_eq!(other.state(), CmaEs::new(SETTINGS).state());
}

/// Whoever saves the state after each generation and goes on from the text has the same bits in the end.
#[test]
fn what_is_no_number_is_worst() {
    let after = |bad: f64| {
        let mut search = CmaEs::new(SETTINGS);
        let mut values = values(&search);
        values[2] = bad;
        search.tell(&values).unwrap();
        serde_json::to_string(search.state()).unwrap()
    };
    assert_eq!(after(f64::NAN), after(-1e9));
    assert_ne!(after(f64::NAN), after(1e9));
}

#[test]
fn a_saved_state_goes_on_as_if_nothing_had_been() {
    let whole = after(30, 0.0);
    let mut search = CmaEs::new(SETTINGS);
    for _ in 0..30 {
        let text = serde_json::to_string(search.state()).unwrap();
        let state: State = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&state).unwrap(), text);
        search = CmaEs::resumed(SETTINGS, state).unwrap();
        search.tell(&values(&search)).unwrap();
    }
    let [one, other] = [&whole, &search].map(|all| serde_json::to_string(all.state()).unwrap());
    assert_eq!(one, other);
    assert_eq!(whole, search);
}

#[test]
fn bad_states_are_refused() {
    let good = after(3, 0.0).state().clone();
    let refused = |change: &dyn Fn(&mut State)| {
        let mut state = good.clone();
        change(&mut state);
        CmaEs::resumed(SETTINGS, state).unwrap_err()
    };
    assert_eq!(refused(&|state| state.mean.push(0.0)), Unfit::Dimensions);
    assert_eq!(refused(&|state| state.path_c.clear()), Unfit::Dimensions);
    assert_eq!(refused(&|state| state.path_sigma.truncate(3)), Unfit::Dimensions);
    assert_eq!(refused(&|state| state.covariance.truncate(3)), Unfit::Dimensions);
    assert_eq!(refused(&|state| state.covariance[2].push(0.0)), Unfit::Dimensions);
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(refused(&|state| state.mean[1] = bad), Unfit::Number);
        assert_eq!(refused(&|state| state.covariance[3][0] = bad), Unfit::Number);
    }
    for bad in [0.0, -1.0, f64::NAN] {
        assert_eq!(refused(&|state| state.sigma = bad), Unfit::Number);
    }
    assert_eq!(refused(&|state| state.covariance[1][1] = -1.0), Unfit::Shape);
    assert_eq!(refused(&|state| state.covariance[1][0] = 100.0), Unfit::Shape);
    // Of JSON, what is no number is no state.
    let text = serde_json::to_string(&good).unwrap();
    for (from, to) in [("\"sigma\":", "\"sigma\":null,\"x\":"), ("\"mean\":[", "\"mean\":[null,")] {
        assert!(serde_json::from_str::<State>(&text.replacen(from, to, 1)).is_err());
    }
}

/// Who says that everything but one direction is bad, for long enough, makes the distribution flat. The search says so,
/// and stays as it was.
#[test]
fn a_lost_shape_is_an_error() {
    let mut search = CmaEs::new(SETTINGS);
    let lost = (0..20_000).find_map(|_| {
        let before = search.clone();
        let values: Vec<f64> = search.ask().iter().map(|point| point[0]).collect();
        search.tell(&values).err().inspect(|_| assert_eq!(search, before))
    });
    assert!(lost.is_some());
}
