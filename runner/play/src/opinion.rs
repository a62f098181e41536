use drakkar_agents::agent::{Analysis, Judgement};

#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    pub choice: String,
    /// Every legal action in order, with what the agent found out about it.
    pub actions: Vec<(String, Judgement)>,
}

impl Opinion {
    pub fn win_share(&self, action: &str) -> Option<f64> {
        self.of(action)?.win_share
    }

    pub fn visits(&self, action: &str) -> Option<u64> {
        self.of(action)?.visits
    }

    fn of(&self, action: &str) -> Option<&Judgement> {
        let (_, found) = self.actions.iter().find(|(text, _)| text == action)?;
        Some(found)
    }

    pub(crate) fn new(found: Analysis<impl ToString>, legal: Vec<String>) -> Opinion {
        let actions = found.actions.into_iter().chain(std::iter::repeat_with(Judgement::default));
        let choice = found.choice.to_string();
        Opinion { choice, actions: legal.into_iter().zip(actions).collect() }
    }
}
