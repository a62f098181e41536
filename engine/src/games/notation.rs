//! Letters and sentences of the games: declared once, written and read from there.

/// An enum with a letter for each value, which is its text.
macro_rules! letters {
    ($(#[$meta:meta])* $name:ident { $($value:ident = $letter:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("`", $letter, "`.")] $value),+
        }

        impl $name {
            /// All, in the order of the notation.
            pub const ALL: [$name; [$($letter),+].len()] = [$($name::$value),+];

            /// The number, from 0.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one with this number, or the last.
            #[inline(always)]
            pub fn from_index(index: u32) -> $name {
                $name::ALL[(index as usize).min($name::ALL.len() - 1)]
            }

            /// The letter (N1).
            pub const fn letter(self) -> char {
                [$($letter),+][self as usize]
            }

            /// The one with this letter.
            pub fn from_letter(letter: char) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.letter() == letter)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.letter())
            }
        }

        impl std::str::FromStr for $name {
            type Err = ();

            fn from_str(text: &str) -> Result<$name, ()> {
                $name::ALL.into_iter().find(|one| text.chars().eq([one.letter()])).ok_or(())
            }
        }
    };
}
pub(super) use letters;

/// The choices of a game and their texts. A text is a verb and the fields, each in its own text; a number may be
/// written `+ 1` higher than it is held. Errors name the verbs, with what is expected behind each.
macro_rules! actions {
    ($(
        $(#[$doc:meta])*
        $choice:ident $({ $($field:ident: $type:ty $(= $from:literal)?),+ })? $(if $valid:expr)?
            => $verb:literal $(, $behind:literal)?;
    )+) => {
        /// One choice.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)] // of fields, which the texts explain
        pub enum Action {
            $($(#[$doc])* $choice $({ $($field: $type),+ })?),+
        }

        impl std::fmt::Display for Action {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Action::$choice $({ $($field),+ })? => {
                        f.write_str($verb)?;
                        $($(write!(f, " {}", $field $(+ $from)?)?;)+)?
                    })+
                }
                Ok(())
            }
        }

        impl std::str::FromStr for Action {
            type Err = $crate::error::ParseError;

            fn from_str(text: &str) -> Result<Action, $crate::error::ParseError> {
                $(
                    let read = || {
                        #[allow(unused)]
                        let mut words = text.strip_prefix($verb)?.split(' ').skip(1);
                        $($(
                            let $field = words.next()?.parse::<$type>().ok()?;
                            $(let $field = $field.checked_sub($from)?;)?
                        )+)?
                        $(Some(()).filter(|()| $valid)?;)?
                        Some(Action::$choice $({ $($field),+ })?)
                    };
                    // Written again and compared, so that each has exactly one text.
                    if let Some(action) = read().filter(|action| action.to_string() == text) {
                        return Ok(action);
                    }
                )+
                Err($crate::error::ParseError::after_verb(text, &[$($(($verb, $behind),)?)+]))
            }
        }
    };
}
pub(super) use actions;

/// Texts with another one between them.
pub(super) fn joined(all: impl Iterator<Item: ToString>, between: &str) -> String {
    all.map(|one| one.to_string()).collect::<Vec<_>>().join(between)
}
