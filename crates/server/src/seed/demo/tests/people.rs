use std::collections::HashSet;

use portal_domain::registration::{RegistrationState, RegistrationStatus};
use portal_domain::user::{Role, User};

use super::*;

#[test]
fn the_three_log_ins_are_there_and_active() {
    let demo = thought_up();
    for (address, role) in [
        ("admin@portal.test", Role::Admin),
        ("landlord@portal.test", Role::Landlord),
        ("student@portal.test", Role::Student),
    ] {
        let user = demo.accounts.all().find(|user| user.email.as_str() == address).unwrap();
        assert_eq!((user.role, user.status), (role, UserStatus::Active));
    }
}

#[test]
fn no_two_people_share_an_address_and_none_of_them_can_ever_be_reached() {
    let demo = thought_up();
    let addresses: HashSet<&str> = demo.accounts.all().map(|user| user.email.as_str()).collect();
    assert_eq!(addresses.len(), demo.accounts.all().count());
    for address in addresses {
        assert!(address.is_ascii() && address.ends_with("@portal.test"), "{address}");
    }
}

#[test]
fn people_stand_at_every_step_of_joining() {
    let demo = thought_up();
    for role in [Role::Landlord, Role::Student] {
        let people: Vec<&User> = demo.accounts.all().filter(|user| user.role == role).collect();
        for status in UserStatus::ALL {
            assert!(people.iter().any(|user| user.status == *status), "no {role} is {status}");
        }
        for status in RegistrationStatus::ALL {
            let requests = demo.accounts.registrations.iter().filter(|request| request.state.status() == *status);
            let statuses: Vec<UserStatus> = requests
                .filter_map(|request| people.iter().find(|user| user.id == request.user_id))
                .map(|user| user.status)
                .collect();
            let is_new = |status: &UserStatus| *status == UserStatus::New;
            let fits = match status {
                RegistrationStatus::Pending | RegistrationStatus::Rejected => statuses.iter().all(is_new),
                RegistrationStatus::Approved => !statuses.iter().any(is_new),
            };
            assert!(fits && !statuses.is_empty(), "{role} {status}: {statuses:?}");
        }
    }
}

#[test]
fn everybody_says_what_their_role_asks_for_and_keeps_to_its_bounds() {
    for user in thought_up().accounts.all() {
        let is_short = |text: &str, most| (1..=most).contains(&text.chars().count()) && !text.contains(['{', '}']);
        assert!(is_short(&user.first_name, 100) && is_short(&user.last_name, 100), "{user:?}");
        assert!(user.phone_number.as_deref().is_none_or(|phone| is_short(phone, 30)), "{user:?}");
        assert!(user.about_me.as_deref().is_none_or(|about| is_short(about, 2_000)), "{user:?}");
        assert_eq!(user.about_me.is_some(), user.role == Role::Student, "{user:?}");
        assert_eq!(user.address.is_some(), user.role == Role::Landlord, "{user:?}");
        assert_eq!(user.date_of_birth.is_none(), user.role == Role::Admin, "{user:?}");
    }
}

/// Nothing of the demo portal is due to be forgotten on its first day.
#[test]
fn everybody_came_recently_enough_to_be_kept() {
    let (demo, now, kept) = (thought_up(), MockPorts::now(), MockPorts::default().rules.retention);
    for request in &demo.accounts.registrations {
        let (since, limit) = match request.state {
            RegistrationState::Pending => (request.date_created, kept.undecided_registrations),
            RegistrationState::Rejected { at } => (at, kept.rejected_people),
            RegistrationState::Approved { at } => (at, TimeDelta::MAX),
        };
        assert!(request.date_created <= since && since <= now && now - since < limit, "{request:?}");
        assert_eq!(request.last_modified, since);
    }
    for application in demo.applications.iter().filter(|application| application.letter.is_some()) {
        let state = application.state;
        let decided = state.landlord_decided_at().or(state.administrator_decided_at());
        assert!(decided.is_none_or(|at| now - at < kept.letters), "{application:?}");
    }
}
