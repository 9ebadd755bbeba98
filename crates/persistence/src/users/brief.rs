//! People as lists for administrators name them.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::ids::UserId;
use portal_domain::user::Role;
use portal_services::ports::StoreError;
use portal_services::users::UserBrief;
use uuid::Uuid;

use crate::errors::{failed, known};
use crate::schema::users;

#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
struct BriefRow {
    id: Uuid,
    first_name: String,
    last_name: String,
    email: String,
    role: String,
}

impl TryFrom<BriefRow> for UserBrief {
    type Error = StoreError;

    fn try_from(row: BriefRow) -> Result<Self, StoreError> {
        let role = known(&row.role, Role::parse)?;
        let BriefRow { id, first_name, last_name, email, .. } = row;
        Ok(Self { id: UserId(id), first_name, last_name, email, role })
    }
}

/// These people by their ids. No statement, where there is nobody to ask for.
pub(crate) async fn load(
    connection: &mut AsyncPgConnection,
    ids: impl Iterator<Item = Uuid>,
) -> Result<HashMap<Uuid, UserBrief>, StoreError> {
    let ids: BTreeSet<Uuid> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let named = users::table.filter(users::id.eq_any(ids)).select(BriefRow::as_select());
    let rows: Vec<BriefRow> = named.load(connection).await.map_err(failed)?;
    rows.into_iter().map(|row| Ok((row.id, row.try_into()?))).collect()
}
