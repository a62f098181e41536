use super::*;
use crate::schedule::order_of;
use drakkar_agents::random::Random;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::{Deck, Goofspiel, RuleSet, ScoringRules, Tied};
use drakkar_stats::luck::{Parts, parts};

fn measured<G: Recorded>(game: &G, games: u64) -> Vec<Game>
where
    Random: Agent<G>,
{
    let order = order_of(&vec![0; game.players()]);
    let query = Luck { seed: 5, orders: vec![order] };
    let stop = AtomicBool::new(false);
    let one =
        |number| luck(game, &mut [Random::default()], &query, number, &stop).unwrap().unwrap();
    (0..games).map(one).collect()
}

/// Nothing is dealt: there is no luck, in any game.
#[test]
fn without_chance_there_is_no_luck() {
    for game in measured(&ConnectFour::default(), 20) {
        assert_eq!((game.luck, game.reveals, game.is_exact), (0, 0, true));
    }
}

/// With two cards there is one bid of each seat, before the second prize is seen.
#[test]
fn bids_are_no_chance() {
    let rule_set =
        RuleSet { deck: Deck { cards: 3 }, scoring: ScoringRules { tied: Tied::Discard } };
    let game = Goofspiel::new(rule_set, 2).unwrap();
    let games = measured(&game, 400);
    // The second prize is revealed when both have bid for the first one, and with it the third.
    assert!(games.iter().all(|game| game.is_exact && game.reveals == 1), "{games:?}");
    let Parts { players, luck, decisions } = parts(&games).unwrap();
    let (low, high) = players.interval.unwrap();
    assert!(low <= 0.0 && 0.0 <= high, "{players:?}");
    // The first prize says nothing of who wins, as both seats bid alike.
    assert!(luck.value > 0.0 && luck.value < 0.2 && decisions.value > 0.8, "{luck:?}");
}

#[test]
fn it_ends_when_asked() {
    let (game, stop) = (ConnectFour::default(), AtomicBool::new(true));
    let query = Luck { seed: 5, orders: vec![order_of(&[0, 0])] };
    assert_eq!(luck(&game, &mut [Random::default()], &query, 0, &stop), Ok(None));
}
