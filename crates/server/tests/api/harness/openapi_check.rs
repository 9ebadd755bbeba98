//! Checks every response of every test against the OpenAPI description: an undescribed status fails
//! the test.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex};

use actix_web::Error;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use futures_util::future::LocalBoxFuture;
use portal_api::openapi;
use serde_json::Value;

/// The described statuses, by method and path segments.
type Statuses = BTreeMap<(String, Vec<String>), BTreeSet<u16>>;

static DESCRIBED: LazyLock<Statuses> = LazyLock::new(|| {
    let description: Value = serde_json::from_str(&openapi::json()).unwrap();
    let mut described = Statuses::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let statuses = operation["responses"].as_object().unwrap().keys().map(|code| code.parse().unwrap());
            described.insert((method.to_uppercase(), segments(path)), statuses.collect());
        }
    }
    described
});

/// The responses of a test with an undescribed status.
#[derive(Default)]
pub(crate) struct UndescribedResponses(Mutex<BTreeSet<String>>);

impl UndescribedResponses {
    /// Records the response if its operation does not describe the status. 405 belongs to no
    /// operation.
    pub(crate) fn check(&self, method: &str, path: &str, status: u16) {
        if status != 405 && statuses(method, path).is_some_and(|described| !described.contains(&status)) {
            self.0.lock().unwrap().insert(format!("{method} {path} returned {status}"));
        }
    }

    pub(crate) fn assert_none(&self) {
        let responses = self.0.lock().unwrap();
        assert!(responses.is_empty(), "responses that OpenAPI does not describe: {responses:#?}");
    }
}

/// A middleware that checks every response.
pub(crate) fn check_responses<S, B>(
    undescribed: Arc<UndescribedResponses>,
) -> impl Fn(ServiceRequest, &S) -> LocalBoxFuture<'static, Result<ServiceResponse<B>, Error>> + Clone
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    S::Future: 'static,
{
    move |request, service| {
        let undescribed = undescribed.clone();
        let (method, path) = (request.method().to_string(), request.path().to_owned());
        let response = service.call(request);
        Box::pin(async move {
            let response = response.await?;
            undescribed.check(&method, &path, response.status().as_u16());
            Ok(response)
        })
    }
}

/// The described statuses of the operation of a request: the one with the most literal path
/// segments.
fn statuses(method: &str, path: &str) -> Option<&'static BTreeSet<u16>> {
    let actual = segments(path);
    let matches = |pattern: &[String]| {
        pattern.len() == actual.len()
            && pattern.iter().zip(&actual).all(|(pattern, actual)| pattern == actual || is_parameter(pattern))
    };
    // The best path alone decides, even if only a less literal one has the method.
    let best = DESCRIBED.keys().filter(|(_, pattern)| matches(pattern)).map(|(_, pattern)| pattern);
    let best = best.max_by_key(|pattern| pattern.iter().filter(|segment| !is_parameter(segment)).count())?;
    DESCRIBED.get(&(method.to_owned(), best.clone()))
}

fn is_parameter(segment: &str) -> bool {
    segment.starts_with('{')
}

fn segments(path: &str) -> Vec<String> {
    path.split('/').map(str::to_owned).collect()
}

#[test]
fn check_records_undescribed_status_only() {
    let undescribed = UndescribedResponses::default();
    undescribed.check("GET", "/api/v1/users/profile", 200);
    undescribed.check("GET", "/api/v1/listings/01980000-0000-7000-8000-000000000000", 404);
    undescribed.check("PATCH", "/api/v1/users/profile", 405);
    undescribed.check("GET", "/nowhere", 404);
    undescribed.assert_none();
    undescribed.check("GET", "/api/v1/users/profile", 418);
    assert_eq!(undescribed.0.lock().unwrap().len(), 1);
}
