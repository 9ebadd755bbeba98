//! The 16 German states, by their German names.

use crate::text_enum::text_enum;

text_enum! {
    Region {
        BadenWuerttemberg = "Baden-Württemberg",
        Bayern = "Bayern",
        Berlin = "Berlin",
        Brandenburg = "Brandenburg",
        Bremen = "Bremen",
        Hamburg = "Hamburg",
        Hessen = "Hessen",
        MecklenburgVorpommern = "Mecklenburg-Vorpommern",
        Niedersachsen = "Niedersachsen",
        NordrheinWestfalen = "Nordrhein-Westfalen",
        RheinlandPfalz = "Rheinland-Pfalz",
        Saarland = "Saarland",
        Sachsen = "Sachsen",
        SachsenAnhalt = "Sachsen-Anhalt",
        SchleswigHolstein = "Schleswig-Holstein",
        Thueringen = "Thüringen",
    }
}
