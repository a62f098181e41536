//! Strategy facts (3.11).

crate::facts! {
    /// Facts of one seat in one game.
    pub enum NoMoreVikingsFact {
        PointsTrack: Source = "points_track", "points on the track, of longships destroyed (K5, R2, R3)";
        PointsVillagers: Source = "points_villagers", "points of villagers (F2)";
        PointsSoldiers: Source = "points_soldiers", "points of soldiers (F2)";
        PointsCottages: Source = "points_cottages", "points of cottages (F2)";
        PointsFortresses: Source = "points_fortresses", "points of fortresses (F2)";
        PointsTowers: Source = "points_towers", "points of towers (F2)";
        PointsEdicts: Source = "points_edicts", "points of edicts left (F2)";
        PointsFields: Source = "points_fields", "points of fields (F3)";
        PointsWhimOwn: Source = "points_whim_own", "points of the own whim (F4)";
        PointsWhimOfficial: Source = "points_whim_official", "points of the official whim (F4)";
        Aggressive: Count = "aggressive", "rounds in which that token was chosen";
        Balanced: Count = "balanced", "rounds in which that token was chosen";
        Development: Count = "development", "rounds in which that token was chosen";
        DidPopulate: Count = "did_populate", "villagers placed by actions";
        DidMarry: Count = "did_marry", "cottages built by actions";
        DidFortress: Count = "did_fortress", "fortresses built";
        DidEnlist: Count = "did_enlist", "villagers who became soldiers by actions";
        DidTower: Count = "did_tower", "towers built";
        DidMove: Count = "did_move", "units moved";
        DidCultivate: Count = "did_cultivate", "villagers who became fields by actions";
        CardsPlayed: Count = "cards_played", "cards announced on the own turn, the cancelled ones included";
        CardsCancelled: Count = "cards_cancelled", "of these, the cancelled ones";
        CountersPlayed: Count = "counters_played", "counters played, in anybody's turn";
        EdictsPlayed: Count = "edicts_played", "edicts played, in anybody's turn";
        LongshipsSunk: Count = "longships_sunk", "longships destroyed for points by cards, towers and soldiers";
        UnitsRaided: Count = "units_raided", "own units destroyed in raids (R4)";
        Filled: Count = "filled", "1 if the seat filled its board (F1)";
        Rounds: Count = "rounds", "rounds begun";
    }
}
