//! The tree: one arena of small nodes, children side by side.

use std::ops::Range;

/// A tree stops growing, and the search goes on in it, at this many nodes (320 MiB at 20 bytes
/// each).
pub const MAX_NODES: usize = 1 << 24;

/// Index of the root.
pub(super) const ROOT: u32 = 0;

/// What is known about one choice: 20 bytes.
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
    /// Number of the action among the legal ones.
    pub(super) action: u32,
}

impl Node {
    /// The choice of an action that was not tried yet.
    #[inline(always)]
    fn new(action: u32) -> Node {
        Node { action, ..Node::default() }
    }
}

#[cfg(test)]
impl Node {
    /// A node without children.
    pub(super) fn leaf(visits: u32, share: u32) -> Node {
        Node { visits, share, ..Node::default() }
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

    /// Starts anew with a root.
    pub(super) fn start(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::default());
    }

    /// The children of `node`, one for each of the `count` actions that are legal there. If there are
    /// none yet they are added in the order of the actions, and `arrange` may put them in another.
    /// `None` if the tree may not grow, or if `node` was expanded with another number of actions, as
    /// may be where another seat chooses in secret.
    #[inline(always)]
    pub(super) fn children(
        &mut self,
        node: u32,
        count: u32,
        arrange: impl FnOnce(&mut [Node]),
    ) -> Option<Range<usize>> {
        let Node { first, count: known, .. } = self.nodes[node as usize];
        if known == 0 {
            let range = self.expand(node, 0..count)?;
            arrange(&mut self.nodes[range.clone()]);
            return Some(range);
        }
        (known == count).then_some(first as usize..first as usize + count as usize)
    }

    /// The children of `node`, one for each of the actions that `choose` names, at least one. It is
    /// asked if there are none yet, and `arrange` may put them in another order. `None` if the tree
    /// may not grow.
    pub(super) fn chosen_children<'n>(
        &mut self,
        node: u32,
        choose: impl FnOnce() -> &'n [u32],
        arrange: impl FnOnce(&mut [Node]),
    ) -> Option<Range<usize>> {
        let Node { first, count: known, .. } = self.nodes[node as usize];
        if known == 0 {
            let range = self.expand(node, choose().iter().copied())?;
            arrange(&mut self.nodes[range.clone()]);
            return Some(range);
        }
        Some(first as usize..first as usize + known as usize)
    }

    /// Whether `node` has `count` children, or none yet.
    pub(super) fn fits(&self, node: u32, count: u32) -> bool {
        let known = self.nodes[node as usize].count;
        known == 0 || known == count
    }

    /// Adds a child for each of some actions.
    #[inline(always)]
    fn expand(
        &mut self,
        node: u32,
        actions: impl ExactSizeIterator<Item = u32>,
    ) -> Option<Range<usize>> {
        let first = self.nodes.len();
        let count = actions.len();
        let end = first + count;
        // A root has its children whatever the limit.
        if end > self.max_nodes && node != ROOT {
            return None;
        }
        self.nodes.extend(actions.map(Node::new));
        let node = &mut self.nodes[node as usize];
        (node.first, node.count) = (first as u32, count as u32);
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

    /// The children of the root; none before the first iteration.
    pub(super) fn root_children(&self) -> &[Node] {
        match self.nodes.first() {
            Some(root) => &self.nodes[root.first as usize..][..root.count as usize],
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn as_listed(_: &mut [Node]) {}

    #[test]
    fn a_node_is_twenty_bytes() {
        assert_eq!(size_of::<Node>(), 20);
    }

    #[test]
    fn children_stand_side_by_side_and_stay() {
        let mut tree = Tree::new(10);
        tree.start();
        assert_eq!(tree.children(ROOT, 3, as_listed), Some(1..4));
        assert_eq!(tree.children(2, 4, as_listed), Some(4..8));
        assert_eq!(tree.children(2, 4, as_listed), Some(4..8));
        assert_eq!(tree.children(1, 2, as_listed), Some(8..10));
    }

    #[test]
    fn children_may_be_chosen_once() {
        let mut tree = Tree::new(10);
        tree.start();
        assert_eq!(tree.chosen_children(ROOT, || &[2, 5, 6], <[Node]>::reverse), Some(1..4));
        assert_eq!(tree.chosen_children(ROOT, || &[0], as_listed), Some(1..4));
        let actions: Vec<u32> = tree.root_children().iter().map(|node| node.action).collect();
        assert_eq!(actions, [6, 5, 2]);
        assert_eq!(tree.chosen_children(2, || &[0; 7], as_listed), None);
    }

    #[test]
    fn children_are_arranged_once() {
        let mut tree = Tree::new(10);
        tree.start();
        tree.children(ROOT, 3, <[Node]>::reverse);
        tree.children(ROOT, 3, <[Node]>::reverse);
        let actions: Vec<u32> = tree.root_children().iter().map(|node| node.action).collect();
        assert_eq!(actions, [2, 1, 0]);
    }

    #[test]
    fn a_full_tree_does_not_grow() {
        let mut tree = Tree::new(5);
        tree.start();
        assert_eq!(tree.children(ROOT, 3, as_listed), Some(1..4));
        assert_eq!(tree.children(1, 2, as_listed), None);
        assert_eq!(tree.children(1, 1, as_listed), Some(4..5));
        assert_eq!(tree.children(2, 1, as_listed), None);
        tree.start();
        assert_eq!(tree.children(ROOT, 6, as_listed), Some(1..7));
        assert_eq!(tree.root_children().len(), 6);
    }
}
