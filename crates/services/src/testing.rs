//! Mocks of every port, a unit of work made of them, and samples of every noun.

mod ports;
pub mod samples;
mod town;
mod work;

pub use ports::MockPorts;
pub use town::{Town, TownChange};
pub use work::{AuditTrail, MockCommit, MockWork};
