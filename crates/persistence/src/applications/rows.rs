//! Rows of applications, and the domain's applications in them.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use portal_domain::application::{Application, ApplicationState, Decision};
use portal_domain::ids::{ApplicationId, ListingId, UserId};
use portal_domain::user::{Gender, Role, UserStatus};
use portal_services::applications::PersonView;
use portal_services::ports::StoreError;
use uuid::Uuid;

use crate::errors::{known, meaningless};
use crate::schema::{applications, users};

#[derive(Queryable, Selectable)]
#[diesel(table_name = applications, check_for_backend(diesel::pg::Pg))]
pub(crate) struct ApplicationRow {
    pub id: Uuid,
    student_id: Option<Uuid>,
    landlord_id: Option<Uuid>,
    listing_id: Option<Uuid>,
    listing_title: String,
    letter: Option<String>,
    administrator_decision: String,
    administrator_decided_at: Option<DateTime<Utc>>,
    landlord_decision: String,
    landlord_decided_at: Option<DateTime<Utc>>,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl ApplicationRow {
    fn state(&self) -> Result<ApplicationState, StoreError> {
        let administrator = known(&self.administrator_decision, Decision::parse)?;
        let landlord = known(&self.landlord_decision, Decision::parse)?;
        match (administrator, self.administrator_decided_at, landlord, self.landlord_decided_at) {
            (Decision::Pending, None, Decision::Pending, None) => Ok(ApplicationState::Sent),
            (Decision::Rejected, Some(at), Decision::Pending, None) => Ok(ApplicationState::Declined { at }),
            (Decision::Approved, Some(at), Decision::Pending, None) => Ok(ApplicationState::Forwarded { at }),
            (Decision::Approved, Some(forwarded_at), Decision::Approved, Some(at)) => {
                Ok(ApplicationState::Approved { forwarded_at, at })
            }
            (Decision::Approved, Some(forwarded_at), Decision::Rejected, Some(at)) => {
                Ok(ApplicationState::Rejected { forwarded_at, at })
            }
            _ => Err(meaningless(format!("{administrator} and {landlord}"))),
        }
    }
}

impl TryFrom<ApplicationRow> for Application {
    type Error = StoreError;

    fn try_from(row: ApplicationRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: ApplicationId(row.id),
            student_id: row.student_id.map(UserId),
            landlord_id: row.landlord_id.map(UserId),
            listing_id: row.listing_id.map(ListingId),
            state: row.state()?,
            listing_title: row.listing_title,
            letter: row.letter,
            date_created: row.date_created,
            last_modified: row.last_modified,
        })
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = applications, treat_none_as_null = true)]
pub(super) struct ApplicationValues<'a> {
    id: Uuid,
    student_id: Option<Uuid>,
    landlord_id: Option<Uuid>,
    listing_id: Option<Uuid>,
    listing_title: &'a str,
    letter: Option<&'a str>,
    administrator_decision: &'static str,
    administrator_decided_at: Option<DateTime<Utc>>,
    landlord_decision: &'static str,
    landlord_decided_at: Option<DateTime<Utc>>,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl<'a> From<&'a Application> for ApplicationValues<'a> {
    fn from(application: &'a Application) -> Self {
        let state = application.state;
        Self {
            id: application.id.0,
            student_id: application.student_id.map(|id| id.0),
            landlord_id: application.landlord_id.map(|id| id.0),
            listing_id: application.listing_id.map(|id| id.0),
            listing_title: &application.listing_title,
            letter: application.letter.as_deref(),
            administrator_decision: state.administrator_decision().as_str(),
            administrator_decided_at: state.administrator_decided_at(),
            landlord_decision: state.landlord_decision().as_str(),
            landlord_decided_at: state.landlord_decided_at(),
            date_created: application.date_created,
            last_modified: application.last_modified,
        }
    }
}

/// A person on either side.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub(super) struct PersonRow {
    pub id: Uuid,
    first_name: String,
    last_name: String,
    role: String,
    status: String,
    gender: String,
    email: String,
    phone_number: Option<String>,
    about_me: Option<String>,
    date_of_birth: Option<NaiveDate>,
}

impl TryFrom<PersonRow> for PersonView {
    type Error = StoreError;

    fn try_from(row: PersonRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: UserId(row.id),
            first_name: row.first_name,
            last_name: row.last_name,
            role: known(&row.role, Role::parse)?,
            status: known(&row.status, UserStatus::parse)?,
            gender: Some(known(&row.gender, Gender::parse)?),
            email: Some(row.email),
            phone_number: row.phone_number,
            about_me: row.about_me,
            date_of_birth: row.date_of_birth,
        })
    }
}
