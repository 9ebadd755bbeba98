//! Valid requests.

use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use serde_json::{Value, json};

/// A valid listing; a test changes what it is about.
pub(crate) fn listing() -> Value {
    json!({
        "title": "Helles Zimmer mit Balkon",
        "unitType": "ROOM",
        "address": {
            "street": "Lindenstraße", "houseNumber": "4a", "postalCode": "80331",
            "city": "München", "district": "Altstadt", "region": "Bayern"
        },
        "areaSqm": 18.5, "totalAreaSqm": 75,
        "bedrooms": 1, "bathrooms": 1, "kitchens": 1,
        "amenities": ["WIFI", "BALCONY"],
        "description": "Ruhig gelegen, zum Hof.",
        "tenantDescription": "Wir sind zu dritt.",
        "locationDescription": "Zur Universität sind es zehn Minuten.",
        "basicRent": 380, "ancillaryCost": 60, "securityDeposit": 760,
        "additionalCosts": [{ "description": "Internet", "cost": 25.5 }]
    })
}

/// A JPEG of this size, in pixels.
pub(crate) fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let pixels = RgbImage::from_fn(width, height, |x, y| Rgb([colour_value(x * 3), colour_value(y * 5), 120]));
    let mut bytes = Vec::new();
    JpegEncoder::new(&mut bytes).encode_image(&pixels).unwrap();
    bytes
}

fn colour_value(value: u32) -> u8 {
    u8::try_from(value % 256).unwrap_or_default()
}
