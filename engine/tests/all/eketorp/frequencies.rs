//! How often the engine draws what, against the twin's own redraws (2.11): hidden hands, discarded cards, the
//! attacker's card, talon and material cards.

use std::collections::BTreeMap;

use super::both::{Both, engine};
use super::games::{Style, choose};
use super::twin::deal::text;
use super::twin::variation::dealt;
use super::twin::{Phase, Rules, Twin};
use drakkar_engine::game::Game;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};

/// Few cards, so that every combination comes up often.
fn rules() -> Rules {
    let mut rules = Rules::queen2007();
    rules.setup.hand = 2;
    rules.setup.amulets = 6;
    rules.setup.vikings = (3..=6).map(|players: u32| (players.to_string(), 4)).collect();
    rules.cards.highest = 4;
    rules.cards.copies = 5;
    rules.check().unwrap();
    rules
}

/// How often something was drawn by the engine and by the twin, for each thing that is drawn.
type Counts = BTreeMap<String, BTreeMap<String, [u32; 2]>>;

fn count(counts: &mut Counts, thing: impl Into<String>, found: String, which: usize) {
    counts.entry(thing.into()).or_default().entry(found).or_default()[which] += 1;
}

fn count_twin(counts: &mut Counts, twin: &Twin) {
    let mut hands = String::new();
    for (seat, player) in twin.players.iter().enumerate() {
        let hidden = player.swaps.iter().filter(|swap| !swap.public);
        let mut discarded: Vec<usize> = hidden.flat_map(|swap| swap.cards.clone()).collect();
        discarded.sort_unstable();
        let (hand, discarded) = (text(&player.hand), text(&discarded));
        hands += &format!("{hand} {discarded} ");
        count(counts, format!("hand {seat}"), hand, 1);
        count(counts, format!("discarded {seat}"), discarded, 1);
    }
    count(counts, "all hands", hands, 1);
    if let Some(card) = twin.conflict.as_ref().and_then(|conflict| conflict.card) {
        let hand = text(&twin.players[twin.conflict.as_ref().unwrap().attacker].hand);
        count(counts, "attacker", format!("{card} of {hand}"), 1);
    }
    count(counts, "talon", text(&twin.talon[..2.min(twin.talon.len())]), 1);
    count(counts, "talon's end", text(&twin.talon[twin.talon.len().saturating_sub(1)..]), 1);
    count(
        counts,
        "material",
        twin.materials[twin.round..].first().map_or(0, |&card| card).to_string(),
        1,
    );
}

/// The same from the text of the whole table.
fn count_engine(counts: &mut Counts, table: &str) {
    let (mut hands, mut attacker) = (String::new(), None);
    for line in table.lines() {
        let Some((seat, line)) = line.strip_prefix("seat ").and_then(|line| line.split_once(':'))
        else {
            continue;
        };
        let (_, line) = line.split_once(" | hand ").unwrap();
        let (hand, line) = line.split_once(", pile ").unwrap();
        // Without what is said of it, such as that it is open.
        let hand = hand.split(" (").next().unwrap();
        let (line, plays) = line.split_once(" | plays ").unwrap_or((line, ""));
        let discarded = line.split_once("discarded ").map_or("", |(_, cards)| cards);
        hands += &format!("{hand} {discarded} ");
        count(counts, format!("hand {seat}"), hand.to_owned(), 0);
        count(counts, format!("discarded {seat}"), discarded.to_owned(), 0);
        if !plays.is_empty() {
            attacker = Some(format!("{plays} of {hand}"));
        }
    }
    count(counts, "all hands", hands, 0);
    if let Some(found) = attacker {
        count(counts, "attacker", found, 0);
    }
    let line = table.lines().last().unwrap().strip_prefix("talon ").unwrap();
    let (talon, materials) = line.split_once(" | material cards to come").unwrap();
    count(counts, "talon", talon[..2.min(talon.len())].to_owned(), 0);
    count(counts, "talon's end", talon[talon.len().saturating_sub(1)..].to_owned(), 0);
    count(counts, "material", materials.split_whitespace().next().unwrap_or("0").to_owned(), 0);
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

/// Plays until `wanted` holds for the seat to move, and compares what is drawn for it. Returns the sum of the
/// statistics and of their degrees of freedom.
fn compare(
    rules: Rules,
    players: usize,
    number: u64,
    draws: u32,
    wanted: impl Fn(&Twin) -> bool,
) -> Option<(f64, f64)> {
    let mut rng = Rng::from_seed(number);
    let deal = dealt(&rules, players, &mut rng);
    let mut both = Both::new(rules, players, deal);
    while let Some(legal) = both.legal() {
        if wanted(&both.twin) {
            break;
        }
        let k = choose(Style::Raider, &both.twin, &legal, &mut rng);
        both.play(&legal[k]);
    }
    let seat = both.twin.to_move()?;
    let mut counts = Counts::new();
    for _ in 0..draws {
        let drawn = both.game.view(&both.state, Seat::new(seat)).draw(&mut rng);
        count_engine(&mut counts, &both.game.text(&drawn, None));
        count_twin(&mut counts, &both.twin.redraw(seat, &mut rng));
    }
    let (mut sum, mut freedom) = (0.0, 0.0);
    for (thing, counts) in &counts {
        let (chi, degrees) = chi_square(counts);
        let far = (chi - degrees) / (2.0 * degrees.max(1.0)).sqrt();
        assert!(far < 6.0, "{thing}: {chi} with {degrees}, {counts:?}, {}", both.place());
        (sum, freedom) = (sum + chi, freedom + degrees);
    }
    Some((sum, freedom))
}

/// Cards discarded unseen by another seat: of the dealt hand, and later ones.
fn hidden_swaps(twin: &Twin, dealt: bool) -> bool {
    let others = twin.players.iter().enumerate().filter(|(seat, _)| *seat != twin.seat);
    let mut swaps = others.flat_map(|(_, player)| &player.swaps);
    swaps.any(|swap| !swap.public && swap.dealt == dealt)
}

fn attacker_is_public(twin: &Twin) -> bool {
    twin.conflict.as_ref().is_some_and(|conflict| twin.players[conflict.attacker].hand_public)
}

#[test]
fn cards_are_drawn_as_often_as_by_the_twin() {
    let (mut sum, mut freedom, mut positions) = (0.0, 0.0, 0);
    for number in 0..40 {
        let mut rules = rules();
        rules.setup.redeal = number % 5 > 0;
        let redeal = rules.setup.redeal;
        let found = compare(rules, 3, number, 2_000, |twin| match number % 8 {
            0 => twin.round == 1,
            1 => hidden_swaps(twin, true),
            2 => hidden_swaps(twin, true) && hidden_swaps(twin, false),
            3 => twin.phase == Phase::DefenderCard && !attacker_is_public(twin),
            4 => twin.phase == Phase::DefenderCard && attacker_is_public(twin),
            5 => twin.phase == Phase::DefenderCard && hidden_swaps(twin, redeal),
            6 => twin.round == 2 && twin.phase == Phase::Choose,
            _ => twin.round == 3 && twin.phase == Phase::AttackerCard,
        });
        if let Some((chi, degrees)) = found {
            (sum, freedom, positions) = (sum + chi, freedom + degrees, positions + 1);
        }
    }
    println!("{positions} positions: {sum:.0} with {freedom} degrees of freedom");
    assert!(positions >= 30 && freedom > 1_000.0, "{positions}, {freedom}");
    // The things of one position hang together, so that the sum spreads more than its degrees say.
    assert!((sum / freedom - 1.0).abs() < 0.1, "{sum} with {freedom}");
}

/// With few cards above 3 hardly any shuffle satisfies S3.
#[test]
fn scarce_high_cards_are_drawn_as_often_as_by_the_twin_s3() {
    let (mut sum, mut freedom) = (0.0, 0.0);
    for number in 0..4 {
        let mut rules = rules();
        rules.cards.copies = 7;
        let found =
            compare(rules, 6, number, 800, |twin| number % 2 == 0 || hidden_swaps(twin, true));
        let (chi, degrees) = found.unwrap();
        (sum, freedom) = (sum + chi, freedom + degrees);
    }
    println!("{sum:.0} with {freedom} degrees of freedom");
    assert!(freedom > 150.0 && (sum / freedom - 1.0).abs() < 0.2, "{sum} with {freedom}");
}

/// S2 to S4.
#[test]
fn deals_are_as_frequent_as_the_twins() {
    for redeal in [true, false] {
        let mut rules = rules();
        rules.setup.redeal = redeal;
        let (game, mut rng, mut counts) = (engine(&rules, 3), Rng::from_seed(1), Counts::new());
        for number in 0..4_000 {
            let own = game.deal(DealSeed { seed: 8, deal: number });
            let own = serde_json::to_value(&own).unwrap();
            for (which, deal) in [own, dealt(&rules, 3, &mut rng)].iter().enumerate() {
                let talon = deal["talon"].as_str().unwrap();
                count(&mut counts, "all hands", deal["hands"].to_string(), which);
                count(&mut counts, "talon", talon[..2].to_owned(), which);
                count(&mut counts, "talon's end", talon[talon.len() - 2..].to_owned(), which);
                for place in [0, 1, 11] {
                    let card = deal["materials"][place].to_string();
                    count(&mut counts, format!("material {place}"), card, which);
                }
            }
        }
        for (thing, counts) in &counts {
            let (chi, degrees) = chi_square(counts);
            let far = (chi - degrees) / (2.0 * degrees).sqrt();
            println!("{thing}: {chi:.0} with {degrees}");
            assert!(degrees > 5.0 && far < 4.0, "{thing}: {chi} with {degrees}, {counts:?}");
        }
    }
}

/// U4: the draw may prefer some placements, but each may come out.
#[test]
fn every_legal_placement_is_drawn_u4() {
    let mut rules = Rules::queen2007();
    rules.setup.vikings = (3..=6).map(|players: u32| (players.to_string(), 1)).collect();
    let mut rng = Rng::from_seed(1);
    let deal = dealt(&rules, 3, &mut rng);
    let game = engine(&rules, 3);
    let mut both = Both::new(rules, 3, deal);
    both.play("put G");
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..4_000 {
        let drawn = game.view(&both.state, Seat::new(1)).draw(&mut rng);
        let view = game.view(&drawn, Seat::new(0));
        let fields = view.fields();
        let spaces = fields["spaces"].as_array().unwrap();
        let space = spaces.iter().find(|space| space["vikings"][0] == 1);
        let siege = fields["sieges"].as_array().unwrap().first();
        let place = space.map(|space| &space["space"]).or(siege.map(|siege| &siege["place"]));
        *seen.entry(place.map_or("home".to_owned(), ToString::to_string)).or_default() += 1;
    }
    // Seven spaces, six siege spaces, and home.
    assert_eq!(seen.len(), 14, "{seen:?}");
}
