//! `bonus_tiles.csv`, or what else a game calls its file of items: one row for each agent and item.

use drakkar_engine::item::ItemTable;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::items::ItemFigures;
use crate::export::lines;
use crate::export::sheet::Sheet;
use crate::export::summary::span;

/// Name of the file.
pub fn file(table: &ItemTable) -> String {
    format!("{}.csv", table.file)
}

/// The whole file; `score` is what the game calls its score.
///
/// # Errors
/// Rows of different columns.
pub fn text(
    names: &[String],
    table: &ItemTable,
    score: &str,
    rows: &[ItemFigures],
) -> Result<Vec<u8>, Error> {
    lines::named(rows.iter().map(|row| cells(names, table, score, row)))
}

/// What whole games of one agent show of its items, as a table.
pub fn sheet(agent: &str, table: &ItemTable, rows: &[ItemFigures]) -> Sheet {
    let title =
        format!("Observed in whole games of {agent}: what goes together, not what brings it about");
    let head = [
        table.column,
        "offered",
        "taken",
        "of decisions",
        "mean round",
        "mean price",
        "owners win",
        "95 % interval",
    ];
    let mut sheet = Sheet::new(&title, &head, 1);
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let plain = |value: f64| format!("{value:.2}");
    for row in rows {
        sheet.rows.push(vec![
            table.items[row.item].name.to_owned(),
            row.offered.to_string(),
            row.taken.to_string(),
            row.per_decision.map(percent).unwrap_or_default(),
            row.round.map(plain).unwrap_or_default(),
            row.price.map(plain).unwrap_or_default(),
            row.win_share.map(percent).unwrap_or_default(),
            row.interval.map(|ends| span(ends, percent)).unwrap_or_default(),
        ]);
    }
    sheet
}

/// Column names and values, at one place; some names are the game's.
fn cells(
    names: &[String],
    table: &ItemTable,
    score: &str,
    row: &ItemFigures,
) -> Vec<(String, String)> {
    let figure = |value: Option<f64>| Figure(value).text();
    let count = |number: Option<i128>| number.map(|n| n.to_string()).unwrap_or_default();
    let (score, resource) = (format!("{score}_mean"), format!("{}_mean", table.resource));
    [
        ("agent", names[row.agent].clone()),
        (table.column, table.items[row.item].name.to_owned()),
        ("appearances", count(row.appearances)),
        ("rounds_in_row", count(row.rounds)),
        ("offered", row.offered.to_string()),
        ("taken", row.taken.to_string()),
        ("declined", row.declined.to_string()),
        ("pick_rate_per_decision", figure(row.per_decision)),
        ("pick_rate_per_appearance", figure(row.per_appearance)),
        ("mean_round", figure(row.round)),
        ("mean_price", figure(row.price)),
        ("win_share_owned", figure(row.win_share)),
        ("win_share_owned_low", figure(row.interval.map(|ends| ends.0))),
        ("win_share_owned_high", figure(row.interval.map(|ends| ends.1))),
        (&score, figure(row.score)),
        (&resource, figure(row.gain)),
    ]
    .map(|(column, value)| (column.to_owned(), value))
    .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use drakkar_engine::fact::Fact;
    use drakkar_engine::item::Item;

    const ITEM: Item = Item {
        name: "axe",
        appeared: Fact(0),
        rounds: Fact(1),
        offered: Fact(2),
        taken: Fact(3),
        declined: Fact(4),
        round: Fact(5),
        price: Fact(6),
        score: None,
        gain: None,
    };
    const TABLE: ItemTable = ItemTable {
        file: "supplies",
        column: "supply",
        resource: "food",
        key: "",
        take: ("", ""),
        pursue: &[],
        margin: 0.0,
        items: &[ITEM, Item { name: "bell", ..ITEM }],
    };

    #[test]
    fn header_and_rows() {
        let axe = ItemFigures {
            agent: 1,
            item: 0,
            appearances: Some(400),
            rounds: Some(700),
            offered: 200,
            taken: 50,
            declined: 30,
            per_decision: Some(0.25),
            per_appearance: Some(0.125),
            round: Some(3.5),
            price: Some(2.0),
            win_share: Some(0.3),
            interval: Some((0.2, 0.4)),
            score: Some(-1.5),
            gain: Some(4.0),
        };
        let bell = ItemFigures { agent: 0, item: 1, ..ItemFigures::default() };
        let names = ["greedy".to_owned(), "mcts:iterations=5,exploration=1".to_owned()];
        let text =
            String::from_utf8(text(&names, &TABLE, "points", &[axe, bell]).unwrap()).unwrap();
        assert_eq!(file(&TABLE), "supplies.csv");
        assert_eq!(
            text,
            "agent,supply,appearances,rounds_in_row,offered,taken,declined,\
             pick_rate_per_decision,pick_rate_per_appearance,mean_round,mean_price,\
             win_share_owned,win_share_owned_low,win_share_owned_high,points_mean,food_mean\n\
             \"mcts:iterations=5,exploration=1\",axe,400,700,200,50,30,0.250000,0.125000,3.500000,\
             2.000000,0.300000,0.200000,0.400000,-1.500000,4.000000\n\
             greedy,bell,,,0,0,0,,,,,,,,,\n"
        );
    }
}
