//! The letters that students keep by name.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use portal_domain::ids::{LetterId, UserId};
use portal_domain::letter::Letter;
use portal_services::ports::{LetterQueries, LetterRepository, StoreError};
use uuid::Uuid;

use crate::schema::letters;
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};

#[derive(Queryable, Selectable)]
#[diesel(table_name = letters, check_for_backend(diesel::pg::Pg))]
struct LetterRow {
    id: Uuid,
    student_id: Uuid,
    name: String,
    letter: String,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl From<LetterRow> for Letter {
    fn from(row: LetterRow) -> Self {
        Self {
            id: LetterId(row.id),
            student_id: UserId(row.student_id),
            name: row.name,
            text: row.letter,
            date_created: row.date_created,
            last_modified: row.last_modified,
        }
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = letters)]
struct LetterValues<'a> {
    id: Uuid,
    student_id: Uuid,
    name: &'a str,
    letter: &'a str,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl<'a> From<&'a Letter> for LetterValues<'a> {
    fn from(letter: &'a Letter) -> Self {
        Self {
            id: letter.id.0,
            student_id: letter.student_id.0,
            name: &letter.name,
            letter: &letter.text,
            date_created: letter.date_created,
            last_modified: letter.last_modified,
        }
    }
}

#[async_trait]
impl LetterRepository for PgUnitOfWork {
    async fn find_for_update(&mut self, id: LetterId) -> Result<Option<Letter>, StoreError> {
        let row: Option<LetterRow> = letters::table
            .find(id.0)
            .select(LetterRow::as_select())
            .for_no_key_update()
            .find_first(self.connection()?)
            .await?;
        Ok(row.map(Letter::from))
    }

    async fn count_of(&mut self, student: UserId) -> Result<u64, StoreError> {
        let of_student = letters::table.filter(letters::student_id.eq(student.0)).count();
        let count: i64 = of_student.load_row(self.connection()?).await?;
        Ok(count.unsigned_abs())
    }

    async fn insert(&mut self, letter: &Letter) -> Result<(), StoreError> {
        let insert = diesel::insert_into(letters::table).values(LetterValues::from(letter));
        insert.run(self.connection()?).await?;
        Ok(())
    }

    async fn save(&mut self, letter: &Letter) -> Result<(), StoreError> {
        let update = diesel::update(letters::table.find(letter.id.0)).set(LetterValues::from(letter));
        update.change_row(self.connection()?).await
    }

    async fn delete(&mut self, id: LetterId) -> Result<(), StoreError> {
        diesel::delete(letters::table.find(id.0)).run(self.connection()?).await?;
        Ok(())
    }
}

#[async_trait]
impl LetterQueries for PgStore {
    async fn list_letters(&self, student: UserId) -> Result<Vec<Letter>, StoreError> {
        let rows: Vec<LetterRow> = letters::table
            .filter(letters::student_id.eq(student.0))
            .order((letters::last_modified.desc(), letters::id.desc()))
            .select(LetterRow::as_select())
            .load_rows(&mut *self.pool.get().await?)
            .await?;
        Ok(rows.into_iter().map(Letter::from).collect())
    }
}
