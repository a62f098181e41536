//! The output folder: CSV files, manifest; and the summary on the screen.

mod failed;
pub(crate) mod figure;
pub(crate) mod folder;
mod items;
pub(crate) mod lines;
pub(crate) mod manifest;
pub(crate) mod names;
pub(crate) mod results;
pub(crate) mod sheet;
pub(crate) mod summary;
mod tables;
