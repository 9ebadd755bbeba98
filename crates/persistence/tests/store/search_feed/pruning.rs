//! Pruning of the change log, and readers that fall behind.

use portal_services::ports::{Pruner, StoreError};

use super::{changed, open_and_load, read_changes, unchanged, with};
use crate::context::TestContext;

async fn count_changes(context: &TestContext) -> i64 {
    context.query_value("SELECT count(*) FROM listing_changes").await
}

#[tokio::test]
async fn prune_listing_changes_deletes_rows_older_than_an_hour() {
    let (context, _) = with(&[10, 11]).await;
    let fresh = count_changes(&context).await;
    assert!(fresh >= 2);
    assert_eq!(context.store.prune_listing_changes().await.unwrap(), 0);
    context
        .run(
            "INSERT INTO listing_changes (listing_id, changed_at)
             SELECT gen_random_uuid(), now() - interval '61 minutes' FROM generate_series(1, 20100);
             INSERT INTO listing_changes (listing_id, changed_at) VALUES (gen_random_uuid(), now() - interval '59 minutes')",
        )
        .await;
    assert_eq!(context.store.prune_listing_changes().await.unwrap(), 20_100);
    assert_eq!(count_changes(&context).await, fresh + 1);
}

/// Shifts `now()` of new connections by the interval in the table.
const OTHER_CLOCK: &str = "
    CREATE TABLE clock (ahead interval NOT NULL);
    GRANT SELECT ON clock TO PUBLIC;
    INSERT INTO clock VALUES ('0');
    CREATE FUNCTION public.now() RETURNS timestamptz STABLE LANGUAGE sql
        AS 'SELECT pg_catalog.now() + ahead FROM public.clock';
    DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
    END $$";

#[tokio::test]
async fn changes_after_long_interval_fail_and_new_reader_succeeds() {
    let (context, _) = with(&[10]).await;
    context.run(OTHER_CLOCK).await;
    let mut reader = open_and_load(&context).await;
    context.run("UPDATE clock SET ahead = '29 minutes'").await;
    assert_eq!(read_changes(&mut reader).await, unchanged());
    context.run("UPDATE clock SET ahead = '58 minutes'; UPDATE listings SET title = 'Neu'").await;
    assert_eq!(read_changes(&mut reader).await, changed([10]));
    context.run("UPDATE clock SET ahead = '89 minutes'").await;
    let error = reader.changes(usize::MAX).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert_eq!(read_changes(&mut open_and_load(&context).await).await, unchanged());
}
