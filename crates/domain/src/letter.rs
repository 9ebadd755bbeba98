//! Letters that a student keeps by name, as a start for the next application.

use chrono::{DateTime, Utc};

use crate::ids::{LetterId, UserId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    pub id: LetterId,
    pub student_id: UserId,
    /// Unique for each student.
    pub name: String,
    pub text: String,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}
