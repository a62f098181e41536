use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

pub type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The result, or message and place of the panic, which are not printed then. What `play` changed must not be used
/// after a panic.
pub fn guarded<T>(play: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(listen);
    GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(play));
    GUARDED.set(false);
    result.map_err(|_| MESSAGE.take())
}

fn listen() {
    panic::set_hook(over(panic::take_hook()));
}

/// What a panic meets first: this notes those that are guarded, and leaves others to `usual`.
pub fn over(usual: Hook) -> Hook {
    Box::new(move |info| {
        if !GUARDED.get() {
            return usual(info);
        }
        let payload = info.payload();
        let text = (payload.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line()));
        MESSAGE.with_borrow_mut(|message| *message = text + &place.unwrap_or_default());
    })
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
