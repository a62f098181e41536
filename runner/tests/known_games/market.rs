//! *Market*, a game of two seats with things of exactly known worth. In turn, each seat is offered two of four kinds
//! of things and takes one of them or passes, eight times. What a seat takes changes nothing but its own score, so
//! whoever plays, the worth of a kind is the points that it gives: its value for `plain` and `risky`, twice its value
//! for `double`, and 3 more than its value for `gift`. The deal adds as many points as it takes away.

use std::fmt;
use std::str::FromStr;

use drakkar::agents::heuristic::{Heuristic, Judge, Playable, Without};
use drakkar::engine::data::ToData;
use drakkar::engine::error::{KeyError, ParseError};
use drakkar::engine::fact::{FactInfo, Sink};
use drakkar::engine::game::Game;
use drakkar::engine::item::{Item, ItemTable};
use drakkar::engine::outcome::Outcome;
use drakkar::engine::recorded::{Interventions, Recorded};
use drakkar::engine::rules::{Key, Preset, RuleTable};
use drakkar::engine::seat::{PerSeat, Seat};
use drakkar::engine::seed::{DealSeed, Rng};
use drakkar::serde_json::{Value, json};
use serde::{Deserialize, Serialize};

const SEATS: usize = 2;
const OFFERS: usize = 16;
pub(crate) const KINDS: [&str; 4] = ["plain", "double", "gift", "risky"];

#[derive(Clone, Debug)]
pub(crate) struct Market(RuleSet);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleSet {
    thing: Things,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Things {
    plain: Thing,
    double: Thing,
    gift: Thing,
    risky: Thing,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thing {
    value: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    /// The two kinds of each offer, and what is added if one is taken, and 2 more.
    offers: Vec<[u8; 3]>,
}

drakkar::engine::data!(RuleSet, Deal);

/// All are worth 6.
static RULES: RuleTable = RuleTable::new(
    Market::ID,
    &[Preset {
        name: "fair",
        about: "all things are worth 6",
        toml: "thing.plain.value = 6\nthing.double.value = 3\nthing.gift.value = 3\nthing.risky.value = 6\n",
    }],
    &[Key::whole("thing.*.value", 0, 20, "")],
);

/// What a kind with a value is worth.
pub(crate) fn worth(kind: usize, value: i32) -> i32 {
    match KINDS[kind] {
        "double" => 2 * value,
        "gift" => value + 3,
        _ => value,
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct State {
    made: u8,
    scores: [i32; SEATS],
    /// Hidden from the next one on.
    offers: [[u8; 3]; OFFERS],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Choice {
    Take(u8),
    Pass,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Choice::Take(kind) => write!(f, "take {}", KINDS[usize::from(kind)]),
            Choice::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Choice {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Choice, ParseError> {
        let all = (0..KINDS.len() as u8).map(Choice::Take).chain([Choice::Pass]);
        let found = all.into_iter().find(|choice| choice.to_string() == text);
        found.ok_or_else(|| ParseError::new("action", text, "expected such as `take gift`"))
    }
}

fn draw(rng: &mut Rng) -> [u8; 3] {
    let first = rng.below(KINDS.len() as u32);
    let second = (first + 1 + rng.below(KINDS.len() as u32 - 1)) % KINDS.len() as u32;
    [first as u8, second as u8, rng.below(5) as u8]
}

impl Game for Market {
    type Deal = Deal;
    type State = State;
    type Action = Choice;
    type Scoring = ();
    const HIDES: bool = true;

    fn players(&self) -> usize {
        SEATS
    }
    fn deal(&self, seed: DealSeed) -> Deal {
        let mut rng = seed.seatings();
        Deal { offers: (0..OFFERS).map(|_| draw(&mut rng)).collect() }
    }
    fn state(&self, deal: &Deal) -> State {
        let mut offers = [[0, 1, 2]; OFFERS];
        offers.copy_from_slice(&deal.offers);
        State { made: 0, scores: [0; SEATS], offers }
    }
    fn to_move(&self, state: &State) -> Option<Seat> {
        let made = usize::from(state.made);
        (made < OFFERS).then(|| Seat::new(made % SEATS))
    }
    fn legal(&self, state: &State, into: &mut Vec<Choice>) {
        into.clear();
        if let Some(&[first, second, _]) = state.offers.get(usize::from(state.made)) {
            into.extend([Choice::Take(first), Choice::Take(second), Choice::Pass]);
        }
    }
    fn apply_unchecked<S: Sink<()>>(&self, state: &mut State, choice: Choice, _: &mut S) {
        let made = usize::from(state.made);
        if let Choice::Take(kind) = choice {
            let Things { plain, double, gift, risky } = &self.0.thing;
            let value = [plain, double, gift, risky][usize::from(kind)].value;
            let luck = i32::from(state.offers[made][2]) - 2;
            let scale = if KINDS[usize::from(kind)] == "risky" { 2 } else { 1 };
            state.scores[made % SEATS] += worth(kind.into(), value.into()) + scale * luck;
        }
        state.made += 1;
    }
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(SEATS, |seat| state.scores[seat.index()]))
    }
    fn draw(&self, state: &State, _: Seat, rng: &mut Rng) -> State {
        let mut drawn = *state;
        for (number, offer) in drawn.offers.iter_mut().enumerate().skip(drawn.made.into()) {
            let [first, second, _] = *offer;
            *offer = draw(rng);
            if number == usize::from(drawn.made) {
                *offer = [first, second, offer[2]];
            }
        }
        drawn
    }
    fn clock(&self, state: &State) -> u32 {
        state.made.into()
    }
    fn epoch(&self, state: &State) -> u32 {
        state.made.into()
    }
}

drakkar::engine::facts! {
    /// Nothing but the score.
    pub(crate) enum MarketFact {
        Things: Count = "things", "things taken";
    }
}

const ITEMS: [Item; KINDS.len()] = {
    let mut items = [Item { name: "", take: None, facts: None }; KINDS.len()];
    let mut kind = 0;
    while kind < KINDS.len() {
        items[kind].name = KINDS[kind];
        kind += 1;
    }
    items
};

const THINGS: ItemTable = ItemTable {
    file: "things",
    column: "item",
    resource: "",
    key: "thing",
    take: ("take *", "pass"),
    pursue: &[],
    items: &ITEMS,
};

impl Recorded for Market {
    type RuleSet = RuleSet;
    const ID: &'static str = "market";
    const ABOUT: &'static str = "things of known effect";
    const PLAYERS: (usize, usize) = (SEATS, SEATS);
    const SCORE: &'static str = "points";
    const FACTS: &'static [FactInfo] = MarketFact::ALL;

    fn rules() -> &'static RuleTable {
        &RULES
    }
    fn new(rules: RuleSet, _: usize) -> Result<Market, KeyError> {
        RULES.check(&rules.to_data())?;
        Ok(Market(rules))
    }
    fn rule_set(&self) -> &RuleSet {
        &self.0
    }
    fn check_deal(&self, deal: &Deal) -> Result<(), KeyError> {
        let kinds = KINDS.len() as u8;
        let fits = |&[first, second, luck]: &[u8; 3]| {
            first < kinds && second < kinds && first != second && luck < 5
        };
        let whole = deal.offers.len() == OFFERS && deal.offers.iter().all(fits);
        if whole { Ok(()) } else { Err(KeyError::new("offers", "are not such offers")) }
    }
    fn text(&self, state: &State, _: Option<Seat>) -> String {
        format!("{state:?}\n")
    }
    /// Nothing draws it.
    fn scene(&self, state: &State) -> Option<Value> {
        Some(json!({ "drawing": "market", "made": state.made }))
    }
    fn items(&self) -> Option<&'static ItemTable> {
        Some(&THINGS)
    }
    fn interventions(&self) -> Option<&dyn Interventions<Market>> {
        Some(self)
    }
}

impl Interventions<Market> for Market {}

impl Playable for Market {
    type Heuristic = Weights;
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    /// A point.
    point: f64,
}

drakkar::engine::data!(Weights);

impl Default for Weights {
    fn default() -> Weights {
        Weights { point: 1.0 }
    }
}

impl Heuristic<Market> for Weights {
    type Judge = Weights;
    type Features = Without;

    fn judge(&self, _: &Market) -> Weights {
        *self
    }
}

impl Judge<Market> for Weights {
    fn value(&self, _: &Market, state: &State, seat: Seat) -> f64 {
        self.point * f64::from(state.scores[seat.index()])
    }
    fn scale(&self, _: &Market, _: &State) -> f64 {
        2.0
    }
}
