//! Merges the description of a field into its inline schema.

use utoipa::Modify;
use utoipa::openapi::schema::{AllOf, Object, SchemaType, Type};
use utoipa::openapi::{OpenApi, RefOr, Schema};

/// Replaces the `allOf` that utoipa generates, which consists of the schema and an object with only
/// the description. No text matches it, because a text is not an object.
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
    let [RefOr::T(Schema::Object(schema)), RefOr::T(Schema::Object(description))] = both.items.as_slice() else {
        return None;
    };
    let is_object = description.schema_type == SchemaType::Type(Type::Object);
    if !is_object || !description.properties.is_empty() || schema.schema_type == description.schema_type {
        return None;
    }
    let mut merged = schema.clone();
    merged.description.clone_from(&description.description);
    Some(merged)
}
