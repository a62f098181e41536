//! Figures in words.

/// Those of a profile as people call them, by figure and place, in the order of tables; others are in the file
/// alone.
pub const PROFILE: [(&str, &str); 25] = [
    ("decisions", "decisions of a game"),
    ("decisions_of_a_seat", "decisions of a seat"),
    ("real_decisions", "decisions with a choice"),
    ("actions_mean", "actions to choose from, mean"),
    ("actions_median", "actions to choose from, median"),
    ("reveals", "times that something is revealed"),
    ("win_share_variance skill", "win share due to skill"),
    ("win_share_variance seat", "win share due to the seat"),
    ("win_share_variance deal", "win share due to the deal"),
    ("win_share_variance rest", "win share due to all else"),
    ("margin_variance skill", "margin due to skill"),
    ("margin_variance seat", "margin due to the seat"),
    ("margin_variance deal", "margin due to the deal"),
    ("margin_variance rest", "margin due to all else"),
    ("neighbours_ahead", "next level ahead"),
    ("lead_changes", "changes of the lead"),
    ("behind_at_half", "winner behind at half"),
    ("last_at_half", "winner last at half"),
    ("doubted_at_half", "winner doubted at half"),
    ("winner_known", "winner known after"),
    ("same_choice", "two searches agree"),
    ("plain_choice", "plain search agrees"),
    ("close_choice", "best two as good as equal"),
    ("obvious_wrong", "greedy clearly wrong"),
    ("obvious_loss", "win share lost by greedy"),
];
