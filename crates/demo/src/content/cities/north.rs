//! Cities in the north.

use portal_domain::listing::Region;

use super::{City, district};

pub(crate) const CITIES: &[City] = &[
    City {
        name: "Hamburg",
        region: Region::Hamburg,
        university: "Uni Hamburg",
        to_campus: "zum Campus Von-Melle-Park",
        rent: 1_750,
        stop: "U-Bahn-Station",
        green: "an der Alster",
        notes: &[
            "Wer am Wochenende hier bleibt, geht auf den Isemarkt und danach ans Wasser.",
            "Mit dem Fahrrad ist man meistens schneller als mit dem Bus, auch bei Regen.",
        ],
        districts: &[
            district(
                "Eimsbüttel",
                "in Eimsbüttel",
                "20257",
                10,
                &["Methfesselstraße", "Lappenbergsallee", "Stellinger Weg"],
            ),
            district("Rotherbaum", "in Rotherbaum", "20146", 4, &["Grindelallee", "Rutschbahn", "Rentzelstraße"]),
            district(
                "Barmbek-Nord",
                "in Barmbek-Nord",
                "22305",
                22,
                &["Fuhlsbüttler Straße", "Hellbrookstraße", "Schwalbenplatz"],
            ),
            district(
                "Ottensen",
                "in Ottensen",
                "22765",
                18,
                &["Bahrenfelder Straße", "Eulenstraße", "Ottenser Hauptstraße"],
            ),
            district(
                "Harburg",
                "in Harburg",
                "21073",
                40,
                &["Eißendorfer Straße", "Schwarzenbergstraße", "Bremer Straße"],
            ),
        ],
    },
    City {
        name: "Kiel",
        region: Region::SchleswigHolstein,
        university: "CAU",
        to_campus: "zur CAU",
        rent: 1_080,
        stop: "Bushaltestelle",
        green: "an der Förde",
        notes: &[
            "Im Sommer trifft sich die halbe Straße nach den Vorlesungen an der Kiellinie.",
            "Bis zum Strand in Falckenstein fährt im Sommer die Fähre.",
        ],
        districts: &[
            district("Ravensberg", "in Ravensberg", "24118", 6, &["Knooper Weg", "Westring", "Gutenbergstraße"]),
            district(
                "Wik",
                "in der Wik",
                "24106",
                11,
                &["Holtenauer Straße", "Projensdorfer Straße", "Mercatorstraße"],
            ),
            district("Gaarden", "in Gaarden", "24143", 20, &["Iltisstraße", "Medusastraße", "Elisabethstraße"]),
            district("Südfriedhof", "am Südfriedhof", "24114", 12, &["Harmsstraße", "Hopfenstraße", "Lutherstraße"]),
        ],
    },
    City {
        name: "Bremen",
        region: Region::Bremen,
        university: "Uni Bremen",
        to_campus: "zur Universität",
        rent: 1_150,
        stop: "Straßenbahnhaltestelle",
        green: "an der Weser",
        notes: &[
            "Rund um die Ecke gibt es zwei Bäckereien, einen Späti und das beste Falafel der Stadt.",
            "Die Straßenbahn fährt auch nachts, am Wochenende durchgehend.",
        ],
        districts: &[
            district("Ostertor", "im Ostertor", "28203", 20, &["Ostertorsteinweg", "Vor dem Steintor", "Fehrfeld"]),
            district(
                "Neustadt",
                "in der Neustadt",
                "28199",
                24,
                &["Pappelstraße", "Friedrich-Ebert-Straße", "Lahnstraße"],
            ),
            district("Horn-Lehe", "in Horn-Lehe", "28359", 8, &["Leher Heerstraße", "Vorstraße", "Riensberger Straße"]),
            district("Walle", "in Walle", "28217", 22, &["Waller Heerstraße", "Vegesacker Straße", "Wartburgstraße"]),
        ],
    },
    City {
        name: "Göttingen",
        region: Region::Niedersachsen,
        university: "Uni Göttingen",
        to_campus: "zum Zentralcampus",
        rent: 1_020,
        stop: "Bushaltestelle",
        green: "am Kiessee",
        notes: &[
            "Göttingen ist so klein, dass alle mit dem Rad fahren, und so studentisch, dass sonntags trotzdem etwas los ist.",
            "Der Wall ist die schönste Joggingstrecke der Stadt und beginnt quasi vor der Tür.",
        ],
        districts: &[
            district(
                "Nordstadt",
                "in der Nordstadt",
                "37073",
                4,
                &["Weender Landstraße", "Goßlerstraße", "Humboldtallee"],
            ),
            district(
                "Südstadt",
                "in der Südstadt",
                "37083",
                12,
                &["Reinhäuser Landstraße", "Lotzestraße", "Wiesenstraße"],
            ),
            district(
                "Ostviertel",
                "im Ostviertel",
                "37085",
                10,
                &["Herzberger Landstraße", "Schildweg", "Hainholzweg"],
            ),
            district(
                "Weststadt",
                "in der Weststadt",
                "37081",
                14,
                &["Groner Landstraße", "Königsstieg", "Pfalz-Grona-Breite"],
            ),
        ],
    },
    City {
        name: "Rostock",
        region: Region::MecklenburgVorpommern,
        university: "Uni Rostock",
        to_campus: "zum Ulmencampus",
        rent: 1_000,
        stop: "Straßenbahnhaltestelle",
        green: "am Stadthafen",
        notes: &[
            "Mit der S-Bahn ist man in 22 Minuten in Warnemünde am Strand.",
            "Abends riecht es nach Ostsee, wenn der Wind richtig steht.",
        ],
        districts: &[
            district(
                "Kröpeliner-Tor-Vorstadt",
                "in der Kröpeliner-Tor-Vorstadt",
                "18057",
                5,
                &["Doberaner Straße", "Wismarsche Straße", "Ulmenstraße"],
            ),
            district(
                "Stadtmitte",
                "in der Stadtmitte",
                "18055",
                9,
                &["August-Bebel-Straße", "Lange Straße", "Grubenstraße"],
            ),
            district("Südstadt", "in der Südstadt", "18059", 10, &["Nobelstraße", "Majakowskistraße", "Südring"]),
            district(
                "Reutershagen",
                "in Reutershagen",
                "18069",
                14,
                &["Hamburger Straße", "Goerdelerstraße", "Ulrich-von-Hutten-Straße"],
            ),
        ],
    },
];
