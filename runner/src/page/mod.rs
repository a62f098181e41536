//! Pages: files of HTML that hold all they need and load nothing.

mod changes;
mod shell;
mod write;

pub use changes::{Change, changes};
pub use shell::{Page, joined};
pub use write::{free, write};
