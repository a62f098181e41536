//! Pictures as SVG. Nothing is told by colour alone: marks differ in shape, bars carry their names.

mod bars;
mod forest;
mod histogram;
mod lines;
mod surface;

pub(crate) use bars::{Bar, Bars};
pub(crate) use forest::{Forest, Line, Mark, Point};
pub(crate) use histogram::{Histogram, Panel};
pub(crate) use lines::{Lines, Series, Stroke};
pub(crate) use surface::{Failed, Picture};
