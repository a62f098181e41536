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
    ("win_share_explained players", "win share: who plays"),
    ("win_share_explained seat", "win share: the seat alone"),
    ("win_share_explained deal", "win share: deal and seat"),
    ("win_share_explained rest", "win share: all else"),
    ("margin_explained players", "margin: who plays"),
    ("margin_explained seat", "margin: the seat alone"),
    ("margin_explained deal", "margin: deal and seat"),
    ("margin_explained rest", "margin: all else"),
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
