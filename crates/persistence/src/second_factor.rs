//! Second factors: TOTP secrets, recovery codes, passkeys, and the challenges of logins.

mod challenges;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{PasskeyId, SessionId, UserId};
use portal_domain::second_factor::{
    LoginChallenge, Passkey, PasskeyChallenge, PasskeyChallengePurpose, SealedSecret, SecondFactor, Totp,
};
use portal_domain::session::TokenHash;
use portal_services::ports::{SecondFactorQueries, SecondFactorRepository, StoreError};
use uuid::Uuid;

use crate::errors::corrupt;
use crate::page;
use crate::schema::{passkeys, recovery_codes, totp_secrets};
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = passkeys, check_for_backend(diesel::pg::Pg))]
struct PasskeyRow {
    id: Uuid,
    user_id: Uuid,
    credential_id: Vec<u8>,
    public_key: Vec<u8>,
    sign_count: i64,
    name: String,
    date_created: DateTime<Utc>,
    last_used: Option<DateTime<Utc>>,
}

impl From<&Passkey> for PasskeyRow {
    fn from(passkey: &Passkey) -> Self {
        Self {
            id: passkey.id.0,
            user_id: passkey.user_id.0,
            credential_id: passkey.credential_id.clone(),
            public_key: passkey.public_key.clone(),
            sign_count: passkey.sign_count.into(),
            name: passkey.name.clone(),
            date_created: passkey.date_created,
            last_used: passkey.last_used,
        }
    }
}

impl TryFrom<PasskeyRow> for Passkey {
    type Error = StoreError;

    fn try_from(row: PasskeyRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: PasskeyId(row.id),
            user_id: UserId(row.user_id),
            credential_id: row.credential_id,
            public_key: row.public_key,
            sign_count: u32::try_from(row.sign_count).map_err(|_| corrupt("signature count beyond 32 bits"))?,
            name: row.name,
            date_created: row.date_created,
            last_used: row.last_used,
        })
    }
}

async fn find_totp(
    connection: &mut AsyncPgConnection,
    user: UserId,
    confirmed: bool,
) -> Result<Option<Totp>, StoreError> {
    let row: Option<(Vec<u8>, Option<i64>)> = totp_secrets::table
        .find((user.0, confirmed))
        .select((totp_secrets::secret, totp_secrets::last_step))
        .for_update()
        .find_first(connection)
        .await?;
    Ok(row.map(|(secret, last_step)| Totp { secret: SealedSecret(secret), last_step }))
}

#[async_trait]
impl SecondFactorRepository for PgUnitOfWork {
    async fn find_totp_for_update(&mut self, user: UserId) -> Result<Option<Totp>, StoreError> {
        find_totp(self.connection()?, user, true).await
    }

    async fn find_pending_totp_for_update(&mut self, user: UserId) -> Result<Option<Totp>, StoreError> {
        find_totp(self.connection()?, user, false).await
    }

    async fn save_pending_totp(
        &mut self,
        user: UserId,
        secret: &SealedSecret,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let values = || (totp_secrets::secret.eq(&secret.0), totp_secrets::date_created.eq(now));
        diesel::insert_into(totp_secrets::table)
            .values((totp_secrets::user_id.eq(user.0), totp_secrets::confirmed.eq(false), values()))
            .on_conflict((totp_secrets::user_id, totp_secrets::confirmed))
            .do_update()
            .set(values())
            .run(self.connection()?)
            .await?;
        Ok(())
    }

    async fn confirm_totp(&mut self, user: UserId, step: i64) -> Result<(), StoreError> {
        let connection = self.connection()?;
        let confirmed = totp_secrets::table.find((user.0, true));
        diesel::delete(confirmed).run(connection).await?;
        diesel::update(totp_secrets::table.find((user.0, false)))
            .set((totp_secrets::confirmed.eq(true), totp_secrets::last_step.eq(step)))
            .change_row(connection)
            .await
    }

    async fn set_totp_step(&mut self, user: UserId, step: i64) -> Result<(), StoreError> {
        diesel::update(totp_secrets::table.find((user.0, true)))
            .set(totp_secrets::last_step.eq(step))
            .run(self.connection()?)
            .await?;
        Ok(())
    }

    async fn delete_totp(&mut self, user: UserId) -> Result<bool, StoreError> {
        let own = totp_secrets::table.filter(totp_secrets::user_id.eq(user.0));
        let deleted: Vec<bool> =
            diesel::delete(own).returning(totp_secrets::confirmed).load_rows(self.connection()?).await?;
        Ok(deleted.contains(&true))
    }

    async fn replace_recovery_codes(&mut self, user: UserId, codes: &[TokenHash]) -> Result<(), StoreError> {
        let connection = self.connection()?;
        let own = recovery_codes::table.filter(recovery_codes::user_id.eq(user.0));
        diesel::delete(own).run(connection).await?;
        let rows: Vec<_> = codes
            .iter()
            .map(|code| (recovery_codes::user_id.eq(user.0), recovery_codes::code_hash.eq(code.as_slice())))
            .collect();
        diesel::insert_into(recovery_codes::table).values(rows).run(connection).await?;
        Ok(())
    }

    async fn use_recovery_code(&mut self, user: UserId, code: &TokenHash) -> Result<bool, StoreError> {
        let code = recovery_codes::table.find((user.0, code.as_slice()));
        Ok(diesel::delete(code).run(self.connection()?).await? > 0)
    }

    async fn list_passkeys_for_update(&mut self, user: UserId) -> Result<Vec<Passkey>, StoreError> {
        let rows: Vec<PasskeyRow> = passkeys::table
            .filter(passkeys::user_id.eq(user.0))
            .order(passkeys::id)
            .select(PasskeyRow::as_select())
            .for_update()
            .load_rows(self.connection()?)
            .await?;
        rows.into_iter().map(Passkey::try_from).collect()
    }

    async fn insert_passkey(&mut self, passkey: &Passkey) -> Result<(), StoreError> {
        let row = PasskeyRow::from(passkey);
        diesel::insert_into(passkeys::table).values(row).run(self.connection()?).await?;
        Ok(())
    }

    async fn save_passkey_use(&mut self, id: PasskeyId, sign_count: u32, now: DateTime<Utc>) -> Result<(), StoreError> {
        diesel::update(passkeys::table.find(id.0))
            .set((passkeys::sign_count.eq(i64::from(sign_count)), passkeys::last_used.eq(now)))
            .run(self.connection()?)
            .await?;
        Ok(())
    }

    async fn delete_passkey(&mut self, user: UserId, id: PasskeyId) -> Result<bool, StoreError> {
        let own = passkeys::table.find(id.0).filter(passkeys::user_id.eq(user.0));
        Ok(diesel::delete(own).run(self.connection()?).await? > 0)
    }

    async fn delete_all(&mut self, user: UserId) -> Result<bool, StoreError> {
        let had_totp = self.delete_totp(user).await?;
        self.replace_recovery_codes(user, &[]).await?;
        let own = passkeys::table.filter(passkeys::user_id.eq(user.0));
        let passkeys = diesel::delete(own).run(self.connection()?).await?;
        Ok(had_totp || passkeys > 0)
    }

    async fn insert_login_challenge(&mut self, challenge: &LoginChallenge) -> Result<(), StoreError> {
        challenges::insert(self.connection()?, challenge).await
    }

    async fn delete_login_challenge(&mut self, hash: &TokenHash) -> Result<bool, StoreError> {
        challenges::delete(self.connection()?, hash).await
    }

    async fn save_passkey_challenge(
        &mut self,
        session: SessionId,
        purpose: PasskeyChallengePurpose,
        challenge: &PasskeyChallenge,
        expires_at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        challenges::save_for_passkey(self.connection()?, session, purpose, challenge, expires_at).await
    }

    async fn take_passkey_challenge(
        &mut self,
        session: SessionId,
        purpose: PasskeyChallengePurpose,
        now: DateTime<Utc>,
    ) -> Result<Option<PasskeyChallenge>, StoreError> {
        challenges::take_for_passkey(self.connection()?, session, purpose, now).await
    }
}

#[async_trait]
impl SecondFactorQueries for PgStore {
    async fn find_second_factor(&self, user: UserId) -> Result<SecondFactor, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let totp: Option<bool> =
            totp_secrets::table.find((user.0, true)).select(totp_secrets::confirmed).find_first(connection).await?;
        let rows: Vec<PasskeyRow> = passkeys::table
            .filter(passkeys::user_id.eq(user.0))
            .order(passkeys::id)
            .select(PasskeyRow::as_select())
            .load_rows(connection)
            .await?;
        let passkeys = rows.into_iter().map(Passkey::try_from).collect::<Result<Vec<_>, _>>()?;
        let codes = recovery_codes::table.filter(recovery_codes::user_id.eq(user.0)).count();
        let codes: i64 = codes.load_row(connection).await?;
        let recovery_codes = usize::try_from(page::to_count(codes)).unwrap_or(usize::MAX);
        Ok(SecondFactor { totp: totp.is_some(), passkeys, recovery_codes })
    }
}
