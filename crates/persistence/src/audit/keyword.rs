//! The entries that a keyword finds: by who made them and by what they are about, under the present names.

use diesel::dsl::exists;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable};
use portal_domain::audit::{AuditAction, AuditEntityType};
use uuid::Uuid;

use crate::keyword::{Word, holds, names_user, strpos};
use crate::schema::{applications, audit_entries, documents, events, listings, registrations, settings, users};

pub(super) type Condition = Box<dyn BoxableExpression<audit_entries::table, Pg, SqlType = Nullable<Bool>>>;

/// Whether a word is in the name or the e-mail address of the actor or of the person that the entry is about, in the
/// title of its listing, in the key of its setting; or is the id of the entity.
///
/// Each entry looks up at most two rows by their keys: those of its actor, and of the one kind that it is about.
pub(super) fn names(word: &Word) -> Condition {
    use AuditEntityType::{Application, Document, Event, Listing, Registration, Setting, User};
    let id = Uuid::try_parse(&word.lower).unwrap_or_default();
    let actor = users::table.filter(users::id.nullable().eq(audit_entries::actor_id)).filter(names_user!(word));
    let user = users::table.filter(users::id.nullable().eq(audit_entries::entity_id)).filter(names_user!(word));
    let listing = listings::table
        .filter(listings::id.nullable().eq(audit_entries::entity_id))
        .filter(holds!(listings::search_title, word));
    let registration = registrations::table
        .inner_join(users::table)
        .filter(registrations::id.nullable().eq(audit_entries::entity_id))
        .filter(names_user!(word));
    let application = applications::table
        .left_join(users::table.on(users::id.nullable().eq(applications::student_id)))
        .filter(applications::id.nullable().eq(audit_entries::entity_id))
        .filter(holds!(applications::search_title, word).nullable().or(names_user!(word).nullable()));
    let event = events::table
        .left_join(users::table)
        .left_join(listings::table)
        .filter(events::id.nullable().eq(audit_entries::entity_id))
        .filter(holds!(listings::search_title, word).nullable().or(names_user!(word).nullable()));
    let document = documents::table
        .inner_join(registrations::table.inner_join(users::table))
        .filter(documents::id.nullable().eq(audit_entries::entity_id))
        .filter(names_user!(word));
    let setting = settings::table
        .filter(settings::id.nullable().eq(audit_entries::entity_id))
        .filter(strpos(settings::key, word.lower.clone()).gt(0));
    let about = |kind| audit_entries::action.eq_any(actions_on(kind));
    Box::new(
        exists(actor)
            .nullable()
            .or(audit_entries::entity_id.eq(id))
            .or(about(User).and(exists(user)).nullable())
            .or(about(Listing).and(exists(listing)).nullable())
            .or(about(Registration).and(exists(registration)).nullable())
            .or(about(Application).and(exists(application)).nullable())
            .or(about(Event).and(exists(event)).nullable())
            .or(about(Document).and(exists(document)).nullable())
            .or(about(Setting).and(exists(setting)).nullable()),
    )
}

fn actions_on(kind: AuditEntityType) -> Vec<&'static str> {
    let actions = AuditAction::ALL.iter().filter(|action| action.entity_type() == kind);
    actions.map(|action| action.as_str()).collect()
}
