//! The operations of the API, read from OpenAPI, so that a new one is included.

use portal_api::openapi;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{PASSWORD, landlord_form, listing};

pub(crate) struct Operation {
    pub id: String,
    pub method: Method,
    /// With `{…}` for parameters.
    pub path: String,
    /// Names of the parameters in the query.
    pub query: Vec<String>,
    content_types: Vec<String>,
}

impl Operation {
    pub(crate) fn takes(&self, content_type: &str) -> bool {
        self.content_types.iter().any(|accepted| accepted == content_type)
    }

    /// Whether a valid body is refused, because it contains an unknown secret or image.
    pub(crate) fn needs_unknown_value(&self) -> bool {
        let operations = [
            "authenticate",
            "authenticateSecondFactor",
            "confirmTotp",
            "addPasskey",
            "deleteProfile",
            "resetPassword",
            "finishRegistration",
            "reorderListingImages",
        ];
        operations.contains(&self.id.as_str())
    }

    pub(crate) fn has_body(&self) -> bool {
        !self.content_types.is_empty()
    }

    /// A valid body with every field; those that exclude each other are `null` but for one.
    pub(crate) fn valid_body(&self) -> Value {
        match self.id.as_str() {
            "authenticate" => json!({ "email": "unknown@portal.test", "password": "none at all" }),
            "authenticateSecondFactor" => {
                let response = json!({ "clientDataJSON": "AAAA", "authenticatorData": "AAAA", "signature": "AAAA" });
                json!({
                    "challenge": "none", "code": null, "recoveryCode": null,
                    "assertion": { "id": "AAAA", "response": response }
                })
            }
            "confirmTotp" => json!({ "code": "123456" }),
            "addPasskey" => {
                let response = json!({ "clientDataJSON": "AAAA", "attestationObject": "AAAA" });
                json!({ "name": "Telefon", "credential": { "response": response } })
            }
            "proveIdentity" => json!({ "password": PASSWORD, "code": null, "assertion": null }),
            "reviewApplication" | "reviewApplicationAsAdministrator" => {
                json!({ "reason": "INCOMPLETE", "note": "Ab wann suchst du?" })
            }
            "declineOpenApplications" => json!({ "reason": "TAKEN" }),
            "createLetter" => json!({ "name": "WG", "text": "Hallo zusammen" }),
            "changeLetter" => json!({ "name": "Wohnung", "text": "Guten Tag" }),
            "createSavedSearch" | "changeSavedSearch" => json!({
                "name": "Zimmer in Köln",
                "filters": {
                    "keyword": "ruhig", "place": { "city": "Köln", "district": "Ehrenfeld" },
                    "price": { "min": 100, "max": 900.5 }, "area": { "min": 10, "max": 90 }, "unitTypes": ["ROOM"],
                    "availableBy": "2090-04-01", "availableUntil": "2090-09-30", "amenities": ["WIFI"]
                },
                "frequency": "WEEKLY"
            }),
            "mergeFavourites" => json!({ "ids": ["00000000-0000-7000-8000-000000000000"] }),
            "describeListingImage" => json!({ "description": "Der Balkon am Abend" }),
            "copyListing" => json!({ "images": true }),
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
                "near": { "city": "München", "radiusKm": 20 },
                "price": { "min": 100, "max": 900.5 },
                "area": { "min": 10, "max": 90 },
                "unitTypes": ["ROOM"],
                "page": 0, "pageSize": 10,
                "sortField": "basicRent", "sortDirection": "ASC", "facets": true
            }),
            "approveLandlordRegistrations" | "approveStudentRegistrations" => {
                json!({ "ids": ["00000000-0000-7000-8000-000000000000"] })
            }
            "registerLandlord" => landlord_form("landlord@portal.test"),
            "createAdministrator" => json!({
                "email": "administrator@portal.test", "firstName": "Annie", "lastName": "Easley", "gender": "FEMALE",
                "phoneNumber": "-", "dateOfBirth": "2000-01-01", "locale": "en-US"
            }),
            "updateUser" => json!({
                "firstName": "Grace", "lastName": "Hopper", "gender": "FEMALE", "phoneNumber": "+49 89 1",
                "locale": "de-DE", "aboutMe": "Ich koche gern.",
                "street": "Weg", "houseNumber": "1", "postalCode": "10115", "city": "Berlin"
            }),
            "changePassword" => json!({ "oldPassword": PASSWORD, "newPassword": PASSWORD }),
            "deleteProfile" => json!({ "password": "none at all" }),
            "forgotPassword" => json!({ "email": "unknown@portal.test" }),
            "resetPassword" => json!({ "email": "unknown@portal.test", "token": "none", "password": PASSWORD }),
            "checkActivation" | "resendActivation" => {
                json!({ "email": "unknown@portal.test", "registrationToken": "none" })
            }
            "finishRegistration" => {
                json!({ "email": "unknown@portal.test", "password": PASSWORD, "registrationToken": "none" })
            }
            "reportListing" => json!({
                "reason": "FRAUD", "text": "Will Geld vorab.", "email": "eve@portal.test", "locale": "en-US"
            }),
            "takeDownListing" => json!({ "reason": "Die Bilder zeigen eine andere Wohnung." }),
            "requestDonation" => json!({ "listingId": null }),
            "dismissEvent" => json!({ "listingLastModified": null }),
            other => panic!("add a valid body of {other}"),
        }
    }
}

pub(crate) fn operations() -> Vec<Operation> {
    let description: Value = serde_json::from_str(&openapi::json()).unwrap();
    let mut operations = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let query = parameters.filter(|parameter| parameter["in"] == "query");
            let content_types = operation["requestBody"]["content"].as_object();
            operations.push(Operation {
                id: operation["operationId"].as_str().unwrap().to_owned(),
                method: Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(),
                path: path.clone(),
                query: query.map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect(),
                content_types: content_types
                    .map(|content_types| content_types.keys().cloned().collect())
                    .unwrap_or_default(),
            });
        }
    }
    assert!(operations.len() > 15, "OpenAPI has operations");
    operations
}
