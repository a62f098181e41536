//! Short names of agents, for pictures and headings.

/// Longest name in a picture.
const LONGEST: usize = 34;

/// Names for pictures, one for each specification: its kind, and those of its options in which it
/// differs from others of this kind. Two names may be equal only if they had to be cut.
pub(crate) fn short(specs: &[&str]) -> Vec<String> {
    let parts: Vec<(&str, Vec<&str>)> = specs.iter().map(|spec| split(spec)).collect();
    let name = |(kind, options): &(&str, Vec<&str>)| {
        let others = || parts.iter().filter(|(other, list)| other == kind && list != options);
        let tells = |option: &&&str| others().any(|(_, list)| !list.contains(*option));
        let telling: Vec<&str> = options.iter().filter(tells).copied().collect();
        match telling.is_empty() {
            true => cut(kind, LONGEST),
            false => cut(&format!("{kind}:{}", telling.join(",")), LONGEST),
        }
    };
    parts.iter().map(name).collect()
}

/// The text, or its beginning and an ellipsis.
pub(crate) fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest - 1).chain(['\u{2026}']).collect()
}

/// Kind and options; commas within quotes belong to a value.
fn split(spec: &str) -> (&str, Vec<&str>) {
    let Some((kind, rest)) = spec.split_once(':') else { return (spec, Vec::new()) };
    let mut quoted = false;
    let options = rest.split(|letter| {
        quoted ^= letter == '"';
        letter == ',' && !quoted
    });
    (kind, options.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_share_is_left_out() {
        let specs =
            ["mcts:iterations=50,weights=a", "mcts:iterations=800,weights=a", "greedy:weights=a"];
        assert_eq!(short(&specs), ["mcts:iterations=50", "mcts:iterations=800", "greedy"]);
        assert_eq!(
            short(&["random:forbid=\"a, b\"", "random"]),
            ["random:forbid=\"a, b\"", "random"]
        );
        assert_eq!(short(&["greedy:weights=a"]), ["greedy"]);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(cut("größer", 6), "größer");
        assert_eq!(cut("größere", 6), "größe\u{2026}");
    }
}
