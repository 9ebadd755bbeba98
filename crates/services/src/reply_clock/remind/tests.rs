use portal_domain::application::ApplicationState;

use super::*;
use crate::reply_clock::ReplyClock;
use crate::testing::{MockPorts, MockWork, samples};

#[tokio::test]
async fn deciders_get_a_digest_and_students_a_note_when_something_has_waited_a_week() {
    let week = TimeDelta::weeks(1);
    let mut deciders = MockWork::committed()
        .mailing([samples::ADMIN, samples::LANDLORD].map(|who| (who.user_id, MailPurpose::ReviewsWaiting)));
    deciders
        .reply_clock
        .expect_take_deciders()
        .once()
        .withf(move |waiting, told, now, _| (*now - *waiting, *now - *told) == (week, week))
        .returning(|_, _, _, _| Ok(vec![samples::ADMIN.user_id, samples::LANDLORD.user_id]));
    let mut students = MockWork::committed().mailing([(samples::STUDENT.user_id, MailPurpose::ApplicationWaiting)]);
    students
        .reply_clock
        .expect_take_untold()
        .once()
        .withf(move |waiting, now, _| *now - *waiting == week)
        .returning(|_, _, _| Ok(vec![samples::application(ApplicationState::Sent)]));
    let ports = MockPorts { store: MockWork::begun_by([deciders, students]), ..MockPorts::default() }.build();
    assert_eq!(remind(&ports).await.unwrap(), Reminders { digests: 2, notes: 1 });
}

#[tokio::test]
async fn a_quiet_round_changes_nothing() {
    let (mut deciders, mut students) = (MockWork::dropped(), MockWork::dropped());
    deciders.reply_clock.expect_take_deciders().once().returning(|_, _, _, _| Ok(Vec::new()));
    students.reply_clock.expect_take_untold().once().returning(|_, _, _| Ok(Vec::new()));
    let ports = MockPorts { store: MockWork::begun_by([deciders, students]), ..MockPorts::default() }.build();
    assert_eq!(remind(&ports).await.unwrap(), Reminders::default());
}

#[test]
fn seven_days_are_too_long_and_a_moment_less_is_not() {
    let clock = ReplyClock::of(&MockPorts::default().build());
    let since = |age: TimeDelta| Some(MockPorts::now() - age);
    assert!(clock.is_overdue(since(TimeDelta::days(7))));
    assert!(!clock.is_overdue(since(TimeDelta::days(7) - TimeDelta::microseconds(1))));
    assert!(!clock.is_overdue(None));
}
