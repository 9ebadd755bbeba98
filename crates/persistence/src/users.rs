//! People.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_domain::ids::UserId;
use portal_domain::listing::ListingStatus;
use portal_domain::locale::Locale;
use portal_domain::user::{Email, Gender, Role, User, UserAddress, UserStatus};
use portal_services::ports::{Credentials, PasswordHash, StoreError, UserQueries, UserRepository};
use uuid::Uuid;

use crate::errors::{failed, known};
use crate::schema::{listings, users};
use crate::store::{PgStore, PgWork};

#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
struct UserRow {
    id: Uuid,
    email: String,
    first_name: String,
    last_name: String,
    gender: String,
    date_of_birth: Option<NaiveDate>,
    phone_number: Option<String>,
    role: String,
    status: String,
    about_me: Option<String>,
    street: Option<String>,
    house_number: Option<String>,
    postal_code: Option<String>,
    city: Option<String>,
    locale: String,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl TryFrom<UserRow> for User {
    type Error = StoreError;

    fn try_from(row: UserRow) -> Result<Self, StoreError> {
        let address = match (row.street, row.house_number, row.postal_code, row.city) {
            (Some(street), Some(house_number), Some(postal_code), Some(city)) => {
                Some(UserAddress { street, house_number, postal_code, city })
            }
            _ => None,
        };
        Ok(Self {
            id: UserId(row.id),
            email: known(&row.email, Email::parse)?,
            first_name: row.first_name,
            last_name: row.last_name,
            gender: known(&row.gender, Gender::parse)?,
            date_of_birth: row.date_of_birth,
            phone_number: row.phone_number,
            role: known(&row.role, Role::parse)?,
            status: known(&row.status, UserStatus::parse)?,
            about_me: row.about_me,
            address,
            locale: known(&row.locale, Locale::parse)?,
            date_created: row.date_created,
            last_modified: row.last_modified,
        })
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = users, treat_none_as_null = true)]
struct UserValues<'a> {
    id: Uuid,
    email: &'a str,
    first_name: &'a str,
    last_name: &'a str,
    gender: &'static str,
    date_of_birth: Option<NaiveDate>,
    phone_number: Option<&'a str>,
    role: &'static str,
    status: &'static str,
    about_me: Option<&'a str>,
    street: Option<&'a str>,
    house_number: Option<&'a str>,
    postal_code: Option<&'a str>,
    city: Option<&'a str>,
    locale: &'static str,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl<'a> From<&'a User> for UserValues<'a> {
    fn from(user: &'a User) -> Self {
        let address = user.address.as_ref();
        Self {
            id: user.id.0,
            email: user.email.as_str(),
            first_name: &user.first_name,
            last_name: &user.last_name,
            gender: user.gender.as_str(),
            date_of_birth: user.date_of_birth,
            phone_number: user.phone_number.as_deref(),
            role: user.role.as_str(),
            status: user.status.as_str(),
            about_me: user.about_me.as_deref(),
            street: address.map(|address| address.street.as_str()),
            house_number: address.map(|address| address.house_number.as_str()),
            postal_code: address.map(|address| address.postal_code.as_str()),
            city: address.map(|address| address.city.as_str()),
            locale: user.locale.as_str(),
            date_created: user.date_created,
            last_modified: user.last_modified,
        }
    }
}

#[async_trait]
impl UserRepository for PgWork {
    async fn find_for_update(&mut self, id: UserId) -> Result<Option<User>, StoreError> {
        let row = users::table
            .find(id.0)
            .select(UserRow::as_select())
            // Nobody changes a key: rows that refer to this one may be added meanwhile.
            .for_no_key_update()
            .first(self.connection()?)
            .await
            .optional()
            .map_err(failed)?;
        row.map(User::try_from).transpose()
    }

    async fn insert(&mut self, user: &User, password: Option<PasswordHash>) -> Result<(), StoreError> {
        diesel::insert_into(users::table)
            .values((UserValues::from(user), users::password_hash.eq(password.map(|hash| hash.0))))
            .execute(self.connection()?)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn save(&mut self, user: &User) -> Result<(), StoreError> {
        let connection = self.connection()?;
        let changed = diesel::update(users::table.find(user.id.0))
            .set(UserValues::from(user))
            .execute(connection)
            .await
            .map_err(failed)?;
        if changed == 0 {
            return Err(failed(diesel::result::Error::NotFound));
        }
        if user.role != Role::Landlord {
            return Ok(());
        }
        // Whoever works on a listing holds its landlord's row, so nobody can be between the two.
        let theirs = listings::table.filter(listings::landlord_id.eq(user.id.0));
        if user.status == UserStatus::Active {
            let hidden = theirs
                .filter(listings::status.eq(ListingStatus::Available.as_str()))
                .filter(listings::searchable.eq(false));
            diesel::update(hidden).set(listings::searchable.eq(true)).execute(connection).await.map_err(failed)?;
        } else {
            let shown = theirs.filter(listings::searchable);
            diesel::update(shown).set(listings::searchable.eq(false)).execute(connection).await.map_err(failed)?;
        }
        Ok(())
    }
}

#[async_trait]
impl UserQueries for PgStore {
    async fn find_credentials(&self, email: &Email) -> Result<Option<Credentials>, StoreError> {
        let row: Option<(Uuid, String, String, Option<String>)> = users::table
            .filter(users::email.eq(email.as_str()))
            .select((users::id, users::role, users::status, users::password_hash))
            .first(&mut *self.pool.get().await?)
            .await
            .optional()
            .map_err(failed)?;
        let Some((id, role, status, password)) = row else { return Ok(None) };
        Ok(Some(Credentials {
            user_id: UserId(id),
            role: known(&role, Role::parse)?,
            status: known(&status, UserStatus::parse)?,
            password: password.map(PasswordHash),
        }))
    }

    async fn find_user(&self, id: UserId) -> Result<Option<User>, StoreError> {
        let row = users::table
            .find(id.0)
            .select(UserRow::as_select())
            .first(&mut *self.pool.get().await?)
            .await
            .optional()
            .map_err(failed)?;
        row.map(User::try_from).transpose()
    }

    async fn any_user_exists(&self) -> Result<bool, StoreError> {
        diesel::select(exists(users::table.select(users::id)))
            .get_result(&mut *self.pool.get().await?)
            .await
            .map_err(failed)
    }
}
