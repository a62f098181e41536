//! One compiled copy of hot code per kind of processor, chosen at run time: bit boards depend on instructions that a
//! portable x86-64 build may not use: population count, and `pdep` and `pext`, which move the bits of a set.

/// The operations that differ between processors. A value of an implementing type proves that this processor has them.
pub trait Cpu: Copy {
    /// Index of the `k`-th set bit of `mask`, counted from 0. Some number below 128 if there are not that many.
    fn nth_set(self, mask: u64, k: u32) -> u32;
    /// The bits of `word` that `mask` names, moved together at the low end.
    fn extract(self, word: u64, mask: u64) -> u64;
    /// This processor, for a task inside of this one, which is then compiled into it.
    fn processor(self) -> Processor;
}

/// A piece of work to be compiled for every kind of processor. Implementations mark `run` as
/// `inline(always)`, or it is compiled for the plainest processor only.
pub trait Task {
    /// What it finds.
    type Output;
    /// Does it.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Any processor, for comparisons with what a task does by special instructions. Outside of the tests of this crate, a
/// build with assertions may have no such copy of tasks that run others (see [`Processor::run`]).
#[derive(Clone, Copy)]
pub struct Portable;

impl Cpu for Portable {
    /// Selection by byte sums (Vigna 2008, "Broadword implementation of rank/select queries").
    #[inline(always)]
    fn nth_set(self, mask: u64, k: u32) -> u32 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x80 * ONES;
        let pairs = mask - ((mask >> 1) & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        // Byte i of `sums`: set bits in bytes 0 to i. The byte sought is the number of sums <= k.
        let sums = bytes.wrapping_mul(ONES);
        let below = (((u64::from(k) * ONES) | HIGH) - sums) & HIGH;
        let byte = (below >> 7).wrapping_mul(ONES) >> 56;
        let shift = (byte * 8) as u32 & 63;
        let before = ((sums << 8) >> shift) as u32 & 0xFF;
        let mut rest = (mask >> shift) as u32 & 0xFF;
        for _ in before..k {
            rest &= rest.wrapping_sub(1);
        }
        shift + rest.trailing_zeros()
    }
    /// Compression in six steps (Warren, *Hacker's Delight*, 2nd ed., 2012, section 7-4): each moves the bits whose
    /// distance has this power of two.
    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        let (mut found, mut mask, mut unset) = (word & mask, mask, !mask << 1);
        for step in 0..6 {
            // Whether an odd number of unset bits lies below.
            let odd = (0..6).fold(unset, |odd, power| odd ^ odd << (1 << power));
            let moved = odd & mask;
            mask = mask ^ moved | moved >> (1 << step);
            let bits = found & moved;
            found = found ^ bits | bits >> (1 << step);
            unset &= !odd;
        }
        found
    }
    #[inline(always)]
    fn processor(self) -> Processor {
        Processor {
            #[cfg(target_arch = "x86_64")]
            avx2: None,
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Cpu, Processor, Task};

    /// A processor with AVX2, BMI1, BMI2, LZCNT and POPCNT (Intel since 2013, AMD since 2015).
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Avx2(());

    impl Avx2 {
        pub(super) fn detect() -> Option<Avx2> {
            (std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("bmi1")
                && std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("lzcnt")
                && std::arch::is_x86_feature_detected!("popcnt"))
            .then_some(Avx2(()))
        }

        #[inline(always)]
        #[allow(unsafe_code)]
        pub(super) fn run<T: Task>(self, task: T) -> T::Output {
            // SAFETY: the function needs the features that the existence of `self` proves. It pays: the bench
            // `vikings` plays random games at about twice the speed of the portable copy, and the sums of a net need
            // 6,100 instructions instead of 13,200 (callgrind).
            unsafe { run(task, self) }
        }
    }

    impl Cpu for Avx2 {
        #[inline(always)]
        #[allow(unsafe_code)]
        fn nth_set(self, mask: u64, k: u32) -> u32 {
            // SAFETY: an `Avx2` is made by `detect` alone, so this processor has BMI2.
            let bit = unsafe { std::arch::x86_64::_pdep_u64(1 << (k & 63), mask) };
            bit.trailing_zeros()
        }
        #[inline(always)]
        #[allow(unsafe_code)]
        fn extract(self, word: u64, mask: u64) -> u64 {
            // SAFETY: as above. It pays: the tiles of a round are laid in 25 instead of 130 instructions.
            unsafe { std::arch::x86_64::_pext_u64(word, mask) }
        }
        #[inline(always)]
        fn processor(self) -> Processor {
            Processor { avx2: Some(self) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run<T: Task>(task: T, cpu: Avx2) -> T::Output {
        task.run(cpu)
    }
}

#[cfg(not(all(fast_here, debug_assertions, not(test))))]
// `inline(never)` would make it a function that other crates may call: it stayed where nobody calls it.
#[cold]
fn portable<T: Task>(task: T) -> T::Output {
    task.run(Portable)
}

/// Calls `rare` out of line, so that rarely executed code does not slow down its surroundings.
// Without `inline(never)`, as above.
#[cold]
pub(crate) fn outlined<T>(rare: impl FnOnce() -> T) -> T {
    rare()
}

/// This machine's processor.
#[derive(Clone, Copy, Debug)]
pub struct Processor {
    #[cfg(target_arch = "x86_64")]
    avx2: Option<x86::Avx2>,
}

impl Processor {
    /// Asks what this machine has.
    pub fn detect() -> Processor {
        Processor {
            #[cfg(target_arch = "x86_64")]
            avx2: x86::Avx2::detect(),
        }
    }

    /// One that is treated as having no special instructions, to compare the copies.
    #[cfg(test)]
    pub(crate) fn plain() -> Processor {
        Portable.processor()
    }

    /// Runs `task` in the fastest copy that this processor can run. Where there is a choice, neither copy is inlined: a
    /// caller that contained the portable one would carry, and optimise, code that it rarely runs.
    ///
    /// # Panics
    /// In a build with assertions that was compiled on a machine with AVX2, BMI and LZCNT, if this processor lacks one of
    /// them: such builds have no portable copy, which saves a fifth of the compilation. The tests of this crate compare
    /// the two.
    #[inline(always)]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = self.avx2 {
            return cpu.run(task);
        }
        #[cfg(all(fast_here, debug_assertions, not(test)))]
        panic!(
            "this build with assertions is for a processor with AVX2, like the one it was compiled on"
        );
        #[cfg(not(all(fast_here, debug_assertions, not(test))))]
        portable(task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bits {
        mask: u64,
        k: u32,
        word: u64,
    }
    impl Task for Bits {
        type Output = (u32, u64);
        #[inline(always)]
        fn run<C: Cpu>(self, cpu: C) -> (u32, u64) {
            (cpu.nth_set(self.mask, self.k), cpu.extract(self.word, self.mask))
        }
    }

    #[test]
    fn both_copies_find_the_nth_set_bit_and_extract_bits() {
        let mut rng = crate::seed::Rng::from_seed(1);
        for round in 0..2000 {
            let mask = match round % 4 {
                0 => rng.word(),
                1 => rng.word() & rng.word() & rng.word(),
                2 => rng.word() | rng.word() | rng.word(),
                _ => u64::MAX << rng.below(64),
            };
            let bits: Vec<u32> = (0..64).filter(|&i| mask >> i & 1 == 1).collect();
            let word = rng.word();
            let found: u64 = (0..).zip(&bits).map(|(k, &bit)| (word >> bit & 1) << k).sum();
            for (k, &bit) in (0..).zip(&bits) {
                for processor in [Processor::plain(), Processor::detect()] {
                    let both = processor.run(Bits { mask, k, word });
                    assert_eq!(both, (bit, found), "{mask:#x} {k} {word:#x}");
                }
            }
        }
    }
}
