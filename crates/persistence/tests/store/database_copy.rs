//! What is compared after a copy of the database, and the roles that a copy needs.

use portal_persistence::database_copy::{
    DatabaseContents, inspect_side, list_other_databases, read_contents, read_roles,
};
use portal_persistence::testing::TestDatabase;

use crate::context::{TestContext, landlord, student};

async fn contents(database: &TestDatabase) -> DatabaseContents {
    read_contents(&database.owner(), |_, _| {}).await.unwrap()
}

#[tokio::test]
async fn contents_find_a_changed_value_and_a_changed_sequence() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context.add_user(&landlord(2)).await;
    let before = contents(&context.database).await;
    assert_eq!((before.tables["public.users"].rows, before.tables["public.listings"].rows), (2, 0));
    assert_eq!(before.differences(&contents(&context.database).await, true), [""; 0]);
    // The same number of rows.
    context
        .run("UPDATE users SET first_name = first_name || 'x' WHERE id = (SELECT min(id::text)::uuid FROM users)")
        .await;
    context.run("INSERT INTO listing_changes (listing_id) VALUES (gen_random_uuid())").await;
    for table in ["listing_changes", "unmatched_listings"] {
        context.run(&format!("DELETE FROM {table}")).await;
    }
    let found = before.differences(&contents(&context.database).await, true);
    // Both tables number their rows.
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[0].starts_with("table public.users: 2 rows"), "{found:#?}");
    assert!(found[1..].iter().all(|line| line.starts_with("sequence ")), "{found:#?}");
}

#[tokio::test]
async fn contents_find_missing_index_trigger_and_privilege() {
    let context = TestContext::new().await;
    let before = contents(&context.database).await;
    assert!(before.objects.contains("function public.fold_text(text)"), "{:#?}", before.objects);
    assert!(before.objects.contains("extension fuzzystrmatch"));
    assert!(before.grants.contains("SELECT on public.users to portal_service"), "{:#?}", before.grants);
    assert!(before.grants.contains("UPDATE on public.audit_entries.address to portal_service"));
    assert!(before.grants.contains("owner of public.users: portal"));
    context.run("DROP INDEX search_words_letters_idx").await;
    context.run("DROP TRIGGER listings_inserted ON listings").await;
    context.run("REVOKE DELETE ON users FROM portal_service").await;
    let found = before.differences(&contents(&context.database).await, true);
    // The index had an owner, too.
    assert_eq!(found.len(), 4, "{found:#?}");
}

#[tokio::test]
async fn inspect_side_counts_objects_and_connections_of_portals() {
    let empty = TestDatabase::create_empty().await;
    let side = inspect_side(&empty.owner()).await.unwrap();
    assert_eq!((side.objects, side.portal_connections, side.encoding.as_str()), (0, 0, "UTF8"));
    assert!(side.has_german_collation && side.missing_extensions.is_empty() && side.may_create && !side.is_replica);
    let client = empty.client().await;
    client.batch_execute("SET application_name = 'portal'; CREATE TABLE extra ()").await.unwrap();
    let side = inspect_side(&empty.owner()).await.unwrap();
    assert_eq!((side.objects, side.portal_connections), (1, 1));
}

#[tokio::test]
async fn roles_are_statements_that_create_them_with_settings() {
    let database = TestDatabase::create().await;
    let roles = read_roles(&database.owner()).await.unwrap();
    let serving = roles.iter().find(|role| role.starts_with("CREATE ROLE portal_service WITH NOSUPERUSER")).unwrap();
    assert!(serving.contains(" LOGIN ") && !serving.contains("PASSWORD"), "{serving}");
    assert!(roles.contains(&"ALTER ROLE portal_service SET lc_messages TO 'C'".to_owned()), "{roles:#?}");
    assert!(!roles.iter().any(|role| role.starts_with("CREATE ROLE portal WITH")), "the owner exists already");
    // The databases of other tests.
    let others = list_other_databases(&database.owner()).await.unwrap();
    assert!(!others.iter().any(|name| name == "postgres" || database.url().ends_with(name)), "{others:?}");
}
