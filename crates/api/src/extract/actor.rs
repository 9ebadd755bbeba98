//! The user who makes the request, and the check of their role.

use std::future::{Ready, ready};
use std::marker::PhantomData;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use chrono::{DateTime, Utc};
use portal_domain::ids::SessionId;
use portal_domain::policy::Actor;
use portal_domain::user::Role;
use portal_services::sessions::{Identified, is_proof_recent};

use crate::Api;
use crate::error::ApiError;

/// The user of the access token. The middleware inserts it into the request.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Identity {
    /// No token.
    Anonymous,
    /// A token that is forged or expired, or whose session or user is no longer active.
    Invalid,
    Known(Identified),
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
            // Until a required second factor is set up, the user sees what visitors see.
            Identity::Known(identified) => Ok(Self(Some(identified.actor).filter(|_| !identified.lacks_second_factor))),
        })
    }
}

/// The roles that may call an operation.
pub(crate) trait Roles {
    const ALLOWED: &'static [Role];
    /// Whether users who still have to set up a required second factor may call it.
    const WITHOUT_SECOND_FACTOR: bool = false;
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

/// Every user, also one who still has to set up a required second factor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnyUser;

impl Roles for AnyUser {
    const ALLOWED: &'static [Role] = AnyRole::ALLOWED;
    const WITHOUT_SECOND_FACTOR: bool = true;
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
        ready(authenticated::<R>(request).map(|(user, _)| user))
    }
}

/// A logged-in user like [`Authenticated`] whose last proof of identity is recent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Proved<R>(pub Authenticated<R>);

impl<R: Roles> FromRequest for Proved<R> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(authenticated::<R>(request).and_then(|(user, proved_at)| {
            let api = request.app_data::<web::Data<Api>>().ok_or_else(ApiError::internal)?;
            if is_proof_recent(&api.ports, proved_at) { Ok(Self(user)) } else { Err(ApiError::proof_required()) }
        }))
    }
}

/// The user of a request, if `R` allows them, and the time of their last proof of identity. Counts
/// requests that change anything.
fn authenticated<R: Roles>(request: &HttpRequest) -> Result<(Authenticated<R>, DateTime<Utc>), ApiError> {
    match Identity::of(request) {
        Identity::Known(Identified { actor, .. }) if !R::ALLOWED.contains(&actor.role) => Err(ApiError::forbidden()),
        Identity::Known(Identified { lacks_second_factor: true, .. }) if !R::WITHOUT_SECOND_FACTOR => {
            Err(ApiError::second_factor_required())
        }
        Identity::Known(Identified { session, actor, proved_at, .. }) => {
            if !request.method().is_safe() {
                let api = request.app_data::<web::Data<Api>>().ok_or_else(ApiError::internal)?;
                api.limits.check_change(actor.user_id)?;
            }
            Ok((Authenticated { session, actor, roles: PhantomData }, proved_at))
        }
        Identity::Anonymous | Identity::Invalid => Err(ApiError::unauthenticated()),
    }
}
