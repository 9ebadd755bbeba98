//! Listings around a town. Only the domain knows towns: the database returns the addresses with the
//! postal codes of the surroundings, and the domain keeps those that are near, with their distances.

use std::collections::BTreeSet;

use diesel::dsl::sql;
use diesel::expression::Expression;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::sql_types::{Bool, Integer, Jsonb};
use diesel_async::AsyncPgConnection;
use portal_domain::town::{Near, TownId};
use portal_services::ports::StoreError;
use serde_json::{Map, Value};

use crate::schema::listings;
use crate::statements::RunStatement;

/// The addresses around a town.
#[derive(Debug)]
pub(super) struct NearAddresses {
    postal_codes: Vec<&'static str>,
    /// The kilometres of each [address](ADDRESS), as a JSON object: the database looks up its keys by
    /// binary search.
    distances: Value,
}

/// The postal code and the city of a listing. Postal codes are of one length, so the text is
/// unambiguous.
const ADDRESS: &str = "listings.postal_code || ' ' || listings.city";

pub(super) async fn load(connection: &mut AsyncPgConnection, near: Near) -> Result<NearAddresses, StoreError> {
    let postal_codes: BTreeSet<&'static str> = near.towns().iter().flat_map(|(town, _)| town.postal_codes()).collect();
    let postal_codes: Vec<&'static str> = postal_codes.into_iter().collect();
    let addresses: Vec<(String, String)> = listings::table
        .filter(listings::searchable)
        .filter(listings::postal_code.eq_any(postal_codes.iter().copied()))
        .group_by((listings::postal_code, listings::city))
        .select((listings::postal_code, listings::city))
        .load_rows(connection)
        .await?;
    let distances: Map<String, Value> = addresses
        .into_iter()
        .filter_map(|(postal_code, city)| {
            let distance = near.distance_of_town(TownId::of_address(&postal_code, &city)?)?;
            Some((format!("{postal_code} {city}"), distance.into()))
        })
        .collect();
    Ok(NearAddresses { postal_codes, distances: Value::Object(distances) })
}

pub(super) fn filter<'a>(found: listings::BoxedQuery<'a, Pg>, near: &'a NearAddresses) -> listings::BoxedQuery<'a, Pg> {
    let is_near = sql::<Bool>("jsonb_exists(").bind::<Jsonb, _>(&near.distances).sql(&format!(", {ADDRESS})"));
    // The index finds postal codes.
    found.filter(listings::postal_code.eq_any(near.postal_codes.iter().copied())).filter(is_near)
}

/// The kilometres of a listing that is near.
#[derive(Debug, Clone, Copy)]
pub(super) struct Distance<'a>(pub &'a NearAddresses);

impl Expression for Distance<'_> {
    type SqlType = Integer;
}

impl AppearsOnTable<listings::table> for Distance<'_> {}

impl QueryFragment<Pg> for Distance<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("(");
        out.push_bind_param::<Jsonb, _>(&self.0.distances)?;
        out.push_sql(" ->> (");
        out.push_sql(ADDRESS);
        out.push_sql("))::int");
        Ok(())
    }
}
