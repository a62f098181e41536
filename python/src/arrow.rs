//! A table by the [C stream interface of Arrow](https://arrow.apache.org/docs/format/CStreamInterface.html): one batch,
//! whose buffers are handed over as they are. The structures are those of its specification; this file is the only one
//! of the package that is not safe by itself.
#![allow(unsafe_code)]

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::columns::{ColumnCells, TypedColumns};

const NULLABLE: i64 = 2;

#[repr(C)]
struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

#[repr(C)]
#[derive(Default)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowStream {
    get_schema: Option<unsafe extern "C" fn(*mut ArrowStream, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut ArrowStream, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut ArrowStream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut ArrowStream)>,
    private_data: *mut c_void,
}

// SAFETY: what it points to belongs to it alone, and no thread is bound to it.
unsafe impl Send for ArrowStream {}

impl Drop for ArrowStream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it has not been released, and is not used afterwards.
            unsafe { release(self) };
        }
    }
}

/// The table in a capsule, which ends it if nobody takes it.
pub fn stream<'py>(py: Python<'py>, table: &Arc<TypedColumns>) -> PyResult<Bound<'py, PyCapsule>> {
    let left = Box::new(Left { table: Arc::clone(table), given: false });
    let stream = ArrowStream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release_stream),
        private_data: Box::into_raw(left).cast(),
    };
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

struct Left {
    table: Arc<TypedColumns>,
    given: bool,
}

unsafe extern "C" fn get_schema(stream: *mut ArrowStream, schema: *mut ArrowSchema) -> c_int {
    // SAFETY: the caller has a stream that is not released, and room for a schema.
    unsafe {
        let left = &*(*stream).private_data.cast::<Left>();
        schema.write(schema_of(&left.table));
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowStream, array: *mut ArrowArray) -> c_int {
    // SAFETY: the caller has a stream that is not released, uses it from one thread at a time, and has room for an
    // array.
    unsafe {
        let left = &mut *(*stream).private_data.cast::<Left>();
        // An array that is all zero is the end.
        array.write(if left.given { ArrowArray::default() } else { array_of(&left.table) });
        left.given = true;
    }
    0
}

unsafe extern "C" fn get_last_error(_: *mut ArrowStream) -> *const c_char {
    null()
}

unsafe extern "C" fn release_stream(stream: *mut ArrowStream) {
    // SAFETY: the caller has a stream that is not released, which it is from now on.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Left>()));
        (*stream).private_data = null_mut();
        (*stream).release = None;
    }
}

struct SchemaParts {
    name: CString,
    children: Vec<*mut ArrowSchema>,
}

fn schema(format: &'static std::ffi::CStr, name: &str, children: Vec<ArrowSchema>) -> ArrowSchema {
    // No name has a zero byte: they are those of columns.
    let name = CString::new(name.replace('\0', "")).unwrap_or_default();
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let mut parts = Box::new(SchemaParts { name, children });
    ArrowSchema {
        format: format.as_ptr(),
        name: parts.name.as_ptr(),
        metadata: null(),
        flags: NULLABLE,
        n_children: parts.children.len() as i64,
        children: parts.children.as_mut_ptr(),
        dictionary: null_mut(),
        release: Some(release_schema),
        private_data: Box::into_raw(parts).cast(),
    }
}

fn schema_of(table: &TypedColumns) -> ArrowSchema {
    let column = |column: &crate::columns::TypedColumn| {
        let format = match column.cells {
            ColumnCells::Flags(_) => c"b",
            ColumnCells::Counts(_) => c"l",
            ColumnCells::Figures(_) => c"g",
            ColumnCells::Words(_) => c"U",
        };
        schema(format, &column.name, Vec::new())
    };
    let whole = schema(c"+s", "", table.columns.iter().map(column).collect());
    ArrowSchema { flags: 0, ..whole }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the caller has a schema that is not released; children that it has taken are marked as released.
    unsafe {
        let parts = Box::from_raw((*schema).private_data.cast::<SchemaParts>());
        for child in parts.children {
            let mut child = Box::from_raw(child);
            if let Some(release) = child.release {
                release(&mut *child);
            }
        }
        (*schema).private_data = null_mut();
        (*schema).release = None;
    }
}

struct ArrayParts {
    /// Buffers as words of eight bytes, so that all of them are aligned.
    owned: Vec<Vec<u64>>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut ArrowArray>,
}

fn array(
    length: usize,
    nulls: usize,
    owned: Vec<Option<Vec<u64>>>,
    children: Vec<ArrowArray>,
) -> ArrowArray {
    let buffers =
        owned.iter().map(|buffer| buffer.as_ref().map_or(null(), |buffer| buffer.as_ptr().cast()));
    let buffers = buffers.collect();
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let owned = owned.into_iter().flatten().collect();
    let mut parts = Box::new(ArrayParts { owned, buffers, children });
    debug_assert!(parts.owned.len() <= parts.buffers.len());
    ArrowArray {
        length: length as i64,
        null_count: nulls as i64,
        n_buffers: parts.buffers.len() as i64,
        n_children: parts.children.len() as i64,
        buffers: parts.buffers.as_mut_ptr(),
        children: parts.children.as_mut_ptr(),
        release: Some(release_array),
        private_data: Box::into_raw(parts).cast(),
        ..ArrowArray::default()
    }
}

fn array_of(table: &TypedColumns) -> ArrowArray {
    let column = |column: &crate::columns::TypedColumn| match &column.cells {
        ColumnCells::Flags(cells) => {
            let bits = bits(cells.iter().map(|cell| *cell == Some(true)));
            plain(cells, vec![bits])
        }
        ColumnCells::Counts(cells) => {
            plain(cells, vec![cells.iter().map(|cell| cell.unwrap_or_default() as u64).collect()])
        }
        ColumnCells::Figures(cells) => plain(
            cells,
            vec![cells.iter().map(|cell| cell.unwrap_or_default().to_bits()).collect()],
        ),
        ColumnCells::Words(cells) => {
            let mut bytes = Vec::new();
            let mut ends = vec![0];
            for cell in cells {
                bytes.extend_from_slice(cell.as_deref().unwrap_or_default().as_bytes());
                ends.push(bytes.len() as u64);
            }
            plain(cells, vec![ends, words(&bytes)])
        }
    };
    let children = table.columns.iter().map(column).collect();
    array(table.rows, 0, vec![None], children)
}

fn plain<T>(cells: &[Option<T>], values: Vec<Vec<u64>>) -> ArrowArray {
    let nulls = cells.iter().filter(|cell| cell.is_none()).count();
    let there = (nulls > 0).then(|| bits(cells.iter().map(Option::is_some)));
    let owned = std::iter::once(there).chain(values.into_iter().map(Some)).collect();
    array(cells.len(), nulls, owned, Vec::new())
}

/// Bits from the lowest of the first byte on.
fn bits(flags: impl ExactSizeIterator<Item = bool>) -> Vec<u64> {
    let mut bytes = vec![0; flags.len().div_ceil(8)];
    for (at, flag) in flags.enumerate() {
        bytes[at / 8] |= u8::from(flag) << (at % 8);
    }
    words(&bytes)
}

/// Bytes in their order, with a word more than there need be: no buffer is empty.
fn words(bytes: &[u8]) -> Vec<u64> {
    let word = |part: &[u8]| {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        u64::from_ne_bytes(word)
    };
    bytes.chunks(8).map(word).chain([0]).collect()
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the caller has an array that is not released; children that it has taken are marked as released.
    unsafe {
        let parts = Box::from_raw((*array).private_data.cast::<ArrayParts>());
        for child in &parts.children {
            let mut child = Box::from_raw(*child);
            if let Some(release) = child.release {
                release(&mut *child);
            }
        }
        (*array).private_data = null_mut();
        (*array).release = None;
    }
}
