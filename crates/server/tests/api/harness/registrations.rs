//! Registrations.

use portal_services::ports::MailMessage;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::Value;

use super::client::{Client, JsonResponse, send_request};

pub(crate) const LANDLORD_REGISTRATIONS: &str = "/api/v1/users/landlords/registrations";
pub(crate) const STUDENT_REGISTRATIONS: &str = "/api/v1/users/students/registrations";

/// A valid PDF.
pub(crate) fn proof_of_study() -> Vec<u8> {
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n\
      xref\n0 3\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 3>>\nstartxref\n101\n%%EOF\n"
        .to_vec()
}

impl Client {
    pub(crate) async fn register_student(&self, form: &Value, file: Vec<u8>, filename: &str) -> JsonResponse {
        let user = Part::text(form.to_string()).mime_str("application/json").unwrap();
        let file = Part::bytes(file).file_name(filename.to_owned());
        let form = Form::new().part("user", user).part("file", file);
        send_request(self.request(Method::POST, STUDENT_REGISTRATIONS).multipart(form)).await
    }
}

/// The token of the link in a mail.
pub(crate) fn link_token(mail: &MailMessage) -> String {
    mail.token.as_ref().unwrap().secret.0.clone()
}
