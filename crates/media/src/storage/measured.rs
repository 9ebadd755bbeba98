//! Counts and times the operations of an object store, and records them in traces. No key is
//! recorded: it names an image or a document.

use std::fmt::{self, Display, Formatter};
use std::time::Instant;

use async_trait::async_trait;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore,
    PutMultipartOptions, PutOptions, PutPayload, PutResult, RenameOptions, Result,
};
use portal_services::trace;
use tracing::field::Empty;
use tracing::{Instrument, Span};

/// A store whose operations are measured.
#[derive(Debug)]
pub(super) struct Measured<S>(S);

impl<S: ObjectStore> Measured<S> {
    pub(super) const fn new(store: S) -> Self {
        Self(store)
    }
}

impl<S: ObjectStore> Display for Measured<S> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, formatter)
    }
}

/// Measures until the store responds; the content of a file is read later. A missing file is no
/// error: whether a variant exists is found out by asking for it.
async fn measure<T>(operation: &'static str, work: impl Future<Output = Result<T>> + Send) -> Result<T> {
    let (started, span) = (Instant::now(), span(operation));
    let result = work.instrument(span.clone()).await;
    metrics::histogram!("portal_store_seconds", "operation" => operation).record(started.elapsed().as_secs_f64());
    count(operation, &span, &result);
    result
}

fn count<T>(operation: &'static str, span: &Span, result: &Result<T>) {
    if result.as_ref().is_err_and(|error| !matches!(error, Error::NotFound { .. })) {
        metrics::counter!("portal_store_errors_total", "operation" => operation).increment(1);
        span.record("otel.status_code", "ERROR");
    }
}

fn span(operation: &'static str) -> Span {
    if !trace::is_recorded() {
        return Span::none();
    }
    tracing::info_span!(
        target: trace::TARGET,
        "store",
        otel.kind = "client",
        otel.name = format!("store {operation}"),
        otel.status_code = Empty,
        store.operation = operation,
    )
}

#[async_trait]
impl<S: ObjectStore> ObjectStore for Measured<S> {
    async fn put_opts(&self, location: &Path, payload: PutPayload, opts: PutOptions) -> Result<PutResult> {
        measure("put", self.0.put_opts(location, payload, opts)).await
    }

    async fn put_multipart_opts(&self, location: &Path, opts: PutMultipartOptions) -> Result<Box<dyn MultipartUpload>> {
        measure("put", self.0.put_multipart_opts(location, opts)).await
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        let operation = if options.head { "head" } else { "get" };
        measure(operation, self.0.get_opts(location, options)).await
    }

    /// The removal of one file is a stream too. Of many, each is timed from the one before.
    fn delete_stream(&self, locations: BoxStream<'static, Result<Path>>) -> BoxStream<'static, Result<Path>> {
        let (mut since, span) = (Instant::now(), span("delete"));
        let removed = self.0.delete_stream(locations);
        removed
            .inspect(move |result| {
                let taken = std::mem::replace(&mut since, Instant::now()).elapsed();
                metrics::histogram!("portal_store_seconds", "operation" => "delete").record(taken.as_secs_f64());
                count("delete", &span, result);
            })
            .boxed()
    }

    /// Counts errors only: a listing is read as slowly as its consumer works.
    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        counted_list(self.0.list(prefix))
    }

    fn list_with_offset(&self, prefix: Option<&Path>, offset: &Path) -> BoxStream<'static, Result<ObjectMeta>> {
        counted_list(self.0.list_with_offset(prefix, offset))
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        measure("list", self.0.list_with_delimiter(prefix)).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        measure("copy", self.0.copy_opts(from, to, options)).await
    }

    async fn rename_opts(&self, from: &Path, to: &Path, options: RenameOptions) -> Result<()> {
        measure("rename", self.0.rename_opts(from, to, options)).await
    }
}

fn counted_list(listed: BoxStream<'static, Result<ObjectMeta>>) -> BoxStream<'static, Result<ObjectMeta>> {
    listed.inspect_err(|_| metrics::counter!("portal_store_errors_total", "operation" => "list").increment(1)).boxed()
}
