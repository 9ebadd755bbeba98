//! Tokens of activation and password reset links. Only their digests are stored.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::ids::UserId;
use portal_domain::session::TokenHash;
use portal_services::ports::{AccountTokenQueries, AccountTokenRepository, StoreError};
use uuid::Uuid;

use crate::errors::{corrupt, parse_column};
use crate::schema::account_tokens;
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = account_tokens, check_for_backend(diesel::pg::Pg))]
struct TokenRow {
    token_hash: Vec<u8>,
    user_id: Uuid,
    purpose: String,
    expires_at: DateTime<Utc>,
    used_at: Option<DateTime<Utc>>,
}

impl From<&AccountToken> for TokenRow {
    fn from(token: &AccountToken) -> Self {
        Self {
            token_hash: token.hash.to_vec(),
            user_id: token.user_id.0,
            purpose: token.purpose.as_str().to_owned(),
            expires_at: token.expires_at,
            used_at: token.used_at,
        }
    }
}

impl TryFrom<TokenRow> for AccountToken {
    type Error = StoreError;

    fn try_from(row: TokenRow) -> Result<Self, StoreError> {
        Ok(Self {
            hash: row.token_hash.try_into().map_err(|_| corrupt("digest of another length"))?,
            user_id: UserId(row.user_id),
            purpose: parse_column(&row.purpose, AccountTokenPurpose::parse)?,
            expires_at: row.expires_at,
            used_at: row.used_at,
        })
    }
}

#[async_trait]
impl AccountTokenRepository for PgUnitOfWork {
    async fn find_for_update(&mut self, hash: &TokenHash) -> Result<Option<AccountToken>, StoreError> {
        account_tokens::table
            .find(hash.as_slice())
            .select(TokenRow::as_select())
            .for_update()
            .find_entity(self.connection()?)
            .await
    }

    async fn insert(&mut self, token: &AccountToken) -> Result<(), StoreError> {
        let row = TokenRow::from(token);
        diesel::insert_into(account_tokens::table).values(row).run(self.connection()?).await?;
        Ok(())
    }

    async fn expire_all(
        &mut self,
        user: UserId,
        purpose: AccountTokenPurpose,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let valid = account_tokens::table
            .filter(account_tokens::user_id.eq(user.0))
            .filter(account_tokens::purpose.eq(purpose.as_str()))
            .filter(account_tokens::expires_at.gt(now));
        diesel::update(valid).set(account_tokens::expires_at.eq(now)).run(self.connection()?).await?;
        Ok(())
    }

    async fn use_up_activation(&mut self, token: &AccountToken, now: DateTime<Utc>) -> Result<(), StoreError> {
        let others = account_tokens::table
            .filter(account_tokens::user_id.eq(token.user_id.0))
            .filter(account_tokens::purpose.eq(AccountTokenPurpose::Activation.as_str()))
            .filter(account_tokens::token_hash.ne(token.hash.as_slice()));
        diesel::delete(others).run(self.connection()?).await?;
        diesel::update(account_tokens::table.find(token.hash.as_slice()))
            .set(account_tokens::used_at.eq(now))
            .run(self.connection()?)
            .await?;
        Ok(())
    }

    async fn delete_all(&mut self, user: UserId, purpose: AccountTokenPurpose) -> Result<(), StoreError> {
        let tokens = account_tokens::table
            .filter(account_tokens::user_id.eq(user.0))
            .filter(account_tokens::purpose.eq(purpose.as_str()));
        diesel::delete(tokens).run(self.connection()?).await?;
        Ok(())
    }
}

#[async_trait]
impl AccountTokenQueries for PgStore {
    async fn find_account_token(&self, hash: &TokenHash) -> Result<Option<AccountToken>, StoreError> {
        account_tokens::table
            .find(hash.as_slice())
            .select(TokenRow::as_select())
            .find_entity(&mut *self.pool.get().await?)
            .await
    }
}
