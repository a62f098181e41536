use std::collections::BTreeMap;

/// Sums that can be added up in any order.
pub(crate) trait Merge {
    fn merge(&mut self, other: &Self);

    /// Whether both count the same things.
    fn fits(&self, _other: &Self) -> bool {
        true
    }
}

/// A wrong figure would be worse than none, so overflow panics; 10^18 games are far from that.
macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Merge for $number {
            fn merge(&mut self, other: &$number) {
                *self = self.checked_add(*other).expect("a statistics counter overflows");
            }
        }
    )*};
}

numbers!(i128 u64);

impl<T: Merge, const N: usize> Merge for [T; N] {
    fn merge(&mut self, other: &[T; N]) {
        self.iter_mut().zip(other).for_each(|(sum, term)| sum.merge(term));
    }
}

impl<T: Merge> Merge for Vec<T> {
    fn merge(&mut self, other: &Vec<T>) {
        self.iter_mut().zip(other).for_each(|(sum, term)| sum.merge(term));
    }

    fn fits(&self, other: &Vec<T>) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(one, two)| one.fits(two))
    }
}

impl<T: Merge> Merge for Option<T> {
    fn merge(&mut self, other: &Option<T>) {
        self.iter_mut().zip(other).for_each(|(sum, term)| sum.merge(term));
    }

    fn fits(&self, other: &Option<T>) -> bool {
        self.is_some() == other.is_some() && self.iter().zip(other).all(|(one, two)| one.fits(two))
    }
}

/// Entries that only one of them has are kept, too.
impl<K: Ord + Clone, T: Merge + Clone> Merge for BTreeMap<K, T> {
    fn merge(&mut self, other: &BTreeMap<K, T>) {
        for (key, term) in other {
            let sum = self.entry(key.clone());
            sum.and_modify(|sum| sum.merge(term)).or_insert_with(|| term.clone());
        }
    }
}

/// Sums for a struct with these fields; `as [Number; N]` means that it is written as a list.
macro_rules! sums {
    ($name:ident as [Number; $count:literal] { $($field:ident),* } $(, $open:ident)*) => {
        sums!($name { $($field),* });

        impl From<$name> for [Number; $count] {
            fn from(sums: $name) -> [Number; $count] {
                [$(Number(sums.$field)),*]
            }
        }

        impl From<[Number; $count]> for $name {
            fn from([$(Number($field)),*]: [Number; $count]) -> $name {
                $name { $($field,)* $($open: Default::default(),)* }
            }
        }
    };
    ($name:ident { $($field:tt),* }) => {
        impl $crate::merge::Merge for $name {
            fn merge(&mut self, other: &$name) {
                $($crate::merge::Merge::merge(&mut self.$field, &other.$field);)*
            }

            fn fits(&self, other: &$name) -> bool {
                $($crate::merge::Merge::fits(&self.$field, &other.$field))&&*
            }
        }

        impl $name {
            /// Adds the counts of other blocks of the same shape.
            ///
            /// # Panics
            /// If a number overflows.
            pub fn merge(&mut self, other: &$name) {
                $crate::merge::Merge::merge(self, other);
            }
        }
    };
}
