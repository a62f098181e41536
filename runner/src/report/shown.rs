use crate::export::unit::{digits_of, error_of};
use crate::report::digits::{digits, probability, rounded};
use crate::report::table::{CsvFile, CsvRow};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shown {
    AsIs,
    Digits(usize),
    /// By the error of each row, whose ends are in this column and the next; else so many digits.
    Error(usize, usize),
    /// So small a probability as the digits of the file cannot show is said to be below them.
    Probability,
}

impl Shown {
    /// A figure beside its interval is shown with two digits of its error, others by [`digits`].
    pub fn columns(table: &CsvFile) -> Vec<Shown> {
        let columns: Vec<&str> = table.columns().collect();
        let numbers = |column: usize| {
            table.rows().filter_map(move |row| row.cells[column].parse::<f64>().ok())
        };
        let usual = columns.iter().enumerate().map(|(index, name)| match *name {
            "p" | "p_holm" => Shown::Probability,
            // Weights and other keys have digits of their own.
            _ if numbers(index).next().is_none() => Shown::AsIs,
            _ => Shown::Digits(digits(table.rows().map(|row| &row.cells[index]))),
        });
        let mut shown: Vec<Shown> = usual.collect();
        for (low, ends) in columns.windows(2).enumerate().skip(1) {
            if !ends[0].ends_with("low") || !ends[1].ends_with("high") {
                continue;
            }
            // A deviation may stand between a mean and its interval.
            let value = if columns[low - 1] == "sd" { low.saturating_sub(2) } else { low - 1 };
            for column in &mut shown[value..low + 2] {
                if let Shown::Digits(digits) = *column {
                    *column = Shown::Error(low, digits);
                }
            }
        }
        shown
    }

    pub fn text(self, cell: &str, row: CsvRow<'_>) -> String {
        match self {
            Shown::AsIs => cell.to_owned(),
            Shown::Digits(digits) => rounded(cell, digits),
            Shown::Error(low, usual) => {
                let number = |column: usize| row.cells.get(column)?.parse::<f64>().ok();
                let error = error_of([number(low - 1), number(low), number(low + 1)]);
                rounded(cell, error.map_or(usual, digits_of))
            }
            Shown::Probability => probability(cell),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::table::Fault;

    #[test]
    fn figures_have_two_digits_of_their_error() {
        let text = b"kind,worth,ci_low,ci_high,p_holm,n,note\n\
                     a,4.931755,4.871755,4.991755,0.000000,12,0.123456789x\n\
                     b,14.931755,4.931755,24.931755,0.012345,7,\n";
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a.csv");
        std::fs::write(&path, text).unwrap();
        let table = CsvFile::read((&path, None), &Fault::default()).unwrap();
        let columns = Shown::columns(&table);
        let shown = |row: usize| -> Vec<String> {
            let row = table.rows().nth(row).unwrap();
            row.cells.iter().zip(&columns).map(|(cell, shown)| shown.text(cell, row)).collect()
        };
        let first = ["a", "4.932", "4.872", "4.992", "< 0.000001", "12", "0.123456789x"];
        assert_eq!(shown(0), first);
        // By the error of its own row.
        assert_eq!(shown(1), ["b", "15", "5", "25", "0.0123", "7", ""]);
    }
}
