//! Columns of tables with more than 32. `diesel::table!` takes more with a feature of Diesel that
//! needs several gigabytes and minutes to compile all tables, so further columns are declared apart.
//!
//! Written by `tests/schema.rs`, like the tables.

/// Declares a module with all columns of a table: those of `diesel::table!` and the further ones.
macro_rules! more_columns {
    ($module:ident: $table:ident { $( $column:ident -> $type:ty, )+ }) => {
        pub(crate) mod $module {
            use diesel::backend::Backend;
            use diesel::expression::{is_aggregate, AppearsOnTable, Expression, SelectableExpression, ValidGrouping};
            use diesel::prelude::*;
            use diesel::query_builder::{AstPass, QueryFragment, QueryId};
            use diesel::sql_types::*;

            pub(crate) use super::$table::columns::*;
            pub(crate) use super::$table::table;

            $(
                #[expect(non_camel_case_types, reason = "the name of the column, as in `diesel::table!`")]
                #[derive(Debug, Clone, Copy, QueryId)]
                pub(crate) struct $column;

                impl Expression for $column {
                    type SqlType = $type;
                }

                impl Column for $column {
                    type Table = table;

                    const NAME: &'static str = stringify!($column);
                }

                impl<Source> AppearsOnTable<Source> for $column {}

                impl<Source> SelectableExpression<Source> for $column {}

                impl<Grouping> ValidGrouping<Grouping> for $column {
                    type IsAggregate = is_aggregate::No;
                }

                impl<DB: Backend> QueryFragment<DB> for $column {
                    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
                        out.push_identifier(stringify!($table))?;
                        out.push_sql(".");
                        out.push_identifier(Self::NAME)
                    }
                }
            )+
        }
    };
}
pub(crate) use more_columns;
