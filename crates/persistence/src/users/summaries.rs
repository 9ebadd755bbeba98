//! Names of users in the administrators' lists of other entities.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::ids::UserId;
use portal_domain::user::Role;
use portal_services::ports::{StoreError, UserSummary};
use uuid::Uuid;

use crate::errors::parse_column;
use crate::schema::users;
use crate::statements::RunStatement;
use crate::unknown_values::known_rows;

#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
struct SummaryRow {
    id: Uuid,
    first_name: String,
    last_name: String,
    email: String,
    role: String,
}

impl TryFrom<SummaryRow> for UserSummary {
    type Error = StoreError;

    fn try_from(row: SummaryRow) -> Result<Self, StoreError> {
        let role = parse_column(&row.role, Role::parse)?;
        let SummaryRow { id, first_name, last_name, email, .. } = row;
        Ok(Self { id: UserId(id), first_name, last_name, email, role })
    }
}

/// The users by id. Without ids no statement is sent.
pub(crate) async fn load(
    connection: &mut AsyncPgConnection,
    ids: impl Iterator<Item = Uuid>,
) -> Result<HashMap<Uuid, UserSummary>, StoreError> {
    let ids: BTreeSet<Uuid> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found = users::table.filter(users::id.eq_any(ids)).select(SummaryRow::as_select());
    let rows: Vec<SummaryRow> = found.load_rows(connection).await?;
    Ok(known_rows("users", rows, |row| Ok((row.id, row.try_into()?)))?.into_iter().collect())
}
