//! The databases of the tests.

use portal_persistence::testing::TestDatabase;

#[tokio::test]
async fn create_returns_separate_databases_and_drop_deletes_them() {
    let (one, other) = tokio::join!(TestDatabase::create(), TestDatabase::create());
    let (other_client, client) = (other.client().await, one.client().await);
    client.batch_execute("DELETE FROM settings").await.unwrap();
    let left = other_client.query_one("SELECT count(*) FROM settings", &[]).await.unwrap();
    assert!(left.get::<_, i64>(0) > 0);

    let name: String = client.query_one("SELECT current_database()::text", &[]).await.unwrap().get(0);
    let exists = "SELECT count(*) FROM pg_database WHERE datname = $1";
    assert_eq!(other_client.query_one(exists, &[&name]).await.unwrap().get::<_, i64>(0), 1);
    // Open connections do not prevent the deletion.
    drop(one);
    assert_eq!(other_client.query_one(exists, &[&name]).await.unwrap().get::<_, i64>(0), 0);
}

#[tokio::test]
async fn disconnect_closes_connections_and_rejects_new_ones() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    database.disconnect().await;
    assert!(client.batch_execute("SELECT 1").await.is_err());
    assert!(tokio_postgres::connect(&database.url(), tokio_postgres::NoTls).await.is_err());
}
