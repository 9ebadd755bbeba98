//! The database knows the same members of each closed set as the domain.

use std::collections::BTreeSet;

use portal_domain::account_token::AccountTokenPurpose;
use portal_domain::application::Decision;
use portal_domain::audit::AuditAction;
use portal_domain::event::{EventType, ReportReason};
use portal_domain::listing::{Amenity, ListingStatus, Region, UnitType};
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::registration::RegistrationStatus;
use portal_domain::setting::SettingType;
use portal_domain::user::{Gender, Role, UserStatus};

use crate::world::World;

#[tokio::test]
async fn every_check_lists_exactly_the_members_of_its_set() {
    let world = World::new().await;
    let mut sets: Vec<(&str, Vec<&str>)> = Vec::new();
    macro_rules! set {
        ($constraint:literal, $set:ty) => {
            sets.push(($constraint, <$set>::ALL.iter().map(|member| member.as_str()).collect()));
        };
    }
    set!("users_gender_check", Gender);
    set!("users_role_check", Role);
    set!("users_status_check", UserStatus);
    set!("users_locale_check", Locale);
    set!("registrations_status_check", RegistrationStatus);
    set!("listings_status_check", ListingStatus);
    set!("listings_unit_type_check", UnitType);
    set!("listings_region_check", Region);
    set!("listings_amenities_check", Amenity);
    set!("applications_administrator_decision_check", Decision);
    set!("applications_landlord_decision_check", Decision);
    set!("events_event_type_check", EventType);
    set!("events_report_reason_check", ReportReason);
    set!("audit_entries_action_check", AuditAction);
    set!("outbox_purpose_check", MailPurpose);
    set!("outbox_recipient_locale_check", Locale);
    set!("settings_setting_type_check", SettingType);
    set!("account_tokens_purpose_check", AccountTokenPurpose);
    for (constraint, members) in sets {
        let query = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = $1";
        let text: String = world.client.query_one(query, &[&constraint]).await.unwrap().get(0);
        let listed: BTreeSet<_> = text.split('\'').skip(1).step_by(2).collect();
        assert_eq!(listed, members.into_iter().collect(), "{constraint}");
    }
}
