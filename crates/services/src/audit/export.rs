//! An administrator takes a copy of the audit trail.

use async_trait::async_trait;
use portal_domain::audit::AuditAction;
use portal_domain::policy::Actor;

use super::{AuditView, record::record_alone};
use crate::error::ServiceError;
use crate::list_export::StepwiseRows;
use crate::ports::{AuditFilter, AuditPlace, Ports};

/// How many entries are read at a time.
const STEP: u32 = 1_000;

/// A walk through the trail, newest entries first. However long it is, little of it is held at a time.
pub struct Walk {
    ports: Ports,
    filter: AuditFilter,
    after: Option<AuditPlace>,
    ended: bool,
}

/// Begins a copy, and writes down that it was taken.
pub async fn export(ports: &Ports, actor: Actor, filter: AuditFilter) -> Result<Walk, ServiceError> {
    record_alone(ports, actor, AuditAction::AuditExported, None).await?;
    Ok(Walk::begin(ports, filter))
}

impl Walk {
    pub(crate) fn begin(ports: &Ports, filter: AuditFilter) -> Self {
        Self { ports: ports.clone(), filter, after: None, ended: false }
    }
}

#[async_trait]
impl StepwiseRows for Walk {
    type Row = AuditView;

    async fn step(&mut self) -> Result<Vec<AuditView>, ServiceError> {
        if self.ended {
            return Ok(Vec::new());
        }
        let entries = self.ports.audit.walk_audit(&self.filter, self.after, STEP.into()).await?;
        self.ended = entries.len() < STEP as usize;
        let place = |view: &AuditView| AuditPlace { date_created: view.entry.date_created, id: view.entry.id };
        self.after = entries.last().map(place).or(self.after);
        Ok(entries)
    }
}

#[cfg(test)]
mod tests;
