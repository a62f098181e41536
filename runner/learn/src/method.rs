use serde::{Deserialize, Serialize};

/// How a perceptron is fitted: by Adam (Kingma, Ba 2015), with a rate that falls to 0 in a straight line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Method {
    pub hidden: Vec<usize>,
    pub epochs: u32,
    pub batch: usize,
    pub rate: f32,
    /// Weight of the squared error of scores, in units of 16 points, beside the log loss.
    pub score_weight: f32,
    /// How much expected win shares count, from 0 to 1, the rest being the result; only where there are expected ones.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub search_value_weight: f64,
    /// Of first weights and of the order of positions.
    pub seed: u64,
}

impl Method {
    pub fn net(seed: u64) -> Method {
        Method {
            hidden: vec![64, 32],
            epochs: 8,
            batch: 256,
            rate: 2e-3,
            score_weight: 0.1,
            search_value_weight: 0.0,
            seed,
        }
    }

    pub fn logistic(seed: u64) -> Method {
        Method { hidden: Vec::new(), rate: 2e-2, ..Method::net(seed) }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(weight: &f64) -> bool {
    *weight == 0.0
}
