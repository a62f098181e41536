//! Pages: files of HTML that hold all they need and load nothing.

mod changes;
mod shell;
mod write;

pub(crate) use changes::{Change, changes};
pub(crate) use shell::{Page, joined};
pub(crate) use write::{free, write};
