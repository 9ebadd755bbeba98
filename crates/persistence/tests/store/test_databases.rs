//! The databases that tests get.

use portal_persistence::testing::TestDatabase;

#[tokio::test]
async fn each_test_has_its_own_and_leaves_nothing() {
    let (one, other) = tokio::join!(TestDatabase::create(), TestDatabase::create());
    let (watcher, client) = (other.client().await, one.client().await);
    client.batch_execute("DELETE FROM settings").await.unwrap();
    let left = watcher.query_one("SELECT count(*) FROM settings", &[]).await.unwrap();
    assert!(left.get::<_, i64>(0) > 0);

    let name: String = client.query_one("SELECT current_database()::text", &[]).await.unwrap().get(0);
    let exists = "SELECT count(*) FROM pg_database WHERE datname = $1";
    assert_eq!(watcher.query_one(exists, &[&name]).await.unwrap().get::<_, i64>(0), 1);
    // Connections that are still open are no reason to stay.
    drop(one);
    assert_eq!(watcher.query_one(exists, &[&name]).await.unwrap().get::<_, i64>(0), 0);
}

#[tokio::test]
async fn a_database_that_was_cut_off_takes_nobody_in() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    database.cut().await;
    assert!(client.batch_execute("SELECT 1").await.is_err());
    assert!(tokio_postgres::connect(&database.url(), tokio_postgres::NoTls).await.is_err());
}
