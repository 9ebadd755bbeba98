//! Statistics over all data of the portal.
//!
//! Plain SQL is much shorter here than the query builder. Such statements are not cached as
//! prepared ones, which is acceptable because administrators request them rarely.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Double, Nullable, Timestamptz};
use portal_services::ports::{
    ApplicationStats, GeneralStats, Hours, HoursToDecision, ListingStats, ListingsByStatus, Period, StatsQueries,
    StoreError, UserStats, WeekCounts,
};

use crate::errors::corrupt;
use crate::page::to_count;
use crate::statements::RunStatement;
use crate::store::PgStore;

/// One statement and so one snapshot of the counted groups.
const GENERAL: &str = "
    SELECT
        coalesce(sum(change) FILTER (WHERE relation = 'users'), 0)::bigint AS users,
        coalesce(sum(change) FILTER (WHERE relation = 'users' AND state = 'ACTIVE'), 0)::bigint AS active,
        coalesce(sum(change) FILTER (WHERE relation = 'users' AND kind = 'LANDLORD'), 0)::bigint AS landlords,
        coalesce(sum(change) FILTER (WHERE relation = 'users' AND kind = 'STUDENT'), 0)::bigint AS students,
        coalesce(sum(change) FILTER (WHERE relation = 'listings' AND state = 'DRAFT'), 0)::bigint AS draft,
        coalesce(sum(change) FILTER (WHERE relation = 'listings' AND state = 'ARCHIVED'), 0)::bigint AS archived,
        coalesce(sum(change) FILTER (WHERE relation = 'listings' AND state = 'AVAILABLE'), 0)::bigint AS available,
        coalesce(sum(change) FILTER (WHERE relation = 'listings' AND state = 'RENTED'), 0)::bigint AS rented,
        coalesce(sum(change) FILTER (WHERE relation = 'listing_view_totals'), 0)::bigint AS views,
        coalesce(sum(change) FILTER (WHERE relation = 'applications' AND badge = 'APPROVED'), 0)::bigint AS approved,
        coalesce(sum(change) FILTER (WHERE relation = 'applications' AND badge = 'PENDING'), 0)::bigint AS pending,
        coalesce(sum(change) FILTER (WHERE relation = 'applications' AND badge = 'REJECTED'), 0)::bigint AS rejected
    FROM (
        SELECT relation, kind, state, change, CASE kind WHEN 'APPROVED' THEN state ELSE kind END AS badge
        FROM row_counts
        WHERE relation IN ('users', 'listings', 'listing_view_totals', 'applications')
          AND NOT (relation = 'users' AND state = 'NEW')
    ) AS counted";

const LISTINGS_BY_STATUS: &str = "
    SELECT coalesce(sum(change) FILTER (WHERE state = 'DRAFT'), 0)::bigint AS draft,
        coalesce(sum(change) FILTER (WHERE state = 'ARCHIVED'), 0)::bigint AS archived,
        coalesce(sum(change) FILTER (WHERE state = 'AVAILABLE'), 0)::bigint AS available,
        coalesce(sum(change) FILTER (WHERE state = 'RENTED'), 0)::bigint AS rented
    FROM row_counts WHERE relation = 'listings'";

/// Each count is a range scan of an index.
const NEW: &str = "
    SELECT
        (SELECT count(*) FROM registrations WHERE date_created >= since AND date_created < until) AS registrations,
        (SELECT count(*) FROM listings WHERE date_created >= since AND date_created < until) AS listings,
        (SELECT count(*) FROM applications WHERE date_created >= since AND date_created < until) AS applications
    FROM unnest($1::timestamptz[], $2::timestamptz[]) WITH ORDINALITY AS periods (since, until, ordinal)
    ORDER BY ordinal";

/// The administrator's time starts when the application is sent, the landlord's when it is
/// forwarded.
const HOURS_TO_DECISION: &str = "
    SELECT
        (SELECT percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY
            extract(epoch FROM administrator_decided_at - date_created)::float8 / 3600)
        FROM applications WHERE administrator_decided_at >= $1 AND administrator_decided_at < $2) AS administrator,
        (SELECT percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY
            extract(epoch FROM landlord_decided_at - administrator_decided_at)::float8 / 3600)
        FROM applications WHERE landlord_decided_at >= $1 AND landlord_decided_at < $2) AS landlord";

#[derive(QueryableByName)]
struct GeneralRow {
    #[diesel(sql_type = BigInt)]
    users: i64,
    #[diesel(sql_type = BigInt)]
    active: i64,
    #[diesel(sql_type = BigInt)]
    landlords: i64,
    #[diesel(sql_type = BigInt)]
    students: i64,
    #[diesel(embed)]
    listings: ListingsRow,
    #[diesel(sql_type = BigInt)]
    views: i64,
    #[diesel(sql_type = BigInt)]
    approved: i64,
    #[diesel(sql_type = BigInt)]
    pending: i64,
    #[diesel(sql_type = BigInt)]
    rejected: i64,
}

#[derive(QueryableByName)]
struct ListingsRow {
    #[diesel(sql_type = BigInt)]
    draft: i64,
    #[diesel(sql_type = BigInt)]
    archived: i64,
    #[diesel(sql_type = BigInt)]
    available: i64,
    #[diesel(sql_type = BigInt)]
    rented: i64,
}

#[derive(QueryableByName)]
struct NewRow {
    #[diesel(sql_type = BigInt)]
    registrations: i64,
    #[diesel(sql_type = BigInt)]
    listings: i64,
    #[diesel(sql_type = BigInt)]
    applications: i64,
}

#[derive(QueryableByName)]
struct HoursRow {
    #[diesel(sql_type = Nullable<Array<Double>>)]
    administrator: Option<Vec<f64>>,
    #[diesel(sql_type = Nullable<Array<Double>>)]
    landlord: Option<Vec<f64>>,
}

impl From<ListingsRow> for ListingsByStatus {
    fn from(row: ListingsRow) -> Self {
        Self {
            draft: to_count(row.draft),
            archived: to_count(row.archived),
            available: to_count(row.available),
            rented: to_count(row.rented),
        }
    }
}

fn hours(percentiles: Option<&[f64]>) -> Result<Option<Hours>, StoreError> {
    match percentiles {
        None => Ok(None),
        Some(&[median, ninetieth_percentile]) => Ok(Some(Hours { median, ninetieth_percentile })),
        Some(others) => Err(corrupt(format!("{others:?}"))),
    }
}

#[async_trait]
impl StatsQueries for PgStore {
    async fn count_all(&self) -> Result<GeneralStats, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let row: GeneralRow = diesel::sql_query(GENERAL).load_row(connection).await?;
        Ok(GeneralStats {
            users: UserStats {
                total: to_count(row.users),
                active: to_count(row.active),
                landlords: to_count(row.landlords),
                students: to_count(row.students),
            },
            listings: ListingStats { by_status: row.listings.into(), views: to_count(row.views) },
            applications: ApplicationStats {
                approved: to_count(row.approved),
                pending: to_count(row.pending),
                rejected: to_count(row.rejected),
            },
        })
    }

    async fn count_listings_by_status(&self) -> Result<ListingsByStatus, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let row: ListingsRow = diesel::sql_query(LISTINGS_BY_STATUS).load_row(connection).await?;
        Ok(row.into())
    }

    async fn count_new(&self, periods: &[Period]) -> Result<Vec<WeekCounts>, StoreError> {
        let (since, until): (Vec<_>, Vec<_>) = periods.iter().map(|period| (period.from, period.until)).unzip();
        let rows: Vec<NewRow> = diesel::sql_query(NEW)
            .bind::<Array<Timestamptz>, _>(since)
            .bind::<Array<Timestamptz>, _>(until)
            .load_rows(&mut *self.pool.get().await?)
            .await?;
        let counts = |row: NewRow| WeekCounts {
            registrations: to_count(row.registrations),
            listings: to_count(row.listings),
            applications: to_count(row.applications),
        };
        Ok(rows.into_iter().map(counts).collect())
    }

    async fn find_hours_to_decision(&self, period: Period) -> Result<HoursToDecision, StoreError> {
        let row: HoursRow = diesel::sql_query(HOURS_TO_DECISION)
            .bind::<Timestamptz, _>(period.from)
            .bind::<Timestamptz, _>(period.until)
            .load_row(&mut *self.pool.get().await?)
            .await?;
        Ok(HoursToDecision {
            administrator: hours(row.administrator.as_deref())?,
            landlord: hours(row.landlord.as_deref())?,
        })
    }
}
