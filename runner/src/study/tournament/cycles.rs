use crate::export::figure::joined;
use drakkar_stats::meetings::Meetings;
use drakkar_stats::transitivity::circles;

const TOLD: usize = 3;

/// Which three agents certainly beat each other in a circle; nothing if there are fewer agents, or some never met.
/// `ranked` has the numbers of the agents, best first, and each circle begins with the best of its three.
pub fn sentence(names: &[String], meetings: &Meetings, ranked: &[usize]) -> Option<String> {
    if names.len() < 3 || meetings.pairs.iter().any(|pair| pair.d == 0) {
        return None;
    }
    let mut found = circles(&meetings.pairs, names.len());
    let place = |agent: usize| ranked.iter().position(|&other| other == agent);
    for circle in &mut found {
        let best = (0..circle.len()).min_by_key(|&k| place(circle[k])).unwrap_or_default();
        circle.rotate_left(best);
    }
    found.sort_by_key(|circle| circle.map(place));
    if found.is_empty() {
        return Some(
            "No intransitive cycle of three agents, each of which beats the next, is significant."
                .into(),
        );
    }
    let told = found.iter().take(TOLD).map(|circle| {
        let [one, two, three] = circle.map(|agent| names[agent].as_str());
        format!("{one} beats {two}, {two} beats {three}, {three} beats {one}")
    });
    let told = joined(told, "; ");
    let more = match found.len().saturating_sub(TOLD) {
        0 => String::new(),
        1 => "; and one more cycle".to_owned(),
        more => format!("; and {more} more cycles"),
    };
    Some(format!(
        "Strength is not one number here, as intransitive cycles are significant: {told}{more}."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Agents on a ring: each beats the next `reach` in all of 40 blocks, and is level with the others.
    fn ring(agents: usize, reach: usize) -> Meetings {
        let mut meetings = Meetings::new(agents);
        for b in 0..agents {
            for a in 0..b {
                let halves = match (b - a <= reach, agents - (b - a) <= reach) {
                    (true, _) => 2,
                    (_, true) => 0,
                    _ => 1,
                };
                let pair = &mut meetings.pairs[Meetings::pair(a, b)];
                (0..40).for_each(|_| pair.add_block(halves, 1));
            }
        }
        meetings
    }

    fn said(agents: usize, reach: usize, ranked: &[usize]) -> Option<String> {
        let names: Vec<String> = (0..agents).map(|agent| format!("n{agent}")).collect();
        sentence(&names, &ring(agents, reach), ranked)
    }

    #[test]
    fn a_circle_is_told_from_the_best_of_its_agents_on() {
        let told = "Strength is not one number here, as intransitive cycles are significant: n2 beats n0, n0 beats n1, n1 beats n2.";
        assert_eq!(said(3, 1, &[2, 0, 1]).as_deref(), Some(told));
        // Four on a ring are no circle of three.
        let none =
            "No intransitive cycle of three agents, each of which beats the next, is significant.";
        assert_eq!(said(4, 1, &[0, 1, 2, 3]).as_deref(), Some(none));
        // Five, each of which beats two, have five.
        let told = "Strength is not one number here, as intransitive cycles are significant: n4 beats n0, n0 beats n2, n2 beats n4; \
                    n4 beats n1, n1 beats n2, n2 beats n4; n4 beats n1, n1 beats n3, n3 beats n4; and 2 \
                    more cycles.";
        assert_eq!(said(5, 2, &[4, 0, 1, 2, 3]).as_deref(), Some(told));
    }

    #[test]
    fn two_agents_and_agents_that_never_met_have_no_sentence() {
        assert_eq!(said(2, 1, &[0, 1]), None);
        let mut meetings = ring(3, 1);
        meetings.pairs[1] = Default::default();
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(sentence(&names, &meetings, &[0, 1, 2]), None);
    }
}
