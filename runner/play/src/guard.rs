//! Turns a panic in a game into a failure of that game.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `play` and gives its result, or the message and place of the panic that ended it. The
/// message is not printed; panics outside of `guarded` are, as usual.
///
/// What `play` changed may be incomplete after a panic; the caller must not use it again.
pub(crate) fn guarded<T>(play: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(listen);
    GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(play));
    GUARDED.set(false);
    result.map_err(|_| MESSAGE.take())
}

/// Keeps the messages of guarded panics instead of printing them.
fn listen() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !GUARDED.get() {
            return usual(info);
        }
        let payload = info.payload();
        let text = (payload.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line()));
        MESSAGE.with_borrow_mut(|message| *message = text + &place.unwrap_or_default());
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(guarded(|| 5), Ok(5));
        let message = guarded(|| panic!("no viking {}", 3)).unwrap_err();
        assert!(message.starts_with("no viking 3 (") && message.contains("guard.rs:"), "{message}");
    }
}
