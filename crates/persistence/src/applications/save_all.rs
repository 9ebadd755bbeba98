//! Saves many applications with one statement.

use diesel::sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_domain::application::Application;
use portal_services::ports::StoreError;

use super::rows::ApplicationValues;
use crate::statements::RunStatement;

/// All columns of [`ApplicationValues`].
const SAVE: &str = "
    UPDATE applications SET
        student_id = saved.student_id, landlord_id = saved.landlord_id, listing_id = saved.listing_id,
        listing_title = saved.listing_title, letter = saved.letter,
        administrator_decision = saved.administrator_decision,
        administrator_decided_at = saved.administrator_decided_at,
        landlord_decision = saved.landlord_decision, landlord_decided_at = saved.landlord_decided_at,
        rejected_by = saved.rejected_by, rejection_reason = saved.rejection_reason,
        rejection_note = saved.rejection_note, date_created = saved.date_created,
        last_modified = saved.last_modified
    FROM unnest(
        $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
        $9::text[], $10::timestamptz[], $11::text[], $12::text[], $13::text[], $14::timestamptz[], $15::timestamptz[]
    ) AS saved (
        id, student_id, landlord_id, listing_id, listing_title, letter, administrator_decision,
        administrator_decided_at, landlord_decision, landlord_decided_at, rejected_by, rejection_reason,
        rejection_note, date_created, last_modified
    )
    WHERE applications.id = saved.id";

/// Returns how many of these applications exist.
pub(super) async fn save(
    connection: &mut AsyncPgConnection,
    applications: &[Application],
) -> Result<usize, StoreError> {
    let rows: Vec<ApplicationValues<'_>> = applications.iter().map(ApplicationValues::from).collect();
    diesel::sql_query(SAVE)
        .bind::<Array<SqlUuid>, _>(column(&rows, |row| row.id))
        .bind::<Array<Nullable<SqlUuid>>, _>(column(&rows, |row| row.student_id))
        .bind::<Array<Nullable<SqlUuid>>, _>(column(&rows, |row| row.landlord_id))
        .bind::<Array<Nullable<SqlUuid>>, _>(column(&rows, |row| row.listing_id))
        .bind::<Array<Text>, _>(column(&rows, |row| row.listing_title))
        .bind::<Array<Nullable<Text>>, _>(column(&rows, |row| row.letter))
        .bind::<Array<Text>, _>(column(&rows, |row| row.administrator_decision))
        .bind::<Array<Nullable<Timestamptz>>, _>(column(&rows, |row| row.administrator_decided_at))
        .bind::<Array<Text>, _>(column(&rows, |row| row.landlord_decision))
        .bind::<Array<Nullable<Timestamptz>>, _>(column(&rows, |row| row.landlord_decided_at))
        .bind::<Array<Nullable<Text>>, _>(column(&rows, |row| row.rejected_by))
        .bind::<Array<Nullable<Text>>, _>(column(&rows, |row| row.rejection_reason))
        .bind::<Array<Nullable<Text>>, _>(column(&rows, |row| row.rejection_note))
        .bind::<Array<Timestamptz>, _>(column(&rows, |row| row.date_created))
        .bind::<Array<Timestamptz>, _>(column(&rows, |row| row.last_modified))
        .run(connection)
        .await
}

fn column<'a, T>(rows: &[ApplicationValues<'a>], value: impl Fn(&ApplicationValues<'a>) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}
