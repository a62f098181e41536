//! Long tableaus, which only two players can build, against a plain reading of them.

use super::naive::{Naive, ROWS, cell};
use super::table::{Table, game};
use crate::game::Game;
use crate::games::play::Play;
use crate::games::vikings::cells::Cells;
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::games::vikings::scoring::{goldsmiths, islands, large, mouths_and_feeders, unrepelled};
use crate::seat::Seat;
use crate::seed::Rng;

/// A row of random tiles whose sides match, with holes or without.
fn row(rng: &mut Rng, columns: u32, holes: bool) -> String {
    // What the cell to the left shows: `None` if it is empty.
    let (mut text, mut left) = (String::new(), Some(false));
    for _ in 0..columns {
        let tiles: &[char] = match left {
            Some(true) => &['=', '=', ']', '.'],
            Some(false) => &['[', '[', '[', '.'],
            None => &['[', '=', ']', '.'],
        };
        let tile = tiles[rng.below(if holes { 4 } else { 3 }) as usize];
        text.push(tile);
        left = (tile != '.').then_some(tile != ']');
        if tile != '.' && rng.below(2) == 0 {
            text.push('+');
        }
    }
    text
}

/// A tableau whose longest row has `columns` tiles, some ships and some vikings ashore.
fn tableau(rng: &mut Rng, columns: u32) -> String {
    let dense = rng.below(5);
    let mut parts = vec![format!("gold {} glory {}", rng.below(40), rng.below(60))];
    let ships = match rng.below(3) {
        0 => rng.below(7),
        _ => rng.below(columns + 1),
    };
    let ships: String = (0..ships).map(|_| ['N', 'S', 'G', 'F'][rng.below(4) as usize]).collect();
    parts.push(format!("ships {ships}"));
    for (index, letter) in (0..).zip(ROWS) {
        let length = if index == dense { columns } else { rng.below(columns + 1) };
        parts.push(format!("{letter} {}", row(rng, length, index != dense)));
    }
    let ashore = "FGSNWB".chars().flat_map(|letter| vec![letter; rng.below(6) as usize]);
    parts.push(format!("ashore {}", ashore.collect::<String>()));
    parts.join(" | ")
}

/// Tables of every width with such a tableau at one seat; with two seats up to 36 columns, with more
/// up to 24, which is what their purchases can fill.
pub(super) fn tables() -> impl Iterator<Item = (Table, usize, Naive)> {
    (2..=4).flat_map(|players| {
        let table = Table::base(players);
        (0..1500u64).map(move |number| {
            let mut rng = Rng::from_seed(number);
            let columns = 1 + number as u32 % if players == 2 { 36 } else { 24 };
            let seat = rng.below(players as u32) as usize;
            let text = tableau(&mut rng, columns);
            let mut table = table.clone();
            table.state.seat = seat as u8;
            let table = table.tableau(seat, &text);
            let naive = Naive::read(&table.state.tableau_text(Seat::new(seat)));
            assert_eq!(naive, Naive::read(&text), "the text is written as it was read");
            (table, seat, naive)
        })
    })
}

#[test]
fn p2_p3_cells_of_long_rows() {
    for (table, _, naive) in tables() {
        for lot in ["[N", "]S", "aF"] {
            let table = table.clone().placing(lot);
            let (tile, viking) = lot.split_at(1);
            let fits: Vec<String> =
                naive.fits(tile.chars().next().unwrap()).into_iter().map(cell).collect();
            let mut expected: Vec<_> = fits.iter().map(|cell| format!("tile {cell}")).collect();
            let own = fits.iter().filter(|cell| cell.starts_with(viking));
            expected.extend(own.map(|cell| format!("tile {cell}+")));
            if expected.is_empty() {
                expected.push("discard".into());
            }
            assert_eq!(table.legal(), expected);
            assert_eq!(table.game.count_legal(&table.state) as usize, expected.len());
            for action in &expected {
                assert!(table.allows(action));
            }
        }
    }
}

#[test]
fn p1_ships_of_long_rows() {
    for (table, seat, naive) in tables() {
        let mut table = table.placing("GB");
        table.state.seat = seat as u8;
        let expected: Vec<String> = match naive.ships.len() {
            ships @ 0..3 => (ships + 1..=3).map(|column| format!("ship {column}")).collect(),
            ships => vec![format!("ship {}", ships + 1)],
        };
        assert_eq!(table.legal(), expected);
        table.play(&expected[0]);
        let after = Naive::read(&table.state.tableau_text(Seat::new(seat)));
        assert_eq!(after.ships.len(), naive.ships.len() + 1);
        assert_eq!(after.ships[&(naive.ships.len() + 1)], 3);
    }
}

#[test]
fn g1_to_g7_of_long_rows() {
    for (table, seat, naive) in tables() {
        let (mut small, mut large) = (table.state, table.state);
        Play { game: &table.game, state: &mut small, sink: &mut () }.small_scoring();
        Play { game: &table.game, state: &mut large, sink: &mut () }.large_scoring(seat);
        let purse = |state: &crate::games::vikings::state::State| {
            (state.gold(Seat::new(seat)), state.glory(Seat::new(seat)))
        };
        assert_eq!(purse(&small), (naive.gold + naive.small_gold(), naive.glory));
        let (gold, glory) = naive.large();
        assert_eq!(purse(&large), (naive.gold + gold, naive.glory + glory));
    }
}

#[test]
fn f2_to_f7_of_long_rows() {
    for (table, seat, naive) in tables() {
        let table = table.final_scoring();
        let (gold, glory) = naive.ships_cost();
        let paid = gold.min(naive.gold);
        let lost = (gold - paid + glory).min(naive.glory);
        assert_eq!(table.fact(seat, Fact::GloryShips), -lost);
        assert_eq!(table.gold(seat), (naive.gold - paid) % 5);
        let (count, longest) = naive.islands();
        let counted = [Fact::Islands, Fact::Longest].map(|fact| table.fact(seat, fact));
        assert_eq!(counted, [count as i32, longest as i32]);
        let food = 5 * naive.safe(4).count() as i32 - naive.mouths() as i32;
        assert_eq!(table.fact(seat, Fact::GlorySurplus), 2 * food.max(0));
        let repelled = [0, 1, 2, 3].map(|sail| Fact::Repelled.plus(sail));
        for (fact, reach) in repelled.into_iter().zip(1..) {
            let own =
                naive.ships.iter().filter(|(column, at)| **at == reach && naive.repelled(**column));
            assert_eq!(table.fact(seat, fact), own.count() as i32);
        }
    }
}

#[test]
fn g3_ferries_to_long_rows() {
    let mut landings = 0;
    for (number, (table, seat, naive)) in tables().enumerate() {
        if !naive.ashore.contains_key(&'B') || (0..5).all(|row| naive.movable(row) == 0) {
            continue;
        }
        let mut rng = Rng::from_seed(number as u64);
        let mut table = table;
        for other in (0..table.game.players()).filter(|&other| other != seat) {
            table = table.tableau(other, "W [");
        }
        let mut table = table.end_of_round(4, seat as u8);
        assert_eq!(table.mover(), Some(seat));
        let rows: Vec<usize> = (0..5).filter(|&row| naive.movable(row) > 0).collect();
        let row = rows[rng.below(rows.len() as u32) as usize];
        let free: Vec<usize> = (1..=36)
            .filter(|&column| naive.tiles.get(&(row, column)).is_some_and(|tile| !tile.viking))
            .collect();
        table.play(&format!("ferry {}", ROWS[row]));
        // One viking after another: the first f - k + 1 free tiles behind the last one.
        let mut behind = &free[..];
        let mut left = naive.movable(row);
        let mut chosen = Vec::new();
        while left > 0 && behind.len() > left {
            let cells: Vec<String> = behind[..=behind.len() - left]
                .iter()
                .map(|&column| format!("land {}", cell((row, column))))
                .collect();
            assert_eq!(table.legal(), cells);
            let k = rng.below(cells.len() as u32) as usize;
            table.play(&cells[k]);
            chosen.push(behind[k]);
            behind = &behind[k + 1..];
            left -= 1;
            landings += 1;
        }
        chosen.extend(&behind[..left]);
        let after = Naive::read(&table.state.tableau_text(Seat::new(seat)));
        let mut expected = naive.tiles.clone();
        for column in chosen {
            expected.get_mut(&(row, column)).unwrap().viking = true;
        }
        assert_eq!(after.tiles, expected);
        let ashore = |naive: &Naive, letter| *naive.ashore.get(&letter).unwrap_or(&0);
        let moved = ashore(&naive, ROWS[row]) - ashore(&after, ROWS[row]);
        assert_eq!(moved, naive.movable(row));
        assert_eq!(ashore(&naive, 'B') - ashore(&after, 'B'), 1);
    }
    assert!(landings > 2000, "{landings}");
}

#[test]
fn the_narrow_board_gives_what_the_wide_one_gives() {
    let (mut narrow, mut all) = (0, 0);
    for (table, seat, naive) in tables() {
        let tableaus = &table.state.tableaus;
        all += 1;
        let far = naive.tiles.keys().map(|place| place.1).max().unwrap();
        assert_eq!(tableaus.is_narrow(seat), far < 12);
        if !tableaus.is_narrow(seat) {
            continue;
        }
        narrow += 1;
        let (one, three) = (tableaus.narrow(seat), tableaus.wide(seat));
        for letter in "[]a".chars() {
            let tile = super::table::tile(letter);
            assert_eq!(one.fits(tile).words(), three.fits(tile).words());
        }
        assert_eq!(large(&one), large(&three));
        assert_eq!(goldsmiths(&one), goldsmiths(&three));
        assert_eq!(islands(&one), islands(&three));
        assert_eq!(mouths_and_feeders(&one), mouths_and_feeders(&three));
        if tableaus.has_narrow_ships(seat) {
            assert_eq!(unrepelled(&one), unrepelled(&three));
        }
    }
    assert!(narrow > 1000 && all - narrow > 1000);
}

#[test]
fn two_seats_with_long_rows_do_not_touch_each_other() {
    let game = game(2, &[]).unwrap();
    for number in 0..400 {
        let mut rng = Rng::from_seed(number);
        let texts = [36, 31].map(|columns| tableau(&mut rng, columns));
        let table = Table::base(2).tableau(0, &texts[0]).tableau(1, &texts[1]);
        for (seat, text) in texts.iter().enumerate() {
            let read = Naive::read(&table.state.tableau_text(Seat::new(seat)));
            assert_eq!(read, Naive::read(text));
        }
        // A tableau that is taken away leaves nothing behind.
        let mut empty = table.tableau(0, "gold 30 glory 10").tableau(1, "gold 30 glory 10").state;
        let fresh = Table::base(2).state;
        empty.seat = fresh.seat;
        assert_eq!(empty, fresh);
        assert_eq!(game.players(), 2);
    }
}
