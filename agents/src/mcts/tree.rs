//! The tree: one arena of small nodes.

use std::ops::Range;

/// A tree stops growing, and the search continues in it, at this many nodes of 32 bytes.
pub const MAX_NODES: usize = 1 << 24;

pub(super) const ROOT: u32 = 0;

const NONE: u32 = u32::MAX;

/// The data about one choice: 32 bytes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Node {
    /// Sum of the values, from 0 to 1, of the iterations that came through, for the seat that made this choice.
    pub(super) value: f64,
    pub(super) visits: u32,
    /// Iterations in which it could have been chosen, where choices differ between drawn states.
    pub(super) available: u32,
    first: u32,
    /// Number of children; 0 before the node is expanded.
    count: u32,
    /// Number of the action among the legal ones; where choices differ, among the [`ActionIndex`].
    pub(super) action: u32,
    /// The share of the visits that the heuristic would give it.
    pub(super) prior: f32,
}

impl Node {
    #[inline(always)]
    fn new(action: u32) -> Node {
        Node { action, ..Node::default() }
    }

    pub(super) fn mean(&self) -> f64 {
        self.value / f64::from(self.visits.max(1))
    }
}

#[cfg(test)]
impl Node {
    pub(super) fn leaf(visits: u32, value: f64) -> Node {
        Node { visits, value, ..Node::default() }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// For each choice that is found by its action, the next one of the same decision, or [`NONE`].
    next: Vec<u32>,
    max_nodes: usize,
}

impl Tree {
    pub(super) fn new(max_nodes: usize) -> Tree {
        // Indices are 32 bits wide, and one value means no index.
        Tree { nodes: Vec::new(), next: Vec::new(), max_nodes: max_nodes.min(NONE as usize) }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.next.clear();
    }

    pub(super) fn start(&mut self) {
        self.clear();
        self.nodes.push(Node::default());
    }

    #[inline(always)]
    pub(super) fn children(&self, node: u32) -> Option<Range<usize>> {
        let Node { first, count, .. } = self.nodes[node as usize];
        (count > 0).then(|| first as usize..first as usize + count as usize)
    }

    /// Gives `node`, which has none, a child for each of the actions with these numbers, in their
    /// order. `None` if the tree may not grow; a root always gets its children.
    #[inline]
    pub(super) fn expand(
        &mut self,
        node: u32,
        numbers: impl ExactSizeIterator<Item = u32>,
    ) -> Option<Range<usize>> {
        let (first, count) = (self.nodes.len(), numbers.len());
        let end = first + count;
        if end > self.max_nodes && node != ROOT {
            return None;
        }
        self.nodes.extend(numbers.map(Node::new));
        let parent = &mut self.nodes[node as usize];
        (parent.first, parent.count) = (first as u32, count as u32);
        Some(first..end)
    }

    pub(super) fn fits(&self, node: u32, count: u32) -> bool {
        let known = self.nodes[node as usize].count;
        known == 0 || known == count
    }

    /// The first choice of `node` that is found by its action, or [`NONE`].
    #[inline]
    fn head(&self, node: u32) -> u32 {
        let node = &self.nodes[node as usize];
        if node.count == 0 { NONE } else { node.first }
    }

    /// The choice after `child` in the same decision, or [`NONE`].
    #[inline]
    fn next(&self, child: u32) -> u32 {
        self.next[self.nodes[child as usize].action as usize]
    }

    /// Adds a choice that is found by its action to those of `node`, of which `last` is one; [`NONE`] if
    /// there are none.
    fn append(&mut self, node: u32, mut last: u32) -> u32 {
        let child = self.nodes.len() as u32;
        if last == NONE {
            self.nodes[node as usize].first = child;
        } else {
            loop {
                let next = &mut self.next[self.nodes[last as usize].action as usize];
                if *next == NONE {
                    *next = child;
                    break;
                }
                last = *next;
            }
        }
        self.nodes[node as usize].count += 1;
        self.nodes.push(Node::new(self.next.len() as u32));
        self.next.push(NONE);
        child
    }

    #[inline(always)]
    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// Sets the priors of those of some nodes that have no visit yet.
    pub(super) fn set_priors(&mut self, nodes: &[u32], priors: &[f32]) {
        for (&node, &prior) in nodes.iter().zip(priors) {
            let node = &mut self.nodes[node as usize];
            if node.visits == 0 {
                node.prior = prior;
            }
        }
    }

    #[inline(always)]
    pub(super) fn credit(&mut self, node: u32, value: f64) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.value += value;
    }

    #[inline(always)]
    pub(super) fn first(&self, node: u32) -> u32 {
        self.nodes[node as usize].first
    }

    /// The children of a root, which are adjacent however they are found, since all were added at once.
    pub(super) fn root_children(&self, root: u32) -> &[Node] {
        let Node { first, count, .. } = self.nodes[root as usize];
        &self.nodes[first as usize..][..count as usize]
    }

    /// The children of `node`, in the order in which they were added; `named` if they are found by
    /// their actions.
    pub(super) fn children_of(&self, node: u32, named: bool) -> impl Iterator<Item = u32> + '_ {
        let Node { first, count, .. } = self.nodes[node as usize];
        let mut child = first;
        (0..count).map(move |k| {
            if k > 0 {
                child = if named { self.next(child) } else { child + 1 };
            }
            child
        })
    }
}

/// The actions of choices that are found by them, since their numbers differ between drawn states:
/// the only part of a tree that is compiled for each game.
#[derive(Clone, Debug)]
pub(super) struct ActionIndex<A>(Vec<A>);

impl<A: Copy + Eq> ActionIndex<A> {
    pub(super) fn new() -> ActionIndex<A> {
        ActionIndex(Vec::new())
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The action of a choice that [`ActionIndex::find`] found.
    #[inline]
    pub(super) fn action(&self, tree: &Tree, child: u32) -> A {
        self.0[tree.node(child).action as usize]
    }

    /// Finds the children of `node` that stand for `actions`, in their order, and counts that they could be chosen;
    /// missing ones are added. `None` if the tree may not grow. Returns how many were added.
    pub(super) fn find(
        &mut self,
        tree: &mut Tree,
        node: u32,
        actions: &[A],
        into: &mut Vec<u32>,
    ) -> Option<usize> {
        into.clear();
        let before = tree.nodes.len();
        let mut last = NONE;
        for &action in actions {
            // Lists are mostly in the same order, so the next one is the likeliest.
            let head = tree.head(node);
            let after = if last == NONE { head } else { tree.next(last) };
            let mut found = self.look(tree, after, NONE, action);
            if found == NONE {
                found = self.look(tree, head, after, action);
            }
            if found == NONE {
                if tree.nodes.len() >= tree.max_nodes && node != ROOT {
                    return None;
                }
                found = tree.append(node, if last == NONE { head } else { last });
                self.0.push(action);
            }
            last = found;
            tree.nodes[last as usize].available += 1;
            into.push(last);
        }
        Some(tree.nodes.len() - before)
    }

    /// The choice of `action` from `child` on, before `end`; [`NONE`] if it is not there.
    fn look(&self, tree: &Tree, mut child: u32, end: u32, action: A) -> u32 {
        while child != end && child != NONE {
            if self.action(tree, child) == action {
                return child;
            }
            child = tree.next(child);
        }
        NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new tree with its names.
    fn tree(max_nodes: usize) -> (Tree, ActionIndex<char>) {
        let mut tree = Tree::new(max_nodes);
        tree.start();
        (tree, ActionIndex::new())
    }

    #[test]
    fn a_node_is_thirty_two_bytes() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn children_stand_side_by_side_and_stay() {
        let (mut tree, _) = tree(10);
        assert_eq!(tree.children(ROOT), None);
        assert_eq!(tree.expand(ROOT, 0..3), Some(1..4));
        assert_eq!(tree.expand(2, [2, 5, 6, 8].into_iter()), Some(4..8));
        assert_eq!(tree.expand(1, 0..2), Some(8..10));
        assert_eq!(tree.children(2), Some(4..8));
        assert_eq!(tree.children_of(2, false).collect::<Vec<_>>(), [4, 5, 6, 7]);
        let actions: Vec<u32> = tree.nodes[4..8].iter().map(|node| node.action).collect();
        assert_eq!(actions, [2, 5, 6, 8]);
    }

    #[test]
    fn a_full_tree_does_not_grow() {
        let (mut tree, mut names) = tree(5);
        let mut found = Vec::new();
        assert_eq!(tree.expand(ROOT, 0..3), Some(1..4));
        assert_eq!(tree.expand(1, 0..2), None);
        assert_eq!(tree.expand(1, 0..1), Some(4..5));
        assert_eq!(tree.expand(2, 0..1), None);
        assert_eq!(names.find(&mut tree, 3, &['a'], &mut found), None);
        tree.start();
        assert_eq!(tree.expand(ROOT, 0..6), Some(1..7));
        tree.start();
        names.clear();
        let six = ['a', 'b', 'c', 'd', 'e', 'f'];
        assert_eq!(names.find(&mut tree, ROOT, &six, &mut found), Some(6));
    }

    #[test]
    fn choices_are_found_by_their_action_and_added_if_they_are_new() {
        let ((mut tree, mut names), mut found) = (tree(20), Vec::new());
        assert_eq!(names.find(&mut tree, ROOT, &['b', 'd'], &mut found), Some(2));
        assert_eq!(found, [1, 2]);
        // Others in between.
        tree.expand(1, 0..3);
        assert_eq!(names.find(&mut tree, ROOT, &['a', 'b', 'c', 'd'], &mut found), Some(2));
        assert_eq!(found, [6, 1, 7, 2]);
        assert_eq!(names.find(&mut tree, ROOT, &['d', 'c', 'b'], &mut found), Some(0));
        assert_eq!(found, [2, 7, 1]);
        let available = |child| tree.node(child).available;
        assert_eq!([1, 2, 6, 7].map(available), [3, 3, 1, 2]);
        assert_eq!(tree.children_of(ROOT, true).collect::<Vec<_>>(), [1, 2, 6, 7]);
        assert_eq!(names.action(&tree, 7), 'c');
    }
}
