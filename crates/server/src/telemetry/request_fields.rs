//! Adds the id of the request, and of its trace, to each line that is logged while it is served.
//!
//! They are read from the request's task when a line is written. A span would cost each request as
//! much as some lines, also where none is written.

use std::fmt::{self, Display, Formatter};

use portal_api::{RequestContext, with_current_request};
use tracing::{Event, Subscriber};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::{DefaultFields, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// The fields of a line of text.
#[derive(Debug, Default)]
pub(super) struct TextFields(DefaultFields);

impl<'writer> FormatFields<'writer> for TextFields {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'writer>, fields: R) -> fmt::Result {
        self.0.format_fields(writer.by_ref(), fields)?;
        with_current_request(|request| write!(writer, "{}", Text(request))).unwrap_or(Ok(()))
    }
}

struct Text<'a>(&'a RequestContext);

impl Display for Text<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, " request_id={}", self.0.id)?;
        self.0.trace_id.as_ref().map_or(Ok(()), |id| write!(formatter, " trace_id={id}"))
    }
}

/// A line of JSON by another format, with more fields.
#[derive(Debug)]
pub(super) struct JsonLines<F>(pub F);

impl<S, N, F> FormatEvent<S, N> for JsonLines<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(&self, context: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let Some(added) = with_current_request(|request| Json(request).to_string()) else {
            return self.0.format_event(context, writer, event);
        };
        let mut line = String::new();
        self.0.format_event(context, Writer::new(&mut line), event)?;
        match line.trim_end().strip_suffix('}') {
            Some(open) => writeln!(writer, "{open},{added}}}"),
            None => writer.write_str(&line),
        }
    }
}

/// The ids consist of characters that JSON does not escape.
struct Json<'a>(&'a RequestContext);

impl Display for Json<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "\"request_id\":\"{}\"", self.0.id)?;
        self.0.trace_id.as_ref().map_or(Ok(()), |id| write!(formatter, ",\"trace_id\":\"{id}\""))
    }
}
