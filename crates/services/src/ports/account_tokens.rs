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

    /// Deletes the password reset tokens that expired before `now`, and returns how many. Expired
    /// activation tokens are kept: they can be exchanged for a new link.
    async fn delete_expired_resets(&self, now: DateTime<Utc>) -> Result<u64, StoreError>;

    /// Deletes the activation tokens that were used until `used_before`, and returns how many.
    async fn delete_used_activations(&self, used_before: DateTime<Utc>) -> Result<u64, StoreError>;
}
