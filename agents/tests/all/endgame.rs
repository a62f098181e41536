//! Endgames that are solved, against plain max^n that knows nothing of the search.

use std::time::Instant;

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::mcts::{Backup, Mcts, RootChild, Settings};
use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::outcome::Outcome;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};

/// Positions from which a game can end in more ways are not compared.
const MOST: u32 = 1_500;

/// Deals of *Vikings* for each number of seats; twice as many with `DRAKKAR_CONTRACT_TIMES`.
fn deals() -> u32 {
    if std::env::var_os("DRAKKAR_CONTRACT_TIMES").is_some() { 30 } else { 15 }
}

/// The ways in which a game can end from `state`, up to about `most`.
fn ends<G: Game>(game: &G, state: &G::State, most: u32) -> u32 {
    if game.to_move(state).is_none() {
        return 1;
    }
    let mut sum = 0;
    for k in 0..game.count_legal(state) {
        if sum > most {
            break;
        }
        sum += ends(game, &after(game, state, k), most);
    }
    sum
}

fn after<G: Game>(game: &G, state: &G::State, k: u32) -> G::State {
    let mut next = *state;
    game.apply_unchecked(&mut next, game.nth_legal(state, k), &mut ());
    next
}

/// What seats want.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Aim {
    Win,
    /// A higher score, compared with the others', if they win as much.
    WinByMuch,
    /// Points, whatever the others have.
    Points,
}

/// What a search assumes of play.
#[derive(Clone, Copy, Debug)]
struct Wishes<'a> {
    aim: Aim,
    /// All others want this seat to lose.
    paranoid: Option<Seat>,
    /// What a seat does not play if it can help it.
    forbidden: Option<(Seat, &'a str)>,
}

const WISHES: Wishes<'static> = Wishes { aim: Aim::Win, paranoid: None, forbidden: None };

impl Wishes<'_> {
    /// How much `seat` likes an end; a higher pair is better.
    fn liking(&self, end: &Outcome, seat: Seat) -> (i32, i32) {
        let others = end.score.iter().filter(|&(other, _)| other != seat);
        let lead = end.score[seat] - others.map(|(_, score)| score).max().unwrap();
        let share = i32::from(end.share[seat]);
        match (self.paranoid, self.aim) {
            (Some(own), _) if own != seat => {
                let (most, next) = self.liking(end, own);
                (-most, -next)
            }
            (_, Aim::Win) => (share, 0),
            (_, Aim::WinByMuch) => (share, lead),
            (_, Aim::Points) => (end.score[seat], 0),
        }
    }

    /// The numbers of the actions that are played in `state`.
    fn actions<G: Game>(&self, game: &G, state: &G::State, seat: Seat) -> Vec<u32> {
        let forbidden = |k: &u32| {
            let text = game.nth_legal(state, *k).to_string();
            self.forbidden.is_some_and(|(own, action)| own == seat && action == text)
        };
        let all = 0..game.count_legal(state);
        let allowed: Vec<u32> = all.clone().filter(|k| !forbidden(k)).collect();
        if allowed.is_empty() { all.collect() } else { allowed }
    }

    /// How the game ends if every seat takes what it likes best, the first of equal ones.
    fn play<G: Game>(&self, game: &G, state: &G::State) -> Outcome {
        let Some(seat) = game.to_move(state) else { return game.outcome(state) };
        let mut best: Option<Outcome> = None;
        for k in self.actions(game, state, seat) {
            let end = self.play(game, &after(game, state, k));
            let better = |best: &Outcome| self.liking(&end, seat) > self.liking(best, seat);
            if best.as_ref().is_none_or(better) {
                best = Some(end);
            }
        }
        best.unwrap()
    }
}

fn settings(aim: Aim) -> Settings {
    let settings = Settings::default().with_iterations(20).unwrap();
    let (score_weight, own_score) = match aim {
        Aim::Win => (0.0, 0.0),
        Aim::WinByMuch => (0.3, 0.0),
        Aim::Points => (0.3, 1.0),
    };
    Settings { score_weight, own_score, ..settings }
}

/// The choice of a new search in `state`, what it found, and its iterations.
fn think<G: Playable>(
    game: &G,
    state: &G::State,
    settings: Settings,
    forbid: Option<&str>,
) -> (u32, Vec<RootChild>, u64) {
    let mut search = Mcts::new(settings, G::Heuristic::standard(), game)
        .with_restriction(forbid.map(|text| text.parse().unwrap()));
    let view = game.view(state, game.to_move(state).unwrap());
    let choice = search.choose(&view, &mut Rng::from_seed(3)).unwrap();
    let number = (0..view.count_legal()).find(|&k| view.nth_legal(k) == choice).unwrap();
    (number, search.root_children(), search.take_log().iterations)
}

/// Compares one position; returns whether it was solved.
fn compare<G: Playable>(game: &G, state: &G::State, wishes: Wishes<'_>) -> bool {
    let seat = game.to_move(state).unwrap();
    let total = ends(game, state, MOST);
    let backup = if wishes.paranoid.is_some() { Backup::Paranoid } else { Backup::MaxN };
    let settings = Settings { backup, ..settings(wishes.aim) };
    let forbid = wishes.forbidden.map(|(_, action)| action);
    let solving = Settings { endgame: MOST, ..settings };
    let (choice, children, iterations) = think(game, state, solving, forbid);
    let actions = wishes.actions(game, state, seat);
    let is_perfect = game.view(state, seat).has_perfect_information();
    if actions.len() == 1 || !is_perfect || (forbid.is_none() && total > MOST) {
        assert_eq!(think(game, state, settings, forbid), (choice, children, iterations));
        return false;
    }
    if forbid.is_some() && total > MOST {
        return false;
    }
    assert_eq!(iterations, 0);
    let mut best: Option<(u32, (i32, i32))> = None;
    for &k in &actions {
        let end = wishes.play(game, &after(game, state, k));
        let liking = wishes.liking(&end, seat);
        let RootChild { visits, mean, .. } = children[k as usize];
        assert_eq!(visits, 1);
        if wishes.aim == Aim::Win {
            assert_eq!(mean, f64::from(end.share[seat]) / 60.0);
        }
        if best.is_none_or(|(_, best)| liking > best) {
            best = Some((k, liking));
        }
    }
    assert_eq!(Some(choice), best.map(|(k, _)| k), "{:?} {state:?}", wishes.aim);
    if forbid.is_none() && total > 1 {
        // One way more than is allowed.
        let giving_up = Settings { endgame: total - 1, ..settings };
        assert_eq!(think(game, state, giving_up, None), think(game, state, settings, None));
        assert_eq!(think(game, state, Settings { endgame: total, ..settings }, None).2, 0);
    }
    true
}

/// Compares positions of random games from the first that `is_late`; returns how many were solved.
fn solved<G: Playable>(game: &G, deals: u64, is_late: impl Fn(&G::State) -> bool) -> u32 {
    let (mut solved, mut rng) = (0, Rng::from_seed(8));
    for deal in 0..deals {
        let mut state = game.state(&game.deal(DealSeed { seed: 8, deal }));
        while let Some(seat) = game.to_move(&state) {
            if is_late(&state) {
                let aim = [Aim::WinByMuch, Aim::Win, Aim::Points][deal as usize % 3];
                let wishes = Wishes { aim, ..WISHES };
                solved += u32::from(compare(game, &state, wishes));
                let paranoid = Wishes { paranoid: Some(seat), ..wishes };
                solved += u32::from(compare(game, &state, paranoid));
                let first = game.nth_legal(&state, 0).to_string();
                let restricted = Wishes { forbidden: Some((seat, &first)), ..wishes };
                solved += u32::from(compare(game, &state, restricted));
            }
            let action = game.random_legal(&state, &mut rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
    }
    solved
}

#[test]
fn connect_four() {
    let game = ConnectFour::default();
    let solved = solved(&game, 400, |state| game.clock(state) >= 24);
    assert!(solved >= 300, "{solved}");
}

#[test]
fn vikings() {
    for players in 2..=4 {
        let game = Vikings::base(players);
        let is_late = |state: &_| game.clock(state) >> 18 >= (5 << 5) + 8;
        let solved = solved(&game, deals().into(), is_late);
        assert!(solved >= 5 * deals(), "{players}: {solved}");
    }
}

#[test]
fn vikings_with_the_advanced_rules() {
    let preset = AdvancedVikings::rules().preset("advanced").unwrap();
    for players in 2..=4 {
        let rule_set = AdvancedVikings::read_toml(preset.toml).unwrap();
        let game = AdvancedVikings::new(rule_set, players).unwrap();
        let solved =
            solved(&game, deals().into(), |state| state.round() == 6 && state.purchases() >= 8);
        assert!(solved >= 5 * deals(), "{players}: {solved}");
    }
}

/// What is not found in time is searched as if it were too large.
#[test]
fn a_solver_gives_up_when_its_choice_will_not_be_used() {
    let game = ConnectFour::default();
    let mut rng = Rng::from_seed(8);
    // A position of a random game with enough ends to look at the clock.
    let state = loop {
        let mut state = game.state(&game.deal(DealSeed { seed: 8, deal: 3 }));
        while game.clock(&state) < 26 && game.to_move(&state).is_some() {
            let action = game.random_legal(&state, &mut rng);
            game.apply_unchecked(&mut state, action, &mut ());
        }
        if (1 << 12..1 << 18).contains(&ends(&game, &state, 1 << 18)) {
            break state;
        }
    };
    let settings = Settings { endgame: 1 << 18, ..settings(Aim::Win) };
    let iterations = |is_late: bool| {
        let mut search =
            Mcts::new(settings, <ConnectFour as Playable>::Heuristic::standard(), &game);
        if is_late {
            search.hurry(Instant::now());
        }
        let view = game.view(&state, game.to_move(&state).unwrap());
        search.choose(&view, &mut Rng::from_seed(3)).unwrap();
        search.take_log().iterations
    };
    assert_eq!(iterations(false), 0);
    assert!(iterations(true) > 0);
}

/// Two cards each, and the second prize is known; but who bids last does not know the first bid.
#[test]
fn secret_bids_are_never_solved() {
    let preset = Goofspiel::rules().preset("base").unwrap();
    let changes = ["deck.cards=4".to_owned()];
    let toml = rules::set(preset.toml, &changes).unwrap();
    let game = Goofspiel::new(Goofspiel::read_toml(&toml).unwrap(), 2).unwrap();
    assert_eq!(solved(&game, 20, |_| true), 0);
}

#[test]
fn nothing_is_solved_unless_asked() {
    assert_eq!(Settings::default().endgame, 0);
    let game = ConnectFour::default();
    let mut rng = Rng::from_seed(8);
    let mut state = game.state(&game.deal(DealSeed { seed: 8, deal: 0 }));
    while game.to_move(&state).is_some() {
        if game.count_legal(&state) > 1 {
            assert!(think(&game, &state, settings(Aim::WinByMuch), None).2 > 0);
        }
        let action = game.random_legal(&state, &mut rng);
        game.apply_unchecked(&mut state, action, &mut ());
    }
}
