//! Keywords of lists of applications.

use diesel::dsl::LeftJoinQuerySource;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types;
use diesel_async::AsyncPgConnection;
use portal_services::ports::{ApplicationScope, StoreError};
use uuid::Uuid;

use super::queries::IsStudent;
use crate::keyword::{self, Word, contains_word, user_contains_word};
use crate::page::contains_pattern;
use crate::schema::{applications, users};
use crate::statements::RunStatement;

/// A word in the names of more users than this is searched in every application: looking up the
/// applications of each user would take longer.
const MAX_USERS: u32 = 1_000;

type Joined = LeftJoinQuerySource<applications::table, users::table, IsStudent>;
type Condition = Box<dyn BoxableExpression<Joined, Pg, SqlType = sql_types::Nullable<sql_types::Bool>>>;

/// A word, and the users whom administrators find by it if they are few.
pub(super) struct SearchedWord {
    word: Word,
    users: Option<FoundUsers>,
}

struct FoundUsers {
    /// By name or e-mail address.
    students: Vec<Uuid>,
    /// By name.
    landlords: Vec<Uuid>,
}

/// Splits and folds a keyword. Without words no statement is sent.
pub(super) async fn parse(
    connection: &mut AsyncPgConnection,
    scope: ApplicationScope,
    keyword: Option<&str>,
) -> Result<Vec<SearchedWord>, StoreError> {
    let mut searched = Vec::new();
    for word in keyword::parse(connection, keyword).await? {
        let users = match scope {
            ApplicationScope::Administrator => find_users(connection, &word).await?,
            ApplicationScope::Landlord(_) | ApplicationScope::Student(_) => None,
        };
        searched.push(SearchedWord { word, users });
    }
    Ok(searched)
}

/// The users to whom the word applies; `None` if there are too many.
async fn find_users(connection: &mut AsyncPgConnection, word: &Word) -> Result<Option<FoundUsers>, StoreError> {
    let found: Vec<(Uuid, bool)> = users::table
        .filter(user_contains_word!(word))
        .select((users::id, contains_word!(users::search_name, word)))
        .limit(i64::from(MAX_USERS) + 1)
        .load_rows(connection)
        .await?;
    Ok((found.len() as u64 <= u64::from(MAX_USERS)).then(|| FoundUsers {
        students: found.iter().map(|(id, _)| *id).collect(),
        landlords: found.iter().filter(|(_, by_name)| *by_name).map(|(id, _)| *id).collect(),
    }))
}

impl SearchedWord {
    pub(super) fn has_few_users(&self) -> bool {
        self.users.is_some()
    }

    /// Searches only what the list shows in this scope: a match would reveal hidden data.
    pub(super) fn is_visible_in(&self, scope: ApplicationScope) -> Condition {
        let word = &self.word;
        let title = contains_word!(applications::search_title, word).nullable();
        let student = || contains_word!(users::search_name, word).nullable();
        match (scope, &self.users) {
            (ApplicationScope::Student(_), _) => Box::new(title),
            (ApplicationScope::Landlord(_), _) => Box::new(title.or(student())),
            (ApplicationScope::Administrator, Some(found)) => {
                let by_student = applications::student_id.eq_any(found.students.clone());
                let by_landlord = applications::landlord_id.eq_any(found.landlords.clone());
                Box::new(title.or(by_student).or(by_landlord))
            }
            (ApplicationScope::Administrator, None) => {
                let landlords = diesel::alias!(users as landlords);
                let name = || landlords.field(users::search_name);
                let matching =
                    landlords.filter(contains_word!(name(), word)).select(landlords.field(users::id).nullable());
                let email = users::email.like(contains_pattern(&word.lower)).nullable();
                Box::new(title.or(student()).or(email).or(applications::landlord_id.eq_any(matching)))
            }
        }
    }
}
