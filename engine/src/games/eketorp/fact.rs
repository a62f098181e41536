//! Strategy facts (2.14).

crate::facts! {
    /// Facts of one seat in one game.
    pub enum EketorpFact {
        PointsStones: Source = "points_stones", "points of the stones of the village (F2)";
        PointsFull: Source = "points_full", "bonus for a full village (F2)";
        PointsAmulets: Source = "points_amulets", "points for amulets left (F2)";
        StonesG: Count = "stones_g", "grass in the village at the end";
        StonesW: Count = "stones_w", "wood in the village at the end";
        StonesC: Count = "stones_c", "clay in the village at the end";
        StonesS: Count = "stones_s", "stone in the village at the end";
        Rounds: Count = "rounds", "rounds played";
        Gathered: Count = "gathered", "stones brought home from A to G";
        GatheredPoints: Count = "gathered_points", "their points";
        Looted: Count = "looted", "stones brought home from sieges";
        LootedPoints: Count = "looted_points", "their points";
        Razed: Count = "razed", "stones taken off walls by own sieges, those kept included";
        RazedPoints: Count = "razed_points", "their points";
        Lost: Count = "lost", "stones that others took off the own walls";
        LostPoints: Count = "lost_points", "their points";
        SentSpaces: Count = "sent_spaces", "Vikings sent to A to G, added over the rounds";
        SentSieges: Count = "sent_sieges", "Vikings sent to siege spaces";
        SentHome: Count = "sent_home", "Vikings left at home";
        InHospital: Count = "in_hospital", "Vikings in hospital while others were sent out";
        EmptyHanded: Count = "empty_handed", "Vikings that came home from A to G without a stone";
        Fights: Count = "fights", "duels of two Vikings";
        FightsStarted: Count = "fights_started", "of these, started on the own turn";
        FightsWon: Count = "fights_won", "fights won";
        FightsLost: Count = "fights_lost", "fights lost";
        FightsTied: Count = "fights_tied", "fights that both lost";
        Sieges: Count = "sieges", "sieges held";
        SiegesWon: Count = "sieges_won", "sieges won";
        SiegesLost: Count = "sieges_lost", "sieges lost";
        SiegesTied: Count = "sieges_tied", "sieges that both lost";
        SiegesUndefended: Count = "sieges_undefended", "sieges of a village without defenders, all won";
        Defences: Count = "defences", "sieges of the own village with a defender at home";
        DefencesWon: Count = "defences_won", "sieges beaten off";
        DefencesLost: Count = "defences_lost", "sieges in which the defender lost";
        DefencesTied: Count = "defences_tied", "sieges in which both lost";
        Undefended: Count = "undefended", "sieges of the own village without a defender";
        CardsPlayed: Count = "cards_played", "cards played in fights and sieges";
        CardsSum: Count = "cards_sum", "sum of their values";
        Swaps: Count = "swaps", "new hands for amulets";
        AmuletsUsed: Count = "amulets_used", "amulets paid for them";
    }
}
