//! Who makes the request, and whether their role may.

use std::future::{Ready, ready};
use std::marker::PhantomData;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use portal_domain::ids::SessionId;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use crate::error::ApiError;

/// Who the access token speaks for; put into the request by the middleware.
#[derive(Debug, Clone, Copy)]
pub enum Identity {
    /// No token.
    Nobody,
    /// A token that is forged, expired, or whose session or user is not active any more.
    Refused,
    Known(SessionId, Actor),
}

impl Identity {
    pub fn of(request: &HttpRequest) -> Self {
        request.extensions().get::<Self>().copied().unwrap_or(Self::Nobody)
    }
}

/// Whoever it is. A token that is refused is an error all the same, so that a browser refreshes it
/// instead of seeing less than its user may.
#[derive(Debug, Clone, Copy)]
pub struct Anybody(pub Option<Actor>);

impl FromRequest for Anybody {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match Identity::of(request) {
            Identity::Nobody => Ok(Self(None)),
            Identity::Refused => Err(ApiError::unauthenticated()),
            Identity::Known(_, actor) => Ok(Self(Some(actor))),
        })
    }
}

/// The roles that an operation is for.
pub trait Roles {
    const ALLOWED: &'static [Role];
}

macro_rules! roles {
    ($( $name:ident = [$( $role:ident ),+] ),+ $(,)?) => { $(
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl Roles for $name {
            const ALLOWED: &'static [Role] = &[$( Role::$role ),+];
        }
    )+ };
}

roles! {
    Person = [Admin, Landlord, Student],
    OnlyStudent = [Student],
    OnlyLandlord = [Landlord],
    OnlyAdministrator = [Admin],
    LandlordOrAdministrator = [Landlord, Admin],
}

/// Somebody who is logged in, in one of the roles.
#[derive(Debug, Clone, Copy)]
pub struct As<R> {
    pub session: SessionId,
    pub actor: Actor,
    roles: PhantomData<R>,
}

impl<R: Roles> FromRequest for As<R> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match Identity::of(request) {
            Identity::Known(session, actor) if R::ALLOWED.contains(&actor.role) => {
                Ok(Self { session, actor, roles: PhantomData })
            }
            Identity::Known(..) => Err(ApiError::forbidden()),
            Identity::Nobody | Identity::Refused => Err(ApiError::unauthenticated()),
        })
    }
}
