//! Tables: typed columns of a CSV file, or of rows.

use std::sync::Arc;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyString};

use crate::arrow;

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Table>()
}

/// Cells of a column, none where there is no value.
pub enum Cells {
    Flags(Vec<Option<bool>>),
    Counts(Vec<Option<i64>>),
    Figures(Vec<Option<f64>>),
    Words(Vec<Option<String>>),
}

pub struct Column {
    pub name: String,
    pub cells: Cells,
}

pub struct Columns {
    pub columns: Vec<Column>,
    pub rows: usize,
}

/// A table of a study: its columns as in the file of this name.
#[pyclass(frozen, module = "drakkar")]
struct Table {
    /// What the table is called.
    #[pyo3(get)]
    name: String,
    #[pyo3(get)]
    title: String,
    columns: Arc<Columns>,
}

#[pymethods]
impl Table {
    /// The table that a text of CSV holds.
    #[staticmethod]
    fn from_csv(py: Python<'_>, name: String, text: &str) -> PyResult<Table> {
        let columns = py.detach(|| read(text)).map_err(PyValueError::new_err)?;
        Ok(Table { name, title: String::new(), columns: Arc::new(columns) })
    }

    /// The table of rows, each of them a `dict` with the same keys.
    #[staticmethod]
    fn from_rows(name: String, title: String, rows: Vec<Bound<'_, PyDict>>) -> PyResult<Table> {
        let names: Vec<String> = match rows.first() {
            Some(row) => row.keys().iter().map(|key| key.extract()).collect::<PyResult<_>>()?,
            None => Vec::new(),
        };
        let column = |name: String| {
            let cells = rows.iter().map(|row| row.get_item(&name)).collect::<PyResult<Vec<_>>>()?;
            let cells: Vec<_> =
                cells.into_iter().map(|cell| cell.filter(|cell| !cell.is_none())).collect();
            Ok(Column { cells: typed(&cells)?, name })
        };
        let columns = names.into_iter().map(column).collect::<PyResult<_>>()?;
        Ok(Table { name, title, columns: Arc::new(Columns { columns, rows: rows.len() }) })
    }

    /// Names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.columns.columns.iter().map(|column| column.name.as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.columns.rows
    }

    /// The cells of a column, or the row of a number as a `dict`.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(name) = key.cast::<PyString>() {
            let name = name.to_str()?;
            let found = self.columns.columns.iter().find(|column| column.name == name);
            let column = found.ok_or_else(|| {
                let known = self.columns().join(", ");
                PyKeyError::new_err(format!(
                    "{}: there is no column `{name}`; there are {known}",
                    self.name
                ))
            })?;
            return Ok(list(py, &column.cells)?.into_any());
        }
        let number: isize = key.extract()?;
        let rows = self.columns.rows as isize;
        let row = if number < 0 { number + rows } else { number };
        if !(0..rows).contains(&row) {
            let reason = format!("{}: there is no row {number} of {rows}", self.name);
            return Err(pyo3::exceptions::PyIndexError::new_err(reason));
        }
        Ok(self.row(py, row as usize)?.into_any())
    }

    /// All rows, each of them a `dict`.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        (0..self.columns.rows).map(|row| self.row(py, row)).collect()
    }

    /// All columns as lists, by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for column in &self.columns.columns {
            columns.set_item(&column.name, list(py, &column.cells)?)?;
        }
        Ok(columns)
    }

    /// The table by the PyCapsule interface of Arrow, as polars, pandas, duckdb and pyarrow read it.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A schema that is asked for is a wish, by that interface.
        drop(requested_schema);
        arrow::stream(py, &self.columns)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Table {}: {} rows, columns {}>",
            self.name,
            self.columns.rows,
            self.columns().join(", ")
        )
    }
}

impl Table {
    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let cells = PyDict::new(py);
        for column in &self.columns.columns {
            match &column.cells {
                Cells::Flags(cells_of) => cells.set_item(&column.name, cells_of[row])?,
                Cells::Counts(cells_of) => cells.set_item(&column.name, cells_of[row])?,
                Cells::Figures(cells_of) => cells.set_item(&column.name, cells_of[row])?,
                Cells::Words(cells_of) => cells.set_item(&column.name, cells_of[row].as_deref())?,
            }
        }
        Ok(cells)
    }
}

fn list<'py>(py: Python<'py>, cells: &Cells) -> PyResult<Bound<'py, PyList>> {
    match cells {
        Cells::Flags(cells) => PyList::new(py, cells),
        Cells::Counts(cells) => PyList::new(py, cells),
        Cells::Figures(cells) => PyList::new(py, cells),
        Cells::Words(cells) => PyList::new(py, cells),
    }
}

fn read(text: &str) -> Result<Columns, String> {
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    let names = reader.headers().map_err(|error| error.to_string())?.clone();
    let rows =
        reader.records().collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    let column = |(at, name): (usize, &str)| {
        let texts: Vec<Option<&str>> =
            rows.iter().map(|row| row.get(at).filter(|text| !text.is_empty())).collect();
        Column { name: name.to_owned(), cells: guessed(&texts) }
    };
    Ok(Columns { columns: names.iter().enumerate().map(column).collect(), rows: rows.len() })
}

/// The type that all texts have; figures if there is none, since cells are empty where there is no number.
fn guessed(texts: &[Option<&str>]) -> Cells {
    fn all<T>(texts: &[Option<&str>], read: impl Fn(&str) -> Option<T>) -> Option<Vec<Option<T>>> {
        texts.iter().map(|text| text.map_or(Some(None), |text| read(text).map(Some))).collect()
    }
    let figure = |text: &str| {
        let number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        text.parse().ok().filter(|_| number)
    };
    if texts.iter().any(Option::is_some) {
        if let Some(flags) = all(texts, |text| text.parse().ok()) {
            return Cells::Flags(flags);
        }
        let count = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
        if let Some(counts) = all(texts, count) {
            return Cells::Counts(counts);
        }
    }
    match all(texts, figure) {
        Some(figures) => Cells::Figures(figures),
        None => Cells::Words(texts.iter().map(|text| text.map(str::to_owned)).collect()),
    }
}

fn typed(cells: &[Option<Bound<'_, PyAny>>]) -> PyResult<Cells> {
    use pyo3::types::{PyBool, PyFloat, PyInt};
    let there = || cells.iter().flatten();
    fn all<'py, T: for<'a> FromPyObject<'a, 'py>>(
        cells: &[Option<Bound<'py, PyAny>>],
    ) -> PyResult<Vec<Option<T>>> {
        let read = |cell: &Bound<'py, PyAny>| cell.extract::<T>().map_err(Into::into);
        cells.iter().map(|cell| cell.as_ref().map(read).transpose()).collect()
    }
    if there().next().is_some() && there().all(|cell| cell.is_instance_of::<PyBool>()) {
        return Ok(Cells::Flags(all(cells)?));
    }
    if there().next().is_some() && there().all(|cell| cell.is_instance_of::<PyInt>()) {
        return Ok(Cells::Counts(all(cells)?));
    }
    if there().all(|cell| cell.is_instance_of::<PyFloat>() || cell.is_instance_of::<PyInt>()) {
        return Ok(Cells::Figures(all(cells)?));
    }
    let word = |cell: &Bound<'_, PyAny>| Ok(cell.str()?.to_str()?.to_owned());
    let words = cells.iter().map(|cell| cell.as_ref().map(word).transpose());
    Ok(Cells::Words(words.collect::<PyResult<_>>()?))
}
