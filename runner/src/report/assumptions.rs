//! Under which rules, by whom and how often was played: the manifest in words.

use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value};

use crate::page::{RuleChange, between, changes, joined};
use crate::{games, report::folder::Folder};
use drakkar_engine::rules;

pub fn circumstances(folder: &Folder) -> Markup {
    let mut items = Vec::new();
    let game = folder.run_text("game");
    let rule_set = folder.run("rule_set");
    if !game.is_empty() {
        let rules = nearest(game, folder.run_text("rules"), rule_set.as_object());
        items.push(html! { "Rules: " (rules) });
    }
    let purpose = folder.run("purpose");
    if let Some(second) = purpose["rule_set"].as_object() {
        let name = purpose["rules"].as_str().unwrap_or_default();
        let rules = against(game, name, second, rule_set.as_object());
        items.push(html! { "Compared with rules " (rules) });
    }
    let agents = folder.agents();
    if !agents.is_empty() {
        let agents = agents.iter().map(|[name, spec]| {
            html! { @if name != spec { strong { (name) } " = " } code { (spec) } }
        });
        items.push(html! { "Agents: " (joined(agents, ", ")) "." });
    }
    let [seed, seating, version] = ["seed", "seating", "version"].map(|key| folder.run_text(key));
    if !seed.is_empty() {
        items.push(html! {
            @if let Some(played) = folder.count("games_played") { (played) " games, master seed " }
            @else { "Master seed " }
            (seed)
            @if !seating.is_empty() { ", seats by " (seating) }
            "; drakkar " (version) "; folder " code { (folder.name) } "."
        });
    }
    html! {
        @if !items.is_empty() {
            ul.assumptions { "\n"
                @for item in items { li { (item) } "\n" }
            } "\n"
        }
    }
}

/// What is assumed of the rules of several folders where no printed source says so, each text once.
pub fn assumed<'f>(folders: impl IntoIterator<Item = &'f Folder>) -> Markup {
    let mut told: Vec<String> = Vec::new();
    let mut items = Vec::new();
    for folder in folders {
        let game = folder.run_text("game");
        let Some(text) = assumed_of(game, folder.run("rule_set")) else { continue };
        let text = text.into_string();
        if !told.contains(&text) {
            items.push(html! { (game) ": " (PreEscaped(text.clone())) "." });
            told.push(text);
        }
    }
    html! {
        @if !items.is_empty() {
            details.card {
                summary { "Assumed, where no printed source says how it is" } "\n"
                ul { @for item in items { li { (item) } "\n" } }
            } "\n"
        }
    }
}

fn nearest(game: &str, name: &str, rule_set: Option<&Map<String, Value>>) -> Markup {
    let Some(rule_set) = rule_set else { return html! { strong { (name) } "." } };
    match games::lab(game).map(|lab| changes(lab, rule_set)) {
        Ok((preset, changed)) if !changed.is_empty() => html! {
            strong { (name) } ", which is " strong { (preset) } " with " (told(&changed)) "."
        },
        _ => html! { strong { (name) } ", every value as in this preset." },
    }
}

fn assumed_of(game: &str, rule_set: &Value) -> Option<Markup> {
    let object = rule_set.as_object()?;
    let lab = games::lab(game).ok()?;
    let rules = &lab.info().rules;
    let preset = rules.preset(rules.nearest(object)).ok()?;
    let found = rules::assumed(preset.toml);
    let rule_set = Value::Object(rules.filled(object));
    let known = Value::Object(rules.filled(rules.values_of(preset.name).ok()?.as_object()?));
    let told = found.iter().map(|(key, comment)| {
        let value = rules::value_at(&rule_set, key);
        // A stand-in is no assumption any more where something else has been typed in.
        let is_typed_in = comment.contains("stand-in") && value != rules::value_at(&known, key);
        // Tables, and lists of them, would fill the page.
        let value = value.filter(|value| !value.is_object() && !value[0].is_object());
        let comment = match is_typed_in {
            true => "those of the rules file",
            false => comment.trim_end_matches("(assumed)").trim_end(),
        };
        html! {
            code { (key) @if let Some(value) = value { " = " (value) } } " (" (comment) ")"
        }
    });
    (!found.is_empty()).then(|| joined(told, "; "))
}

fn against(
    game: &str,
    name: &str,
    second: &Map<String, Value>,
    first: Option<&Map<String, Value>>,
) -> Markup {
    let changed = match (games::lab(game), first) {
        (Ok(lab), Some(first)) => between(lab, second, first),
        _ => Vec::new(),
    };
    match changed.is_empty() {
        true => nearest(game, name, Some(second)),
        false => html! { strong { (name) } ", different from the first in " (told(&changed)) "." },
    }
}

fn told(changed: &[RuleChange]) -> Markup {
    let one = |RuleChange { key, value, preset }: &RuleChange| {
        html! {
            code { (key) " = " (value) }
            @if !preset.is_null() { " (instead of " (preset) ")" }
        }
    };
    joined(changed.iter().map(one), ", ")
}
