//! Fields whose schema stands inline and that have a description of their own.

use utoipa::Modify;
use utoipa::openapi::schema::{AllOf, Object, SchemaType, Type};
use utoipa::openapi::{OpenApi, RefOr, Schema};

/// Puts the description into the schema. The library makes `allOf` of the schema and of an object that holds nothing but
/// the description, and no text is an object.
pub(super) struct MergedDescriptions;

impl Modify for MergedDescriptions {
    fn modify(&self, openapi: &mut OpenApi) {
        let schemas = openapi.components.iter_mut().flat_map(|components| components.schemas.values_mut());
        for schema in schemas {
            let RefOr::T(Schema::Object(object)) = schema else { continue };
            for property in object.properties.values_mut() {
                if let RefOr::T(Schema::AllOf(both)) = property
                    && let Some(merged) = merged(both)
                {
                    *property = RefOr::T(Schema::Object(merged));
                }
            }
        }
    }
}

fn merged(both: &AllOf) -> Option<Object> {
    let [RefOr::T(Schema::Object(schema)), RefOr::T(Schema::Object(words))] = both.items.as_slice() else {
        return None;
    };
    let is_an_object = words.schema_type == SchemaType::Type(Type::Object);
    if !is_an_object || !words.properties.is_empty() || schema.schema_type == words.schema_type {
        return None;
    }
    let mut merged = schema.clone();
    merged.description.clone_from(&words.description);
    Some(merged)
}
