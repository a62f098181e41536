//! How often the engine draws what, against the twin's own redraws (H5): hands, cards laid aside, the deck,
//! whims and tokens.

use std::collections::BTreeMap;

use super::both::{Both, engine};
use super::drawn::as_twin;
use super::games::{Style, choose};
use super::twin::rules::Cards;
use super::twin::variation::dealt;
use super::twin::{Rules, Step, Twin};
use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use serde_json::Value;

/// Few cards and whims, so that every combination comes up often.
fn rules() -> Rules {
    let mut rules = Rules::base();
    let cards = |kind: &str, number: usize| Cards {
        kind: kind.to_owned(),
        landing: ["a", "b", "cd", ""].map(str::to_owned)[..number].to_vec(),
    };
    rules.cards =
        vec![cards("steal", 4), cards("favour", 2), cards("counter", 2), cards("grace", 2)];
    rules.setup.cards = 1;
    rules.whims.truncate(8);
    rules
}

/// How often something was drawn by the engine and by the twin, for each thing that is drawn.
type Counts = BTreeMap<String, BTreeMap<String, [u32; 2]>>;

fn count(counts: &mut Counts, thing: impl Into<String>, found: String, which: usize) {
    counts.entry(thing.into()).or_default().entry(found).or_default()[which] += 1;
}

fn count_twin(counts: &mut Counts, twin: &Twin, which: usize) {
    let mut hands = String::new();
    for (seat, player) in twin.players.iter().enumerate() {
        let hand = format!("{:?} {:?}", player.hand, player.aside);
        hands += &hand;
        count(counts, format!("hand {seat}"), hand, which);
        let mut drawn = player.drawn_whims.clone();
        drawn.sort_unstable();
        let whims = format!("{:?} {:?} {drawn:?}", player.whim, player.put_away);
        count(counts, format!("whims {seat}"), whims, which);
        count(counts, format!("token {seat}"), format!("{:?}", player.token), which);
    }
    count(counts, "all hands", hands, which);
    count(counts, "deck", format!("{:?}", &twin.deck[..2.min(twin.deck.len())]), which);
    count(counts, "the deck's end", format!("{:?}", twin.deck.last()), which);
}

/// Pearson's statistic of two samples of one size, and its degrees of freedom; rare things are taken
/// together.
fn chi_square(counts: &BTreeMap<String, [u32; 2]>) -> (f64, f64) {
    let (rare, mut cells): (Vec<_>, Vec<_>) =
        counts.values().copied().partition(|[one, two]| one + two < 16);
    cells.push(rare.iter().fold([0, 0], |[a, b], [one, two]| [a + one, b + two]));
    cells.retain(|[one, two]| one + two > 0);
    let part = |&[one, two]: &[u32; 2]| {
        let (one, two) = (f64::from(one), f64::from(two));
        (one - two) * (one - two) / (one + two)
    };
    (cells.iter().map(part).sum(), cells.len() as f64 - 1.0)
}

/// Exceeded by chance less than once in a million (Laurent and Massart 2000, lemma 1, with x = 14).
fn bound(degrees: f64) -> f64 {
    degrees + 2.0 * (14.0 * degrees).sqrt() + 28.0
}

/// Plays until `wanted` holds, and compares what is drawn for each seat. Returns the sum of the statistics and
/// of their degrees of freedom.
fn compare(number: u64, draws: u32, wanted: impl Fn(&Twin) -> bool) -> Option<(f64, f64)> {
    let mut rng = Rng::from_seed(number);
    let deal = dealt(&rules(), &mut |most| rng.below(most as u32 + 1) as usize);
    let mut both = Both::new(rules(), 3, deal);
    while let Some(legal) = both.legal() {
        if wanted(&both.twin) {
            break;
        }
        let k = choose(Style::Schemer, &legal, &mut rng);
        both.play(&legal[k]);
    }
    both.twin.to_move()?;
    let (mut sum, mut freedom) = (0.0, 0.0);
    for seat in 0..3 {
        let mut counts = Counts::new();
        for _ in 0..draws {
            let drawn = both.game.view(&both.state, Seat::new(seat)).draw(&mut rng);
            count_twin(&mut counts, &as_twin(&both.game, &both.twin, &drawn, seat), 0);
            let drawn = both.twin.redraw(seat, &mut |most| rng.below(most as u32 + 1) as usize);
            count_twin(&mut counts, &drawn, 1);
        }
        for (thing, counts) in &counts {
            let (chi, degrees) = chi_square(counts);
            assert!(
                chi < bound(degrees),
                "{thing}: {chi} with {degrees}, {counts:?}, {}",
                both.place()
            );
            (sum, freedom) = (sum + chi, freedom + degrees);
        }
    }
    Some((sum, freedom))
}

#[test]
fn hidden_things_are_drawn_as_often_as_by_the_twin_h5() {
    let (mut sum, mut freedom, mut positions) = (0.0, 0.0, 0);
    for number in 0..12 {
        let known = |twin: &Twin| twin.players.iter().any(|player| !player.stolen_from.is_empty());
        let found = compare(number, 1_200, |twin| match number % 6 {
            0 => twin.to_move() == Some(1),
            1 => matches!(twin.agenda.last(), Some(Step::Token { seat }) if *seat != twin.first),
            2 => known(twin),
            3 => matches!(twin.agenda.last(), Some(Step::Drop { .. })),
            4 => known(twin) && matches!(twin.agenda.last(), Some(Step::Drop { .. })),
            _ => twin.round == 3,
        });
        if let Some((chi, degrees)) = found {
            (sum, freedom, positions) = (sum + chi, freedom + degrees, positions + 1);
        }
    }
    println!("{positions} positions: {sum:.0} with {freedom} degrees of freedom");
    assert!(positions >= 10 && freedom > 2_000.0, "{positions}, {freedom}");
    // The things of one position hang together, so that the sum spreads more than its degrees say.
    assert!((sum / freedom - 1.0).abs() < 0.1, "{sum} with {freedom}");
}

/// D1 to D3.
#[test]
fn deals_are_as_frequent_as_the_twins_d1_d2_d3() {
    let rules = rules();
    let (game, mut rng, mut counts) = (engine(&rules, 3), Rng::from_seed(1), Counts::new());
    for number in 0..6_000 {
        let own = game.deal(DealSeed { seed: 8, deal: number });
        let own = serde_json::to_value(&own).unwrap();
        let other = dealt(&rules, &mut |most| rng.below(most as u32 + 1) as usize);
        for (which, deal) in [own, other].iter().enumerate() {
            let list = |pointer: &str| deal.pointer(pointer).unwrap().as_array().unwrap().clone();
            for pointer in ["/deck", "/mixes/0", "/mixes/3", "/mixes/7", "/whims"] {
                let list = list(pointer);
                let text = |part: &[Value]| format!("{part:?}");
                count(&mut counts, format!("{pointer}'s start"), text(&list[..2]), which);
                let end = text(&list[list.len() - 2..]);
                count(&mut counts, format!("{pointer}'s end"), end, which);
            }
            let places = ["/deck/0", "/mixes/0/0", "/mixes/1/0", "/mixes/7/9"];
            let places = places.map(|place| deal.pointer(place).unwrap().to_string());
            count(&mut counts, "deck and mixes", places[..2].join(" "), which);
            count(&mut counts, "mixes", places[2..].join(" "), which);
        }
    }
    for (thing, counts) in &counts {
        let (chi, degrees) = chi_square(counts);
        println!("{thing}: {chi:.0} with {degrees}");
        assert!(degrees > 5.0 && chi < bound(degrees), "{thing}: {chi} with {degrees}, {counts:?}");
    }
}
