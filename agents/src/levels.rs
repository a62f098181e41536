//! Eight players of rising strength for every game: `level-1` to `level-8`. The first plays at random, the last is the
//! best search with few iterations. Those between are the same search with some decisions made at random: with which
//! probability is drawn for each seat of each game, from ranges that overlap, as people play better on some days than
//! on others. `results/levels` says how much each is stronger than the one below.

use crate::catalogue::{self, EPSILON, RANGE};

/// Number of levels.
pub const LEVELS: usize = 8;

/// Iterations of all levels but the lowest. Thinking longer is stronger than any level.
const ITERATIONS: u32 = 100;

/// The least and the greatest probability of a random decision, of each level but the first and the last.
pub type Epsilons = [[f64; 2]; LEVELS - 2];

/// Those of a game that has none of [its own](crate::heuristic::Heuristic::EPSILONS): for steps that are about equal
/// in *Vikings* with two seats.
pub const EPSILONS: Epsilons =
    [[0.6, 1.0], [0.42, 0.79], [0.265, 0.6], [0.11, 0.42], [0.03, 0.265], [0.0, 0.11]];

/// What `level-1`, `level-2` and so on are short for in a game with these probabilities; `None` for other names.
pub fn short_for(name: &str, epsilons: &Epsilons) -> Option<String> {
    let level: usize = name.strip_prefix("level-")?.parse().ok()?;
    // Only the shortest way to write a number.
    if format!("level-{level}") != name {
        return None;
    }
    match level {
        1 => Some("random".to_owned()),
        2..LEVELS => {
            let [least, most] = epsilons[level - 2];
            Some(format!("mcts:iterations={ITERATIONS},{}={least}{RANGE}{most}", EPSILON.key))
        }
        LEVELS => Some(format!("mcts:iterations={ITERATIONS}")),
        _ => None,
    }
}

/// Whether an agent or a level has this name, so that nothing else can have it.
pub fn is_taken(name: &str) -> bool {
    catalogue::find(name).is_some() || short_for(name, &EPSILONS).is_some()
}

/// How much each level is stronger than the one below, as `scripts/levels.py` measures it. `elo_shrunken` is the step
/// drawn to the mean of its game, as the largest of many measured steps is large partly by chance.
pub const MEASURED: &str = include_str!("levels.csv");

/// The names of all levels.
pub fn names() -> impl Iterator<Item = String> {
    (1..=LEVELS).map(|level| format!("level-{level}"))
}

#[cfg(test)]
mod tests {
    use drakkar_engine::games::eketorp::Eketorp;
    use drakkar_engine::games::no_more_vikings::NoMoreVikings;

    use super::*;
    use crate::heuristic::{Heuristic, Playable};
    use crate::spec::Spec;

    #[test]
    fn every_level_is_an_agent_and_nothing_else_is_a_level() {
        let specs: Vec<Spec> = names().map(|name| name.parse().unwrap()).collect();
        assert_eq!(specs.len(), LEVELS);
        assert_eq!(specs[0].to_string(), "random");
        assert_eq!(specs[LEVELS - 1], "mcts:iterations=100".parse().unwrap());
        assert_eq!(specs[1], "mcts:iterations=100,epsilon=0.6..1".parse().unwrap());
        assert_eq!(specs[2], "mcts:iterations=100,epsilon=0.42..0.79".parse().unwrap());
        assert_eq!(specs[6], "mcts:iterations=100,epsilon=0..0.11".parse().unwrap());
        let epsilons: Vec<(f64, f64)> =
            specs[1..].iter().map(|spec| spec.epsilon().ends()).collect();
        // Both ends fall from level to level.
        let falls = |one: &(f64, f64), next: &(f64, f64)| one.0 > next.0 && one.1 > next.1;
        assert!(epsilons[..6].is_sorted_by(falls), "{epsilons:?}");
        assert_eq!(epsilons[6], (0.0, 0.0));
        for name in ["level-0", "level-9", "level-03", "level-+3", "level-", "level", "Level-3"] {
            assert_eq!(short_for(name, &EPSILONS), None, "{name}");
            assert!(name.parse::<Spec>().is_err(), "{name}");
        }
    }

    #[test]
    fn games_have_ranges_of_their_own_in_falling_order() {
        fn epsilons<G: Playable>() -> Epsilons {
            <G::Heuristic as Heuristic<G>>::EPSILONS
        }
        for epsilons in [EPSILONS, epsilons::<Eketorp>(), epsilons::<NoMoreVikings>()] {
            assert!(epsilons.iter().all(|[least, most]| least < most), "{epsilons:?}");
            let falls = |one: &[f64; 2], next: &[f64; 2]| one[0] > next[0] && one[1] > next[1];
            assert!(epsilons.is_sorted_by(falls), "{epsilons:?}");
        }
        assert_eq!(
            short_for("level-3", &epsilons::<Eketorp>()).unwrap(),
            "mcts:iterations=100,epsilon=0.54..0.94"
        );
        let read = |text: &str| {
            Spec::read_open(text, &epsilons::<Eketorp>(), &|spec| spec).unwrap().to_string()
        };
        assert_eq!(read("level-3"), read("mcts:iterations=100,epsilon=0.54..0.94"));
        assert_eq!(
            read("level-3:forbid=a"),
            read("mcts:iterations=100,epsilon=0.54..0.94,forbid=a")
        );
    }

    /// `results/levels` promises it: no step is larger once the largest is not taken for what it is by chance, and all
    /// together have one bound.
    #[test]
    fn shrunken_steps_are_no_larger_than_250() {
        let mut lines = MEASURED.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().unwrap();
        let column = |name| head.iter().position(|&found| found == name).unwrap();
        let [game, elo, low, high, shrunken] =
            ["game", "elo", "elo_low", "elo_high", "elo_shrunken"].map(column);
        let (mut steps, mut measured) = (0, Vec::new());
        for line in lines {
            steps += 1;
            // Where no Elo can be given, in goofspiel with more than two seats.
            if line[elo].is_empty() {
                assert_eq!((line[game], line[shrunken]), ("goofspiel", ""));
                continue;
            }
            let [elo, low, high, shrunken] =
                [elo, low, high, shrunken].map(|at| line[at].parse::<f64>().unwrap());
            measured.push((line[game], elo, (high - low) / (2.0 * 1.96), shrunken));
        }
        assert_eq!((steps, measured.len()), (7 * 20, 135));
        assert!(measured.iter().all(|step| step.3 <= 250.0), "{measured:?}");
        // The largest upper end of intervals that hold for all 135 together.
        let bound = measured.iter().map(|step| step.1 + 3.374 * step.2).fold(0.0, f64::max);
        assert!((361.0..363.0).contains(&bound), "{bound}");
        // Each lies between what was measured and the mean of its game.
        for one in &measured {
            let own: Vec<_> = measured.iter().filter(|step| step.0 == one.0).collect();
            let weights: f64 = own.iter().map(|step| 1.0 / (step.2 * step.2)).sum();
            let mean = own.iter().map(|step| step.1 / (step.2 * step.2)).sum::<f64>() / weights;
            let (least, most) = (one.1.min(mean) - 5.0, one.1.max(mean) + 5.0);
            assert!((least..=most).contains(&one.3), "{one:?} {mean}");
        }
    }

    #[test]
    fn a_level_takes_options_of_the_agent_that_it_is_short_for() {
        let read = |text: &str| text.parse::<Spec>();
        assert_eq!(
            read("level-3:forbid=a"),
            read("mcts:iterations=100,epsilon=0.42..0.79,forbid=a")
        );
        assert_eq!(read("level-1:forbid=a"), read("random:forbid=a"));
        assert_eq!(read("level-8:epsilon=0.5"), read("mcts:iterations=100,epsilon=0.5"));
        // Each option replaces that of the level.
        assert_eq!(read("level-3:iterations=9"), read("mcts:iterations=9,epsilon=0.42..0.79"));
        assert_eq!(read("level-3:decisions=9"), read("mcts:decisions=9,epsilon=0.42..0.79"));
        assert_eq!(read("level-3:epsilon=0,plain"), read("mcts:iterations=100"));
        let error = read("level-3:epsilon=0,epsilon=1").unwrap_err().to_string();
        assert_eq!(error, "agent `level-3:epsilon=0,epsilon=1`: option `epsilon` is given twice");
    }
}
