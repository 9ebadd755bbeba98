//! Lists that administrators take along whole: all rows of a filter in the order asked for, read step by step.

use async_trait::async_trait;
use portal_domain::audit::AuditAction;
use portal_domain::policy::Actor;

use crate::audit;
use crate::error::ServiceError;
use crate::ports::{Ports, StoreError};

/// The most rows of an export; what comes after them is left out.
pub const MAX_ROWS: u32 = 100_000;

/// How many rows are read at a time.
const STEP: usize = 1_000;

/// Rows that are read step by step, so that few of them are in memory at a time.
#[async_trait]
pub trait StepwiseRows: Send {
    type Row;

    /// The next rows; none, once all were read.
    async fn step(&mut self) -> Result<Vec<Self::Row>, ServiceError>;
}

/// What can be exported.
#[async_trait]
pub trait Exported: Send + Sized {
    type Id: Send + Sync;

    /// These rows, in this order, without those that are gone.
    async fn load(ports: &Ports, ids: &[Self::Id]) -> Result<Vec<Self>, StoreError>;
}

/// The rows of a list as they were found at the beginning: which they are and their order stay as they were, whatever
/// changes in between.
pub struct ListExport<Row: Exported> {
    ports: Ports,
    ids: Vec<Row::Id>,
    read: usize,
}

impl<Row: Exported> ListExport<Row> {
    /// Writes down that the list is taken, then finds its rows.
    pub(crate) async fn begin(
        ports: &Ports,
        actor: Actor,
        action: AuditAction,
        ids: impl Future<Output = Result<Vec<Row::Id>, StoreError>> + Send,
    ) -> Result<Self, ServiceError> {
        audit::record_alone(ports, actor, action, None).await?;
        Ok(Self { ports: ports.clone(), ids: ids.await?, read: 0 })
    }
}

#[async_trait]
impl<Row: Exported> StepwiseRows for ListExport<Row> {
    type Row = Row;

    async fn step(&mut self) -> Result<Vec<Row>, ServiceError> {
        while self.read < self.ids.len() {
            let end = self.ids.len().min(self.read + STEP);
            let rows = Row::load(&self.ports, &self.ids[self.read..end]).await?;
            self.read = end;
            // A step whose rows are all gone is not the end.
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests;
