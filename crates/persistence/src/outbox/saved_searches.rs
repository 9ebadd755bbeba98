//! Loads what mails about saved searches tell.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{ListingId, MailId, SavedSearchId, UserId};
use portal_domain::money::Cents;
use portal_domain::saved_search::{Frequency, has_rent_fallen};
use portal_services::ports::{MailFind, MailSavedSearch, StoreError};
use uuid::Uuid;

use crate::page;
use crate::schema::{listings, saved_search_matches, saved_searches};
use crate::statements::RunStatement;

/// Listings in one mail; further ones are counted. Some programs truncate large mails.
const MAX_FINDS: i64 = 100;

/// How long a transaction may take to mark a search as unused and to queue the mail.
const MAX_QUEUEING: TimeDelta = TimeDelta::minutes(1);

/// Some of what each search has found, the oldest first, without what is not searchable any more.
const FINDS: &str = "
    SELECT saved_searches.id AS search_id, saved_searches.name AS search_name, found.*
    FROM saved_searches CROSS JOIN LATERAL (
        SELECT listings.id AS listing_id, listings.title, listings.city, listings.district,
            listings.total_rent_cents, matches.previous_rent_cents,
            (SELECT location FROM listing_images WHERE listing_id = listings.id ORDER BY position LIMIT 1) AS image
        FROM saved_search_matches AS matches JOIN listings ON listings.id = matches.listing_id
        WHERE matches.mail_id = $1 AND matches.search_id = saved_searches.id AND listings.searchable
        ORDER BY matches.matched_at, listings.id
        LIMIT $3
    ) AS found
    WHERE saved_searches.student_id = $2 AND saved_searches.frequency <> 'NEVER'
    ORDER BY saved_searches.date_created, saved_searches.id";

#[derive(QueryableByName)]
struct FindRow {
    #[diesel(sql_type = SqlUuid)]
    search_id: Uuid,
    #[diesel(sql_type = Text)]
    search_name: String,
    #[diesel(sql_type = SqlUuid)]
    listing_id: Uuid,
    #[diesel(sql_type = Text)]
    title: String,
    #[diesel(sql_type = Text)]
    city: String,
    #[diesel(sql_type = Nullable<Text>)]
    district: Option<String>,
    #[diesel(sql_type = BigInt)]
    total_rent_cents: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    previous_rent_cents: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    image: Option<String>,
}

impl From<FindRow> for MailFind {
    fn from(row: FindRow) -> Self {
        let total_rent = Cents::new(row.total_rent_cents);
        let previous_rent = row.previous_rent_cents.map(Cents::new);
        Self {
            listing: ListingId(row.listing_id),
            title: row.title,
            city: row.city,
            district: row.district,
            total_rent,
            // It may have risen again since the mail was queued.
            previous_rent: previous_rent.filter(|previous| has_rent_fallen(*previous, total_rent)),
            image: row.image,
        }
    }
}

/// The searches of a student with what this mail tells of them.
pub(super) async fn load_finds(
    connection: &mut AsyncPgConnection,
    mail: MailId,
    student: UserId,
) -> Result<Vec<MailSavedSearch>, StoreError> {
    let counts: Vec<(Uuid, i64)> = saved_search_matches::table
        .inner_join(saved_searches::table.on(saved_searches::id.eq(saved_search_matches::search_id)))
        .inner_join(listings::table.on(listings::id.eq(saved_search_matches::listing_id)))
        .filter(saved_search_matches::mail_id.eq(mail.0))
        .filter(saved_searches::frequency.ne(Frequency::Never.as_str()))
        .filter(listings::searchable)
        .group_by(saved_search_matches::search_id)
        .select((saved_search_matches::search_id, count_star()))
        .load_rows(connection)
        .await?;
    let searches = i64::try_from(counts.len()).unwrap_or(MAX_FINDS).max(1);
    let rows: Vec<FindRow> = diesel::sql_query(FINDS)
        .bind::<SqlUuid, _>(mail.0)
        .bind::<SqlUuid, _>(student.0)
        .bind::<BigInt, _>((MAX_FINDS / searches).max(1))
        .load_rows(connection)
        .await?;
    let counts: HashMap<Uuid, u64> = counts.into_iter().map(|(id, count)| (id, page::to_count(count))).collect();
    let mut found: Vec<MailSavedSearch> = Vec::new();
    for mut row in rows {
        let (id, name) = (SavedSearchId(row.search_id), std::mem::take(&mut row.search_name));
        let is_next = found.last().is_none_or(|last| last.id != id);
        if is_next {
            let more = counts.get(&id.0).copied().unwrap_or(0);
            found.push(MailSavedSearch { id, name, finds: Vec::new(), more });
        }
        if let Some(last) = found.last_mut() {
            last.finds.push(row.into());
            last.more = last.more.saturating_sub(1);
        }
    }
    Ok(found)
}

/// The searches of a student that were marked as unused right before the mail was queued, without
/// what they find. Those that were marked before stand in an earlier mail, and are deleted earlier.
pub(super) async fn load_unused(
    connection: &mut AsyncPgConnection,
    queued_at: DateTime<Utc>,
    student: UserId,
) -> Result<Vec<MailSavedSearch>, StoreError> {
    let unused: Vec<(Uuid, String)> = saved_searches::table
        .filter(saved_searches::student_id.eq(student.0))
        .filter(saved_searches::told_at.between(queued_at - MAX_QUEUEING, queued_at))
        .order((saved_searches::date_created, saved_searches::id))
        .select((saved_searches::id, saved_searches::name))
        .load_rows(connection)
        .await?;
    let search = |(id, name)| MailSavedSearch { id: SavedSearchId(id), name, finds: Vec::new(), more: 0 };
    Ok(unused.into_iter().map(search).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(previous_rent_cents: Option<i64>, total_rent_cents: i64) -> MailFind {
        let row = FindRow {
            search_id: Uuid::nil(),
            search_name: String::new(),
            listing_id: Uuid::nil(),
            title: String::new(),
            city: String::new(),
            district: None,
            total_rent_cents,
            previous_rent_cents,
            image: None,
        };
        row.into()
    }

    #[test]
    fn find_has_previous_rent_only_if_the_rent_has_fallen() {
        for (previous, total, told) in [
            (Some(50_000), 47_500, Some(50_000)),
            (Some(50_000), 47_501, None),
            (Some(50_000), 60_000, None),
            (None, 47_500, None),
        ] {
            assert_eq!(find(previous, total).previous_rent, told.map(Cents::new), "{previous:?} {total}");
        }
    }
}
