//! Streams lists as CSV files whose cells spreadsheets do not execute.

use actix_web::HttpResponse;
use actix_web::body::BodyStream;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::stream;
use portal_services::Ports;
use portal_services::list_export::RowBatches;

use crate::error::ApiError;

/// Some spreadsheets execute a cell that begins with one of these as a formula.
const FORMULA_PREFIXES: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A list as a CSV file of `N` columns.
pub(crate) struct CsvTable<Row, const N: usize> {
    /// The prefix of the file name, which the date follows.
    pub name: &'static str,
    pub columns: [&'static str; N],
    pub cells: fn(Row) -> [String; N],
}

impl<Row: 'static, const N: usize> CsvTable<Row, N> {
    /// Responds with the file. Its name contains the date in the portal's time zone.
    pub(crate) async fn respond(
        self,
        ports: &Ports,
        mut rows: impl RowBatches<Row = Row> + 'static,
    ) -> Result<HttpResponse, ApiError> {
        let Self { name, columns, cells } = self;
        let today = ports.today();
        // Read before the response begins, so that an unavailable database is a 503, not half a
        // file.
        let first_batch = rows.next_batch().await?;
        let mut first_chunk = header_row(columns)?;
        first_chunk.extend(write_rows(first_batch.into_iter().map(cells))?);
        let chunks = stream::try_unfold((rows, Some(first_chunk)), move |(rows, first)| next_chunk(rows, first, cells));
        Ok(HttpResponse::Ok()
            .content_type("text/csv; charset=utf-8")
            .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}-{today}.csv\"")))
            .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
            .body(BodyStream::new(Box::pin(chunks))))
    }
}

type Chunk<Rows> = Option<(Bytes, (Rows, Option<Vec<u8>>))>;

/// The next chunk of the file. An error closes the connection, which clients detect.
async fn next_chunk<Rows: RowBatches, const N: usize>(
    mut rows: Rows,
    first: Option<Vec<u8>>,
    cells: fn(Rows::Row) -> [String; N],
) -> Result<Chunk<Rows>, ApiError> {
    if let Some(first) = first {
        return Ok(Some((first.into(), (rows, None))));
    }
    let batch = rows.next_batch().await?;
    if batch.is_empty() {
        return Ok(None);
    }
    Ok(Some((write_rows(batch.into_iter().map(cells))?.into(), (rows, None))))
}

/// The names of the columns, after the byte order mark by which spreadsheets detect UTF-8.
fn header_row<const N: usize>(columns: [&str; N]) -> Result<Vec<u8>, ApiError> {
    let mut csv = "\u{FEFF}".as_bytes().to_vec();
    csv.extend(write_rows([columns.map(str::to_owned)])?);
    Ok(csv)
}

fn write_rows<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> Result<Vec<u8>, ApiError> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.map(escape_formula)).map_err(|error| write_error(&error.to_string()))?;
    }
    writer.into_inner().map_err(|error| write_error(&error.to_string()))
}

fn write_error(error: &str) -> ApiError {
    tracing::error!(error, "failed to write a list as CSV");
    ApiError::internal()
}

/// Marks a formula as text. Cells contain user input, for example names.
fn escape_formula(cell: String) -> String {
    if cell.starts_with(FORMULA_PREFIXES) { format!("'{cell}") } else { cell }
}

/// A cell that may be empty.
pub(crate) fn optional(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// RFC 3339 in UTC with six decimals, as in JSON.
pub(crate) fn timestamp(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cell: &str) -> String {
        String::from_utf8(write_rows([[cell.to_owned(), String::new()]]).unwrap()).unwrap()
    }

    #[test]
    fn header_row_begins_with_byte_order_mark() {
        assert_eq!(header_row(["externalId", "name"]).unwrap(), "\u{FEFF}externalId,name\r\n".as_bytes());
    }

    #[test]
    fn write_rows_escapes_formulas() {
        for cell in ["=HYPERLINK(0)", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert!(line(cell).trim_start_matches('"').starts_with(&format!("'{cell}")), "{cell:?}");
        }
        assert_eq!(line("Zoë \"Z\", geb. =1\n2"), "\"Zoë \"\"Z\"\", geb. =1\n2\",\r\n", "quoted, not split");
        assert_eq!(line("a=1"), "a=1,\r\n");
    }
}
