//! Choices that lie face down: no seat has an advantage, whoever plays, and they cannot be foreseen.

mod fists;

use drakkar_agents::agent::Agent;
use drakkar_agents::contract;
use drakkar_agents::heuristic::{Playable, Without};
use drakkar_agents::player::Player;
use drakkar_engine::game::{Game, View};
use drakkar_engine::past::Past;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};

use self::fists::{FISTS, Fist, Fists};
use crate::table::{mean, seats};

/// The share of wins in each seat is even among equals, within four standard errors.
fn seats_are_equal<G: Playable>(game: &G, spec: &str, games: u64) {
    let shares = seats(game, &vec![spec; game.players()], games);
    for seat in 0..game.players() {
        let (share, error) = mean(shares.iter().map(|game| game[seat]));
        let par = 1.0 / game.players() as f64;
        println!("{spec}, {} seats, seat {seat}: {share:.3} ± {error:.3}", game.players());
        assert!(
            (share - par).abs() <= 4.0 * error + 1e-9,
            "{spec}, seat {seat}: {share} ± {error}"
        );
    }
}

/// `spec` beats `other` as often in the first seat of two as in the second, within four standard
/// errors, and more often than not.
fn wins_from_each_seat<G: Playable>(game: &G, spec: &str, other: &str, games: u64) {
    let first = seats(game, &[spec, other], games);
    let second = seats(game, &[other, spec], games);
    let (first, error) = mean(first.iter().map(|game| game[0]));
    let (second, other_error) = mean(second.iter().map(|game| game[1]));
    println!("{spec} against {other}: {first:.3} ± {error:.3}, {second:.3} ± {other_error:.3}");
    assert!((first - second).abs() < 4.0 * error.hypot(other_error), "{first}, {second}");
    assert!(first.min(second) > 0.5, "{first}, {second}");
}

#[test]
fn seats_are_equal_where_only_positions_are_judged() {
    for (spec, games) in [
        ("greedy", 400),
        ("mcts:iterations=30", 150),
        ("flat:iterations=30", 150),
        ("uct:iterations=30", 150),
    ] {
        seats_are_equal(&Fists, spec, games);
    }
    wins_from_each_seat(&Fists, "mcts:iterations=60", "uct:iterations=3", 300);
}

/// How often each of the [`FISTS`] is chosen in the first turn, from this seat.
fn mixture(spec: &str, seat: usize, times: u64) -> [f64; 3] {
    let mut player = Player::build(&spec.parse().unwrap(), &Fists).unwrap();
    let (mut state, mut past) = (Fists.state(&Without {}), Past::new());
    if seat == 1 {
        past.note(&Fists, &state, Seat::new(0), Fist::Scissors);
        Fists.apply(&mut state, Fist::Scissors, &mut ()).unwrap();
    }
    let mut counts = [0.0; 3];
    for seed in 0..times {
        player.start_game();
        player.remember(past.recalled(Seat::new(seat)));
        let view = Fists.view(&state, Seat::new(seat));
        let choice = player.choose(&view, &mut Rng::from_seed(seed)).unwrap();
        counts[choice as usize] += 1.0 / times as f64;
    }
    counts
}

#[test]
fn greedy_mixes_as_in_equilibrium() {
    for seat in 0..2 {
        let found = mixture("greedy", seat, 4000);
        println!("seat {seat}: {found:?}");
        for (fist, part) in FISTS.into_iter().zip([0.25, 0.5, 0.25]) {
            // Four standard errors, and as much as rounds of regret matching leave.
            assert!((found[fist as usize] - part).abs() < 0.07, "{fist}: {found:?}");
        }
    }
}

#[test]
fn a_search_mixes_and_does_not_see_what_lies_face_down() {
    let [first, second] = [0, 1].map(|seat| mixture("mcts:iterations=50", seat, 600));
    for fist in FISTS {
        let (one, two) = (first[fist as usize], second[fist as usize]);
        assert!(one > 0.05 && two > 0.05, "{first:?} {second:?}");
        assert!((one - two).abs() < 0.12, "{first:?} {second:?}");
    }
}

#[test]
fn what_is_expected_of_choices_are_win_shares() {
    let mut player = Player::build(&"greedy".parse().unwrap(), &Fists).unwrap();
    player.start_game();
    let state = Fists.state(&drakkar_agents::heuristic::Without {});
    let view = Fists.view(&state, Seat::new(0));
    let found = player.analyse(&view, &mut Rng::from_seed(1)).unwrap();
    assert_eq!(found.actions.len(), 3);
    for judgement in found.actions {
        // In equilibrium no choice is better than another, and nobody is ahead.
        assert!((judgement.win_share.unwrap() - 0.5).abs() < 0.01, "{judgement:?}");
    }
}

#[test]
fn players_of_fists_keep_the_contract() {
    for spec in
        ["greedy", "mcts:iterations=20", "flat:iterations=6", "mcts:iterations=9,rollout=mast"]
    {
        let player = Player::build(&spec.parse().unwrap(), &Fists).unwrap();
        assert_eq!(contract::check(&Fists, &player, 0..20).unwrap(), 200);
    }
}

#[cfg(feature = "goofspiel")]
mod goofspiel {
    use std::io::Write;

    use drakkar_agents::agent::AgentError;
    use drakkar_agents::greedy::Greedy;
    use drakkar_agents::heuristic::{Heuristic, Judge};
    use drakkar_engine::games::goofspiel::{Action, Deck, Goofspiel, RuleSet, State};
    use drakkar_engine::recorded::Recorded;
    use drakkar_engine::seat::PerSeat;
    use serde::{Deserialize, Serialize};

    use tempfile::NamedTempFile;

    use super::*;
    use crate::made_net;
    use crate::table::{built, play};

    fn game(players: usize, cards: u8) -> Goofspiel {
        let base = Goofspiel::read_toml(Goofspiel::presets()[0].toml).unwrap();
        Goofspiel::new(RuleSet { deck: Deck { cards }, ..base }, players).unwrap()
    }

    type Weights = <Goofspiel as Playable>::Heuristic;

    /// The heuristic of the game, which does not say that it ignores what is hidden.
    #[derive(Clone, Default, Debug, Serialize, Deserialize)]
    struct Drawing(Weights);

    drakkar_engine::data!(Drawing);

    #[derive(Clone, Debug)]
    struct DrawingJudge(<Weights as Heuristic<Goofspiel>>::Judge);

    impl Heuristic<Goofspiel> for Drawing {
        type Judge = DrawingJudge;
        type Features = <Weights as Heuristic<Goofspiel>>::Features;

        fn judge(&self, game: &Goofspiel) -> DrawingJudge {
            DrawingJudge(self.0.judge(game))
        }
    }

    impl Judge<Goofspiel> for DrawingJudge {
        fn value(&self, game: &Goofspiel, state: &State, seat: Seat) -> f64 {
            self.0.value(game, state, seat)
        }

        fn values(&self, game: &Goofspiel, state: &State) -> PerSeat<f64> {
            self.0.values(game, state)
        }

        fn scale(&self, game: &Goofspiel, state: &State) -> f64 {
            self.0.scale(game, state)
        }
    }

    #[test]
    fn one_draw_shows_what_several_do() {
        let mut several = 0;
        for (players, cards) in [(2, 13), (3, 7), (4, 4)] {
            let game = game(players, cards);
            let mut one = Greedy::new(Weights::standard(), &game);
            let mut drawing = Greedy::new(Drawing::default(), &game);
            for deal in 0..6 {
                let mut state = game.state(&game.deal(DealSeed { seed: 2, deal }));
                let mut past = Past::new();
                while let Some(seat) = game.to_move(&state) {
                    past.reach(&game, &state);
                    let view = game.view(&state, seat);
                    let mut rngs = [Rng::from_seed(deal), Rng::from_seed(deal)];
                    one.remember(past.recalled(seat));
                    drawing.remember(past.recalled(seat));
                    let found = one.analyse(&view, &mut rngs[0]).unwrap();
                    assert_eq!(found, drawing.analyse(&view, &mut rngs[1]).unwrap());
                    assert_eq!(rngs[0], rngs[1]);
                    several += u32::from(found.actions.len() > 1);
                    past.note(&game, &state, seat, found.choice);
                    game.apply(&mut state, found.choice, &mut ()).unwrap();
                }
            }
        }
        assert!(several > 250, "{several}");
    }

    #[test]
    fn seats_are_equal_whoever_plays() {
        for (players, cards, spec, games) in [
            (2, 13, "greedy", 200),
            (3, 6, "greedy", 400),
            (4, 4, "greedy", 400),
            (2, 4, "mcts:iterations=30", 300),
            (2, 8, "mcts:iterations=30", 80),
            (2, 6, "mcts:iterations=30,epsilon=0.1..0.4", 100),
            (3, 5, "mcts:iterations=30", 100),
            (4, 4, "mcts:iterations=30", 80),
            (2, 7, "uct:iterations=30", 150),
            (3, 4, "flat:iterations=30", 100),
            (2, 8, "mcts:iterations=30,rollout=mast", 80),
        ] {
            seats_are_equal(&game(players, cards), spec, games);
        }
    }

    #[test]
    fn seats_are_equal_for_players_with_a_net() {
        type Seen = <<Goofspiel as Playable>::Heuristic as Heuristic<Goofspiel>>::Features;
        for players in [2, 3] {
            let game = game(players, 5);
            let net = made_net::net::<_, Seen>(&game, Goofspiel::ID, made_net::arbitrary);
            let mut file = NamedTempFile::new().unwrap();
            file.write_all(net.to_json().as_bytes()).unwrap();
            let file = file.path().display();
            seats_are_equal(&game, &format!("greedy:value={file}"), 200);
            seats_are_equal(&game, &format!("mcts:iterations=20,truncation=2,value={file}"), 100);
        }
    }

    #[test]
    fn a_search_wins_as_often_from_each_seat() {
        wins_from_each_seat(&game(2, 9), "mcts:iterations=60", "greedy", 200);
        wins_from_each_seat(&game(2, 5), "mcts:iterations=60", "greedy", 400);
    }

    #[test]
    fn greedy_cannot_be_foreseen() {
        let game = game(2, 13);
        let state = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
        let mut player = Player::build(&"greedy".parse().unwrap(), &game).unwrap();
        let mut counts = [0; 13];
        for seed in 0..300 {
            let view = game.view(&state, Seat::new(0));
            let action = player.choose(&view, &mut Rng::from_seed(seed)).unwrap();
            let card: usize = action.to_string()[4..].parse().unwrap();
            counts[card - 1] += 1;
        }
        // No card takes half of the choices.
        assert!(counts.iter().all(|&count| count < 150), "{counts:?}");
    }

    /// Plays the card closest to the prize, or the lowest one above the other's card that is closest, if
    /// there is one: what beats the former.
    #[derive(Clone)]
    struct Closest {
        above: bool,
    }

    impl Agent<Goofspiel> for Closest {
        fn start_game(&mut self) {}

        fn choose(
            &mut self,
            view: &View<'_, Goofspiel>,
            _: &mut Rng,
        ) -> Result<Action, AgentError> {
            let prize = view.prize().unwrap();
            let closest = |seat| view.hand(seat).min_by_key(|card| card.abs_diff(prize)).unwrap();
            let card = match self.above {
                false => closest(view.seat()),
                true => {
                    let theirs = closest(view.seat().next(2));
                    let lowest = view.hand(view.seat()).next();
                    view.hand(view.seat()).find(|&card| card > theirs).or(lowest).unwrap()
                }
            };
            Ok(Action::Bid { card })
        }
    }

    /// The mean win share of `spec` against one of those, from both seats, and its standard error.
    fn against(spec: &str, above: bool, games: u64) -> (f64, f64) {
        let game = game(2, 13);
        let mut players = built(&game, &[spec]);
        players.push(Box::new(Closest { above }));
        let mut shares = Vec::new();
        for deal in 0..games {
            shares.push(play(&game, &mut players, &[0, 1], deal, 0)[0]);
            shares.push(play(&game, &mut players, &[1, 0], deal, 1)[1]);
        }
        mean(shares.iter().copied())
    }

    #[test]
    fn simple_rules_do_not_beat_players_who_mix() {
        for (spec, games) in [("greedy", 500), ("mcts:iterations=100,truncation=6", 120)] {
            for above in [false, true] {
                let (share, error) = against(spec, above, games);
                println!("{spec}, above {above}: {share:.3} ± {error:.3}");
                assert!(share - 2.0 * error > 0.5, "{spec}, above {above}: {share} ± {error}");
            }
        }
    }
}
