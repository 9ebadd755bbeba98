//! The routes and the middleware of the server.

mod fallback;
mod health;
mod shutdown;
mod state;
#[cfg(test)]
pub(crate) mod testing;

pub use health::Readiness;
pub use shutdown::Shutdown;
pub use state::Api;

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Condition, from_fn};
use actix_web::{App, Error, web};
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_swagger_ui::SwaggerUi;

use crate::middleware::{add_security_headers, check_origin, choose_database, identify, observe};
use crate::{
    applications, audit, documents, events, favourites, images, legal, letters, listings, notifications, openapi,
    registrations, saved_searches, sessions, settings, stats, users,
};
use fallback::KnownPaths;

/// The routes of the API. A path with a literal segment must come before one with an identifier in
/// its place.
pub(crate) fn api() -> utoipa_actix_web::scope::Scope<
    impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse, Error = Error, InitError = ()>,
> {
    utoipa_actix_web::scope("/api/v1")
        // The most frequent request comes first.
        .service(listings::search_listings)
        // Fallback routes follow literal paths: without them, other methods of `/listings/search`
        // would match `/listings/{id}`.
        .route("/listings/search", web::to(fallback::handle_unmatched))
        .service(listings::suggest_places)
        .route("/listings/suggest", web::to(fallback::handle_unmatched))
        .service(listings::list_towns)
        .route("/listings/towns", web::to(fallback::handle_unmatched))
        .service(sessions::authenticate)
        .service(sessions::authenticate_second_factor)
        .service(sessions::refresh_session)
        .service(sessions::logout)
        .service(users::get_profile)
        .service(users::export_profile)
        .service(users::delete_profile)
        .service(users::get_second_factor)
        .route("/users/profile/second-factor", web::to(fallback::handle_unmatched))
        .service(users::set_up_totp)
        .service(users::delete_totp)
        .service(users::confirm_totp)
        .service(users::prepare_passkey)
        .route("/users/profile/second-factor/passkeys/options", web::to(fallback::handle_unmatched))
        .service(users::add_passkey)
        .service(users::delete_passkey)
        .service(users::remove_user_second_factor)
        .service(sessions::prepare_proof)
        .service(sessions::prove_identity)
        .service(sessions::list_sessions)
        .service(sessions::end_other_sessions)
        .service(sessions::end_session)
        .service(registrations::check_activation)
        .service(registrations::resend_activation)
        .service(registrations::finish_registration)
        .service(registrations::list_landlord_registrations)
        .service(registrations::register_landlord)
        .service(registrations::approve_landlord_registrations)
        .service(registrations::approve_student_registrations)
        .route("/users/landlords/registrations/approve", web::to(fallback::handle_unmatched))
        .route("/users/students/registrations/approve", web::to(fallback::handle_unmatched))
        .service(registrations::review_landlord_registration)
        .service(registrations::list_student_registrations)
        .service(registrations::register_student)
        .service(registrations::review_student_registration)
        .route("/users/profile", web::to(fallback::handle_unmatched))
        .route("/users/check-activation", web::to(fallback::handle_unmatched))
        .route("/users/resend-activation", web::to(fallback::handle_unmatched))
        .route("/users/finish-registration", web::to(fallback::handle_unmatched))
        .service(users::list_users)
        .service(users::create_administrator)
        .service(users::update_user)
        .service(users::delete_user)
        .service(users::change_user_status)
        .service(users::preview_user_deletion)
        .service(users::resend_user_activation)
        .service(users::request_donation)
        .service(users::change_password)
        .service(users::forgot_password)
        .service(users::reset_password)
        .service(documents::get_document)
        .service(documents::preview_document)
        .service(settings::get_public_settings)
        .service(settings::list_settings)
        .service(settings::upload_setting_image)
        .service(settings::remove_setting_image)
        .service(notifications::get_administrator_notifications)
        .service(notifications::get_landlord_notifications)
        .service(stats::get_general_stats)
        .service(stats::get_trends)
        .service(stats::get_mail_stats)
        .service(settings::list_amenities)
        .service(legal::get_legal_page)
        .service(listings::list_listings_by_ids)
        .route("/listings/by-ids", web::to(fallback::handle_unmatched))
        .service(listings::list_listings)
        .service(listings::create_listing)
        .service(listings::get_listing)
        .service(listings::record_listing_view)
        .service(listings::update_listing)
        .service(listings::delete_listing)
        .service(listings::change_listing_status)
        .service(listings::report_listing)
        .service(listings::take_down_listing)
        .service(listings::copy_listing)
        .service(applications::decline_open_applications)
        .service(listings::upload_listing_images)
        .service(listings::reorder_listing_images)
        .route("/listings/{id}/images/order", web::to(fallback::handle_unmatched))
        .configure(image_routes)
        .service(applications::list_applications)
        .service(applications::submit_application)
        .service(applications::review_application_as_administrator)
        .service(applications::review_application)
        .service(applications::withdraw_application)
        .configure(favourite_routes)
        .configure(letter_routes)
        .configure(saved_search_routes)
        .configure(event_routes)
        .service(audit::list_audit_entries)
        .service(audit::export_audit_entries)
        .default_service(web::to(fallback::handle_unmatched))
}

fn image_routes(routes: &mut ServiceConfig<'_>) {
    routes
        .service(listings::delete_listing_image)
        .service(listings::describe_listing_image)
        .service(listings::transform_listing_image);
}

fn event_routes(routes: &mut ServiceConfig<'_>) {
    routes
        .service(events::list_events)
        .service(events::acknowledge_event)
        .service(events::dismiss_event)
        .service(events::acknowledge_all_events);
}

fn letter_routes(routes: &mut ServiceConfig<'_>) {
    routes
        .service(letters::list_letters)
        .service(letters::create_letter)
        .service(letters::change_letter)
        .service(letters::delete_letter);
}

fn saved_search_routes(routes: &mut ServiceConfig<'_>) {
    routes
        .service(saved_searches::list_saved_searches)
        .service(saved_searches::create_saved_search)
        .service(saved_searches::unsubscribe_saved_search)
        .route("/saved-searches/unsubscribe", web::to(fallback::handle_unmatched))
        .service(saved_searches::change_saved_search)
        .service(saved_searches::delete_saved_search)
        .service(saved_searches::mark_saved_search_seen);
}

fn favourite_routes(routes: &mut ServiceConfig<'_>) {
    routes
        .service(favourites::list_favourites)
        .service(favourites::merge_favourites)
        .service(favourites::list_favourite_ids)
        .route("/favourites/ids", web::to(fallback::handle_unmatched))
        .service(favourites::add_favourite)
        .service(favourites::remove_favourite);
}

/// The application with this state. The caller adds what is not below `/api`, `/images` and
/// `/health`; the middleware applies to it as well.
pub fn app(
    state: Api,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    let description = openapi::description();
    let known_paths = web::Data::new(KnownPaths::of(&description));
    App::new()
        .service(api())
        .service(SwaggerUi::new("/api/docs/{_:.*}").url("/api/openapi.json", description))
        .service(web::scope("/api").default_service(web::to(fallback::handle_unmatched)))
        .route("/health/live", web::get().to(health::live))
        .route("/health/ready", web::get().to(health::ready))
        .service(images::resource())
        .app_data(known_paths)
        .wrap(from_fn(choose_database))
        .wrap(from_fn(identify))
        .wrap(from_fn(check_origin))
        .wrap(Condition::new(!state.origins.allowed().is_empty(), cors(&state)))
        .wrap(from_fn(add_security_headers))
        .wrap(from_fn(observe))
        .app_data(web::Data::new(state))
}

/// Cross-origin access for the origins that the operator allows.
fn cors(state: &Api) -> Cors {
    let cors = Cors::default()
        .allowed_methods(["GET", "POST", "PUT", "DELETE"])
        .allowed_headers(["authorization", "content-type"])
        .supports_credentials()
        .block_on_origin_mismatch(false)
        .max_age(3600);
    state.origins.allowed().iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
}
