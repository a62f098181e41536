use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use drakkar_play::door::Opinion;

/// A decision that was analysed by several. Of two searches one proposes and the other judges, which did not
/// seek out what was proposed; then the other way round. Figures are sums of both ways, and missing if a
/// search did not try one of the actions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SearchChoice {
    pub same: bool,
    /// With how many of the two a search without a heuristic agrees.
    pub plain: u8,
    /// Of the best two actions of a search: 2 if the other finds the second better, 1 if equal. If the two are as
    /// good as equal, that is 1 on average.
    pub close: Option<u8>,
    /// 1 if the other search finds the obvious action worse than what the search chooses, -1 if better. If
    /// neither is better, that is 0 on average.
    pub wrong: Option<i8>,
    pub lost: Option<f64>,
}

impl SearchChoice {
    pub fn of([first, second]: [&Opinion; 2], plain: &Opinion, obvious: &Opinion) -> SearchChoice {
        let both = [(first, second), (second, first)];
        let close = both.map(|(one, judge)| close(one, judge));
        let lost = both.map(|(one, judge)| lost(one, judge, &obvious.choice));
        let wrong = lost.map(|lost| match lost?.partial_cmp(&0.0)? {
            Ordering::Less => Some(-1),
            Ordering::Equal => Some(0),
            Ordering::Greater => Some(1),
        });
        SearchChoice {
            same: first.choice == second.choice,
            plain: [first, second].map(|one| u8::from(one.choice == plain.choice)).iter().sum(),
            close: close[0].zip(close[1]).map(|(one, two)| one + two),
            wrong: wrong[0].zip(wrong[1]).map(|(one, two): (i8, i8)| one + two),
            lost: lost[0].zip(lost[1]).map(|(one, two)| one + two),
        }
    }
}

/// How a search orders the best two actions of another one, which are those that it tried most often.
fn close(one: &Opinion, judge: &Opinion) -> Option<u8> {
    let mut order: Vec<usize> = (0..one.actions.len()).collect();
    let key = |number: usize| {
        let found = &one.actions[number].1;
        (found.visits.unwrap_or_default(), found.win_share.unwrap_or_default())
    };
    // Stable: what is equal stays in the order of the game.
    order.sort_by(|&a, &b| {
        let ((visits, share), (less, other)) = (key(b), key(a));
        visits.cmp(&less).then(share.total_cmp(&other))
    });
    let share = |place: usize| judge.actions.get(*order.get(place)?)?.1.win_share;
    Some(match share(0)?.partial_cmp(&share(1)?)? {
        Ordering::Less => 2,
        Ordering::Equal => 1,
        Ordering::Greater => 0,
    })
}

fn lost(one: &Opinion, judge: &Opinion, action: &str) -> Option<f64> {
    if one.choice == action {
        return Some(0.0);
    }
    Some(judge.win_share(&one.choice)? - judge.win_share(action)?)
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
    fn one_search_judges_what_the_other_proposes() {
        let first = opinion("a", [(10, Some(0.75)), (8, Some(0.5)), (1, Some(0.125))]);
        let second = opinion("b", [(10, Some(0.5)), (11, Some(0.625)), (0, None)]);
        let [plain, last] = ["b", "c"].map(|choice| opinion(choice, [(0, None); 3]));
        let found = SearchChoice::of([&first, &second], &plain, &plain);
        // Both have a and b on top, and each finds the other's choice worse than its own.
        assert_eq!((found.same, found.plain, found.close), (false, 1, Some(4)));
        // The second search finds b, the obvious action, better than a; and chooses it itself.
        assert_eq!((found.wrong, found.lost), (Some(-1), Some(-0.125)));
        let found = SearchChoice::of([&first, &first], &plain, &last);
        assert_eq!((found.same, found.plain, found.close), (true, 0, Some(0)));
        assert_eq!((found.wrong, found.lost), (Some(2), Some(1.25)));
        let found = SearchChoice::of([&first, &second], &last, &last);
        assert_eq!((found.wrong, found.lost), (None, None), "one search did not try it");
        let even = opinion("a", [(5, Some(0.5)), (5, Some(0.5)), (0, None)]);
        assert_eq!(SearchChoice::of([&even, &even], &even, &even).close, Some(2));
    }
}
