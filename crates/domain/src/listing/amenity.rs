//! Amenities of listings.

use crate::text_enum::text_enum;

text_enum! {
    Amenity {
        AirConditioning = "AIR_CONDITIONING",
        Balcony = "BALCONY",
        BicycleStorage = "BICYCLE_STORAGE",
        Cellar = "CELLAR",
        Dishwasher = "DISHWASHER",
        Elevator = "ELEVATOR",
        EnergyCertificate = "ENERGY_CERTIFICATE",
        Furnished = "FURNISHED",
        Garden = "GARDEN",
        Kitchen = "KITCHEN",
        Parking = "PARKING",
        PetsAllowed = "PETS_ALLOWED",
        SwimmingPool = "SWIMMING_POOL",
        Terrace = "TERRACE",
        Tv = "TV",
        WashingMachine = "WASHING_MACHINE",
        WheelchairAccessible = "WHEELCHAIR_ACCESSIBLE",
        Wifi = "WIFI",
    }
}

impl Amenity {
    /// The names that a search finds it by, in German and English.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::AirConditioning => &["Klimaanlage", "Air conditioning"],
            Self::Balcony => &["Balkon", "Balcony"],
            Self::BicycleStorage => &["Fahrradkeller", "Bicycle storage"],
            Self::Cellar => &["Keller", "Cellar"],
            Self::Dishwasher => &["Spülmaschine", "Geschirrspüler", "Dishwasher"],
            Self::Elevator => &["Aufzug", "Elevator"],
            Self::EnergyCertificate => &["Energieausweis", "Energy certificate"],
            Self::Furnished => &["Möbliert", "Furnished"],
            Self::Garden => &["Garten", "Garden"],
            Self::Kitchen => &["Einbauküche", "Küche", "Kitchen"],
            Self::Parking => &["Stellplatz", "Parkplatz", "Parking"],
            Self::PetsAllowed => &["Haustiere erlaubt", "Pets allowed"],
            Self::SwimmingPool => &["Schwimmbad", "Swimming pool"],
            Self::Terrace => &["Terrasse", "Terrace"],
            Self::Tv => &["Fernseher", "TV"],
            Self::WashingMachine => &["Waschmaschine", "Washing machine"],
            Self::WheelchairAccessible => &["Barrierefrei", "Rollstuhlgerecht", "Wheelchair accessible"],
            Self::Wifi => &["WLAN", "Internet", "Wifi"],
        }
    }
}
