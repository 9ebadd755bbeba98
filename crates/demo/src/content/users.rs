//! The users of the demo portal. All email addresses are at `portal.test`, a reserved domain, and
//! all phone numbers are in the range that the Bundesnetzagentur reserves for fiction.

use portal_domain::user::{Gender, UserStatus};

use super::Voice;

/// The password of all demo users.
pub const PASSWORD: &str = "portal-demo";

#[derive(Debug)]
pub(crate) struct Landlord {
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub gender: Gender,
    pub status: UserStatus,
    pub voice: Voice,
    /// The cities of the listings; the first is also the city of the landlord's address.
    pub cities: &'static [&'static str],
    /// The number of demo listings.
    pub listings: usize,
}

impl Landlord {
    pub(crate) fn is_active(&self) -> bool {
        self.status == UserStatus::Active
    }
}

#[derive(Debug)]
pub(crate) struct Student {
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub gender: Gender,
    pub subject: &'static str,
    pub semester: u8,
    pub city: &'static str,
    pub speaks_german: bool,
}

const fn active_landlord(
    first_name: &'static str,
    last_name: &'static str,
    gender: Gender,
    voice: Voice,
    cities: &'static [&'static str],
    listings: usize,
) -> Landlord {
    Landlord { first_name, last_name, gender, status: UserStatus::Active, voice, cities, listings }
}

const fn pending_landlord(
    first_name: &'static str,
    last_name: &'static str,
    gender: Gender,
    status: UserStatus,
    cities: &'static [&'static str],
) -> Landlord {
    Landlord { first_name, last_name, gender, status, voice: Voice::Owner, cities, listings: 0 }
}

/// The first one is the demo login `landlord@portal.test`.
pub(crate) const LANDLORDS: &[Landlord] = &[
    active_landlord("Katharina", "Lindner", Gender::Female, Voice::Owner, &["Karlsruhe", "Heidelberg"], 14),
    active_landlord("Jörg", "Petersen", Gender::Male, Voice::Agency, &["Hamburg", "Kiel", "Bremen"], 30),
    active_landlord("Ayşe", "Demir", Gender::Female, Voice::Owner, &["Köln", "Bonn", "Aachen"], 22),
    active_landlord("Matthias", "Brandl", Gender::Male, Voice::Agency, &["München", "Regensburg"], 24),
    active_landlord("Helga", "Wittmann", Gender::Female, Voice::Owner, &["Göttingen"], 7),
    active_landlord("Tomasz", "Nowak", Gender::Male, Voice::Agency, &["Berlin", "Potsdam"], 24),
    active_landlord(
        "Franziska",
        "Ulbricht",
        Gender::Female,
        Voice::Flatmates,
        &["Leipzig", "Dresden", "Halle (Saale)", "Jena"],
        27,
    ),
    active_landlord("Bernd", "Achterberg", Gender::Male, Voice::Owner, &["Münster"], 8),
    active_landlord(
        "Claudia",
        "Ferrari",
        Gender::Female,
        Voice::Owner,
        &["Frankfurt am Main", "Mainz", "Darmstadt", "Marburg"],
        20,
    ),
    active_landlord(
        "Simon",
        "Kehl",
        Gender::Male,
        Voice::Flatmates,
        &["Freiburg im Breisgau", "Tübingen", "Stuttgart"],
        15,
    ),
    active_landlord("Ines", "Rademacher", Gender::Female, Voice::Flatmates, &["Rostock"], 5),
    Landlord {
        status: UserStatus::Inactive,
        ..active_landlord("Rolf", "Zander", Gender::Male, Voice::Owner, &["Würzburg", "Saarbrücken"], 4)
    },
    pending_landlord("Miriam", "Oster", Gender::Female, UserStatus::RegistrationPending, &["Darmstadt"]),
    pending_landlord("Volker", "Thieme", Gender::Male, UserStatus::RegistrationPending, &["Jena"]),
    pending_landlord("Sabine", "Kowalski", Gender::Female, UserStatus::New, &["Aachen"]),
    pending_landlord("Giovanni", "Russo", Gender::Male, UserStatus::New, &["Saarbrücken"]),
    pending_landlord("Anke", "Brodersen", Gender::Female, UserStatus::New, &["Kiel"]),
    pending_landlord("Dieter", "Haller", Gender::Male, UserStatus::New, &["Stuttgart"]),
];

/// The registrations of the last so many `NEW` landlords were rejected.
pub(crate) const REJECTED_LANDLORDS: usize = 1;

const fn student(
    first_name: &'static str,
    last_name: &'static str,
    gender: Gender,
    (subject, semester): (&'static str, u8),
    city: &'static str,
) -> Student {
    Student { first_name, last_name, gender, subject, semester, city, speaks_german: true }
}

const fn international_student(
    first_name: &'static str,
    last_name: &'static str,
    gender: Gender,
    (subject, semester): (&'static str, u8),
    city: &'static str,
) -> Student {
    Student { first_name, last_name, gender, subject, semester, city, speaks_german: false }
}

/// The first one is the demo login `student@portal.test`.
pub(crate) const STUDENTS: &[Student] = &[
    student("Jonas", "Winter", Gender::Male, ("Wirtschaftsinformatik", 7), "Karlsruhe"),
    student("Lea", "Hartmann", Gender::Female, ("Medizin", 6), "Heidelberg"),
    student("Emre", "Yıldız", Gender::Male, ("Maschinenbau", 5), "Karlsruhe"),
    international_student("Sofia", "Marchetti", Gender::Female, ("Architecture", 8), "Berlin"),
    student("Paul", "Neumann", Gender::Male, ("Jura", 9), "Köln"),
    student("Mia", "Schuster", Gender::Female, ("Psychologie", 4), "Leipzig"),
    international_student("Daniel", "Okafor", Gender::Male, ("Electrical Engineering", 6), "München"),
    student("Hannah", "Vogt", Gender::Female, ("Lehramt Deutsch und Geschichte", 7), "Münster"),
    student("Noah", "Krüger", Gender::Male, ("Physik", 8), "Göttingen"),
    student("Leyla", "Arslan", Gender::Female, ("Pharmazie", 5), "Bonn"),
    international_student("Ana", "Pereira", Gender::Female, ("Marine Biology", 6), "Kiel"),
    student("Finn", "Jansen", Gender::Male, ("Schiffbau", 7), "Hamburg"),
    student("Clara", "Beck", Gender::Female, ("Kunstgeschichte", 4), "Dresden"),
    student("Samuel", "Weiß", Gender::Male, ("Theologie", 9), "Tübingen"),
    international_student("Priya", "Raman", Gender::Female, ("Data Science", 5), "München"),
    student("Lukas", "Albrecht", Gender::Male, ("Bauingenieurwesen", 8), "Darmstadt"),
    student("Nele", "Friedrich", Gender::Female, ("Umweltwissenschaften", 6), "Freiburg im Breisgau"),
    student("Max", "Hofer", Gender::Male, ("Volkswirtschaftslehre", 7), "Frankfurt am Main"),
    student("Zeynep", "Kaya", Gender::Female, ("Zahnmedizin", 9), "Mainz"),
    international_student("Oliver", "Byrne", Gender::Male, ("Computer Science", 4), "Berlin"),
    student("Antonia", "Sommer", Gender::Female, ("Musikwissenschaft", 6), "Leipzig"),
    student("Ben", "Schreiber", Gender::Male, ("Chemie", 5), "Aachen"),
    student("Johanna", "Ritter", Gender::Female, ("Soziale Arbeit", 8), "Hamburg"),
    student("Milan", "Petrović", Gender::Male, ("Elektrotechnik", 7), "Dresden"),
    student("Pia", "Lange", Gender::Female, ("Biologie", 4), "Regensburg"),
    student("Luca", "Bauer", Gender::Other, ("Philosophie", 9), "Berlin"),
    international_student("Mei", "Chen", Gender::Female, ("Mechanical Engineering", 5), "Stuttgart"),
    student("Jakob", "Stein", Gender::Male, ("Forstwissenschaft", 8), "Göttingen"),
    student("Sarah", "Engel", Gender::Female, ("Grundschullehramt", 6), "Köln"),
    student("David", "Roth", Gender::Male, ("Informatik", 7), "Karlsruhe"),
    student("Marie", "Dietrich", Gender::Female, ("Kommunikationsdesign", 5), "Münster"),
];

/// Students who are not active, in the order of [`OTHER_STUDENT_STATUSES`].
pub(crate) const OTHER_STUDENTS: &[Student] = &[
    student("Kevin", "Maurer", Gender::Male, ("Sportwissenschaft", 4), "Köln"),
    student("Laura", "Seidel", Gender::Female, ("Romanistik", 6), "Bonn"),
    international_student("Hiroshi", "Tanaka", Gender::Male, ("Robotics", 8), "Aachen"),
    student("Greta", "Lorenz", Gender::Female, ("Geographie", 7), "Marburg"),
    student("Oskar", "Busch", Gender::Male, ("Geschichte", 5), "Jena"),
    student("Amira", "Haddad", Gender::Female, ("Molekulare Medizin", 4), "Göttingen"),
    student("Tim", "Reuter", Gender::Male, ("Mathematik", 9), "Bonn"),
    international_student("Elena", "Popescu", Gender::Female, ("International Management", 6), "Mainz"),
    student("Fabian", "Kraus", Gender::Male, ("Agrarwissenschaften", 8), "Halle (Saale)"),
    student("Ida", "Mertens", Gender::Female, ("Skandinavistik", 5), "Rostock"),
    student("Robin", "Ernst", Gender::Other, ("Sinologie", 7), "Würzburg"),
];

/// The numbers of [`OTHER_STUDENTS`] by status, and whether their registration was rejected.
pub(crate) const OTHER_STUDENT_STATUSES: &[(usize, UserStatus, bool)] = &[
    (1, UserStatus::Inactive, false),
    (3, UserStatus::RegistrationPending, false),
    (5, UserStatus::New, false),
    (2, UserStatus::New, true),
];
