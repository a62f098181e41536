//! The values of the rules, each declared once.

/// A struct for each table of a rule set, behind the beginning of its keys, and with a value what it may be and the
/// rule that it is about: the call of a constructor of [`Key`](crate::rules::Key) without its pattern, which is the
/// name of the field unless it is given. Behind them, keys of other types.
macro_rules! rule_set {
    ($($(#[$meta:meta])* $name:ident $path:literal {$(
        $(#[$about:meta])*
        $field:ident: $type:ty
            $(= $($key:literal)? $kind:ident($($of:expr),+) $(.$more:ident($($with:expr),*))*)?
    ),+ $(,)?})+ $(; $($other:expr),+ $(,)?)?) => {
        $(
            $(#[$meta])*
            #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
            #[serde(deny_unknown_fields)]
            pub struct $name {
                $($(#[$about])* pub $field: $type),+
            }
        )+

        $crate::data!(RuleSet);

        const KEYS: &[$crate::rules::Key] = &[$($($(
            $crate::rules::Key::$kind(
                concat!($path, $crate::games::rule_set::rule_set!(@ $($key)?, $field)),
                $($of),+
            )$(.$more($($with),*))*,
        )?)+)+ $($($other),+)?];
    };
    (@ $key:literal, $field:ident) => {
        $key
    };
    (@, $field:ident) => {
        stringify!($field)
    };
}
pub(super) use rule_set;
