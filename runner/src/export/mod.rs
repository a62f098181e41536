//! The output folder: CSV files, manifest; and the summary on the screen.

pub mod answer;
pub mod cell;
pub mod cleanup;
pub mod colour;
pub mod command;
pub mod failures;
pub mod figure;
pub mod folder;
pub mod items;
pub mod layout;
pub mod manifest;
pub mod names;
pub mod results;
pub mod sheet;
pub mod tables;
pub mod tone;
pub mod unit;
pub mod verify;
pub mod writers;
pub mod writing;
