//! The titles of the demo listings, with their scene and amenities.
//!
//! [`TemplateValues`](super::super::template::TemplateValues) fills in the placeholders. A title
//! without one is used once.

use portal_domain::listing::{Amenity, UnitType};

use super::Voice;
use crate::images::Scene;

#[derive(Debug)]
pub(crate) struct Headline {
    pub text: &'static str,
    /// The scene of the first image.
    pub scene: Scene,
    /// The amenities that the headline names.
    pub amenities: &'static [Amenity],
    /// Whether it is for flatmates only.
    is_informal: bool,
}

impl Headline {
    /// Whether it claims to be close to the university or the centre.
    pub(crate) fn claims_proximity(&self) -> bool {
        self.text.contains("nahe {uni}") || self.text.contains("zentral")
    }
}

const fn neutral(text: &'static str, scene: Scene, amenities: &'static [Amenity]) -> Headline {
    Headline { text, scene, amenities, is_informal: false }
}

const fn informal(text: &'static str, scene: Scene, amenities: &'static [Amenity]) -> Headline {
    Headline { text, scene, amenities, is_informal: true }
}

/// The headlines for this unit type and voice.
pub(crate) fn of(unit_type: UnitType, voice: Voice) -> Vec<&'static Headline> {
    let all = match unit_type {
        UnitType::Room => ROOMS,
        UnitType::Apartment => APARTMENTS,
        UnitType::House => HOUSES,
        UnitType::Other => OTHERS,
    };
    all.iter().filter(|headline| !headline.is_informal || voice == Voice::Flatmates).collect()
}

const ROOMS: &[Headline] = &[
    neutral("Helles WG-Zimmer mit Blick ins Grüne", Scene::GardenView, &[]),
    neutral("Ruhiges Zimmer zum Innenhof {at}", Scene::GardenView, &[]),
    neutral("{area} m² in netter {wg} {at}", Scene::GardenView, &[]),
    neutral("Sonniges Zimmer in {wg}, {minutes} Radminuten {to_campus}", Scene::GardenView, &[]),
    neutral("Möbliertes Zimmer mit großem Fenster – {district}", Scene::GardenView, &[Amenity::Furnished]),
    informal("Freies Zimmer in entspannter {wg} – komm vorbei!", Scene::GardenView, &[]),
    neutral("Zimmer mit Balkon in {wg}, {district}", Scene::GardenView, &[Amenity::Balcony]),
    neutral("Gemütliches Zimmer in Altbau-WG {at}", Scene::GardenView, &[]),
    neutral("WG-Zimmer mit Gartenmitbenutzung {at}", Scene::GardenView, &[Amenity::Garden]),
    informal("Nachmieter:in gesucht: {area} m² {at}", Scene::GardenView, &[]),
    neutral("Schreibtisch am Fenster: Zimmer nahe {uni}", Scene::GardenView, &[Amenity::Furnished]),
    neutral("Freundliches Südzimmer in {wg}, {district}", Scene::GardenView, &[]),
    neutral("Kleines, feines Zimmer – günstig und zentral in {city}", Scene::GardenView, &[]),
    neutral("Dachzimmer mit Sternenblick", Scene::Attic, &[]),
    neutral("Zimmer unterm Dach, voll möbliert – {district}", Scene::Attic, &[Amenity::Furnished]),
    neutral("Mansarde mit Charme {at}", Scene::Attic, &[]),
    neutral("Gemütliche Dachschräge, ruhige Lage: {wg} in {city}", Scene::Attic, &[]),
    neutral("Zimmer im Dachgeschoss, {minutes} Minuten {to_campus}", Scene::Attic, &[]),
    informal("Unterm Dach, über der Stadt: dein Zimmer {at}", Scene::Attic, &[]),
    neutral("Viel Platz für Bücher: Dachzimmer in {wg}", Scene::Attic, &[]),
    informal("{wg} mit großer Wohnküche sucht dich", Scene::Kitchen, &[Amenity::Kitchen]),
    informal("Koch-WG {at} sucht jemanden mit Appetit", Scene::Kitchen, &[Amenity::Kitchen]),
    neutral(
        "WG-Zimmer mit Wohnküche und Spülmaschine – {district}",
        Scene::Kitchen,
        &[Amenity::Kitchen, Amenity::Dishwasher],
    ),
    informal("Küchentisch-WG sucht Verstärkung – {district}", Scene::Kitchen, &[Amenity::Kitchen]),
    neutral("Zimmer in gemeinschaftlicher {wg} {at}", Scene::Kitchen, &[Amenity::Kitchen]),
    informal("Du, wir und eine große Küche", Scene::Kitchen, &[Amenity::Kitchen]),
    neutral("Zimmer mit Hochbett und viel Platz darunter", Scene::LoftBed, &[Amenity::Furnished]),
    neutral("Clever möbliert: {area} m² mit Hochbett {at}", Scene::LoftBed, &[Amenity::Furnished]),
    neutral("Kleines Zimmer, großes Hochbett – {district}", Scene::LoftBed, &[]),
    neutral("WG-Zimmer mit Hochbett nahe {uni}", Scene::LoftBed, &[]),
    informal("Semesterstart? Zimmer mit Hochbett frei {at}", Scene::LoftBed, &[]),
    neutral("Ruhiges Zimmer mit Abendsonne {at}", Scene::Evening, &[]),
    neutral("Zimmer mit Blick über die Dächer von {city}", Scene::Evening, &[]),
    neutral("Westzimmer mit Parkett in {wg} {at}", Scene::Evening, &[]),
    neutral("Zimmer zur Zwischenmiete {at}, komplett eingerichtet", Scene::Evening, &[Amenity::Furnished]),
    neutral("Großes Zimmer in {wg} von Studierenden und Berufstätigen", Scene::Evening, &[]),
    neutral("Lichtes Eckzimmer in {wg} – {district}", Scene::Evening, &[]),
    neutral("Zimmer mit zwei Fenstern in sanierter Wohnung {at}", Scene::Evening, &[]),
    neutral("Zimmer plus gemeinsames Wohnzimmer {at}", Scene::Salon, &[]),
    informal("{wg} mit Wohnzimmer und Balkon sucht Mitbewohner:in", Scene::Salon, &[Amenity::Balcony]),
    neutral("Altbauzimmer mit Stuck und Flügeltür {at}", Scene::Salon, &[]),
    neutral("Zimmer in großer Altbauwohnung, {minutes} Min. {to_campus}", Scene::Salon, &[]),
];

const APARTMENTS: &[Headline] = &[
    neutral("Ruhiges Apartment mit Bogenfenster", Scene::Salon, &[]),
    neutral("Stilvolle Altbauwohnung {at}", Scene::Salon, &[]),
    neutral("{rooms}-Zimmer-Wohnung mit Wohnzimmer zum Innenhof – {district}", Scene::Salon, &[]),
    neutral("Kernsaniertes Apartment nahe {uni}", Scene::Salon, &[]),
    neutral("{rooms}-Zimmer-Wohnung mit Balkon {at}", Scene::Salon, &[Amenity::Balcony]),
    neutral("Südbalkon und {area} m² in {city}", Scene::Salon, &[Amenity::Balcony]),
    neutral("Apartment mit Einbauküche – Erstbezug nach Sanierung", Scene::Salon, &[Amenity::Kitchen]),
    neutral("Schicke Stadtwohnung {at}", Scene::Salon, &[]),
    neutral("Wohnung mit Terrasse und viel Ruhe – {district}", Scene::Salon, &[Amenity::Terrace]),
    neutral("Kleines Studio am Park", Scene::Evening, &[]),
    neutral("Studio mit Abendlicht {at}", Scene::Evening, &[]),
    neutral("Möbliertes Apartment {at}, sofort bezugsfertig", Scene::Evening, &[Amenity::Furnished]),
    neutral("Ruhig nach hinten: Apartment in {city}, {district}", Scene::Evening, &[]),
    neutral("Apartment nahe {uni}, Internet inklusive", Scene::Evening, &[Amenity::Wifi]),
    neutral("{rooms}-Zimmer-Wohnung mit Schlafnische {at}", Scene::Evening, &[]),
    neutral("Apartment über den Dächern von {city}", Scene::Evening, &[Amenity::Elevator]),
    neutral("Apartment mit Blick ins Grüne – {district}", Scene::GardenView, &[]),
    neutral("Helles Apartment für eine Person, {minutes} Min. {to_campus}", Scene::GardenView, &[]),
    neutral("Möblierte Wohnung mit Arbeitsplatz {at}", Scene::GardenView, &[Amenity::Furnished]),
    neutral("Gartenwohnung im Hochparterre – {district}", Scene::GardenView, &[Amenity::Garden]),
    neutral("Freundliche Wohnung in ruhigem Haus {at}", Scene::GardenView, &[]),
    neutral("Einliegerwohnung mit eigenem Eingang in {city}", Scene::GardenView, &[]),
    neutral(
        "Barrierefreies Apartment mit Aufzug {at}",
        Scene::GardenView,
        &[Amenity::WheelchairAccessible, Amenity::Elevator],
    ),
    neutral("Dachgeschosswohnung mit Charme {at}", Scene::Attic, &[]),
    neutral("Maisonette unterm Dach – {district}", Scene::Attic, &[]),
    neutral("Dachstudio mit Südfenster, {area} m² {at}", Scene::Attic, &[]),
    neutral("Gemütliche Dachwohnung für Studierende in {city}", Scene::Attic, &[]),
    neutral("Wohnung mit großer Wohnküche {at}", Scene::Kitchen, &[Amenity::Kitchen]),
    neutral("{rooms}-Zimmer-Wohnung mit neuer Küche – {district}", Scene::Kitchen, &[Amenity::Kitchen]),
    neutral("Wohnküche, Bad, Balkon: Apartment nahe {uni}", Scene::Kitchen, &[Amenity::Kitchen, Amenity::Balcony]),
    neutral("Kompakt wohnen: Apartment mit Hochbett {at}", Scene::LoftBed, &[]),
    neutral("Kleines Apartment mit Galerie zum Schlafen – {district}", Scene::LoftBed, &[]),
    informal("Meine Wohnung {at} sucht dich", Scene::Salon, &[]),
    informal("Weg aus dem Elternhaus? Apartment {at}", Scene::GardenView, &[]),
];

const HOUSES: &[Headline] = &[
    neutral("Reihenhaus mit Garten, auch für eine WG", Scene::Salon, &[Amenity::Garden]),
    neutral("Haus mit {rooms} Zimmern {at}", Scene::Salon, &[]),
    neutral("Doppelhaushälfte {at}, WG willkommen", Scene::Salon, &[]),
    neutral("Altes Stadthaus mit Innenhof {at}", Scene::Salon, &[]),
    neutral("Haus mit großer Landhausküche für Studierende", Scene::Kitchen, &[Amenity::Kitchen]),
    neutral("Kleines Backsteinhaus mit Terrasse in {city}", Scene::Kitchen, &[Amenity::Terrace, Amenity::Kitchen]),
    neutral("WG-Haus mit Garten – {district}", Scene::Kitchen, &[Amenity::Kitchen, Amenity::Garden]),
    neutral("Häuschen im Grünen, {minutes} Radminuten {to_campus}", Scene::GardenView, &[Amenity::Garden]),
    neutral("Freistehendes Haus mit Stellplatz – {district}", Scene::GardenView, &[Amenity::Parking]),
    neutral("Fachwerkhaus mit Dachzimmern in {city}", Scene::Attic, &[]),
    neutral("Ruhiges Reihenendhaus mit Westterrasse {at}", Scene::Evening, &[Amenity::Terrace]),
    informal("Haus {at} für {rooms} Leute, die sich mögen", Scene::Salon, &[]),
];

const OTHERS: &[Headline] = &[
    neutral("Wohnheimplatz mit Hochbett", Scene::LoftBed, &[Amenity::Furnished]),
    neutral("Zimmer im Studierendenwohnheim – {district}", Scene::LoftBed, &[Amenity::Furnished]),
    neutral("Wohnheimzimmer mit eigenem Bad nahe {uni}", Scene::LoftBed, &[Amenity::Furnished]),
    neutral("Wohnheimplatz {at}, Internet inklusive", Scene::LoftBed, &[Amenity::Wifi]),
    neutral("Platz im Wohnheim: {area} m², {minutes} Min. {to_campus}", Scene::LoftBed, &[]),
    neutral("Wohnheim {at}: Einzelzimmer mit Gemeinschaftsküche", Scene::LoftBed, &[Amenity::Kitchen]),
    neutral("Tiny House im Garten – {district}", Scene::GardenView, &[Amenity::Garden]),
    neutral("Souterrain mit eigenem Eingang {at}", Scene::GardenView, &[]),
    neutral("Gästezimmer für Praktikum oder Summer School in {city}", Scene::GardenView, &[Amenity::Furnished]),
    neutral("Zwischenmiete für ein Semester {at}", Scene::Evening, &[Amenity::Furnished]),
    neutral("Wohnen auf Zeit für Werkstudierende – {district}", Scene::Evening, &[Amenity::Furnished]),
    neutral("Atelier unterm Dach zum Wohnen und Arbeiten", Scene::Attic, &[]),
    neutral("Loft in alter Druckerei {at}", Scene::Salon, &[]),
    neutral("Co-Living {at}: Zimmer mit Dachterrasse", Scene::Salon, &[Amenity::Terrace]),
    informal("Hausprojekt sucht Mitbewohner:in – {district}", Scene::Kitchen, &[Amenity::Kitchen]),
];
