//! Counting who looked at a listing.
//!
//! Looks are collected and written in batches: a visitor waits for none of it, and a popular listing costs one change a
//! second and not one a look. Who came is kept only as a digest with the day's salt; when the salt is deleted, nobody
//! can find out any more whose digest it was.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::future::Future;
use std::time::Duration;

use chrono::{Days, NaiveDate};
use diesel::prelude::*;
use diesel::sql_types::Uuid as SqlUuid;
use diesel::upsert::excluded;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use portal_services::ports::{Look, StoreError, ViewRecorder};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::time::{self, MissedTickBehavior};
use uuid::Uuid;

use crate::errors::failed;
use crate::pool::Pool;
use crate::schema::{listing_view_totals as totals, listing_views as views, listings, view_salts};

/// Looks that may wait. Whoever makes more of them in a second is no visitor, and counting is not worth the memory.
const WAITING: usize = 10_000;

const BATCH_EVERY: Duration = Duration::from_secs(1);

/// Two looks a day apart are never compared, so the day before is kept only for batches that are late.
const KEPT_DAYS: Days = Days::new(1);

/// Bytes of a digest that are kept: enough to tell a day's visitors apart.
const DIGEST_BYTES: usize = 16;

/// Takes looks; never waits.
#[derive(Debug, Clone)]
pub struct PgViewRecorder {
    looks: mpsc::Sender<Look>,
}

/// Writes what the recorder took.
#[derive(Debug)]
pub struct ViewWriter {
    looks: mpsc::Receiver<Look>,
    pool: Pool,
    salts: HashMap<NaiveDate, Vec<u8>>,
    /// Days before this one are deleted already.
    forgotten_before: Option<NaiveDate>,
}

/// One visitor at one listing on one day.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Insertable)]
#[diesel(table_name = views)]
struct Seen {
    listing_id: Uuid,
    day: NaiveDate,
    visitor: Vec<u8>,
}

impl PgViewRecorder {
    /// The recorder, and the writer that has to run beside it.
    pub fn new(pool: Pool) -> (Self, ViewWriter) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (Self { looks: sender }, ViewWriter { looks: receiver, pool, salts: HashMap::new(), forgotten_before: None })
    }
}

impl ViewRecorder for PgViewRecorder {
    fn record(&self, look: Look) {
        if self.looks.try_send(look).is_err() {
            tracing::warn!("a look at a listing was not counted: too many are waiting");
        }
    }
}

impl ViewWriter {
    /// Writes a batch every second until `stop` is over, and then the last one. A batch that cannot be written is tried
    /// again with the next.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        let mut ticks = time::interval(BATCH_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stop = std::pin::pin!(stop);
        let mut waiting = Vec::new();
        let mut stopping = false;
        while !stopping {
            tokio::select! {
                _ = ticks.tick() => {}
                () = &mut stop => stopping = true,
            }
            while waiting.len() < WAITING {
                let Ok(look) = self.looks.try_recv() else { break };
                waiting.push(look);
            }
            match self.write(&waiting).await {
                Ok(()) => waiting.clear(),
                Err(error) => tracing::warn!(%error, looks = waiting.len(), "looks could not be counted yet"),
            }
        }
    }

    /// Counts each visitor once a listing and day.
    pub async fn write(&mut self, looks: &[Look]) -> Result<(), StoreError> {
        let Some(newest) = looks.iter().map(|look| look.day).max() else { return Ok(()) };
        let pool = self.pool.clone();
        let connection = &mut *pool.get().await?;
        let mut seen = BTreeSet::new();
        for look in looks {
            let salt = self.salt(connection, look.day).await?;
            seen.insert(Seen { listing_id: look.listing.0, day: look.day, visitor: digest(salt, look) });
        }
        let written = connection.transaction(async |connection| count(connection, seen).await).await;
        written.map_err(failed)?;
        self.forget_before(connection, newest).await
    }

    async fn salt(&mut self, connection: &mut AsyncPgConnection, day: NaiveDate) -> Result<&[u8], StoreError> {
        Ok(match self.salts.entry(day) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(shared_salt(connection, day).await.map_err(failed)?),
        })
    }

    /// Deletes salts and digests of days that are over, once a day.
    async fn forget_before(&mut self, connection: &mut AsyncPgConnection, today: NaiveDate) -> Result<(), StoreError> {
        let Some(oldest) = today.checked_sub_days(KEPT_DAYS) else { return Ok(()) };
        if self.forgotten_before.is_some_and(|before| before >= oldest) {
            return Ok(());
        }
        self.salts.retain(|day, _| *day >= oldest);
        let salts = view_salts::table.filter(view_salts::day.lt(oldest));
        diesel::delete(salts).execute(connection).await.map_err(failed)?;
        let digests = views::table.filter(views::day.lt(oldest));
        diesel::delete(digests).execute(connection).await.map_err(failed)?;
        self.forgotten_before = Some(oldest);
        Ok(())
    }
}

fn digest(salt: &[u8], look: &Look) -> Vec<u8> {
    // The NUL keeps the two parts apart: neither can hold one.
    let digest = Sha256::new().chain_update(salt).chain_update(&look.address).chain_update([0]);
    digest.chain_update(&look.user_agent).finalize().iter().copied().take(DIGEST_BYTES).collect()
}

diesel::define_sql_function! {
    fn gen_random_uuid() -> SqlUuid;
}
diesel::define_sql_function! {
    fn uuid_send(id: SqlUuid) -> Binary;
}

/// The day's salt, the same for every process. The database makes it, so that no process knows one that others do not.
async fn shared_salt(connection: &mut AsyncPgConnection, day: NaiveDate) -> QueryResult<Vec<u8>> {
    let random = uuid_send(gen_random_uuid()).concat(uuid_send(gen_random_uuid()));
    diesel::insert_into(view_salts::table)
        .values((view_salts::day.eq(day), view_salts::salt.eq(random)))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    view_salts::table.find(day).select(view_salts::salt).first(connection).await
}

/// Adds those who had not been seen yet, in ascending order throughout, as everybody locks.
async fn count(connection: &mut AsyncPgConnection, seen: BTreeSet<Seen>) -> QueryResult<()> {
    let ids: BTreeSet<Uuid> = seen.iter().map(|seen| seen.listing_id).collect();
    // Those that are there, and stay until this is written: a deleted one must not spoil the batch.
    let present: HashSet<Uuid> = listings::table
        .filter(listings::id.eq_any(ids))
        .order(listings::id)
        .select(listings::id)
        .for_key_share()
        .load(connection)
        .await?
        .into_iter()
        .collect();
    let rows: Vec<Seen> = seen.into_iter().filter(|seen| present.contains(&seen.listing_id)).collect();
    let new: Vec<Uuid> = diesel::insert_into(views::table)
        .values(rows)
        .on_conflict_do_nothing()
        .returning(views::listing_id)
        .get_results(connection)
        .await?;
    let mut counts = BTreeMap::<Uuid, i64>::new();
    for listing in new {
        *counts.entry(listing).or_default() += 1;
    }
    let rows: Vec<_> =
        counts.into_iter().map(|(listing, new)| (totals::listing_id.eq(listing), totals::views.eq(new))).collect();
    diesel::insert_into(totals::table)
        .values(rows)
        .on_conflict(totals::listing_id)
        .do_update()
        .set(totals::views.eq(totals::views + excluded(totals::views)))
        .execute(connection)
        .await?;
    Ok(())
}
