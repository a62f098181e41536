//! Agents that estimate win shares by a net.

use std::io::Write;

use drakkar_agents::agent::Agent;
use drakkar_agents::contract;
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::net::{About, Net};
use drakkar_agents::player::Player;
use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use tempfile::NamedTempFile;

use crate::every_game::game;
use crate::made_net;

type Inputs<G> = <<G as Playable>::Heuristic as Heuristic<G>>::Features;

/// A net for `game`, which `weight` gives by the name of an input and the number of the output.
fn net<G: Recorded + Playable>(game: &G, weight: impl Fn(&str, usize) -> i16) -> Net {
    made_net::net::<G, Inputs<G>>(game, G::ID, weight)
}

fn file(net: &Net) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(net.to_json().as_bytes()).unwrap();
    file
}

/// An agent whose specification has `NET` in the place of the file.
fn build<G: Playable>(spec: &str, net: &NamedTempFile, game: &G) -> Player<G> {
    let spec = spec.replace("NET", &net.path().display().to_string());
    Player::build(&spec.parse().unwrap(), game).unwrap()
}

/// They keep the contract whatever the net says.
fn check<G: Recorded + Playable>(preset: &str, players: usize, deals: u64) {
    let game = game::<G>(preset, &[], players).unwrap();
    let net = file(&net(&game, made_net::arbitrary));
    for spec in [
        "greedy:value=NET",
        "mcts:iterations=12,truncation=3,value=NET",
        "mcts:iterations=9,truncation=0,reveals=cross,value=NET",
        "flat:iterations=9,value=NET",
    ] {
        let player = build(spec, &net, &game);
        assert!(player.net().is_some(), "{spec}");
        assert!(contract::check(&game, &player, 0..deals).unwrap() > 0, "{spec}");
    }
}

#[test]
fn agents_with_nets_keep_the_contract() {
    check::<ConnectFour>("base", 2, 2);
    #[cfg(feature = "goofspiel")]
    check::<drakkar_engine::games::goofspiel::Goofspiel>("base", 3, 2);
    #[cfg(feature = "vikings")]
    check::<drakkar_engine::games::vikings::AdvancedVikings>("advanced", 3, 1);
    #[cfg(feature = "eketorp")]
    check::<drakkar_engine::games::eketorp::Eketorp>("queen2007", 3, 1);
    #[cfg(feature = "no-more-vikings")]
    check::<drakkar_engine::games::no_more_vikings::NoMoreVikings>("base", 3, 1);
}

/// The net likes discs of the seat that has just moved in the third column; nothing else matters.
fn likes_the_third_column(game: &ConnectFour) -> NamedTempFile {
    let weight = |name: &str, output| match (name, output) {
        ("1.disc.3.1", 1) => 200,
        ("1.disc.3.1", 0) => -200,
        _ => 0,
    };
    file(&net(game, weight))
}

#[test]
fn agents_believe_their_net() {
    let game = ConnectFour::default();
    let net = likes_the_third_column(&game);
    let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    for spec in [
        "greedy:value=NET",
        "mcts:iterations=200,truncation=0,progressive_bias=0,selection=ucb1,value=NET",
        "flat:iterations=70,truncation=0,rollout=random,value=NET",
    ] {
        let mut player = build(spec, &net, &game);
        let without = spec.replace(",value=NET", "").replace(":value=NET", "");
        let mut other: Player<ConnectFour> =
            Player::build(&without.parse().unwrap(), &game).unwrap();
        let view = game.view(&state, Seat::new(0));
        let choice = |player: &mut Player<ConnectFour>| {
            player.start_game();
            player.choose(&view, &mut Rng::from_seed(1)).unwrap().to_string()
        };
        assert_eq!(choice(&mut player), "drop 3", "{spec}");
        assert_eq!(choice(&mut other), "drop 4", "{without}");
    }
}

/// An analysis gives what the net says of the position after each action.
#[test]
fn win_shares_are_those_of_the_seats() {
    let game = ConnectFour::default();
    let net = likes_the_third_column(&game);
    let state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    let view = game.view(&state, Seat::new(0));
    let mut player = build("greedy:value=NET", &net, &game);
    let found = player.analyse(&view, &mut Rng::from_seed(1)).unwrap();
    assert_eq!(found.actions.len() as u32, view.count_legal());
    for (column, judgement) in (1..).zip(&found.actions) {
        // 400 / 256 apart, or alike.
        let expected = if column == 3 { 1.0 / (1.0 + (-400.0_f64 / 256.0).exp()) } else { 0.5 };
        let share = judgement.win_share.unwrap();
        assert!((share - expected).abs() < 1e-9, "{column}: {share}");
        assert_eq!(judgement.value, None);
    }
    // A thorough search says the same of it, and of scores: all are two units of 16 points.
    let mut player = build("mcts:iterations=300,truncation=0,value=NET", &net, &game);
    player.start_game();
    let found = player.analyse(&view, &mut Rng::from_seed(1)).unwrap();
    let third = &found.actions[2];
    assert!(third.win_share.unwrap() > 0.6, "{third:?}");
    assert_eq!(third.margin, Some(0.0));
}

/// A game that is over is worth its result, whatever the net thinks.
#[test]
fn results_count_more_than_a_net() {
    let game = ConnectFour::default();
    let net = likes_the_third_column(&game);
    let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
    for action in ["drop 7", "drop 1", "drop 7", "drop 1", "drop 7", "drop 2"] {
        game.apply(&mut state, action.parse().unwrap(), &mut ()).unwrap();
    }
    let view = game.view(&state, Seat::new(0));
    for spec in ["greedy:value=NET", "mcts:iterations=100,truncation=0,value=NET"] {
        let mut player = build(spec, &net, &game);
        player.start_game();
        let choice = player.choose(&view, &mut Rng::from_seed(1)).unwrap();
        assert_eq!(choice.to_string(), "drop 7", "{spec}");
    }
}

/// The nets of the games that ship some.
mod shipped {
    use drakkar_agents::best::{self, Cell};
    use drakkar_agents::spec::SpecError;

    use super::*;

    /// What `text` means for a preset and a number of seats.
    fn read<G: Recorded + Playable>(
        text: &str,
        preset: &str,
        players: usize,
    ) -> Result<String, SpecError> {
        best::read(text, Cell::of::<G>(preset, players)).map(|spec| spec.brief())
    }

    /// They are for the cells that their names say, and small enough for the repository. Returns how many
    /// there are.
    fn check<G: Recorded + Playable>() -> usize {
        let nets = <G::Heuristic as Heuristic<G>>::NETS;
        for (name, text) in nets {
            assert!(text.len() <= 300_000, "{name}: {} bytes", text.len());
            let net = Net::from_json(text).unwrap();
            let About { game, rules, players, .. } = net.about();
            assert_eq!(game, G::ID, "{name}");
            assert_eq!(best::net(&[(name, text)], rules, *players), Some(*name));
            let spec = format!("mcts:iterations=5,value={name}").parse().unwrap();
            // In every variant: analyses use the largest one.
            for preset in G::presets() {
                let Some(game) = crate::every_game::game::<G>(preset.name, &[], *players) else {
                    continue;
                };
                assert!(Player::build(&spec, &game).unwrap().net() == Some(&net), "{name}");
            }
            // The word for the newest one means the same.
            if best::net(nets, rules, *players) != Some(*name) {
                continue;
            }
            let read = |text: &str| read::<G>(text, rules, *players).unwrap();
            let [greedy, search] = ["greedy:value=net", "mcts:iterations=25,value=net"].map(read);
            assert_eq!(greedy, format!("greedy:value={name}"));
            assert_eq!(search, read("mcts:iterations=25"));
            assert!(search.contains(&format!(",value={name}")), "{search}");
        }
        nets.len()
    }

    #[test]
    fn nets_are_what_their_names_say() {
        let mut found = 0;
        macro_rules! check_all {
            ($([$id:literal $module:ident: $($variant:ident)+])*) => {
                $(
                    #[cfg(feature = $id)]
                    {
                        $(found += check::<drakkar_engine::games::$module::$variant>();)+
                    }
                )*
            };
        }
        drakkar_engine::for_each_game!(check_all);
        assert!(found > 0);
    }

    #[test]
    fn the_word_for_the_net_that_ships_stands_for_its_name() {
        for (text, expected) in [
            (
                "mcts:value=net,truncation=0",
                "mcts:plain,truncation=0,value=net-1-base-2p,weights=manual-1",
            ),
            ("flat:value=net", "flat:value=net-1-base-2p,weights=manual-1"),
            (
                "level-8:value=net",
                "mcts:plain,iterations=100,truncation=4,value=net-1-base-2p,weights=manual-1",
            ),
            ("greedy:value=net,epsilon=0.5", "greedy:value=net-1-base-2p,epsilon=0.5"),
            ("greedy:value=./net", "greedy:value=./net"),
        ] {
            assert_eq!(read::<VikingsOnBoard>(text, "base", 2).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn the_word_is_refused_where_no_net_ships() {
        for agent in ["greedy:value=net", "mcts:value=net,truncation=0"] {
            let error = read::<ConnectFour>(agent, "base", 2).unwrap_err().to_string();
            let told = "no net comes with connect-four for the rules base and 2 seats";
            assert_eq!(error, format!("agent `{agent}`: option `value`: {told}"));
        }
        let error = read::<VikingsOnBoard>("mcts:value=net", "other", 3).unwrap_err().to_string();
        let told =
            "for the rules other and 3 seats (nets with a name: net-1-base-2p, net-1-base-3p, ";
        assert!(error.contains(told), "{error}");
    }
}
