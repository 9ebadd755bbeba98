//! JSON bodies.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::BytesMut;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use validator::{Validate, ValidationError, ValidationErrors, ValidationErrorsKind};

use crate::error::{ApiError, FieldRule};

/// The size limit of a JSON body, in bytes. The largest listing is below 100 kB.
pub(crate) const MAX_BYTES: usize = 256 * 1024;

/// A JSON body whose fields are valid.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + Validate + 'static> FromRequest for Body<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_plain_json(request);
        let payload = payload.take();
        Box::pin(async move {
            let body = read(payload).await?;
            if !is_json {
                return Err(ApiError::unsupported_media_type());
            }
            read_json(&body).map(Self)
        })
    }
}

/// A JSON body that may be missing.
pub struct OptionalBody<T>(pub T);

impl<T: DeserializeOwned + Default + Validate + 'static> FromRequest for OptionalBody<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_plain_json(request);
        let payload = payload.take();
        Box::pin(async move {
            let body = read(payload).await?;
            match (body.is_empty(), is_json) {
                (true, _) => Ok(Self(T::default())),
                (false, true) => read_json(&body).map(Self),
                (false, false) => Err(ApiError::unsupported_media_type()),
            }
        })
    }
}

/// Parses JSON and validates its fields.
pub(crate) fn read_json<T: DeserializeOwned + Validate>(json: &[u8]) -> Result<T, ApiError> {
    let value: T = parse(json)?;
    value.validate().map_err(|errors| ApiError::fields(invalid_fields(&errors)))?;
    Ok(value)
}

/// Uncompressed JSON: a compressed body could exceed the limit after decompression.
fn is_plain_json(request: &HttpRequest) -> bool {
    let is_json = matches!(request.mime_type(), Ok(Some(mime)) if mime.essence_str() == "application/json");
    is_json && request.headers().get(header::CONTENT_ENCODING).is_none_or(|coding| coding == "identity")
}

async fn read(mut payload: Payload) -> Result<BytesMut, ApiError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| ApiError::invalid())?;
        if body.len() + chunk.len() > MAX_BYTES {
            return Err(ApiError::payload_too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// A value of the wrong type is reported at its path; malformed or too deeply nested JSON as a
/// whole.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    // Tracking the path costs more than the parsing, so a second run does it only after an error.
    serde_json::from_slice(body).map_err(|_| error_at_path::<T>(body))
}

fn error_at_path<T: DeserializeOwned>(body: &[u8]) -> ApiError {
    let mut json = serde_json::Deserializer::from_slice(body);
    let Err(error) = serde_path_to_error::deserialize::<_, T>(&mut json) else { return ApiError::invalid() };
    let path = error.path().to_string();
    if error.inner().is_data() && path != "." && !path.contains('?') {
        ApiError::field(path, FieldRule::Invalid)
    } else {
        ApiError::invalid()
    }
}

fn invalid_fields(errors: &ValidationErrors) -> BTreeMap<String, FieldRule> {
    let mut fields = BTreeMap::new();
    collect(errors, "", &mut fields);
    fields
}

fn collect(errors: &ValidationErrors, prefix: &str, fields: &mut BTreeMap<String, FieldRule>) {
    for (name, kind) in errors.errors() {
        let path = format!("{prefix}{}", camel_case(name));
        match kind {
            ValidationErrorsKind::Struct(inner) => collect(inner, &format!("{path}."), fields),
            ValidationErrorsKind::List(items) => {
                for (index, inner) in items {
                    collect(inner, &format!("{path}[{index}]."), fields);
                }
            }
            ValidationErrorsKind::Field(errors) => {
                if let Some(rule) = errors.first().map(rule) {
                    fields.insert(path, rule);
                }
            }
        }
    }
}

fn rule(error: &ValidationError) -> FieldRule {
    match error.code.as_ref() {
        "required" => FieldRule::Required,
        "too-short" => FieldRule::TooShort,
        // `length` only checks maxima: a missing or blank text is "required".
        "length" => FieldRule::TooLong,
        "range" => FieldRule::OutOfRange,
        "future" => FieldRule::Future,
        _ => FieldRule::Invalid,
    }
}

fn camel_case(name: &str) -> Cow<'_, str> {
    if !name.contains('_') {
        return Cow::Borrowed(name);
    }
    let mut upper = false;
    let letters = name.chars().filter_map(|letter| {
        if letter == '_' {
            upper = true;
            return None;
        }
        Some(if std::mem::take(&mut upper) { letter.to_ascii_uppercase() } else { letter })
    });
    Cow::Owned(letters.collect())
}
