//! What no seat knows is dealt anew in every game that deals something later on.

use crate::recorded::Recorded;
use crate::seed::{DealSeed, Rng};

/// Plays random games of a preset. What is seen after the next few decisions differs between states dealt anew as
/// often as between deals that agree so far; here only that it differs, and that later parts do.
fn differ<G: Recorded>(preset: usize, players: usize) {
    let rule_set = G::read_toml(G::presets()[preset].toml).unwrap();
    let game = G::new(rule_set, players).unwrap();
    let (mut states, mut different) = (0, 0);
    for deal in 0..4 {
        let mut state = game.state(&game.deal(DealSeed { seed: 3, deal }));
        let mut rng = Rng::from_seed(deal);
        // Something is to come in the first half of a game.
        for _ in 0..20 {
            let all: Vec<G::State> =
                (0..8).map(|_| game.redeal(&state, &mut rng).unwrap()).collect();
            let one = &all[0];
            states += 1;
            different += u32::from(all[1..].iter().filter(|other| *other != one).count() >= 5);
            let action = game.random_legal(&state, &mut rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
    assert!(different >= states - 2, "{} {players}: {different} of {states}", G::ID);
}

#[cfg(feature = "vikings")]
#[test]
fn vikings() {
    use crate::games::vikings::Vikings;
    for preset in 0..2 {
        differ::<Vikings>(preset, 3);
    }
}

#[cfg(feature = "goofspiel")]
#[test]
fn goofspiel() {
    differ::<crate::games::goofspiel::Goofspiel>(0, 2);
}

#[cfg(feature = "eketorp")]
#[test]
fn eketorp() {
    differ::<crate::games::eketorp::Eketorp>(0, 4);
}

#[cfg(feature = "vikings-on-board")]
#[test]
fn vikings_on_board() {
    differ::<crate::games::vikings_on_board::VikingsOnBoard>(0, 3);
}

#[cfg(feature = "no-more-vikings")]
#[test]
fn no_more_vikings() {
    differ::<crate::games::no_more_vikings::NoMoreVikings>(0, 3);
}

/// Every prize to come is as likely to be the next one: chi-square of six prizes over 6,000 states, below its
/// 0.999 quantile with five degrees of freedom.
#[cfg(feature = "goofspiel")]
#[test]
fn all_orders_are_equally_likely() {
    use crate::games::goofspiel::{Action, Deck, Goofspiel, RuleSet, ScoringRules, Tied};
    let scoring = ScoringRules { tied: Tied::Discard };
    let game = Goofspiel::new(RuleSet { deck: Deck { cards: 7 }, scoring }, 2).unwrap();
    use crate::game::Game;
    let state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
    let (mut rng, mut counts) = (Rng::from_seed(5), [0_u32; 8]);
    for _ in 0..6000 {
        let mut redealt = game.redeal(&state, &mut rng).unwrap();
        for card in [1, 2] {
            game.apply_unchecked(&mut redealt, Action::Bid { card }, &mut ());
        }
        let seat = game.to_move(&redealt).unwrap();
        counts[usize::from(game.view(&redealt, seat).prize().unwrap())] += 1;
    }
    let seen = counts.iter().filter(|&&count| count > 0);
    let chi2: f64 = seen.clone().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
    assert!(seen.count() == 6 && chi2 < 20.5, "{counts:?}");
}
