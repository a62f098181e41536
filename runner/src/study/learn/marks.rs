//! How well models predict the games of the test: tables and files.

use std::iter;

use crate::export::cell::{Cell, Column};
use crate::export::figure::per_cent;
use crate::export::figure::{cell, fixed};
use crate::export::sheet::{Sheet, records};
use drakkar_learn::loss::{BINS, Forecast};
use drakkar_stats::jackknife::jackknife;

pub const LOSSES: &str = "losses.csv";
pub const CALIBRATION: &str = "calibration.csv";

/// A model and its forecasts of the test.
pub struct ModelMark {
    pub model: &'static str,
    /// For people.
    pub about: &'static str,
    pub forecast: Forecast,
}

/// How a net predicts beside another model, with the 95 % interval of the difference of their log losses: deals
/// are the sample, as positions of one deal are alike.
pub fn beside(net: &Forecast, other: &Forecast, name: &str) -> String {
    let positions = net.positions();
    let all: f64 = net.deals.iter().zip(&other.deals).map(|((_, one), (_, two))| one - two).sum();
    let of = |left_out: Option<usize>| {
        let (count, more) = left_out.map_or((0, 0.0), |deal| {
            let ((count, own), (_, others)) = (net.deals[deal], other.deals[deal]);
            (count, own - others)
        });
        let rest = positions - count;
        [(rest > 0).then(|| (all - more) / rest as f64)]
    };
    let [difference] = jackknife(net.deals.len(), of);
    let interval = difference.and_then(|found| found.interval);
    let word = match interval {
        Some((_, high)) if high < 0.0 => "better than",
        Some((low, _)) if low > 0.0 => "worse than",
        _ => "neither certainly better nor certainly worse than",
    };
    let ends = interval.map(|(low, high)| format!("; difference {low:+.3} to {high:+.3}"));
    let [own, others] = [net, other].map(|forecast| fixed(forecast.loss(), 3));
    format!("{word} {name} (log loss {own} against {others}{})", ends.unwrap_or_default())
}

/// By model and round: positions and mean log loss; the whole test has no round.
pub fn losses(marks: &[ModelMark]) -> Vec<u8> {
    let row = |model: &str, round: String, positions: u64, loss: f64| {
        [model.to_owned(), round, positions.to_string(), cell(Some(loss))]
    };
    let head = ["model", "round", "positions", "log_loss"].map(str::to_owned);
    let mut rows = vec![head];
    for ModelMark { model, forecast, .. } in marks {
        rows.push(row(model, String::new(), forecast.positions(), forecast.loss()));
        for (round, &(positions, loss)) in (1..).zip(&forecast.rounds) {
            if positions > 0 {
                let round: u32 = round;
                rows.push(row(model, round.to_string(), positions, loss / positions as f64));
            }
        }
    }
    records(rows)
}

/// By model, round and tenth of a win: forecasts, their mean, and the mean of what came of them; the whole test has
/// no round.
pub fn calibration(marks: &[ModelMark]) -> Vec<u8> {
    let head = ["model", "round", "from", "to", "forecasts", "mean_forecast", "mean_win_share"];
    let mut rows = vec![head.map(str::to_owned)];
    for ModelMark { model, forecast, .. } in marks {
        let rounds = forecast.round_bins.iter().zip(1..);
        let rounds = rounds.map(|(bins, round): (_, u32)| (bins, round.to_string()));
        for (bins, round) in iter::once((&forecast.bins, String::new())).chain(rounds) {
            for (number, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.forecasts > 0) {
                let count = bin.forecasts as f64;
                let end = |number: usize| fixed(number as f64 / BINS as f64, 1);
                rows.push([
                    (*model).to_owned(),
                    round.clone(),
                    end(number),
                    end(number + 1),
                    bin.forecasts.to_string(),
                    cell(Some(bin.predicted / count)),
                    cell(Some(bin.won / count)),
                ]);
            }
        }
    }
    records(rows)
}

/// The losses by round.
pub fn loss_sheet(marks: &[ModelMark]) -> Sheet {
    let rounds = marks.iter().map(|mark| mark.forecast.rounds.len()).max().unwrap_or(0);
    let mut columns = vec![Column::of("model"), Column::named("log loss", &["log_loss"])];
    let several = rounds > 1;
    for round in 1..=rounds {
        if several {
            columns.push(Column::named(&format!("r{round}"), &[&format!("round_{round}")]));
        }
    }
    let figure = |loss: Option<f64>| Cell::figure(loss, |loss| fixed(loss, 3));
    let rows = marks.iter().map(|ModelMark { about, forecast, .. }| {
        let mut row = vec![Cell::plain(*about), figure(Some(forecast.loss()))];
        for round in 0..if several { rounds } else { 0 } {
            let (positions, loss) = forecast.rounds.get(round).copied().unwrap_or_default();
            row.push(figure((positions > 0).then(|| loss / positions as f64)));
        }
        row
    });
    let rows: Vec<_> = rows.collect();
    let title = "How well each predicts who wins games that none has learned from: the mean of \
                 -log(win share predicted for the winner), by round; lower is better";
    Sheet::new("losses", title, columns, 1, rows)
}

/// The forecasts of the last model, and what came of them.
pub fn calibration_sheet(marks: &[ModelMark]) -> Option<Sheet> {
    let mark = marks.last()?;
    let columns = [
        Column::named("predicted", &["mean_forecast"]),
        Column::named("won", &["mean_win_share"]),
        Column::of("forecasts"),
    ];
    let rows = mark.forecast.bins.iter().filter(|bin| bin.forecasts > 0).map(|bin| {
        let count = bin.forecasts as f64;
        vec![
            Cell::figure(Some(bin.predicted / count), per_cent),
            Cell::figure(Some(bin.won / count), per_cent),
            Cell::plain(bin.forecasts),
        ]
    });
    let title = "Win shares that the net predicted, and what came of them";
    Some(Sheet::new("calibration", title, columns, 0, rows).detail())
}
