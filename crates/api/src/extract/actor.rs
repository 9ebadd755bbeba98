//! The user who makes the request, and the check of their role.

use std::future::{Ready, ready};
use std::marker::PhantomData;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use portal_domain::ids::SessionId;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use crate::error::ApiError;

/// The user of the access token. The middleware inserts it into the request.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Identity {
    /// No token.
    Anonymous,
    /// A token that is forged or expired, or whose session or user is no longer active.
    Invalid,
    Known(SessionId, Actor),
}

impl Identity {
    pub(crate) fn of(request: &HttpRequest) -> Self {
        request.extensions().get::<Self>().copied().unwrap_or(Self::Anonymous)
    }
}

/// The actor, or `None` without a token. An invalid token is an error, so that a browser refreshes
/// it instead of showing less than its user may see.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MaybeActor(pub Option<Actor>);

impl FromRequest for MaybeActor {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match Identity::of(request) {
            Identity::Anonymous => Ok(Self(None)),
            Identity::Invalid => Err(ApiError::unauthenticated()),
            Identity::Known(_, actor) => Ok(Self(Some(actor))),
        })
    }
}

/// The roles that may call an operation.
pub(crate) trait Roles {
    const ALLOWED: &'static [Role];
}

macro_rules! roles {
    ($( $name:ident = [$( $role:expr ),+] ),+ $(,)?) => { $(
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct $name;

        impl Roles for $name {
            const ALLOWED: &'static [Role] = &[$( $role ),+];
        }
    )+ };
}

roles! {
    AnyRole = [Role::Administrator, Role::Landlord, Role::Student],
    Student = [Role::Student],
    Landlord = [Role::Landlord],
    Administrator = [Role::Administrator],
    LandlordOrAdministrator = [Role::Landlord, Role::Administrator],
}

/// A logged-in user in one of the roles of `R`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Authenticated<R> {
    pub session: SessionId,
    pub actor: Actor,
    roles: PhantomData<R>,
}

impl<R: Roles> FromRequest for Authenticated<R> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match Identity::of(request) {
            Identity::Known(session, actor) if R::ALLOWED.contains(&actor.role) => {
                Ok(Self { session, actor, roles: PhantomData })
            }
            Identity::Known(..) => Err(ApiError::forbidden()),
            Identity::Anonymous | Identity::Invalid => Err(ApiError::unauthenticated()),
        })
    }
}
