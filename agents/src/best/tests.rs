//! What is the best known, and how it is named.

use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;

use super::*;

const SETS: &[(&str, &str)] = &[
    ("manual-1", ""),
    ("tuned-10-base-2p", ""),
    ("tuned-9-base-2p", ""),
    ("tuned-1-base-3p", ""),
    ("tuned-x-base-3p", ""),
    ("tuned-2-mcts-base-2p", ""),
    ("tuned-3-other-base-2p", ""),
];

#[test]
fn the_newest_tune_of_the_cell_is_the_best() {
    let of = |tuned, preset, players| weights(SETS, tuned, preset, players);
    assert_eq!(of("", "base", 2), Some("tuned-10-base-2p"));
    assert_eq!(of("", "base", 3), Some("tuned-1-base-3p"));
    assert_eq!(of("mcts-", "base", 2), Some("tuned-2-mcts-base-2p"));
    assert_eq!(of("", "other-base", 2), Some("tuned-3-other-base-2p"));
    for (preset, players) in [("base", 4), ("advanced", 2), ("", 2), ("ase", 3)] {
        assert_eq!(of("", preset, players), None, "{preset}, {players}");
    }
    assert_eq!(of("mcts-", "base", 3), None);
}

#[test]
fn what_a_text_leaves_open_is_the_best_known() {
    let cell = Cell { nets: &[], ..Cell::of::<Vikings>("base", 2) };
    for (text, expected) in [
        ("random", "random"),
        ("greedy", "greedy:weights=tuned-1-base-2p"),
        ("greedy:lookahead=turn", "greedy:lookahead=turn,weights=tuned-1-base-2p"),
        ("greedy:weights=manual-1", "greedy:weights=manual-1"),
        ("greedy:forbid=\"bid *\"", "greedy:weights=tuned-1-base-2p,forbid=\"bid *\""),
        ("greedy:plain", "greedy:weights=manual-1"),
        (
            "mcts:iterations=25",
            "mcts:plain,iterations=25,truncation=scoring,weights=tuned-1-base-2p",
        ),
        ("mcts:iterations=500", "mcts:plain,weights=tuned-1-mcts-base-2p"),
        // An option replaces what it names, and nothing else.
        (
            "mcts:iterations=25,weights=manual-1",
            "mcts:plain,iterations=25,truncation=scoring,weights=manual-1",
        ),
        ("mcts:iterations=25,truncation=20", "mcts:plain,iterations=25,weights=tuned-1-base-2p"),
        ("mcts:own_score=0.5", "mcts:plain,own_score=0.5,weights=tuned-1-mcts-base-2p"),
        (
            "mcts:own_score=0.5,truncation=20",
            "mcts:plain,own_score=0.5,weights=tuned-1-mcts-base-2p",
        ),
        ("mcts:value=a", "mcts:plain,value=a,weights=tuned-1-mcts-base-2p"),
        ("mcts:iterations=25,plain", "mcts:plain,iterations=25,weights=manual-1"),
        ("level-8:plain,value=a", "mcts:plain,iterations=100,value=a,weights=manual-1"),
        ("flat:iterations=5", "flat:iterations=5,weights=manual-1"),
    ] {
        assert_eq!(read(text, cell).unwrap().brief(), expected, "{text}");
    }
    let plain = read("uct", cell).unwrap();
    assert_eq!(plain, "uct".parse().unwrap());
    assert!(read("greedy:lookahead=far", cell).is_err());
}

/// Every short text is read as the same agent, and no shorter one is.
#[test]
fn the_best_known_need_not_be_named() {
    let cell = |players| Cell { nets: &[], ..Cell::of::<Vikings>("base", players) };
    for (text, players, expected) in [
        ("greedy", 2, "greedy"),
        ("greedy:weights=tuned-1-base-2p", 2, "greedy"),
        ("greedy:weights=tuned-1-base-2p", 3, "greedy:weights=tuned-1-base-2p"),
        ("greedy:weights=manual-1", 2, "greedy:weights=manual-1"),
        ("greedy:lookahead=turn,forbid=\"bid *\"", 2, "greedy:lookahead=turn,forbid=\"bid *\""),
        ("mcts", 2, "mcts"),
        ("mcts:iterations=25", 4, "mcts:iterations=25"),
        ("mcts:iterations=25,truncation=scoring,weights=tuned-1-base-2p", 2, "mcts:iterations=25"),
        ("mcts:iterations=25,truncation=scoring", 2, "mcts:iterations=25"),
        (
            "mcts:iterations=25,truncation=20,early_stop=no",
            2,
            "mcts:iterations=25,early_stop=no,truncation=20",
        ),
        ("mcts:iterations=25,weights=manual-1", 2, "mcts:iterations=25,weights=manual-1"),
        ("mcts:plain,iterations=25,weights=manual-1", 2, "mcts:plain,iterations=25"),
        ("mcts:own_score=1,iterations=25", 4, "mcts:iterations=25,own_score=1"),
        ("mcts:decisions=9,forbid=a", 3, "mcts:decisions=9,forbid=\"a\""),
        ("uct:iterations=5", 2, "uct:iterations=5"),
        ("flat", 2, "flat"),
        ("random", 2, "random"),
        ("exec:bot -x=1", 2, "exec:bot -x=1"),
    ] {
        let spec = read(text, cell(players)).unwrap();
        let brief = brief(&spec, cell(players));
        assert_eq!(brief, expected, "{text}");
        assert_eq!(read(&brief, cell(players)).unwrap(), spec);
    }
}

#[test]
fn a_search_has_the_newest_net_of_its_cell() {
    const NETS: &[(&str, &str)] = &[
        ("net-2-base-2p", ""),
        ("net-10-base-2p", ""),
        ("net-1-base-3p", ""),
        ("net-1-base-4p", ""),
        ("net-x-base-2p", ""),
        ("net-11-other-2p", ""),
    ];
    let cell = |players| Cell { nets: NETS, ..Cell::of::<Vikings>("base", players) };
    for (text, players, expected) in [
        ("mcts", 2, "truncation=4,value=net-10-base-2p,weights=tuned-1-base-2p"),
        (
            "mcts:iterations=9",
            3,
            "iterations=9,root=halving,truncation=4,value=net-1-base-3p,weights=tuned-1-base-3p",
        ),
        (
            "mcts:iterations=9,root=selection,early_stop=no",
            3,
            "iterations=9,early_stop=no,truncation=4,value=net-1-base-3p,weights=tuned-1-base-3p",
        ),
        ("mcts", 3, "truncation=4,value=net-1-base-3p,weights=tuned-1-base-3p"),
        ("mcts", 4, "truncation=scoring,value=net-1-base-4p,weights=tuned-1-base-4p"),
        ("mcts:value=net-2-base-2p", 2, "truncation=4,value=net-2-base-2p,weights=tuned-1-base-2p"),
        ("mcts:value=mine.json", 4, "truncation=scoring,value=mine.json,weights=tuned-1-base-4p"),
        ("mcts:value=none", 4, "truncation=scoring,weights=tuned-1-base-4p"),
        ("mcts:truncation=9,value=a", 2, "truncation=9,value=a,weights=tuned-1-base-2p"),
        ("mcts:weights=manual-1", 2, "truncation=4,value=net-10-base-2p,weights=manual-1"),
        ("mcts:plain,value=net", 2, "value=net-10-base-2p,weights=manual-1"),
        // Nothing is left to estimate.
        ("mcts:truncation=none", 2, "truncation=none,weights=tuned-1-base-2p"),
        (
            "mcts:own_score=1",
            4,
            "own_score=1,truncation=scoring,value=net-1-base-4p,weights=tuned-1-base-4p",
        ),
        ("mcts:value=net", 2, "truncation=4,value=net-10-base-2p,weights=tuned-1-base-2p"),
    ] {
        let spec = read(text, cell(players)).unwrap();
        assert_eq!(spec.brief(), format!("mcts:plain,{expected}"), "{text}");
        assert_eq!(read(&brief(&spec, cell(players)), cell(players)).unwrap(), spec);
    }
    for (text, expected) in [
        ("greedy", "greedy:weights=tuned-1-base-2p"),
        ("greedy:value=net-2-base-2p", "greedy:value=net-2-base-2p"),
    ] {
        assert_eq!(read(text, cell(2)).unwrap().to_string(), expected);
    }
    // Rollouts to the next scoring need a good order of actions, and a net that was tried with them.
    let hand = &Cell { sets: &[("manual-1", "")], ..cell(4) };
    let other = &Cell { nets: &[], ..cell(4) };
    for (text, cell, expected) in [
        ("mcts", hand, "mcts:plain,truncation=4,value=net-1-base-4p,weights=manual-1"),
        ("mcts:value=a", other, "mcts:plain,value=a,weights=manual-1"),
    ] {
        assert_eq!(read(text, *cell).unwrap().brief(), expected, "{text}");
    }
    for text in [
        "mcts",
        "mcts:iterations=9",
        "mcts:iterations=9,value=mine.json",
        "mcts:iterations=9,root=selection,value=mine.json",
        "mcts:truncation=9,value=mine.json",
        "mcts:truncation=9,value=none",
        "greedy:value=mine.json",
        "flat:value=mine.json",
    ] {
        assert_eq!(brief(&read(text, cell(2)).unwrap(), cell(2)), text);
    }
}

/// The current knowledge, for every preset and number of seats.
#[test]
fn every_cell_has_its_best() {
    fn best<G: Playable>(preset: &str, players: usize) -> [String; 3] {
        let mcts = |iterations| {
            let settings = Settings::default().with_iterations(iterations).unwrap();
            search(Cell::of::<G>(preset, players), settings, None)
        };
        let greedy = read("greedy", Cell::of::<G>(preset, players)).unwrap();
        [greedy, mcts(25), mcts(26)].map(|spec| spec.brief())
    }
    let default = [
        "greedy:weights=manual-1",
        "mcts:plain,iterations=25,weights=manual-1",
        "mcts:plain,iterations=26,weights=manual-1",
    ];
    for players in 2..=4 {
        for preset in ["base", "advanced"] {
            let cell = format!("{preset}-{players}p");
            let long = if players == 4 { "truncation=scoring" } else { "truncation=4" };
            let short = if players == 4 { long } else { "root=halving,truncation=4" };
            let newer = ["base-2p", "advanced-2p", "advanced-3p"].contains(&cell.as_str());
            let net = format!("net-{}-{cell}", if newer { 2 } else { 1 });
            let expected = [
                format!("greedy:weights=tuned-1-{cell}"),
                format!("mcts:plain,iterations=25,{short},value={net},weights=tuned-1-{cell}"),
                format!("mcts:plain,iterations=26,{long},value={net},weights=tuned-1-{cell}"),
            ];
            assert_eq!(best::<Vikings>(preset, players), expected);
            assert_eq!(best::<AdvancedVikings>(preset, players), expected);
        }
        assert_eq!(best::<Vikings>("bsw", players), default);
        assert_eq!(best::<AdvancedVikings>("advanced-no-auction", players), default);
        let [short, long] = [25, 26].map(|iterations| {
            format!(
                "mcts:plain,iterations={iterations},truncation=4,value=net-1-base-{players}p,weights=manual-1"
            )
        });
        let expected = [default[0].to_owned(), short, long];
        assert_eq!(best::<VikingsOnBoard>("base", players), expected);
    }
    assert_eq!(best::<ConnectFour>("base", 2), default);
    for players in 3..=6 {
        let cell = format!("queen2007-{players}p");
        let long = match players {
            3 | 4 => format!("mcts:plain,iterations=26,weights=tuned-1-mcts-{cell}"),
            _ => default[2].to_owned(),
        };
        let expected = [
            format!("greedy:weights=tuned-1-{cell}"),
            format!("mcts:plain,iterations=25,truncation=scoring,weights=tuned-1-{cell}"),
            long,
        ];
        assert_eq!(best::<Eketorp>("queen2007", players), expected);
        assert_eq!(best::<Eketorp>("db2003", players), default);
    }
    for players in 2..=4 {
        let cell = format!("base-{players}p");
        let with_net = |iterations, decisions| {
            format!(
                "mcts:plain,iterations={iterations},truncation={decisions},value=net-1-{cell},weights=tuned-1-{cell}"
            )
        };
        let [short, long] = match players {
            2 => [with_net(25, 4), with_net(26, 4)],
            _ => [
                with_net(25, 8),
                format!(
                    "mcts:plain,iterations=26,truncation=scoring,weights=tuned-1-mcts-scoring-{cell}"
                ),
            ],
        };
        let expected = [format!("greedy:weights=tuned-1-{cell}"), short, long];
        assert_eq!(best::<NoMoreVikings>("base", players), expected);
    }
}

/// The texts of agents stand in plans, records and results, and in the digests of these: they mean the same for ever.
/// `CANONICAL=write cargo test` makes the list anew.
#[test]
fn canonical_texts_do_not_change() {
    let cells: [(&str, Cell<'_>); 6] = [
        ("vikings base 2", Cell::of::<Vikings>("base", 2)),
        ("vikings advanced 4", Cell::of::<Vikings>("advanced", 4)),
        ("vikings-on-board base 3", Cell::of::<VikingsOnBoard>("base", 3)),
        ("eketorp queen2007 5", Cell::of::<Eketorp>("queen2007", 5)),
        ("no-more-vikings base 2", Cell::of::<NoMoreVikings>("base", 2)),
        ("connect-four base 2", Cell::of::<ConnectFour>("base", 2)),
    ];
    let mut made = String::new();
    for text in include_str!("texts.txt").lines() {
        for (name, cell) in cells {
            let (canonical, brief) = match read(text, cell) {
                Ok(spec) => (spec.to_string(), brief(&spec, cell)),
                Err(error) => (format!("error: {error}"), String::new()),
            };
            made += &format!("{text}\t{name}\t{canonical}\t{brief}\n");
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/best/canonical.tsv");
    if std::env::var_os("CANONICAL").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    assert_eq!(made.lines().count(), kept.lines().count());
    for (made, kept) in made.lines().zip(kept.lines()) {
        assert_eq!(made, kept);
    }
}
