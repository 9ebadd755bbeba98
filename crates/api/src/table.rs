//! Lists as CSV tables that spreadsheets show and never run, sent while they are read.

use actix_web::HttpResponse;
use actix_web::body::BodyStream;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::stream;
use portal_services::Ports;
use portal_services::list_export::StepwiseRows;

use crate::error::ApiError;

/// A cell that begins with one of these is a formula to some spreadsheet.
const FORMULAS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// How a list becomes a table of `N` columns.
pub(crate) struct Table<Row, const N: usize> {
    /// What the file's name begins with; the day follows.
    pub name: &'static str,
    pub columns: [&'static str; N],
    pub cells: fn(Row) -> [String; N],
}

impl<Row: 'static, const N: usize> Table<Row, N> {
    /// The table as a download, named after the present day of the portal's calendar.
    pub async fn answer(
        self,
        ports: &Ports,
        mut rows: impl StepwiseRows<Row = Row> + 'static,
    ) -> Result<HttpResponse, ApiError> {
        let Self { name, columns, cells } = self;
        let today = ports.clock.now().with_timezone(&ports.rules.time_zone).date_naive();
        // Before anything is sent: a store that is away is an answer, not half a table.
        let first = rows.step().await?;
        let mut head = heading(columns)?;
        head.extend(written(first.into_iter().map(cells))?);
        let pieces = stream::try_unfold((rows, Some(head)), move |(rows, head)| next(rows, head, cells));
        Ok(HttpResponse::Ok()
            .content_type("text/csv; charset=utf-8")
            .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}-{today}.csv\"")))
            .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
            .body(BodyStream::new(Box::pin(pieces))))
    }
}

type Piece<Rows> = Option<(Bytes, (Rows, Option<Vec<u8>>))>;

/// The table piece by piece. One that cannot be read breaks the connection, which every client notices.
async fn next<Rows: StepwiseRows, const N: usize>(
    mut rows: Rows,
    head: Option<Vec<u8>>,
    cells: fn(Rows::Row) -> [String; N],
) -> Result<Piece<Rows>, ApiError> {
    if let Some(head) = head {
        return Ok(Some((head.into(), (rows, None))));
    }
    let step = rows.step().await?;
    if step.is_empty() {
        return Ok(None);
    }
    Ok(Some((written(step.into_iter().map(cells))?.into(), (rows, None))))
}

/// The names of the columns, with the mark by which spreadsheets know that the table is UTF-8.
fn heading<const N: usize>(columns: [&str; N]) -> Result<Vec<u8>, ApiError> {
    let mut table = "\u{FEFF}".as_bytes().to_vec();
    table.extend(written([columns.map(str::to_owned)])?);
    Ok(table)
}

fn written<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> Result<Vec<u8>, ApiError> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.map(harmless)).map_err(|error| broken(&error.to_string()))?;
    }
    writer.into_inner().map_err(|error| broken(&error.to_string()))
}

fn broken(error: &str) -> ApiError {
    tracing::error!(error, "failed to write a list as CSV");
    ApiError::internal()
}

/// People choose their names: what would be run is made a text by the mark that spreadsheets know for it.
fn harmless(cell: String) -> String {
    if cell.starts_with(FORMULAS) { format!("'{cell}") } else { cell }
}

/// A cell that may be empty.
pub(crate) fn text(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A moment as the API writes it: RFC 3339 in UTC with six decimals.
pub(crate) fn moment(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cell: &str) -> String {
        String::from_utf8(written([[cell.to_owned(), String::new()]]).unwrap()).unwrap()
    }

    #[test]
    fn a_table_begins_with_the_mark_of_utf_8_and_its_columns() {
        assert_eq!(heading(["externalId", "name"]).unwrap(), "\u{FEFF}externalId,name\r\n".as_bytes());
    }

    #[test]
    fn a_cell_that_is_a_formula_is_a_text() {
        for cell in ["=HYPERLINK(0)", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert!(line(cell).trim_start_matches('"').starts_with(&format!("'{cell}")), "{cell:?}");
        }
        assert_eq!(line("Zoë \"Z\", geb. =1\n2"), "\"Zoë \"\"Z\"\", geb. =1\n2\",\r\n", "quoted, not split");
        assert_eq!(line("a=1"), "a=1,\r\n");
    }
}
