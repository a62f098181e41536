use drakkar_engine::cpu::Portable;
use drakkar_engine::seed::Rng;

use super::*;
use crate::features::{Input, MAX_VALUE};

fn number(rng: &mut Rng, most: u32) -> i32 {
    rng.below(2 * most + 1) as i32 - most as i32
}

fn layer(rng: &mut Rng, numbers: usize, outputs: usize, shift: u32) -> Layer {
    let weights = (0..numbers).map(|_| number(rng, 3000) as i16).collect();
    let bias = (0..outputs).map(|_| number(rng, 1_000_000)).collect();
    Layer::new(weights, bias, shift)
}

/// A net with any numbers, for so many seats and inputs.
fn any(players: usize, inputs: usize, rng: &mut Rng) -> Net {
    let widths = (1 + rng.below(150) as usize, 1 + rng.below(20) as usize);
    of_widths(players, inputs, widths, rng)
}

fn of_widths(players: usize, inputs: usize, (one, two): (usize, usize), rng: &mut Rng) -> Net {
    let layers = [
        layer(rng, inputs * one, one, rng.clone().below(8)),
        layer(rng, one * two, two, 4 + rng.clone().below(8)),
        layer(rng, two * 2 * players, 2 * players, 10),
    ];
    let inputs = (0..inputs).map(|input| format!("input.{input}")).collect();
    let about = About {
        game: "toy".to_owned(),
        rules: "base".to_owned(),
        players,
        inputs,
        training: serde_json::Map::new(),
    };
    Net::new(about, layers).unwrap()
}

/// The outputs as the documentation of files explains them, without any economy.
fn plainly(net: &Net, seen: &[Seen]) -> Vec<i32> {
    let [first, second, last] = &net.layers;
    let mut values = vec![0_i64; first.inputs()];
    for seen in seen {
        values[usize::from(seen.input)] = i64::from(seen.value);
    }
    for (number, layer) in [first, second, last].into_iter().enumerate() {
        let sums: Vec<i64> = (0..layer.outputs())
            .map(|output| {
                let products = values.iter().enumerate().map(|(input, value)| {
                    let at = match number {
                        0 => input * layer.outputs() + output,
                        _ => output * layer.inputs() + input,
                    };
                    value * i64::from(layer.weights()[at])
                });
                i64::from(layer.bias()[output]) + products.sum::<i64>()
            })
            .collect();
        values = sums;
        if number < 2 {
            for value in &mut values {
                *value = (*value).div_euclid(1 << layer.shift()).clamp(0, i64::from(TOP));
            }
        }
    }
    values.into_iter().map(|value| value as i32).collect()
}

#[test]
fn outputs_are_those_of_plain_sums() {
    let mut rng = Rng::from_seed(1);
    let mut scratch = Scratch::default();
    // Every other one with widths of its own loop, and such as are multiples of them.
    let usual = [(64, 32), (32, 64), (64, 64), (96, 32), (128, 32)];
    for round in 0..300 {
        let (players, inputs) = (1 + rng.below(6) as usize, 1 + rng.below(90) as usize);
        let net = match round % 2 {
            0 => of_widths(players, inputs, usual[round / 2 % usual.len()], &mut rng),
            _ => any(players, inputs, &mut rng),
        };
        for _ in 0..5 {
            let mut seen = Vec::new();
            for input in 0..inputs as u16 {
                if rng.below(3) == 0 {
                    // Most nets see ones first.
                    let is_one = round % 3 == 0 && input < 40;
                    let value =
                        if is_one { 1 } else { number(&mut rng, MAX_VALUE as u32 / 8) as i16 };
                    seen.push(Seen { input, value });
                }
            }
            assert_eq!(net.outputs(&seen, &mut scratch), plainly(&net, &seen));
            let task = Outputs { net: &net, seen: &seen, scratch: &mut scratch };
            assert_eq!(task.run(Portable), plainly(&net, &seen));
        }
    }
}

#[test]
fn shares_add_up_and_scores_have_units() {
    let net = any(3, 4, &mut Rng::from_seed(2));
    let (mut shares, mut scores) = ([0.0; 3], [0.0; 3]);
    // ln 2 apart; an output of a whole unit is 16 points.
    let unit = f64::from(ONE) * 1024.0;
    let ln2 = (std::f64::consts::LN_2 * unit).round() as i32;
    net.read(&[ln2, 0, 0, ONE << 10, -ONE << 9, 0], &mut shares, &mut scores);
    for (share, expected) in shares.iter().zip([0.5, 0.25, 0.25]) {
        assert!((share - expected).abs() < 1e-5, "{shares:?}");
    }
    assert_eq!(scores, [16.0, -8.0, 0.0]);
    // The largest differences there are.
    net.read(&[i32::MAX, i32::MIN, 0, 0, 0, 0], &mut shares, &mut scores);
    assert_eq!(shares[0] + shares[1] + shares[2], 1.0);
}

#[test]
fn files_are_read_as_they_were_written() {
    let mut rng = Rng::from_seed(3);
    for _ in 0..20 {
        let players = 1 + rng.below(6) as usize;
        let net = any(players, 7, &mut rng);
        let read = Net::from_json(&net.to_json()).unwrap();
        assert_eq!(read, net);
        assert_eq!(read.sha256().len(), 64);
    }
    let (one, other) = (any(2, 3, &mut rng), any(2, 3, &mut rng));
    assert_ne!(one.sha256(), other.sha256());
}

#[test]
fn faults_of_files_are_named() {
    let text = any(2, 2, &mut Rng::from_seed(4)).to_json();
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        Net::from_json(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    for (from, to, expected) in [
        ("drakkar-net-1", "drakkar-net-2", "key `format`: must be `drakkar-net-1`"),
        ("\"players\": 2", "\"players\": 3", "key `layers[2].bias`: 4 outputs for 3 seats"),
        ("\"players\": 2", "\"players\": 0", "key `players`: must be 1 to 6"),
        ("\"input.0\",", "", "key `layers[0].weights`: 2 rows for 1 inputs"),
        ("{\"shift\": ", "{\"shift\": 9", "key `layers[0].shift`: must be 0 to 20"),
        ("\"rules\"", "\"rule\"", "unknown field `rule`"),
        ("\"weights\": [\n[", "\"weights\": [\n[1,", "weights instead of"),
        ("\"weights\": [\n[", "\"weights\": [\n[99999,", "invalid value"),
    ] {
        let error = changed(from, to);
        assert!(error.contains(expected), "{error}");
    }
    assert!(Net::from_json("").unwrap_err().to_string().contains("line 1"));
    assert!(Net::from_json("[]").is_err());
}

#[test]
fn a_net_for_another_game_is_refused() {
    let net = any(2, 3, &mut Rng::from_seed(5));
    let inputs = |names: &[&str]| -> Vec<Input> {
        let input = |&name: &&str| Input { name: name.to_owned(), about: String::new() };
        names.iter().map(input).collect()
    };
    let about = net.about();
    let own = ["input.0", "input.1", "input.2"];
    assert_eq!(about.check(&inputs(&own), 2), Ok(()));
    for (names, players, expected) in [
        (&own[..], 3, "key `players`: it is for 2 seats, and 3 play"),
        (&[], 2, "key `inputs`: this game has no inputs for nets"),
        (&["input.0", "gold"], 2, "key `inputs[1]`: the game has `gold`, the net input.1"),
        (&own[..2], 2, "key `inputs`: the game has 2 inputs, the net more"),
        (
            &["input.0", "input.1", "input.2", "more"],
            2,
            "key `inputs[3]`: the game has `more`, the net nothing",
        ),
    ] {
        let error = about.check(&inputs(names), players).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}
