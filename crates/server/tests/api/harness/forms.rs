//! Valid forms of registrations.

use serde_json::{Value, json};

/// A landlord's valid form; a test changes what it is about.
pub(crate) fn landlord_form(email: &str) -> Value {
    json!({
        "email": email, "firstName": "Grace", "lastName": "Hopper", "phoneNumber": "+49 89 1234567",
        "dateOfBirth": "1976-12-09", "gender": "FEMALE",
        "street": "Leopoldstraße", "houseNumber": "17b", "postalCode": "80802", "city": "München",
        "termsAccepted": true, "locale": "de-DE"
    })
}

/// A student's valid form, without the proof of study.
pub(crate) fn student_form(email: &str) -> Value {
    json!({
        "email": email, "firstName": "Ada", "lastName": "Lovelace", "phoneNumber": "+49 30 7654321",
        "aboutMe": "Ich studiere Mathematik.", "dateOfBirth": "2004-12-10", "gender": "FEMALE",
        "termsAccepted": true, "locale": "en-US"
    })
}
