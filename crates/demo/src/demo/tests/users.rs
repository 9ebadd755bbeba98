use std::collections::HashSet;

use portal_domain::registration::{RegistrationState, RegistrationStatus};
use portal_domain::user::{Role, User};

use super::*;

#[test]
fn demo_logins_exist_and_are_active() {
    let demo = generated();
    for (address, role) in [
        ("admin@portal.test", Role::Administrator),
        ("landlord@portal.test", Role::Landlord),
        ("student@portal.test", Role::Student),
    ] {
        let user = demo.accounts.all().find(|user| user.email.as_str() == address).unwrap();
        assert_eq!((user.role, user.status), (role, UserStatus::Active));
    }
}

#[test]
fn emails_are_unique_and_unreachable() {
    let demo = generated();
    let addresses: HashSet<&str> = demo.accounts.all().map(|user| user.email.as_str()).collect();
    assert_eq!(addresses.len(), demo.accounts.all().count());
    for address in addresses {
        assert!(address.is_ascii() && address.ends_with("@portal.test"), "{address}");
    }
}

#[test]
fn users_cover_every_status_of_user_and_registration() {
    let demo = generated();
    for role in [Role::Landlord, Role::Student] {
        let users: Vec<&User> = demo.accounts.all().filter(|user| user.role == role).collect();
        for status in UserStatus::ALL {
            assert!(users.iter().any(|user| user.status == *status), "no {role} is {status}");
        }
        for status in RegistrationStatus::ALL {
            let registrations =
                demo.accounts.registrations.iter().filter(|registration| registration.state.status() == *status);
            let statuses: Vec<UserStatus> = registrations
                .filter_map(|registration| users.iter().find(|user| user.id == registration.user_id))
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
fn users_have_the_fields_of_their_role_within_limits() {
    for user in generated().accounts.all() {
        let fits = |text: &str, max| (1..=max).contains(&text.chars().count()) && !text.contains(['{', '}']);
        assert!(fits(&user.first_name, 100) && fits(&user.last_name, 100), "{user:?}");
        assert!(user.phone_number.as_deref().is_none_or(|phone| fits(phone, 30)), "{user:?}");
        assert!(user.about_me.as_deref().is_none_or(|about| fits(about, 2_000)), "{user:?}");
        assert_eq!(user.about_me.is_some(), user.role == Role::Student, "{user:?}");
        assert_eq!(user.address.is_some(), user.role == Role::Landlord, "{user:?}");
        assert_eq!(user.date_of_birth.is_none(), user.role == Role::Administrator, "{user:?}");
    }
}

/// The retention job must not delete demo data on the first day.
#[test]
fn no_data_is_past_its_retention_time() {
    let (demo, now, retention) = (generated(), MockPorts::now(), MockPorts::default().config.retention);
    for registration in &demo.accounts.registrations {
        let (since, limit) = match registration.state {
            RegistrationState::Pending => (registration.date_created, retention.pending_registrations),
            RegistrationState::Rejected { at } => (at, retention.rejected_users),
            RegistrationState::Approved { at } => (at, retention.unactivated_users),
        };
        assert!(registration.date_created <= since && since <= now && now - since < limit, "{registration:?}");
        assert_eq!(registration.last_modified, since);
    }
    for application in demo.applications.iter().filter(|application| application.letter.is_some()) {
        let state = application.state;
        let decided = state.landlord_decided_at().or(state.administrator_decided_at());
        assert!(decided.is_none_or(|at| now - at < retention.letters), "{application:?}");
    }
}
