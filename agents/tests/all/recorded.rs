//! What agents ask for besides rules, for games that are played in tests alone: a name, and rules without numbers.

macro_rules! recorded {
    ($game:ty, $deal:ty, $id:literal, $players:expr) => {
        impl drakkar_engine::recorded::Recorded for $game {
            type RuleSet = drakkar_agents::heuristic::Without;
            const ID: &'static str = $id;
            const ABOUT: &'static str = "a game of tests";
            const PLAYERS: (usize, usize) = $players;
            const SCORE: &'static str = "points";
            const FACTS: &'static [drakkar_engine::fact::FactInfo] = &[];

            fn rules() -> &'static drakkar_engine::rules::RuleTable {
                static RULES: drakkar_engine::rules::RuleTable =
                    drakkar_engine::rules::RuleTable::new($id, &[], &[]);
                &RULES
            }
            fn new(_: Self::RuleSet, _: usize) -> Result<Self, drakkar_engine::error::KeyError> {
                Err(drakkar_engine::error::KeyError::new("game", "is made by its test"))
            }
            fn rule_set(&self) -> &Self::RuleSet {
                &drakkar_agents::heuristic::Without {}
            }
            fn text(&self, state: &Self::State, _: Option<drakkar_engine::seat::Seat>) -> String {
                format!("{state:?}")
            }
        }
    };
}
