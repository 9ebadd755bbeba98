//! Events.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_domain::event::{Event, EventEntity};
use portal_services::ports::{EventRepository, StoreError};

use crate::errors::failed;
use crate::schema::events;
use crate::store::PgWork;

#[async_trait]
impl EventRepository for PgWork {
    async fn insert(&mut self, event: &Event) -> Result<(), StoreError> {
        let (listing, user) = match event.entity {
            EventEntity::Listing(id) => (Some(id.0), None),
            EventEntity::User(id) => (None, Some(id.0)),
        };
        diesel::insert_into(events::table)
            .values((
                events::id.eq(event.id.0),
                events::event_type.eq(event.event_type.as_str()),
                events::listing_id.eq(listing),
                events::user_id.eq(user),
                events::acknowledged.eq(event.acknowledged),
                events::date_created.eq(event.date_created),
            ))
            .execute(self.connection()?)
            .await
            .map_err(failed)?;
        Ok(())
    }
}
