//! What stands over the demo listings, and the room that belongs to it.
//!
//! Slots are filled in by [`Slots`](super::super::slots::Slots). A headline without one is used once.

use portal_domain::listing::{Amenity, UnitType};

use super::Voice;
use crate::seed::pictures::Scene;

#[derive(Debug)]
pub struct Headline {
    pub text: &'static str,
    /// What the title picture shows.
    pub scene: Scene,
    /// What the listing must come with for the headline to be true.
    pub promises: &'static [Amenity],
    /// Whether it speaks to the reader as among friends.
    familiar: bool,
}

impl Headline {
    /// Whether it praises the place for being close to the university or the centre.
    pub fn claims_to_be_near(&self) -> bool {
        self.text.contains("nahe {uni}") || self.text.contains("zentral")
    }
}

const fn says(text: &'static str, scene: Scene, promises: &'static [Amenity]) -> Headline {
    Headline { text, scene, promises, familiar: false }
}

const fn calls(text: &'static str, scene: Scene, promises: &'static [Amenity]) -> Headline {
    Headline { text, scene, promises, familiar: true }
}

/// The headlines that fit a listing of this type in this voice.
pub fn of(unit_type: UnitType, voice: Voice) -> Vec<&'static Headline> {
    let all = match unit_type {
        UnitType::Room => ROOMS,
        UnitType::Apartment => APARTMENTS,
        UnitType::House => HOUSES,
        UnitType::Other => OTHERS,
    };
    all.iter().filter(|headline| !headline.familiar || voice == Voice::Flatmates).collect()
}

const ROOMS: &[Headline] = &[
    says("Helles WG-Zimmer mit Blick ins Grüne", Scene::GardenView, &[]),
    says("Ruhiges Zimmer zum Innenhof {at}", Scene::GardenView, &[]),
    says("{area} m² in netter {wg} {at}", Scene::GardenView, &[]),
    says("Sonniges Zimmer in {wg}, {minutes} Radminuten {to_campus}", Scene::GardenView, &[]),
    says("Möbliertes Zimmer mit großem Fenster – {district}", Scene::GardenView, &[Amenity::Furnished]),
    calls("Freies Zimmer in entspannter {wg} – komm vorbei!", Scene::GardenView, &[]),
    says("Zimmer mit Balkon in {wg}, {district}", Scene::GardenView, &[Amenity::Balcony]),
    says("Gemütliches Zimmer in Altbau-WG {at}", Scene::GardenView, &[]),
    says("WG-Zimmer mit Gartenmitbenutzung {at}", Scene::GardenView, &[Amenity::Garden]),
    calls("Nachmieter:in gesucht: {area} m² {at}", Scene::GardenView, &[]),
    says("Schreibtisch am Fenster: Zimmer nahe {uni}", Scene::GardenView, &[Amenity::Furnished]),
    says("Freundliches Südzimmer in {wg}, {district}", Scene::GardenView, &[]),
    says("Kleines, feines Zimmer – günstig und zentral in {city}", Scene::GardenView, &[]),
    says("Dachzimmer mit Sternenblick", Scene::Attic, &[]),
    says("Zimmer unterm Dach, voll möbliert – {district}", Scene::Attic, &[Amenity::Furnished]),
    says("Mansarde mit Charme {at}", Scene::Attic, &[]),
    says("Gemütliche Dachschräge, ruhige Lage: {wg} in {city}", Scene::Attic, &[]),
    says("Zimmer im Dachgeschoss, {minutes} Minuten {to_campus}", Scene::Attic, &[]),
    calls("Unterm Dach, über der Stadt: dein Zimmer {at}", Scene::Attic, &[]),
    says("Viel Platz für Bücher: Dachzimmer in {wg}", Scene::Attic, &[]),
    calls("{wg} mit großer Wohnküche sucht dich", Scene::Kitchen, &[Amenity::Kitchen]),
    calls("Koch-WG {at} sucht jemanden mit Appetit", Scene::Kitchen, &[Amenity::Kitchen]),
    says(
        "WG-Zimmer mit Wohnküche und Spülmaschine – {district}",
        Scene::Kitchen,
        &[Amenity::Kitchen, Amenity::Dishwasher],
    ),
    calls("Küchentisch-WG sucht Verstärkung – {district}", Scene::Kitchen, &[Amenity::Kitchen]),
    says("Zimmer in gemeinschaftlicher {wg} {at}", Scene::Kitchen, &[Amenity::Kitchen]),
    calls("Du, wir und eine große Küche", Scene::Kitchen, &[Amenity::Kitchen]),
    says("Zimmer mit Hochbett und viel Platz darunter", Scene::LoftBed, &[Amenity::Furnished]),
    says("Clever möbliert: {area} m² mit Hochbett {at}", Scene::LoftBed, &[Amenity::Furnished]),
    says("Kleines Zimmer, großes Hochbett – {district}", Scene::LoftBed, &[]),
    says("WG-Zimmer mit Hochbett nahe {uni}", Scene::LoftBed, &[]),
    calls("Semesterstart? Zimmer mit Hochbett frei {at}", Scene::LoftBed, &[]),
    says("Ruhiges Zimmer mit Abendsonne {at}", Scene::Evening, &[]),
    says("Zimmer mit Blick über die Dächer von {city}", Scene::Evening, &[]),
    says("Westzimmer mit Parkett in {wg} {at}", Scene::Evening, &[]),
    says("Zimmer zur Zwischenmiete {at}, komplett eingerichtet", Scene::Evening, &[Amenity::Furnished]),
    says("Großes Zimmer in {wg} von Studierenden und Berufstätigen", Scene::Evening, &[]),
    says("Lichtes Eckzimmer in {wg} – {district}", Scene::Evening, &[]),
    says("Zimmer mit zwei Fenstern in sanierter Wohnung {at}", Scene::Evening, &[]),
    says("Zimmer plus gemeinsames Wohnzimmer {at}", Scene::Salon, &[]),
    calls("{wg} mit Wohnzimmer und Balkon sucht Mitbewohner:in", Scene::Salon, &[Amenity::Balcony]),
    says("Altbauzimmer mit Stuck und Flügeltür {at}", Scene::Salon, &[]),
    says("Zimmer in großer Altbauwohnung, {minutes} Min. {to_campus}", Scene::Salon, &[]),
];

const APARTMENTS: &[Headline] = &[
    says("Ruhiges Apartment mit Bogenfenster", Scene::Salon, &[]),
    says("Stilvolle Altbauwohnung {at}", Scene::Salon, &[]),
    says("{rooms}-Zimmer-Wohnung mit Wohnzimmer zum Innenhof – {district}", Scene::Salon, &[]),
    says("Kernsaniertes Apartment nahe {uni}", Scene::Salon, &[]),
    says("{rooms}-Zimmer-Wohnung mit Balkon {at}", Scene::Salon, &[Amenity::Balcony]),
    says("Südbalkon und {area} m² in {city}", Scene::Salon, &[Amenity::Balcony]),
    says("Apartment mit Einbauküche – Erstbezug nach Sanierung", Scene::Salon, &[Amenity::Kitchen]),
    says("Schicke Stadtwohnung {at}", Scene::Salon, &[]),
    says("Wohnung mit Terrasse und viel Ruhe – {district}", Scene::Salon, &[Amenity::Terrace]),
    says("Kleines Studio am Park", Scene::Evening, &[]),
    says("Studio mit Abendlicht {at}", Scene::Evening, &[]),
    says("Möbliertes Apartment {at}, sofort bezugsfertig", Scene::Evening, &[Amenity::Furnished]),
    says("Ruhig nach hinten: Apartment in {city}, {district}", Scene::Evening, &[]),
    says("Apartment nahe {uni}, Internet inklusive", Scene::Evening, &[Amenity::Wifi]),
    says("{rooms}-Zimmer-Wohnung mit Schlafnische {at}", Scene::Evening, &[]),
    says("Apartment über den Dächern von {city}", Scene::Evening, &[Amenity::Elevator]),
    says("Apartment mit Blick ins Grüne – {district}", Scene::GardenView, &[]),
    says("Helles Apartment für eine Person, {minutes} Min. {to_campus}", Scene::GardenView, &[]),
    says("Möblierte Wohnung mit Arbeitsplatz {at}", Scene::GardenView, &[Amenity::Furnished]),
    says("Gartenwohnung im Hochparterre – {district}", Scene::GardenView, &[Amenity::Garden]),
    says("Freundliche Wohnung in ruhigem Haus {at}", Scene::GardenView, &[]),
    says("Einliegerwohnung mit eigenem Eingang in {city}", Scene::GardenView, &[]),
    says(
        "Barrierefreies Apartment mit Aufzug {at}",
        Scene::GardenView,
        &[Amenity::WheelchairAccessible, Amenity::Elevator],
    ),
    says("Dachgeschosswohnung mit Charme {at}", Scene::Attic, &[]),
    says("Maisonette unterm Dach – {district}", Scene::Attic, &[]),
    says("Dachstudio mit Südfenster, {area} m² {at}", Scene::Attic, &[]),
    says("Gemütliche Dachwohnung für Studierende in {city}", Scene::Attic, &[]),
    says("Wohnung mit großer Wohnküche {at}", Scene::Kitchen, &[Amenity::Kitchen]),
    says("{rooms}-Zimmer-Wohnung mit neuer Küche – {district}", Scene::Kitchen, &[Amenity::Kitchen]),
    says("Wohnküche, Bad, Balkon: Apartment nahe {uni}", Scene::Kitchen, &[Amenity::Kitchen, Amenity::Balcony]),
    says("Kompakt wohnen: Apartment mit Hochbett {at}", Scene::LoftBed, &[]),
    says("Kleines Apartment mit Galerie zum Schlafen – {district}", Scene::LoftBed, &[]),
    calls("Meine Wohnung {at} sucht dich", Scene::Salon, &[]),
    calls("Weg aus dem Elternhaus? Apartment {at}", Scene::GardenView, &[]),
];

const HOUSES: &[Headline] = &[
    says("Reihenhaus mit Garten, auch für eine WG", Scene::Salon, &[Amenity::Garden]),
    says("Haus mit {rooms} Zimmern {at}", Scene::Salon, &[]),
    says("Doppelhaushälfte {at}, WG willkommen", Scene::Salon, &[]),
    says("Altes Stadthaus mit Innenhof {at}", Scene::Salon, &[]),
    says("Haus mit großer Landhausküche für Studierende", Scene::Kitchen, &[Amenity::Kitchen]),
    says("Kleines Backsteinhaus mit Terrasse in {city}", Scene::Kitchen, &[Amenity::Terrace, Amenity::Kitchen]),
    says("WG-Haus mit Garten – {district}", Scene::Kitchen, &[Amenity::Kitchen, Amenity::Garden]),
    says("Häuschen im Grünen, {minutes} Radminuten {to_campus}", Scene::GardenView, &[Amenity::Garden]),
    says("Freistehendes Haus mit Stellplatz – {district}", Scene::GardenView, &[Amenity::Parking]),
    says("Fachwerkhaus mit Dachzimmern in {city}", Scene::Attic, &[]),
    says("Ruhiges Reihenendhaus mit Westterrasse {at}", Scene::Evening, &[Amenity::Terrace]),
    calls("Haus {at} für {rooms} Leute, die sich mögen", Scene::Salon, &[]),
];

const OTHERS: &[Headline] = &[
    says("Wohnheimplatz mit Hochbett", Scene::LoftBed, &[Amenity::Furnished]),
    says("Zimmer im Studierendenwohnheim – {district}", Scene::LoftBed, &[Amenity::Furnished]),
    says("Wohnheimzimmer mit eigenem Bad nahe {uni}", Scene::LoftBed, &[Amenity::Furnished]),
    says("Wohnheimplatz {at}, Internet inklusive", Scene::LoftBed, &[Amenity::Wifi]),
    says("Platz im Wohnheim: {area} m², {minutes} Min. {to_campus}", Scene::LoftBed, &[]),
    says("Wohnheim {at}: Einzelzimmer mit Gemeinschaftsküche", Scene::LoftBed, &[Amenity::Kitchen]),
    says("Tiny House im Garten – {district}", Scene::GardenView, &[Amenity::Garden]),
    says("Souterrain mit eigenem Eingang {at}", Scene::GardenView, &[]),
    says("Gästezimmer für Praktikum oder Summer School in {city}", Scene::GardenView, &[Amenity::Furnished]),
    says("Zwischenmiete für ein Semester {at}", Scene::Evening, &[Amenity::Furnished]),
    says("Wohnen auf Zeit für Werkstudierende – {district}", Scene::Evening, &[Amenity::Furnished]),
    says("Atelier unterm Dach zum Wohnen und Arbeiten", Scene::Attic, &[]),
    says("Loft in alter Druckerei {at}", Scene::Salon, &[]),
    says("Co-Living {at}: Zimmer mit Dachterrasse", Scene::Salon, &[Amenity::Terrace]),
    calls("Hausprojekt sucht Mitbewohner:in – {district}", Scene::Kitchen, &[Amenity::Kitchen]),
];
