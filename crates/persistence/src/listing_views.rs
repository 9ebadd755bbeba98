//! Counts page views of listings.
//!
//! Views are queued and written in batches: a request never waits, and a popular listing costs two
//! updates per second instead of two per view. A visitor is stored only as a digest with the day's
//! salt; after the salt is deleted, the digest cannot be linked to a visitor.

mod counts;

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::future::Future;
use std::time::Duration;

use chrono::{Days, NaiveDate};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Date, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use portal_services::error_chain::ErrorChain;
use portal_services::ports::{ListingView, ListingViewRecorder, StoreError};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::time::{self, MissedTickBehavior};
use uuid::Uuid;

use crate::errors::store_error;
use crate::pool::Pool;
use crate::portions::{self, Job};
use crate::schema::{listing_views, view_salts};
use crate::statements::RunStatement;

/// Capacity of the queue. More views per second come from bots and are dropped, which is counted.
const QUEUE_CAPACITY: usize = 10_000;

const BATCH_INTERVAL: Duration = Duration::from_secs(1);

/// Views of different days are never compared; the day before is kept for late batches.
const KEPT_DAYS: Days = Days::new(1);

/// Digests per DELETE, so that no statement takes long.
const PRUNED_AT_ONCE: u32 = 5_000;

/// Length of a stored digest: enough to distinguish the visitors of a day.
const DIGEST_BYTES: usize = 16;

/// Queues views; never blocks.
#[derive(Debug, Clone)]
pub struct PgViewRecorder {
    queue: mpsc::Sender<ListingView>,
}

/// Writes the queued views.
#[derive(Debug)]
pub struct ViewWriter {
    queue: mpsc::Receiver<ListingView>,
    pool: Pool,
    salts: HashMap<NaiveDate, Vec<u8>>,
    /// Days before this one are pruned already.
    pruned_before: Option<NaiveDate>,
}

/// One visitor of one listing on one day.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Insertable)]
#[diesel(table_name = listing_views)]
struct ListingViewRow {
    listing_id: Uuid,
    day: NaiveDate,
    visitor: Vec<u8>,
}

impl PgViewRecorder {
    /// The recorder and its writer; the caller must [run](ViewWriter::run) the writer.
    pub fn new(pool: Pool) -> (Self, ViewWriter) {
        let (sender, receiver) = mpsc::channel(QUEUE_CAPACITY);
        (Self { queue: sender }, ViewWriter { queue: receiver, pool, salts: HashMap::new(), pruned_before: None })
    }
}

impl ListingViewRecorder for PgViewRecorder {
    fn record(&self, view: ListingView) {
        if self.queue.try_send(view).is_err() {
            // Not a warning, because there may be thousands.
            tracing::debug!("dropped a listing view: the queue is full");
            metrics::counter!("portal_limit_hits_total", "limit" => "listing_views").increment(1);
        }
    }
}

impl ViewWriter {
    /// Writes a batch every second until `stop` completes, then the last one. A failed batch is
    /// retried together with the next.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        let mut ticks = time::interval(BATCH_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stop = std::pin::pin!(stop);
        let mut batch = Vec::new();
        let mut stopping = false;
        while !stopping {
            tokio::select! {
                _ = ticks.tick() => {}
                () = &mut stop => stopping = true,
            }
            while batch.len() < QUEUE_CAPACITY {
                let Ok(view) = self.queue.try_recv() else { break };
                batch.push(view);
            }
            match self.write(&batch).await {
                Ok(()) => batch.clear(),
                Err(error) => {
                    tracing::warn!(error = %ErrorChain(&error), views = batch.len(), "failed to write listing views");
                }
            }
        }
    }

    /// Counts each visitor once per listing and day.
    pub async fn write(&mut self, views: &[ListingView]) -> Result<(), StoreError> {
        let Some(newest) = views.iter().map(|view| view.day).max() else { return Ok(()) };
        let pool = self.pool.clone();
        let connection = &mut *pool.get().await?;
        let mut rows = BTreeSet::new();
        for view in views {
            let salt = self.salt(connection, view.day).await?;
            rows.insert(ListingViewRow { listing_id: view.listing.0, day: view.day, visitor: digest(salt, view) });
        }
        let written = connection.transaction(async |connection| counts::add(connection, rows).await).await;
        written.map_err(store_error)?;
        // Counting goes on if it fails: the views are committed, and would be written again.
        if let Err(error) = self.prune(connection, newest).await {
            tracing::warn!(error = %ErrorChain(&error), "failed to prune digests of past days, will retry");
        }
        Ok(())
    }

    async fn salt(&mut self, connection: &mut AsyncPgConnection, day: NaiveDate) -> Result<&[u8], StoreError> {
        Ok(match self.salts.entry(day) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(shared_salt(connection, day).await.map_err(store_error)?),
        })
    }

    /// Deletes salts and digests of past days: one portion after each batch, until none is left.
    async fn prune(&mut self, connection: &mut AsyncPgConnection, today: NaiveDate) -> Result<(), StoreError> {
        let Some(oldest) = today.checked_sub_days(KEPT_DAYS) else { return Ok(()) };
        if self.pruned_before.is_some_and(|before| before >= oldest) {
            return Ok(());
        }
        self.salts.retain(|day, _| *day >= oldest);
        let salts = view_salts::table.filter(view_salts::day.lt(oldest));
        diesel::delete(salts).run(connection).await?;
        let pruned = connection.transaction(async |connection| prune_digests(connection, oldest).await).await;
        if pruned.map_err(store_error)? == Some(Pruned::All) {
            self.pruned_before = Some(oldest);
        }
        Ok(())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pruned {
    All,
    Portion,
}

/// Deletes one portion. `None` while another process does.
async fn prune_digests(connection: &mut AsyncPgConnection, oldest: NaiveDate) -> QueryResult<Option<Pruned>> {
    if !portions::lock(connection, Job::ListingViews).await? {
        return Ok(None);
    }
    let digests = portions::delete("listing_views", "ctid", "day < $1 ORDER BY day");
    let digests = diesel::sql_query(digests).bind::<Date, _>(oldest).bind::<BigInt, _>(i64::from(PRUNED_AT_ONCE));
    let deleted = digests.execute(connection).await?;
    Ok(Some(if deleted as u64 >= u64::from(PRUNED_AT_ONCE) { Pruned::Portion } else { Pruned::All }))
}

fn digest(salt: &[u8], view: &ListingView) -> Vec<u8> {
    // The NUL separates the two parts: neither can contain one.
    let digest = Sha256::new().chain_update(salt).chain_update(&view.address).chain_update([0]);
    digest.chain_update(&view.user_agent).finalize().iter().copied().take(DIGEST_BYTES).collect()
}

diesel::define_sql_function! {
    fn gen_random_uuid() -> SqlUuid;
}
diesel::define_sql_function! {
    fn uuid_send(id: SqlUuid) -> Binary;
}

/// The day's salt. The database generates it, so that all processes use the same.
async fn shared_salt(connection: &mut AsyncPgConnection, day: NaiveDate) -> QueryResult<Vec<u8>> {
    let random = uuid_send(gen_random_uuid()).concat(uuid_send(gen_random_uuid()));
    diesel::insert_into(view_salts::table)
        .values((view_salts::day.eq(day), view_salts::salt.eq(random)))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    view_salts::table.find(day).select(view_salts::salt).first(connection).await
}
