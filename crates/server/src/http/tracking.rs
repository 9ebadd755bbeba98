//! Tells a connection when its requests begin and end.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_http::Request;
use actix_service::Service;
use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::web::Bytes;
use pin_project_lite::pin_project;

use super::connection::{ActiveRequest, Connection};

/// Calls the app. The request is active until its response's body ends or is dropped.
pub(super) fn track<S, B>(
    request: Request,
    app: &S,
) -> impl Future<Output = Result<ServiceResponse<TrackedBody<B>>, S::Error>> + use<S, B>
where
    S: Service<Request, Response = ServiceResponse<B>>,
{
    let active = request.conn_data::<Rc<Connection>>().map(Connection::begin_request);
    let response = app.call(request);
    async move { Ok(response.await?.map_body(|_, body| TrackedBody { body, _active: active })) }
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
