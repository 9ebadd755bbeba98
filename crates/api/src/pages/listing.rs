//! The head of a listing's page: what others see of a link to it.

use portal_domain::listing::{ListingStatus, UnitType};
use portal_domain::locale::Locale;
use portal_services::listings::ListingPreview;
use portal_services::ports::PictureSize;
use serde_json::{Value, json};

use super::head::Head;
use super::words::{self, Words};
use crate::images;

/// Search engines and messengers show no more of a description.
const DESCRIPTION: usize = 160;

/// How wide the page draws its first picture; `frontend/src/features/listings/PhotoHeader.tsx` says the same.
const FIRST_PICTURE: &str = "(min-width: 768px) 600px, 100vw";

/// A listing's page as programs read it.
pub(super) struct ListingPage<'a> {
    preview: &'a ListingPreview,
    title: String,
    description: String,
    /// The page's one address.
    url: String,
    /// Addresses of its pictures.
    images: Vec<String>,
}

impl<'a> ListingPage<'a> {
    pub fn new(preview: &'a ListingPreview, public_url: &str, locale: Locale) -> Self {
        let image = |location: &String| format!("{public_url}{}", images::url(location, PictureSize::Page));
        Self {
            title: words::line(&preview.title),
            description: description(preview, locale),
            url: format!("{public_url}/listing/{}", preview.id.0),
            images: preview.images.iter().map(image).collect(),
            preview,
        }
    }

    pub fn write(&self, head: &mut Head, brand_name: &str) {
        head.title(&format!("{} – {brand_name}", self.title)).named("description", &self.description);
        head.canonical(&self.url);
        head.property("og:type", "website").property("og:title", &self.title);
        head.property("og:description", &self.description).property("og:url", &self.url);
        if let Some(image) = self.images.first() {
            head.property("og:image", image).property("og:image:alt", &self.title);
            head.named("twitter:card", "summary_large_image");
            head.named("twitter:image", image).named("twitter:image:alt", &self.title);
        } else {
            head.named("twitter:card", "summary");
        }
        head.named("twitter:title", &self.title).named("twitter:description", &self.description);
        if let Some(location) = self.preview.images.first() {
            let (sources, sizes) = first_photo(location);
            head.picture_ahead(&sources, sizes);
        }
        head.linked_data(&self.linked_data());
    }

    /// The page in the words of schema.org.
    fn linked_data(&self) -> Value {
        let preview = self.preview;
        json!({
            "@context": "https://schema.org",
            "@type": "RealEstateListing",
            "name": self.title,
            "description": self.description,
            "url": self.url,
            "image": self.images,
            "datePosted": preview.date_created.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
            "dateModified": preview.last_modified.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
            "mainEntity": self.home(),
            "offers": self.offer(),
        })
    }

    /// What is let. Only bedrooms are counted, so that the number of all rooms is not known.
    fn home(&self) -> Value {
        let preview = self.preview;
        let kind = match preview.unit_type {
            UnitType::Apartment => "Apartment",
            UnitType::House => "House",
            UnitType::Room => "Room",
            UnitType::Other => "Accommodation",
        };
        let address = &preview.address;
        json!({
            "@type": kind,
            "name": self.title,
            "address": {
                "@type": "PostalAddress",
                "streetAddress": words::line(&format!("{} {}", address.street, address.house_number)),
                "postalCode": address.postal_code,
                "addressLocality": words::line(&address.city),
                "addressRegion": address.region.as_str(),
                "addressCountry": "DE",
            },
            "floorSize": {
                "@type": "QuantitativeValue",
                "value": decimal(preview.area.tenths().into(), 1),
                "unitCode": "MTK",
            },
            "numberOfBedrooms": preview.bedrooms,
            "numberOfBathroomsTotal": preview.bathrooms,
        })
    }

    /// What is due every month, and whether it can still be had.
    fn offer(&self) -> Value {
        let price = decimal(self.preview.total_rent.get(), 2);
        let available = self.preview.visibility.status == ListingStatus::Available;
        json!({
            "@type": "Offer",
            "url": self.url,
            "businessFunction": "http://purl.org/goodrelations/v1#LeaseOut",
            "availability": if available { "https://schema.org/InStock" } else { "https://schema.org/SoldOut" },
            "price": price,
            "priceCurrency": "EUR",
            "priceSpecification": {
                "@type": "UnitPriceSpecification",
                "price": price,
                "priceCurrency": "EUR",
                "unitCode": "MON",
            },
        })
    }
}

/// `srcset` and `sizes` of the page's first photo.
pub(super) fn first_photo(location: &str) -> (String, &'static str) {
    let (small, large) = (PictureSize::Thumbnail, PictureSize::Page);
    (format!("{} 400w, {} 1200w", images::url(location, small), images::url(location, large)), FIRST_PICTURE)
}

/// The facts, and as much of the landlord's words as fits.
fn description(preview: &ListingPreview, locale: Locale) -> String {
    let words = Words::of(locale);
    let facts = words.facts(preview.unit_type, preview.area, preview.total_rent, &preview.address);
    let rented = if preview.visibility.status == ListingStatus::Rented { words.rented } else { "" };
    words::cut(&words::line(&format!("{rented} {facts} {}", preview.beginning)), DESCRIPTION)
}

/// A number of `places` decimals as JSON writes one, from its count of the smallest unit.
fn decimal(units: i64, places: u32) -> Value {
    let scale = 10_i64.pow(places);
    if units % scale == 0 {
        return json!(units / scale);
    }
    // Amounts and areas are far below what a double holds exactly enough.
    let text = format!("{}.{:0width$}", units / scale, units % scale, width = places as usize);
    text.parse::<f64>().map_or(Value::Null, Value::from)
}

#[cfg(test)]
mod tests;
