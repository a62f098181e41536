use std::path::Path;

use crate::error::Error;
use crate::flags::effort::Pace;
use crate::study::profile::plan::{Profile, RECORDS};
use crate::threads::batch::StopSignal;
use drakkar_play::door::Table;
use drakkar_play::lab::Lab;

pub struct ProfileContext<'a> {
    pub profile: &'a Profile,
    pub lab: &'a Lab,
    pub table: &'a dyn Table,
    pub out: &'a Path,
    pub pace: &'a Pace,
    pub stop: StopSignal<'static>,
}

impl ProfileContext<'_> {
    pub fn blame(&self, error: impl ToString) -> Error {
        Error::input(&self.out.join(RECORDS), error.to_string())
    }
}
