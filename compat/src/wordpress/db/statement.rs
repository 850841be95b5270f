//! One statement with its binds, for diesel.

use diesel::backend::Backend;
use diesel::mysql::Mysql;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, Binary, Double, HasSqlType, Nullable, Text, Untyped};
use diesel::sqlite::Sqlite;

use super::bind::Bind;
use super::sql_text::Finished;

/// Text and binds. Statements whose text is fixed stay prepared on their connection.
#[derive(Clone, Debug)]
pub(super) struct Statement(pub(super) Finished);

impl Query for Statement {
    type SqlType = Untyped;
}

impl QueryId for Statement {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

fn walk<'b, DB>(statement: &'b Statement, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
where
    DB: Backend
        + HasSqlType<BigInt>
        + HasSqlType<Text>
        + HasSqlType<Binary>
        + HasSqlType<Double>
        + HasSqlType<Nullable<BigInt>>,
    i64: ToSql<BigInt, DB>,
    String: ToSql<Text, DB>,
    Vec<u8>: ToSql<Binary, DB>,
    f64: ToSql<Double, DB>,
    Option<i64>: ToSql<Nullable<BigInt>, DB>,
{
    if !statement.0.keep_prepared {
        out.unsafe_to_cache_prepared();
    }
    out.push_sql(&statement.0.text);
    for bind in &statement.0.binds {
        match bind {
            Bind::I64(v) => out.push_bind_param_value_only::<BigInt, _>(v)?,
            Bind::Text(v) => out.push_bind_param_value_only::<Text, _>(v)?,
            Bind::Bytes(v) => out.push_bind_param_value_only::<Binary, _>(v)?,
            Bind::F64(v) => out.push_bind_param_value_only::<Double, _>(v)?,
            Bind::Null => out.push_bind_param_value_only::<Nullable<BigInt>, _>(&None::<i64>)?,
        }
    }
    Ok(())
}

impl QueryFragment<Mysql> for Statement {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Mysql>) -> QueryResult<()> {
        walk(self, out)
    }
}

impl QueryFragment<Sqlite> for Statement {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        walk(self, out)
    }
}
