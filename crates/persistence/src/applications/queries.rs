//! What screens read of applications.
//!
//! The student is joined for sorting and searching; where neither is asked for, the database leaves the join out by
//! itself. The people and listings of a page are read afterwards, all at once.

use std::collections::HashMap;

use async_trait::async_trait;
use diesel::dsl::{Eq, IntoBoxed, LeftJoinOn, LeftJoinQuerySource, Nullable};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::application::{Application, Decision};
use portal_domain::ids::ApplicationId;
use portal_services::applications::{ApplicationView, PersonView};
use portal_services::paging::{Page, SortDirection};
use portal_services::ports::{
    ApplicationFilter, ApplicationQueries, ApplicationScope, ApplicationSortField, StoreError,
};
use uuid::Uuid;

use super::rows::{ApplicationRow, PersonRow};
use crate::errors::failed;
use crate::keyword::{self, Word, holds, strpos};
use crate::listings::applied;
use crate::page;
use crate::schema::{applications, users};
use crate::store::PgStore;

#[async_trait]
impl ApplicationQueries for PgStore {
    async fn list_applications(&self, filter: &ApplicationFilter) -> Result<Page<ApplicationView>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::words(connection, filter.keyword.as_deref()).await?;
        let page = sorted(filter, &words).select(ApplicationRow::as_select());
        let page = page.limit(filter.page.limit()).offset(filter.page.offset());
        let rows: Vec<ApplicationRow> = page.load(connection).await.map_err(failed)?;
        let total = match page::total_by_page(filter.page, rows.len()) {
            Some(total) => total,
            None => page::total(matching(filter, &words).count().get_result(connection).await.map_err(failed)?),
        };
        Ok(Page { rows: views(connection, rows).await?, total })
    }

    async fn list_application_ids(
        &self,
        filter: &ApplicationFilter,
        limit: i64,
    ) -> Result<Vec<ApplicationId>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = keyword::words(connection, filter.keyword.as_deref()).await?;
        let ids: Vec<Uuid> =
            sorted(filter, &words).select(applications::id).limit(limit).load(connection).await.map_err(failed)?;
        Ok(ids.into_iter().map(ApplicationId).collect())
    }

    async fn list_applications_by_ids(&self, ids: &[ApplicationId]) -> Result<Vec<ApplicationView>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let found = applications::table
            .filter(applications::id.eq_any(ids.iter().map(|id| id.0)))
            .select(ApplicationRow::as_select());
        let rows: Vec<ApplicationRow> = found.load(connection).await.map_err(failed)?;
        views(connection, page::in_order(ids.iter().map(|id| id.0), rows, |row| row.id)).await
    }

    async fn find_application(&self, id: ApplicationId) -> Result<Option<ApplicationView>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let row: Option<ApplicationRow> = applications::table
            .find(id.0)
            .select(ApplicationRow::as_select())
            .first(connection)
            .await
            .optional()
            .map_err(failed)?;
        Ok(views(connection, row.into_iter().collect()).await?.pop())
    }
}

async fn views(
    connection: &mut AsyncPgConnection,
    rows: Vec<ApplicationRow>,
) -> Result<Vec<ApplicationView>, StoreError> {
    let applications = rows.into_iter().map(Application::try_from).collect::<Result<Vec<_>, _>>()?;
    let people = people_of(connection, &applications).await?;
    let ids: Vec<Uuid> = applications.iter().filter_map(|application| application.listing_id).map(|id| id.0).collect();
    let listings = applied::load(connection, &ids).await?;
    let view = |application: Application| ApplicationView {
        // Several of a page may be for the same listing.
        listing: application.listing_id.and_then(|id| listings.get(&id.0).cloned()),
        student: application.student_id.and_then(|id| people.get(&id.0).cloned()),
        landlord: application.landlord_id.and_then(|id| people.get(&id.0).cloned()),
        application,
    };
    Ok(applications.into_iter().map(view).collect())
}

async fn people_of(
    connection: &mut AsyncPgConnection,
    applications: &[Application],
) -> Result<HashMap<Uuid, PersonView>, StoreError> {
    let ids = applications.iter().flat_map(|application| [application.student_id, application.landlord_id]);
    let ids: Vec<Uuid> = ids.flatten().map(|id| id.0).collect();
    let people: Vec<PersonRow> = if ids.is_empty() {
        Vec::new()
    } else {
        let people = users::table.filter(users::id.eq_any(ids)).select(PersonRow::as_select());
        people.load(connection).await.map_err(failed)?
    };
    let mut views = HashMap::with_capacity(people.len());
    for person in people {
        views.insert(person.id, PersonView::try_from(person)?);
    }
    Ok(views)
}

type IsStudent = Eq<Nullable<users::id>, applications::student_id>;
type WithStudent = LeftJoinOn<applications::table, users::table, IsStudent>;

fn sorted<'a>(filter: &'a ApplicationFilter, words: &[Word]) -> IntoBoxed<'a, WithStudent, Pg> {
    use ApplicationSortField::{
        DateCreated, LastModified, ListingTitle, StudentEmail, StudentFirstName, StudentLastName,
    };
    use SortDirection::{Ascending, Descending};
    let found = matching(filter, words);
    let (first_name, last_name, email) =
        (users::first_name.nullable(), users::last_name.nullable(), users::email.nullable());
    let (title, created, modified) =
        (applications::listing_title, applications::date_created, applications::last_modified);
    let id = applications::id;
    match (filter.sort.by, filter.sort.direction) {
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

fn matching<'a>(filter: &'a ApplicationFilter, words: &[Word]) -> IntoBoxed<'a, WithStudent, Pg> {
    let student = users::id.nullable().eq(applications::student_id);
    let found = applications::table.left_join(users::table.on(student)).into_boxed();
    let mut found = match filter.scope {
        ApplicationScope::Administrator => found,
        ApplicationScope::Student(student) => found.filter(applications::student_id.eq(student.0)),
        ApplicationScope::Landlord(landlord) => found
            .filter(applications::landlord_id.eq(landlord.0))
            .filter(applications::administrator_decision.eq(Decision::Approved.as_str())),
    };
    if !filter.badges.is_empty() {
        found = found.filter(applications::badge.eq_any(texts(&filter.badges)));
    }
    // Only a single value leaves the index in the order of the list.
    found = match filter.administrator_decisions.as_slice() {
        [] => found,
        [decision] => found.filter(applications::administrator_decision.eq(decision.as_str())),
        some => found.filter(applications::administrator_decision.eq_any(texts(some))),
    };
    found = match filter.landlord_decisions.as_slice() {
        [] => found,
        [decision] => found.filter(applications::landlord_decision.eq(decision.as_str())),
        some => found.filter(applications::landlord_decision.eq_any(texts(some))),
    };
    for word in words {
        found = found.filter(naming(filter.scope, word));
    }
    found
}

fn texts(decisions: &[Decision]) -> Vec<&'static str> {
    decisions.iter().map(|decision| decision.as_str()).collect()
}

type Joined = LeftJoinQuerySource<applications::table, users::table, IsStudent>;
type Condition = Box<dyn BoxableExpression<Joined, Pg, SqlType = sql_types::Nullable<sql_types::Bool>>>;

/// Only what the reader sees may be searched for: a hit would tell what the list hides.
fn naming(scope: ApplicationScope, word: &Word) -> Condition {
    let title = holds!(applications::search_title, word).nullable();
    let student = || holds!(users::search_name, word).nullable();
    match scope {
        ApplicationScope::Student(_) => Box::new(title),
        ApplicationScope::Landlord(_) => Box::new(title.or(student())),
        ApplicationScope::Administrator => {
            let landlords = diesel::alias!(users as landlords);
            let name = || landlords.field(users::search_name);
            let named = landlords.filter(holds!(name(), word)).select(landlords.field(users::id).nullable());
            let email = strpos(users::email, word.lower.clone()).gt(0).nullable();
            Box::new(title.or(student()).or(email).or(applications::landlord_id.eq_any(named)))
        }
    }
}
