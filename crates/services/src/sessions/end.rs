//! Ends sessions: the actor's, and for operators those of one user or of all.

use portal_domain::ids::SessionId;
use portal_domain::policy::Actor;
use portal_domain::user::Email;

use crate::error::ServiceError;
use crate::ports::Ports;

/// How many sessions a transaction ends when all of them end.
const PORTION: i64 = 5_000;

/// Ends a session of the actor and forgets its device: the next login there counts as new.
pub async fn end_session(ports: &Ports, actor: Actor, id: SessionId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    if !work.sessions().delete_of(actor.user_id, id).await? {
        return Err(ServiceError::SessionNotFound);
    }
    Ok(work.commit().await?)
}

/// Ends all sessions of the actor but this one, and forgets their devices.
pub async fn end_other_sessions(ports: &Ports, actor: Actor, current: SessionId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    work.sessions().delete_all_of(actor.user_id, Some(current)).await?;
    Ok(work.commit().await?)
}

/// Ends all sessions of the user with this address, and forgets their devices.
pub async fn end_sessions_of(ports: &Ports, email: &Email) -> Result<(), ServiceError> {
    let user = ports.users.find_credentials(email).await?.ok_or(ServiceError::UserNotFound)?.user_id;
    let mut work = ports.store.begin().await?;
    work.sessions().delete_all_of(user, None).await?;
    Ok(work.commit().await?)
}

/// Ends all sessions of all users, and returns how many there were. In portions: a failure keeps
/// those that have ended, and a statement has only seconds.
pub async fn end_all_sessions(ports: &Ports) -> Result<u64, ServiceError> {
    let mut ended = 0;
    loop {
        let mut work = ports.store.begin().await?;
        let portion = work.sessions().delete_some(PORTION).await?;
        work.commit().await?;
        ended += portion;
        if portion < PORTION.unsigned_abs() {
            return Ok(ended);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{MockPorts, MockUnitOfWork};

    #[tokio::test]
    async fn end_all_sessions_deletes_portions_until_one_is_not_full() {
        let works = [5_000, 5_000, 7].map(|portion| {
            let mut work = MockUnitOfWork::committed();
            work.sessions.expect_delete_some().once().withf(|limit| *limit == 5_000).returning(move |_| Ok(portion));
            work
        });
        let ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        assert_eq!(end_all_sessions(&ports.build()).await.unwrap(), 10_007);
    }
}
