//! What a scale of win shares changes, and what it does not; which opinion is the prior.

use std::sync::Arc;

use drakkar_engine::games::vikings::Vikings;
use drakkar_engine::games::vikings::state::State;
use drakkar_engine::seed::DealSeed;

use super::*;
use crate::heuristic::{Heuristic, Playable};
use crate::net::Net;

type Weights = <Vikings as Playable>::Heuristic;
type Opinion = <Weights as Heuristic<Vikings>>::Judge;
type Features = <Weights as Heuristic<Vikings>>::Features;

fn judge(game: &Vikings) -> Opinion {
    <Weights as Heuristic<Vikings>>::standard().judge(game)
}

/// A game of random decisions until this round, or to the end.
fn position(game: &Vikings, round: usize) -> State {
    let mut state = game.state(&game.deal(DealSeed { seed: 4, deal: 2 }));
    let mut rng = Rng::from_seed(9);
    while game.to_move(&state).is_some() && state.round() < round {
        let action = game.random_legal(&state, &mut rng);
        game.apply_unchecked(&mut state, action, &mut ());
    }
    state
}

fn shares(game: &Vikings, scale: Option<&str>, state: &State, score_weight: f64) -> [f64; 2] {
    let judge = judge(game);
    let scale: Option<Scale> = scale.map(|text| text.parse().unwrap());
    let none: Option<&mut Evaluator<Vikings, Features>> = None;
    let settings = Settings { score_weight, ..Settings::default() };
    let mut par = None;
    let aims = Aims::new(&settings, &mut par);
    let mut predictor = Predictor { judge: &judge, net: none, scale: scale.as_ref() };
    let worth = predictor.worth(game, state, aims);
    [0, 1].map(|seat| worth[Seat::new(seat)])
}

/// Odds of the first seat, as a logarithm: the difference between values by the scale.
fn log_odds(shares: [f64; 2]) -> f64 {
    (shares[0] / shares[1]).ln()
}

#[test]
fn estimated_win_shares_are_on_the_scale_of_their_round() {
    let game = Vikings::base(2);
    for round in 2..=6 {
        let state = position(&game, round);
        let by = |scale| log_odds(shares(&game, scale, &state, 0.0));
        let own = by(None);
        assert!(own.abs() > 0.01, "{round}: the position is even");
        assert_eq!(by(Some("8")), own, "{round}");
        let text = "1/2/3/4/5/6";
        assert!((by(Some(text)) * round as f64 - own * 8.0).abs() < 1e-9, "{round}");
        // Later rounds have the last scale.
        let last = 3.min(round) as f64;
        assert!((by(Some("1/2/3")) * last - own * 8.0).abs() < 1e-9, "{round}");
    }
}

#[test]
fn what_is_known_and_the_part_of_the_margin_have_no_other_scale() {
    let game = Vikings::base(2);
    let over = position(&game, usize::MAX);
    assert_eq!(game.to_move(&over), None);
    for score_weight in [0.0, 0.3, 1.0] {
        let by = |scale| shares(&game, scale, &over, score_weight);
        assert_eq!(by(Some("100")), by(None));
    }
    let early = position(&game, 3);
    assert_eq!(shares(&game, Some("100"), &early, 1.0), shares(&game, None, &early, 1.0));
}

fn shipped_net(game: &Vikings) -> Evaluator<Vikings, Features> {
    let shipped = <Weights as Heuristic<Vikings>>::NETS;
    let (_, text) = shipped.iter().find(|(name, _)| name.ends_with("base-2p")).unwrap();
    Evaluator::new(Arc::new(Net::from_json(text).unwrap()), game).unwrap()
}

/// Points alone: what the second of two states is worth after the first, and what they score.
#[test]
fn points_are_those_that_the_net_expects_and_at_the_end_the_real_ones() {
    let game = Vikings::base(2);
    let (judge, mut net) = (judge(&game), shipped_net(&game));
    let settings = Settings { own_score: 1.0, ..Settings::default() };
    let [early, late, over] = [3, 5, usize::MAX].map(|round| position(&game, round));
    for (first, second) in [(early, late), (late, early), (early, over), (over, late)] {
        let scores = [first, second].map(|state| match game.to_move(&state) {
            Some(_) => net.evaluate(&game, &state).scores,
            None => game.outcome(&state).score.map(f64::from),
        });
        let mut par = None;
        let worths = [first, second].map(|state| {
            let aims = Aims::new(&settings, &mut par);
            let mut predictor = Predictor { judge: &judge, net: Some(&mut net), scale: None };
            predictor.worth(&game, &state, aims)
        });
        for seat in [0, 1].map(Seat::new) {
            let expected = 1.0 / (1.0 + ((scores[0][seat] - scores[1][seat]) / 8.0).exp());
            assert_eq!(worths[0][seat], 0.5);
            assert!((worths[1][seat] - expected).abs() < 1e-9, "{worths:?} {scores:?}");
        }
    }
}

/// What values were compared with stays while a tree is kept, though solving is tried in between.
#[test]
fn par_lasts_as_long_as_the_tree() {
    let game = Vikings::base(2);
    let state = position(&game, 3);
    let seat = game.to_move(&state).unwrap();
    let settings = Settings { reuse: true, ..Settings::default().with_iterations(200).unwrap() };
    let settings = Settings { own_score: 0.5, endgame: 9, ..settings };
    let mut search: Search<Vikings, Opinion, Features> = Search::new(settings, judge(&game), 9999);
    let mut think = |state: &State, seed| {
        let (view, scope) = (game.view(state, seat), &mut Scope::new(seat, None));
        search.think(&view, scope, &mut Rng::from_seed(seed));
        (search.memory.best().0, search.memory.par.unwrap(), search.memory.root)
    };
    let (number, par, _) = think(&state, 1);
    let mut next = state;
    game.apply_unchecked(&mut next, game.nth_legal(&state, number), &mut ());
    assert_eq!(game.to_move(&next), Some(seat));
    let (_, kept, root) = think(&next, 2);
    assert_ne!(root, ROOT);
    assert_eq!(kept, par);
    let (_, other, root) = think(&next, 3);
    assert_eq!(root, ROOT);
    assert_ne!(other, par);
}

#[test]
fn a_scale_of_win_shares_leaves_the_prior_as_it_is() {
    let game = Vikings::base(2);
    let state = position(&game, 3);
    let view = game.view(&state, game.to_move(&state).unwrap());
    let search = |scale: Option<&str>| {
        let settings =
            Settings { early_stop: false, ..Settings::default().with_iterations(200).unwrap() };
        let mut search: Search<Vikings, Opinion, Features> =
            Search::new(settings, judge(&game), 100_000);
        search.scale = scale.map(|text| text.parse().unwrap());
        search.think(&view, &mut Scope::new(view.seat(), None), &mut Rng::from_seed(1));
        let tree = &search.memory.tree;
        let nodes = &tree.nodes[tree.children(ROOT).unwrap()];
        let means = search.memory.root_children().iter().map(|child| child.mean).collect();
        (nodes.iter().map(|node| node.prior).collect(), means)
    };
    let (priors, means): (Vec<f32>, Vec<f64>) = search(None);
    assert!(priors.iter().any(|prior| *prior != priors[0]));
    assert_eq!(search(Some("8")), (priors.clone(), means.clone()));
    let (same, others) = search(Some("40"));
    assert_eq!(same, priors);
    assert_ne!(others, means);
}
