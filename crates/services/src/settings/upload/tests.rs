use std::path::PathBuf;

use bytes::Bytes;
use chrono::TimeDelta;
use mockall::Sequence;
use portal_domain::ids::DiscardId;
use portal_domain::setting::SettingType;
use uuid::Uuid;

use super::*;
use crate::ports::{Discard, Picture, PictureError};
use crate::testing::samples::{ADMIN, earlier};
use crate::testing::{MockPorts, MockWork};

const SETTING: SettingId = SettingId(Uuid::from_u128(50));

fn setting(value: Option<&str>) -> Setting {
    Setting {
        id: SETTING,
        key: "home.hero".to_owned(),
        setting_type: SettingType::Image,
        value: value.map(str::to_owned),
        date_created: earlier(),
        last_modified: earlier(),
    }
}

/// Holds this setting, which must be locked once.
fn holding(mut work: MockWork, setting: Option<Setting>) -> MockWork {
    let asked = |id: &SettingId| *id == SETTING;
    work.settings.expect_find_for_update().once().withf(asked).return_once(move |_| Ok(setting));
    work
}

fn master() -> Picture {
    Picture { bytes: Bytes::from_static(b"master"), content_type: "image/jpeg" }
}

/// Where the picture lies, which gets the first identifier.
fn location() -> String {
    format!("/{}.jpg", MockPorts::identifier(1).simple())
}

fn discard(n: u128) -> DiscardId {
    DiscardId(MockPorts::identifier(n))
}

fn discarding(work: &mut MockWork, id: DiscardId, location: &str, in_hours: i64) {
    let (expected, due) =
        (Discard { id, location: location.to_owned() }, MockPorts::now() + TimeDelta::hours(in_hours));
    let asked = move |discard: &Discard, at: &_| *discard == expected && *at == due;
    work.discards.expect_push().once().withf(asked).returning(|_, _| Ok(()));
}

fn saving(work: &mut MockWork) {
    let expected = Setting { last_modified: MockPorts::now(), ..setting(Some(&location())) };
    work.settings.expect_save().once().withf(move |saved| *saved == expected).returning(|_| Ok(()));
    work.discards.expect_cancel().once().withf(|id| *id == discard(2)).returning(|_| Ok(()));
}

/// The picture is prepared, guarded and stored, in this order; then the row is changed.
fn ports(stored: Result<(), PictureError>, row: impl FnOnce(&mut Sequence) -> Option<MockWork>) -> MockPorts {
    let mut order = Sequence::new();
    let mut ports = MockPorts::default();
    let sent = |file: &Path| file.as_os_str() == "a.png";
    ports.pictures.expect_prepare().once().in_sequence(&mut order).withf(sent).return_once(|_| Ok(master()));
    let mut guard = MockWork::committed_in(&mut order);
    discarding(&mut guard, discard(2), &location(), 1);
    let asked = |at: &str, picture: &Picture| at == location() && *picture == master();
    ports.pictures.expect_store().once().in_sequence(&mut order).withf(asked).return_once(|_, _| stored);
    let looking = holding(MockWork::dropped(), Some(setting(Some("/old.jpg"))));
    ports.store = MockWork::begun_by([looking, guard].into_iter().chain(row(&mut order)));
    ports
}

async fn upload(ports: MockPorts) -> Result<Setting, ServiceError> {
    upload_image(&ports.build(), ADMIN, SETTING, &PathBuf::from("a.png")).await
}

#[tokio::test]
async fn the_new_picture_is_guarded_until_its_row_commits_and_the_old_one_goes() {
    let ports = ports(Ok(()), |order| {
        let mut row = holding(MockWork::committed_in(order), Some(setting(Some("/old.jpg"))));
        saving(&mut row);
        discarding(&mut row, discard(3), "/old.jpg", 0);
        Some(row)
    });
    let changed = upload(ports).await.unwrap();
    assert_eq!((changed.value, changed.last_modified), (Some(location()), MockPorts::now()));
}

#[tokio::test]
async fn a_setting_without_a_picture_has_none_to_remove() {
    let ports = ports(Ok(()), |order| {
        let mut row = holding(MockWork::committed_in(order), Some(setting(None)));
        saving(&mut row);
        Some(row)
    });
    assert_eq!(upload(ports).await.unwrap().value, Some(location()));
}

#[tokio::test]
async fn what_is_replaced_is_what_stands_there_then() {
    let ports = ports(Ok(()), |order| {
        let mut row = holding(MockWork::committed_in(order), Some(setting(Some("/of-somebody-else.jpg"))));
        saving(&mut row);
        discarding(&mut row, discard(3), "/of-somebody-else.jpg", 0);
        Some(row)
    });
    upload(ports).await.unwrap();
}

#[tokio::test]
async fn when_the_object_store_fails_the_guard_stays_and_no_row_is_written() {
    let failed = upload(ports(Err(PictureError::Unavailable("the object store is down".into())), |_| None)).await;
    assert!(matches!(failed, Err(ServiceError::Picture(PictureError::Unavailable(_)))), "{failed:?}");
}

#[tokio::test]
async fn a_setting_that_is_gone_meanwhile_leaves_the_guard() {
    let failed = upload(ports(Ok(()), |_| Some(holding(MockWork::dropped(), None)))).await;
    assert!(matches!(failed, Err(ServiceError::SettingNotFound)), "{failed:?}");
}

#[tokio::test]
async fn a_bad_file_is_refused_before_anything_is_stored() {
    for error in [PictureError::FileType, PictureError::TooLarge, PictureError::Damaged] {
        let looking = holding(MockWork::dropped(), Some(setting(None)));
        let mut ports = MockPorts { store: MockWork::begun_by([looking]), ..MockPorts::default() };
        ports.pictures.expect_prepare().once().return_once(|_| Err(error));
        let refused = upload(ports).await;
        assert!(matches!(refused, Err(ServiceError::OnlyFile(_))), "{refused:?}");
    }
}

#[tokio::test]
async fn a_file_for_no_setting_is_not_read() {
    let looking = holding(MockWork::dropped(), None);
    let refused = upload(MockPorts { store: MockWork::begun_by([looking]), ..MockPorts::default() }).await;
    assert!(matches!(refused, Err(ServiceError::SettingNotFound)), "{refused:?}");
}
