//! What the files say, in sentences. Figures are those of the files, rounded.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde_json::Value;

use crate::export::names::cut;
use crate::report::sections::worth::{self, by_rules, in_rounds, is_unconfirmed, places, quoted};
use crate::report::table::{CsvFile, Row, digits, rounded};
use crate::{error::Error, page::joined, report::folder::Folder};
use drakkar_agents::spec::Spec;
use drakkar_engine::rules;

/// Longest name of an agent in a sentence.
const LONGEST: usize = 90;

/// Sentences, the most important first.
pub fn verdicts(folder: &Folder) -> Result<Vec<Markup>, Error> {
    let mut said = Vec::new();
    if let Some(failed) = folder.count("games_failed").filter(|&failed| failed > 0) {
        said.push(html! {
            strong { (failed) " games did not reach their end;" }
            " their blocks are in no estimate."
        });
    }
    if let Some(effects) = folder.table("effects.csv")? {
        said.extend(compared(folder, &effects)?);
    }
    said.extend(folder.table("differences.csv")?.iter().flat_map(rules_compared));
    said.extend(folder.table("ratings.csv")?.iter().flat_map(rated));
    let [effects, fairs] = worth::verdicts(folder)?;
    let mut worths: Vec<(bool, Markup)> = effects.iter().flat_map(worth).collect();
    // The rules as they are come before changed ones.
    worths.sort_by_key(|(changed, _)| *changed);
    said.extend(worths.into_iter().map(|(_, text)| text));
    said.extend(fairs.iter().flat_map(CsvFile::rows).map(fair));
    let tests = folder.table("verdict.csv")?.filter(|table| table.has("test"));
    said.extend(tests.iter().flat_map(CsvFile::rows).map(tested));
    if let Some(tune) = folder.table("tune.csv")? {
        said.extend(tuned(&tune, said.is_empty()));
    }
    // Shares by themselves are the verdict of a plain run only.
    if said.is_empty()
        && let Some(rates) = folder.table("win_rates.csv")?
    {
        said.extend(shares(&rates)?);
    }
    if said.is_empty() {
        said.push(html! { "No file here holds a verdict; see the tables." });
    }
    Ok(said)
}

/// The name in a file, in which older ones have specifications in full.
fn name(text: &str) -> Markup {
    let name =
        text.parse::<Spec>().map_or_else(|_| text.to_owned(), |spec| spec.brief().to_string());
    html! { code { (cut(&name, LONGEST)) } }
}

/// A figure, and its interval in brackets after a space; the columns are value, low and high.
fn estimate(row: Row<'_>, columns: [&str; 3]) -> [String; 2] {
    let [value, low, high] = row.figures(columns);
    let interval = match (low.as_str(), high.as_str()) {
        ("", "") => String::new(),
        (low, "") => format!(" (95 % interval from {low} upwards)"),
        ("", high) => format!(" (95 % interval up to {high})"),
        (low, high) => format!(" (95 % interval {low} to {high})"),
    };
    [value, interval]
}

fn compared(folder: &Folder, table: &CsvFile) -> Result<Vec<Markup>, Error> {
    let agents: Vec<&str> = folder.agents().into_iter().map(|[name, _]| name).collect();
    let mut said = Vec::new();
    if let Some(path) = folder.table("compare.csv")?
        && let Some(last) = path.rows().last()
    {
        let end = match last.text("decision") {
            "upper" => "The sequential test accepted its upper hypothesis",
            "lower" => "The sequential test accepted its lower hypothesis",
            "narrow" => "The interval became as narrow as was asked for",
            _ => "All games were played without an end by a sequential rule",
        };
        let (games, blocks) = (last.text("games"), last.text("blocks"));
        let what = hypotheses(&folder.run("purpose")["stopping"]["sprt"]).unwrap_or_default();
        said.push(html! { (end) (what) " after " (games) " games on " (blocks) " deals." });
    }
    for row in table.rows() {
        let text = |column| row.text(column);
        let what = match text("figure") {
            "score" => "share of the wins",
            "win_share_difference" => "difference of win shares",
            _ => continue,
        };
        let first = name(text("agent"));
        let mut others = agents.iter().filter(|agent| **agent != text("agent")).peekable();
        let second = match others.peek() {
            None => html! { "the other" },
            Some(_) => joined(others.map(|agent| name(agent)), ", "),
        };
        let verdict = match text("verdict") {
            "better" => html! { (first) " is " strong { "better" } " than " (second) },
            "worse" => html! { (first) " is " strong { "worse" } " than " (second) },
            "equal" => html! { (first) " " strong { "equals" } " " (second) " within the margin" },
            "open" => html! { strong { "open" } " between " (first) " and " (second) },
            _ => html! { (first) " against " (second) },
        };
        let elo = match text("elo") {
            "" => String::new(),
            _ => format!(", Elo {}", estimate(row, ["elo", "elo_low", "elo_high"]).concat()),
        };
        said.push(html! {
            (capital(text("phase"))) ": " (verdict) ": " (what) " "
            (estimate(row, ["value", "low", "high"]).concat()) ", "
            (row.figure("par")) " if they are equal" (elo) "; " (text("games")) " games."
        });
    }
    Ok(said)
}

fn hypotheses(sprt: &Value) -> Option<String> {
    let (low, high) = (sprt["low"].as_f64()?, sprt["high"].as_f64()?);
    Some(format!(" (between {low} and {high} {})", sprt["unit"].as_str().unwrap_or_default()))
}

fn rules_compared(table: &CsvFile) -> Vec<Markup> {
    let shares = || table.with("figure", "win_share");
    let count = |verdict: &str| shares().filter(|row| row.text("verdict") == verdict).count();
    let mut said = vec![html! {
        "Of " (shares().count()) " win shares " (count("better"))
        " are higher under the second rule set, " (count("worse")) " lower, " (count("equal"))
        " equal within the margin, " (count("open")) " open."
    }];
    for row in table.rows().filter(|row| matches!(row.text("verdict"), "better" | "worse")) {
        // Some figures are of whole games.
        let some = |column| Some(row.text(column)).filter(|text| !text.is_empty());
        let [first, second] = row.figures(["first", "second"]);
        let [difference, interval] = estimate(row, ["difference", "low", "high"]);
        said.push(html! {
            (capital(&row.text("figure").replace('_', " ")))
            @if let Some(agent) = some("agent") { " of " (name(agent)) }
            @if let Some(seat) = some("seat") { ", seat " (seat) }
            ": " (first) " becomes " (second) ", a difference of " strong { (difference) }
            (interval) "."
        });
    }
    said
}

fn rated(table: &CsvFile) -> Vec<Markup> {
    let mut rows = table.rows();
    let Some(first) = rows.next() else { return Vec::new() };
    let mut said = Vec::new();
    let best = name(first.text("agent"));
    said.push(match first.text("status") {
        "rated" => {
            let [elo, interval] = estimate(first, ["elo", "elo_low", "elo_high"]);
            let sure = match first.figure("superiority_over_next").as_str() {
                "" => String::new(),
                sure => format!("; likelihood that it is stronger than the next: {sure}"),
            };
            // The anchor is 0 by definition, without an interval.
            let ends = match first.text("elo_low") == first.text("elo_high") {
                true => ", which is the anchor".to_owned(),
                false => interval,
            };
            html! { (best) " is rated " strong { "highest" } ": Elo " (elo) (ends) (sure) "." }
        }
        status => html! { (best) " stands first: " (status) "." },
    });
    let others = rows.filter(|row| row.text("status") != "rated");
    let status = |row: Row<'_>| html! { (name(row.text("agent"))) ": " (row.text("status")) "." };
    said.extend(others.map(status));
    said
}

/// Verdicts on kinds in the order in which they are told.
const VERDICTS: [&str; 7] = ["strong", "better", "weak", "worse", "fair", "equal", "open"];

/// Kinds by verdict, for each agent and rule set, with whether the rules are changed ones.
fn worth(table: &CsvFile) -> Vec<(bool, Markup)> {
    let mut said = Vec::new();
    let groups = table.groups(["step", "agent", "rules", "rounds"]);
    for ([step, agent, rules, rounds], mut rows) in groups {
        let figure = |row: &Row<'_>| row.text(quoted(row)).parse().unwrap_or(f64::NEG_INFINITY);
        rows.sort_by(|one, two| figure(two).total_cmp(&figure(one)));
        let digits = digits(rows.iter().map(|row| row.text(quoted(row))));
        let mut kinds: BTreeMap<(usize, &str), Vec<String>> = BTreeMap::new();
        for row in &rows {
            let verdict = row.text("verdict");
            let known = VERDICTS.iter().position(|known| *known == verdict);
            let worth = rounded(row.text(quoted(row)), digits);
            let places = places(row).map_or(String::new(), |at| format!(", {at}"));
            let but = if is_unconfirmed(row) { ", not confirmed" } else { "" };
            let kind = format!("{} ({worth}{places}{but})", row.text("kind"));
            kinds.entry((known.unwrap_or(VERDICTS.len()), verdict)).or_default().push(kind);
        }
        let list = kinds.iter().map(|((_, verdict), kinds)| {
            let verdict = if verdict.is_empty() { "without a verdict" } else { verdict };
            html! { strong { (verdict) } ": " (kinds.join(", ")) }
        });
        let ranked = rows.iter().any(|row| places(row).is_some());
        let fresh = rows.iter().any(|row| quoted(row) == "again");
        let text = html! {
            "Worth of the kinds" @if !step.is_empty() { " (" (step) ")" }
            @if ranked { ", and the places that they may have," }
            " with roll-out by " (name(agent)) " by " strong { (by_rules(rules)) }
            (in_rounds(rounds)) ": " (joined(list, "; ")) "."
            @if fresh { " What stood out is quoted from fresh deals." }
            @if ranked { " Kinds whose places overlap may be worth the same." }
        };
        said.push((rules == rules::CUSTOM, text));
    }
    said
}

/// The value at which a kind is worth what it is to be worth.
fn fair(row: Row<'_>) -> Markup {
    let text = |column| row.text(column);
    let target = match text("target") {
        "others" => "the mean of the others".to_owned(),
        target if target.parse::<f64>().is_ok() => format!("{target} points"),
        target => target.to_owned(),
    };
    let roll_out = name(text("agent"));
    let (key, kind) = (text("key"), text("kind"));
    match text("answer") {
        "found" => {
            let [value, mut interval] = estimate(row, ["value", "low", "high"]);
            if interval.is_empty() {
                interval = " (its interval goes beyond the values tried)".to_owned();
            }
            html! {
                "With roll-out by " (roll_out) ", " (kind) " is worth " (target) " at " code { (key) }
                " = " strong { (value) } (interval) "."
            }
        }
        "none" => {
            let open = match text("open") {
                "" => String::new(),
                open => format!(" by the estimates; not ruled out: {open}"),
            };
            html! {
                "With roll-out by " (roll_out) ", " strong { "no value" } " of " code { (key) }
                " that was tried makes " (kind) " worth " (target) (open) "."
            }
        }
        "no value" => html! { (kind) " has no value: there is no " code { (key) } "." },
        answer => html! {
            "With roll-out by " (roll_out) ": where " (kind) " is worth " (target) " by "
            code { (key) } ": " (answer) "."
        },
    }
}

fn tested(row: Row<'_>) -> Markup {
    let text = |column| row.text(column);
    html! {
        "Test " (text("test")) ": " (name(text("agent"))) " against " (name(text("against")))
        @if !text("field").is_empty() { ", both among " (name(text("field"))) }
        ": " strong { (text("verdict")) } ": " (text("figure").replace('_', " ")) " "
        (estimate(row, ["estimate", "low", "high"]).concat()) ", "
        (row.figure("par")) " if they are equal; " (text("games")) " games."
    }
}

fn tuned(table: &CsvFile, untested: bool) -> Vec<Markup> {
    let means = || table.with("candidate", "mean");
    let (Some(first), Some(last)) = (means().next(), means().last()) else { return Vec::new() };
    vec![html! {
        "The mean of the distribution had the value " (first.figure("value"))
        " in generation " (first.text("generation")) " and " strong { (last.figure("value")) }
        " in generation " (last.text("generation")) "."
        @if untested { " Whether it is better is for tests on fresh deals to say." }
    }]
}

/// Win shares of a plain run against par; of a single agent its seats.
fn shares(table: &CsvFile) -> Result<Vec<Markup>, Error> {
    let alone = table.groups(["agent"]).len() == 1;
    let mut said = Vec::new();
    for row in table.rows() {
        let seat = row.text("seat");
        if alone == (seat == "all") {
            continue;
        }
        let Some(par) = row.number("par")? else { continue };
        let (low, high) = (row.number("win_share_low")?, row.number("win_share_high")?);
        let verdict = match (low, high) {
            (Some(low), _) if low > par => html! { "wins " strong { "more" } " than its part" },
            (_, Some(high)) if high < par => html! { "wins " strong { "less" } " than its part" },
            (Some(_), Some(_)) => html! { "cannot be told from its part: " strong { "open" } },
            _ => html! { "has no interval" },
        };
        said.push(html! {
            @if alone { "Seat " (seat) } @else { (name(row.text("agent"))) }
            " " (verdict) ": win share "
            (estimate(row, ["win_share", "win_share_low", "win_share_high"]).concat())
            ", par " (row.figure("par")) "."
        });
    }
    Ok(said)
}

pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
