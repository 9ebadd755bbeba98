//! Reads applications with their users and listings.
//!
//! The student is joined for sorting and searching; PostgreSQL removes the join where neither is
//! needed. Users and listings of a page are loaded afterwards, with one statement each.

use std::collections::HashMap;

use async_trait::async_trait;
use diesel::dsl::{Eq, IntervalDsl, IntoBoxed, LeftJoinOn, Nullable};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::application::{Application, Decision};
use portal_domain::ids::{ApplicationId, ListingId};
use portal_services::paging::{Page, SortDirection};
use portal_services::ports::{
    ApplicationDetails, ApplicationListQuery, ApplicationQueries, ApplicationScope, ApplicationSortField,
    ApplicationUser, StoreError,
};
use uuid::Uuid;

use super::keyword_search::{self, SearchedWord};
use super::rows::{ApplicationRow, ApplicationUserRow};
use crate::listings::application_listings;
use crate::page;
use crate::row_counts::Groups;
use crate::schema::{applications, users};
use crate::statements::RunStatement;
use crate::store::PgStore;
use crate::unknown_values::known_rows;

#[async_trait]
impl ApplicationQueries for PgStore {
    async fn list_applications(
        &self,
        scope: ApplicationScope,
        query: &ApplicationListQuery,
    ) -> Result<Page<ApplicationDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword_search::parse(connection, scope, query.keyword.as_deref()).await?;
        let found = sorted(scope, query, &words).select(ApplicationRow::as_select());
        let (rows, total): (Vec<ApplicationRow>, _) =
            page::load(connection, query.page, found, groups(scope, query, &words), || {
                matching(scope, query, &words).count()
            })
            .await?;
        let applications = known_rows("applications", rows, Application::try_from)?;
        Ok(Page { rows: load_related(connection, applications).await?, total })
    }

    async fn list_application_ids(
        &self,
        scope: ApplicationScope,
        query: &ApplicationListQuery,
        limit: i64,
    ) -> Result<Vec<ApplicationId>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword_search::parse(connection, scope, query.keyword.as_deref()).await?;
        let ids: Vec<Uuid> =
            sorted(scope, query, &words).select(applications::id).limit(limit).load_rows(connection).await?;
        Ok(ids.into_iter().map(ApplicationId).collect())
    }

    async fn list_open_application_ids(
        &self,
        listing: ListingId,
        limit: i64,
    ) -> Result<Vec<ApplicationId>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let ids: Vec<Uuid> = applications::table
            .filter(applications::listing_id.eq(listing.0))
            .filter(applications::badge.eq(Decision::Pending.as_str()))
            .order(applications::id)
            .select(applications::id)
            .limit(limit)
            .load_rows(connection)
            .await?;
        Ok(ids.into_iter().map(ApplicationId).collect())
    }

    async fn list_applications_by_ids(&self, ids: &[ApplicationId]) -> Result<Vec<ApplicationDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let found = applications::table
            .filter(applications::id.eq_any(ids.iter().map(|id| id.0)))
            .select(ApplicationRow::as_select());
        let rows: Vec<ApplicationRow> = found.load_rows(connection).await?;
        let rows = page::order_by_ids(ids.iter().map(|id| id.0), rows, |row| row.id);
        load_related(connection, known_rows("applications", rows, Application::try_from)?).await
    }

    async fn find_application(&self, id: ApplicationId) -> Result<Option<ApplicationDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let row: Option<ApplicationRow> =
            applications::table.find(id.0).select(ApplicationRow::as_select()).find_first(connection).await?;
        let application = row.map(Application::try_from).transpose()?;
        Ok(load_related(connection, application.into_iter().collect()).await?.pop())
    }
}

async fn load_related(
    connection: &mut AsyncPgConnection,
    applications: Vec<Application>,
) -> Result<Vec<ApplicationDetails>, StoreError> {
    let users = load_users(connection, &applications).await?;
    let ids: Vec<Uuid> = applications.iter().filter_map(|application| application.listing_id).map(|id| id.0).collect();
    let listings = application_listings::load(connection, &ids).await?;
    let read_model = |application: Application| ApplicationDetails {
        // Cloned because several applications of a page may share a listing.
        listing: application.listing_id.and_then(|id| listings.get(&id.0).cloned()),
        student: application.student_id.and_then(|id| users.get(&id.0).cloned()),
        landlord: application.landlord_id.and_then(|id| users.get(&id.0).cloned()),
        application,
    };
    Ok(applications.into_iter().map(read_model).collect())
}

async fn load_users(
    connection: &mut AsyncPgConnection,
    applications: &[Application],
) -> Result<HashMap<Uuid, ApplicationUser>, StoreError> {
    let ids = applications.iter().flat_map(|application| [application.student_id, application.landlord_id]);
    let ids: Vec<Uuid> = ids.flatten().map(|id| id.0).collect();
    let rows: Vec<ApplicationUserRow> = if ids.is_empty() {
        Vec::new()
    } else {
        let found = users::table.filter(users::id.eq_any(ids)).select(ApplicationUserRow::as_select());
        found.load_rows(connection).await?
    };
    Ok(known_rows("users", rows, |row| Ok((row.id, ApplicationUser::try_from(row)?)))?.into_iter().collect())
}

pub(super) type IsStudent = Eq<Nullable<users::id>, applications::student_id>;
type WithStudent = LeftJoinOn<applications::table, users::table, IsStudent>;

fn sorted<'a>(
    scope: ApplicationScope,
    query: &'a ApplicationListQuery,
    words: &[SearchedWord],
) -> IntoBoxed<'a, WithStudent, Pg> {
    use ApplicationSortField::{
        DateCreated, LastModified, ListingTitle, StudentEmail, StudentFirstName, StudentLastName,
    };
    use SortDirection::{Ascending, Descending};
    let found = matching(scope, query, words);
    let (first_name, last_name, email) =
        (users::first_name.nullable(), users::last_name.nullable(), users::email.nullable());
    let (title, created, modified) =
        (applications::listing_title, applications::date_created, applications::last_modified);
    let id = applications::id;
    // Not in the order of an index: the planner expects more matches than a word has that few users
    // match, and would filter all applications in the order of the list.
    let is_selective = words.iter().any(SearchedWord::has_few_users);
    match (query.sort.by, query.sort.direction) {
        (DateCreated, Ascending) if is_selective => found.order(((created + 0.seconds()).asc(), id.asc())),
        (DateCreated, Descending) if is_selective => found.order(((created + 0.seconds()).desc(), id.desc())),
        (LastModified, Ascending) if is_selective => found.order(((modified + 0.seconds()).asc(), id.asc())),
        (LastModified, Descending) if is_selective => found.order(((modified + 0.seconds()).desc(), id.desc())),
        (StudentFirstName, Ascending) => found.order((first_name.asc(), id.asc())),
        (StudentFirstName, Descending) => found.order((first_name.desc(), id.desc())),
        (StudentLastName, Ascending) => found.order((last_name.asc(), id.asc())),
        (StudentLastName, Descending) => found.order((last_name.desc(), id.desc())),
        (StudentEmail, Ascending) => found.order((email.asc(), id.asc())),
        (StudentEmail, Descending) => found.order((email.desc(), id.desc())),
        (ListingTitle, Ascending) => found.order((title.asc(), id.asc())),
        (ListingTitle, Descending) => found.order((title.desc(), id.desc())),
        (DateCreated, Ascending) => found.order((created.asc(), id.asc())),
        (DateCreated, Descending) => found.order((created.desc(), id.desc())),
        (LastModified, Ascending) => found.order((modified.asc(), id.asc())),
        (LastModified, Descending) => found.order((modified.desc(), id.desc())),
    }
}

/// The counted groups of a list of all users.
fn groups(scope: ApplicationScope, query: &ApplicationListQuery, words: &[SearchedWord]) -> Option<Groups<'static>> {
    (words.is_empty() && query.listing.is_none() && scope == ApplicationScope::Administrator).then(|| Groups {
        relation: "applications",
        kinds: texts(&query.administrator_decisions),
        states: texts(&query.landlord_decisions),
        badges: texts(&query.badges),
    })
}

fn matching<'a>(
    scope: ApplicationScope,
    query: &'a ApplicationListQuery,
    words: &[SearchedWord],
) -> IntoBoxed<'a, WithStudent, Pg> {
    let student = users::id.nullable().eq(applications::student_id);
    let found = applications::table.left_join(users::table.on(student)).into_boxed();
    let mut found = match scope {
        ApplicationScope::Administrator => found,
        ApplicationScope::Student(student) => found.filter(applications::student_id.eq(student.0)),
        ApplicationScope::Landlord(landlord) => found
            .filter(applications::landlord_id.eq(landlord.0))
            .filter(applications::administrator_decision.eq(Decision::Approved.as_str())),
    };
    found = match (scope, query.badges.as_slice()) {
        (_, []) => found,
        // A landlord sees approved applications only: their badge is the landlord's decision.
        (ApplicationScope::Landlord(_), badges) => decided_by_landlord(found, badges),
        (ApplicationScope::Administrator | ApplicationScope::Student(_), badges) => {
            found.filter(applications::badge.eq_any(texts(badges)))
        }
    };
    // Only an equality with one value keeps the index in the order of the list.
    found = match query.administrator_decisions.as_slice() {
        [] => found,
        [decision] => found.filter(applications::administrator_decision.eq(decision.as_str())),
        decisions => found.filter(applications::administrator_decision.eq_any(texts(decisions))),
    };
    found = decided_by_landlord(found, &query.landlord_decisions);
    if let Some(listing) = query.listing {
        found = found.filter(applications::listing_id.eq(listing.0));
    }
    for word in words {
        found = found.filter(word.is_visible_in(scope));
    }
    found
}

/// The applications with one of these decisions of the landlord; all if there is none.
fn decided_by_landlord<'a>(
    found: IntoBoxed<'a, WithStudent, Pg>,
    decisions: &'a [Decision],
) -> IntoBoxed<'a, WithStudent, Pg> {
    match decisions {
        [] => found,
        [decision] => found.filter(applications::landlord_decision.eq(decision.as_str())),
        decisions => found.filter(applications::landlord_decision.eq_any(texts(decisions))),
    }
}

fn texts(decisions: &[Decision]) -> Vec<&'static str> {
    decisions.iter().map(|decision| decision.as_str()).collect()
}
