//! Texts that are declared once and serve both directions: kinds of things with their names, actions, data.

use crate::error::ParseError;
use crate::input::meant;

/// The error for a text that is none of `names`.
pub(super) fn unknown(what: &'static str, text: &str, names: &[&str]) -> ParseError {
    let meant = meant(text, names.iter().copied());
    let meant = meant.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    ParseError::new(what, text, format!("expected one of {}{meant}", names.join(", ")))
}

/// Declares the kinds of a thing with their names, which are their texts.
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

            /// The kind of a number from 0; the last beyond it.
            #[inline(always)]
            pub const fn from_index(index: u32) -> $kind {
                // No table is looked up, as it would be if `ALL` were indexed.
                match index {
                    $(kind if kind == $kind::$variant as u32 => $kind::$variant,)+
                    _ => $kind::ALL[$kind::ALL.len() - 1],
                }
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
                found.ok_or_else(|| $crate::games::notation::unknown($what, text, &[$($name),+]))
            }
        }
    };
}
pub(super) use named;

/// Declares the texts of actions: the words that one begins with; its fields with a blank before each, numbers perhaps
/// `[1]` higher than they are held; perhaps a sign at its end; what an error says should follow the words; and the
/// action, as a pattern that is an expression too, perhaps with what its fields must fulfil. Of several texts that fit,
/// the first one counts; one that others begin with comes after them, as an error of its fields takes long to write.
///
/// The same texts may stand behind the declarations of the actions, which are then made: a single one that has the fields
/// of its action, or several ones in braces.
macro_rules! notation {
    ($(#[$meta:meta])* pub enum $action:ident {$(
        $(#[$about:meta])* $variant:ident $({ $($part:ident: $type:ty),+ })?
            $(= $words:literal $($field:ident $([$from:literal])?)* $(: $follows:literal)? $(if $sound:expr)?;)?
            $(= {$($text:literal $($own:ident)* $(: $behind:literal)? => { $($value:tt)* } $(if $fits:expr)?;)+})?
    )+}) => {
        $(#[$meta])*
        pub enum $action {
            $($(#[$about])* $variant $({ $($part: $type),+ })?,)+
        }

        $crate::games::notation::notation! { $action {$(
            $($words $($field $([$from])?)* $(: $follows)? => $variant { $($field),* } $(if $sound)?;)?
            $($($text $($own)* $(: $behind)? => $variant { $($value)* } $(if $fits)?;)+)?
        )+}}
    };
    ($action:ident {$(
        $words:literal $($field:ident $([$from:literal])?)* $(+ $sign:literal)? $(: $follows:literal)?
            => $variant:ident $({ $($value:tt)* })? $(if $sound:expr)?;
    )+}) => {
        impl std::fmt::Display for $action {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match *self {
                    $(
                        #[allow(unreachable_patterns)] // second texts of an action
                        $action::$variant $({ $($value)* })? => {
                            f.write_str($words)?;
                            $(
                                f.write_str(" ")?;
                                std::fmt::Display::fmt(&($field $(+ $from)?), f)?;
                            )*
                            $(f.write_str($sign)?;)?
                            Ok(())
                        }
                    )+
                }
            }
        }

        impl std::str::FromStr for $action {
            type Err = $crate::error::ParseError;

            fn from_str(text: &str) -> Result<$action, $crate::error::ParseError> {
                let texts: &[fn(&str) -> Option<$action>] = &[$(|text| {
                    let text = text.strip_prefix($words)?;
                    $(let text = text.strip_suffix($sign)?;)?
                    let mut fields = text.split(' ');
                    fields.next().filter(|nothing| nothing.is_empty())?;
                    $(
                        let $field = fields.next()?.parse().ok()?;
                        $(let $field = u8::checked_sub($field, $from)?;)?
                    )*
                    let action = $action::$variant $({ $($value)* })?;
                    #[allow(irrefutable_let_patterns, unused_variables)]
                    if let $action::$variant $({ $($value)* })? = action {
                        $(Some(()).filter(|()| $sound)?;)?
                    }
                    fields.next().is_none().then_some(action)
                }),+];
                // Written again and compared, so that each has exactly one text; the word of another text for the
                // same action may stand before it.
                let read = texts.iter().find_map(|read| read(text));
                let read = read.filter(|action| text.ends_with(&action.to_string()));
                let verbs: &[(&str, &str)] = &[$($(($words, $follows),)?)+];
                read.ok_or_else(|| $crate::games::notation::no_action(text, verbs))
            }
        }
    };
}
pub(super) use notation;

/// The error for an action of a game whose actions begin with the words `verbs`, each with what follows it.
pub(super) fn no_action(text: &str, verbs: &[(&str, &str)]) -> ParseError {
    let word = text.split(' ').next().unwrap_or(text);
    let reason = match verbs.iter().find(|(verb, _)| *verb == word) {
        Some((_, follows)) => format!("expected {follows}"),
        None => format!("expected one of {}", joined(verbs.iter().map(|(verb, _)| verb), ", ")),
    };
    ParseError::new("action", text, reason)
}

/// Writes types to data as their text, and reads them from it; `$reason` gives what an error of reading says, if it is
/// not the whole error.
macro_rules! as_text {
    (@ $error:ident) => { $error };
    (@ $error:ident, $reason:expr) => { $reason($error) };
    ($($type:ty $(: $reason:expr)?),+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let read = String::deserialize(deserializer)?.parse();
                read.map_err(|error| serde::de::Error::custom(as_text!(@ error $(, $reason)?)))
            }
        }
    )+};
}
pub(super) use as_text;

pub(super) fn joined(all: impl Iterator<Item: ToString>, between: &str) -> String {
    all.map(|one| one.to_string()).collect::<Vec<_>>().join(between)
}
