//! What the files say, in sentences. Figures are those of the files, rounded.

use drakkar_engine::rules;
use serde_json::Value;

use crate::error::Error;
use crate::export::names::brief;
use crate::page::{cut, escape};
use crate::report::folder::Folder;
use crate::report::rounded::{digits, rounded};
use crate::report::sections::worth::{
    self, by_rules, groups, in_rounds, is_unconfirmed, places, quoted,
};
use crate::report::table::{Row, Table};

/// Longest name of an agent in a sentence.
const LONGEST: usize = 90;

/// Sentences as HTML, the most important first.
///
/// # Errors
/// A damaged file.
pub(crate) fn verdicts(folder: &Folder) -> Result<Vec<String>, Error> {
    let mut said = Vec::new();
    if let Some(failed) = folder.count("games_failed").filter(|&failed| failed > 0) {
        said.push(format!(
            "<strong>{failed} games did not reach their end;</strong> their blocks are in no estimate."
        ));
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
    let mut worths: Vec<(bool, String)> = effects.iter().flat_map(worth).collect();
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
        said.push("No file here holds a verdict; see the tables.".to_owned());
    }
    Ok(said)
}

fn name(spec: &str) -> String {
    let spec = brief(spec).unwrap_or_else(|| spec.to_owned());
    format!("<code>{}</code>", escape(&cut(&spec, LONGEST)))
}

/// Figures of some columns, rounded alike.
fn figures<const N: usize>(table: &Table, row: &Row, columns: [&str; N]) -> [String; N] {
    let texts = columns.map(|column| table.text(row, column));
    let digits = digits(texts);
    texts.map(|text| escape(&rounded(text, digits)))
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
fn compared(folder: &Folder, table: &Table) -> Result<Vec<String>, Error> {
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
        said.push(format!(
            "{end}{what} after {} games on {} deals.",
            escape(games),
            escape(blocks)
        ));
    }
    for row in table.rows() {
        let text = |column| escape(table.text(row, column));
        let measured = table.text(row, "figure");
        if !matches!(measured, "score" | "win_share_difference") {
            continue;
        }
        let first = table.text(row, "agent");
        let others: Vec<String> =
            agents.iter().filter(|&&agent| agent != first).map(|agent| name(agent)).collect();
        let first = name(first);
        let second = if others.is_empty() { "the other".to_owned() } else { others.join(", ") };
        let verdict = match table.text(row, "verdict") {
            "better" => format!("{first} is <strong>better</strong> than {second}"),
            "worse" => format!("{first} is <strong>worse</strong> than {second}"),
            "equal" => format!("{first} <strong>equals</strong> {second} within the margin"),
            "open" => format!("<strong>open</strong> between {first} and {second}"),
            _ => format!("{first} against {second}"),
        };
        let elo = match table.text(row, "elo") {
            "" => String::new(),
            _ => format!(", Elo {}", estimate(table, row, ["elo", "elo_low", "elo_high"]).concat()),
        };
        let what =
            if measured == "score" { "share of the wins" } else { "difference of win shares" };
        said.push(format!(
            "{}: {verdict}: {what} {}, {} if they are equal{elo}; {} games.",
            capital(&text("phase")),
            estimate(table, row, ["value", "low", "high"]).concat(),
            figure(table, row, "par"),
            text("games")
        ));
    }
    Ok(said)
}

/// What a sequential test decides between.
fn hypotheses(sprt: &Value) -> Option<String> {
    let (low, high) = (sprt["low"].as_f64()?, sprt["high"].as_f64()?);
    Some(format!(
        " (between {low} and {high} {})",
        escape(sprt["unit"].as_str().unwrap_or_default())
    ))
}

/// Two rule sets.
fn rules_compared(table: &Table) -> Vec<String> {
    let shares = || table.with("figure", "win_share");
    let count =
        |verdict: &str| shares().filter(|row| table.text(row, "verdict") == verdict).count();
    let mut said = vec![format!(
        "Of {} win shares {} are higher under the second rule set, {} lower, {} equal within the margin, {} open.",
        shares().count(),
        count("better"),
        count("worse"),
        count("equal"),
        count("open")
    )];
    for row in
        table.rows().iter().filter(|row| matches!(table.text(row, "verdict"), "better" | "worse"))
    {
        let text = |column| escape(table.text(row, column));
        // Some figures are of whole games.
        let some = |column, told: &dyn Fn(&str) -> String| match table.text(row, column) {
            "" => String::new(),
            found => told(found),
        };
        let [first, second] = figures(table, row, ["first", "second"]);
        let [difference, interval] = estimate(table, row, ["difference", "low", "high"]);
        said.push(format!(
            "{}{}{}: {first} becomes {second}, a difference of <strong>{difference}</strong>{interval}.",
            capital(&text("figure").replace('_', " ")),
            some("agent", &|agent| format!(" of {}", name(agent))),
            some("seat", &|seat| format!(", seat {}", escape(seat))),
        ));
    }
    said
}

/// A tournament.
fn rated(table: &Table) -> Vec<String> {
    let Some(first) = table.rows().first() else { return Vec::new() };
    let mut said = Vec::new();
    let best = name(table.text(first, "agent"));
    match table.text(first, "status") {
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
            said.push(format!("{best} is rated <strong>highest</strong>: Elo {elo}{ends}{sure}."));
        }
        status => said.push(format!("{best} stands first: {}.", escape(status))),
    }
    for row in &table.rows()[1..] {
        match table.text(row, "status") {
            "rated" => {}
            status => said.push(format!("{}: {}.", name(table.text(row, "agent")), escape(status))),
        }
    }
    said
}

/// Kinds by verdict, for each agent and rule set, with whether the rules are changed ones.
fn worth(table: &Table) -> Vec<(bool, String)> {
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
        let mut fresh = false;
        let digits = digits(rows.iter().map(|row| table.text(row, quoted(table, row))));
        let list = verdicts.iter().map(|verdict| {
            let kinds = rows.iter().filter(|row| table.text(row, "verdict") == *verdict);
            let mut kinds: Vec<(f64, String)> = kinds
                .map(|row| {
                    let (kind, column) = (table.text(row, "kind"), quoted(table, row));
                    fresh |= column == "again";
                    let text = table.text(row, column);
                    let but = if is_unconfirmed(table, row) { ", not confirmed" } else { "" };
                    let shown = escape(&rounded(text, digits));
                    let places = places(table, row).map_or(String::new(), |at| format!(", {at}"));
                    let said = format!("{} ({shown}{}{but})", escape(kind), escape(&places));
                    (text.parse().unwrap_or(f64::NEG_INFINITY), said)
                })
                .collect();
            kinds.sort_by(|one, two| two.0.total_cmp(&one.0));
            let kinds: Vec<String> = kinds.into_iter().map(|(_, said)| said).collect();
            let verdict = if verdict.is_empty() { "without a verdict" } else { verdict };
            format!("<strong>{}</strong>: {}", escape(verdict), kinds.join(", "))
        });
        let list: Vec<String> = list.collect();
        let step = if step.is_empty() { String::new() } else { format!(" ({})", escape(step)) };
        let rounds = escape(&in_rounds(rounds));
        let [and_places, overlap] = match rows.iter().any(|row| places(table, row).is_some()) {
            true => [
                ", and the places that they may have,",
                " Kinds whose places overlap may be worth the same.",
            ],
            false => [""; 2],
        };
        let text = format!(
            "Worth of the kinds{step}{and_places} in the hands of {} by <strong>{}</strong>{rounds}: {}.{}{overlap}",
            name(agent),
            escape(&by_rules(rules)),
            list.join("; "),
            if fresh { " What stood out is quoted from fresh deals." } else { "" }
        );
        said.push((rules == rules::CUSTOM, text));
    }
    said
}

/// The value at which a kind is worth what it is to be worth.
fn fair(table: &Table, row: &Row) -> String {
    let text = |column| escape(table.text(row, column));
    let target = match table.text(row, "target") {
        "others" => "the mean of the others".to_owned(),
        target if target.parse::<f64>().is_ok() => format!("{} points", escape(target)),
        target => escape(target),
    };
    let hands = name(table.text(row, "agent"));
    let (key, kind) = (text("key"), text("kind"));
    match table.text(row, "answer") {
        "found" => {
            let [value, mut interval] = estimate(table, row, ["value", "low", "high"]);
            if interval.is_empty() {
                interval = " (its interval goes beyond the values tried)".to_owned();
            }
            format!(
                "In the hands of {hands} {kind} is worth {target} at <code>{key}</code> = <strong>{value}</strong>{interval}."
            )
        }
        "none" => {
            let open = match table.text(row, "open") {
                "" => String::new(),
                open => format!(" by the estimates; not ruled out: {}", escape(open)),
            };
            format!(
                "In the hands of {hands} <strong>no value</strong> of <code>{key}</code> that was tried makes {kind} worth {target}{open}."
            )
        }
        "no value" => format!("{kind} has no value: there is no <code>{key}</code>."),
        answer => format!(
            "In the hands of {hands}: where {kind} is worth {target} by <code>{key}</code>: {}.",
            escape(answer)
        ),
    }
}

/// The tests of a tuning.
fn tested(table: &Table) -> Vec<String> {
    let one = |row: &Row| {
        let text = |column| escape(table.text(row, column));
        let field = match table.text(row, "field") {
            "" => String::new(),
            field => format!(", both among {}", name(field)),
        };
        format!(
            "Test {}: {} against {}{field}: <strong>{}</strong>: {} {}, {} if they are equal; {} games.",
            text("test"),
            name(table.text(row, "agent")),
            name(table.text(row, "against")),
            text("verdict"),
            text("figure").replace('_', " "),
            estimate(table, row, ["estimate", "low", "high"]).concat(),
            figure(table, row, "par"),
            text("games")
        )
    };
    table.rows().iter().map(one).collect()
}

/// A tuning.
fn tuned(table: &Table, untested: bool) -> Vec<String> {
    let means: Vec<&Row> = table.with("candidate", "mean").collect();
    let (Some(first), Some(last)) = (means.first(), means.last()) else { return Vec::new() };
    let generation = |row: &Row| escape(table.text(row, "generation"));
    vec![format!(
        "The mean of the distribution had the value {} in generation {} and <strong>{}</strong> in generation {}.{}",
        figure(table, first, "value"),
        generation(first),
        figure(table, last, "value"),
        generation(last),
        if untested { " Whether it is better is for tests on fresh deals to say." } else { "" }
    )]
}

/// Win shares of a plain run against par; of a single agent its seats.
fn shares(table: &Table) -> Result<Vec<String>, Error> {
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
            (Some(low), _) if low > par => "wins <strong>more</strong> than its part",
            (_, Some(high)) if high < par => "wins <strong>less</strong> than its part",
            (Some(_), Some(_)) => "cannot be told from its part: <strong>open</strong>",
            _ => "has no interval",
        };
        let who =
            if alone { format!("Seat {}", escape(seat)) } else { name(table.text(row, "agent")) };
        said.push(format!(
            "{who} {verdict}: win share {}, par {}.",
            estimate(table, row, ["win_share", "win_share_low", "win_share_high"]).concat(),
            figure(table, row, "par")
        ));
    }
    Ok(said)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
