//! What kind of game it is: the figures of a profile, levels, seats, and when the winner is known.

use super::{VALUE, lines};
use crate::export::unit::{FigureUnit, digits_of, error_of};
use crate::report::chart::{Bar, Bars, Forest, Lines, Series};
use crate::report::table::{CsvFile, CsvRow, first_by};
use crate::report::{board::Heat, board::HeatCell, folder::Folder, section::Section};
use crate::{
    export::sheet::DeclaredTable,
    export::sheet::Sheet,
    study::profile::figures::{PARTS_OF_VARIANCE, PROFILE},
};

pub fn sections(folder: &Folder) -> Vec<Section> {
    let Some(table) = folder.table("profile.csv") else { return Vec::new() };
    let caption = "What the variance of win shares comes from: who sits where, what chance deals and reveals, and \
                   decisions; with one level in all seats, and in the tournament of levels.";
    let first = Section::new("Figures").board(board(&table), table.named());
    let first = first.chart("variance", caption, &variance(&table));
    let caption = "How often the level of the row ends ahead of that of the column. Between neighbours, more than \
                   half means that skill tells.";
    let levels = Section::new("Levels").heat(caption, &heat(&table), table.named());
    vec![first, levels, known(&table), seats(&table).tables([&table])]
}

fn board(table: &CsvFile) -> Sheet {
    let rows = PROFILE.iter().filter_map(|(key, words)| {
        let (figure, at) = key.split_once(' ').unwrap_or((key, ""));
        let row = table.with("metric", figure).find(|row| row.text("at") == at)?;
        let unit = if row.text("unit") == "share" { FigureUnit::Share } else { FigureUnit::Plain };
        Some((*words, unit, row))
    });
    DeclaredTable::of(rows)
        .word("metric", |(words, ..)| *words)
        .cell("value", |(_, unit, row)| row.estimate(VALUE, *unit))
        .cell("95 % interval", |(_, unit, row)| row.interval(VALUE, *unit))
        .cell("from", |(.., row)| row.figure("count", |count| FigureUnit::Plain.text(count, 0)))
        .word("", |(.., row)| row.text("counted"))
        .sheet("", "")
}

fn variance(table: &CsvFile) -> Bars<'static> {
    let by_part = PARTS_OF_VARIANCE.map(|(figure, _)| first_by(table.with("metric", figure), "at"));
    let bars = table.with("metric", PARTS_OF_VARIANCE[0].0).filter_map(|row| {
        let part = |by_place: &std::collections::HashMap<_, CsvRow<'_>>| {
            by_place.get(row.text("at")).and_then(|row| row.number("value"))
        };
        let parts: Vec<f64> = by_part.iter().filter_map(part).map(|part| part.max(0.0)).collect();
        // Estimates below 0 have no bar, so that the others may add up to more than 1.
        let sum: f64 = parts.iter().sum();
        (parts.len() == PARTS_OF_VARIANCE.len() && sum > 0.0).then(|| {
            let parts = parts.iter().map(|part| part / sum.max(1.0)).collect();
            Bar { label: row.text("at").to_owned(), parts }
        })
    });
    let names = PARTS_OF_VARIANCE.map(|(_, name)| name.to_owned()).to_vec();
    Bars { axis: "part of the variance", names, bars: bars.collect() }
}

/// Levels against levels, in the order of the file, lowest first.
fn heat(table: &CsvFile) -> Heat {
    let ahead = first_by(table.with("metric", "ahead"), "at");
    let pairs = table.with("metric", "ahead").map(|row| row.text("at"));
    let pairs = pairs.map(|pair| pair.split_once(' ').unwrap_or_default());
    let mut names: Vec<&str> = pairs.flat_map(|(high, low)| [high, low]).collect();
    names.sort_unstable();
    names.dedup();
    let rows = names.iter().map(|name| ((*name).to_owned(), *name)).collect();
    let columns = names.iter().map(|name| (name.trim_start_matches("level-").to_owned(), *name));
    Heat::of(rows, &columns.collect::<Vec<_>>(), ahead.len(), |own, other| {
        let row_of = |one: &str, two: &str| ahead.get(format!("{one} {two}").as_str());
        let (row, turned) = match row_of(own, other) {
            Some(row) => (row, false),
            None => (row_of(other, own)?, true),
        };
        let share =
            |column| row.number(column).map(|value| if turned { 1.0 - value } else { value });
        let [value, mut low, mut high] = VALUE.map(share);
        if turned {
            (low, high) = (high, low);
        }
        let digits = error_of([value, low, high]).map_or(2, |error| digits_of(100.0 * error));
        let share = |share| FigureUnit::Share.text(share, digits);
        let told = |end: Option<f64>| end.map(share).unwrap_or_default();
        let (low, high) = (told(low), told(high));
        value.map(|value| HeatCell {
            shown: format!("{:.0} %", 100.0 * value),
            full: format!("{own} ahead of {other}: {} ({low} to {high})", share(value)),
            heat: 2.0 * value - 1.0,
        })
    })
}

fn known(table: &CsvFile) -> Section {
    let rows = table.with("metric", "winner_known_by");
    let at = rows.filter_map(|row| Some((100.0 * row.number("at")?, row))).collect();
    let lines = Lines {
        x_axis: "part of the game in per cent",
        y_axis: "share of games",
        unit: FigureUnit::Share,
        series: vec![Series::estimates("games whose winner is known", at, VALUE)],
        ..Lines::default()
    };
    let caption = "The winner is known once its expected win share, put on a scale by other games, stays above one \
                   half.";
    Section::new("When the winner is known").chart("winner_known", caption, &lines)
}

fn seats(table: &CsvFile) -> Section {
    let rows = table.with("metric", "seat_win_share");
    let count = rows.clone().count();
    let unit = FigureUnit::Share;
    let lines = lines(rows, (VALUE, unit), |row, share| (row.text("at").to_owned(), share));
    let reference = (count > 0).then(|| 1.0 / count as f64);
    let forest = Forest { axis: "win share", unit, reference, lines, ..Forest::default() };
    let caption = "Win share by seat where the strongest level sits in all of them, with 95 % intervals; the broken \
                   line is the even share.";
    Section::new("Seats").chart("seat_win_shares", caption, &forest)
}
