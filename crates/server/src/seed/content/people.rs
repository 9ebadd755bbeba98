//! The people of the demo portal. All addresses are at `portal.test`, a name that can never exist, and the
//! phone numbers are those that the Bundesnetzagentur keeps free for stories.

use portal_domain::user::{Gender, UserStatus};

use super::Voice;

/// Everybody who has an account in the demo data logs in with this.
pub const PASSWORD: &str = "portal-demo";

#[derive(Debug)]
pub struct Landlord {
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub gender: Gender,
    pub status: UserStatus,
    pub voice: Voice,
    /// Where they let; they live in the first.
    pub cities: &'static [&'static str],
    /// How many of the demo listings are theirs.
    pub listings: usize,
}

impl Landlord {
    pub fn is_active(&self) -> bool {
        self.status == UserStatus::Active
    }
}

#[derive(Debug)]
pub struct Student {
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub gender: Gender,
    pub subject: &'static str,
    pub semester: u8,
    pub city: &'static str,
    pub speaks_german: bool,
}

const fn lets(
    first_name: &'static str,
    last_name: &'static str,
    gender: Gender,
    voice: Voice,
    cities: &'static [&'static str],
    listings: usize,
) -> Landlord {
    Landlord { first_name, last_name, gender, status: UserStatus::Active, voice, cities, listings }
}

const fn waits(
    first_name: &'static str,
    last_name: &'static str,
    gender: Gender,
    status: UserStatus,
    cities: &'static [&'static str],
) -> Landlord {
    Landlord { first_name, last_name, gender, status, voice: Voice::Owner, cities, listings: 0 }
}

/// The landlord who logs in as `landlord@portal.test` comes first.
pub const LANDLORDS: &[Landlord] = &[
    lets("Katharina", "Lindner", Gender::Female, Voice::Owner, &["Karlsruhe", "Heidelberg"], 14),
    lets("Jörg", "Petersen", Gender::Male, Voice::Agency, &["Hamburg", "Kiel", "Bremen"], 30),
    lets("Ayşe", "Demir", Gender::Female, Voice::Owner, &["Köln", "Bonn", "Aachen"], 22),
    lets("Matthias", "Brandl", Gender::Male, Voice::Agency, &["München", "Regensburg"], 24),
    lets("Helga", "Wittmann", Gender::Female, Voice::Owner, &["Göttingen"], 7),
    lets("Tomasz", "Nowak", Gender::Male, Voice::Agency, &["Berlin", "Potsdam"], 24),
    lets(
        "Franziska",
        "Ulbricht",
        Gender::Female,
        Voice::Flatmates,
        &["Leipzig", "Dresden", "Halle (Saale)", "Jena"],
        27,
    ),
    lets("Bernd", "Achterberg", Gender::Male, Voice::Owner, &["Münster"], 8),
    lets(
        "Claudia",
        "Ferrari",
        Gender::Female,
        Voice::Owner,
        &["Frankfurt am Main", "Mainz", "Darmstadt", "Marburg"],
        20,
    ),
    lets("Simon", "Kehl", Gender::Male, Voice::Flatmates, &["Freiburg im Breisgau", "Tübingen", "Stuttgart"], 15),
    lets("Ines", "Rademacher", Gender::Female, Voice::Flatmates, &["Rostock"], 5),
    Landlord {
        status: UserStatus::Inactive,
        ..lets("Rolf", "Zander", Gender::Male, Voice::Owner, &["Würzburg", "Saarbrücken"], 4)
    },
    waits("Miriam", "Oster", Gender::Female, UserStatus::RegistrationPending, &["Darmstadt"]),
    waits("Volker", "Thieme", Gender::Male, UserStatus::RegistrationPending, &["Jena"]),
    waits("Sabine", "Kowalski", Gender::Female, UserStatus::New, &["Aachen"]),
    waits("Giovanni", "Russo", Gender::Male, UserStatus::New, &["Saarbrücken"]),
    waits("Anke", "Brodersen", Gender::Female, UserStatus::New, &["Kiel"]),
    waits("Dieter", "Haller", Gender::Male, UserStatus::New, &["Stuttgart"]),
];

/// Of the landlords who are `NEW`, the last so many were turned down.
pub const REJECTED_LANDLORDS: usize = 1;

const fn studies(
    first_name: &'static str,
    last_name: &'static str,
    gender: Gender,
    (subject, semester): (&'static str, u8),
    city: &'static str,
) -> Student {
    Student { first_name, last_name, gender, subject, semester, city, speaks_german: true }
}

const fn visits(
    first_name: &'static str,
    last_name: &'static str,
    gender: Gender,
    (subject, semester): (&'static str, u8),
    city: &'static str,
) -> Student {
    Student { first_name, last_name, gender, subject, semester, city, speaks_german: false }
}

/// The student who logs in as `student@portal.test` comes first.
pub const STUDENTS: &[Student] = &[
    studies("Jonas", "Winter", Gender::Male, ("Wirtschaftsinformatik", 7), "Karlsruhe"),
    studies("Lea", "Hartmann", Gender::Female, ("Medizin", 6), "Heidelberg"),
    studies("Emre", "Yıldız", Gender::Male, ("Maschinenbau", 5), "Karlsruhe"),
    visits("Sofia", "Marchetti", Gender::Female, ("Architecture", 8), "Berlin"),
    studies("Paul", "Neumann", Gender::Male, ("Jura", 9), "Köln"),
    studies("Mia", "Schuster", Gender::Female, ("Psychologie", 4), "Leipzig"),
    visits("Daniel", "Okafor", Gender::Male, ("Electrical Engineering", 6), "München"),
    studies("Hannah", "Vogt", Gender::Female, ("Lehramt Deutsch und Geschichte", 7), "Münster"),
    studies("Noah", "Krüger", Gender::Male, ("Physik", 8), "Göttingen"),
    studies("Leyla", "Arslan", Gender::Female, ("Pharmazie", 5), "Bonn"),
    visits("Ana", "Pereira", Gender::Female, ("Marine Biology", 6), "Kiel"),
    studies("Finn", "Jansen", Gender::Male, ("Schiffbau", 7), "Hamburg"),
    studies("Clara", "Beck", Gender::Female, ("Kunstgeschichte", 4), "Dresden"),
    studies("Samuel", "Weiß", Gender::Male, ("Theologie", 9), "Tübingen"),
    visits("Priya", "Raman", Gender::Female, ("Data Science", 5), "München"),
    studies("Lukas", "Albrecht", Gender::Male, ("Bauingenieurwesen", 8), "Darmstadt"),
    studies("Nele", "Friedrich", Gender::Female, ("Umweltwissenschaften", 6), "Freiburg im Breisgau"),
    studies("Max", "Hofer", Gender::Male, ("Volkswirtschaftslehre", 7), "Frankfurt am Main"),
    studies("Zeynep", "Kaya", Gender::Female, ("Zahnmedizin", 9), "Mainz"),
    visits("Oliver", "Byrne", Gender::Male, ("Computer Science", 4), "Berlin"),
    studies("Antonia", "Sommer", Gender::Female, ("Musikwissenschaft", 6), "Leipzig"),
    studies("Ben", "Schreiber", Gender::Male, ("Chemie", 5), "Aachen"),
    studies("Johanna", "Ritter", Gender::Female, ("Soziale Arbeit", 8), "Hamburg"),
    studies("Milan", "Petrović", Gender::Male, ("Elektrotechnik", 7), "Dresden"),
    studies("Pia", "Lange", Gender::Female, ("Biologie", 4), "Regensburg"),
    studies("Luca", "Bauer", Gender::Other, ("Philosophie", 9), "Berlin"),
    visits("Mei", "Chen", Gender::Female, ("Mechanical Engineering", 5), "Stuttgart"),
    studies("Jakob", "Stein", Gender::Male, ("Forstwissenschaft", 8), "Göttingen"),
    studies("Sarah", "Engel", Gender::Female, ("Grundschullehramt", 6), "Köln"),
    studies("David", "Roth", Gender::Male, ("Informatik", 7), "Karlsruhe"),
    studies("Marie", "Dietrich", Gender::Female, ("Kommunikationsdesign", 5), "Münster"),
];

/// Students who are deactivated, invited, new or turned down, in this order; see [`WAITING_STUDENTS`].
pub const OTHER_STUDENTS: &[Student] = &[
    studies("Kevin", "Maurer", Gender::Male, ("Sportwissenschaft", 4), "Köln"),
    studies("Laura", "Seidel", Gender::Female, ("Romanistik", 6), "Bonn"),
    visits("Hiroshi", "Tanaka", Gender::Male, ("Robotics", 8), "Aachen"),
    studies("Greta", "Lorenz", Gender::Female, ("Geographie", 7), "Marburg"),
    studies("Oskar", "Busch", Gender::Male, ("Geschichte", 5), "Jena"),
    studies("Amira", "Haddad", Gender::Female, ("Molekulare Medizin", 4), "Göttingen"),
    studies("Tim", "Reuter", Gender::Male, ("Mathematik", 9), "Bonn"),
    visits("Elena", "Popescu", Gender::Female, ("International Management", 6), "Mainz"),
    studies("Fabian", "Kraus", Gender::Male, ("Agrarwissenschaften", 8), "Halle (Saale)"),
    studies("Ida", "Mertens", Gender::Female, ("Skandinavistik", 5), "Rostock"),
    studies("Robin", "Ernst", Gender::Other, ("Sinologie", 7), "Würzburg"),
];

/// How many of [`OTHER_STUDENTS`] have which status, and whether they were turned down.
pub const WAITING_STUDENTS: &[(usize, UserStatus, bool)] = &[
    (1, UserStatus::Inactive, false),
    (3, UserStatus::RegistrationPending, false),
    (5, UserStatus::New, false),
    (2, UserStatus::New, true),
];
