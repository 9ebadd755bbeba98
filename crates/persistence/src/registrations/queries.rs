//! Reads registrations with their users and documents.

use std::convert::identity;

use async_trait::async_trait;
use diesel::dsl::{InnerJoin, IntoBoxed};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::document::Document;
use portal_domain::ids::{DocumentId, RegistrationId, UserId};
use portal_domain::registration::RegistrationStatus;
use portal_domain::user::Role;
use portal_services::paging::{Page, SortDirection};
use portal_services::ports::{
    RegistrationDetails, RegistrationListQuery, RegistrationQueries, RegistrationSortField, StoreError,
};
use uuid::Uuid;

use super::rows::{DocumentRow, RegistrationRow};
use crate::keyword::{self, Word, user_contains_word};
use crate::page;
use crate::row_counts::{self, Groups};
use crate::schema::{documents, registrations, users};
use crate::statements::RunStatement;
use crate::store::PgStore;
use crate::unknown_values::known_rows;
use crate::users::UserRow;

#[async_trait]
impl RegistrationQueries for PgStore {
    async fn list_registrations(
        &self,
        role: Role,
        query: &RegistrationListQuery,
    ) -> Result<Page<RegistrationDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::parse(connection, query.keyword.as_deref()).await?;
        let rows: Vec<(RegistrationRow, UserRow)> = sorted(role, query, &words)
            .select((RegistrationRow::as_select(), UserRow::as_select()))
            .limit(query.page.limit())
            .offset(query.page.offset())
            .load_rows(connection)
            .await?;
        let total = match page::total_from_page(query.page, rows.len()) {
            Some(total) => total,
            None => count(connection, role, query, &words).await?,
        };
        Ok(Page { rows: known_rows("registrations", with_documents(connection, rows).await?, identity)?, total })
    }

    async fn list_registration_ids(
        &self,
        role: Role,
        query: &RegistrationListQuery,
        limit: i64,
    ) -> Result<Vec<RegistrationId>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::parse(connection, query.keyword.as_deref()).await?;
        let ids: Vec<Uuid> =
            sorted(role, query, &words).select(registrations::id).limit(limit).load_rows(connection).await?;
        Ok(ids.into_iter().map(RegistrationId).collect())
    }

    async fn list_registrations_by_ids(&self, ids: &[RegistrationId]) -> Result<Vec<RegistrationDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let rows: Vec<(RegistrationRow, UserRow)> = registrations::table
            .inner_join(users::table)
            .filter(registrations::id.eq_any(ids.iter().map(|id| id.0)))
            .select((RegistrationRow::as_select(), UserRow::as_select()))
            .load_rows(connection)
            .await?;
        let rows = page::order_by_ids(ids.iter().map(|id| id.0), rows, |(registration, _)| registration.id);
        known_rows("registrations", with_documents(connection, rows).await?, identity)
    }

    async fn find_registration(&self, id: RegistrationId) -> Result<Option<RegistrationDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let row: Option<(RegistrationRow, UserRow)> = registrations::table
            .inner_join(users::table)
            .filter(registrations::id.eq(id.0))
            .select((RegistrationRow::as_select(), UserRow::as_select()))
            .find_first(connection)
            .await?;
        with_documents(connection, row.into_iter().collect()).await?.pop().transpose()
    }

    async fn find_registration_of(&self, user: UserId) -> Result<Option<RegistrationDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let row: Option<(RegistrationRow, UserRow)> = registrations::table
            .inner_join(users::table)
            .filter(registrations::user_id.eq(user.0))
            .select((RegistrationRow::as_select(), UserRow::as_select()))
            .find_first(connection)
            .await?;
        with_documents(connection, row.into_iter().collect()).await?.pop().transpose()
    }

    async fn find_document(&self, id: DocumentId) -> Result<Option<Document>, StoreError> {
        documents::table.find(id.0).select(DocumentRow::as_select()).find_entity(&mut *self.pool.get().await?).await
    }
}

async fn with_documents(
    connection: &mut AsyncPgConnection,
    rows: Vec<(RegistrationRow, UserRow)>,
) -> Result<Vec<Result<RegistrationDetails, StoreError>>, StoreError> {
    let ids: Vec<Uuid> = rows.iter().map(|(registration, _)| registration.id).collect();
    let mut documents: Vec<DocumentRow> = if ids.is_empty() {
        Vec::new()
    } else {
        let found = documents::table.filter(documents::registration_id.eq_any(ids)).select(DocumentRow::as_select());
        found.load_rows(connection).await?
    };
    let mut registrations = Vec::with_capacity(rows.len());
    for (registration, user) in rows {
        let index = documents.iter().position(|document| document.registration_id == registration.id);
        let document = index.map(|index| documents.swap_remove(index));
        registrations.push(details(registration, user, document));
    }
    Ok(registrations)
}

fn details(
    registration: RegistrationRow,
    user: UserRow,
    document: Option<DocumentRow>,
) -> Result<RegistrationDetails, StoreError> {
    let document = document.map(Document::try_from).transpose()?;
    Ok(RegistrationDetails { registration: registration.try_into()?, user: user.try_into()?, document })
}

type WithUsers<'a> = IntoBoxed<'a, InnerJoin<registrations::table, users::table>, Pg>;

fn sorted<'a>(role: Role, query: &'a RegistrationListQuery, words: &[Word]) -> WithUsers<'a> {
    use RegistrationSortField::{DateCreated, Email, FirstName, LastModified, LastName, Status};
    use SortDirection::{Ascending, Descending};
    let found = matching(role, query, words);
    match (query.sort.by, query.sort.direction) {
        (FirstName, Ascending) => found.order((users::first_name.asc(), registrations::id.asc())),
        (FirstName, Descending) => found.order((users::first_name.desc(), registrations::id.desc())),
        (LastName, Ascending) => found.order((users::last_name.asc(), registrations::id.asc())),
        (LastName, Descending) => found.order((users::last_name.desc(), registrations::id.desc())),
        (Email, Ascending) => found.order((users::email.asc(), registrations::id.asc())),
        (Email, Descending) => found.order((users::email.desc(), registrations::id.desc())),
        (Status, Ascending) => found.order((registrations::status.asc(), registrations::id.asc())),
        (Status, Descending) => found.order((registrations::status.desc(), registrations::id.desc())),
        (DateCreated, Ascending) => found.order((registrations::date_created.asc(), registrations::id.asc())),
        (DateCreated, Descending) => found.order((registrations::date_created.desc(), registrations::id.desc())),
        (LastModified, Ascending) => found.order((registrations::last_modified.asc(), registrations::id.asc())),
        (LastModified, Descending) => found.order((registrations::last_modified.desc(), registrations::id.desc())),
    }
}

async fn count(
    connection: &mut AsyncPgConnection,
    role: Role,
    query: &RegistrationListQuery,
    words: &[Word],
) -> Result<u64, StoreError> {
    if words.is_empty() {
        let groups = Groups {
            relation: "registrations",
            kinds: vec![role.as_str()],
            states: texts(&query.statuses),
            ..Groups::default()
        };
        return row_counts::count(connection, &groups).await;
    }
    let count = matching(role, query, words).count();
    Ok(page::to_count(count.load_row(connection).await?))
}

fn matching<'a>(role: Role, query: &'a RegistrationListQuery, words: &[Word]) -> WithUsers<'a> {
    let mut found = registrations::table.inner_join(users::table).into_boxed();
    found = found.filter(registrations::role.eq(role.as_str()));
    found = match query.statuses.as_slice() {
        [] => found,
        // Only an equality with one value keeps the index in the order of the list.
        [status] => found.filter(registrations::status.eq(status.as_str())),
        statuses => found.filter(registrations::status.eq_any(texts(statuses))),
    };
    for word in words {
        found = found.filter(user_contains_word!(word));
    }
    found
}

fn texts(statuses: &[RegistrationStatus]) -> Vec<&'static str> {
    statuses.iter().map(|status| status.as_str()).collect()
}
