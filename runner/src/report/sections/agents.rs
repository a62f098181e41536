//! How agents do: win shares, places, scores, facts associated with winning, how often they take what they may; and
//! what changes for them from one rule set to another.

use std::collections::{BTreeMap, HashMap};

use super::worth::{KindOrder, RATE, is_picks};
use super::{GAMES, ShortNames, lines};
use crate::export::figure::{capital, exact_share, is_share};
use crate::export::unit::{FigureUnit, digits_of};
use crate::export::{cell::Cell, failures::WITHHELD_WORD, names::short, sheet::DeclaredTable};
use crate::export::{sheet::Sheet, tables::RATES, tables::SEATS, tables::WIN_SHARE};
use crate::report::chart::{Bar, Bars, ChartLine, Forest, Histogram, Mark, Panel, Point};
use crate::report::table::{CsvRow, each};
use crate::report::tone::Tone;
use crate::report::{folder::Folder, section::Section, table::CsvFile};

const DIFFERENCE: [&str; 3] = ["difference", "low", "high"];

pub fn rules(folder: &Folder) -> Option<Section> {
    let table = folder.table("differences.csv")?;
    let names = ShortNames::of(&table);
    let several = table.groups(["agent"]).len() > 1;
    let mut section = Section::new("From the first rule set to the second")
        .words("Values under the second rule set less those under the first, on the same deals.")
        .board(differences(&table, &names), table.named());
    for (figure, words) in [(WIN_SHARE[0], "win share"), ("score", "score")] {
        let unit = if is_share(figure) { FigureUnit::Points } else { FigureUnit::Signed };
        let rows = table.with("metric", figure);
        let lines = lines(rows, (DIFFERENCE, unit), |row, value| {
            let seat = match row.text("seat") {
                "all" => "all seats".to_owned(),
                seat => format!("seat {seat}"),
            };
            let label = if several { format!("{}, {seat}", names.of_row(&row)) } else { seat };
            (label, format!("{value} {}", row.text("verdict")))
        });
        let axis = &format!("difference of the {words}");
        let forest = Forest { axis, unit, reference: Some(0.0), lines, ..Forest::default() };
        let caption = format!("Difference of the {words}, with 95 % intervals.");
        section = section.chart(&format!("difference_{figure}"), &caption, &forest);
    }
    Some(section.tables([&table]))
}

fn differences(table: &CsvFile, names: &ShortNames<'_>) -> Sheet {
    let mut rows: Vec<CsvRow<'_>> =
        table.rows().filter(|row| !row.text("verdict").is_empty()).collect();
    let sure = |row: &CsvRow<'_>| Tone::of(row.text("verdict")).is_some_and(Tone::is_certain);
    rows.sort_by_key(|row| !sure(row));
    let units = |row: &CsvRow<'_>| match is_share(row.text("metric")) {
        true => [FigureUnit::Share, FigureUnit::Points],
        false => [FigureUnit::Plain, FigureUnit::Signed],
    };
    // Of both values as many digits as of their difference.
    let value = |row: &CsvRow<'_>, column: &str| {
        let [unit, of_difference] = units(row);
        let digits = row.digits(DIFFERENCE, of_difference);
        row.figure(column, |value| unit.text(value, digits))
    };
    DeclaredTable::of(rows)
        .word("metric", |row| row.text("metric").replace('_', " "))
        .word("agent", |row| names.of_row(row))
        .plain("seat", |row| row.text("seat"))
        .verdict("verdict", |row| Cell::plain(row.text("verdict")))
        .cell("first", |row| value(row, "first"))
        .cell("second", |row| value(row, "second"))
        .cell("difference", |row| row.estimate(DIFFERENCE, units(row)[1]))
        .cell("95 % interval", |row| row.interval(DIFFERENCE, units(row)[1]))
        .sheet("", "")
}

fn rates(folder: &Folder) -> Option<CsvFile> {
    folder.table(if folder.has(RATES) { RATES } else { SEATS })
}

pub fn shares(folder: &Folder) -> Option<Section> {
    let table = rates(folder)?;
    let names = ShortNames::of(&table);
    let reference = table.rows().map(|row| row.number("even_share")).fold(None, Option::or);
    let mut rows: Vec<CsvRow<'_>> = table.rows().collect();
    // Agents from the best to the worst, the seats of each likewise; all seats together come first.
    let whole = |row: &CsvRow<'_>| row.text("seat") == "all";
    let agents = table.groups(["agent"]);
    let of_agent: HashMap<&str, f64> = agents
        .iter()
        .map(|([agent], own)| (*agent, own.iter().find(|row| whole(row)).map_or(0.0, share_of)))
        .collect();
    let of_agent = |row: &CsvRow<'_>| of_agent[row.text("agent")];
    rows.sort_by(|one, two| {
        let by_agent = of_agent(two).total_cmp(&of_agent(one));
        let by_agent = by_agent.then_with(|| one.text("agent").cmp(two.text("agent")));
        by_agent.then(whole(two).cmp(&whole(one))).then(share_of(two).total_cmp(&share_of(one)))
    });
    // The share of an agent that holds all seats says nothing.
    rows.retain(|row| !whole(row) || !row.text(WIN_SHARE[1]).is_empty());
    let mut lines = lines(rows, (WIN_SHARE, FigureUnit::Share), |row, share| {
        let label = match agents.len() {
            1 => format!("seat {}", row.text("seat")),
            _ => names.seat(row),
        };
        (label, share)
    });
    // Which way the games that are left out would have gone, nobody knows.
    let is_withheld = folder.run_text("on_failure") == "leave-out"
        && folder.count("games_failed").is_some_and(|games| games > 0);
    let board = shared(&table, &names, is_withheld);
    for line in &mut lines {
        let par = reference.filter(|_| !is_withheld);
        line.tone = par.map(|par| beside_par([line.points[0].low, line.points[0].high], par));
    }
    let unit = FigureUnit::Share;
    let forest = Forest { axis: "win share", unit, reference, lines, ..Forest::default() };
    let par = reference.map_or_else(String::new, |par| format!(", {}", exact_share(par)));
    let caption = format!(
        "Win shares with 95 % intervals; the broken line is the even share, that of equals{par}."
    );
    let section = Section::new("Win shares").board(board, table.named());
    Some(section.chart("win_shares", &caption, &forest).tables([&table]))
}

/// With the digits of its error, were all games independent.
fn mean_score(row: CsvRow<'_>) -> Cell {
    let error = row.number("score_sd").zip(row.number("games"));
    let error = error.map(|(sd, games)| 1.96 * sd / games.sqrt()).filter(|error| *error > 0.0);
    row.figure("score_mean", |mean| match error {
        Some(error) => FigureUnit::Plain.text(mean, digits_of(error)),
        None => FigureUnit::Plain.plain(mean),
    })
}

fn share_of(row: &CsvRow<'_>) -> f64 {
    row.text(WIN_SHARE[0]).parse().unwrap_or_default()
}

fn beside_par(ends: [Option<f64>; 2], par: f64) -> Tone {
    match ends {
        [Some(low), _] if low > par => Tone::High,
        [_, Some(high)] if high < par => Tone::Low,
        _ => Tone::Open,
    }
}

/// Win shares against par, the largest first: of agents, or of the seats of a single one.
fn shared(table: &CsvFile, names: &ShortNames<'_>, is_withheld: bool) -> Sheet {
    let alone = table.groups(["agent"]).len() == 1;
    let mut rows: Vec<CsvRow<'_>> =
        table.rows().filter(|row| alone != (row.text("seat") == "all")).collect();
    rows.sort_by(|one, two| share_of(two).total_cmp(&share_of(one)));
    let ends = [WIN_SHARE[1], WIN_SHARE[2]];
    DeclaredTable::of(rows)
        .word("agent", |row| if alone { String::new() } else { names.of_row(row) })
        .plain("seat", |row| if alone { row.text("seat") } else { "" })
        .verdict("against even share", |row| {
            let found = ends.map(|column| row.number(column));
            let par = row.number("even_share").filter(|_| found != [None, None]);
            Cell::plain(match par.map(|par| beside_par(found, par)) {
                _ if is_withheld => WITHHELD_WORD,
                Some(Tone::High) => "more",
                Some(Tone::Low) => "less",
                Some(_) => "undecided",
                None => "",
            })
        })
        .cell("win share", |row| row.estimate(WIN_SHARE, FigureUnit::Share))
        .cell("95 % interval", |row| row.interval(WIN_SHARE, FigureUnit::Share))
        .cell("mean score", |row| mean_score(*row))
        .sheet("", "")
}

pub fn places(folder: &Folder) -> Option<Section> {
    let table = rates(folder)?;
    let names = ShortNames::of(&table);
    let columns: Vec<&str> = table.columns().filter(|name| name.starts_with("place_")).collect();
    let bars = table.rows().filter(|row| row.text("seat") != "all").filter_map(|row| {
        let parts = columns.iter().map(|column| row.number(column)).collect::<Option<_>>()?;
        Some(Bar { label: names.seat(row), parts })
    });
    let bars: Vec<Bar> = bars.collect();
    if columns.is_empty() || bars.is_empty() {
        return None;
    }
    let names = columns.iter().map(|column| format!("{}.", &column["place_".len()..])).collect();
    let bars = Bars { axis: "share of games in this place", names, bars };
    let caption = "Places by seat, the first place at the left; tied seats share the better place.";
    let words = "The numbers stand in the table of win shares, columns place_1 and so on.";
    Some(Section::new("Places by seat").chart("places", caption, &bars).words(words))
}

pub fn scores(folder: &Folder) -> Option<Section> {
    let score = crate::games::lab(folder.run_text("game")).map_or("score", |lab| lab.info().score);
    let mut section = Section::new(format!("Final {score}"));
    let panels = distribution(folder);
    if panels.is_empty() {
        let lines = means(folder);
        if lines.is_empty() {
            return None;
        }
        let axis = &format!("final {score}: mean, standard deviation");
        let forest = Forest { axis, lines, ..Forest::default() };
        let caption = "Mean final score, and one standard deviation over games to each side (no interval of the mean).";
        section = section.chart("scores", caption, &forest);
    } else {
        let histogram = Histogram { axis: &format!("final {score}"), panels };
        let caption = "Final scores of all games, one panel for each agent, all seats together.";
        section = section.chart("scores", caption, &histogram);
    }
    Some(section.tables(&folder.table("pace.csv")))
}

fn distribution(folder: &Folder) -> Vec<Panel> {
    let (mut panels, mut known): (Vec<Panel>, HashMap<String, usize>) = Default::default();
    if !folder.has(GAMES) {
        return panels;
    }
    folder.note(each((&folder.file(GAMES), folder.hash_of(GAMES)), &folder.fault, |row| {
        let (agent, score) = (row.text("agent"), row.text("score"));
        if agent.is_empty() || score.is_empty() {
            return Ok(());
        }
        let score: i64 = score.parse().map_err(|_| row.wrong("score", "whole number"))?;
        let index = *known.entry(agent.to_owned()).or_insert_with(|| {
            panels.push(Panel { label: agent.to_owned(), counts: BTreeMap::new() });
            panels.len() - 1
        });
        *panels[index].counts.entry(score).or_insert(0) += 1;
        Ok(())
    }));
    let names = short(&panels.iter().map(|panel| panel.label.as_str()).collect::<Vec<_>>());
    panels.iter_mut().zip(names).for_each(|(panel, name)| panel.label = name);
    panels
}

fn means(folder: &Folder) -> Vec<ChartLine> {
    let Some(table) = rates(folder) else { return Vec::new() };
    let names = ShortNames::of(&table);
    let columns = ["score_mean", "score_sd", "score_sd"];
    let mut lines = lines(table.rows(), (columns, FigureUnit::Plain), |row, _| {
        (names.seat(row), mean_score(row).shown)
    });
    for point in lines.iter_mut().flat_map(|line| &mut line.points) {
        point.low = point.low.map(|sd| point.value - sd);
        point.high = point.high.map(|sd| point.value + sd);
    }
    lines
}

const FACTS: usize = 16;
const AGENTS: usize = 8;

pub fn strategy(folder: &Folder) -> Option<Section> {
    let table = folder.table("strategy.csv")?;
    let names = ShortNames::of(&table);
    let mut section = Section::new("Counters associated with winning").words(
        "The mean of each counter in games that the agent won, minus its mean in games that it did not win. An association is not necessarily a cause. The counters shown are those whose interval excludes 0, largest difference first, in standard deviations of the counter over games; the two means stand at the right.",
    );
    let groups = table.groups(["agent"]);
    section = section.pictured(AGENTS, groups.len());
    for (number, ([agent], rows)) in (1..=AGENTS).zip(groups) {
        let facts = rows.into_iter().filter(|row| row.text("counter") != "score");
        let mut lines: Vec<ChartLine> = facts.filter_map(association).collect();
        let reach = |line: &ChartLine| line.points[0].value.abs();
        lines.sort_by(|one, two| reach(two).total_cmp(&reach(one)));
        lines.truncate(FACTS);
        let name = names.short(agent);
        if lines.is_empty() {
            section =
                section.words(&format!("{name}: no counter has an interval that excludes 0."));
        }
        let axis = "difference in standard deviations";
        let forest = Forest { axis, reference: Some(0.0), lines, ..Forest::default() };
        let caption = format!("{name}: mean when winning less mean when not, with 95 % intervals.");
        section = section.chart(&format!("strategy_{number}"), &caption, &forest);
    }
    Some(section.tables([&table]))
}

fn association(row: CsvRow<'_>) -> Option<ChartLine> {
    let columns = ["association", "association_low", "association_high"];
    let ([value, low, high], sd) = (columns.map(|column| row.number(column)), row.number("sd"));
    let (value, low, high, sd) = (value?, low?, high?, sd?);
    if sd <= 0.0 || (low <= 0.0 && high >= 0.0) {
        return None;
    }
    let (value, low, high) = (value / sd, Some(low / sd), Some(high / sd));
    let points = vec![Point { mark: Mark::Circle, value, low, high, open: false }];
    // Of both means as many digits as of their difference.
    let digits = row.digits(columns, FigureUnit::Plain);
    let mean = |column| row.figure(column, |mean| FigureUnit::Plain.text(mean, digits)).shown;
    let note = ["mean_when_winning", "mean_when_not"].map(mean).join(" / ");
    let tone = Some(if value > 0.0 { Tone::High } else { Tone::Low });
    let label = row.text("counter").to_owned();
    Some(ChartLine { label, note, points, tone, ..ChartLine::default() })
}

pub fn picks(folder: &Folder) -> Option<Section> {
    let mut files = folder.files.iter().filter(|file| *file != GAMES);
    let (file, table) =
        files.find_map(|file| Some((file, folder.table(file).filter(is_picks)?)))?;
    let names = ShortNames::of(&table);
    let title = capital(&file.trim_end_matches(".csv").replace('_', " "));
    let mut section = Section::new(title).words(
        "How often each item type was taken when it could be. How its owners fare is an association: who leads can afford more.",
    );
    let order = KindOrder::of(folder);
    for (number, ([agent], mut rows)) in (1..).zip(table.groups(["agent"])) {
        order.sort(&mut rows, "item");
        let mut lines = lines(rows, ([RATE; 3], FigureUnit::Share), |row, _| {
            let note = format!("{} of {}", row.text("taken"), row.text("offered"));
            (row.text("item").to_owned(), note)
        });
        for point in lines.iter_mut().flat_map(|line| &mut line.points) {
            (point.low, point.high) = (Some(0.0), None);
        }
        let axis = "how often it was taken when it could be";
        let forest = Forest { axis, unit: FigureUnit::Share, lines, ..Forest::default() };
        let caption = format!("Pick rates of {}.", names.short(agent));
        section = section.chart(&format!("picks_{number}"), &caption, &forest);
    }
    Some(section.tables([&table]))
}
