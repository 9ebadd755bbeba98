//! The middle of a description: the room and its amenities.

use portal_domain::listing::Amenity;

use crate::images::Scene;

/// Texts about the scene of the first image.
pub(crate) const fn of_scene(scene: Scene) -> &'static [&'static str] {
    match scene {
        Scene::GardenView => &[
            "Vor dem Fenster stehen Bäume: Im Sommer ist das Licht grün gefiltert, im Winter sieht man bis zum Kirchturm.",
            "Der Schreibtisch steht am Fenster und bekommt bis zum Nachmittag Tageslicht. Bett, Regal und Teppich auf den Bildern können bleiben.",
            "Das große Fenster geht nach Osten: Morgens kommt die Sonne herein, nachmittags bleibt es angenehm kühl.",
            "Die Wände sind hell gestrichen, der Boden ist aus Eiche. Für ein breites Bett, einen Tisch und einen Schrank ist gut Platz.",
        ],
        Scene::Salon => &[
            "Das Wohnzimmer hat ein hohes Bogenfenster; am späten Nachmittag steht die Sonne genau darin.",
            "Das Sofa kann übernommen werden, die Lampe auch. Der Dielenboden wurde abgeschliffen und geölt.",
            "Die Decken sind über drei Meter hoch, die Türen noch die ersten. Trotzdem ist die Heizung neu und die Nebenkosten bleiben überschaubar.",
            "Der größte Raum liegt zur ruhigen Seite und ist hell genug für die Pflanzen, die sonst nirgends überleben.",
        ],
        Scene::Attic => &[
            "Durch das Dachfenster sieht man nachts die Sterne und hört bei Regen jeden einzelnen Tropfen. Die Schräge beginnt erst bei 1,40 m.",
            "Unter der Schräge passt das Bett, an der geraden Wand stehen Schreibtisch und Regale. Verdunkelungsrollo und Fliegengitter sind montiert.",
            "Das Dach wurde vor vier Jahren gedämmt: Im Sommer ist es warm, aber nicht heiß, im Winter reicht die Heizung auf Stufe zwei.",
            "Die Bücherregale sind eingebaut und bleiben. Wer groß ist, findet in der Mitte des Raums überall Stehhöhe.",
        ],
        Scene::Kitchen => &[
            "Mittelpunkt ist die Küche: ein großer Tisch, ein Fenster zum Garten und genug Platz, um zu viert zu kochen.",
            "Die Küche ist vollständig eingerichtet, mit Backofen, viel Arbeitsfläche und einem Fach im Kühlschrank für jede Person.",
            "Am Küchentisch wird gefrühstückt, gelernt und ab und zu bis zwei Uhr nachts geredet. Geputzt wird nach Plan.",
            "Die Küchenschränke sind neu, die Fliesen sind es nicht, und das ist das Schöne daran.",
        ],
        Scene::LoftBed => &[
            "Das Hochbett ist fest eingebaut (Matratze 140 × 200, neu) und trägt auch zwei. Darunter steht ein Schreibtisch mit Rollcontainer.",
            "Dank Hochbett bleiben unten fast alle Quadratmeter frei: für Schreibtisch, Sessel und die Yogamatte.",
            "Bett, Schreibtisch, Regal und Kleiderstange sind vorhanden. Vom Fenster aus sieht man auf die Giebel gegenüber.",
            "Der Raum ist kompakt, aber gut gedacht: Jeder Winkel hat ein Fach, jede Steckdose sitzt, wo man sie braucht.",
        ],
        Scene::Evening => &[
            "Das Fenster geht nach Westen, abends leuchten gegenüber die Häuser. Vorhänge sind vorhanden.",
            "Parkett, eine ruhige Wandfarbe, zwei Bilderleisten: Man kann einziehen, ohne einen Pinsel in die Hand zu nehmen.",
            "Der Raum ist fast quadratisch und lässt sich gut stellen. Bett und Nachttisch können übernommen werden.",
            "Nachmittags und abends gibt es viel Licht, morgens darf man ausschlafen.",
        ],
    }
}

/// Texts about an amenity.
pub(crate) const fn of_amenity(amenity: Amenity) -> [&'static str; 2] {
    match amenity {
        Amenity::AirConditioning => {
            ["Eine Klimaanlage hält die Räume auch im August bei 24 Grad.", "Für heiße Tage gibt es ein Klimagerät."]
        }
        Amenity::Balcony => [
            "Der Balkon fasst zwei Stühle, einen Tisch und einen Kasten Tomaten.",
            "Vom Balkon schaut man in den Hof; abends ist dort Sonne.",
        ],
        Amenity::BicycleStorage => {
            ["Fahrräder stehen trocken und abgeschlossen im Hof.", "Es gibt einen Fahrradkeller mit Rampe."]
        }
        Amenity::Cellar => {
            ["Zur Wohnung gehört ein Kellerabteil.", "Koffer, Kartons und Skier finden im Keller Platz."]
        }
        Amenity::Dishwasher => ["Die Spülmaschine beendet jede Diskussion.", "Eine Spülmaschine ist eingebaut."],
        Amenity::Elevator => ["Das Haus hat einen Aufzug.", "Mit dem Aufzug geht es vom Keller bis unters Dach."],
        Amenity::EnergyCertificate => {
            ["Der Energieausweis liegt vor und wird bei der Besichtigung gezeigt.", "Ein Energieausweis ist vorhanden."]
        }
        Amenity::Furnished => [
            "Die Möbel auf den Bildern gehören dazu.",
            "Möbliert ist alles, was man zum Ankommen braucht: Bett, Tisch, Schrank, Lampe.",
        ],
        Amenity::Garden => [
            "Der Garten darf von allen genutzt werden, einen Grill gibt es auch.",
            "Hinter dem Haus liegt ein Garten mit zwei Apfelbäumen.",
        ],
        Amenity::Kitchen => [
            "Die Einbauküche hat Herd, Backofen und Kühlschrank.",
            "In der Küche ist alles da, vom Topf bis zur Käsereibe.",
        ],
        Amenity::Parking => {
            ["Ein Stellplatz kann dazugemietet werden.", "Vor dem Haus gibt es Parkplätze für die Bewohner."]
        }
        Amenity::PetsAllowed => [
            "Ein Haustier ist nach Absprache willkommen.",
            "Katzen sind kein Problem, der Hund im Erdgeschoss mag sie sogar.",
        ],
        Amenity::SwimmingPool => [
            "Im Untergeschoss gibt es ein kleines Schwimmbad für die Hausbewohner.",
            "Das Schwimmbad der Wohnanlage darf mitbenutzt werden.",
        ],
        Amenity::Terrace => ["Die Terrasse liegt nach Südwesten.", "Auf der Terrasse steht ein Tisch für acht."],
        Amenity::Tv => ["Ein Fernseher ist vorhanden, ein Kabelanschluss auch.", "Im Wohnraum hängt ein Fernseher."],
        Amenity::WashingMachine => {
            ["Eine Waschmaschine steht im Bad.", "Gewaschen wird in der Wohnung, getrocknet auf dem Dachboden."]
        }
        Amenity::WheelchairAccessible => [
            "Eingang, Aufzug und Bad sind stufenlos zu erreichen.",
            "Die Türen sind 90 cm breit, die Dusche ist bodengleich.",
        ],
        Amenity::Wifi => [
            "Das WLAN schafft 250 Mbit/s und reicht bis ins Bett.",
            "Internet ist eingerichtet und läuft vom ersten Tag an.",
        ],
    }
}
