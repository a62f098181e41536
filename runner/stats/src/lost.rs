//! Games that an agent lost because it failed.

use serde::{Deserialize, Serialize};

use crate::number::Number;

/// Sums over blocks of the games `L` that an agent lost because it failed, beside its wins `N` and all games `D`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "[Number; 5]", from = "[Number; 5]")]
pub struct LostSums {
    /// Blocks of which it lost all games in this way.
    pub(crate) blocks: i128,
    /// Sum of `L`.
    pub games: i128,
    /// Sums of products.
    pub(crate) nl: i128,
    pub(crate) dl: i128,
    pub(crate) ll: i128,
}

sums!(LostSums as [Number; 5] { blocks, games, nl, dl, ll });

impl LostSums {
    pub(crate) fn add_block(&mut self, n: i64, d: i64, lost: i64) {
        self.blocks += i128::from(d == lost);
        let [n, d, l] = [n, d, lost].map(i128::from);
        self.games += l;
        self.nl += n * l;
        self.dl += d * l;
        self.ll += l * l;
    }
}
