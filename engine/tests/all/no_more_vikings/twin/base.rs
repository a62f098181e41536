//! The preset `base`: the components of section 3.8 and the values of section 3.9.

/// As a rule-set file.
pub const BASE: &str = r#"
[setup]
cards = 3
edicts = 1
villagers = 1
whims_drawn = 2
[strategies]
aggressive = { draw = 3, keep = 2, actions = 0 }
balanced = { draw = 2, keep = 1, actions = 2 }
development = { draw = 0, keep = 0, actions = 3 }
[scoring]
villager = -1
soldier = 1
cottage = 3
fortress = 5
tower = 5
edict = 1
field_neighbour = 1
sunk_longship = 1
[switches]
occupied_column = "none"
raid_targets = ["villager", "cottage"]
full_board_end = "immediate"
tower_returns_fortress = true
[board]
rows = 4
columns = 4
[supply]
villager = 28
soldier = 16
cottage = 20
fortress = 12
tower = 8
field = 16
edict = 12
longship = 12
[months]
bonus = ["", "villager", "", "edict", "villager", "", "cottage", "villager", "", "edict", "villager", ""]
[[cards]]
kind = "settler"
landing = ["a", "ab", "b", "cd", "c"]
[[cards]]
kind = "recruit"
landing = ["ac", "d", "bd", "a"]
[[cards]]
kind = "builder"
landing = ["ad", "b", "bc"]
[[cards]]
kind = "bow"
landing = ["c", "ab", "d", "cd", "a"]
[[cards]]
kind = "beacon"
landing = ["ac", "b"]
[[cards]]
kind = "divert"
landing = ["bd", "c", "ad", "d"]
[[cards]]
kind = "abduct"
landing = ["bc", "a", "ab"]
[[cards]]
kind = "burn"
landing = ["b", "cd"]
[[cards]]
kind = "duel"
landing = ["c", "ac"]
[[cards]]
kind = "steal"
landing = ["d", "bd"]
[[cards]]
kind = "harvest"
landing = ["a", "ad"]
[[cards]]
kind = "favour"
landing = ["b", "bc"]
[[cards]]
kind = "counter"
landing = ["c", "ab", "d", "cd"]
[[cards]]
kind = "plague"
landing = ["a", "ac"]
[[cards]]
kind = "newcomers"
landing = ["b", "bd"]
[[cards]]
kind = "fog"
landing = ["c"]
[[cards]]
kind = "fire"
landing = ["ad"]
[[cards]]
kind = "storm"
landing = ["d"]
[[cards]]
kind = "grace"
landing = ["bc"]
[[whims]]
name = "square"
points = 6
pattern = ["HH", "HH"]
[[whims]]
name = "row"
points = 4
pattern = ["HHHH"]
[[whims]]
name = "column"
points = 4
pattern = ["H", "H", "H", "H"]
[[whims]]
name = "diagonal"
points = 4
pattern = ["H..", ".H.", "..H"]
[[whims]]
name = "angle"
points = 4
pattern = ["HH", "H.", "H."]
[[whims]]
name = "tee"
points = 4
pattern = [".H.", "HHH"]
[[whims]]
name = "corners"
points = 4
pattern = ["H..H", "....", "....", "H..H"]
[[whims]]
name = "garden"
points = 4
pattern = ["HAH"]
[[whims]]
name = "watch"
points = 4
need = { tower = 2 }
[[whims]]
name = "fields"
points = 4
need = { field = 3 }
[[whims]]
name = "empty"
points = 4
none = "villager"
[[whims]]
name = "guard"
points = 4
need = { soldier = 3 }
"#;
