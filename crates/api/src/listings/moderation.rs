//! Handlers of reports and takedowns.

use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_domain::ids::ListingId;
use portal_domain::locale;
use portal_domain::user::Email;
use portal_services::listings::{self, NewReport};

use super::{ListingEnvelope, envelope_of};
use crate::Api;
use crate::error::ApiError;
use crate::extract::enums::{Locale, ReportReason};
use crate::extract::text::Note;
use crate::extract::{Administrator, Authenticated, Body, MaybeActor, PathId, request};

request! {
    /// A report of a listing.
    pub(crate) struct ReportListingRequest {
        reason: ReportReason,
        text: Note,
        /// The address for a receipt. It is not stored.
        email: Option<Email>,
        /// The language of the receipt. Default: the portal's default language.
        locale: Option<Locale>,
    }

    /// The reason of a takedown.
    pub(crate) struct TakeDownListingRequest {
        /// Visible to the landlord.
        reason: Note,
    }
}

impl ReportListingRequest {
    fn into_report(self, default_locale: locale::Locale) -> NewReport {
        let locale = self.locale.map_or(default_locale, |locale| locale.0);
        let receipt = self.email.map(|email| (email, locale));
        NewReport { reason: self.reason.0, text: self.text.0, receipt }
    }
}

/// Reports a listing to the administrators.
///
/// Visitors can report anonymously.
#[utoipa::path(
    operation_id = "reportListing",
    tag = "listing",
    security((), ("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = ReportListingRequest,
    responses(
        (status = 204),
        (status = 403),
        (status = 429),
    )
)]
#[post("/listings/{id}/reports")]
pub(crate) async fn report_listing(
    actor: MaybeActor,
    id: PathId<ListingId>,
    request: HttpRequest,
    api: web::Data<Api>,
    body: Body<ReportListingRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_report(api.client_address(&request))?;
    let report = body.0.into_report(api.ports.config.public.default_locale);
    listings::report_listing(&api.ports, actor.0, id.0, report).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Takes down a listing.
///
/// This archives it, and its landlord cannot publish it until an administrator changes its status.
#[utoipa::path(
    operation_id = "takeDownListing",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = TakeDownListingRequest,
    responses(
        (status = 200, description = "The updated listing.", body = ListingEnvelope),
        (status = 409),
    )
)]
#[post("/listings/{id}/takedown")]
pub(crate) async fn take_down_listing(
    administrator: Authenticated<Administrator>,
    id: PathId<ListingId>,
    api: web::Data<Api>,
    body: Body<TakeDownListingRequest>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    let reason = body.0.reason.0;
    let view = listings::take_down_listing(&api.ports, administrator.actor, id.0, reason).await?;
    Ok(web::Json(envelope_of(view)))
}
