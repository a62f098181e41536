use crate::flags::effort::Pace;
use crate::threads::batch::StopSignal;
use drakkar_play::door::Table;
use drakkar_play::lab::Lab;

pub struct School<'a> {
    pub table: &'a dyn Table,
    pub lab: &'a Lab,
    pub inputs: Vec<String>,
    pub pace: &'a Pace,
    pub stop: StopSignal<'static>,
    pub keep_positions: bool,
}
