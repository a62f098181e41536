use drakkar_engine::game::Game;
use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::seed::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: u64 = a[2].parse().unwrap();
    let players = 4;
    let g = Vikings::base(players);
    let mut sum = 0i64;
    let deals: Vec<_> = (0..256).map(|i| g.deal(DealSeed { seed: 1, deal: i })).collect();
    let mut rng = Rng::from_seed(5);
    let t = std::time::Instant::now();
    match a[1].as_str() {
        "playout" => {
            for i in 0..n {
                let mut s = g.state(&deals[(i % 256) as usize]);
                g.playout(&mut s, &mut rng);
                sum += g.outcome(&s).score.as_slice().iter().map(|&x| x as i64).sum::<i64>();
            }
        }
        "step" => {
            for i in 0..n {
                let mut s = g.state(&deals[(i % 256) as usize]);
                while g.to_move(&s).is_some() {
                    let a = g.random_legal(&s, &mut rng);
                    g.apply_unchecked(&mut s, a, &mut ());
                    sum += 1;
                }
            }
        }
        "deal" => {
            for i in 0..n {
                let d = g.deal(DealSeed { seed: 1, deal: i });
                sum += d.bag[0].0[0] as i64;
            }
        }
        "state" => {
            for i in 0..n {
                let s = g.state(&deals[(i % 256) as usize]);
                sum += g.count_legal(&s) as i64;
            }
        }
        _ => panic!(),
    }
    println!("{} {:.0}/s {}", a[1], n as f64 / t.elapsed().as_secs_f64(), sum as f64 / n as f64);
}
