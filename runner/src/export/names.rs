//! Agents in tables for people: by the shortest text that means them.

use drakkar_agents::spec::Spec;

use crate::export::sheet::Style;

/// The shortest name of the same agent; `None` if the text names none.
pub(crate) fn brief(name: &str) -> Option<String> {
    name.parse::<Spec>().ok().map(|spec| spec.brief().to_string())
}

/// The names of agents in tables of a style: without the options that have their default, so that whoever
/// copies one gets the same agent. Tables for programs have them in full, as files do.
pub(crate) fn shown(names: &[String], style: Style) -> Vec<String> {
    match style {
        Style::Csv => names.to_vec(),
        _ => names.iter().map(|name| brief(name).unwrap_or_else(|| name.clone())).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::summary::agents;
    use drakkar_stats::win_rates::WinRate;

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
}
