//! Claims of jobs that one process runs for all.

use chrono::TimeDelta;
use portal_services::ports::{JobClaim, JobRuns, PeriodicJob};

use crate::context::TestContext;

const JOB: PeriodicJob = PeriodicJob::RemoveOrphanedFiles;

async fn claim(context: &TestContext) -> Option<Box<dyn JobClaim>> {
    JobRuns::claim(&context.store, JOB, TimeDelta::days(1), TimeDelta::minutes(10)).await.unwrap()
}

/// Moves the rows into the past.
async fn pass(context: &TestContext, time: &str) {
    let times = format!("held_until = held_until - interval '{time}', finished_at = finished_at - interval '{time}'");
    context.run(&format!("UPDATE job_runs SET {times}")).await;
}

#[tokio::test]
async fn claim_is_granted_once_in_a_period() {
    let context = TestContext::new().await;
    let run = claim(&context).await.unwrap();
    assert!(claim(&context).await.is_none(), "it is running");
    run.finish().await.unwrap();
    assert!(claim(&context).await.is_none(), "also after a restart");
    pass(&context, "23 hours 59 minutes").await;
    assert!(claim(&context).await.is_none());
    pass(&context, "1 minute").await;
    assert!(claim(&context).await.is_some());
}

#[tokio::test]
async fn claim_of_killed_process_ends_with_its_lease() {
    let context = TestContext::new().await;
    let killed = claim(&context).await.unwrap();
    pass(&context, "9 minutes").await;
    assert!(killed.renew().await.unwrap());
    pass(&context, "9 minutes").await;
    assert!(claim(&context).await.is_none(), "renewed");
    pass(&context, "1 minute").await;
    let next = claim(&context).await.unwrap();
    // The first one was only slow: it neither keeps nor ends the claim of the other.
    assert!(!killed.renew().await.unwrap());
    killed.finish().await.unwrap();
    assert!(next.renew().await.unwrap());
    assert!(claim(&context).await.is_none());
}

#[tokio::test]
async fn release_makes_job_due_at_once() {
    let context = TestContext::new().await;
    claim(&context).await.unwrap().release().await.unwrap();
    let again = claim(&context).await.unwrap();
    again.finish().await.unwrap();
    // Other jobs have their own rows.
    let other = PeriodicJob::PruneSearchData;
    let other = JobRuns::claim(&context.store, other, TimeDelta::hours(1), TimeDelta::minutes(1)).await.unwrap();
    assert!(other.is_some());
}

#[tokio::test]
async fn claim_concurrent_processes_one_is_granted() {
    let context = TestContext::new().await;
    for _ in 0..5 {
        let claims = (0..8).map(|_| {
            let store = context.store.clone();
            tokio::spawn(async move {
                JobRuns::claim(&store, JOB, TimeDelta::days(1), TimeDelta::minutes(10)).await.unwrap().is_some()
            })
        });
        let mut granted = 0;
        for claim in claims.collect::<Vec<_>>() {
            granted += u32::from(claim.await.unwrap());
        }
        assert_eq!(granted, 1);
        pass(&context, "2 days").await;
    }
}
