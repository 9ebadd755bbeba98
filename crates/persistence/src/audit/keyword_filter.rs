//! Filters audit entries by a word of a keyword: by actor and entity under their current names.

use diesel::dsl::exists;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable};
use portal_domain::audit::{AuditAction, AuditEntityType};
use uuid::Uuid;

use crate::keyword::{Word, contains_word, user_contains_word};
use crate::page;
use crate::schema::{applications, audit_entries, documents, events, listings, registrations, settings, users};

pub(super) type Condition = Box<dyn BoxableExpression<audit_entries::table, Pg, SqlType = Nullable<Bool>>>;

/// Whether the word occurs in name or e-mail address of the actor or of the entity's user, in the
/// title of the entity's listing or in the key of the setting; or is the id of the entity.
///
/// Each entry needs at most two lookups by primary key: the actor and the entity of its type.
pub(super) fn matches(word: &Word) -> Condition {
    use AuditEntityType::{Application, Document, Event, Listing, Registration, Setting, User};
    let id = Uuid::try_parse(&word.lower).unwrap_or_default();
    let actor = users::table.filter(users::id.nullable().eq(audit_entries::actor_id)).filter(user_contains_word!(word));
    let user = users::table.filter(users::id.nullable().eq(audit_entries::entity_id)).filter(user_contains_word!(word));
    let listing = listings::table
        .filter(listings::id.nullable().eq(audit_entries::entity_id))
        .filter(contains_word!(listings::search_title, word));
    let registration = registrations::table
        .inner_join(users::table)
        .filter(registrations::id.nullable().eq(audit_entries::entity_id))
        .filter(user_contains_word!(word));
    let application = applications::table
        .left_join(users::table.on(users::id.nullable().eq(applications::student_id)))
        .filter(applications::id.nullable().eq(audit_entries::entity_id))
        .filter(contains_word!(applications::search_title, word).nullable().or(user_contains_word!(word).nullable()));
    let event = events::table
        .left_join(users::table.on(users::id.nullable().eq(events::user_id)))
        .left_join(listings::table)
        .filter(events::id.nullable().eq(audit_entries::entity_id))
        .filter(contains_word!(listings::search_title, word).nullable().or(user_contains_word!(word).nullable()));
    let document = documents::table
        .inner_join(registrations::table.inner_join(users::table))
        .filter(documents::id.nullable().eq(audit_entries::entity_id))
        .filter(user_contains_word!(word));
    let setting = settings::table
        .filter(settings::id.nullable().eq(audit_entries::entity_id))
        .filter(settings::key.like(page::contains_pattern(&word.lower)));
    let is_about = |entity_type| audit_entries::action.eq_any(actions_on(entity_type));
    Box::new(
        exists(actor)
            .nullable()
            .or(audit_entries::entity_id.eq(id))
            .or(is_about(User).and(exists(user)).nullable())
            .or(is_about(Listing).and(exists(listing)).nullable())
            .or(is_about(Registration).and(exists(registration)).nullable())
            .or(is_about(Application).and(exists(application)).nullable())
            .or(is_about(Event).and(exists(event)).nullable())
            .or(is_about(Document).and(exists(document)).nullable())
            .or(is_about(Setting).and(exists(setting)).nullable()),
    )
}

fn actions_on(entity_type: AuditEntityType) -> Vec<&'static str> {
    let actions = AuditAction::ALL.iter().filter(|action| action.entity_type() == entity_type);
    actions.map(|action| action.as_str()).collect()
}
