//! Listings that should not be there: reported by anybody, taken down by administrators.

use actix_web::{HttpRequest, HttpResponse, post, web};
use portal_domain::ids::ListingId;
use portal_domain::locale;
use portal_services::listings::{self, NewReport};
use serde::Deserialize;
use utoipa::ToSchema;
use validator::Validate;

use super::{ListingEnvelope, envelope_of};
use crate::closed_set::{Locale, ReportReason};
use crate::envelope::ErrorResponse;
use crate::error::ApiError;
use crate::extract::{Anybody, As, Body, Id, OnlyAdministrator};
use crate::state::Api;
use crate::text::{EmailAddress, Lines, kept, optional, required};

/// What somebody holds against a listing.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportListingRequest {
    #[validate(required)]
    #[schema(value_type = ReportReason)]
    reason: Option<ReportReason>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    text: Lines<2000>,
    /// Where a receipt goes. Not kept.
    #[validate(custom(function = "kept"))]
    #[schema(inline)]
    email: Option<EmailAddress>,
    /// Of the receipt; the portal's own unless given.
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

/// Tells administrators what is wrong with a listing. Nobody has to say who they are.
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
pub async fn report(
    reader: Anybody,
    id: Id,
    request: HttpRequest,
    api: web::Data<Api>,
    body: Body<ReportListingRequest>,
) -> Result<HttpResponse, ApiError> {
    api.limits.report(api.client_address(&request))?;
    let report = body.0.into_report(api.ports.rules.public.default_locale)?;
    listings::report(&api.ports, reader.0, ListingId(id.0[0]), report).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Why a listing is taken down.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub struct TakeDownListingRequest {
    /// Its landlord reads it.
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    reason: Lines<2000>,
}

/// Archives a listing. Its landlord cannot show it again until an administrator sets a status.
#[utoipa::path(
    operation_id = "takeDownListing",
    tag = "listing",
    security(("bearer" = [])),
    params(("id" = Uuid, Path)),
    request_body = TakeDownListingRequest,
    responses(
        (status = 200, description = "The listing as it is now.", body = ListingEnvelope),
        (status = 409, body = ErrorResponse),
    )
)]
#[post("/listings/{id}/takedown")]
pub async fn take_down(
    administrator: As<OnlyAdministrator>,
    id: Id,
    api: web::Data<Api>,
    body: Body<TakeDownListingRequest>,
) -> Result<web::Json<ListingEnvelope>, ApiError> {
    let reason = body.0.reason.required()?;
    let view = listings::take_down(&api.ports, administrator.actor, ListingId(id.0[0]), reason).await?;
    Ok(web::Json(envelope_of(view)))
}
