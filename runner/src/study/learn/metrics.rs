use std::iter;

use crate::export::sheet::{DeclaredTable, Sheet, TableFile};
use crate::{export::figure::fixed, export::figure::per_cent};
use drakkar_learn::loss::{BINS, Forecast};
use drakkar_stats::jackknife::jackknife;

pub const LOSSES: &str = "losses.csv";
pub const CALIBRATION: &str = "calibration.csv";

pub struct ModelMetrics {
    pub model: &'static str,
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
        _ => "neither significantly better nor significantly worse than",
    };
    let ends = interval.map(|(low, high)| format!("; difference {low:+.3} to {high:+.3}"));
    let [own, others] = [net, other].map(|forecast| fixed(forecast.loss(), 3));
    format!("{word} {name} (log loss {own} against {others}{})", ends.unwrap_or_default())
}

/// By model and round: positions and mean log loss; the whole test has no round.
pub fn losses(marks: &[ModelMetrics]) -> TableFile {
    let rows = marks.iter().flat_map(|ModelMetrics { model, forecast, .. }| {
        let whole = (*model, None, forecast.positions(), forecast.loss());
        let rounds = (1_u32..).zip(&forecast.rounds).filter(|(_, (positions, _))| *positions > 0);
        let rounds = rounds.map(|(round, &(positions, loss))| {
            (*model, Some(round), positions, loss / positions as f64)
        });
        iter::once(whole).chain(rounds)
    });
    DeclaredTable::of_file(rows)
        .kept("model", |row| row.0)
        .kept("round", |row| row.1)
        .kept("positions", |row| row.2)
        .kept("log_loss", |row| row.3)
        .file()
}

/// By model, round (none for the whole test) and tenth of a win: forecasts, their mean, and that of what came of them.
pub fn calibration(marks: &[ModelMetrics]) -> TableFile {
    let rows = marks.iter().flat_map(|ModelMetrics { model, forecast, .. }| {
        let rounds = forecast.round_bins.iter().zip((1_u32..).map(Some));
        let all = iter::once((&forecast.bins, None)).chain(rounds);
        all.flat_map(move |(bins, round)| {
            let bins = bins.iter().enumerate().filter(|(_, bin)| bin.forecasts > 0);
            bins.map(move |(number, bin)| (*model, round, number, bin))
        })
    });
    let end = |number: usize| fixed(number as f64 / BINS as f64, 1);
    DeclaredTable::of_file(rows)
        .kept("model", |row| row.0)
        .kept("round", |row| row.1)
        .kept("from", |row| end(row.2))
        .kept("to", |row| end(row.2 + 1))
        .kept("forecasts", |row| row.3.forecasts)
        .kept("mean_forecast", |row| row.3.predicted / row.3.forecasts as f64)
        .kept("mean_win_share", |row| row.3.won / row.3.forecasts as f64)
        .file()
}

pub fn loss_sheet(marks: &[ModelMetrics]) -> Sheet {
    let rounds = marks.iter().map(|mark| mark.forecast.rounds.len()).max().unwrap_or(0);
    let text = |loss: f64| fixed(loss, 3);
    let mut table = DeclaredTable::of(marks).word("model", |mark| mark.about).figure(
        "log loss",
        text,
        |mark| Some(mark.forecast.loss()),
    );
    for round in 0..if rounds > 1 { rounds } else { 0 } {
        let (title, key) = (format!("r{}", round + 1), format!("round_{}", round + 1));
        table = table.figure((&*title, &*key), text, |mark| {
            let (positions, loss) = mark.forecast.rounds.get(round).copied().unwrap_or_default();
            (positions > 0).then(|| loss / positions as f64)
        });
    }
    let title = "How well each predicts who wins games that none has learned from: the mean of \
                 -log(win share predicted for the winner), by round; lower is better";
    table.sheet("losses", title)
}

pub fn calibration_sheet(marks: &[ModelMetrics]) -> Option<Sheet> {
    let bins = marks.last()?.forecast.bins.iter().filter(|bin| bin.forecasts > 0);
    let table = DeclaredTable::of(bins)
        .figure(("predicted", "mean_forecast"), per_cent, |bin| {
            Some(bin.predicted / bin.forecasts as f64)
        })
        .figure(("won", "mean_win_share"), per_cent, |bin| Some(bin.won / bin.forecasts as f64))
        .plain("forecasts", |bin| bin.forecasts);
    let title = "Win shares that the net predicted, and what came of them";
    Some(table.sheet("calibration", title).detail())
}
