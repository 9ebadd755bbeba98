//! Challenges: of logins that wait for the second factor, and of passkeys.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{SessionId, UserId};
use portal_domain::second_factor::{LoginChallenge, PasskeyChallenge, PasskeyChallengePurpose};
use portal_domain::session::TokenHash;
use portal_services::ports::{LoginChallenges, StoreError};
use uuid::Uuid;

use crate::errors::corrupt;
use crate::schema::{login_challenges, passkey_challenges};
use crate::statements::RunStatement;
use crate::store::PgStore;

pub(super) async fn insert(connection: &mut AsyncPgConnection, challenge: &LoginChallenge) -> Result<(), StoreError> {
    diesel::insert_into(login_challenges::table)
        .values((
            login_challenges::token_hash.eq(challenge.hash.as_slice()),
            login_challenges::user_id.eq(challenge.user_id.0),
            login_challenges::passkey_challenge.eq(challenge.passkey_challenge.as_slice()),
            login_challenges::tries.eq(0),
            login_challenges::counter.eq(challenge.counter.as_deref()),
            login_challenges::expires_at.eq(challenge.expires_at),
        ))
        .run(connection)
        .await?;
    Ok(())
}

pub(super) async fn delete(connection: &mut AsyncPgConnection, hash: &TokenHash) -> Result<bool, StoreError> {
    let challenge = login_challenges::table.find(hash.as_slice());
    Ok(diesel::delete(challenge).run(connection).await? > 0)
}

pub(super) async fn save_for_passkey(
    connection: &mut AsyncPgConnection,
    session: SessionId,
    purpose: PasskeyChallengePurpose,
    challenge: &PasskeyChallenge,
    expires_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let values =
        || (passkey_challenges::challenge.eq(challenge.as_slice()), passkey_challenges::expires_at.eq(expires_at));
    diesel::insert_into(passkey_challenges::table)
        .values((
            passkey_challenges::session_id.eq(session.0),
            passkey_challenges::purpose.eq(purpose.as_str()),
            values(),
        ))
        .on_conflict((passkey_challenges::session_id, passkey_challenges::purpose))
        .do_update()
        .set(values())
        .run(connection)
        .await?;
    Ok(())
}

pub(super) async fn take_for_passkey(
    connection: &mut AsyncPgConnection,
    session: SessionId,
    purpose: PasskeyChallengePurpose,
    now: DateTime<Utc>,
) -> Result<Option<PasskeyChallenge>, StoreError> {
    let taken: Option<(Vec<u8>, DateTime<Utc>)> =
        diesel::delete(passkey_challenges::table.find((session.0, purpose.as_str())))
            .returning((passkey_challenges::challenge, passkey_challenges::expires_at))
            .find_row(connection)
            .await?;
    taken.filter(|(_, expires_at)| now < *expires_at).map(|(challenge, _)| to_challenge(challenge)).transpose()
}

fn to_challenge(bytes: Vec<u8>) -> Result<PasskeyChallenge, StoreError> {
    bytes.try_into().map_err(|_| corrupt("challenge of another length"))
}

#[async_trait]
impl LoginChallenges for PgStore {
    async fn add_try(
        &self,
        hash: &TokenHash,
        max_tries: u32,
        now: DateTime<Utc>,
    ) -> Result<Option<LoginChallenge>, StoreError> {
        let max_tries = i32::try_from(max_tries).unwrap_or(i32::MAX);
        let valid = login_challenges::table
            .find(hash.as_slice())
            .filter(login_challenges::tries.lt(max_tries))
            .filter(login_challenges::expires_at.gt(now));
        let row: Option<(Uuid, Vec<u8>, Option<String>, DateTime<Utc>)> = diesel::update(valid)
            .set(login_challenges::tries.eq(login_challenges::tries + 1))
            .returning((
                login_challenges::user_id,
                login_challenges::passkey_challenge,
                login_challenges::counter,
                login_challenges::expires_at,
            ))
            .find_row(&mut *self.pool.get().await?)
            .await?;
        let Some((user, passkey_challenge, counter, expires_at)) = row else { return Ok(None) };
        Ok(Some(LoginChallenge {
            hash: *hash,
            user_id: UserId(user),
            passkey_challenge: to_challenge(passkey_challenge)?,
            counter,
            expires_at,
        }))
    }
}
