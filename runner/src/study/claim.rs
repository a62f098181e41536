use crate::{disk::lock::Lock, error::Error};

/// What a folder holds of a study.
pub enum Found<T> {
    Complete(T),
    Unfinished,
    /// Nothing, or what may be replaced.
    Free,
}

impl<T> Found<T> {
    pub fn to_play(resumes: bool) -> Found<T> {
        if resumes { Found::Unfinished } else { Found::Free }
    }
}

pub enum Claim<T> {
    Complete(T),
    Held { lock: Lock, resumes: bool },
}

/// Takes a folder, unless its study is complete. It is looked at again under the lock: somebody else may have been
/// faster.
pub fn claim<T>(
    look: impl Fn() -> Result<Found<T>, Error>,
    enter: impl FnOnce() -> Result<Lock, Error>,
) -> Result<Claim<T>, Error> {
    if let Found::Complete(found) = look()? {
        return Ok(Claim::Complete(found));
    }
    let lock = enter()?;
    Ok(match look()? {
        Found::Complete(found) => Claim::Complete(found),
        Found::Unfinished => Claim::Held { lock, resumes: true },
        Found::Free => Claim::Held { lock, resumes: false },
    })
}
