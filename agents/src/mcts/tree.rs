//! The tree: one arena of small nodes, children side by side.

use std::ops::Range;

/// A tree stops growing, and the search goes on in it, at this many nodes (256 MiB at 16 bytes
/// each).
pub const MAX_NODES: usize = 1 << 24;

/// Index of the root.
pub(super) const ROOT: u32 = 0;

/// What is known about one choice: 16 bytes.
///
/// Win shares add up to at most 60 for each of at most 10 million iterations, which fits 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Node {
    /// Iterations that came through here.
    pub(super) visits: u32,
    /// Sum of the win shares, in sixtieths, of the seat that made this choice.
    pub(super) share: u32,
    /// Index of the first child.
    first: u32,
    /// Number of children; 0 before the node is expanded.
    count: u32,
}

#[cfg(test)]
impl Node {
    /// A node without children.
    pub(super) fn leaf(visits: u32, share: u32) -> Node {
        Node { visits, share, first: 0, count: 0 }
    }
}

/// All nodes of one search. The memory stays from decision to decision.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    max_nodes: usize,
}

impl Tree {
    /// An empty tree that stops growing at `max_nodes`.
    pub(super) fn new(max_nodes: usize) -> Tree {
        // Indices are 32 bits wide.
        Tree { nodes: Vec::new(), max_nodes: max_nodes.min(u32::MAX as usize) }
    }

    /// Forgets all nodes.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    /// Starts anew: a root with `count` children, whatever the limit.
    pub(super) fn start(&mut self, count: u32) {
        self.nodes.clear();
        self.nodes.push(Node { visits: 0, share: 0, first: 1, count });
        self.nodes.resize(1 + count as usize, Node::default());
    }

    /// The children of `node`, one for each of the `count` actions that are legal there; they are
    /// added if there are none yet. `None` if the tree may not grow, or if `node` was expanded with
    /// another number of actions, which breaks the contract of
    /// [`Game::epoch`](drakkar_engine::game::Game::epoch).
    #[inline(always)]
    pub(super) fn children(&mut self, node: u32, count: u32) -> Option<Range<usize>> {
        let Node { first, count: known, .. } = self.nodes[node as usize];
        if known == 0 {
            return self.expand(node, count);
        }
        debug_assert_eq!(known, count, "legal actions differ between draws within one epoch");
        (known == count).then_some(first as usize..first as usize + count as usize)
    }

    fn expand(&mut self, node: u32, count: u32) -> Option<Range<usize>> {
        let first = self.nodes.len();
        let end = first + count as usize;
        if end > self.max_nodes {
            return None;
        }
        self.nodes.resize(end, Node::default());
        let node = &mut self.nodes[node as usize];
        (node.first, node.count) = (first as u32, count);
        Some(first..end)
    }

    /// The nodes of a range that [`Tree::children`] gave.
    #[inline(always)]
    pub(super) fn nodes(&self, range: Range<usize>) -> &[Node] {
        &self.nodes[range]
    }

    /// How often `node` was visited.
    #[inline(always)]
    pub(super) fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    /// Counts an iteration that came through `node` and gave the seat that chose it `share`.
    #[inline(always)]
    pub(super) fn credit(&mut self, node: u32, share: u8) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.share += u32::from(share);
    }

    /// The children of the root; none before [`Tree::start`].
    pub(super) fn root_children(&self) -> &[Node] {
        match self.nodes.first() {
            Some(root) => &self.nodes[1..1 + root.count as usize],
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_sixteen_bytes() {
        assert_eq!(size_of::<Node>(), 16);
    }

    #[test]
    fn children_stand_side_by_side_and_stay() {
        let mut tree = Tree::new(10);
        tree.start(3);
        assert_eq!(tree.children(ROOT, 3), Some(1..4));
        assert_eq!(tree.children(2, 4), Some(4..8));
        assert_eq!(tree.children(2, 4), Some(4..8));
        assert_eq!(tree.children(1, 2), Some(8..10));
    }

    #[test]
    fn a_full_tree_does_not_grow() {
        let mut tree = Tree::new(5);
        tree.start(3);
        assert_eq!(tree.children(1, 2), None);
        assert_eq!(tree.children(1, 1), Some(4..5));
        assert_eq!(tree.children(2, 1), None);
        tree.start(6);
        assert_eq!(tree.root_children().len(), 6);
    }
}
