//! Texts that are declared once: kinds of things with their names, actions with their notation.

use crate::error::ParseError;
use crate::input::meant;

/// The error for a text that is none of `names`.
pub(super) fn unknown(what: &'static str, text: &str, names: &[&str]) -> ParseError {
    let meant = meant(text, names.iter().copied());
    let meant = meant.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    ParseError::new(what, text, format!("expected one of {}{meant}", names.join(", ")))
}

/// Declares the kinds of a thing with their names: `ALL` in the order of their numbers, `name`, and the name as text in
/// both directions.
macro_rules! named {
    ($what:literal: $(#[$meta:meta])* $vis:vis enum $kind:ident {
        $($(#[$doc:meta])* $variant:ident = $name:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
        #[repr(u8)]
        $vis enum $kind {
            $($(#[$doc])* $variant,)+
        }

        impl $kind {
            /// In the order of their numbers.
            pub const ALL: [$kind; [$($name),+].len()] = [$($kind::$variant),+];

            /// Its name in the notation and in files.
            pub const fn name(self) -> &'static str {
                [$($name),+][self as usize]
            }

            /// The kind of a number; the first beyond the last.
            #[inline(always)]
            #[allow(dead_code)]
            pub(super) const fn from_index(index: u32) -> $kind {
                let index = index as usize;
                $kind::ALL[if index < $kind::ALL.len() { index } else { 0 }]
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $kind {
            type Err = $crate::error::ParseError;

            fn from_str(text: &str) -> Result<$kind, $crate::error::ParseError> {
                let found = $kind::ALL.into_iter().find(|kind| kind.name() == text);
                found.ok_or_else(|| $crate::games::named::unknown($what, text, &[$($name),+]))
            }
        }
    };
}
pub(super) use named;

/// Declares the texts of actions, for both directions: the words that one begins with, its fields with a blank before
/// each, perhaps a sign at its end; what an error says should follow the word; and the action, as a pattern that is an
/// expression too. Of several that fit, the first one counts. `is_sound` says more of what an action may hold; its
/// numbers are read as they are written.
macro_rules! notation {
    ($action:ident {$(
        $words:literal $($field:ident)* $(+ $sign:literal)? $(: $follows:literal)?
            => $variant:ident $({ $($value:tt)* })?;
    )+}) => {
        /// The words that actions begin with, and what follows each.
        const VERBS: &[(&str, &str)] = &[$($(($words, $follows),)?)+];

        impl std::fmt::Display for $action {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match *self {
                    $(
                        #[allow(unreachable_patterns)] // second texts of an action
                        $action::$variant $({ $($value)* })? => {
                            f.write_str($words)?;
                            $(write!(f, " {}", $field)?;)*
                            $(f.write_str($sign)?;)?
                            Ok(())
                        }
                    )+
                }
            }
        }

        impl $action {
            /// The action of a text, numbers in any form.
            fn read(text: &str) -> Option<$action> {
                let texts: &[fn(&str) -> Option<$action>] = &[$(|text| {
                    let text = text.strip_prefix($words)?;
                    $(let text = text.strip_suffix($sign)?;)?
                    let mut fields = text.split(' ');
                    fields.next().filter(|nothing| nothing.is_empty())?;
                    $(let $field = fields.next()?.parse().ok()?;)*
                    fields.next().is_none().then_some($action::$variant $({ $($value)* })?)
                }),+];
                texts.iter().find_map(|read| read(text))
            }
        }
    };
}
pub(super) use notation;
