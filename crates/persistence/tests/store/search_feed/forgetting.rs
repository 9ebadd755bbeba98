//! What is too old to be told.

use portal_services::ports::{ListingQueries, StoreError};

use super::{following, found, nothing, told, with};
use crate::world::World;

async fn changes(world: &World) -> i64 {
    world.ask("SELECT count(*) FROM listing_changes").await
}

#[tokio::test]
async fn changes_are_forgotten_after_an_hour() {
    let (world, _) = with(&[10, 11]).await;
    let fresh = changes(&world).await;
    assert!(fresh >= 2);
    assert_eq!(world.store.forget_old_changes().await.unwrap(), 0);
    world
        .run(
            "INSERT INTO listing_changes (listing_id, changed_at)
             SELECT gen_random_uuid(), now() - interval '61 minutes' FROM generate_series(1, 20100);
             INSERT INTO listing_changes (listing_id, changed_at) VALUES (gen_random_uuid(), now() - interval '59 minutes')",
        )
        .await;
    assert_eq!(world.store.forget_old_changes().await.unwrap(), 20_100);
    assert_eq!(changes(&world).await, fresh + 1);
}

/// Connections that are opened afterwards believe that it is as much later as the table says.
const OTHER_CLOCK: &str = "
    CREATE TABLE clock (ahead interval NOT NULL);
    INSERT INTO clock VALUES ('0');
    CREATE FUNCTION public.now() RETURNS timestamptz STABLE LANGUAGE sql
        AS 'SELECT pg_catalog.now() + ahead FROM public.clock';
    DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
    END $$";

#[tokio::test]
async fn whoever_has_not_looked_for_long_has_to_begin_anew() {
    let (world, _) = with(&[10]).await;
    world.run(OTHER_CLOCK).await;
    let mut reader = following(&world).await;
    world.run("UPDATE clock SET ahead = '29 minutes'").await;
    assert_eq!(told(&mut reader).await, nothing());
    world.run("UPDATE clock SET ahead = '58 minutes'; UPDATE listings SET title = 'Neu'").await;
    assert_eq!(told(&mut reader).await, found([10]));
    world.run("UPDATE clock SET ahead = '89 minutes'").await;
    let error = reader.changes().await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert_eq!(told(&mut following(&world).await).await, nothing());
}
