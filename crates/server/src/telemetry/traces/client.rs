//! The HTTP client that sends spans, with the TLS library of all other connections.

use std::time::Duration;

use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use reqwest::redirect::Policy;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(super) struct CollectorClient(reqwest::Client);

impl CollectorClient {
    pub(super) fn new() -> reqwest::Result<Self> {
        // Fails if a provider is installed already, which can only be the same one.
        rustls::crypto::ring::default_provider().install_default().ok();
        let builder = reqwest::Client::builder().connect_timeout(CONNECT_TIMEOUT).timeout(TIMEOUT);
        builder.redirect(Policy::none()).build().map(Self)
    }
}

#[async_trait::async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let response = self.0.execute(request.try_into()?).await?;
        let mut answer = Response::new(Bytes::new());
        *answer.status_mut() = response.status();
        // The body says at most why spans were refused; it is not read, because it may be endless.
        Ok(answer)
    }
}
