//! Every figure is recomputed from the rows of `games.csv`, in floating point and plainly.

use std::collections::BTreeMap;

use crate::call::Place;

type Row = BTreeMap<String, String>;

fn table(text: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| {
        head.iter().map(str::to_owned).zip(record.iter().map(str::to_owned)).collect()
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {:?}", row[column]))
}

fn close(row: &Row, column: &str, expected: f64) {
    let found = number(row, column);
    assert!((found - expected).abs() < 2e-6, "{column}: {found}, not {expected}, in {row:?}");
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn deviation(values: &[f64]) -> f64 {
    let squares: f64 = values.iter().map(|value| (value - mean(values)).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

fn weighted(values: &[f64], weights: &[f64]) -> f64 {
    values.iter().zip(weights).map(|(v, w)| v * w).sum::<f64>() / weights.iter().sum::<f64>()
}

#[test]
fn figures_follow_from_the_games() {
    let place = Place::new();
    // A search that loses often, since there are figures of lost games too.
    let weak = "uct:iterations=2";
    let agents = format!("{weak} random random");
    place.ok(&format!("run --agents {agents} --games 120 --seed 9 --per-game --out a --quiet"));
    let files = place.files("a");
    let games = table(&files["games.csv"]);
    assert_eq!(games.len(), 360);
    win_rates(&games, &table(&files["win_rates.csv"]));
    strategy(&games, &table(&files["strategy.csv"]));
    pace(&games, &table(&files["pace.csv"]));
}

/// The file of bonus tiles follows from the facts of the games too.
#[test]
fn figures_of_bonus_tiles_follow_from_the_games() {
    let place = Place::new();
    let how = "--games 240 --seed 4 --per-game --out a --quiet";
    place.ok(&format!("run --rules advanced --agents greedy random random {how}"));
    let files = place.files("a");
    let games = table(&files["games.csv"]);
    let tiles = table(&files["bonus_tiles.csv"]);
    assert_eq!(tiles.len(), 2 * 14);
    let mut taken_in_all = 0.0;
    for tile in &tiles {
        let own: Vec<&Row> = games.iter().filter(|game| game["agent"] == tile["agent"]).collect();
        let kind = tile["item"].replace('-', "_");
        let sum = |fact: &str| -> f64 {
            own.iter().map(|game| number(game, &format!("bonus_{fact}_{kind}"))).sum()
        };
        // Two of the three seats are random, and a tile that appears is seen by both.
        let places = if tile["agent"] == "random" { 2.0 } else { 1.0 };
        close(tile, "appearances", sum("appeared") / places);
        close(tile, "rounds_in_row", sum("rounds") / places);
        for fact in ["offered", "taken", "declined"] {
            close(tile, fact, sum(fact));
        }
        let taken = sum("taken");
        taken_in_all += taken;
        if taken > 0.0 {
            close(tile, "pick_rate_per_decision", taken / sum("offered"));
            close(tile, "pick_rate_per_appearance", taken * places / sum("appeared"));
            close(tile, "mean_round", sum("round") / taken);
            close(tile, "mean_price", sum("price") / taken);
            let shares: Vec<f64> = own.iter().map(|game| number(game, "win_share")).collect();
            let counts: Vec<f64> =
                own.iter().map(|game| number(game, &format!("bonus_taken_{kind}"))).collect();
            close(tile, "win_share_owned", weighted(&shares, &counts));
            for (column, prefix) in [("glory_mean", "glory"), ("gold_mean", "gold")] {
                if !tile[column].is_empty() {
                    let fact = format!("{prefix}_bonus_{kind}");
                    let brought: f64 = own.iter().map(|game| number(game, &fact)).sum();
                    close(tile, column, brought / taken);
                }
            }
        }
    }
    assert!(taken_in_all > 500.0, "{taken_in_all}");
}

/// The auction alone has no bonus tiles.
#[test]
fn without_bonus_tiles_there_is_no_file_about_them() {
    let place = Place::new();
    place.ok("run --set advanced.auction=true --games 20 --out a --quiet");
    let files = place.files("a");
    assert!(files.contains_key("strategy.csv") && !files.contains_key("bonus_tiles.csv"));
}

fn win_rates(games: &[Row], rates: &[Row]) {
    assert_eq!(rates.len(), 2 * 4);
    for rate in rates {
        let own: Vec<&Row> = games
            .iter()
            .filter(|game| game["agent"] == rate["agent"])
            .filter(|game| rate["seat"] == "all" || game["seat"] == rate["seat"])
            .collect();
        let column = |name: &str| own.iter().map(|row| number(row, name)).collect::<Vec<_>>();
        assert_eq!(rate["games"], own.len().to_string());
        assert_eq!((&*rate["blocks"], &*rate["failed"]), ("40", "0"));
        close(rate, "even_share", 1.0 / 3.0);
        close(rate, "win_share", mean(&column("win_share")));
        close(rate, "score_mean", mean(&column("score")));
        close(rate, "score_sd", deviation(&column("score")));
        for place in 1..=3 {
            let here = column("place").iter().filter(|&&p| p == f64::from(place)).count();
            close(rate, &format!("place_{place}"), here as f64 / own.len() as f64);
        }
        let (low, high) = (number(rate, "win_share_low"), number(rate, "win_share_high"));
        let share = number(rate, "win_share");
        assert!(0.0 <= low && low <= share && share <= high && high <= 1.0 && low < high);
    }
}

fn strategy(games: &[Row], facts: &[Row]) {
    for fact in facts {
        let own: Vec<&Row> = games.iter().filter(|game| game["agent"] == fact["agent"]).collect();
        let values: Vec<f64> = own.iter().map(|row| number(row, &fact["counter"])).collect();
        let won: Vec<f64> = own.iter().map(|row| number(row, "win_share")).collect();
        let lost: Vec<f64> = won.iter().map(|share| 1.0 - share).collect();
        close(fact, "mean", mean(&values));
        close(fact, "sd", deviation(&values));
        close(fact, "mean_when_winning", weighted(&values, &won));
        close(fact, "mean_when_not", weighted(&values, &lost));
        close(fact, "association", weighted(&values, &won) - weighted(&values, &lost));
        let association = number(fact, "association");
        assert!(number(fact, "association_low") <= association);
        assert!(number(fact, "association_high") >= association);
    }
    assert_eq!(facts.len() % 2, 0);
    let sources = |row: &Row| -> f64 {
        row.keys().filter(|name| name.starts_with("glory_")).map(|name| number(row, name)).sum()
    };
    for game in games {
        assert_eq!(sources(game), number(game, "score"), "sources add up to the score");
    }
}

fn pace(games: &[Row], pace: &[Row]) {
    let mut tables: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    games.iter().for_each(|row| tables.entry(&row["game"]).or_default().push(row));
    let margins: Vec<f64> = tables
        .values()
        .map(|seats| {
            let mut scores: Vec<f64> = seats.iter().map(|row| number(row, "score")).collect();
            scores.sort_by(f64::total_cmp);
            scores[2] - scores[1]
        })
        .collect();
    close(&pace[0], "mean", mean(&margins));
    close(&pace[0], "sd", deviation(&margins));
    let shared: Vec<f64> = tables
        .values()
        .map(|seats| {
            let split = seats.iter().any(|row| (0.001..0.999).contains(&number(row, "win_share")));
            f64::from(u8::from(split))
        })
        .collect();
    close(&pace[1], "mean", mean(&shared));
    assert_eq!((&*pace[0]["games"], pace.len()), ("120", 5));
}
