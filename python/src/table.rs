//! Tables: typed columns of a CSV file, or of rows.

use std::sync::Arc;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyString};

use crate::arrow;
use crate::columns::{ColumnCells, TypedColumn, TypedColumns, read};

/// A table of a study: its columns as in the file of this name.
#[pyclass(frozen, name = "Table", module = "drakkar")]
pub struct StudyTable {
    /// What the table is called.
    #[pyo3(get)]
    name: String,
    #[pyo3(get)]
    title: String,
    columns: Arc<TypedColumns>,
}

#[pymethods]
impl StudyTable {
    /// The table that a text of CSV holds.
    #[staticmethod]
    fn from_csv(py: Python<'_>, name: String, text: &str) -> PyResult<StudyTable> {
        let columns = py.detach(|| read(text)).map_err(PyValueError::new_err)?;
        Ok(StudyTable { name, title: String::new(), columns: Arc::new(columns) })
    }

    /// The table of rows, each of them a `dict` with the same keys.
    #[staticmethod]
    fn from_rows(
        name: String,
        title: String,
        rows: Vec<Bound<'_, PyDict>>,
    ) -> PyResult<StudyTable> {
        let names: Vec<String> = match rows.first() {
            Some(row) => row.keys().iter().map(|key| key.extract()).collect::<PyResult<_>>()?,
            None => Vec::new(),
        };
        let column = |name: String| {
            let cells = rows.iter().map(|row| row.get_item(&name)).collect::<PyResult<Vec<_>>>()?;
            let cells: Vec<_> =
                cells.into_iter().map(|cell| cell.filter(|cell| !cell.is_none())).collect();
            Ok(TypedColumn { cells: typed(&cells)?, name })
        };
        let columns = names.into_iter().map(column).collect::<PyResult<_>>()?;
        Ok(StudyTable {
            name,
            title,
            columns: Arc::new(TypedColumns { columns, rows: rows.len() }),
        })
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

    /// The first rows, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        const MOST: usize = 50;
        let escape = py.import("html")?.getattr("escape")?;
        let row = |tag: &str, cells: Vec<String>| -> PyResult<String> {
            let cell = |text: String| Ok(format!("<{tag}>{}</{tag}>", escape.call1((text,))?));
            Ok(format!("<tr>{}</tr>", cells.into_iter().map(cell).collect::<PyResult<String>>()?))
        };
        let columns = &self.columns.columns;
        let mut rows = row("th", columns.iter().map(|column| column.name.clone()).collect())?;
        for at in 0..self.columns.rows.min(MOST) {
            rows += &row("td", columns.iter().map(|column| column.cells.text(at)).collect())?;
        }
        let more = self.columns.rows.saturating_sub(MOST);
        let more = if more > 0 { format!("<p>and {more} more rows</p>") } else { String::new() };
        Ok(format!("<table>{rows}</table>{more}"))
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

impl StudyTable {
    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let cells = PyDict::new(py);
        for column in &self.columns.columns {
            match &column.cells {
                ColumnCells::Flags(cells_of) => cells.set_item(&column.name, cells_of[row])?,
                ColumnCells::Counts(cells_of) => cells.set_item(&column.name, cells_of[row])?,
                ColumnCells::Figures(cells_of) => cells.set_item(&column.name, cells_of[row])?,
                ColumnCells::Words(cells_of) => {
                    cells.set_item(&column.name, cells_of[row].as_deref())?
                }
            }
        }
        Ok(cells)
    }
}

fn list<'py>(py: Python<'py>, cells: &ColumnCells) -> PyResult<Bound<'py, PyList>> {
    match cells {
        ColumnCells::Flags(cells) => PyList::new(py, cells),
        ColumnCells::Counts(cells) => PyList::new(py, cells),
        ColumnCells::Figures(cells) => PyList::new(py, cells),
        ColumnCells::Words(cells) => PyList::new(py, cells),
    }
}

fn typed(cells: &[Option<Bound<'_, PyAny>>]) -> PyResult<ColumnCells> {
    use pyo3::types::{PyBool, PyFloat, PyInt};
    let there = || cells.iter().flatten();
    fn all<'py, T: for<'a> FromPyObject<'a, 'py>>(
        cells: &[Option<Bound<'py, PyAny>>],
    ) -> PyResult<Vec<Option<T>>> {
        let read = |cell: &Bound<'py, PyAny>| cell.extract::<T>().map_err(Into::into);
        cells.iter().map(|cell| cell.as_ref().map(read).transpose()).collect()
    }
    if there().next().is_some() && there().all(|cell| cell.is_instance_of::<PyBool>()) {
        return Ok(ColumnCells::Flags(all(cells)?));
    }
    if there().next().is_some() && there().all(|cell| cell.is_instance_of::<PyInt>()) {
        return Ok(ColumnCells::Counts(all(cells)?));
    }
    if there().all(|cell| cell.is_instance_of::<PyFloat>() || cell.is_instance_of::<PyInt>()) {
        return Ok(ColumnCells::Figures(all(cells)?));
    }
    let word = |cell: &Bound<'_, PyAny>| Ok(cell.str()?.to_str()?.to_owned());
    let words = cells.iter().map(|cell| cell.as_ref().map(word).transpose());
    Ok(ColumnCells::Words(words.collect::<PyResult<_>>()?))
}
