//! What agents take of the things that lie open, and how owners fare: figures, the file, which is
//! `bonus_tiles.csv` or the game's name for it, and the table.

use crate::export::cell::Column;
use crate::export::unit::FigureUnit;
use crate::export::{figure::per_cent, figure::plain, sheet::DeclaredTable};
use drakkar_engine::{fact::Fact, item::ItemTable};
use drakkar_stats::counters::{Counters, SHARE_UNIT};
use drakkar_stats::interval::{self, FEWEST_SAMPLES, Interval};

#[derive(Clone, PartialEq, Debug, Default)]
pub struct ItemFigures {
    pub agent: usize,
    pub item: usize,
    /// How many lay open in the games; `None` if line-ups differ in how many seats the agent holds.
    pub appearances: Option<i128>,
    pub rounds: Option<i128>,
    pub offered: i128,
    pub taken: i128,
    /// Decisions at which it could have taken one and took nothing at all.
    pub declined: i128,
    pub per_decision: Option<f64>,
    pub per_appearance: Option<f64>,
    /// Mean round in which it was taken, from 1.
    pub round: Option<f64>,
    pub price: Option<f64>,
    /// Mean share of the win of the seats that took it; a seat counts once for each that it took.
    pub win_share: Option<f64>,
    pub interval: Option<Interval>,
    pub score: Option<f64>,
    pub gain: Option<f64>,
}

/// How many seats each agent holds in every game that it plays; `None` if line-ups differ in that.
pub fn places(line_ups: &[Vec<u8>], agents: usize) -> Vec<Option<i128>> {
    let held = |agent: usize| {
        let seats = |seats: &Vec<u8>| seats.iter().filter(|&&a| usize::from(a) == agent).count();
        let mut counts = line_ups.iter().map(seats).filter(|&seats| seats > 0);
        let first = counts.next()?;
        counts.all(|seats| seats == first).then_some(first as i128)
    };
    (0..agents).map(held).collect()
}

pub fn items(counters: &Counters, table: &ItemTable, places: &[Option<i128>]) -> Vec<ItemFigures> {
    let quotient = |sum: i128, count: i128| (count != 0).then(|| sum as f64 / count as f64);
    let mut found = Vec::new();
    for ((agent, sums), places) in counters.agents.iter().enumerate().zip(places) {
        // After the facts, the sums have the score.
        let facts = &sums.facts[..counters.shape.facts];
        let sum = |fact: Fact| facts[usize::from(fact.0)].x;
        // Facts that are the same for every seat were counted once for each place that the agent holds.
        let once = |fact: Fact| {
            let places = (*places)?;
            // Those that a seat lost because it failed are not counted for it.
            if places > 1 && sums.lost.games > 0 {
                return None;
            }
            debug_assert_eq!(sum(fact) % places, 0, "fact {} differs between seats", fact.0);
            Some(sum(fact) / places)
        };
        let counted = table.items.iter().map(|item| item.facts).enumerate();
        for (number, item) in counted.filter_map(|(number, facts)| Some((number, facts?))) {
            let appearances = once(item.appeared);
            let (offered, taken) = (sum(item.offered), sum(item.taken));
            let each = |fact: Fact| quotient(sum(fact), taken);
            let owned = facts[usize::from(item.taken.0)].win_share_of_each();
            let enough = owned.blocks >= FEWEST_SAMPLES;
            found.push(ItemFigures {
                agent,
                item: number,
                appearances,
                rounds: once(item.rounds),
                offered,
                taken,
                declined: sum(item.declined),
                per_decision: quotient(taken, offered),
                per_appearance: appearances.and_then(|appearances| quotient(taken, appearances)),
                round: each(item.round),
                price: each(item.price),
                win_share: owned.value(SHARE_UNIT),
                interval: enough.then(|| interval::of_share(&owned, SHARE_UNIT)).flatten(),
                score: item.score.and_then(each),
                gain: item.gain.and_then(each),
            });
        }
    }
    found
}

pub fn table<'a>(
    names: &'a [String],
    table: &'a ItemTable,
    score: &str,
    rows: DeclaredTable<&'a ItemFigures>,
) -> DeclaredTable<&'a ItemFigures> {
    rows.kept("agent", |row| &*names[row.agent])
        .word(table.column, |row| table.items[row.item].name)
        .kept_all(["appearances", "rounds_in_row"], |row| [row.appearances, row.rounds])
        .plain("offered", |row| row.offered)
        .plain("taken", |row| row.taken)
        .kept("declined", |row| row.declined)
        .figure(("of decisions", "pick_rate_per_decision"), per_cent, |row| row.per_decision)
        .kept("pick_rate_per_appearance", |row| row.per_appearance)
        .figure("mean round", plain, |row| row.round)
        .figure("mean price", plain, |row| row.price)
        .estimated(("owners win", "win_share_owned"), Column::interval("win_share_owned"), |row| {
            (FigureUnit::Share, row.win_share, row.interval)
        })
        .kept(&format!("{score}_mean"), |row| row.score)
        .kept(&format!("{}_mean", table.resource), |row| row.gain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use drakkar_engine::item::{Item, ItemFacts};
    use drakkar_engine::{outcome::Outcome, seat::PerSeat};
    use drakkar_play::{game::finished, schedule::order_of};
    use drakkar_stats::counters::{Shape, Tally};

    const AXE: ItemFacts = ItemFacts {
        appeared: Fact(0),
        rounds: Fact(1),
        offered: Fact(2),
        taken: Fact(3),
        declined: Fact(4),
        round: Fact(5),
        price: Fact(6),
        score: Some(Fact(7)),
        gain: Some(Fact(8)),
    };
    /// Brings nothing, and reports what the axe does.
    const BELL: ItemFacts = ItemFacts { score: None, gain: None, ..AXE };
    const fn item(name: &'static str, facts: Option<ItemFacts>) -> Item {
        Item { name, take: None, facts }
    }
    const TABLE: ItemTable = ItemTable {
        file: "supplies",
        column: "supply",
        resource: "gold",
        key: "",
        take: ("", ""),
        pursue: &[],
        items: &[item("rope", None), item("axe", Some(AXE)), item("bell", Some(BELL))],
    };

    /// One game: agents, scores and facts by seat.
    type Played = ([u8; 3], [i32; 3], [[i32; 9]; 3]);

    fn counted(agents: usize, blocks: &[&[Played]]) -> Counters {
        let mut tally = Tally::new(Shape { agents, players: 3, facts: 9, milestones: 0 });
        for block in blocks {
            for (order, scores, facts) in *block {
                let outcome = Outcome::by_score(PerSeat::from_fn(3, |seat| scores[seat.index()]));
                let facts = facts.each_ref().map(|facts| &facts[..]);
                tally.game(&finished(&order_of(order), &outcome, &facts));
            }
            tally.end_block();
        }
        tally.finish()
    }

    /// Agent 0 holds one place, agent 1 two.
    ///
    /// First game: four axes lie open, seven rounds in all. Seat 0 takes one of two offered, in
    /// round 2 at price 3, and wins alone. Seat 1 is offered three, takes two in rounds 1 and 4 at
    /// prices 0 and 5, which bring 4 glory and 3 gold, and declines one; it loses. Seat 2 declines its only offer.
    ///
    /// Second game, same deal: four axes again, eight rounds. Seat 0, now agent 1, takes one in
    /// round 6 at price 2 for 1 glory; it shares the win with seat 2, agent 1 too, which takes none.
    const FIRST: Played = (
        [0, 1, 1],
        [9, 5, 1],
        [[4, 7, 2, 1, 0, 2, 3, 2, 0], [4, 7, 3, 2, 1, 5, 5, 4, 3], [4, 7, 1, 0, 1, 0, 0, 0, 0]],
    );
    const SECOND: Played = (
        [1, 0, 1],
        [6, 2, 6],
        [[4, 8, 1, 1, 0, 6, 2, 1, 0], [4, 8, 0, 0, 0, 0, 0, 0, 0], [4, 8, 2, 0, 2, 0, 0, 0, 0]],
    );

    #[test]
    fn figures_by_hand() {
        let rows = items(&counted(2, &[&[FIRST, SECOND]]), &TABLE, &[Some(1), Some(2)]);
        let [alone, bell, twice, _] = &rows[..] else { panic!("{rows:?}") };
        let expected = ItemFigures {
            agent: 0,
            item: 1,
            appearances: Some(8),
            rounds: Some(15),
            offered: 2,
            taken: 1,
            declined: 0,
            per_decision: Some(0.5),
            per_appearance: Some(0.125),
            round: Some(2.0),
            price: Some(3.0),
            win_share: Some(1.0),
            interval: None,
            score: Some(2.0),
            gain: Some(0.0),
        };
        assert_eq!(*alone, expected);
        assert_eq!(*bell, ItemFigures { item: 2, score: None, gain: None, ..expected });
        // Offered 3 + 1 in the first game and 1 + 2 in the second; the win of half a game belongs to
        // one of three axes.
        let expected = ItemFigures {
            agent: 1,
            item: 1,
            appearances: Some(8),
            rounds: Some(15),
            offered: 7,
            taken: 3,
            declined: 4,
            per_decision: Some(3.0 / 7.0),
            per_appearance: Some(3.0 / 8.0),
            round: Some(11.0 / 3.0),
            price: Some(7.0 / 3.0),
            win_share: Some(0.5 / 3.0),
            interval: None,
            score: Some(5.0 / 3.0),
            gain: Some(1.0),
        };
        let shown = ItemFigures { win_share: expected.win_share, ..twice.clone() };
        assert_eq!(shown, expected);
        assert!((twice.win_share.unwrap() - 0.5 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn places_of_agents_in_one_line_up_and_in_several() {
        assert_eq!(places(&[vec![0, 1, 1]], 2), [Some(1), Some(2)]);
        assert_eq!(places(&[vec![0, 1], vec![0, 2], vec![1, 2]], 3), [Some(1); 3]);
        assert_eq!(places(&[vec![0, 1, 1], vec![1, 0, 0]], 3), [None; 3]);
    }

    #[test]
    fn nothing_taken_and_nothing_played() {
        let idle = ([0, 0, 0], [3, 2, 1], [[2, 2, 0, 0, 0, 0, 0, 0, 0]; 3]);
        let rows = items(&counted(1, &[&[idle]]), &TABLE, &[Some(3)]);
        let expected = ItemFigures {
            item: 1,
            appearances: Some(2),
            rounds: Some(2),
            per_appearance: Some(0.0),
            ..ItemFigures::default()
        };
        assert_eq!(rows[0], expected);
        let rows = items(&counted(1, &[]), &TABLE, &[Some(3)]);
        let none = Some(0);
        let (appearances, rounds) = (none, none);
        let expected = ItemFigures { item: 1, appearances, rounds, ..ItemFigures::default() };
        assert_eq!(rows[0], expected);
    }

    /// Seat 0 takes `taken` axes and wins or loses against the same agent.
    fn plain(taken: i32, wins: bool) -> Played {
        let mut facts = [[0; 9]; 3];
        facts[0][3] = taken;
        ([0, 0, 0], [if wins { 5 } else { 0 }, 2, 1], facts)
    }

    /// Blocks without an axe carry no information about its owners: 30 blocks with one axe, half of
    /// them won, have the same interval with and without 50 such blocks.
    #[test]
    fn blocks_in_which_nothing_is_taken_do_not_count() {
        let (won, lost, none) = ([plain(1, true)], [plain(1, false)], [plain(0, true)]);
        let mut blocks = [&won[..], &lost[..]].repeat(15);
        let row = items(&counted(1, &blocks), &TABLE, &[Some(3)]).swap_remove(0);
        // u = ±1/2 in each of 30 blocks: error² = 30/29 · 30/4 / 30² = 1/116, like that of 29
        // independent games; t(29) = 2.04523, and Wilson's interval of one half extends by t /
        // 2√(29 + t²).
        let t = 2.045_23_f64;
        let reach = t / (2.0 * (29.0 + t * t).sqrt());
        let (low, high) = row.interval.unwrap();
        assert!((low - (0.5 - reach)).abs() < 1e-5 && (high - (0.5 + reach)).abs() < 1e-5);
        let few = items(&counted(1, &blocks[..9]), &TABLE, &[Some(3)]).swap_remove(0);
        assert_eq!((few.taken, few.interval), (9, None));
        assert!(items(&counted(1, &blocks[..10]), &TABLE, &[Some(3)])[0].interval.is_some());
        blocks.extend(vec![&none[..]; 50]);
        let diluted = items(&counted(1, &blocks), &TABLE, &[Some(3)]).swap_remove(0);
        let (from, to) = diluted.interval.unwrap();
        assert!((from - low).abs() < 1e-12 && (to - high).abs() < 1e-12);
        assert_eq!((diluted.taken, diluted.win_share), (30, Some(0.5)));
    }

    #[test]
    fn header_and_rows() {
        let axe = ItemFigures {
            agent: 1,
            item: 1,
            appearances: Some(400),
            rounds: Some(700),
            offered: 200,
            taken: 50,
            declined: 30,
            per_decision: Some(0.25),
            per_appearance: Some(0.125),
            round: Some(3.5),
            price: Some(2.0),
            win_share: Some(0.3),
            interval: Some((0.2, 0.4)),
            score: Some(-1.5),
            gain: Some(4.0),
        };
        let bell = ItemFigures { agent: 0, item: 2, ..ItemFigures::default() };
        let names = ["greedy".to_owned(), "mcts:iterations=5,exploration=1".to_owned()];
        let rows = [axe, bell];
        let file = table(&names, &TABLE, "points", DeclaredTable::of_file(&rows)).file();
        let text = String::from_utf8(file.csv()).unwrap();
        assert_eq!(
            text,
            "agent,supply,appearances,rounds_in_row,offered,taken,declined,\
             pick_rate_per_decision,pick_rate_per_appearance,mean_round,mean_price,\
             win_share_owned,win_share_owned_low,win_share_owned_high,points_mean,gold_mean\n\
             \"mcts:iterations=5,exploration=1\",axe,400,700,200,50,30,0.250000,0.125000,3.500000,\
             2.000000,0.300000,0.200000,0.400000,-1.500000,4.000000\n\
             greedy,bell,,,0,0,0,,,,,,,,,\n"
        );
    }
}
