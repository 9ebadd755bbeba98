//! Mocks of all ports, a unit of work made of them, samples of all entities, and a search oracle.

mod ports;
pub mod samples;
#[expect(clippy::indexing_slicing, reason = "a wrong index fails the test")]
mod search_oracle;
mod security_log;
mod unit_of_work;

pub use ports::MockPorts;
pub use search_oracle::{ListingChange, SearchOracle};
pub use security_log::{RecordedEvent, RecordedSecurityLog};
pub use unit_of_work::{AuditTrail, MockCommit, MockFileRemovalRepository, MockUnitOfWork};
