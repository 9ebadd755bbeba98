//! Finishes the setup of a TOTP app.

use portal_domain::audit::AuditAction;
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;
use portal_domain::second_factor::RECOVERY_CODES;

use super::{count_try, record_change, settle_try};
use crate::error::ServiceError;
use crate::ports::{Ports, RecoveryCode};

/// Confirms the secret of the setup by a code, and returns new recovery codes, which replace older
/// ones. A secret that was confirmed before is replaced.
pub async fn confirm_totp(ports: &Ports, actor: Actor, code: &str) -> Result<Vec<RecoveryCode>, ServiceError> {
    let counter = count_try(ports, actor.user_id).await?;
    let result = confirm(ports, actor, code).await;
    settle_try(ports, counter.as_deref(), &result).await;
    result
}

/// Fails if the code is wrong.
async fn confirm(ports: &Ports, actor: Actor, code: &str) -> Result<Vec<RecoveryCode>, ServiceError> {
    let user = actor.user_id;
    let codes = ports.codes.new_recovery_codes(RECOVERY_CODES);
    let hashes: Vec<_> = codes.iter().map(|code| ports.codes.hash_recovery_code(&code.0)).collect();
    let mut work = ports.store.begin().await?;
    work.users().find_for_update(user).await?.ok_or(ServiceError::UserNotFound)?;
    let pending = work.second_factors().find_pending_totp_for_update(user).await?;
    let secret = pending.and_then(|totp| ports.codes.open(user, &totp.secret));
    let step = secret.and_then(|secret| ports.codes.totp_step(&secret, code, ports.clock.now()));
    let step = step.ok_or(ServiceError::InvalidCode)?;
    work.second_factors().confirm_totp(user, step).await?;
    work.second_factors().replace_recovery_codes(user, &hashes).await?;
    record_change(ports, work.as_mut(), actor, AuditAction::SecondFactorAdded, MailPurpose::SecondFactorAdded).await?;
    work.commit().await?;
    Ok(codes)
}

#[cfg(test)]
mod tests {
    use portal_domain::second_factor::{SealedSecret, Totp};
    use portal_domain::user::UserStatus;

    use super::*;
    use crate::ports::{StoreError, TotpSecret};
    use crate::testing::samples::{STUDENT, user};
    use crate::testing::{MockPorts, MockUnitOfWork};

    /// Only `123456` is right.
    fn ports(work: MockUnitOfWork) -> MockPorts {
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        let mut ports = ports.expecting_try_of_second_factor(STUDENT.user_id);
        ports.codes.expect_new_recovery_codes().returning(|_| vec![RecoveryCode("new".to_owned())]);
        ports.codes.expect_hash_recovery_code().returning(|_| [2; 32]);
        ports.codes.expect_open().returning(|_, _| Some(TotpSecret([7; 20])));
        ports.codes.expect_totp_step().returning(|_, code, _| (code == "123456").then_some(20));
        ports
    }

    /// Expects the pending secret to be read with this result.
    fn expecting_secret(mut work: MockUnitOfWork, found: Result<Option<Totp>, StoreError>) -> MockUnitOfWork {
        let owner = user(STUDENT, UserStatus::Active);
        work.users.expect_find_for_update().once().return_once(move |_| Ok(Some(owner)));
        work.second_factors.expect_find_pending_totp_for_update().once().return_once(move |_| found);
        work
    }

    fn pending() -> Totp {
        Totp { secret: SealedSecret(vec![9]), last_step: None }
    }

    #[tokio::test]
    async fn confirm_totp_right_code_stores_factor_and_resets_the_counter() {
        let work = MockUnitOfWork::committed().expecting_mails([(STUDENT.user_id, MailPurpose::SecondFactorAdded)]);
        let mut work = expecting_secret(work, Ok(Some(pending())));
        work.second_factors.expect_confirm_totp().once().withf(|_, step| *step == 20).returning(|_, _| Ok(()));
        let replaced = work.second_factors.expect_replace_recovery_codes().once();
        replaced.withf(|_, hashes| hashes == [[2; 32]]).returning(|_, _| Ok(()));
        let ports = ports(work).expecting_tries_to_be_reset(STUDENT.user_id);
        let codes = confirm_totp(&ports.build(), STUDENT, "123456").await.unwrap();
        assert_eq!(codes, [RecoveryCode("new".to_owned())]);
    }

    #[tokio::test]
    async fn confirm_totp_wrong_code_stays_counted() {
        let work = expecting_secret(MockUnitOfWork::dropped(), Ok(Some(pending())));
        let result = confirm_totp(&ports(work).build(), STUDENT, "654321").await;
        assert!(matches!(result, Err(ServiceError::InvalidCode)), "{result:?}");
    }

    /// That the try cannot be taken back does not hide why it failed.
    #[tokio::test]
    async fn confirm_totp_unavailable_store_is_taken_back_and_fails() {
        let down = StoreError::Unavailable("no connection".into());
        let ports = ports(expecting_secret(MockUnitOfWork::dropped(), Err(down)));
        let ports = ports.expecting_try_to_be_taken_back(STUDENT.user_id);
        let result = confirm_totp(&ports.build(), STUDENT, "123456").await;
        assert!(matches!(result, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{result:?}");
    }
}
