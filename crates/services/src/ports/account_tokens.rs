//! Tokens in emailed links.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::ids::UserId;
use portal_domain::session::TokenHash;

use super::StoreError;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AccountTokenRepository: Send {
    /// The token with this digest, of any age, locked until the transaction ends.
    async fn find_for_update(&mut self, hash: &TokenHash) -> Result<Option<AccountToken>, StoreError>;

    async fn insert(&mut self, token: &AccountToken) -> Result<(), StoreError>;

    /// Expires the user's tokens of this purpose at `now`. They are not deleted.
    async fn expire_all(
        &mut self,
        user: UserId,
        purpose: AccountTokenPurpose,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;

    /// Marks the activation token as used at `now` and deletes the user's other activation tokens.
    async fn use_up_activation(&mut self, token: &AccountToken, now: DateTime<Utc>) -> Result<(), StoreError>;

    /// Deletes the user's tokens of this purpose.
    async fn delete_all(&mut self, user: UserId, purpose: AccountTokenPurpose) -> Result<(), StoreError>;
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AccountTokenQueries: Send + Sync {
    /// The token with this digest, of any age.
    async fn find_account_token(&self, hash: &TokenHash) -> Result<Option<AccountToken>, StoreError>;
}
