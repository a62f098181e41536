//! Actions as numbers where they are too many to be listed: their words, hashed.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

/// Numbers of a row of features of an action.
const ROW: usize = 256;

/// The columns that stand for a word at its place, four so that hardly two words share all: FNV-1a (Fowler, Noll, Vo),
/// mixed as by SplitMix64 and cut into pieces.
fn columns(place: usize, word: &str) -> impl Iterator<Item = usize> {
    let next = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    let hash = word.bytes().fold(next(0xCBF2_9CE4_8422_2325, place as u8), next);
    let hash = (hash ^ hash >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let hash = (hash ^ hash >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    [0, 16, 32, 48].into_iter().map(move |bits| (hash >> bits) as usize % ROW)
}

/// A row for each action: its words and their places.
pub fn action_rows<'py>(
    py: Python<'py>,
    actions: &[String],
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let mut rows = vec![0.0; actions.len() * ROW];
    for (row, action) in rows.chunks_exact_mut(ROW).zip(actions) {
        for (place, word) in action.split(' ').enumerate() {
            columns(place, word).for_each(|column| row[column] += 1.0);
        }
    }
    PyArray1::from_vec(py, rows).reshape([actions.len(), ROW])
}
