//! Adds the views of a batch to the numbers of their listings.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use uuid::Uuid;

use super::ListingViewRow;
use crate::schema::{listing_view_days as days, listing_view_totals as totals, listing_views, listings};

/// Adds the views that are not counted yet to the totals and to their days. All statements lock in
/// ascending order, so that writers cannot deadlock.
pub(super) async fn add(connection: &mut AsyncPgConnection, rows: BTreeSet<ListingViewRow>) -> QueryResult<()> {
    let ids: BTreeSet<Uuid> = rows.iter().map(|row| row.listing_id).collect();
    // Locked against deletion: a deleted listing must not fail the whole batch.
    let present: HashSet<Uuid> = listings::table
        .filter(listings::id.eq_any(ids))
        .order(listings::id)
        .select(listings::id)
        .for_key_share()
        .load(connection)
        .await?
        .into_iter()
        .collect();
    let rows: Vec<ListingViewRow> = rows.into_iter().filter(|row| present.contains(&row.listing_id)).collect();
    let new: Vec<(Uuid, NaiveDate)> = diesel::insert_into(listing_views::table)
        .values(rows)
        .on_conflict_do_nothing()
        .returning((listing_views::listing_id, listing_views::day))
        .get_results(connection)
        .await?;
    let mut counts = BTreeMap::<(Uuid, NaiveDate), i32>::new();
    for key in new {
        *counts.entry(key).or_default() += 1;
    }
    add_to_totals(connection, &counts).await?;
    add_to_days(connection, &counts).await
}

async fn add_to_totals(
    connection: &mut AsyncPgConnection,
    counts: &BTreeMap<(Uuid, NaiveDate), i32>,
) -> QueryResult<()> {
    let mut by_listing = BTreeMap::<Uuid, i64>::new();
    for ((listing, _), new) in counts {
        *by_listing.entry(*listing).or_default() += i64::from(*new);
    }
    let rows: Vec<_> =
        by_listing.into_iter().map(|(listing, new)| (totals::listing_id.eq(listing), totals::views.eq(new))).collect();
    diesel::insert_into(totals::table)
        .values(rows)
        .on_conflict(totals::listing_id)
        .do_update()
        .set(totals::views.eq(totals::views + excluded(totals::views)))
        .execute(connection)
        .await?;
    Ok(())
}

async fn add_to_days(connection: &mut AsyncPgConnection, counts: &BTreeMap<(Uuid, NaiveDate), i32>) -> QueryResult<()> {
    let rows: Vec<_> = counts
        .iter()
        .map(|((listing, day), new)| (days::listing_id.eq(*listing), days::day.eq(*day), days::views.eq(*new)))
        .collect();
    diesel::insert_into(days::table)
        .values(rows)
        .on_conflict((days::listing_id, days::day))
        .do_update()
        .set(days::views.eq(days::views + excluded(days::views)))
        .execute(connection)
        .await?;
    Ok(())
}
