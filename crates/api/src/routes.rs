//! Every path of the server, and what stands around it.

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Condition, from_fn};
use actix_web::{App, Error, web};
use utoipa_swagger_ui::SwaggerUi;

use crate::fallback::{self, KnownPaths};
use crate::middleware::{check_origin, identify, observe, secure};
use crate::state::Api;
use crate::{
    applications, audit, documents, events, health, images, legal, listings, notifications, openapi, pages,
    registrations, sessions, settings, stats, users,
};

/// The API itself. Paths with a literal last part stand before those with an identifier there.
pub(crate) fn api() -> utoipa_actix_web::scope::Scope<
    impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse, Error = Error, InitError = ()>,
> {
    utoipa_actix_web::scope("/api/v1")
        // What is asked most is looked for first.
        .service(listings::find)
        // Otherwise other methods of these two would look for a listing of this name.
        .route("/listings/search", web::to(fallback::answer))
        .service(listings::suggest)
        .route("/listings/suggest", web::to(fallback::answer))
        .service(sessions::authenticate)
        .service(sessions::refresh)
        .service(sessions::logout)
        .service(users::profile)
        .service(users::export)
        .service(users::delete_own)
        .service(registrations::check_activation)
        .service(registrations::resend_activation)
        .service(registrations::finish_registration)
        .service(registrations::list_landlords)
        .service(registrations::register_landlord)
        .service(registrations::approve_landlords)
        .service(registrations::approve_students)
        // Otherwise other methods of these two would look for a request of this name.
        .route("/users/landlords/registrations/approve", web::to(fallback::answer))
        .route("/users/students/registrations/approve", web::to(fallback::answer))
        .service(registrations::review_landlord)
        .service(registrations::list_students)
        .service(registrations::register_student)
        .service(registrations::review_student)
        // Otherwise other methods of them would look for a person of this name.
        .route("/users/profile", web::to(fallback::answer))
        .route("/users/check-activation", web::to(fallback::answer))
        .route("/users/resend-activation", web::to(fallback::answer))
        .route("/users/finish-registration", web::to(fallback::answer))
        .service(users::list)
        .service(users::create_administrator)
        .service(users::update)
        .service(users::delete)
        .service(users::change_status)
        .service(users::preview_deletion)
        .service(users::resend_activation)
        .service(users::request_donation)
        .service(users::change_password)
        .service(users::forgot_password)
        .service(users::reset_password)
        .service(documents::read)
        .service(documents::preview)
        .service(settings::public)
        .service(settings::list)
        .service(settings::upload_image)
        .service(notifications::for_administrators)
        .service(notifications::for_landlord)
        .service(stats::general)
        .service(stats::trends)
        .service(settings::amenities)
        .service(legal::read)
        .service(listings::list)
        .service(listings::create)
        .service(listings::read)
        .service(listings::record_view)
        .service(listings::update)
        .service(listings::delete)
        .service(listings::change_status)
        .service(listings::report)
        .service(listings::take_down)
        .service(listings::upload_images)
        .service(listings::reorder_images)
        // Otherwise other methods of it would look for a picture of this name.
        .route("/listings/{id}/images/order", web::to(fallback::answer))
        .service(listings::delete_image)
        .service(listings::transform_image)
        .service(applications::list)
        .service(applications::submit)
        .service(applications::check)
        .service(applications::review)
        .service(applications::withdraw)
        .service(events::list)
        .service(events::acknowledge)
        .service(events::acknowledge_all)
        .service(audit::list)
        .service(audit::export)
}

/// The whole application over these ports.
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
    let document = openapi::document();
    let known = web::Data::new(KnownPaths::of(&document));
    App::new()
        .service(api())
        .service(SwaggerUi::new("/api/docs/{_:.*}").url("/api/openapi.json", document))
        .route("/health/live", web::get().to(health::live))
        .route("/health/ready", web::get().to(health::ready))
        .service(images::resource())
        .service(pages::robots())
        .service(pages::sitemap())
        .service(pages::sitemap_part())
        .default_service(web::to(fallback::answer))
        .app_data(known)
        .wrap(from_fn(identify))
        .wrap(from_fn(check_origin))
        .wrap(Condition::new(!state.origins.allowed().is_empty(), cors(&state)))
        .wrap(from_fn(secure))
        .wrap(from_fn(observe))
        .app_data(web::Data::new(state))
}

/// What pages of the allowed foreign origins may do.
fn cors(state: &Api) -> Cors {
    let cors = Cors::default()
        .allowed_methods(["GET", "POST", "PUT", "DELETE"])
        .allowed_headers(["authorization", "content-type"])
        .supports_credentials()
        .block_on_origin_mismatch(false)
        .max_age(3600);
    state.origins.allowed().iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
}
