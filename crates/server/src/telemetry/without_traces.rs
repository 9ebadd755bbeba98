//! A program without traces.

use std::convert::Infallible;
use std::sync::Arc;

use portal_api::RequestTraces;

/// Never exists.
pub struct Traces(Infallible);

impl Traces {
    pub fn requests(&self) -> Arc<dyn RequestTraces> {
        match self.0 {}
    }

    #[expect(clippy::unused_async, reason = "that of the other build is async")]
    pub async fn stop(self) {
        match self.0 {}
    }
}
