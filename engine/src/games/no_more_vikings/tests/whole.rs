//! X15: whole games of the plain deal in which every seat always takes the smallest or the largest of its
//! legal actions as text; the figures come from an independent implementation.

use super::table::Table;

fn play(players: usize, largest: bool) -> (usize, usize, Vec<i32>) {
    let mut table = Table::new(players, &[]);
    let (mut decisions, mut sum) = (0, 0);
    while table.mover().is_some() {
        let mut legal = table.legal();
        legal.sort();
        decisions += 1;
        sum += legal.len();
        let action = if largest { legal.pop() } else { legal.into_iter().next() };
        table.play(&action.unwrap());
    }
    (decisions, sum, table.scores())
}

#[test]
fn x15_smallest_and_largest_actions() {
    assert_eq!(play(2, false), (129, 887, vec![0, 0]));
    assert_eq!(play(2, true), (152, 4274, vec![-6, -5]));
    assert_eq!(play(3, false), (241, 1772, vec![-1, -1, -1]));
    assert_eq!(play(3, true), (238, 5023, vec![-3, -1, 3]));
    assert_eq!(play(4, false), (396, 3037, vec![-1, -1, -1, -1]));
    assert_eq!(play(4, true), (328, 5325, vec![0, 0, 3, 8]));
}
