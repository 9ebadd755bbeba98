//! Tables that appear in one query without a foreign key between them; `schema.rs` has the others.
//! Not all pairs of tables, because each is ten impls: those of all took 7 s to compile.

use diesel::allow_tables_to_appear_in_same_query as same_query;

use crate::schema::{
    applications, audit_entries, devices, documents, events, file_removals, listing_images, listing_view_totals,
    listings, registrations, saved_search_matches, saved_searches, sessions, settings, users,
};

// What an entry of the audit trail is about, with the users it belongs to.
same_query!(audit_entries, applications);
same_query!(audit_entries, documents);
same_query!(audit_entries, events);
same_query!(audit_entries, listings);
same_query!(audit_entries, registrations);
same_query!(audit_entries, settings);
same_query!(documents, users);
// The rows that reference a stored file.
same_query!(file_removals, documents);
same_query!(file_removals, listing_images);
same_query!(file_removals, settings);
// A listing with its landlord, images and views.
same_query!(listing_images, users);
same_query!(listing_view_totals, users);
// Matches have no foreign keys, because checking them takes half the time of an insertion.
same_query!(saved_search_matches, listings);
same_query!(saved_search_matches, saved_searches);
same_query!(saved_searches, listings);
// The device of a session that is kept.
same_query!(sessions, devices);
