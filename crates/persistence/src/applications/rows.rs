//! Rows of applications and of the users on either side.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use portal_domain::application::{Application, ApplicationState, Decision};
use portal_domain::ids::{ApplicationId, ListingId, UserId};
use portal_domain::user::{Gender, Role, UserStatus};
use portal_services::ports::{ApplicationUser, StoreError};
use uuid::Uuid;

use super::rejections;
use crate::errors::{corrupt, parse_column};
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
    rejected_by: Option<String>,
    rejection_reason: Option<String>,
    rejection_note: Option<String>,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl ApplicationRow {
    fn state(&self) -> Result<ApplicationState, StoreError> {
        let administrator = parse_column(&self.administrator_decision, Decision::parse)?;
        let landlord = parse_column(&self.landlord_decision, Decision::parse)?;
        match (administrator, self.administrator_decided_at, landlord, self.landlord_decided_at) {
            (Decision::Pending, None, Decision::Pending, None) => Ok(ApplicationState::AwaitingAdministrator),
            (Decision::Rejected, Some(at), Decision::Pending, None) => {
                Ok(ApplicationState::RejectedByAdministrator { at })
            }
            (Decision::Approved, Some(at), Decision::Pending, None) => Ok(ApplicationState::AwaitingLandlord { at }),
            (Decision::Approved, Some(administrator_approved_at), Decision::Approved, Some(at)) => {
                Ok(ApplicationState::Approved { administrator_approved_at, at })
            }
            (Decision::Approved, Some(administrator_approved_at), Decision::Rejected, Some(at)) => {
                Ok(ApplicationState::RejectedByLandlord { administrator_approved_at, at })
            }
            _ => Err(corrupt(format!("decisions {administrator} and {landlord} with inconsistent times"))),
        }
    }
}

impl TryFrom<ApplicationRow> for Application {
    type Error = StoreError;

    fn try_from(row: ApplicationRow) -> Result<Self, StoreError> {
        let state = row.state()?;
        Ok(Self {
            id: ApplicationId(row.id),
            student_id: row.student_id.map(UserId),
            landlord_id: row.landlord_id.map(UserId),
            listing_id: row.listing_id.map(ListingId),
            state,
            rejection: rejections::read(state, row.rejected_by.as_deref(), row.rejection_reason, row.rejection_note),
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
    pub(super) id: Uuid,
    pub(super) student_id: Option<Uuid>,
    pub(super) landlord_id: Option<Uuid>,
    pub(super) listing_id: Option<Uuid>,
    pub(super) listing_title: &'a str,
    pub(super) letter: Option<&'a str>,
    pub(super) administrator_decision: &'static str,
    pub(super) administrator_decided_at: Option<DateTime<Utc>>,
    pub(super) landlord_decision: &'static str,
    pub(super) landlord_decided_at: Option<DateTime<Utc>>,
    pub(super) rejected_by: Option<&'static str>,
    pub(super) rejection_reason: Option<&'a str>,
    pub(super) rejection_note: Option<&'a str>,
    pub(super) date_created: DateTime<Utc>,
    pub(super) last_modified: DateTime<Utc>,
}

impl<'a> From<&'a Application> for ApplicationValues<'a> {
    fn from(application: &'a Application) -> Self {
        let state = application.state;
        let rejection = application.rejection.as_ref();
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
            rejected_by: rejection.map(|rejection| rejection.by.as_str()),
            rejection_reason: rejection.and_then(|rejection| Some(rejection.reason.as_ref()?.as_str())),
            rejection_note: rejection.and_then(|rejection| rejection.note.as_deref()),
            date_created: application.date_created,
            last_modified: application.last_modified,
        }
    }
}

/// The student or the landlord.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub(super) struct ApplicationUserRow {
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

impl TryFrom<ApplicationUserRow> for ApplicationUser {
    type Error = StoreError;

    fn try_from(row: ApplicationUserRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: UserId(row.id),
            first_name: row.first_name,
            last_name: row.last_name,
            role: parse_column(&row.role, Role::parse)?,
            status: parse_column(&row.status, UserStatus::parse)?,
            gender: Some(parse_column(&row.gender, Gender::parse)?),
            email: Some(row.email),
            phone_number: row.phone_number,
            about_me: row.about_me,
            date_of_birth: row.date_of_birth,
        })
    }
}
