//! Rows of users.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use portal_domain::ids::UserId;
use portal_domain::locale::Locale;
use portal_domain::user::{Gender, Role, User, UserAddress, UserStatus};
use portal_services::ports::{Credentials, PasswordHash, StoreError};
use uuid::Uuid;

use crate::errors::{parse_column, parse_email};
use crate::schema::users;

#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub(crate) struct UserRow {
    pub id: Uuid,
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
            email: parse_email(&row.email)?,
            first_name: row.first_name,
            last_name: row.last_name,
            gender: parse_column(&row.gender, Gender::parse)?,
            date_of_birth: row.date_of_birth,
            phone_number: row.phone_number,
            role: parse_column(&row.role, Role::parse)?,
            status: parse_column(&row.status, UserStatus::parse)?,
            about_me: row.about_me,
            address,
            locale: parse_column(&row.locale, Locale::parse)?,
            date_created: row.date_created,
            last_modified: row.last_modified,
        })
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = users, treat_none_as_null = true)]
pub(super) struct UserValues<'a> {
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

/// The data for verifying a password.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub(super) struct CredentialsRow {
    id: Uuid,
    role: String,
    status: String,
    password_hash: Option<String>,
}

impl TryFrom<CredentialsRow> for Credentials {
    type Error = StoreError;

    fn try_from(row: CredentialsRow) -> Result<Self, StoreError> {
        Ok(Self {
            user_id: UserId(row.id),
            role: parse_column(&row.role, Role::parse)?,
            status: parse_column(&row.status, UserStatus::parse)?,
            password: row.password_hash.map(PasswordHash),
        })
    }
}
