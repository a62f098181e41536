//! Under which rules, by whom and how often was played: the manifest in words.

use drakkar_engine::rules;
use serde_json::{Map, Value};

use crate::games;
use crate::page::{Change, changes, escape};
use crate::report::folder::Folder;

/// What the score of the folder's game is called.
pub(crate) fn score_name(folder: &Folder) -> &'static str {
    games::lab(folder.run_text("game")).map_or("score", |lab| lab.info().score)
}

/// A list for the first page, as HTML; empty without a manifest.
pub(crate) fn assumptions(folder: &Folder) -> String {
    let mut items = Vec::new();
    let game = folder.run_text("game");
    if !game.is_empty() {
        let players = folder.run("players").and_then(Value::as_u64).unwrap_or_default();
        items.push(format!("Game: {}, {players} seats.", escape(game)));
        items.push(nearest(game, folder.run_text("rules"), folder.run("rule_set")));
        items.extend(folder.run("rule_set").and_then(|rule_set| assumed(game, rule_set)));
    }
    if let Some(purpose) = folder.run("purpose")
        && let Some(second) = purpose["rule_set"].as_object()
    {
        let name = purpose["rules"].as_str().unwrap_or_default();
        let first = folder.run("rule_set").and_then(Value::as_object);
        items.push(format!("Compared with {}", lower(&against(game, name, second, first))));
    }
    let agents: Vec<String> =
        folder.agents().iter().map(|spec| format!("<code>{}</code>", escape(spec))).collect();
    if !agents.is_empty() {
        items.push(format!("Agents: {}.", agents.join(", ")));
    }
    if let Some(played) = folder.count("games_played") {
        let seed = escape(folder.run_text("seed"));
        let seating = escape(folder.run_text("seating"));
        let version = escape(folder.run_text("version"));
        items.push(format!(
            "{played} games, master seed {seed}, seats by {seating}; drakkar {version}."
        ));
    }
    if items.is_empty() {
        return String::new();
    }
    format!("<ul class=\"assumptions\">\n<li>{}</li>\n</ul>\n", items.join("</li>\n<li>"))
}

/// A rule set by its name and what it changes of the nearest preset.
fn nearest(game: &str, name: &str, rule_set: Option<&Value>) -> String {
    let name = escape(name);
    let Some(rule_set) = rule_set.and_then(Value::as_object) else {
        return format!("Rules: <strong>{name}</strong>.");
    };
    match games::lab(game).map(|lab| changes(lab, rule_set)) {
        Ok((preset, changed)) if !changed.is_empty() => {
            format!(
                "Rules: <strong>{name}</strong>, which is <strong>{preset}</strong> with {}.",
                told(&changed)
            )
        }
        _ => format!("Rules: <strong>{name}</strong>, every value as in this preset."),
    }
}

/// What is assumed of the rules, no printed source saying so: by the comments of the nearest preset.
fn assumed(game: &str, rule_set: &Value) -> Option<String> {
    let object = rule_set.as_object()?;
    let lab = games::lab(game).ok()?;
    let found = rules::assumed(lab.preset(changes(lab, object).0).ok()?.toml);
    let told = found.iter().map(|(key, comment)| {
        let value = rule_set.pointer(&format!("/{}", key.replace('.', "/")));
        let value = match value {
            Some(value) if !value.is_object() => format!(" = {value}"),
            _ => String::new(),
        };
        let comment = comment.trim_end_matches("(assumed)").trim_end();
        format!("<code>{}{}</code> ({})", escape(key), escape(&value), escape(comment))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty())
        .then(|| format!("Assumed, where no printed source says how it is: {}.", told.join("; ")))
}

/// A second rule set by what it changes of the first.
fn against(
    game: &str,
    name: &str,
    second: &Map<String, Value>,
    first: Option<&Map<String, Value>>,
) -> String {
    let changed = first.map(|first| Change::between(second, first)).unwrap_or_default();
    match changed.is_empty() {
        true => nearest(game, name, Some(&Value::Object(second.clone()))),
        false => format!(
            "Rules: <strong>{}</strong>, different from the first in {}.",
            escape(name),
            told(&changed)
        ),
    }
}

fn told(changed: &[Change]) -> String {
    let one = |change: &Change| {
        let (key, value) = (escape(&change.key), escape(&change.value.to_string()));
        match &change.preset {
            Value::Null => format!("<code>{key} = {value}</code>"),
            preset => {
                format!("<code>{key} = {value}</code> (instead of {})", escape(&preset.to_string()))
            }
        }
    };
    changed.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn lower(text: &str) -> String {
    text.replacen("Rules:", "rules", 1)
}
