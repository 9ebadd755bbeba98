//! An HTTP client of the portal, and its user.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use portal_domain::ids::UserId;
use portal_domain::locale::Locale;
use portal_domain::user::{Email, Gender, Role, User, UserAddress, UserStatus};
use portal_services::Ports;
use reqwest::cookie::{CookieStore, Jar};
use reqwest::{Method, RequestBuilder, Response, StatusCode, Url};
use serde_json::{Value, json};

pub(crate) const PASSWORD: &str = "correct horse battery";

/// Inserts an active user and returns the email address and the id.
pub(crate) async fn insert_user(ports: &Ports, role: Role) -> (String, UserId) {
    static NUMBER: AtomicU32 = AtomicU32::new(1);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let email = format!("{}{number}@portal.test", role.as_str().to_lowercase());
    let now = ports.clock.now();
    let user = User {
        id: UserId(ports.identifiers.next()),
        email: Email::parse(&email).unwrap(),
        first_name: format!("Vorname{number}"),
        last_name: format!("Nachname{number}"),
        gender: Gender::Other,
        date_of_birth: chrono::NaiveDate::from_ymd_opt(2001, 2, 3),
        phone_number: Some(format!("+49 30 {number:06}")),
        role,
        status: UserStatus::Active,
        about_me: (role == Role::Student).then(|| "Ich koche gern.".to_owned()),
        address: (role == Role::Landlord).then(|| UserAddress {
            street: "Geheimweg".to_owned(),
            house_number: "1".to_owned(),
            postal_code: "10115".to_owned(),
            city: "Berlin".to_owned(),
        }),
        locale: Locale::German,
        date_created: now,
        last_modified: now,
    };
    let hash = ports.passwords.hash(PASSWORD.to_owned()).await.unwrap();
    let mut work = ports.store.begin().await.unwrap();
    work.users().insert(&user, Some(hash)).await.unwrap();
    work.commit().await.unwrap();
    (email, user.id)
}

/// A client builder. reqwest needs a TLS provider even for plain HTTP, but no certificates, whose
/// parsing takes longer than many tests.
pub(crate) fn http_client() -> reqwest::ClientBuilder {
    // An error means that the provider is installed already.
    rustls::crypto::ring::default_provider().install_default().ok();
    reqwest::Client::builder().tls_certs_only([])
}

/// A client with a cookie jar and an access token.
#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    cookies: Arc<Jar>,
    url: String,
    pub token: Option<String>,
    pub email: String,
}

/// The status and the JSON body of a response; null without a body.
pub(crate) type JsonResponse = (StatusCode, Value);

impl Client {
    pub(crate) fn new(url: &str) -> Self {
        let cookies = Arc::new(Jar::default());
        let http = http_client().cookie_provider(cookies.clone()).build().unwrap();
        Self { http, cookies, url: url.to_owned(), token: None, email: String::new() }
    }

    /// A client with the same token for another process of the portal.
    pub(crate) fn at(&self, url: &str) -> Self {
        Self { token: self.token.clone(), email: self.email.clone(), ..Self::new(url) }
    }

    /// The value of a cookie that is sent to the API.
    pub(crate) fn cookie(&self, name: &str) -> String {
        let header = self.cookies.cookies(&self.api()).unwrap();
        let cookies = header.to_str().unwrap().to_owned();
        let found = cookies.split("; ").find_map(|cookie| cookie.strip_prefix(&format!("{name}=")));
        found.unwrap().to_owned()
    }

    pub(crate) fn set_cookie(&self, name: &str, value: &str) {
        self.cookies.add_cookie_str(&format!("{name}={value}; Path=/api/v1"), &self.api());
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    fn api(&self) -> Url {
        format!("{}/api/v1/", self.url).parse().unwrap()
    }

    pub(crate) async fn log_in(&mut self, email: &str, password: &str) -> StatusCode {
        let (status, body) = self.post("/api/v1/authenticate", &json!({ "email": email, "password": password })).await;
        self.token = body["payload"]["token"].as_str().map(str::to_owned);
        email.clone_into(&mut self.email);
        status
    }

    /// Refreshes the session by its cookie: the status and the new access token.
    pub(crate) async fn refresh(&self) -> (StatusCode, Option<String>) {
        let (status, body) = send_request(self.request(Method::POST, "/api/v1/refresh")).await;
        (status, body["payload"]["token"].as_str().map(str::to_owned))
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.url));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> JsonResponse {
        send_request(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> JsonResponse {
        send_request(self.request(Method::POST, path).json(body)).await
    }

    pub(crate) async fn put(&self, path: &str) -> JsonResponse {
        send_request(self.request(Method::PUT, path)).await
    }

    pub(crate) async fn put_json(&self, path: &str, body: &Value) -> JsonResponse {
        send_request(self.request(Method::PUT, path).json(body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> JsonResponse {
        send_request(self.request(Method::DELETE, path)).await
    }

    /// Uploads files as the form field `files`.
    pub(crate) async fn upload(&self, path: &str, files: Vec<Vec<u8>>) -> JsonResponse {
        let mut form = reqwest::multipart::Form::new();
        for (index, bytes) in files.into_iter().enumerate() {
            form = form.part("files", reqwest::multipart::Part::bytes(bytes).file_name(format!("{index}.jpg")));
        }
        send_request(self.request(Method::POST, path).multipart(form)).await
    }

    /// Uploads one file as the form field `file`.
    pub(crate) async fn upload_one(&self, path: &str, file: Vec<u8>) -> JsonResponse {
        let part = reqwest::multipart::Part::bytes(file).file_name("image.jpg");
        send_request(self.request(Method::POST, path).multipart(reqwest::multipart::Form::new().part("file", part)))
            .await
    }

    /// The user's profile.
    pub(crate) async fn profile(&self) -> Value {
        self.get("/api/v1/users/profile").await.1["payload"].clone()
    }

    /// Creates a listing and returns its id.
    pub(crate) async fn create_listing(&self, listing: &Value) -> String {
        let (status, body) = self.post("/api/v1/listings", listing).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        body["payload"]["externalId"].as_str().unwrap().to_owned()
    }

    /// Creates a listing with an image, publishes it, and returns its id.
    pub(crate) async fn publish_listing(&self, listing: &Value) -> String {
        let id = self.create_listing(listing).await;
        let (status, body) = self.upload(&format!("/api/v1/listings/{id}/images"), vec![super::jpeg(64, 48)]).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        let (status, body) = self.put(&format!("/api/v1/listings/{id}/status?status=AVAILABLE")).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        id
    }

    /// Submits an application and returns its id.
    pub(crate) async fn apply(&self, listing: &str) -> String {
        let letter = json!({ "applicationLetter": "Guten Tag,\nich suche ein Zimmer." });
        let (status, body) = self.post(&format!("/api/v1/applications/listing/{listing}"), &letter).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        body["payload"]["externalId"].as_str().unwrap().to_owned()
    }
}

pub(crate) async fn send_request(request: RequestBuilder) -> JsonResponse {
    let response: Response = request.send().await.unwrap();
    let status = response.status();
    let body = response.bytes().await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}
