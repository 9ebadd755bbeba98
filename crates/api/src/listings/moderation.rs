//! Handlers of reports and takedowns.

use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_domain::ids::ListingId;
use portal_domain::locale;
use portal_services::listings::{self, NewReport};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::{ListingEnvelope, envelope_of};
use crate::enums::{Locale, ReportReason};
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{Administrator, Authenticated, Body, Id, MaybeActor};
use crate::state::Api;
use crate::text::{EmailAddress, Lines, optional, required, valid};

/// A report of a listing.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportListingRequest {
    #[validate(required)]
    #[schema(value_type = ReportReason)]
    reason: Option<ReportReason>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    text: Lines<2000>,
    /// The address for a receipt. It is not stored.
    #[validate(custom(function = "valid"))]
    #[schema(inline)]
    email: Option<EmailAddress>,
    /// The language of the receipt. Default: the portal's default language.
    locale: Option<Locale>,
}

impl ReportListingRequest {
    fn into_report(self, default_locale: locale::Locale) -> Result<NewReport, ApiError> {
        let ReportReason(reason) = self.reason.ok_or_else(ApiError::invalid)?;
        let locale = self.locale.map_or(default_locale, |Locale(locale)| locale);
        let receipt = optional(self.email)?.map(|email| (email, locale));
        Ok(NewReport { reason, text: self.text.required()?, receipt })
    }
}

/// Reports a listing to the administrators.
///
/// Visitors can report anonymously.
#[utoipa::path(
    operation_id = "reportListing",
    tag = "listing",
    params(("id" = Uuid, Path)),
    request_body = ReportListingRequest,
    responses(
        (status = 204),
        (status = 403, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
#[post("/listings/{id}/reports")]
pub async fn report_listing(
    actor: MaybeActor,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
    body: Body<ReportListingRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.check_report(api.client_address(&request))?;
    let report = body.0.into_report(api.ports.config.public.default_locale)?;
    listings::report_listing(&api.ports, actor.0, ListingId(id.0[0]), report).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The reason of a takedown.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct TakeDownListingRequest {
    /// Visible to the landlord.
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    reason: Lines<2000>,
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
        (status = 409, body = ErrorResponse),
    )
)]
#[post("/listings/{id}/takedown")]
pub async fn take_down_listing(
    administrator: Authenticated<Administrator>,
    id: Id,
    api: web::Data<Api>,
    body: Body<TakeDownListingRequest>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    let reason = body.0.reason.required()?;
    let view = listings::take_down_listing(&api.ports, administrator.actor, ListingId(id.0[0]), reason).await?;
    Ok(web::Json(envelope_of(view)))
}
