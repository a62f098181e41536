use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

pub type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What users read before a panic's message.
pub const A_MISTAKE: &str = "a mistake of this program, or of a game or an agent in it";

/// The result, or message and place of the panic, which are not printed then. What `play` changed must not be used
/// after a panic. It may guard a part of itself.
pub fn guarded<T>(play: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| panic::set_hook(over(panic::take_hook())));
    let before = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(play));
    GUARDED.set(before);
    result.map_err(|_| MESSAGE.take())
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
        assert!(
            message.starts_with("no viking 3 (") && message.contains("panics.rs:"),
            "{message}"
        );
    }

    #[test]
    fn what_guards_a_part_of_itself_stays_guarded() {
        let both = guarded(|| {
            let inner = guarded(|| panic!("the inner one")).unwrap_err();
            panic!("the outer one, after {inner}")
        });
        let message: String = both.map(|(): ()| String::new()).unwrap_err();
        assert!(message.starts_with("the outer one, after the inner one ("), "{message}");
        assert!(!GUARDED.get());
    }
}
