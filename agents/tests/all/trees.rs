//! Every configuration of the tree search against every toy tree, see `trees/README.md`.

use drakkar_agents::mcts::RootChild;
use drakkar_engine::game::Game;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seat::Seat;

use crate::configurations::{CONFIGURATIONS, Configuration};
use crate::tree_game::read::{Expectation, FileError, TreeFile, names, read, read_text};
use crate::tree_game::{AsWritten, TreeGame};

/// Whether `configuration` must find the expected result.
fn is_meant(configuration: &Configuration, expectation: &Expectation) -> bool {
    let is = |kind: &String| configuration.kinds.contains(&kind.as_str());
    expectation.only.iter().all(is) && !expectation.not.iter().any(is)
}

/// The difference between the findings of `configuration` and the expected ones, if any.
fn compare<const HIDES: bool>(
    configuration: &Configuration,
    game: &TreeGame<HIDES>,
    expected: &Expectation,
) -> Option<String> {
    let state = expected.position;
    let (choice, children) = configuration.think(game, AsWritten {}, &state, expected.iterations);
    // Four standard errors of fair tosses, if there is any chance.
    let error = |visits: u32| if game.hides() { 2.0 / f64::from(visits).sqrt() } else { 1e-9 };
    let is_far = |child: &RootChild, known: f64| {
        (child.mean - known).abs() > expected.tolerance + error(child.visits)
    };
    // A single choice is not searched.
    let wrong_value = children
        .get(choice.0 as usize)
        .is_some_and(|child| is_far(child, expected.value[game.positions[state].seat]));
    let wrong_mean = children
        .iter()
        .zip(&expected.means)
        .any(|(child, mean)| mean.is_some_and(|known| is_far(child, known)));
    if expected.best.contains(&choice.0) && !wrong_value && !wrong_mean {
        return None;
    }
    let thoughts: Vec<String> =
        children.iter().map(|child| format!("{:.3} ({})", child.mean, child.visits)).collect();
    let hides = if HIDES { "" } else { ", as a game that hides nothing" };
    let Configuration { name, .. } = configuration;
    Some(format!("`{name}`{hides} chooses {choice} of {}", thoughts.join(", ")))
}

#[test]
fn searches_think_what_the_files_say() {
    let mut faults = Vec::new();
    for name in names() {
        let TreeFile { game, expectations } = read(&name);
        let open = (!game.hides()).then(|| game.clone().open());
        for expected in &expectations {
            for configuration in CONFIGURATIONS.iter().filter(|item| is_meant(item, expected)) {
                let fault = compare(configuration, &game, expected).or_else(|| {
                    open.as_ref().and_then(|game| compare(configuration, game, expected))
                });
                faults.extend(fault.map(|fault| format!("{name}.txt:{}: {fault}", expected.line)));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_expectation_is_tested() {
    let known: Vec<&str> = CONFIGURATIONS.iter().flat_map(|item| item.kinds).copied().collect();
    for name in names() {
        for expectation in read(&name).expectations {
            let line = format!("{name}.txt:{}", expectation.line);
            for kind in expectation.only.iter().chain(&expectation.not) {
                assert!(known.contains(&kind.as_str()), "{line}: no search is `{kind}`");
            }
            assert!(CONFIGURATIONS.iter().any(|item| is_meant(item, &expectation)), "{line}");
        }
    }
}

#[test]
fn a_search_cannot_tell_the_positions_of_a_set() {
    let mut sets = 0;
    for name in names() {
        let TreeFile { game, .. } = read(&name);
        for (state, position) in game.positions.iter().enumerate() {
            let Some(&(first, _)) = position.alike.first() else { continue };
            for configuration in CONFIGURATIONS {
                let [one, other] = [first, state]
                    .map(|state| configuration.think(&game, AsWritten {}, &state, 300));
                assert_eq!(one, other, "{name}.txt: {} in `{}`", configuration.name, position.name);
            }
            sets += usize::from(first == state);
        }
    }
    assert!(sets >= 10, "{sets}");
}

/// The values that perfect play may give to the seats, in sixtieths; several if a seat is
/// indifferent.
fn possible_values(game: &TreeGame, state: usize) -> Vec<Vec<u8>> {
    let Some(seat) = game.to_move(&state) else {
        return vec![game.outcome(&state).share.as_slice().to_vec()];
    };
    let mut values: Vec<Vec<u8>> =
        possible_choices(game, state, seat).into_iter().flat_map(|(_, values)| values).collect();
    values.sort();
    values.dedup();
    values
}

/// The choices that perfect play may make, with the values that they then have: those which are not
/// below the least possible value of another choice.
fn possible_choices(game: &TreeGame, state: usize, seat: Seat) -> Vec<(u32, Vec<Vec<u8>>)> {
    let next = &game.positions[state].next;
    let children: Vec<Vec<Vec<u8>>> =
        next.iter().map(|&next| possible_values(game, next)).collect();
    let own = |value: &Vec<u8>| value[seat.index()];
    let least = |values: &Vec<Vec<u8>>| values.iter().map(own).min().unwrap_or(0);
    let bound = children.iter().map(least).max().unwrap_or(0);
    let kept = children.into_iter().map(|mut values| {
        values.retain(|value| own(value) >= bound);
        values
    });
    (0..).zip(kept).filter(|(_, values)| !values.is_empty()).collect()
}

#[test]
fn files_without_secrets_agree_with_backward_induction() {
    let mut open = 0;
    for name in names() {
        let TreeFile { game, expectations } = read(&name);
        if game.hides() {
            continue;
        }
        for Expectation { line, position, value, best, .. } in expectations {
            open += 1;
            let sixtieths =
                value.iter().map(|share| (share * f64::from(WHOLE_WIN)).round() as u8).collect();
            let seat = game.to_move(&position).unwrap();
            let choices = possible_choices(&game, position, seat);
            for choice in best {
                let found = choices.iter().find(|(possible, _)| *possible == choice);
                let values = found.map_or(&[][..], |(_, values)| values);
                assert!(values.contains(&sixtieths), "{name}.txt:{line}: {choice}: {choices:?}");
            }
            let values = possible_values(&game, position);
            assert!(values.contains(&sixtieths), "{name}.txt:{line}: {values:?}");
        }
    }
    assert!(open >= 30, "{open}");
}

/// A valid file, which the next test breaks line by line.
const SOUND: &str = "\
players 2 # seats
iterations 10
tolerance 1/2
position root seat 0 secret 0 1 next a b
position a seat 1 next won lost*2
position b seat 1 next lost won*2
position won end 0 values 1 -1
position lost score 3 5
set a b*3
think root best 0 value 1/2 0.5 means - 1/2 only maxn
";

#[test]
fn a_sound_file_is_read() {
    let TreeFile { game, expectations } = read_text("sound.txt", SOUND).unwrap();
    assert!(game.hides());
    assert_eq!(game.positions[0].secret, Some(vec![0, 1]));
    assert_eq!(game.positions[1].next, [3, 4, 4]);
    assert_eq!(game.positions[2].alike, [(1, 1), (2, 3)]);
    assert_eq!((&game.positions[3].scores, &game.positions[4].scores), (&vec![1, 0], &vec![3, 5]));
    let [expected] = &expectations[..] else { panic!("{expectations:?}") };
    assert_eq!((expected.line, expected.iterations, expected.tolerance), (10, 10, 0.5));
    assert_eq!((&expected.value, &expected.means), (&vec![0.5; 2], &vec![None, Some(0.5)]));
}

#[test]
fn bad_files_are_refused_with_the_line() {
    for (line, text, what) in [
        (1, "players 7", "must begin with `players`"),
        (1, "players 2 3", "wants one word"),
        (1, "seats 2", "begins no line"),
        (2, "tolerance 0", "`tolerance` twice"),
        (2, "iterations many", "`many` is nothing for `iterations`"),
        (3, "tolerance 2", "`2` is nothing for `tolerance`"),
        (4, "position root seat 2 next a b", "seats are counted from 0"),
        (4, "position root seat 0 next a c", "no position `c`"),
        (4, "position root seat 0 next a root", "further down"),
        (4, "position root seat 0 next a b*0", "`b*0` is nothing for `next`"),
        (4, "position root seat 0 secret 0 next a b", "a class for each choice"),
        (4, "position root seat 0 secret x next a b", "`x` is no class"),
        (4, "position root seat 0 epoch 1 next a b", "the epoch falls"),
        (4, "position root seat 0 seat 1 next a b", "`seat` twice"),
        (4, "position root moves 0 next a b", "`moves` is none of"),
        (4, "position next seat 0 next a b", "cannot be a name"),
        (5, "position root seat 1 next won lost", "position `root` twice"),
        (5, "position a seat 1 next won lost end 0", "either `seat` and `next`"),
        (5, "position a seat 0 next won lost*2", "can tell"),
        (5, "position a seat 1 next won lost", "can tell"),
        (7, "position won end 0 0", "each once"),
        (7, "position won end 2", "`2` is no seat"),
        (7, "position won end 0 values 1 2 3", "one for a seat"),
        (8, "position lost score 3", "one for each seat"),
        (9, "set a", "two positions"),
        (9, "set a a", "twice in one"),
        (9, "set a won", "can tell"),
        (10, "think root best 2 value 1/2 1/2", "choices below 2"),
        (10, "think root best 0 value 1/2 1/3", "together 1"),
        (10, "think root best 0 value 1/2 1/2 means 1", "wants 2 values"),
        (10, "think top best 0 value 1/2 1/2", "no position `top`"),
        (10, "think lost best 0 value 0 1", "choices below 0"),
        (10, "", "nothing to `think` about"),
    ] {
        let mut lines: Vec<&str> = SOUND.lines().collect();
        lines[line - 1] = text;
        let FileError { file, line: found, what: said } =
            read_text("bad.txt", &lines.join("\n")).unwrap_err();
        assert!(file == "bad.txt" && said.contains(what), "{line} {text}: {said}");
        // A broken line may be noticed further down, and a missing one at the end.
        assert!(found >= line || text.is_empty(), "{line} {text}: {found}: {said}");
    }
    let unreached = SOUND.replace("think", "position alone end 0\nthink");
    let error = read_text("bad.txt", &unreached).unwrap_err();
    assert_eq!(error.to_string(), "bad.txt:10: nothing leads to `alone`");
}
