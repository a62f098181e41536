//! What the files say, in sentences. Figures are those of the files, rounded.

use drakkar_engine::rules;
use maud::{Markup, html};
use serde_json::Value;

use crate::error::Error;
use crate::export::names::brief;
use crate::page::{cut, joined};
use crate::report::folder::Folder;
use crate::report::rounded::{digits, rounded};
use crate::report::sections::worth::{
    self, by_rules, groups, in_rounds, is_unconfirmed, places, quoted,
};
use crate::report::table::{Row, Table};

/// Longest name of an agent in a sentence.
const LONGEST: usize = 90;

/// Sentences, the most important first.
///
/// # Errors
/// A damaged file.
pub(crate) fn verdicts(folder: &Folder) -> Result<Vec<Markup>, Error> {
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
    if let Some(differences) = folder.table("differences.csv")? {
        said.extend(rules_compared(&differences));
    }
    if let Some(ratings) = folder.table("ratings.csv")? {
        said.extend(rated(&ratings));
    }
    let [effects, fairs] = worth::verdicts(folder)?;
    let mut worths: Vec<(bool, Markup)> = effects.iter().flat_map(worth).collect();
    // The rules as they are come before changed ones.
    worths.sort_by_key(|(changed, _)| *changed);
    said.extend(worths.into_iter().map(|(_, text)| text));
    said.extend(fairs.iter().flat_map(|table| table.rows().iter().map(|row| fair(table, row))));
    if let Some(tests) = folder.table("verdict.csv")?.filter(|table| table.has("test")) {
        said.extend(tested(&tests));
    }
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

fn name(spec: &str) -> Markup {
    let spec = brief(spec).unwrap_or_else(|| spec.to_owned());
    html! { code { (cut(&spec, LONGEST)) } }
}

/// Figures of some columns, rounded alike.
fn figures<const N: usize>(table: &Table, row: &Row, columns: [&str; N]) -> [String; N] {
    let texts = columns.map(|column| table.text(row, column));
    let digits = digits(texts);
    texts.map(|text| rounded(text, digits))
}

fn figure(table: &Table, row: &Row, column: &str) -> String {
    figures(table, row, [column]).concat()
}

/// A figure, and its interval in brackets after a space; the columns are value, low and high.
fn estimate(table: &Table, row: &Row, columns: [&str; 3]) -> [String; 2] {
    let [value, low, high] = figures(table, row, columns);
    let interval = match (low.as_str(), high.as_str()) {
        ("", "") => String::new(),
        (low, "") => format!(" (95 % interval from {low} upwards)"),
        ("", high) => format!(" (95 % interval up to {high})"),
        (low, high) => format!(" (95 % interval {low} to {high})"),
    };
    [value, interval]
}

/// Two agents.
fn compared(folder: &Folder, table: &Table) -> Result<Vec<Markup>, Error> {
    let agents = folder.agents();
    let mut said = Vec::new();
    if let Some(path) = folder.table("compare.csv")?
        && let Some(last) = path.rows().last()
    {
        let end = match path.text(last, "decision") {
            "upper" => "The sequential test accepted its upper hypothesis",
            "lower" => "The sequential test accepted its lower hypothesis",
            "narrow" => "The interval became as narrow as was asked for",
            _ => "All games were played without an end by a sequential rule",
        };
        let (games, blocks) = (path.text(last, "games"), path.text(last, "blocks"));
        let sprt = folder.run("purpose").map(|purpose| &purpose["stopping"]["sprt"]);
        let what = sprt.and_then(hypotheses).unwrap_or_default();
        said.push(html! { (end) (what) " after " (games) " games on " (blocks) " deals." });
    }
    for row in table.rows() {
        let text = |column| table.text(row, column);
        let measured = text("figure");
        if !matches!(measured, "score" | "win_share_difference") {
            continue;
        }
        let others: Vec<Markup> = (agents.iter())
            .filter(|&&agent| agent != text("agent"))
            .map(|agent| name(agent))
            .collect();
        let first = name(text("agent"));
        let second = match others.is_empty() {
            true => html! { "the other" },
            false => joined(others, ", "),
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
            _ => format!(", Elo {}", estimate(table, row, ["elo", "elo_low", "elo_high"]).concat()),
        };
        let what =
            if measured == "score" { "share of the wins" } else { "difference of win shares" };
        said.push(html! {
            (capital(text("phase"))) ": " (verdict) ": " (what) " "
            (estimate(table, row, ["value", "low", "high"]).concat()) ", "
            (figure(table, row, "par")) " if they are equal" (elo) "; " (text("games")) " games."
        });
    }
    Ok(said)
}

/// What a sequential test decides between.
fn hypotheses(sprt: &Value) -> Option<String> {
    let (low, high) = (sprt["low"].as_f64()?, sprt["high"].as_f64()?);
    Some(format!(" (between {low} and {high} {})", sprt["unit"].as_str().unwrap_or_default()))
}

/// Two rule sets.
fn rules_compared(table: &Table) -> Vec<Markup> {
    let shares = || table.with("figure", "win_share");
    let count =
        |verdict: &str| shares().filter(|row| table.text(row, "verdict") == verdict).count();
    let mut said = vec![html! {
        "Of " (shares().count()) " win shares " (count("better"))
        " are higher under the second rule set, " (count("worse")) " lower, " (count("equal"))
        " equal within the margin, " (count("open")) " open."
    }];
    for row in
        table.rows().iter().filter(|row| matches!(table.text(row, "verdict"), "better" | "worse"))
    {
        // Some figures are of whole games.
        let some = |column| Some(table.text(row, column)).filter(|text| !text.is_empty());
        let [first, second] = figures(table, row, ["first", "second"]);
        let [difference, interval] = estimate(table, row, ["difference", "low", "high"]);
        said.push(html! {
            (capital(&table.text(row, "figure").replace('_', " ")))
            @if let Some(agent) = some("agent") { " of " (name(agent)) }
            @if let Some(seat) = some("seat") { ", seat " (seat) }
            ": " (first) " becomes " (second) ", a difference of " strong { (difference) }
            (interval) "."
        });
    }
    said
}

/// A tournament.
fn rated(table: &Table) -> Vec<Markup> {
    let Some(first) = table.rows().first() else { return Vec::new() };
    let mut said = Vec::new();
    let best = name(table.text(first, "agent"));
    said.push(match table.text(first, "status") {
        "rated" => {
            let [elo, interval] = estimate(table, first, ["elo", "elo_low", "elo_high"]);
            let sure = match figure(table, first, "superiority_over_next").as_str() {
                "" => String::new(),
                sure => format!("; likelihood that it is stronger than the next: {sure}"),
            };
            // The anchor is 0 by definition, without an interval.
            let ends = match table.text(first, "elo_low") == table.text(first, "elo_high") {
                true => ", which is the anchor".to_owned(),
                false => interval,
            };
            html! { (best) " is rated " strong { "highest" } ": Elo " (elo) (ends) (sure) "." }
        }
        status => html! { (best) " stands first: " (status) "." },
    });
    for row in &table.rows()[1..] {
        match table.text(row, "status") {
            "rated" => {}
            status => said.push(html! { (name(table.text(row, "agent"))) ": " (status) "." }),
        }
    }
    said
}

/// Kinds by verdict, for each agent and rule set, with whether the rules are changed ones.
fn worth(table: &Table) -> Vec<(bool, Markup)> {
    let mut said = Vec::new();
    for ([step, agent, rules, rounds], rows) in groups(table, ["step", "agent", "rules", "rounds"])
    {
        let mut verdicts: Vec<&str> = rows.iter().map(|row| table.text(row, "verdict")).collect();
        verdicts.sort_by_key(|verdict| {
            let known = ["strong", "better", "weak", "worse", "fair", "equal", "open"]
                .iter()
                .position(|known| known == verdict);
            (known.unwrap_or(usize::MAX), *verdict)
        });
        verdicts.dedup();
        let fresh = rows.iter().any(|row| quoted(table, row) == "again");
        let digits = digits(rows.iter().map(|row| table.text(row, quoted(table, row))));
        let list = verdicts.iter().map(|verdict| {
            let kinds = rows.iter().filter(|row| table.text(row, "verdict") == *verdict);
            let mut kinds: Vec<(f64, String)> = kinds
                .map(|row| {
                    let text = table.text(row, quoted(table, row));
                    let kind = table.text(row, "kind");
                    let but = if is_unconfirmed(table, row) { ", not confirmed" } else { "" };
                    let shown = rounded(text, digits);
                    let places = places(table, row).map_or(String::new(), |at| format!(", {at}"));
                    let said = format!("{kind} ({shown}{places}{but})");
                    (text.parse().unwrap_or(f64::NEG_INFINITY), said)
                })
                .collect();
            kinds.sort_by(|one, two| two.0.total_cmp(&one.0));
            let kinds: Vec<String> = kinds.into_iter().map(|(_, said)| said).collect();
            let verdict = if verdict.is_empty() { "without a verdict" } else { verdict };
            html! { strong { (verdict) } ": " (kinds.join(", ")) }
        });
        let [and_places, overlap] = match rows.iter().any(|row| places(table, row).is_some()) {
            true => [
                ", and the places that they may have,",
                " Kinds whose places overlap may be worth the same.",
            ],
            false => [""; 2],
        };
        let text = html! {
            "Worth of the kinds" @if !step.is_empty() { " (" (step) ")" } (and_places)
            " with roll-out by " (name(agent)) " by " strong { (by_rules(rules)) }
            (in_rounds(rounds)) ": " (joined(list, "; ")) "."
            @if fresh { " What stood out is quoted from fresh deals." }
            (overlap)
        };
        said.push((rules == rules::CUSTOM, text));
    }
    said
}

/// The value at which a kind is worth what it is to be worth.
fn fair(table: &Table, row: &Row) -> Markup {
    let text = |column| table.text(row, column);
    let target = match text("target") {
        "others" => "the mean of the others".to_owned(),
        target if target.parse::<f64>().is_ok() => format!("{target} points"),
        target => target.to_owned(),
    };
    let roll_out = name(text("agent"));
    let (key, kind) = (text("key"), text("kind"));
    match text("answer") {
        "found" => {
            let [value, mut interval] = estimate(table, row, ["value", "low", "high"]);
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

/// The tests of a tuning.
fn tested(table: &Table) -> Vec<Markup> {
    let one = |row: &Row| {
        let text = |column| table.text(row, column);
        html! {
            "Test " (text("test")) ": " (name(text("agent"))) " against " (name(text("against")))
            @if !text("field").is_empty() { ", both among " (name(text("field"))) }
            ": " strong { (text("verdict")) } ": " (text("figure").replace('_', " ")) " "
            (estimate(table, row, ["estimate", "low", "high"]).concat()) ", "
            (figure(table, row, "par")) " if they are equal; " (text("games")) " games."
        }
    };
    table.rows().iter().map(one).collect()
}

/// A tuning.
fn tuned(table: &Table, untested: bool) -> Vec<Markup> {
    let means: Vec<&Row> = table.with("candidate", "mean").collect();
    let (Some(first), Some(last)) = (means.first(), means.last()) else { return Vec::new() };
    let generation = |row: &Row| table.text(row, "generation").to_owned();
    vec![html! {
        "The mean of the distribution had the value " (figure(table, first, "value"))
        " in generation " (generation(first)) " and " strong { (figure(table, last, "value")) }
        " in generation " (generation(last)) "."
        @if untested { " Whether it is better is for tests on fresh deals to say." }
    }]
}

/// Win shares of a plain run against par; of a single agent its seats.
fn shares(table: &Table) -> Result<Vec<Markup>, Error> {
    let alone = table.different("agent").len() == 1;
    let mut said = Vec::new();
    for row in table.rows() {
        let seat = table.text(row, "seat");
        if alone == (seat == "all") {
            continue;
        }
        let Some(par) = table.number(row, "par")? else { continue };
        let low = table.number(row, "win_share_low")?;
        let high = table.number(row, "win_share_high")?;
        let verdict = match (low, high) {
            (Some(low), _) if low > par => html! { "wins " strong { "more" } " than its part" },
            (_, Some(high)) if high < par => html! { "wins " strong { "less" } " than its part" },
            (Some(_), Some(_)) => html! { "cannot be told from its part: " strong { "open" } },
            _ => html! { "has no interval" },
        };
        said.push(html! {
            @if alone { "Seat " (seat) } @else { (name(table.text(row, "agent"))) }
            " " (verdict) ": win share "
            (estimate(table, row, ["win_share", "win_share_low", "win_share_high"]).concat())
            ", par " (figure(table, row, "par")) "."
        });
    }
    Ok(said)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
