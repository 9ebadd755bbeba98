//! The head of a listing's page, for link previews and search engines.

use chrono::NaiveDate;
use portal_domain::availability::Availability;
use portal_domain::listing::{ListingStatus, UnitType};
use portal_domain::locale::Locale;
use portal_services::ports::{ListingPreview, PreviewImage, VariantSize};
use serde_json::{Value, json};

use crate::head::Head;
use crate::page_texts::{self, PageTexts};

/// The maximum length of a description, in characters. Search engines and messengers truncate
/// longer ones.
const MAX_DESCRIPTION_CHARS: usize = 160;

/// The `sizes` of the page's first image. Must be equal to the front end's.
const FIRST_IMAGE_SIZES: &str = "(min-width: 768px) 600px, 100vw";

/// The metadata of a listing's page.
pub(super) struct ListingPage<'a> {
    preview: &'a ListingPreview,
    title: String,
    description: String,
    /// The canonical URL of the page.
    url: String,
    /// The URLs of the images and what they show.
    images: Vec<(String, String)>,
}

impl<'a> ListingPage<'a> {
    pub(crate) fn new(preview: &'a ListingPreview, public_url: &str, locale: Locale) -> Self {
        let title = page_texts::one_line(&preview.title);
        let texts = PageTexts::of(locale);
        let image = |(image, number): (&PreviewImage, usize)| {
            let url = format!("{public_url}{}", VariantSize::Page.path(&image.location));
            let described = page_texts::one_line(&image.description);
            (url, if described.is_empty() { texts.photo(number, &title) } else { described })
        };
        Self {
            description: description(preview, locale),
            url: format!("{public_url}/listing/{}", preview.id.0),
            images: preview.images.iter().zip(1..).map(image).collect(),
            title,
            preview,
        }
    }

    pub(crate) fn write(&self, head: &mut Head, brand_name: &str) {
        head.title(&format!("{} – {brand_name}", self.title)).named("description", &self.description);
        head.canonical(&self.url);
        head.property("og:type", "website").property("og:title", &self.title);
        head.property("og:description", &self.description).property("og:url", &self.url);
        if let Some((image, shown)) = self.images.first() {
            head.property("og:image", image).property("og:image:alt", shown);
            head.named("twitter:card", "summary_large_image");
            head.named("twitter:image", image).named("twitter:image:alt", shown);
        } else {
            head.named("twitter:card", "summary");
        }
        head.named("twitter:title", &self.title).named("twitter:description", &self.description);
        if let Some(image) = self.preview.images.first() {
            let (srcset, sizes) = first_image(&image.location);
            head.preload_image(&srcset, sizes);
        }
        head.linked_data(&self.linked_data());
    }

    /// The page as schema.org data.
    fn linked_data(&self) -> Value {
        let preview = self.preview;
        let image =
            |(url, shown): &(String, String)| json!({ "@type": "ImageObject", "contentUrl": url, "caption": shown });
        json!({
            "@context": "https://schema.org",
            "@type": "RealEstateListing",
            "name": self.title,
            "description": self.description,
            "url": self.url,
            "image": self.images.iter().map(image).collect::<Vec<_>>(),
            "datePosted": preview.date_created.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
            "dateModified": preview.last_modified.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
            "mainEntity": self.accommodation(),
            "offers": self.offer(),
        })
    }

    /// The rented accommodation. Without `numberOfRooms`, because only bedrooms are known.
    fn accommodation(&self) -> Value {
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
                "streetAddress": page_texts::one_line(&format!("{} {}", address.street, address.house_number)),
                "postalCode": address.postal_code,
                "addressLocality": page_texts::one_line(&address.city),
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

    /// The monthly rent and the availability.
    fn offer(&self) -> Value {
        let mut offer = self.priced_offer();
        let Availability { from, until, minimum_months } = self.preview.availability;
        let day = |day: Option<NaiveDate>| day.map(|day| json!(day.to_string()));
        let months = |months| json!({ "@type": "QuantitativeValue", "minValue": months, "unitCode": "MON" });
        let optional = [
            ("availabilityStarts", day(from)),
            ("availabilityEnds", day(until)),
            ("eligibleDuration", minimum_months.filter(|months| *months > 0).map(months)),
        ];
        if let Value::Object(offer) = &mut offer {
            offer.extend(optional.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        }
        offer
    }

    fn priced_offer(&self) -> Value {
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

/// `srcset` and `sizes` of the page's first image.
pub(super) fn first_image(location: &str) -> (String, &'static str) {
    let (small, large) = (VariantSize::Thumbnail, VariantSize::Page);
    (format!("{} 400w, {} 1200w", small.path(location), large.path(location)), FIRST_IMAGE_SIZES)
}

/// The facts of the listing, and the beginning of its description.
fn description(preview: &ListingPreview, locale: Locale) -> String {
    let texts = PageTexts::of(locale);
    let facts = texts.facts(preview.unit_type, preview.area, preview.total_rent, &preview.address);
    let rented = if preview.visibility.status == ListingStatus::Rented { texts.rented } else { "" };
    let text = page_texts::one_line(&format!("{rented} {facts} {}", preview.excerpt));
    page_texts::truncate(&text, MAX_DESCRIPTION_CHARS)
}

/// A JSON number from a count of units of `10^-decimals`.
fn decimal(units: i64, decimals: u32) -> Value {
    let scale = 10_i64.pow(decimals);
    if units % scale == 0 {
        return json!(units / scale);
    }
    // Amounts and areas are small enough for a double.
    let text = format!("{}.{:0width$}", units / scale, units % scale, width = decimals as usize);
    text.parse::<f64>().map_or(Value::Null, Value::from)
}

#[cfg(test)]
mod tests {
    use portal_services::testing::samples::listing_preview;

    use super::*;

    const URL: &str = "https://portal.test";

    fn head_of(preview: &ListingPreview, locale: Locale) -> String {
        let mut head = Head::default();
        ListingPage::new(preview, URL, locale).write(&mut head, "Nestbau");
        head.as_str().to_owned()
    }

    #[test]
    fn head_contains_title_description_and_first_image() {
        let preview = listing_preview(ListingStatus::Available);
        let html = head_of(&preview, Locale::German);
        for element in [
            "<title>Helles Zimmer am Englischen Garten – Nestbau</title>",
            r#"<meta name="description" content="Zimmer in München (Maxvorstadt), 18,5 m², 625 € Warmmiete. Ein ruhiges Zimmer zum Hof." />"#,
            r#"<link rel="canonical" href="https://portal.test/listing/00000000-0000-0000-0000-00000000000a" />"#,
            r#"<meta property="og:title" content="Helles Zimmer am Englischen Garten" />"#,
            r#"<meta property="og:image" content="https://portal.test/images/1200x800/image-1.jpg" />"#,
            r#"<meta property="og:image:alt" content="Foto 1: Helles Zimmer am Englischen Garten" />"#,
            r#"imagesrcset="/images/400x300/image-1.jpg 400w, /images/1200x800/image-1.jpg 1200w""#,
            r#"<meta name="twitter:card" content="summary_large_image" />"#,
            r#"<meta name="twitter:image" content="https://portal.test/images/1200x800/image-1.jpg" />"#,
        ] {
            assert!(html.contains(element), "{element} in {html}");
        }
        assert!(
            head_of(&preview, Locale::English)
                .contains("Room in München (Maxvorstadt), 18.5 m², €625 total rent per month.")
        );
    }

    #[test]
    fn head_without_images_has_small_twitter_card() {
        let mut preview = listing_preview(ListingStatus::Rented);
        preview.images.clear();
        let html = head_of(&preview, Locale::German);
        assert!(!html.contains("image\" content") && !html.contains("/images/"), "{html}");
        assert!(html.contains(r#"<meta name="twitter:card" content="summary" />"#), "{html}");
    }

    #[test]
    fn linked_data_contains_accommodation_and_offer() {
        let preview = listing_preview(ListingStatus::Available);
        let data = ListingPage::new(&preview, URL, Locale::German).linked_data();
        assert_eq!(data["@type"], "RealEstateListing");
        let second = "https://portal.test/images/1200x800/image-2.jpg";
        let caption = "Foto 2: Helles Zimmer am Englischen Garten";
        assert_eq!(data["image"][1], json!({ "@type": "ImageObject", "contentUrl": second, "caption": caption }));
        assert_eq!(data["dateModified"], "2026-11-20T11:00:00Z");
        let accommodation = &data["mainEntity"];
        assert_eq!(accommodation["@type"], json!("Room"));
        assert_eq!(accommodation["floorSize"]["value"], json!(18.5));
        assert_eq!(accommodation["address"]["streetAddress"], "Kaulbachstraße 12");
        assert_eq!(accommodation["address"]["addressLocality"], "München");
        let offer = &data["offers"];
        assert_eq!((&offer["price"], &offer["priceCurrency"]), (&json!(625), &json!("EUR")));
        assert_eq!(offer["availability"], "https://schema.org/InStock");
        assert_eq!(
            (&offer["availabilityStarts"], &offer["availabilityEnds"]),
            (&json!("2027-01-01"), &json!("2028-03-31"))
        );
        assert_eq!(offer["eligibleDuration"]["minValue"], json!(6));
        let rented = listing_preview(ListingStatus::Rented);
        let data = ListingPage::new(&rented, URL, Locale::German).linked_data();
        assert_eq!(data["offers"]["availability"], "https://schema.org/SoldOut");
        assert!(data["description"].as_str().unwrap().starts_with("Vermietet. Zimmer in München (Maxvorstadt), "));
    }

    #[test]
    fn head_uses_descriptions_of_images() {
        let mut preview = listing_preview(ListingStatus::Available);
        preview.images[0].description = "Das Bett steht am Fenster.".to_owned();
        let html = head_of(&preview, Locale::English);
        for element in ["og:image:alt\" content=\"Das Bett", "twitter:image:alt\" content=\"Das Bett"] {
            assert!(html.contains(element), "{element} in {html}");
        }
        let data = ListingPage::new(&preview, URL, Locale::English).linked_data();
        assert_eq!(data["image"][0]["caption"], "Das Bett steht am Fenster.");
        assert_eq!(data["image"][1]["caption"], "Photo 2: Helles Zimmer am Englischen Garten");
    }

    #[test]
    fn decimal_is_exact() {
        assert_eq!(decimal(46_505, 2).to_string(), "465.05");
        assert_eq!(decimal(46_500, 2).to_string(), "465");
        assert_eq!(decimal(5, 1).to_string(), "0.5");
    }

    #[test]
    fn description_is_truncated_between_words() {
        let mut preview = listing_preview(ListingStatus::Available);
        preview.excerpt = "Ruhig\u{202E} gelegen.\n\n".repeat(30);
        let description = description(&preview, Locale::German);
        assert!(description.chars().count() <= MAX_DESCRIPTION_CHARS, "{description}");
        assert!(description.ends_with("Ruhig gelegen…") || description.ends_with("gelegen. Ruhig…"), "{description}");
    }
}
