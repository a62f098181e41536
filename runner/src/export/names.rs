//! Agents for people: in tables by the shortest text that means them, in pictures and headings by what tells them
//! apart.

use crate::export::sheet::Style;
use drakkar_agents::spec::Spec;

/// The shortest name of the same agent; `None` if the text names none.
pub fn brief(name: &str) -> Option<String> {
    name.parse::<Spec>().ok().map(|spec| spec.brief().to_string())
}

/// The names of agents in tables of a style: without the options that have their default, so that whoever
/// copies one gets the same agent. Tables for programs have them in full, as files do.
pub fn shown(names: &[String], style: Style) -> Vec<String> {
    match style {
        Style::Csv => names.to_vec(),
        _ => names.iter().map(|name| brief(name).unwrap_or_else(|| name.clone())).collect(),
    }
}

const LONGEST: usize = 34;

/// Names for pictures, one for each specification: its kind, and those of its options in which it
/// differs from others of this kind. Two names may be equal only if they had to be cut.
pub fn short(specs: &[&str]) -> Vec<String> {
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

pub fn cut(text: &str, longest: usize) -> String {
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
    use crate::export::summary::agents;
    use drakkar_stats::summary::WinRate;

    fn of(text: &str) -> String {
        text.parse::<Spec>().unwrap().to_string()
    }

    #[test]
    fn defaults_are_left_out_for_people() {
        let names = [of("mcts:iterations=9"), of("mcts:iterations=90,cutoff=1"), of("greedy")];
        let short = ["mcts:iterations=9", "mcts:iterations=90,cutoff=1", "greedy"];
        assert_eq!(shown(&names, Style::Text), short);
        assert_eq!(shown(&names, Style::Csv), names);
        assert_eq!(shown(&["?".to_owned()], Style::Md), ["?"]);
    }

    #[test]
    fn a_name_that_begins_like_another_one_is_left_alone() {
        let names = [of("exec:bot,milliseconds=10000"), of("exec:bot,milliseconds=100000")];
        assert!(names[1].starts_with(&names[0]));
        let shown = shown(&names, Style::Text);
        let row = |agent| WinRate { agent, ..WinRate::default() };
        let sheet = agents("", &shown, "score", &[row(0), row(1)]);
        let agents: Vec<&str> = sheet.rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(agents, ["exec:bot", "exec:bot,milliseconds=100000"]);
    }

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
