//! Strategy facts: a round in which all are counted by hand, and what must hold in random games.

use super::agreement::RULES;
use super::table::{HANDS, Table, game, seeded};
use crate::games::eketorp::Eketorp;
use crate::games::eketorp::fact::EketorpFact;
use crate::games::eketorp::state::Phase;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

#[test]
fn the_facts_have_their_names_and_their_order() {
    let names: Vec<&str> = Eketorp::FACTS.iter().map(|info| info.name).collect();
    let expected = "points_stones points_full points_amulets stones_g stones_w stones_c stones_s rounds \
        gathered gathered_points looted looted_points razed razed_points lost lost_points \
        sent_spaces sent_sieges sent_home in_hospital empty_handed \
        fights fights_started fights_won fights_lost fights_tied \
        sieges sieges_won sieges_lost sieges_tied sieges_undefended \
        defences defences_won defences_lost defences_tied undefended \
        cards_played cards_sum swaps amulets_used";
    assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn all_facts_of_a_round_played_by_hand() {
    let game = game(3, &["game.rounds=1", "setup.vikings.3=3"]).unwrap();
    let mut table = Table::with(game, &HANDS[..3], "6655");
    table = table.walls(0, "- - gg - - -").walls(1, "gw c - - - -");
    table.send(&["A D 1C", "D 2C", "D 0B"]);
    // Seat 0 swaps 1256 for 5566 and beats seat 1, whose Viking goes to station 1.
    table.play("fight D 1; swap; keep; card 6; card 2");
    // Seat 1 and the one defender of seat 2 tie.
    assert_eq!(table.conflict(), ("2C".into(), 1, 2));
    table.duel(3, 3);
    // Seat 0 has nobody at home: d is 4, and two grass are worth 2.
    table.play("siege 0B").duel(4, 5).play("loot 2 0 g");
    table.play("siege 1C").duel(6, 4).play("loot 1 0 w");
    // Seat 2 and seat 0 tie on D; seat 0 has a single 5 left.
    assert_eq!(
        (table.conflict(), table.cards(0)),
        (("D".into(), 2, 0), ("5".into(), "244".into()))
    );
    table.play("keep; keep; card 5");
    assert_eq!(table.phase(), Phase::Over);
    let facts = |seat| table.ledger.facts(Seat::new(seat)).to_vec();
    let zero = [
        3,
        0,
        1,
        1,
        1,
        0,
        0,
        1, // points, stones, rounds
        1,
        1,
        1,
        2,
        1,
        2,
        2,
        2, // gathered, looted, razed, lost
        2,
        1,
        0,
        0,
        0, // sent, empty-handed
        2,
        1,
        1,
        0,
        1, // fights
        1,
        1,
        0,
        0,
        0, // sieges
        0,
        0,
        0,
        0,
        1, // defences
        4,
        6 + 5 + 6 + 5,
        1,
        4, // cards, amulets
    ];
    let one = [
        4,
        0,
        5,
        1,
        0,
        1,
        0,
        1, // the wood is lost
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        2, //
        1,
        1,
        1,
        0,
        0, //
        1,
        0,
        0,
        1,
        0, //
        1,
        0,
        0,
        1,
        0, //
        1,
        0,
        1,
        0,
        0, //
        3,
        2 + 3 + 4,
        0,
        0,
    ];
    let two = [
        1,
        0,
        5,
        1,
        0,
        0,
        0,
        1, // the grass that it looted
        0,
        0,
        1,
        1,
        2,
        2,
        0,
        0, //
        1,
        1,
        1,
        0,
        0, //
        1,
        1,
        0,
        0,
        1, //
        1,
        1,
        0,
        0,
        1, //
        1,
        0,
        0,
        1,
        0, //
        3,
        3 + 4 + 5,
        0,
        0,
    ];
    assert_eq!((facts(0), facts(1), facts(2)), (zero.to_vec(), one.to_vec(), two.to_vec()));
}

#[test]
fn what_facts_add_up_to() {
    use EketorpFact::*;
    let mut sums = vec![0; Eketorp::FACTS.len()];
    for (players, changes) in (3..=6).flat_map(|players| RULES.map(|changes| (players, changes))) {
        let game = game(players, changes).unwrap();
        for number in 0..20 {
            let mut table = Table::dealt(game.clone(), &seeded(&game, number));
            let mut rng = Rng::from_seed(number);
            let mut cards = vec![0; players];
            while let Some(seat) = table.mover() {
                let action = table.play_any(&mut rng);
                let card = action.strip_prefix("card ").map_or(0, |card| card.parse().unwrap());
                cards[seat] += card;
            }
            let of = |seat: usize, fact: EketorpFact| table.fact(seat, fact);
            let all = |fact: EketorpFact| (0..players).map(|seat| of(seat, fact)).sum::<i32>();
            for (seat, &chosen) in cards.iter().enumerate() {
                let is = |whole: EketorpFact, parts: &[EketorpFact]| {
                    let sum: i32 = parts.iter().map(|&part| of(seat, part)).sum();
                    assert_eq!(of(seat, whole), sum, "{whole:?}");
                };
                assert_eq!(
                    [PointsStones, PointsFull, PointsAmulets]
                        .map(|fact| of(seat, fact))
                        .iter()
                        .sum::<i32>(),
                    table.points()[seat]
                );
                is(Fights, &[FightsWon, FightsLost, FightsTied]);
                is(Sieges, &[SiegesWon, SiegesLost, SiegesTied]);
                is(Defences, &[DefencesWon, DefencesLost, DefencesTied]);
                is(CardsPlayed, &[Fights, Sieges, Defences, Undefended]);
                let stones: i32 =
                    [StonesG, StonesW, StonesC, StonesS].map(|fact| of(seat, fact)).iter().sum();
                assert_eq!(stones, of(seat, Gathered) + of(seat, Looted) - of(seat, Lost));
                let sent: i32 = [SentSpaces, SentSieges, SentHome, InHospital]
                    .map(|fact| of(seat, fact))
                    .iter()
                    .sum();
                assert_eq!(sent, of(seat, Rounds) * i32::from(game.numbers.vikings));
                assert!(of(seat, SiegesUndefended) <= of(seat, SiegesWon));
                assert!(of(seat, CardsSum) >= chosen, "some are played without asking");
                let begun =
                    i32::from(game.rule_set.setup.amulets) - i32::from(table.amulets_left(seat));
                assert_eq!(of(seat, AmuletsUsed), begun);
                assert_eq!(of(seat, Rounds) as usize, table.ledger.scorings().len());
                sums.iter_mut()
                    .zip(table.ledger.facts(Seat::new(seat)))
                    .for_each(|(sum, fact)| *sum += fact);
            }
            assert_eq!((all(Razed), all(RazedPoints)), (all(Lost), all(LostPoints)));
            assert_eq!((all(FightsWon), all(FightsStarted) * 2), (all(FightsLost), all(Fights)));
            assert_eq!(all(Sieges), all(Defences) + all(Undefended));
            assert_eq!(all(SiegesUndefended), all(Undefended));
            assert_eq!((all(SiegesLost), all(SiegesTied)), (all(DefencesWon), all(DefencesTied)));
        }
    }
    let never: Vec<&str> = Eketorp::FACTS
        .iter()
        .zip(&sums)
        .filter(|(_, sum)| **sum == 0)
        .map(|(info, _)| info.name)
        .collect();
    assert_eq!(never, [""; 0], "every fact occurs");
}
