//! Studies: what is asked for, what is played, and what comes of it; a folder for each, and what they share.

pub(crate) mod finish;
pub(crate) mod kind;
pub(crate) mod one_step;
pub(crate) mod rehearsal;
pub(crate) mod session;
pub(crate) mod volume;
pub(crate) mod wish;

pub(crate) mod balance;
pub(crate) mod compare;
pub(crate) mod run;
pub(crate) mod tournament;
pub(crate) mod tune;

use crate::plan::purpose::Purpose;
use crate::study::kind::Study;

/// The study that a purpose belongs to.
pub(crate) fn of(purpose: Option<&Purpose>) -> &dyn Study {
    match purpose {
        None => &run::Plain,
        Some(Purpose::Tournament(tournament)) => tournament,
        Some(Purpose::Compare(compare)) => compare,
        Some(Purpose::CompareRules(compare)) => compare,
        Some(Purpose::Branch(branching)) => branching,
    }
}
