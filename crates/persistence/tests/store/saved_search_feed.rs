//! The feed of saved searches to the matchers.

use portal_domain::ids::SavedSearchId;
use portal_domain::saved_search::{Frequency, SavedSearch};
use portal_domain::search_filters::SearchFilters;
use portal_services::ports::{Pruner, SavedSearchChange, SavedSearchFeed, SavedSearchPosition};

use crate::context::{TestContext, after};
use crate::saved_searches::{insert, saved, search_id, with_listing};

fn with_keyword(search: &SavedSearch, keyword: &str) -> SavedSearch {
    let filters = SearchFilters { keyword: Some(keyword.to_owned()), ..SearchFilters::default() };
    SavedSearch { filters, ..search.clone() }
}

fn change(search: &SavedSearch) -> SavedSearchChange {
    SavedSearchChange { id: search.id, filters: Some(search.filters.clone()) }
}

async fn changes(context: &TestContext, since: &mut SavedSearchPosition) -> Vec<SavedSearchChange> {
    let read = context.store.changes_since(since).await.unwrap().unwrap();
    *since = read.position;
    let mut changes = read.changes;
    changes.sort_by_key(|change| change.id);
    changes
}

async fn save(context: &TestContext, search: &SavedSearch) {
    let mut work = context.begin().await;
    work.saved_searches().save(search).await.unwrap();
    work.commit().await.unwrap();
}

#[tokio::test]
async fn read_part_returns_all_searches_in_parts() {
    let (context, student, _) = with_listing().await;
    let searches: Vec<SavedSearch> = (1..=5).map(|n| saved(n, &student, Frequency::Daily)).collect();
    for search in &searches {
        insert(&context, search).await;
    }
    let (mut after, mut read) = (None::<SavedSearchId>, Vec::new());
    loop {
        let part = context.store.read_part(after, 2).await.unwrap();
        assert!(part.searches.len() <= 2);
        read.extend(part.searches);
        after = part.last;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(read, searches.iter().map(change).collect::<Vec<_>>());
}

#[tokio::test]
async fn changes_since_returns_new_changed_and_deleted_searches_once() {
    let (context, student, listing) = with_listing().await;
    let (first, second) = (saved(1, &student, Frequency::Daily), saved(2, &student, Frequency::Daily));
    insert(&context, &first).await;
    let mut position = context.store.position().await.unwrap();
    assert_eq!(changes(&context, &mut position).await, []);
    insert(&context, &second).await;
    let changed = with_keyword(&first, "ruhig");
    save(&context, &changed).await;
    assert_eq!(changes(&context, &mut position).await, [change(&changed), change(&second)]);
    assert_eq!(changes(&context, &mut position).await, []);

    // Nothing that the matcher needs.
    save(&context, &SavedSearch { name: "Anders".to_owned(), seen_at: after(9), ..changed.clone() }).await;
    assert!(crate::saved_searches::record(&context, &position, &second, &listing, 1).await);
    assert_eq!(changes(&context, &mut position).await, []);

    let mut work = context.begin().await;
    work.users().delete(student.id).await.unwrap();
    work.commit().await.unwrap();
    let removed = [first.id, second.id].map(|id| SavedSearchChange { id, filters: None });
    assert_eq!(changes(&context, &mut position).await, removed, "also with the student");
}

/// A change that began before a read and ends after it is not missed.
#[tokio::test]
async fn changes_since_returns_a_change_that_was_open_during_the_last_read() {
    let (context, student, _) = with_listing().await;
    let (slow, fast) = (saved(1, &student, Frequency::Daily), saved(2, &student, Frequency::Daily));
    let mut position = context.store.position().await.unwrap();
    let mut open = context.begin().await;
    open.saved_searches().insert(&slow).await.unwrap();
    insert(&context, &fast).await;
    assert_eq!(changes(&context, &mut position).await, [change(&fast)]);
    open.commit().await.unwrap();
    assert_eq!(changes(&context, &mut position).await, [change(&slow)]);
}

#[tokio::test]
async fn changes_since_an_uncertain_position_are_unknown() {
    let (context, _, _) = with_listing().await;
    let position = context.store.position().await.unwrap();
    let unknown = [
        SavedSearchPosition { timeline: "00000009".to_owned(), ..position.clone() },
        SavedSearchPosition { read_at: position.read_at - chrono::TimeDelta::minutes(31), ..position.clone() },
        SavedSearchPosition { snapshot: "4000000000:4000000000:".to_owned(), ..position.clone() },
    ];
    for position in unknown {
        assert_eq!(context.store.changes_since(&position).await.unwrap(), None, "{position:?}");
    }
    assert!(context.store.changes_since(&position).await.unwrap().is_some());
}

#[tokio::test]
async fn changes_since_more_changes_than_one_statement_reads_are_unknown() {
    let (context, _, _) = with_listing().await;
    let position = context.store.position().await.unwrap();
    let change = "INSERT INTO saved_search_changes (search_id) SELECT gen_random_uuid() FROM generate_series(1, ";
    context.run(&format!("{change} 10000)")).await;
    let read = context.store.changes_since(&position).await.unwrap().unwrap();
    assert_eq!(read.changes.len(), 10_000);
    context.run(&format!("{change} 1)")).await;
    assert_eq!(context.store.changes_since(&position).await.unwrap(), None);
    assert_eq!(context.store.changes_since(&read.position).await.unwrap().unwrap().changes.len(), 1);
}

#[tokio::test]
async fn filters_of_a_newer_form_match_nothing() {
    let (context, student, _) = with_listing().await;
    insert(&context, &saved(1, &student, Frequency::Daily)).await;
    context.run("UPDATE saved_searches SET filters = '{\"keyword\": [\"ruhig\"]}'").await;
    let part = context.store.read_part(None, 10).await.unwrap();
    assert_eq!(part.searches, [SavedSearchChange { id: search_id(1), filters: None }]);
}

#[tokio::test]
async fn prune_saved_search_changes_deletes_rows_older_than_an_hour() {
    let (context, student, _) = with_listing().await;
    insert(&context, &saved(1, &student, Frequency::Daily)).await;
    insert(&context, &saved(2, &student, Frequency::Daily)).await;
    assert_eq!(context.store.prune_saved_search_changes().await.unwrap(), 0);
    let age = "UPDATE saved_search_changes SET changed_at = now() - interval '61 minutes' \
               WHERE search_id = '00000000-0000-0000-0000-000000000001'";
    context.run(age).await;
    assert_eq!(context.store.prune_saved_search_changes().await.unwrap(), 1);
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM saved_search_changes").await, 1);
}
