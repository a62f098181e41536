//! Types that are their text in data, too.

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
