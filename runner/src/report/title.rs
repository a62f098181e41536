//! What was played, as the title of a page.

use crate::{export::figure::joined, export::names::cut, page::called, report::folder::Folder};

const LONGEST: usize = 48;

pub struct Title {
    pub question: String,
    pub played: String,
}

impl Title {
    pub fn of(folder: &Folder) -> Title {
        let mut played = played(folder);
        let names: Vec<String> =
            folder.agents().iter().map(|[name, _]| cut(name, LONGEST)).collect();
        let purpose = folder.run("purpose");
        if matches!(purpose["kind"].as_str(), Some("branch" | "compare-rules")) {
            played += &format!(", played by {}", names.join(", "));
        }
        let question = match purpose["kind"].as_str() {
            _ if played.is_empty() => folder.short_name(),
            Some("branch") if folder.has("fair.csv") => "Which value would be fair".to_owned(),
            Some("branch") => "The effect of each item type".to_owned(),
            Some("compare") => match names.as_slice() {
                [first, second] => format!("{first} against {second}"),
                many => format!("{} agents compared", many.len()),
            },
            Some("compare-rules") => {
                let name = purpose["rules"].as_str().unwrap_or_default();
                let second = called(folder.run_text("game"), name, &purpose["rule_set"]);
                format!("What changes under {second}")
            }
            Some("tournament") => format!("A tournament of {} agents", names.len()),
            _ if folder.has("equalized_effect.csv") => "Values that make effects equal".to_owned(),
            _ if folder.has("profile.csv") => "What kind of game it is".to_owned(),
            _ if folder.has("tune.csv") => "Weights found by self-play".to_owned(),
            _ => match names.as_slice() {
                [] => folder.short_name(),
                [one] => format!("Who wins among equals: {one}"),
                many => format!("Who wins: {}", many.join(", ")),
            },
        };
        Title { question, played }
    }

    pub fn line(&self) -> String {
        let parts = [&self.question, &self.played].map(String::as_str);
        joined(parts.into_iter().filter(|part| !part.is_empty()), " \u{b7} ")
    }
}

fn played(folder: &Folder) -> String {
    let game = folder.run_text("game");
    if game.is_empty() {
        return String::new();
    }
    let rules = called(game, folder.run_text("rules"), folder.run("rule_set"));
    // A levelling may be for several numbers of seats.
    let seats = match folder.run("tables").as_array().filter(|all| !all.is_empty()) {
        Some(several) => joined(several.iter().map(|table| &table["players"]), ", "),
        None => folder.run("players").as_u64().unwrap_or_default().to_string(),
    };
    format!("{game} ({rules}), {seats} seats")
}
