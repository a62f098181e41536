pub mod context;
pub mod dry_run;
pub mod estimate;
pub mod execute;
pub mod plan_file;
pub mod planned;
pub mod publish;
pub mod run_flags;
pub mod session;
pub mod traits;
pub mod workspace;

pub mod balance;
pub mod compare;
pub mod learn;
pub mod level;
pub mod profile;
pub mod run;
pub mod tournament;
pub mod tune;

use crate::{plan::purpose::Purpose, plan::run::Run, study::traits::Study};

pub fn of(run: &Run) -> &dyn Study {
    match &run.purpose {
        None => &run::PlainRun,
        Some(Purpose::Tournament(tournament)) => tournament,
        Some(Purpose::Compare(compare)) => compare,
        Some(Purpose::CompareRules(compare)) => compare,
        Some(Purpose::Branch(branching)) => branching,
    }
}
