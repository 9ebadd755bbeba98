//! The first paragraph of a description.

use portal_domain::listing::UnitType;

use crate::content::Voice;

/// For halls of residence, in every voice.
pub(crate) const HALL: &[&str] = &[
    "Einzelplatz in einem Wohnheim mit 84 Plätzen {at}. Im Haus gibt es einen Lernraum, eine Werkstatt und eine Bar, die donnerstags öffnet.",
    "Das Wohnheim wurde 2017 eröffnet. Auf jeder Etage gibt es eine Gemeinschaftsküche für acht Personen.",
    "Möblierter Platz für die Dauer des Studiums; die Mietzeit richtet sich nach dem Semester und kann zweimal verlängert werden.",
    "Im Haus gibt es eine Hausleitung vor Ort, einen Fahrradkeller und eine Dachfläche, die im Sommer genutzt werden darf.",
    "Ein Wohnheim, in dem man sich auf dem Flur grüßt: 46 Zimmer auf vier Etagen, ruhig gelegen {at}.",
    "Die Zimmer sind klein, das Haus ist groß: Musikraum, Fitnessraum und ein Wohnzimmer mit Beamer gehören allen.",
];

/// The first paragraphs for a unit type and voice.
pub(crate) const fn of(unit_type: UnitType, voice: Voice) -> &'static [&'static str] {
    match (unit_type, voice) {
        (UnitType::Room, Voice::Flatmates) => ROOM_BY_FLATMATES,
        (UnitType::Room, Voice::Owner) => ROOM_BY_OWNER,
        (UnitType::Room, Voice::Agency) => ROOM_BY_AGENCY,
        (UnitType::Apartment, Voice::Flatmates) => APARTMENT_BY_FLATMATES,
        (UnitType::Apartment, Voice::Owner) => APARTMENT_BY_OWNER,
        (UnitType::Apartment, Voice::Agency) => APARTMENT_BY_AGENCY,
        (UnitType::House, Voice::Flatmates) => HOUSE_BY_FLATMATES,
        (UnitType::House, Voice::Owner) => HOUSE_BY_OWNER,
        (UnitType::House, Voice::Agency) => HOUSE_BY_AGENCY,
        (UnitType::Other, Voice::Flatmates) => OTHER_BY_FLATMATES,
        (UnitType::Other, Voice::Owner) => OTHER_BY_OWNER,
        (UnitType::Other, Voice::Agency) => OTHER_BY_AGENCY,
    }
}

const ROOM_BY_FLATMATES: &[&str] = &[
    "Bei uns wird ein Zimmer frei! Lena zieht für den Master nach Wien, und wir suchen jemanden, der {at} genauso gern wohnt wie wir.",
    "Hey! Wir sind eine unkomplizierte {wg} und suchen zum nächsten Ersten jemanden für unser schönstes Zimmer (finden wir).",
    "Nach vier Jahren ziehe ich aus und gebe mein Zimmer {at} weiter – mit einem lachenden und einem weinenden Auge.",
    "Keine Zweck-WG, aber auch kein Ferienlager: Wir wohnen gern zusammen, und trotzdem hat jede Tür eine Klinke auf beiden Seiten.",
    "{area} m², Dielenboden, hohe Decken und eine WG, in der abends meistens jemand in der Küche sitzt.",
    "Wir haben lange überlegt, wie man eine WG beschreibt. Am besten kommst du vorbei; hier schon einmal das Wichtigste.",
    "Zum Semesterstart wird ein Zimmer in unserer {wg} frei: unbefristet, ohne Ablöse und natürlich mit Anmeldung.",
    "Unser Mitbewohner geht für ein Jahr nach Lissabon und kommt wohl nicht wieder. Sein Zimmer kann deins werden.",
    "Du suchst ein Zimmer in {city} und hast die zwanzigste Absage bekommen? Kennen wir. Deshalb antworten wir auf jede Nachricht.",
    "Wir sind vor zwei Jahren hier eingezogen, haben gestrichen, abgeschliffen und Regale gebaut. Jetzt ist es schön, und ein Zimmer ist frei.",
    "Das Zimmer misst {area} m², ist frisch gestrichen und wird so übergeben, wie du es auf den Bildern siehst.",
];

const ROOM_BY_OWNER: &[&str] = &[
    "Wir vermieten ein Zimmer in unserer Wohnung {at}, seit unsere Tochter zum Studium ausgezogen ist.",
    "Das Zimmer liegt im zweiten Stock eines gepflegten Mehrfamilienhauses und geht zum Hof hinaus. Es ist hell und wirklich leise.",
    "Seit vielen Jahren vermiete ich an Studierende und habe damit nur gute Erfahrungen gemacht. Nun ist wieder ein Zimmer frei.",
    "Zu vermieten ist ein Zimmer von {area} m² in einer Wohngemeinschaft, die von Anfang an als solche geplant wurde: Die Zimmer sind etwa gleich groß, keines ist ein Durchgangszimmer.",
    "Das Zimmer wurde im Sommer renoviert: neuer Boden, neue Fenster, frische Farbe.",
    "Ich biete ein freundliches Zimmer in einem Haus, in dem man sich noch kennt und grüßt.",
    "Die Wohnung gehört seit drei Generationen unserer Familie. Wir halten sie gut in Schuss und sind bei Fragen schnell zu erreichen.",
    "Ein ruhiges Zimmer für jemanden, der studiert und auch einmal ungestört arbeiten möchte.",
    "Dieses Zimmer {at} haben bisher nur Studierende bewohnt, die letzte fünf Jahre lang. Sie hat die Pflanzen dagelassen.",
];

const ROOM_BY_AGENCY: &[&str] = &[
    "Zur Vermietung steht ein Zimmer mit {area} m² in einer Wohngemeinschaft {at}. Küche, Bad und Flur werden gemeinsam genutzt.",
    "Das Objekt wurde vollständig modernisiert und wird ausschließlich an Studierende und Auszubildende vermietet.",
    "Vermietet wird ein Einzelzimmer mit eigenem Mietvertrag; für die Miete der Mitbewohner haften Sie nicht.",
    "Das Zimmer befindet sich im dritten Obergeschoss eines Mehrfamilienhauses (Baujahr 1998) und ist ab dem kommenden Monatsersten bezugsfrei.",
    "Wir verwalten in {city} rund 300 Wohneinheiten für Studierende. Dieses Zimmer wird zum Semesterwechsel frei.",
    "Einzelzimmer in gepflegter Wohnanlage {at} mit Hausmeister und Notdienst rund um die Uhr.",
    "Die Wohngemeinschaft wurde 2021 neu aufgeteilt. Alle Zimmer sind abschließbar und haben einen eigenen Netzwerkanschluss.",
    "Zimmer in einer {wg}, erstmals seit drei Jahren wieder verfügbar. Die Möblierung der Gemeinschaftsräume ist vorhanden.",
];

const APARTMENT_BY_FLATMATES: &[&str] = &[
    "Ich gehe für meine Doktorarbeit nach Kopenhagen und suche jemanden, der meine Wohnung {at} übernimmt. Mit dem Vermieter ist alles abgesprochen.",
    "Meine erste eigene Wohnung, und ich gebe sie ungern her: {area} m², die sich nach mehr anfühlen.",
    "Wir ziehen zusammen, deshalb wird diese Wohnung frei. Du bekommst die Schlüssel von uns und den Vertrag direkt vom Eigentümer.",
    "Wer allein wohnen will und trotzdem kein Vermögen hat: Diese Wohnung {at} ist ehrlich bepreist und wird nur einmal frei.",
    "Die Wohnung ist kein Palast, aber gut geschnitten, warm im Winter und in der besten Straße des Viertels.",
];

const APARTMENT_BY_OWNER: &[&str] = &[
    "Die Wohnung habe ich vor drei Jahren für meinen Sohn gekauft. Er ist nun fertig mit dem Studium, und ich vermiete sie wieder an Studierende.",
    "Vermietet wird eine gut geschnittene Wohnung von {area} m² {at}, zum Hof gelegen und deshalb auch im Sommer bei offenem Fenster ruhig.",
    "Sie wohnen in einem kleinen Haus mit sechs Parteien. Wir selbst leben im Erdgeschoss und kümmern uns um alles, was anfällt.",
    "Die Wohnung wurde im vergangenen Jahr grundlegend saniert: Bad, Leitungen, Böden und Fenster sind neu.",
    "Altbau mit hohen Decken, alten Türen und einem Grundriss, bei dem man auf keinen Quadratmeter verzichten möchte.",
    "Mir ist wichtig, dass die Wohnung zu Ihnen passt und nicht nur umgekehrt. Kommen Sie gern in Ruhe zur Besichtigung.",
    "Eine helle Wohnung für jemanden, der gern für sich ist und trotzdem mitten in der Stadt wohnen möchte.",
    "Nach siebzehn Jahren zieht unsere Mieterin aus. Wir haben die Wohnung daraufhin vom Boden bis zur Decke hergerichtet.",
];

const APARTMENT_BY_AGENCY: &[&str] = &[
    "Zur Vermietung kommt ein Apartment mit {area} m² Wohnfläche in zentraler Lage {at}.",
    "Das Apartmenthaus wurde 2019 fertiggestellt und entspricht dem Energiestandard KfW 55. Beheizt wird über Fernwärme.",
    "Wohnung im zweiten Obergeschoss links, bestehend aus Wohn- und Schlafbereich, Kochbereich, Bad und Abstellraum.",
    "Das Objekt richtet sich an Studierende, Promovierende und junge Berufstätige. Eine Bürgschaft der Eltern wird anerkannt.",
    "Wir vermieten provisionsfrei und direkt vom Bestandshalter. Die Übergabe erfolgt gereinigt und mit Protokoll.",
    "Gepflegte Wohnung in einer Anlage mit begrüntem Innenhof, Fahrradräumen und Waschküche.",
    "Moderne Wohnung mit durchdachtem Grundriss. Die Besichtigung ist nach Terminvereinbarung auch online möglich.",
];

const HOUSE_BY_FLATMATES: &[&str] = &[
    "Unsere Haus-WG löst sich nach dem Studium auf, und wir suchen eine Gruppe, die das ganze Haus übernimmt. Der Eigentümer ist einverstanden.",
    "Ein ganzes Haus {at} – ja, das gibt es noch. Wir haben hier drei Jahre als {wg} gewohnt und können es nur empfehlen.",
    "Wenn ihr schon immer zusammenziehen wolltet: {area} m², {rooms_word} Zimmer, ein Schlüsselbund.",
];

const HOUSE_BY_OWNER: &[&str] = &[
    "Das Haus war mein Elternhaus. Wir möchten es nicht verkaufen und freuen uns, wenn wieder junge Leute darin wohnen.",
    "Wir vermieten unser Haus {at} gern an eine Gruppe von Studierenden, die gemeinsam den Vertrag unterschreibt.",
    "Ein Haus mit {rooms_word} Zimmern, viel Stauraum und einem Ofen, der an Winterabenden ganz von selbst alle versammelt.",
    "Das Haus ist alt, aber gesund: Dach, Heizung und Fenster haben wir nach und nach erneuert.",
];

const HOUSE_BY_AGENCY: &[&str] = &[
    "Zur Vermietung steht ein Einfamilienhaus mit {area} m² Wohnfläche. Die Nutzung als Wohngemeinschaft ist ausdrücklich erlaubt.",
    "Gepflegtes Haus {at} mit {rooms_word} gleichwertigen Zimmern; alle Bewohner werden Vertragspartner.",
    "Haus auf zwei Etagen mit ausgebautem Dachgeschoss, frei ab dem übernächsten Monatsersten.",
];

const OTHER_BY_FLATMATES: &[&str] = &[
    "Ich bin ein Semester im Ausland und vermiete so lange alles, wie es steht: Bett, Topf, Gießkanne.",
    "Wir sind ein Hof mit drei Häusern, zwei Küchen und einem Plenum im Monat. Gerade ist ein Platz frei.",
    "Etwas anderes als ein normales Zimmer: {area} m², die uns beim Bauen ans Herz gewachsen sind.",
    "Der Platz ist befristet, dafür brauchst du nur einen Koffer mitzubringen.",
];

const OTHER_BY_OWNER: &[&str] = &[
    "Für Praktikum, Gastsemester oder die ersten Wochen in {city}: ein fertig eingerichteter Platz, an dem Sie einfach ankommen können.",
    "Wir haben die Werkstatt hinter dem Haus ausgebaut. Entstanden ist ein kleiner, eigener Wohnraum mit {area} m² und viel Licht.",
    "Der Raum hat einen eigenen Eingang, ein eigenes Duschbad und alles, was man für ein Semester braucht.",
    "Bei uns wohnen seit Jahren Gäste der Universität. Viele kommen wieder, einige schicken Postkarten.",
];

const OTHER_BY_AGENCY: &[&str] = &[
    "Vermietung auf Zeit, mindestens drei Monate. Bettwäsche und Endreinigung sind enthalten.",
    "Wohnen auf {area} m² {at}, mit kurzer Kündigungsfrist und ohne eigene Anschaffungen.",
    "Das Angebot richtet sich an Studierende im Praxissemester und an Gäste der Hochschulen. Verlängerungen sind möglich.",
    "Umgenutzte Gewerbefläche mit Genehmigung zum Wohnen: hohe Räume, robuste Böden, viel Charakter.",
];
