//! What screens read of applications.
//!
//! The student is joined for sorting and searching; where neither is asked for, the database leaves the join out by
//! itself. The people of a page are read afterwards, all at once.

use std::collections::HashMap;

use async_trait::async_trait;
use diesel::dsl::{AsSelect, Eq, IntoBoxed, LeftJoinOn, LeftJoinQuerySource, Nullable, Select};
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
use crate::page;
use crate::schema::{applications, users};
use crate::store::PgStore;

#[async_trait]
impl ApplicationQueries for PgStore {
    async fn list_applications(&self, filter: &ApplicationFilter) -> Result<Page<ApplicationView>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let rows: Vec<ApplicationRow> = page_of(filter).load(connection).await.map_err(failed)?;
        let total = match page::total_by_page(filter.page, rows.len()) {
            Some(total) => total,
            None => page::total(matching(filter).count().get_result(connection).await.map_err(failed)?),
        };
        Ok(Page { rows: with_people(connection, rows).await?, total })
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
        Ok(with_people(connection, row.into_iter().collect()).await?.pop())
    }
}

async fn with_people(
    connection: &mut AsyncPgConnection,
    rows: Vec<ApplicationRow>,
) -> Result<Vec<ApplicationView>, StoreError> {
    let applications = rows.into_iter().map(Application::try_from).collect::<Result<Vec<_>, _>>()?;
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
    let view = |application: Application| ApplicationView {
        student: application.student_id.and_then(|id| views.get(&id.0).cloned()),
        landlord: application.landlord_id.and_then(|id| views.get(&id.0).cloned()),
        application,
    };
    Ok(applications.into_iter().map(view).collect())
}

type IsStudent = Eq<Nullable<users::id>, applications::student_id>;
type WithStudent = LeftJoinOn<applications::table, users::table, IsStudent>;

fn page_of(filter: &ApplicationFilter) -> IntoBoxed<'_, Select<WithStudent, AsSelect<ApplicationRow, Pg>>, Pg> {
    use ApplicationSortField::{
        DateCreated, LastModified, ListingTitle, StudentEmail, StudentFirstName, StudentLastName,
    };
    use SortDirection::{Ascending, Descending};
    let found = matching(filter).select(ApplicationRow::as_select());
    let (first_name, last_name, email) =
        (users::first_name.nullable(), users::last_name.nullable(), users::email.nullable());
    let (title, created, modified) =
        (applications::listing_title, applications::date_created, applications::last_modified);
    let id = applications::id;
    let sorted = match (filter.sort.by, filter.sort.direction) {
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
    };
    sorted.limit(filter.page.limit()).offset(filter.page.offset())
}

fn matching(filter: &ApplicationFilter) -> IntoBoxed<'_, WithStudent, Pg> {
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
    match &filter.keyword {
        Some(keyword) => found.filter(naming(filter.scope, keyword)),
        None => found,
    }
}

fn texts(decisions: &[Decision]) -> Vec<&'static str> {
    decisions.iter().map(|decision| decision.as_str()).collect()
}

type Joined = LeftJoinQuerySource<applications::table, users::table, IsStudent>;
type Condition = Box<dyn BoxableExpression<Joined, Pg, SqlType = sql_types::Nullable<sql_types::Bool>>>;

/// Only what the reader sees may be searched for: a hit would tell what the list hides.
fn naming(scope: ApplicationScope, keyword: &str) -> Condition {
    let pattern = page::containing(keyword);
    let title = applications::listing_title.ilike(pattern.clone()).nullable();
    let student = || users::first_name.concat(" ").concat(users::last_name).ilike(pattern.clone()).nullable();
    match scope {
        ApplicationScope::Student(_) => Box::new(title),
        ApplicationScope::Landlord(_) => Box::new(title.or(student())),
        ApplicationScope::Administrator => {
            let landlords = diesel::alias!(users as landlords);
            let name = landlords.field(users::first_name).concat(" ").concat(landlords.field(users::last_name));
            let named = landlords.filter(name.ilike(pattern.clone())).select(landlords.field(users::id).nullable());
            let landlord = applications::landlord_id.eq_any(named);
            Box::new(title.or(student()).or(users::email.ilike(pattern.clone()).nullable()).or(landlord))
        }
    }
}
