//! Holds every answer of every test against the description of the API: a status that an operation answers without
//! saying so fails the test that met it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex};

use actix_web::Error;
use actix_web::dev::{Service, ServiceRequest, ServiceResponse};
use futures_util::future::LocalBoxFuture;
use portal_api::openapi;
use serde_json::Value;

/// The statuses that are described, by method and by the parts of the path.
type Statuses = BTreeMap<(String, Vec<String>), BTreeSet<u16>>;

static DESCRIBED: LazyLock<Statuses> = LazyLock::new(|| {
    let document: Value = serde_json::from_str(&openapi::json()).unwrap();
    let mut described = Statuses::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let statuses = operation["responses"].as_object().unwrap().keys().map(|code| code.parse().unwrap());
            described.insert((method.to_uppercase(), parts(path)), statuses.collect());
        }
    }
    described
});

/// Answers that no description knows, as a test has met them.
#[derive(Default)]
pub struct Undescribed(Mutex<BTreeSet<String>>);

impl Undescribed {
    /// Notes an answer of an operation that does not describe its status. That a path lacks a method (405) belongs to no
    /// operation.
    pub fn check(&self, method: &str, path: &str, status: u16) {
        if status != 405 && statuses(method, path).is_some_and(|described| !described.contains(&status)) {
            self.0.lock().unwrap().insert(format!("{method} {path} answered {status}"));
        }
    }

    pub fn assert_none(&self) {
        let met = self.0.lock().unwrap();
        assert!(met.is_empty(), "answers that the API's description does not know: {met:#?}");
    }
}

/// A middleware that looks at every answer.
pub fn checking<S, B>(
    undescribed: Arc<Undescribed>,
) -> impl Fn(ServiceRequest, &S) -> LocalBoxFuture<'static, Result<ServiceResponse<B>, Error>> + Clone
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error>,
    S::Future: 'static,
{
    move |request, service| {
        let undescribed = undescribed.clone();
        let (method, path) = (request.method().to_string(), request.path().to_owned());
        let answer = service.call(request);
        Box::pin(async move {
            let answer = answer.await?;
            undescribed.check(&method, &path, answer.status().as_u16());
            Ok(answer)
        })
    }
}

/// What is described for the operation that a request is for: the one whose path has the most literal parts.
fn statuses(method: &str, path: &str) -> Option<&'static BTreeSet<u16>> {
    let given = parts(path);
    let fits = |known: &[String]| {
        known.len() == given.len() && known.iter().zip(&given).all(|(known, given)| known == given || varies(known))
    };
    // Of another method of the same path nothing is described, even where a less literal path has the method.
    let best = DESCRIBED.keys().filter(|(_, known)| fits(known)).map(|(_, known)| known);
    let best = best.max_by_key(|known| known.iter().filter(|part| !varies(part)).count())?;
    DESCRIBED.get(&(method.to_owned(), best.clone()))
}

fn varies(part: &str) -> bool {
    part.starts_with('{')
}

fn parts(path: &str) -> Vec<String> {
    path.split('/').map(str::to_owned).collect()
}

#[test]
fn check_an_undescribed_status_is_noted_and_a_described_one_is_not() {
    let undescribed = Undescribed::default();
    undescribed.check("GET", "/api/v1/users/profile", 200);
    undescribed.check("GET", "/api/v1/listings/01980000-0000-7000-8000-000000000000", 404);
    undescribed.check("PATCH", "/api/v1/users/profile", 405);
    undescribed.check("GET", "/nowhere", 404);
    undescribed.assert_none();
    undescribed.check("GET", "/api/v1/users/profile", 418);
    assert_eq!(undescribed.0.lock().unwrap().len(), 1);
}
