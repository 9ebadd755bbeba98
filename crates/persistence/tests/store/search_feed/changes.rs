//! What was committed between two looks.

use portal_domain::listing::ListingStatus;
use portal_domain::search_words;
use portal_domain::user::{User, UserStatus};
use portal_services::ports::WordList;
use portal_services::testing::samples;
use uuid::Uuid;

use super::{following, found, gone, nothing, told, with};
use crate::statements;
use crate::world::{World, landlord, listing};

fn title(n: u128) -> String {
    format!("UPDATE listings SET title = 'Neu' WHERE id = '{}'", Uuid::from_u128(n))
}

#[tokio::test]
async fn a_listing_is_told_from_its_publication_to_its_end() {
    let (world, _) = with(&[10]).await;
    let mut reader = following(&world).await;
    assert_eq!(told(&mut reader).await, nothing());
    let mut room = listing(20, &landlord(1), ListingStatus::Available);
    world.add_listings(std::slice::from_ref(&room)).await;
    assert_eq!(told(&mut reader).await, found([20]));

    room.details.title = "Dachgeschoss".to_owned();
    world.save_listing(&room).await;
    let mut changes = reader.changes().await.unwrap();
    let document = changes.found.remove(0);
    assert!(changes.is_empty());
    assert_eq!(document.card.title, "Dachgeschoss");
    assert_eq!(document.card.views, None);
    let words = search_words::of_listing(&room.details);
    assert_eq!(document.words, words.iter().map(|(word, weight)| (word.as_str(), *weight)).collect::<WordList>());

    room.status = ListingStatus::Rented;
    world.save_listing(&room).await;
    assert_eq!(told(&mut reader).await, gone([20]));
    room.status = ListingStatus::Available;
    world.save_listing(&room).await;
    assert_eq!(told(&mut reader).await, found([20]));
    world.delete_listing(room.id).await;
    assert_eq!(told(&mut reader).await, gone([20]));
    assert_eq!(told(&mut reader).await, nothing());
}

#[tokio::test]
async fn what_nobody_can_find_is_not_told() {
    let (world, _) = with(&[]).await;
    let mut reader = following(&world).await;
    let mut draft = listing(10, &landlord(1), ListingStatus::Draft);
    world.add_listings(std::slice::from_ref(&draft)).await;
    draft.details.title = "Anders".to_owned();
    draft.images.push(samples::image(9));
    world.save_listing(&draft).await;
    world.run("UPDATE listing_images SET location = '/other.jpg'").await;
    world.save_user(&User { first_name: "Anders".to_owned(), ..landlord(1) }).await;
    world.delete_listing(draft.id).await;
    assert_eq!(world.ask::<i64>("SELECT count(*) FROM listing_changes").await, 0);
    assert_eq!(told(&mut reader).await, nothing());
}

#[tokio::test]
async fn pictures_are_on_the_card() {
    let (world, mut all) = with(&[10, 11]).await;
    let mut reader = following(&world).await;
    all[0].images.push(samples::image(9));
    world.save_listing(&all[0]).await;
    let changes = reader.changes().await.unwrap();
    assert_eq!(changes.found.len(), 1);
    assert_eq!(changes.found[0].card.images, all[0].images);

    // Each kind of change alone, by whoever may make it.
    let of = |n: u128| format!("listing_id = '{}'", Uuid::from_u128(n));
    world.run(&format!("UPDATE listing_images SET location = '/other.jpg' WHERE {} AND position = 0", of(11))).await;
    assert_eq!(told(&mut reader).await, found([11]));
    let moved = format!("UPDATE listing_images SET position = 9, listing_id = '{}'", Uuid::from_u128(11));
    world.run(&format!("{moved} WHERE {} AND position = 0", of(10))).await;
    assert_eq!(told(&mut reader).await, found([10, 11]));
    world.run(&format!("DELETE FROM listing_images WHERE {}", of(11))).await;
    assert_eq!(told(&mut reader).await, found([11]));
}

#[tokio::test]
async fn landlords_take_their_listings_along() {
    let (world, _) = with(&[10, 11]).await;
    let other = landlord(2);
    world.add_user(&other).await;
    world
        .add_listings(&[listing(20, &other, ListingStatus::Available), listing(12, &landlord(1), ListingStatus::Draft)])
        .await;
    let mut reader = following(&world).await;
    world.save_user(&User { phone_number: Some("0151 99".to_owned()), ..landlord(1) }).await;
    assert_eq!(told(&mut reader).await, nothing());

    let renamed = User { last_name: "Lovelace".to_owned(), ..landlord(1) };
    world.save_user(&renamed).await;
    let changes = reader.changes().await.unwrap();
    assert_eq!((changes.found.len(), changes.gone.len()), (2, 0));
    assert!(changes.found.iter().all(|document| document.card.landlord.last_name == "Lovelace"));

    world.save_user(&User { status: UserStatus::Inactive, ..renamed.clone() }).await;
    assert_eq!(told(&mut reader).await, gone([10, 11]));
    world.save_user(&renamed).await;
    assert_eq!(told(&mut reader).await, found([10, 11]));
}

#[tokio::test]
async fn many_changes_of_a_listing_are_told_as_one() {
    let (world, mut all) = with(&[10, 11]).await;
    let mut reader = following(&world).await;
    for n in 0..3 {
        all[0].details.title = format!("Zimmer mit Blick {n}");
        world.save_listing(&all[0]).await;
    }
    world.delete_listing(all[1].id).await;
    assert_eq!(told(&mut reader).await, (vec![10], vec![11]));
}

#[tokio::test]
async fn transactions_that_end_in_another_order_are_each_told_once() {
    let (world, _) = with(&[10, 11, 12]).await;
    let late = world.database.client().await;
    let undone = world.database.client().await;
    late.batch_execute(&format!("BEGIN; {}", title(10))).await.unwrap();
    undone.batch_execute(&format!("BEGIN; {}", title(12))).await.unwrap();
    let mut reader = following(&world).await;
    world.run(&title(11)).await;
    assert_eq!(told(&mut reader).await, found([11]));
    late.batch_execute("COMMIT").await.unwrap();
    assert_eq!(told(&mut reader).await, found([10]));
    undone.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(told(&mut reader).await, nothing());
}

#[tokio::test]
async fn a_part_of_a_transaction_that_was_taken_back_is_not_told() {
    let (world, _) = with(&[10, 11]).await;
    let mut reader = following(&world).await;
    let (kept, undone) = (title(10), title(11));
    world.run(&format!("BEGIN; SAVEPOINT one; {kept}; SAVEPOINT two; {undone}; ROLLBACK TO two; COMMIT")).await;
    assert_eq!(told(&mut reader).await, found([10]));
    assert_eq!(told(&mut reader).await, nothing());
}

#[tokio::test]
async fn every_reader_is_told_by_itself() {
    let (world, _) = with(&[10]).await;
    let (mut one, mut other) = (following(&world).await, following(&world).await);
    world.run(&title(10)).await;
    assert_eq!(told(&mut one).await, found([10]));
    assert_eq!(told(&mut other).await, found([10]));
    assert_eq!(told(&mut following(&world).await).await, nothing());
}

#[tokio::test]
async fn nothing_is_lost_or_told_twice_while_many_write() {
    const WRITERS: u128 = 4;
    const CHANGES: u128 = 25;
    let ids: Vec<u128> = (1..=WRITERS * CHANGES).map(|n| 1_000 + n).collect();
    let (world, _) = with(&ids).await;
    let mut reader = following(&world).await;
    let work = ids.chunks(usize::try_from(CHANGES).unwrap()).map(|ids| {
        let database = &world.database;
        async move {
            let client = database.client().await;
            for n in ids {
                // Some begin long before they end.
                let pause = if n % 3 == 0 { "SELECT pg_sleep(0.01);" } else { "" };
                client.batch_execute(&format!("BEGIN; {}; {pause} COMMIT", title(*n))).await.unwrap();
            }
        }
    });
    let mut writing = std::pin::pin!(futures_util::future::join_all(work));
    let mut all = Vec::new();
    let mut more = true;
    while more {
        tokio::select! {
            _ = &mut writing => more = false,
            () = tokio::time::sleep(std::time::Duration::from_millis(3)) => {}
        }
        all.extend(told(&mut reader).await.0);
    }
    all.sort_unstable();
    assert_eq!(all, ids);
}

#[tokio::test]
async fn rows_that_came_with_a_dump_of_another_server_are_not_told_for_ever() {
    let (world, _) = with(&[10]).await;
    let mut reader = following(&world).await;
    world
        .run("INSERT INTO listing_changes (transaction, listing_id) SELECT '99999999999'::xid8, id FROM listings")
        .await;
    assert_eq!(told(&mut reader).await, nothing());
    world.run(&title(10)).await;
    assert_eq!(told(&mut reader).await, found([10]));
    assert_eq!(told(&mut reader).await, nothing());
}

#[tokio::test]
async fn as_long_as_nothing_changes_a_look_is_one_statement() {
    statements::record();
    let (world, _) = with(&[10]).await;
    let mut reader = following(&world).await;
    statements::sent();
    for _ in 0..3 {
        assert_eq!(told(&mut reader).await, nothing());
    }
    assert_eq!(statements::sent().len(), 3);
    world.run(&title(10)).await;
    assert_eq!(told(&mut reader).await, found([10]));
    // The look, and in one transaction again with cards, words and pictures.
    assert_eq!(statements::sent().len(), 6);
}

#[tokio::test]
async fn a_look_reads_the_log_by_its_index() {
    statements::record();
    let world = World::new().await;
    world
        .run(
            "INSERT INTO listing_changes (transaction, listing_id)
             SELECT (3 + n * (pg_current_xact_id()::text::bigint - 4) / 100000)::text::xid8, md5(n::text)::uuid
             FROM generate_series(1, 100000) AS n",
        )
        .await;
    world.run("ANALYZE listing_changes").await;
    let mut reader = following(&world).await;
    statements::sent();
    assert_eq!(told(&mut reader).await, nothing());
    let look = crate::explain::sent().remove(0);
    let snapshot: String = world.ask("SELECT pg_current_snapshot()::text").await;
    for plan in crate::explain::plans(&world, &look, &format!("'{snapshot}', '{snapshot}'")).await {
        assert!(plan.contains("using listing_changes_transaction_idx") && !plan.contains("Seq Scan"), "{plan}");
    }
}
