//! What belongs to a process, where another program runs the commands: their words, and what they print.

use std::cell::RefCell;
use std::ffi::OsString;

thread_local! {
    static WORDS: RefCell<Option<Vec<OsString>>> = const { RefCell::new(None) };
    static HEARD: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The words of the command, the first of which is the program: those given to this thread, or those of the process.
pub fn words() -> Vec<OsString> {
    WORDS.with_borrow(Clone::clone).unwrap_or_else(|| std::env::args_os().collect())
}

pub fn name(words: Vec<OsString>) {
    WORDS.set(Some(words));
}

/// Whether a program hears what would be printed, so that it is not.
pub fn hears(text: &str) -> bool {
    HEARD.with_borrow_mut(|heard| heard.as_mut().map(|heard| heard.push_str(text)).is_some())
}

/// Does `work`, and gives what it would have printed, too.
pub fn hear<T>(work: impl FnOnce() -> T) -> (T, String) {
    HEARD.set(Some(String::new()));
    let done = work();
    (done, HEARD.take().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_heard_by_whoever_listens() {
        let told = || {
            let own = vec!["drakkar".into(), "run".into()];
            name(own.clone());
            (words(), own, hears("in ") && hears("between"))
        };
        assert!(!hears("before"));
        let ((found, own, heard), printed) = hear(told);
        assert_eq!((found, heard, printed.as_str()), (own, true, "in between"));
        assert!(!hears("after"));
    }
}
