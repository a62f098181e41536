//! Names of agents: the same name everywhere, and in pictures and headings a name by their differences.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde_json::Value;

use crate::{export::figure::joined, games, plan::run::AgentEntry, plan::run::Run};
use drakkar_agents::best::{self, Cell};
use drakkar_agents::{mcts::Settings, spec::FileName, spec::Kind, spec::Spec};
use drakkar_engine::record::Record;

#[derive(Clone, Copy, Debug)]
pub struct Names(Option<Cell<'static>>);

impl Names {
    pub fn under(game: &str, rule_set: &Value, players: usize) -> Names {
        Names(games::find(game).ok().map(|lab| {
            let preset = rule_set.as_object().map_or("", |rules| lab.info().rules.nearest(rules));
            (lab.info().cell)(preset, players)
        }))
    }

    pub fn of(self, spec: &Spec) -> String {
        self.0.map_or_else(|| spec.brief(), |cell| best::brief(spec, cell))
    }

    pub fn of_text(self, text: &str) -> String {
        text.parse().map_or_else(|_| text.to_owned(), |spec| self.of(&spec))
    }

    /// The names of the agents of a game, by seat: those that its run gave them, or else the shortest texts.
    pub fn of_record(record: &Record) -> Vec<String> {
        let rules = Value::Object((*record.rule_set).clone());
        let names = Names::under(&record.game, &rules, record.players);
        let given = |seat: usize| record.names.get(seat).cloned().flatten();
        let agents = record.agents.iter().enumerate();
        agents.map(|(seat, agent)| given(seat).unwrap_or_else(|| names.of_text(agent))).collect()
    }

    pub fn search_with(self, budget: Settings, net: &Path) -> String {
        let net = FileName::new(&net.display().to_string());
        let plain = || Spec::new(Kind::Mcts(budget)).with_net(net.clone());
        self.of(&self.0.map_or_else(plain, |cell| best::search(cell, budget, net.as_ref())))
    }

    /// That names of levels among these mean other agents today than these specifications; nothing if they do not.
    pub fn outdated<'n>(self, named: impl IntoIterator<Item = [&'n str; 2]>) -> Option<String> {
        let cell = self.0?;
        let today =
            |name: &str| best::read(name, cell).map_or(String::new(), |spec| spec.to_string());
        let changed = named.into_iter().filter(|[name, spec]| {
            let level = name.strip_prefix("level-");
            level.is_some_and(|level| level.parse::<u32>().is_ok()) && today(name) != *spec
        });
        let changed: Vec<&str> = changed.map(|[name, _]| name).collect();
        let mean = if changed.len() == 1 { "means" } else { "mean" };
        let names = changed.join(", ");
        (!changed.is_empty())
            .then(|| format!("made with levels of the past: {names} {mean} other agents today"))
    }

    pub fn of_entry(self, entry: &AgentEntry) -> String {
        entry.alias.clone().unwrap_or_else(|| self.of_text(&entry.spec))
    }
}

/// The names of the agents of a run in tables, files and pages, by number, each with its full specification.
pub fn of_run(run: &Run) -> Vec<[String; 2]> {
    let names = Names::under(&run.game, &run.rule_set, run.players);
    let named = |agent: &AgentEntry| [names.of_entry(agent), agent.spec.clone()];
    run.different().into_iter().map(named).collect()
}

pub fn legend<'n>(named: impl IntoIterator<Item = [&'n str; 2]>) -> String {
    let short = named.into_iter().filter(|[name, spec]| name != spec);
    joined(short.map(|[name, spec]| format!("{name} = {spec}")), "\n")
}

/// Most letters of a name in a picture.
pub const LONGEST: usize = 34;

/// Names for pictures: of each specification its kind, and options in which it differs from others of this kind.
pub fn short(specs: &[&str]) -> Vec<String> {
    let parts: Vec<(&str, Vec<&str>)> = specs.iter().map(|spec| split(spec)).collect();
    // How many agents are of a kind, and how many of these have an option.
    let (mut kinds, mut having) = (HashMap::new(), HashMap::new());
    for (kind, options) in &parts {
        *kinds.entry(*kind).or_insert(0) += 1;
        for option in options.iter().collect::<HashSet<_>>() {
            *having.entry((*kind, *option)).or_insert(0) += 1;
        }
    }
    let name = |(kind, options): &(&str, Vec<&str>)| {
        let tells = |option: &&&str| having[&(*kind, **option)] < kinds[kind];
        let telling: Vec<&str> = options.iter().filter(tells).copied().collect();
        match telling.is_empty() {
            true => (*kind).to_owned(),
            false => format!("{kind}:{}", telling.join(",")),
        }
    };
    told_apart(&parts.iter().map(name).collect::<Vec<_>>(), LONGEST)
}

/// These texts cut to so many letters: at the end, or in the middle where different ones would then be equal.
pub fn told_apart(texts: &[String], longest: usize) -> Vec<String> {
    let ends: Vec<String> = texts.iter().map(|text| cut(text, longest)).collect();
    let mut whole: HashMap<&String, HashSet<&String>> = HashMap::new();
    for (text, end) in texts.iter().zip(&ends) {
        whole.entry(end).or_default().insert(text);
    }
    let cut = texts.iter().zip(&ends).map(|(text, end)| match whole[end].len() > 1 {
        true => {
            let after = text.chars().count() - longest / 2;
            let head = text.chars().take(longest - 1 - longest / 2);
            head.chain(['\u{2026}']).chain(text.chars().skip(after)).collect()
        }
        false => end.clone(),
    });
    cut.collect()
}

pub fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest - 1).chain(['\u{2026}']).collect()
}

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
    fn names_are_aliases_or_the_shortest_text_by_the_rules() {
        let entry = |spec: &str, alias: Option<&str>| AgentEntry {
            spec: spec.parse::<Spec>().unwrap().to_string(),
            alias: alias.map(str::to_owned),
            weights: None,
            net: None,
        };
        let rules = serde_json::json!({});
        let goofspiel = Names::under("goofspiel", &rules, 2);
        for (spec, by_game, anywhere) in [
            ("greedy:weights=manual-1", "greedy", "greedy:weights=manual-1"),
            ("uct:iterations=9", "uct:iterations=9", "uct:iterations=9"),
            (
                "mcts:truncation=6,weights=manual-1",
                "mcts",
                "mcts:plain,truncation=6,weights=manual-1",
            ),
            (
                "mcts:truncation=1,weights=x",
                "mcts:truncation=1,weights=x",
                "mcts:plain,truncation=1,weights=x",
            ),
        ] {
            assert_eq!(goofspiel.of_entry(&entry(spec, None)), by_game);
            assert_eq!(Names::under("chess", &rules, 2).of_entry(&entry(spec, None)), anywhere);
            assert_eq!(goofspiel.of_entry(&entry(spec, Some("a"))), "a");
        }
        assert_eq!(goofspiel.of_text("an old name"), "an old name");
    }

    #[test]
    fn levels_of_the_past_are_told() {
        let names = Names::under("goofspiel", &serde_json::json!({}), 2);
        let today = best::read("level-3", names.0.unwrap()).unwrap().to_string();
        let now = [["level-1", "random"], ["level-3", today.as_str()], ["a level", "greedy"]];
        assert_eq!(names.outdated(now), None);
        let told =
            names.outdated([["level-1", "greedy"], ["level-3", &today], ["level-9", "random"]]);
        let expected = "made with levels of the past: level-1, level-9 mean other agents today";
        assert_eq!(told.as_deref(), Some(expected));
        assert_eq!(Names::under("chess", &serde_json::json!({}), 2).outdated(now), None);
    }

    #[test]
    fn the_legend_has_what_a_name_leaves_open() {
        let named = [["greedy", "greedy:weights=a"], ["random", "random"], ["b", "uct"]];
        assert_eq!(legend(named), "greedy = greedy:weights=a\nb = uct");
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
    fn names_that_begin_alike_are_cut_in_the_middle() {
        let long = |end: &str| format!("greedy:weights=tuned-1-queen2007-{end}");
        let specs =
            [long("3p"), long("5p"), "greedy:weights=another-quite-long-one-of-them".into()];
        assert_eq!(
            short(&specs.each_ref().map(String::as_str)),
            [
                "greedy:weights=t\u{2026}ed-1-queen2007-3p",
                "greedy:weights=t\u{2026}ed-1-queen2007-5p",
                "greedy:weights=another-quite-long\u{2026}",
            ]
        );
        let texts =
            ["\u{e9}\u{e9}\u{e9}\u{e9}a", "\u{e9}\u{e9}\u{e9}\u{e9}b", "c"].map(str::to_owned);
        assert_eq!(told_apart(&texts, 4), ["\u{e9}\u{2026}\u{e9}a", "\u{e9}\u{2026}\u{e9}b", "c"]);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(cut("größer", 6), "größer");
        assert_eq!(cut("größere", 6), "größe\u{2026}");
    }
}
