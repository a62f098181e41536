use drakkar_agents::{agent::Agent, player::Player, spec::Spec};
use drakkar_engine::games::vikings::{fact::VikingsFact, scoring::Scoring};
use drakkar_engine::{
    fact::Ledger, game::Game, games::vikings::Vikings, seat::Seat, seed::*, view::View,
};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: u64 = a[1].parse().unwrap();
    let g = Vikings::base(a.len() - 2);
    let specs: Vec<Spec> = a[2..].iter().map(|s| s.parse().unwrap()).collect();
    let mut ps: Vec<Player<Vikings>> =
        specs.iter().map(|s| Player::build(s, &g).unwrap()).collect();
    let p = ps.len();
    let mut share = vec![0u64; p];
    let mut score = vec![0i64; p];
    let mut dec = 0u64;
    let mut opts = 0u64;
    let mut led: Ledger<Scoring> = Ledger::new(p, VikingsFact::ALL.len());
    let mut facts = vec![0i64; VikingsFact::ALL.len()];
    let t = std::time::Instant::now();
    for i in 0..n {
        let d = g.deal(DealSeed { seed: 9, deal: i });
        for rot in 0..1u64 {
            let mut s = g.state(&d);
            led.clear();
            let r = (i + rot) as usize;
            while let Some(seat) = g.to_move(&s) {
                let who = (seat.index() + r) % p;
                let mut rng = DecisionKey::new(9, i, rot, seat).at(g.clock(&s));
                let v = g.view(&s, seat);
                if n <= 2000 {
                    opts += v.count_legal() as u64;
                }
                let act = ps[who].choose(&v, &mut rng);
                dec += 1;
                g.apply_unchecked(&mut s, act, &mut led);
            }
            let o = g.outcome(&s);
            for seat in Seat::all(p) {
                let who = (seat.index() + r) % p;
                share[who] += o.share[seat] as u64;
                score[who] += o.score[seat] as i64;
                for (f, x) in facts.iter_mut().zip(led.facts(seat)) {
                    if who == 0 {
                        *f += *x as i64;
                    }
                }
            }
        }
    }
    let m = n as f64;
    println!(
        "{:.0} games/s {:.1} decisions {:.1} options",
        m / t.elapsed().as_secs_f64(),
        dec as f64 / m,
        opts as f64 / dec as f64
    );
    for i in 0..p {
        println!(
            "{} share {:.4} score {:.2}",
            specs[i],
            share[i] as f64 / 60.0 / m,
            score[i] as f64 / m
        );
    }
    if std::env::var("FACTS").is_ok() {
        for (i, f) in VikingsFact::ALL.iter().zip(facts) {
            println!("  {} {:.2}", i.name, f as f64 / m);
        }
    }
}
