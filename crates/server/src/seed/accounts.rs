//! Who has an account, and how they came by it.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use portal_domain::event::{Event, EventEntity, EventType};
use portal_domain::ids::{EventId, RegistrationId, UserId};
use portal_domain::locale::Locale;
use portal_domain::registration::{Registration, RegistrationState};
use portal_domain::user::{Email, Gender, Role, User, UserAddress, UserStatus};
use portal_services::ports::Identifiers;

use super::content::about;
use super::content::cities;
use super::content::people::{
    LANDLORDS, Landlord, OTHER_STUDENTS, REJECTED_LANDLORDS, STUDENTS, Student, WAITING_STUDENTS,
};
use super::dice::{Decks, Dice};
use super::slots::Slots;

/// Older events have been acknowledged.
pub const NOTICED_AFTER: TimeDelta = TimeDelta::days(4);

/// Everybody, with how they joined.
#[derive(Debug, PartialEq)]
pub struct Accounts {
    pub admins: Vec<User>,
    /// In the order of [`LANDLORDS`].
    pub landlords: Vec<User>,
    /// In the order of [`STUDENTS`], then [`OTHER_STUDENTS`].
    pub students: Vec<User>,
    pub registrations: Vec<Registration>,
    pub events: Vec<Event>,
}

impl Accounts {
    pub fn all(&self) -> impl Iterator<Item = &User> {
        self.admins.iter().chain(&self.landlords).chain(&self.students)
    }
}

/// Opens everybody's account at some time in the past months.
pub fn open(ids: &dyn Identifiers, now: DateTime<Utc>) -> Accounts {
    let mut clerk = Clerk { ids, now, dice: Dice::new(0xACC0), about: Decks::new(), phones: 0 };
    let mut accounts = Accounts {
        admins: clerk.admins(),
        landlords: Vec::new(),
        students: Vec::new(),
        registrations: Vec::new(),
        events: Vec::new(),
    };
    for (position, person) in LANDLORDS.iter().enumerate() {
        let rejected = position + REJECTED_LANDLORDS >= LANDLORDS.len();
        let user = clerk.landlord(person, first("landlord@portal.test", position));
        clerk.register(&user, rejected, &mut accounts);
        accounts.landlords.push(user);
    }
    for (position, person) in STUDENTS.iter().enumerate() {
        let user = clerk.student(person, UserStatus::Active, first("student@portal.test", position));
        clerk.register(&user, false, &mut accounts);
        accounts.students.push(user);
    }
    let statuses = WAITING_STUDENTS.iter().flat_map(|(count, status, rejected)| vec![(*status, *rejected); *count]);
    for (person, (status, rejected)) in OTHER_STUDENTS.iter().zip(statuses) {
        let user = clerk.student(person, status, None);
        clerk.register(&user, rejected, &mut accounts);
        accounts.students.push(user);
    }
    accounts
}

/// The first of each kind is the one that visitors of the demo log in as.
fn first(address: &'static str, position: usize) -> Option<&'static str> {
    (position == 0).then_some(address)
}

struct Clerk<'a> {
    ids: &'a dyn Identifiers,
    now: DateTime<Utc>,
    dice: Dice,
    about: Decks<&'static str, &'static str>,
    phones: i64,
}

impl Clerk<'_> {
    fn admins(&mut self) -> Vec<User> {
        let founded = self.now - TimeDelta::days(160);
        let alex = self.person("Alex", "Berger", Gender::Other, Role::Admin, Some("admin@portal.test"));
        let nora = self.person("Nora", "Falk", Gender::Female, Role::Admin, None);
        vec![
            User { phone_number: None, date_created: founded, last_modified: founded, ..alex },
            User { phone_number: None, status: UserStatus::RegistrationPending, ..nora },
        ]
    }

    fn landlord(&mut self, of: &Landlord, address: Option<&str>) -> User {
        let user = self.person(of.first_name, of.last_name, of.gender, Role::Landlord, address);
        let (from, to) = if of.status == UserStatus::New { (0, 5) } else { (100, 150) };
        let created = self.days_ago(from, to);
        User {
            status: of.status,
            address: self.home(of.cities[0]),
            date_of_birth: self.birthday(1956, 1988),
            date_created: created,
            last_modified: created,
            ..user
        }
    }

    fn student(&mut self, of: &Student, status: UserStatus, address: Option<&str>) -> User {
        let user = self.person(of.first_name, of.last_name, of.gender, Role::Student, address);
        let (from, to) = match status {
            UserStatus::New => (0, 6),
            UserStatus::RegistrationPending => (3, 9),
            UserStatus::Active | UserStatus::Inactive => (92, 150),
        };
        let created = self.days_ago(from, to);
        User {
            status,
            about_me: Some(self.about(of)),
            date_of_birth: self.birthday(1998, 2006),
            locale: if of.speaks_german { Locale::German } else { Locale::English },
            date_created: created,
            last_modified: created,
            ..user
        }
    }

    fn person(&mut self, first_name: &str, last_name: &str, gender: Gender, role: Role, address: Option<&str>) -> User {
        let address = address.map_or_else(|| address_of(first_name, last_name), ToOwned::to_owned);
        let created = self.days_ago(2, 12);
        let phone = self.phones;
        self.phones += 1;
        User {
            id: UserId(self.ids.next()),
            email: Email::parse(&address).unwrap_or_else(|| unreachable!("{address} is an e-mail address")),
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
        let at = (user.date_created + TimeDelta::minutes(self.dice.between(40, 1_600))).min(self.now);
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
        accounts.events.push(Event {
            id: EventId(self.ids.next()),
            event_type: match user.role {
                Role::Landlord => EventType::LandlordRegistrationRequested,
                Role::Student | Role::Admin => EventType::StudentRegistrationRequested,
            },
            entity: EventEntity::User(user.id),
            report: None,
            acknowledged: state != RegistrationState::Pending || self.now - user.date_created > NOTICED_AFTER,
            date_created: user.date_created,
        });
    }

    fn about(&mut self, of: &Student) -> String {
        let slots = Slots::default()
            .with("subject", of.subject)
            .with("city", of.city)
            .with("semester", of.semester.to_string());
        let pieces = if of.speaks_german {
            [("beginning", about::GERMAN_BEGINNINGS), ("middle", about::GERMAN_MIDDLES), ("end", about::GERMAN_ENDS)]
        } else {
            [("start", about::ENGLISH_BEGINNINGS), ("centre", about::ENGLISH_MIDDLES), ("finish", about::ENGLISH_ENDS)]
        };
        let sentences = pieces.map(|(stack, cards)| self.about.draw(stack, cards, &mut self.dice));
        slots.fill(&sentences.join(" "))
    }

    fn home(&mut self, city: &str) -> Option<UserAddress> {
        let city = cities::city(city)?;
        let district = self.dice.pick(city.districts);
        Some(UserAddress {
            street: (*self.dice.pick(district.streets)).to_owned(),
            house_number: self.dice.between(1, 90).to_string(),
            postal_code: district.postal_code.to_owned(),
            city: city.name.to_owned(),
        })
    }

    fn birthday(&mut self, from: i64, to: i64) -> Option<NaiveDate> {
        let year = i32::try_from(self.dice.between(from, to)).ok()?;
        NaiveDate::from_yo_opt(year, u32::try_from(self.dice.between(1, 365)).ok()?)
    }

    /// A moment between so and so many days ago.
    fn days_ago(&mut self, from: i64, to: i64) -> DateTime<Utc> {
        self.now - TimeDelta::minutes(self.dice.between(from * 1_440 + 90, to * 1_440))
    }
}

/// `ayse.demir@portal.test`: names without what is not on every keyboard.
pub fn address_of(first_name: &str, last_name: &str) -> String {
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
