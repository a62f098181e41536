pub mod estimate;
pub mod finish;
pub mod kind;
pub mod one_step;
pub mod planned;
pub mod rehearsal;
pub mod sealed;
pub mod session;
pub mod venue;
pub mod volume;
pub mod workspace;

pub mod balance;
pub mod compare;
pub mod learn;
pub mod level;
pub mod profile;
pub mod run;
pub mod tournament;
pub mod tune;

use crate::{plan::purpose::Purpose, plan::run::Run, study::kind::Study};

pub fn of(run: &Run) -> &dyn Study {
    match &run.purpose {
        None => &run::PlainRun,
        Some(Purpose::Tournament(tournament)) => tournament,
        Some(Purpose::Compare(compare)) => compare,
        Some(Purpose::CompareRules(compare)) => compare,
        Some(Purpose::Branch(branching)) => branching,
    }
}
