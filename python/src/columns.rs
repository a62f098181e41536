//! Typed columns of a table, from the text of a CSV file or from anything else.

/// The cells of a column, none where there is no value.
pub enum ColumnCells {
    Flags(Vec<Option<bool>>),
    Counts(Vec<Option<i64>>),
    Figures(Vec<Option<f64>>),
    Words(Vec<Option<String>>),
}

impl ColumnCells {
    pub fn text(&self, row: usize) -> String {
        match self {
            ColumnCells::Flags(cells) => cells[row].map(|flag| flag.to_string()),
            ColumnCells::Counts(cells) => cells[row].map(|count| count.to_string()),
            ColumnCells::Figures(cells) => cells[row].map(|figure| figure.to_string()),
            ColumnCells::Words(cells) => cells[row].clone(),
        }
        .unwrap_or_default()
    }
}

pub struct TypedColumn {
    pub name: String,
    pub cells: ColumnCells,
}

pub struct TypedColumns {
    pub columns: Vec<TypedColumn>,
    pub rows: usize,
}

pub fn read(text: &str) -> Result<TypedColumns, String> {
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    let names = reader.headers().map_err(|error| error.to_string())?.clone();
    let rows =
        reader.records().collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    let column = |(at, name): (usize, &str)| {
        let texts: Vec<Option<&str>> =
            rows.iter().map(|row| row.get(at).filter(|text| !text.is_empty())).collect();
        TypedColumn { name: name.to_owned(), cells: guessed(&texts) }
    };
    Ok(TypedColumns { columns: names.iter().enumerate().map(column).collect(), rows: rows.len() })
}

/// The type that all texts have; figures if there is none, since cells are empty where there is no number.
fn guessed(texts: &[Option<&str>]) -> ColumnCells {
    fn all<T>(texts: &[Option<&str>], read: impl Fn(&str) -> Option<T>) -> Option<Vec<Option<T>>> {
        texts.iter().map(|text| text.map_or(Some(None), |text| read(text).map(Some))).collect()
    }
    let figure = |text: &str| {
        let number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        text.parse().ok().filter(|_| number)
    };
    if texts.iter().any(Option::is_some) {
        if let Some(flags) = all(texts, |text| text.parse().ok()) {
            return ColumnCells::Flags(flags);
        }
        let count = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
        if let Some(counts) = all(texts, count) {
            return ColumnCells::Counts(counts);
        }
    }
    match all(texts, figure) {
        Some(figures) => ColumnCells::Figures(figures),
        None => ColumnCells::Words(texts.iter().map(|text| text.map(str::to_owned)).collect()),
    }
}
