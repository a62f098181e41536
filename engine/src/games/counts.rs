//! How many things there are of each of up to four kinds, in a word.

/// A type of such numbers, up to 255 of each kind: a byte for each.
macro_rules! counts {
    ($(#[$meta:meta])* $name:ident of $kind:ty) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
        pub struct $name(pub(super) u32);

        impl $name {
            /// Nothing.
            pub const NONE: $name = $name(0);

            /// So many of a kind.
            #[inline(always)]
            pub const fn of(kind: $kind, number: u32) -> $name {
                $name(number << (8 * kind as u32))
            }

            /// How many of a kind.
            #[inline(always)]
            pub const fn count(self, kind: $kind) -> u32 {
                self.0 >> (8 * kind as u32) & 0xFF
            }

            /// How many in all.
            #[inline(always)]
            pub const fn total(self) -> u32 {
                let pairs = (self.0 & 0x00FF_00FF) + (self.0 >> 8 & 0x00FF_00FF);
                (pairs & 0xFFFF) + (pairs >> 16)
            }

            /// Whether there is nothing.
            #[inline(always)]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Adds others.
            #[inline(always)]
            pub const fn add(&mut self, others: $name) {
                self.0 += others.0;
            }

            /// Takes others away, which must be there.
            #[inline(always)]
            pub const fn take(&mut self, others: $name) {
                self.0 -= others.0;
            }

            /// The kinds that are there: bit 8 times the kind's number.
            #[inline(always)]
            pub(super) const fn kinds(self) -> u32 {
                let any = self.0 | self.0 >> 4 & 0x0F0F_0F0F;
                let any = any | any >> 2 & 0x3F3F_3F3F;
                (any | any >> 1) & 0x0101_0101
            }

            /// Whether there are things of one kind only, or none.
            #[inline(always)]
            pub(super) const fn is_single_kind(self) -> bool {
                let kinds = self.kinds();
                kinds & kinds.wrapping_sub(1) == 0
            }
        }
    };
}
pub(super) use counts;
