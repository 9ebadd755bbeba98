//! The location description. The notes of the city complete it.

/// Routes to the university.
pub(crate) const ROUTES: &[&str] = &[
    "{To_campus} sind es mit dem Rad {minutes} Minuten, zu Fuß entsprechend länger. Die nächste {stop} liegt um die Ecke.",
    "Die nächste {stop} ist in drei Minuten erreicht, von dort fährt man direkt ins Zentrum. Mit dem Fahrrad braucht man {minutes} Minuten {to_campus}.",
    "Mit dem Rad sind es {minutes} Minuten {to_campus}, mit Bus und Bahn etwa genauso viele.",
    "{minutes} Radminuten {to_campus}, fünf Gehminuten zur nächsten {stop}, zwei zum Bäcker.",
    "Die Lage {at} ist zentral und trotzdem ruhig. {To_campus} fährt man {minutes} Minuten mit dem Fahrrad.",
    "Zur {stop} läuft man vier Minuten. Wer lieber radelt, ist in {minutes} Minuten an der Hochschule.",
];

/// The neighbourhood.
pub(crate) const SURROUNDINGS: &[&str] = &[
    "Supermarkt, Apotheke und eine gute Pizzeria liegen in derselben Straße.",
    "Zum Joggen, Lesen oder Nichtstun ist man in wenigen Minuten {green}.",
    "Das Viertel ist lebendig, aber nicht laut: Cafés, kleine Läden, viele Fahrräder.",
    "In der Nachbarschaft wohnen Familien, Studierende und Leute, die schon immer hier waren.",
    "Alles für den Alltag gibt es zu Fuß: Bäcker, Bioladen, Waschsalon, Copyshop.",
    "Vor dem Haus gilt Tempo 30, und die Linden sind alt.",
    "Im Sommer sitzt man abends {green}, im Winter in einem der Cafés nebenan.",
    "Um die Ecke gibt es eine Kletterhalle, ein Programmkino und einen Supermarkt, der bis 22 Uhr geöffnet hat.",
];
