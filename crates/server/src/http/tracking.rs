//! Tells a connection when its requests begin and end, and clients to close it during a shutdown.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_http::{ConnectionType, Request};
use actix_service::Service;
use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::web::Bytes;
use pin_project_lite::pin_project;
use portal_api::Shutdown;

use super::connection::{ActiveRequest, Connection};

/// Calls the app. The request is active until its response's body ends or is dropped. Responses during a
/// shutdown end their connection, so that the client's next request goes to another process.
pub(super) fn track<S, B>(
    request: Request,
    app: &S,
    shutdown: &Shutdown,
) -> impl Future<Output = Result<ServiceResponse<TrackedBody<B>>, S::Error>> + use<S, B>
where
    S: Service<Request, Response = ServiceResponse<B>>,
{
    let active = request.conn_data::<Rc<Connection>>().map(Connection::begin_request);
    let response = app.call(request);
    let shutdown = shutdown.clone();
    async move {
        let mut response = response.await?;
        if shutdown.has_begun() {
            response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
        }
        Ok(response.map_body(|_, body| TrackedBody { body, _active: active }))
    }
}

pin_project! {
    pub(super) struct TrackedBody<B> {
        #[pin]
        body: B,
        _active: Option<ActiveRequest>,
    }
}

impl<B: MessageBody> MessageBody for TrackedBody<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, B::Error>>> {
        self.project().body.poll_next(context)
    }
}
