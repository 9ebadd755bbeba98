//! Statements run with the errors of the ports.
//!
//! The futures are boxed, so that the compiler checks Diesel's futures once, here, and not in each
//! function that awaits one: that was a sixth of the time that this crate takes.

use diesel::OptionalExtension;
use diesel::dsl::Limit;
use diesel::query_dsl::methods::LimitDsl;
use diesel::result::Error;
use diesel_async::methods::{ExecuteDsl, LoadQuery};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::future::BoxFuture;
use portal_services::ports::StoreError;

use crate::errors::{found, store_error};

type Running<'run, T> = BoxFuture<'run, Result<T, StoreError>>;

/// Methods of all statements, next to those of [`RunQueryDsl`], whose errors are Diesel's.
pub(crate) trait RunStatement: Sized {
    /// Returns all rows.
    fn load_rows<'run, 'query: 'run, Row>(self, connection: &'run mut AsyncPgConnection) -> Running<'run, Vec<Row>>
    where
        Row: Send + 'query,
        Self: LoadQuery<'query, AsyncPgConnection, Row> + Send + 'query,
    {
        Box::pin(async move { self.load(connection).await.map_err(store_error) })
    }

    /// Returns the row of a statement that has one.
    fn load_row<'run, 'query: 'run, Row>(self, connection: &'run mut AsyncPgConnection) -> Running<'run, Row>
    where
        Row: Send + 'query,
        Self: LoadQuery<'query, AsyncPgConnection, Row> + Send + 'query,
    {
        Box::pin(async move { self.get_result(connection).await.map_err(store_error) })
    }

    /// Returns the row of a statement that has one or none.
    fn find_row<'run, 'query: 'run, Row>(self, connection: &'run mut AsyncPgConnection) -> Running<'run, Option<Row>>
    where
        Row: Send + 'query,
        Self: LoadQuery<'query, AsyncPgConnection, Row> + Send + 'query,
    {
        Box::pin(async move { self.get_result(connection).await.optional().map_err(store_error) })
    }

    /// Returns the first row of a query that has at least one.
    fn first_row<'run, 'query: 'run, Row>(self, connection: &'run mut AsyncPgConnection) -> Running<'run, Row>
    where
        Row: Send + 'query,
        Self: LimitDsl + Send + 'query,
        Limit<Self>: LoadQuery<'query, AsyncPgConnection, Row> + Send + 'query,
    {
        Box::pin(async move { self.first(connection).await.map_err(store_error) })
    }

    /// Returns the first row of a query, if there is one.
    fn find_first<'run, 'query: 'run, Row>(self, connection: &'run mut AsyncPgConnection) -> Running<'run, Option<Row>>
    where
        Row: Send + 'query,
        Self: LimitDsl + Send + 'query,
        Limit<Self>: LoadQuery<'query, AsyncPgConnection, Row> + Send + 'query,
    {
        Box::pin(async move { self.first(connection).await.optional().map_err(store_error) })
    }

    /// Returns the entity of the first row of a query, if there is one.
    fn find_entity<'run, 'query: 'run, Row, Entity>(
        self,
        connection: &'run mut AsyncPgConnection,
    ) -> Running<'run, Option<Entity>>
    where
        Row: Send + 'query,
        Entity: TryFrom<Row, Error = StoreError>,
        Self: LimitDsl + Send + 'query,
        Limit<Self>: LoadQuery<'query, AsyncPgConnection, Row> + Send + 'query,
    {
        Box::pin(async move { found(self.first(connection).await.optional().map_err(store_error)?) })
    }

    /// Returns the number of rows that the statement changed.
    fn run<'run>(self, connection: &'run mut AsyncPgConnection) -> Running<'run, usize>
    where
        Self: ExecuteDsl<AsyncPgConnection> + Send + 'run,
    {
        Box::pin(async move { self.execute(connection).await.map_err(store_error) })
    }

    /// Changes the row of a statement that has one. `Corrupt` if it has none.
    fn change_row<'run>(self, connection: &'run mut AsyncPgConnection) -> Running<'run, ()>
    where
        Self: ExecuteDsl<AsyncPgConnection> + Send + 'run,
    {
        Box::pin(async move {
            let changed = self.execute(connection).await.map_err(store_error)?;
            if changed == 0 { Err(store_error(Error::NotFound)) } else { Ok(()) }
        })
    }
}

impl<Statement> RunStatement for Statement {}
