//! Who was ahead of whom.

/// A relation between agents: one bit for each ordered pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Relation {
    agents: usize,
    /// Words of a row.
    words: usize,
    bits: Vec<u64>,
}

impl Relation {
    /// Nobody was ahead of anybody.
    pub(super) fn new(agents: usize) -> Relation {
        let words = agents.div_ceil(64);
        Relation { agents, words, bits: vec![0; agents * words] }
    }

    /// Number of agents.
    pub(super) fn agents(&self) -> usize {
        self.agents
    }

    /// Notes that `a` was ahead of `b`.
    pub(super) fn insert(&mut self, a: usize, b: usize) {
        self.bits[a * self.words + b / 64] |= 1 << (b % 64);
    }

    /// Whether `a` was ahead of `b`.
    pub(super) fn holds(&self, a: usize, b: usize) -> bool {
        self.bits[a * self.words + b / 64] >> (b % 64) & 1 == 1
    }

    /// Adds all pairs of `other`, which must be of as many agents.
    pub(super) fn merge(&mut self, other: &Relation) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(word, others)| *word |= others);
    }

    /// Adds every pair that follows through others (Warshall 1962).
    pub(super) fn close(&mut self) {
        for through in 0..self.agents {
            let row = self.bits[through * self.words..][..self.words].to_vec();
            for a in 0..self.agents {
                if self.holds(a, through) {
                    let own = &mut self.bits[a * self.words..][..self.words];
                    own.iter_mut().zip(&row).for_each(|(word, others)| *word |= others);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_through_others() {
        let mut relation = Relation::new(70);
        [(0, 65), (65, 3), (3, 65), (69, 0)].into_iter().for_each(|(a, b)| relation.insert(a, b));
        relation.close();
        let pairs: Vec<(usize, usize)> = (0..70)
            .flat_map(|a| (0..70).map(move |b| (a, b)))
            .filter(|&(a, b)| relation.holds(a, b))
            .collect();
        let expected =
            [(0, 3), (0, 65), (3, 3), (3, 65), (65, 3), (65, 65), (69, 0), (69, 3), (69, 65)];
        assert_eq!(pairs, expected);
    }
}
