//! CHECK constraints contain the same values as the enums of the domain.

use std::collections::BTreeSet;

use portal_domain::account_token::AccountTokenPurpose;
use portal_domain::application::Decision;
use portal_domain::audit::AuditAction;
use portal_domain::event::{EventType, ReportReason};
use portal_domain::listing::{Amenity, ListingStatus, Region, UnitType};
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::registration::RegistrationStatus;
use portal_domain::rejection::{RejectionReason, Reviewer};
use portal_domain::saved_search::Frequency;
use portal_domain::setting::SettingType;
use portal_domain::suspicion::SuspicionReason;
use portal_domain::user::{Gender, Role, UserStatus};

use crate::context::TestContext;

#[tokio::test]
async fn check_constraints_list_exactly_the_enum_values() {
    let context = TestContext::new().await;
    let mut enums: Vec<(&str, Vec<&str>)> = Vec::new();
    macro_rules! check {
        ($constraint:literal, $enum:ty) => {
            enums.push(($constraint, <$enum>::ALL.iter().map(|value| value.as_str()).collect()));
        };
    }
    check!("users_gender_check", Gender);
    check!("users_role_check", Role);
    check!("users_status_check", UserStatus);
    check!("users_locale_check", Locale);
    check!("registrations_status_check", RegistrationStatus);
    check!("listings_status_check", ListingStatus);
    check!("listings_unit_type_check", UnitType);
    check!("listings_region_check", Region);
    check!("listings_amenities_check", Amenity);
    check!("applications_administrator_decision_check", Decision);
    check!("applications_landlord_decision_check", Decision);
    check!("applications_rejected_by_check", Reviewer);
    check!("applications_rejection_reason_check", RejectionReason);
    check!("events_event_type_check", EventType);
    check!("events_report_reason_check", ReportReason);
    check!("events_reasons_check", SuspicionReason);
    check!("audit_entries_action_check", AuditAction);
    check!("outbox_purpose_check", MailPurpose);
    check!("outbox_recipient_locale_check", Locale);
    check!("saved_searches_frequency_check", Frequency);
    check!("settings_setting_type_check", SettingType);
    check!("account_tokens_purpose_check", AccountTokenPurpose);
    for (constraint, values) in enums {
        let query = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = $1";
        let text: String = context.client.query_one(query, &[&constraint]).await.unwrap().get(0);
        let listed: BTreeSet<_> = text.split('\'').skip(1).step_by(2).collect();
        assert_eq!(listed, values.into_iter().collect(), "{constraint}");
    }
}
