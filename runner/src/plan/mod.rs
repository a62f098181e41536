pub mod purpose;
pub mod run;
