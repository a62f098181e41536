//! What analyses say of a choice: two searches with draws of their own, a plain one, and the obvious one.

use serde::{Deserialize, Serialize};

use drakkar_play::door::Opinion;
use drakkar_stats::closeness::Twice;

/// A decision that was analysed by several.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// Whether two searches with different draws choose the same.
    pub same: bool,
    /// With how many of the two a search without a heuristic agrees.
    pub plain: u8,
    /// How much the best action is better than the second best, by both searches; none if one of
    /// them did not try both.
    pub best: Option<Twice>,
    /// The same of the best and the obvious action, which are 0 apart if they are the same.
    pub obvious: Option<Twice>,
    /// Whether they are the same.
    pub is_obvious: bool,
    /// How much worse the obvious action is than what one search chooses, by the other search, which did not
    /// seek it out; the mean of both ways.
    pub lost: Option<f64>,
}

impl Choice {
    /// The best two actions are those that both searches together tried most often.
    pub fn of([first, second]: [&Opinion; 2], plain: &Opinion, obvious: &Opinion) -> Choice {
        let visits = |number: usize| {
            let of = |opinion: &Opinion| opinion.actions[number].1.visits.unwrap_or_default();
            of(first) + of(second)
        };
        let shares = |number: usize| -> Option<Twice> {
            let of = |opinion: &Opinion| opinion.actions[number].1.win_share;
            Some([of(first)?, of(second)?])
        };
        let mean = |number: usize| shares(number).map_or(0.0, |[one, two]| one + two);
        let mut order: Vec<usize> = (0..first.actions.len()).collect();
        // Stable: what is equal stays in the order of the game.
        order.sort_by(|&one, &two| {
            visits(two).cmp(&visits(one)).then(mean(two).total_cmp(&mean(one)))
        });
        let gap = |one: usize, two: usize| -> Option<Twice> {
            let ([a, b], [c, d]) = (shares(one)?, shares(two)?);
            Some([a - c, b - d])
        };
        let top = order.first().copied();
        let number = |opinion: &Opinion| {
            first.actions.iter().position(|(action, _)| *action == opinion.choice)
        };
        let taken = number(obvious);
        let lost = |chooser: &Opinion, judge: usize| -> Option<f64> {
            let (one, two) = (number(chooser)?, taken?);
            if one == two { Some(0.0) } else { gap(one, two).map(|gap| gap[judge]) }
        };
        let lost = lost(first, 1).zip(lost(second, 0)).map(|(one, two)| (one + two) / 2.0);
        Choice {
            same: first.choice == second.choice,
            plain: [first, second].map(|one| u8::from(one.choice == plain.choice)).iter().sum(),
            best: top.zip(order.get(1)).and_then(|(one, &two)| gap(one, two)),
            obvious: top.zip(taken).and_then(|(one, two)| gap(one, two)),
            is_obvious: top == taken,
            lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drakkar_agents::agent::Judgement;

    fn opinion(choice: &str, found: [(u64, Option<f64>); 3]) -> Opinion {
        let actions = ["a", "b", "c"].iter().zip(found).map(|(action, (visits, win_share))| {
            let judgement = Judgement { visits: Some(visits), win_share, ..Judgement::default() };
            ((*action).to_owned(), judgement)
        });
        Opinion { choice: choice.to_owned(), actions: actions.collect() }
    }

    #[test]
    fn differences_are_of_the_actions_tried_most() {
        let first = opinion("a", [(10, Some(0.75)), (8, Some(0.5)), (1, Some(0.125))]);
        let second = opinion("b", [(10, Some(0.5)), (11, Some(0.625)), (0, None)]);
        let [plain, none] = ["b", "c"].map(|choice| opinion(choice, [(0, None); 3]));
        let found = Choice::of([&first, &second], &plain, &plain);
        // Action a has 20 visits, b has 19.
        assert_eq!(found.best, Some([0.25, -0.125]));
        // By the second search a is worse than b; the second chooses b itself.
        assert_eq!(found.lost, Some(-0.0625));
        assert_eq!((found.same, found.plain, found.is_obvious), (false, 1, false));
        assert_eq!(found.obvious, found.best);
        let found = Choice::of([&first, &first], &plain, &none);
        assert_eq!((found.same, found.plain, found.obvious), (true, 0, Some([0.625, 0.625])));
        let found = Choice::of([&first, &second], &none, &none);
        assert_eq!((found.plain, found.obvious), (0, None), "one search did not try it");
    }
}
