//! The output folder: CSV files, manifest; and the summary on the screen.

mod failed;
pub mod figure;
pub mod folder;
pub mod items;
pub mod items_csv;
pub mod lines;
pub mod manifest;
pub mod names;
pub mod pace_csv;
pub mod record_file;
pub mod restrictions_csv;
pub mod results;
pub mod sheet;
pub mod strategy_csv;
pub mod summary;
pub mod timing_csv;
pub mod win_rates_csv;
