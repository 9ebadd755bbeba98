//! The queue of listings that wait, the matches that are recorded and the mails about them, within a
//! transaction.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use portal_domain::ids::{MailId, SavedSearchId, UserId};
use portal_services::ports::{
    AssignedMails, SavedSearchMatch, SavedSearchMatchRepository, SavedSearchPosition, StoreError,
};

use super::{recipients, record};
use crate::schema::unmatched_listings;
use crate::statements::RunStatement;
use crate::store::PgUnitOfWork;

#[async_trait]
impl SavedSearchMatchRepository for PgUnitOfWork {
    async fn record(
        &mut self,
        matches: &[SavedSearchMatch],
        as_of: &SavedSearchPosition,
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        record::record(self.connection()?, matches, as_of, now).await
    }

    async fn remove_from_queue(&mut self, numbers: &[i64]) -> Result<(), StoreError> {
        let rows = unmatched_listings::table.filter(unmatched_listings::number.eq_any(numbers));
        diesel::delete(rows).run(self.connection()?).await?;
        Ok(())
    }

    async fn claim_recipients(&mut self, now: DateTime<Utc>, limit: i64) -> Result<Vec<UserId>, StoreError> {
        recipients::claim(self.connection()?, now, limit).await
    }

    async fn assign_mails(
        &mut self,
        mails: &[(UserId, MailId)],
        now: DateTime<Utc>,
    ) -> Result<AssignedMails, StoreError> {
        recipients::assign_mails(self.connection()?, mails, now).await
    }

    async fn clear_due(&mut self, searches: &[SavedSearchId], now: DateTime<Utc>) -> Result<(), StoreError> {
        recipients::clear_due(self.connection()?, searches, now).await
    }
}
