//! The demo users, with their registrations.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use portal_domain::event::{Event, EventKind};
use portal_domain::ids::{EventId, RegistrationId, UserId};
use portal_domain::locale::Locale;
use portal_domain::registration::{Registration, RegistrationState};
use portal_domain::user::{Email, Gender, Role, User, UserAddress, UserStatus};
use portal_services::ports::Identifiers;

use super::content::about;
use super::content::cities::Cities;
use super::content::users::{
    LANDLORDS, Landlord, OTHER_STUDENT_STATUSES, OTHER_STUDENTS, REJECTED_LANDLORDS, STUDENTS, Student,
};
use super::random::{SeededRng, ShuffleBags};
use super::template::TemplateValues;

/// Older events are acknowledged.
pub(crate) const ACKNOWLEDGED_AFTER: TimeDelta = TimeDelta::days(4);

/// All users, with their registrations and the events of these.
#[derive(Debug, PartialEq)]
pub(crate) struct Accounts {
    pub administrators: Vec<User>,
    /// In the order of [`LANDLORDS`].
    pub landlords: Vec<User>,
    /// In the order of [`STUDENTS`], then [`OTHER_STUDENTS`].
    pub students: Vec<User>,
    pub registrations: Vec<Registration>,
    pub events: Vec<Event>,
}

impl Accounts {
    pub(crate) fn all(&self) -> impl Iterator<Item = &User> {
        self.administrators.iter().chain(&self.landlords).chain(&self.students)
    }
}

/// Generates all users, registered within the last months.
pub(crate) fn generate(cities: Cities, ids: &dyn Identifiers, now: DateTime<Utc>) -> Accounts {
    let mut generator =
        AccountGenerator { cities, ids, now, rng: SeededRng::new(0xACC0), about_me: ShuffleBags::new(), phones: 0 };
    let mut accounts = Accounts {
        administrators: generator.administrators(),
        landlords: Vec::new(),
        students: Vec::new(),
        registrations: Vec::new(),
        events: Vec::new(),
    };
    for (position, profile) in LANDLORDS.iter().enumerate() {
        let rejected = position + REJECTED_LANDLORDS >= LANDLORDS.len();
        let user = generator.landlord(profile, demo_login("landlord@portal.test", position));
        generator.register(&user, rejected, &mut accounts);
        accounts.landlords.push(user);
    }
    for (position, profile) in STUDENTS.iter().enumerate() {
        let user = generator.student(profile, UserStatus::Active, demo_login("student@portal.test", position));
        generator.register(&user, false, &mut accounts);
        accounts.students.push(user);
    }
    let statuses =
        OTHER_STUDENT_STATUSES.iter().flat_map(|(count, status, rejected)| vec![(*status, *rejected); *count]);
    for (profile, (status, rejected)) in OTHER_STUDENTS.iter().zip(statuses) {
        let user = generator.student(profile, status, None);
        generator.register(&user, rejected, &mut accounts);
        accounts.students.push(user);
    }
    accounts
}

/// The address of the demo login, for the first user of a role.
fn demo_login(address: &'static str, position: usize) -> Option<&'static str> {
    (position == 0).then_some(address)
}

struct AccountGenerator<'a> {
    cities: Cities,
    ids: &'a dyn Identifiers,
    now: DateTime<Utc>,
    rng: SeededRng,
    about_me: ShuffleBags<&'static str, &'static str>,
    phones: i64,
}

impl AccountGenerator<'_> {
    fn administrators(&mut self) -> Vec<User> {
        let created = self.now - TimeDelta::days(160);
        let alex = self.user("Alex", "Berger", Gender::Other, Role::Administrator, Some("admin@portal.test"));
        let nora = self.user("Nora", "Falk", Gender::Female, Role::Administrator, None);
        vec![
            User { phone_number: None, date_created: created, last_modified: created, ..alex },
            User { phone_number: None, status: UserStatus::RegistrationPending, ..nora },
        ]
    }

    fn landlord(&mut self, profile: &Landlord, email: Option<&str>) -> User {
        let user = self.user(profile.first_name, profile.last_name, profile.gender, Role::Landlord, email);
        let (from, to) = if profile.status == UserStatus::New { (0, 5) } else { (100, 150) };
        let created = self.days_ago(from, to);
        User {
            status: profile.status,
            address: self.address(profile.cities[0]),
            date_of_birth: self.date_of_birth(1956, 1988),
            date_created: created,
            last_modified: created,
            ..user
        }
    }

    fn student(&mut self, profile: &Student, status: UserStatus, email: Option<&str>) -> User {
        let user = self.user(profile.first_name, profile.last_name, profile.gender, Role::Student, email);
        let (from, to) = match status {
            UserStatus::New => (0, 6),
            UserStatus::RegistrationPending => (3, 9),
            UserStatus::Active | UserStatus::Inactive => (92, 150),
        };
        let created = self.days_ago(from, to);
        User {
            status,
            about_me: Some(self.about_me(profile)),
            date_of_birth: self.date_of_birth(1998, 2006),
            locale: if profile.speaks_german { Locale::German } else { Locale::English },
            date_created: created,
            last_modified: created,
            ..user
        }
    }

    fn user(&mut self, first_name: &str, last_name: &str, gender: Gender, role: Role, email: Option<&str>) -> User {
        let email = email.map_or_else(|| email_of(first_name, last_name), ToOwned::to_owned);
        let created = self.days_ago(2, 12);
        let phone = self.phones;
        self.phones += 1;
        User {
            id: UserId(self.ids.next()),
            email: Email::parse(&email).unwrap_or_else(|| unreachable!("{email} is an email address")),
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            gender,
            date_of_birth: None,
            phone_number: Some(format!("0176 040690{phone:02}")),
            role,
            status: UserStatus::Active,
            about_me: None,
            address: None,
            locale: Locale::German,
            date_created: created,
            last_modified: created,
        }
    }

    fn register(&mut self, user: &User, rejected: bool, accounts: &mut Accounts) {
        let at = (user.date_created + TimeDelta::minutes(self.rng.between(40, 1_600))).min(self.now);
        let state = match user.status {
            _ if rejected => RegistrationState::Rejected { at },
            UserStatus::New => RegistrationState::Pending,
            UserStatus::RegistrationPending | UserStatus::Active | UserStatus::Inactive => {
                RegistrationState::Approved { at }
            }
        };
        accounts.registrations.push(Registration {
            id: RegistrationId(self.ids.next()),
            user_id: user.id,
            state,
            date_created: user.date_created,
            last_modified: state.decided_at().unwrap_or(user.date_created),
        });
        let kind = match user.role {
            Role::Landlord => EventKind::LandlordRegistrationRequested(user.id),
            Role::Student | Role::Administrator => EventKind::StudentRegistrationRequested(user.id),
        };
        let event = Event::new(EventId(self.ids.next()), kind, user.date_created);
        let acknowledged = state != RegistrationState::Pending || self.now - user.date_created > ACKNOWLEDGED_AFTER;
        accounts.events.push(Event { acknowledged, ..event });
    }

    fn about_me(&mut self, profile: &Student) -> String {
        let values = TemplateValues::default()
            .with("subject", profile.subject)
            .with("city", profile.city)
            .with("semester", profile.semester.to_string());
        let parts = if profile.speaks_german {
            [
                ("german beginning", about::GERMAN_BEGINNINGS),
                ("german middle", about::GERMAN_MIDDLES),
                ("german end", about::GERMAN_ENDS),
            ]
        } else {
            [
                ("english beginning", about::ENGLISH_BEGINNINGS),
                ("english middle", about::ENGLISH_MIDDLES),
                ("english end", about::ENGLISH_ENDS),
            ]
        };
        let sentences = parts.map(|(key, texts)| self.about_me.draw(key, texts, &mut self.rng));
        values.render(&sentences.join(" "))
    }

    fn address(&mut self, city: &str) -> Option<UserAddress> {
        let city = self.cities.find(city)?;
        let district = self.rng.pick(&city.districts);
        Some(UserAddress {
            street: (*self.rng.pick(&district.streets)).to_owned(),
            house_number: self.rng.between(1, 90).to_string(),
            postal_code: district.postal_code.to_owned(),
            city: city.name.to_owned(),
        })
    }

    fn date_of_birth(&mut self, from: i64, to: i64) -> Option<NaiveDate> {
        let year = i32::try_from(self.rng.between(from, to)).ok()?;
        NaiveDate::from_yo_opt(year, u32::try_from(self.rng.between(1, 365)).ok()?)
    }

    /// A time between `from` and `to` days ago.
    fn days_ago(&mut self, from: i64, to: i64) -> DateTime<Utc> {
        self.now - TimeDelta::minutes(self.rng.between(from * 1_440 + 90, to * 1_440))
    }
}

/// The ASCII form of a name, as `ayse.demir@portal.test`.
pub(crate) fn email_of(first_name: &str, last_name: &str) -> String {
    let plain = |name: &str| -> String {
        let letters = name.to_lowercase();
        letters
            .chars()
            .map(|letter| match letter {
                'ä' => "ae".to_owned(),
                'ö' => "oe".to_owned(),
                'ü' => "ue".to_owned(),
                'ß' => "ss".to_owned(),
                'ş' => "s".to_owned(),
                'ı' => "i".to_owned(),
                'ć' => "c".to_owned(),
                other => other.to_string(),
            })
            .collect()
    };
    format!("{}.{}@portal.test", plain(first_name), plain(last_name))
}
