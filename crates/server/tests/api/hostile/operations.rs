//! The operations of the API, from its own description, so that a new one cannot be forgotten.

use portal_api::openapi;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{PASSWORD, landlord_form, listing};

pub struct Operation {
    pub id: String,
    pub method: Method,
    /// With `{…}` for what varies.
    pub path: String,
    /// Names of the parameters in the query.
    pub query: Vec<String>,
    kinds: Vec<String>,
}

impl Operation {
    pub fn takes(&self, kind: &str) -> bool {
        self.kinds.iter().any(|taken| taken == kind)
    }

    /// Whether a body that keeps every rule is refused all the same: nobody here knows the secret in it, or the
    /// pictures that there are.
    pub fn needs_a_secret(&self) -> bool {
        let secrets = ["authenticate", "deleteProfile", "resetPassword", "finishRegistration", "reorderListingImages"];
        secrets.contains(&self.id.as_str())
    }

    pub fn has_body(&self) -> bool {
        !self.kinds.is_empty()
    }

    /// A body that keeps every rule, with every field that there is.
    pub fn valid_body(&self) -> Value {
        match self.id.as_str() {
            "authenticate" => json!({ "email": "nobody@portal.test", "password": "none at all" }),
            "submitApplication" => json!({ "applicationLetter": "Guten Tag" }),
            "createListing" | "updateListing" => {
                let mut body = listing();
                body["lastModified"] = json!(null);
                body["draftId"] = json!("00000000-0000-4000-8000-000000000000");
                body
            }
            "reorderListingImages" => json!({ "imageIds": ["00000000-0000-7000-8000-000000000000"] }),
            "searchListings" => json!({
                "keyword": "Zimmer",
                "price": { "min": 100, "max": 900.5 },
                "area": { "min": 10, "max": 90 },
                "unitTypes": ["ROOM"],
                "page": 0, "pageSize": 10,
                "sortField": "basicRent", "sortDirection": "ASC", "facets": true
            }),
            "approveLandlordRegistrations" | "approveStudentRegistrations" => {
                json!({ "ids": ["00000000-0000-7000-8000-000000000000"] })
            }
            "registerLandlord" => landlord_form("newcomer@portal.test"),
            "createAdministrator" => json!({
                "email": "colleague@portal.test", "firstName": "Annie", "lastName": "Easley", "gender": "FEMALE",
                "phoneNumber": "-", "dateOfBirth": "2000-01-01", "locale": "en-US"
            }),
            "updateUser" => json!({
                "firstName": "Grace", "lastName": "Hopper", "gender": "FEMALE", "phoneNumber": "+49 89 1",
                "locale": "de-DE", "aboutMe": "Ich koche gern.",
                "street": "Weg", "houseNumber": "1", "postalCode": "10115", "city": "Berlin"
            }),
            "changePassword" => json!({ "oldPassword": PASSWORD, "newPassword": PASSWORD }),
            "deleteProfile" => json!({ "password": "none at all" }),
            "forgotPassword" => json!({ "email": "nobody@portal.test" }),
            "resetPassword" => json!({ "email": "nobody@portal.test", "token": "none", "password": PASSWORD }),
            "checkActivation" | "resendActivation" => {
                json!({ "email": "nobody@portal.test", "registrationToken": "none" })
            }
            "finishRegistration" => {
                json!({ "email": "nobody@portal.test", "password": PASSWORD, "registrationToken": "none" })
            }
            "reportListing" => json!({
                "reason": "FRAUD", "text": "Will Geld vorab.", "email": "eve@portal.test", "locale": "en-US"
            }),
            "takeDownListing" => json!({ "reason": "Die Bilder zeigen eine andere Wohnung." }),
            "requestDonation" => json!({ "listingId": null }),
            other => panic!("{other} has a body: say here what a valid one is"),
        }
    }
}

pub fn operations() -> Vec<Operation> {
    let document: Value = serde_json::from_str(&openapi::json()).unwrap();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let query = parameters.filter(|parameter| parameter["in"] == "query");
            let kinds = operation["requestBody"]["content"].as_object();
            operations.push(Operation {
                id: operation["operationId"].as_str().unwrap().to_owned(),
                method: Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(),
                path: path.clone(),
                query: query.map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect(),
                kinds: kinds.map(|kinds| kinds.keys().cloned().collect()).unwrap_or_default(),
            });
        }
    }
    assert!(operations.len() > 15, "the description was read");
    operations
}
