//! Reads users outside of a transaction.

use async_trait::async_trait;
use diesel::dsl::exists;
use diesel::pg::Pg;
use diesel::prelude::*;
use portal_domain::application::Decision;
use portal_domain::ids::UserId;
use portal_domain::user::{Email, User};
use portal_services::paging::{Page, SortDirection};
use portal_services::ports::{Credentials, DeletionPreview, StoreError, UserListQuery, UserQueries, UserSortField};
use uuid::Uuid;

use super::rows::{CredentialsRow, UserRow};
use crate::keyword::{self, Word, user_contains_word};
use crate::page;
use crate::row_counts::Groups;
use crate::schema::{applications, listings, users};
use crate::statements::RunStatement;
use crate::store::PgStore;
use crate::unknown_values::known_rows;

#[async_trait]
impl UserQueries for PgStore {
    async fn find_credentials(&self, email: &Email) -> Result<Option<Credentials>, StoreError> {
        users::table
            .filter(users::email.eq(email.as_str()))
            // Another user may have registered with the address of a rejected one.
            .filter(users::rejected.eq(false))
            .select(CredentialsRow::as_select())
            .find_entity(&mut *self.pool.get().await?)
            .await
    }

    async fn find_credentials_of(&self, id: UserId) -> Result<Option<Credentials>, StoreError> {
        users::table.find(id.0).select(CredentialsRow::as_select()).find_entity(&mut *self.pool.get().await?).await
    }

    async fn find_user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        users::table.find(id.0).select(UserRow::as_select()).find_entity(&mut *self.pool.get().await?).await
    }

    async fn list_users(&self, query: &UserListQuery) -> Result<Page<User>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::parse(connection, query.keyword.as_deref()).await?;
        let found = sorted(query, &words).select(UserRow::as_select());
        let (rows, total): (Vec<UserRow>, _) =
            page::load(connection, query.page, found, groups(query, &words), || matching(query, &words).count())
                .await?;
        Ok(Page { rows: known_rows("users", rows, User::try_from)?, total })
    }

    async fn list_user_ids(&self, query: &UserListQuery, limit: i64) -> Result<Vec<UserId>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::parse(connection, query.keyword.as_deref()).await?;
        let ids: Vec<Uuid> = sorted(query, &words).select(users::id).limit(limit).load_rows(connection).await?;
        Ok(ids.into_iter().map(UserId).collect())
    }

    async fn list_users_by_ids(&self, ids: &[UserId]) -> Result<Vec<User>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let found = users::table.filter(users::id.eq_any(ids.iter().map(|id| id.0))).select(UserRow::as_select());
        let rows: Vec<UserRow> = found.load_rows(connection).await?;
        let rows = page::order_by_ids(ids.iter().map(|id| id.0), rows, |row| row.id);
        known_rows("users", rows, User::try_from)
    }

    async fn preview_deletion(&self, id: UserId) -> Result<Option<DeletionPreview>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let user = users::table.find(id.0).select(users::id);
        if !diesel::select(exists(user)).load_row::<bool>(connection).await? {
            return Ok(None);
        }
        let own_listings = listings::table.filter(listings::landlord_id.eq(id.0)).count();
        let listings = page::to_count(own_listings.load_row(connection).await?);
        // One filter for both roles: a user is either student or landlord.
        let open = applications::table
            .filter(applications::student_id.eq(id.0).or(applications::landlord_id.eq(id.0)))
            .filter(applications::badge.eq(Decision::Pending.as_str()))
            .count();
        let applications = page::to_count(open.load_row(connection).await?);
        Ok(Some(DeletionPreview { listings, applications }))
    }

    async fn any_user_exists(&self) -> Result<bool, StoreError> {
        diesel::select(exists(users::table.select(users::id))).load_row(&mut *self.pool.get().await?).await
    }
}

fn sorted<'a>(query: &'a UserListQuery, words: &[Word]) -> users::BoxedQuery<'a, Pg> {
    use SortDirection::{Ascending, Descending};
    use UserSortField::{DateCreated, Email, FirstName, LastModified, LastName, Role, Status};
    let found = matching(query, words);
    match (query.sort.by, query.sort.direction) {
        (FirstName, Ascending) => found.order((users::first_name.asc(), users::id.asc())),
        (FirstName, Descending) => found.order((users::first_name.desc(), users::id.desc())),
        (LastName, Ascending) => found.order((users::last_name.asc(), users::id.asc())),
        (LastName, Descending) => found.order((users::last_name.desc(), users::id.desc())),
        (Email, Ascending) => found.order((users::email.asc(), users::id.asc())),
        (Email, Descending) => found.order((users::email.desc(), users::id.desc())),
        (Role, Ascending) => found.order((users::role.asc(), users::id.asc())),
        (Role, Descending) => found.order((users::role.desc(), users::id.desc())),
        (Status, Ascending) => found.order((users::status.asc(), users::id.asc())),
        (Status, Descending) => found.order((users::status.desc(), users::id.desc())),
        (DateCreated, Ascending) => found.order((users::date_created.asc(), users::id.asc())),
        (DateCreated, Descending) => found.order((users::date_created.desc(), users::id.desc())),
        (LastModified, Ascending) => found.order((users::last_modified.asc(), users::id.asc())),
        (LastModified, Descending) => found.order((users::last_modified.desc(), users::id.desc())),
    }
}

fn groups(query: &UserListQuery, words: &[Word]) -> Option<Groups<'static>> {
    words.is_empty().then(|| Groups {
        relation: "users",
        kinds: query.roles.iter().map(|role| role.as_str()).collect(),
        states: query.statuses.iter().map(|status| status.as_str()).collect(),
        ..Groups::default()
    })
}

fn matching<'a>(query: &'a UserListQuery, words: &[Word]) -> users::BoxedQuery<'a, Pg> {
    let mut found = users::table.into_boxed();
    if !query.roles.is_empty() {
        found = found.filter(users::role.eq_any(query.roles.iter().map(|role| role.as_str())));
    }
    if !query.statuses.is_empty() {
        found = found.filter(users::status.eq_any(query.statuses.iter().map(|status| status.as_str())));
    }
    for word in words {
        found = found.filter(user_contains_word!(word));
    }
    found
}
