use mockall::Sequence;

use super::*;
use crate::ports::{PictureError, StoreError};
use crate::testing::{MockPorts, MockWork};

/// The answers of the object store, one after the other; each is asked for what comes after the last.
fn holding(ports: &mut MockPorts, batches: Vec<Vec<&'static str>>) {
    let mut order = Sequence::new();
    let mut last: Option<&str> = None;
    for batch in batches {
        let after = last.map(str::to_owned);
        last = batch.last().copied().or(last);
        let files: Vec<String> = batch.into_iter().map(str::to_owned).collect();
        ports
            .files
            .expect_list_files()
            .once()
            .in_sequence(&mut order)
            .withf(move |stored_before, asked, _| {
                *stored_before == MockPorts::now() - TimeDelta::days(1) && *asked == after
            })
            .return_once(move |_, _, _| Ok(files));
    }
}

fn unnamed(ports: &mut MockPorts, looked_at: &'static [&'static str], found: &'static [&'static str]) {
    ports
        .discards
        .expect_find_unnamed()
        .once()
        .withf(move |asked| asked.iter().map(String::as_str).eq(looked_at.iter().copied()))
        .return_once(|_| Ok(found.iter().map(|&location| location.to_owned()).collect()));
}

/// Asks at once for the removal of exactly these.
fn discarding(mut work: MockWork, found: &[&'static str]) -> MockWork {
    for &location in found {
        let asked = work.discards.expect_push().once();
        asked
            .withf(move |discard, due| discard.location == location && *due == MockPorts::now())
            .returning(|_, _| Ok(()));
    }
    work
}

#[tokio::test]
async fn the_whole_store_is_walked_through_and_what_no_row_names_goes() {
    let mut ports = MockPorts::default();
    holding(&mut ports, vec![vec!["/1.jpg", "/2.jpg"], vec!["/3.jpg"], vec!["/4.jpg", "/documents/5.pdf"], vec![]]);
    unnamed(&mut ports, &["/1.jpg", "/2.jpg"], &["/2.jpg"]);
    unnamed(&mut ports, &["/3.jpg"], &[]);
    unnamed(&mut ports, &["/4.jpg", "/documents/5.pdf"], &["/4.jpg", "/documents/5.pdf"]);
    ports.store = MockWork::begun_by([discarding(MockWork::committed(), &["/2.jpg", "/4.jpg", "/documents/5.pdf"])]);
    assert_eq!(collect_orphans(&ports.build()).await.unwrap(), Orphans { looked_at: 5, found: 3 });
}

#[tokio::test]
async fn an_empty_store_is_fine() {
    let mut ports = MockPorts::default();
    holding(&mut ports, vec![vec![]]);
    assert_eq!(collect_orphans(&ports.build()).await.unwrap(), Orphans::default());
}

#[tokio::test]
async fn what_cannot_be_looked_at_is_not_taken_for_an_orphan() {
    let mut ports = MockPorts::default();
    ports.files.expect_list_files().once().returning(|_, _, _| Err(PictureError::Unavailable("no bucket".into())));
    assert!(matches!(collect_orphans(&ports.build()).await, Err(ServiceError::Picture(_))));

    let mut ports = MockPorts::default();
    holding(&mut ports, vec![vec!["/1.jpg"]]);
    ports.discards.expect_find_unnamed().once().returning(|_| Err(StoreError::Unavailable("no database".into())));
    assert!(matches!(collect_orphans(&ports.build()).await, Err(ServiceError::Store(_))));
}

#[tokio::test]
async fn a_store_of_which_the_database_knows_next_to_nothing_is_left_alone() {
    let files: Vec<String> = (0..41).map(|number| format!("/{number:02}.jpg")).collect();
    for (unnamed, suspicious) in [(21, true), (20, false)] {
        let mut ports = MockPorts::default();
        let (all, strangers) = (files.clone(), files[..unnamed].to_vec());
        ports.files.expect_list_files().once().return_once(|_, _, _| Ok(all));
        ports.files.expect_list_files().once().returning(|_, _, _| Ok(Vec::new()));
        ports.discards.expect_find_unnamed().once().return_once(|_| Ok(strangers));
        if !suspicious {
            let mut work = MockWork::committed();
            work.discards.expect_push().times(unnamed).returning(|_, _| Ok(()));
            ports.store = MockWork::begun_by([work]);
        }
        let orphans = collect_orphans(&ports.build()).await.unwrap();
        assert_eq!((orphans.found, orphans.is_suspicious()), (unnamed as u64, suspicious));
    }
}
