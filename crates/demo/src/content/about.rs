//! The `aboutMe` texts of the demo students, combined of a beginning, a middle and an end.

/// Placeholders: `{subject}`, `{city}`, `{semester}`.
pub(crate) const GERMAN_BEGINNINGS: &[&str] = &[
    "Ich studiere {subject} im {semester}. Semester und bin für das Studium nach {city} gezogen.",
    "{subject}, {semester}. Semester, und nebenbei Werkstudent:in in einem kleinen Verlag.",
    "Seit {semester} Semestern studiere ich in {city} {subject} und kann mir gerade nichts Besseres vorstellen.",
    "Ich komme aus einem Dorf mit 600 Einwohnern und studiere jetzt {subject} in {city}.",
    "Im {semester}. Semester {subject}. Tagsüber Bibliothek, abends Sporthalle.",
    "Mein Fach ist {subject}, mein Lieblingsort in {city} die Mensa – wegen der Leute, nicht wegen des Essens.",
];

pub(crate) const GERMAN_MIDDLES: &[&str] = &[
    "Am Wochenende findet man mich in der Boulderhalle oder am Herd.",
    "Ich spiele Cello in einem Laienorchester und übe nie nach 20 Uhr.",
    "Dienstags gebe ich Nachhilfe, donnerstags spiele ich Volleyball.",
    "Ich backe Brot, repariere Fahrräder und lese Krimis, bei denen ich den Täter nie errate.",
    "Ich singe im Unichor, laufe lange Strecken und koche am liebsten für viele.",
    "Neben dem Studium engagiere ich mich in der Fachschaft und bei der Tafel.",
    "Ich fotografiere analog, und nein, ich brauche keine Dunkelkammer im Bad.",
    "Im Sommer bin ich viel draußen, im Winter viel im Kino.",
];

pub(crate) const GERMAN_ENDS: &[&str] = &[
    "Beim Wohnen mag ich es ordentlich, aber nicht steril.",
    "Ich rauche nicht, habe keine Haustiere und bezahle pünktlich.",
    "Ruhige Abende sind mir genauso lieb wie lange Tischrunden.",
    "Wenn etwas ist, sage ich es lieber gleich.",
    "Ich bin eher Frühaufsteher, aber leise dabei.",
    "Für gute Nachbarn gibt es bei mir Kuchen.",
];

pub(crate) const ENGLISH_BEGINNINGS: &[&str] = &[
    "I am doing my master's in {subject} in {city} and arrived last year with two suitcases.",
    "{subject} student in my {semester}th semester, happily stuck in {city}.",
    "I came to {city} for {subject} and stayed for the people.",
];

pub(crate) const ENGLISH_MIDDLES: &[&str] = &[
    "I work as a student assistant two days a week and take German classes in the evening.",
    "I cycle everywhere, cook too much and give the rest away.",
    "On weekends I play football or explore the region by regional train.",
    "I like board games, bad puns and quiet mornings.",
];

pub(crate) const ENGLISH_ENDS: &[&str] = &[
    "I am tidy, I do not smoke, and I pay on time.",
    "My German is getting better; please speak slowly and I will manage.",
    "I am looking for a place to stay until I finish my thesis, and gladly longer.",
];
