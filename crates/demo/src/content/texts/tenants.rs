//! The current and the wanted tenants.

use portal_domain::listing::UnitType;

use crate::content::Voice;

pub(crate) const fn of(unit_type: UnitType, voice: Voice) -> &'static [&'static str] {
    match (unit_type, voice) {
        (UnitType::Room, Voice::Flatmates) => ROOM_BY_FLATMATES,
        (UnitType::Room, Voice::Owner) => ROOM_BY_OWNER,
        (UnitType::Room, Voice::Agency) => ROOM_BY_AGENCY,
        (UnitType::Apartment, Voice::Flatmates) => APARTMENT_BY_FLATMATES,
        (UnitType::Apartment, Voice::Owner) => APARTMENT_BY_OWNER,
        (UnitType::Apartment, Voice::Agency) => APARTMENT_BY_AGENCY,
        (UnitType::House, _) => HOUSE,
        (UnitType::Other, _) => OTHER,
    }
}

const ROOM_BY_FLATMATES: &[&str] = &[
    "Wir sind {flatmates}, zwischen 21 und 27 Jahre alt, und studieren alles zwischen Architektur und Medizin. Gesprochen wird Deutsch, beim Kochen auch Spanisch.\n\nDu solltest deinen Abwasch nicht als Kunstinstallation verstehen und gelegentlich Lust auf einen gemeinsamen Abend haben. Alter, Geschlecht und Herkunft sind uns egal.",
    "In der WG wohnen {flatmates}: eine promoviert, einer arbeitet im Krankenhaus im Schichtdienst. Unter der Woche ist es daher eher ruhig.\n\nWir suchen jemanden, der gern länger bleibt. Rauchen auf dem Balkon ist in Ordnung.",
    "Gemischte WG, {flatmates} plus eine sehr alte Katze namens Herr Schröder. Wir teilen Gewürze, Putzmittel und das Netflix-Passwort.\n\nWenn du allergisch gegen Katzen bist, wird es leider schwierig.",
    "Wir sind {flatmates} und kochen zwei-, dreimal die Woche zusammen, meistens vegetarisch. Es gibt einen Putzplan, der tatsächlich funktioniert.\n\nSchön wäre, wenn du Deutsch oder Englisch sprichst und nicht nur zum Schlafen nach Hause kommst.",
    "Bei uns wohnen {flatmates} im Alter von 20 bis 25. Wir sind keine Partyzentrale, feiern aber Geburtstage ordentlich.\n\nErstis sind ausdrücklich willkommen, wir haben alle einmal angefangen.",
    "Zurzeit: {flatmates}, zwei Gitarren, kein Fernseher. Wir respektieren Prüfungsphasen und klopfen an.\n\nDu bist zuverlässig, redest, wenn etwas nervt, und trägst auch mal den Müll runter, wenn du nicht dran bist.",
    "Wir sind {flatmates} und kommen von überallher; in der Küche wird Englisch gesprochen, Deutsch lernt man nebenbei.\n\nWhoever you are: schreib uns gern in der Sprache, in der du dich wohlfühlst.",
];

const ROOM_BY_OWNER: &[&str] = &[
    "In der Wohnung leben {flatmates}, durchweg Studierende zwischen 20 und 28 Jahren.\n\nIch suche eine freundliche, ordentliche Person, die sich in eine Gemeinschaft einfügt und gern mindestens ein Jahr bleibt.",
    "Die Mitbewohner sind ruhig und hilfsbereit; wer neu in {city} ist, findet schnell Anschluss.\n\nWillkommen sind Studierende aller Fachrichtungen, auch internationale. Mit Deutsch und Englisch kommt man gut zurecht.",
    "Wir selbst (beide berufstätig, Mitte fünfzig) wohnen in der Wohnung darüber und sind selten zu hören.\n\nÜber eine Nichtraucherin oder einen Nichtraucher würden wir uns freuen.",
    "Die WG besteht aus {flatmates}; entschieden wird gemeinsam, ich mische mich nur ein, wenn etwas kaputtgeht.\n\nBitte erzählen Sie in der Bewerbung ein wenig von sich.",
    "Gesucht wird jemand, der Freude an einem gepflegten Zuhause hat. Ob Sie im ersten oder im zehnten Semester sind, spielt keine Rolle.\n\nDerzeit wohnen hier {flatmates}.",
];

const ROOM_BY_AGENCY: &[&str] = &[
    "Die Wohngemeinschaft besteht derzeit aus {flatmates} im Alter von 19 bis 29 Jahren. Umgangssprachen sind Deutsch und Englisch.\n\nVoraussetzung ist eine gültige Immatrikulationsbescheinigung.",
    "Vermietet wird an Studierende, Promovierende und Auszubildende ohne Einschränkung von Geschlecht oder Herkunft.\n\nDie Mitbewohner werden vor der Vergabe gehört.",
    "Ruhige Wohngemeinschaft, Nichtraucher. Die Hausordnung und ein Reinigungsplan für die Gemeinschaftsflächen sind Teil des Vertrags.",
    "Das Angebot richtet sich an Personen mit Hauptwohnsitz in {city}. Ein Einzug ist auch während des laufenden Semesters möglich.",
];

const HOUSE: &[&str] = &[
    "Gedacht ist das Haus für eine Gruppe, die sich schon kennt oder bald kennenlernt. Alle stehen im Mietvertrag.\n\nBitte nennen Sie in der Bewerbung, wie viele Personen einziehen möchten.",
    "Am liebsten vermieten wir an {rooms_word} Studierende, die den Garten nicht nur ansehen. Werkzeug ist im Schuppen.",
    "Familien, Paare mit Kind und Wohngemeinschaften sind gleichermaßen willkommen. Musikinstrumente bis 22 Uhr.",
    "Gesucht werden Menschen, die mit einem Haus umgehen können: lüften, Laub kehren, einander Bescheid sagen.",
];

const OTHER: &[&str] = &[
    "Für eine Person, die studiert, promoviert oder ein Praktikum macht. Ein Nachweis der Hochschule genügt.",
    "Im Haus wohnen Studierende aus vielen Ländern. Wer neu in {city} ist, findet hier schnell Anschluss.",
    "Der Platz eignet sich für jemanden, der mit wenig auskommt und gern unter Leuten ist.",
    "Willkommen sind alle, die rücksichtsvoll wohnen. Ruhezeit ist ab 22 Uhr, in Prüfungswochen etwas strenger.",
    "Derzeit leben hier vor allem Studierende im Alter von 19 bis 26 Jahren; gesprochen wird Deutsch und Englisch.",
];

const APARTMENT_BY_FLATMATES: &[&str] = &[
    "Ideal für eine Person oder ein Paar, das sich wirklich mag. Die Nachbarn sind nett und nehmen Pakete an.",
    "Du solltest Pflanzen nicht vertrocknen lassen, zwei bleiben nämlich hier. Sonst bin ich für alles offen.",
    "Am liebsten gebe ich sie an jemanden weiter, der auch noch studiert und nicht sofort wieder auszieht.",
    "Wer du bist, ist mir egal. Schreib ehrlich, warum du suchst, das hilft mehr als jeder Gehaltsnachweis.",
];

const APARTMENT_BY_OWNER: &[&str] = &[
    "Ich vermiete gern an eine Studentin oder einen Studenten, die oder der die Wohnung so behandelt, als wäre es die eigene.",
    "Ob Sie allein oder zu zweit einziehen, besprechen wir. Das Haus ist ruhig, die Nachbarschaft gemischt.",
    "Wichtiger als ein Gehaltsnachweis ist mir ein guter Eindruck. Eine Bürgschaft der Eltern nehme ich gern.",
    "Willkommen sind Studierende, Referendarinnen, junge Ärzte – alle, die tagsüber zu tun haben und abends gern nach Hause kommen.",
    "Unsere bisherigen Mieter sind im Schnitt vier Jahre geblieben. Das darf so weitergehen.",
];

const APARTMENT_BY_AGENCY: &[&str] = &[
    "Für eine oder zwei Personen. Benötigt werden ein Nachweis über das Studium und ein Einkommensnachweis oder eine Bürgschaft.",
    "Das Haus wird überwiegend von Studierenden und Promovierenden bewohnt. Nichtraucherhaus.",
    "Der Bezug ist für eine oder zwei Personen möglich. Die Vergabe erfolgt nach Eingang der vollständigen Bewerbung.",
    "Internationale Studierende sind willkommen; alle Unterlagen liegen auch auf Englisch vor.",
];
