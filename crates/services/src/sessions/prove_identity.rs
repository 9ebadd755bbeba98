//! Proofs: before sensitive changes, a logged-in user shows again who they are.

use chrono::{DateTime, Utc};
use portal_domain::ids::SessionId;
use portal_domain::policy::Actor;
use portal_domain::second_factor::{PasskeyChallengePurpose, SecondFactorMethod};

use super::authenticate::PasskeyRequest;
use crate::error::ServiceError;
use crate::ports::Ports;
use crate::second_factor::{Factor, check_factor, count_try, settle_try};
use crate::users::verify_password_of_actor;

/// With what users prove their identity.
#[derive(Clone, PartialEq, Eq)]
pub enum Proof {
    Password(String),
    Factor(Factor),
}

/// With what a user can prove their identity besides the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofPreparation {
    pub methods: Vec<SecondFactorMethod>,
    /// What a passkey must sign, if the user has one.
    pub passkey: Option<PasskeyRequest>,
}

/// Whether a proof of this time is recent enough for a sensitive change. A login is a proof.
pub fn is_proof_recent(ports: &Ports, proved_at: DateTime<Utc>) -> bool {
    ports.clock.now() < proved_at + ports.config.proof_validity
}

/// Creates the challenge that a passkey signs as a proof.
pub async fn prepare_proof(ports: &Ports, actor: Actor, session: SessionId) -> Result<ProofPreparation, ServiceError> {
    let factor = ports.second_factors.find_second_factor(actor.user_id).await?;
    let methods: Vec<_> =
        factor.methods().into_iter().filter(|method| *method != SecondFactorMethod::Recovery).collect();
    let passkey = PasskeyRequest::new(ports.passkeys.new_challenge(), factor);
    if let Some(PasskeyRequest { challenge, .. }) = &passkey {
        let expires_at = ports.clock.now() + ports.config.second_factor.challenge_validity;
        let purpose = PasskeyChallengePurpose::Proof;
        let mut work = ports.store.begin().await?;
        work.second_factors().save_passkey_challenge(session, purpose, challenge, expires_at).await?;
        work.commit().await?;
    }
    Ok(ProofPreparation { methods, passkey })
}

/// Records that the user of this session has proved their identity now.
pub async fn prove_identity(ports: &Ports, actor: Actor, session: SessionId, proof: Proof) -> Result<(), ServiceError> {
    match proof {
        Proof::Password(password) => {
            verify_password_of_actor(ports, actor, password).await?.ok_or(ServiceError::WrongPassword)?;
        }
        Proof::Factor(factor) => prove_by_factor(ports, actor, session, &factor).await?,
    }
    let mut work = ports.store.begin().await?;
    work.sessions().set_proved(session, ports.clock.now()).await?;
    Ok(work.commit().await?)
}

async fn prove_by_factor(ports: &Ports, actor: Actor, session: SessionId, factor: &Factor) -> Result<(), ServiceError> {
    let counter = count_try(ports, actor.user_id).await?;
    let result = check_proof(ports, actor, session, factor).await;
    settle_try(ports, counter.as_deref(), &result).await;
    result
}

/// Fails if the factor is wrong.
async fn check_proof(ports: &Ports, actor: Actor, session: SessionId, factor: &Factor) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    work.users().find_credentials_for_share(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    let challenge = match factor {
        Factor::Passkey(_) => {
            let purpose = PasskeyChallengePurpose::Proof;
            work.second_factors().take_passkey_challenge(session, purpose, ports.clock.now()).await?
        }
        Factor::Code(_) | Factor::RecoveryCode(_) => None,
    };
    let is_right = check_factor(ports, work.as_mut(), actor.user_id, factor, challenge).await?;
    // Also after a failure: a challenge is signed once.
    work.commit().await?;
    if is_right { Ok(()) } else { Err(ServiceError::InvalidCode) }
}

#[cfg(test)]
mod tests {
    use portal_domain::user::UserStatus;
    use uuid::Uuid;

    use super::*;
    use crate::ports::{Credentials, StoreError};
    use crate::testing::samples::STUDENT;
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn ports(work: MockUnitOfWork) -> MockPorts {
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        let mut ports = ports.expecting_try_of_second_factor(STUDENT.user_id);
        ports.codes.expect_hash_recovery_code().returning(|_| [2; 32]);
        ports
    }

    /// Expects a use of the recovery code with this result.
    fn expecting_code(mut work: MockUnitOfWork, used: Result<bool, StoreError>) -> MockUnitOfWork {
        let found =
            Credentials { user_id: STUDENT.user_id, role: STUDENT.role, status: UserStatus::Active, password: None };
        work.users.expect_find_credentials_for_share().once().return_once(move |_| Ok(Some(found)));
        work.second_factors.expect_use_recovery_code().once().return_once(move |_, _| used);
        work
    }

    async fn prove(ports: MockPorts) -> Result<(), ServiceError> {
        let factor = Factor::RecoveryCode("code".to_owned());
        prove_by_factor(&ports.build(), STUDENT, SessionId(Uuid::from_u128(50)), &factor).await
    }

    #[tokio::test]
    async fn prove_by_factor_right_code_resets_the_counter() {
        let ports = ports(expecting_code(MockUnitOfWork::committed(), Ok(true)));
        prove(ports.expecting_tries_to_be_reset(STUDENT.user_id)).await.unwrap();
    }

    #[tokio::test]
    async fn prove_by_factor_wrong_code_stays_counted() {
        let result = prove(ports(expecting_code(MockUnitOfWork::committed(), Ok(false)))).await;
        assert!(matches!(result, Err(ServiceError::InvalidCode)), "{result:?}");
    }

    /// That the try cannot be taken back does not hide why it failed.
    #[tokio::test]
    async fn prove_by_factor_unavailable_store_is_taken_back_and_fails() {
        let down = || StoreError::Unavailable("no connection".into());
        let ports = ports(expecting_code(MockUnitOfWork::dropped(), Err(down())));
        let result = prove(ports.expecting_try_to_be_taken_back(STUDENT.user_id)).await;
        assert!(matches!(result, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{result:?}");
    }
}
