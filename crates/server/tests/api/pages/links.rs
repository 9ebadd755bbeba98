//! Heads of pages: titles, link previews, linked data.

use portal_domain::listing::ListingStatus;
use portal_domain::locale::Locale;
use portal_domain::user::UserStatus;
use portal_server::config::PublicUrl;
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Portal, jpeg, listing};

const PUBLIC: &str = "https://zimmer.example.org";

async fn portal() -> Portal {
    Portal::start_with_front_end_and(|config| config.public_url = PublicUrl::parse(PUBLIC)).await
}

/// The response of a page.
struct Page {
    status: StatusCode,
    headers: HeaderMap,
    html: String,
}

impl Page {
    /// The content of the `meta` of this name or property.
    fn meta(&self, name: &str) -> Option<String> {
        let (name, property) = (format!("name=\"{name}\" content=\""), format!("property=\"{name}\" content=\""));
        let start = self.html.find(&name).map(|at| at + name.len());
        let start = start.or_else(|| self.html.find(&property).map(|at| at + property.len()))?;
        Some(self.html[start..].split('"').next().unwrap().to_owned())
    }

    fn title(&self) -> &str {
        self.between("<title>", "</title>").unwrap()
    }

    fn canonical(&self) -> Option<&str> {
        self.between("<link rel=\"canonical\" href=\"", "\"")
    }

    fn linked_data(&self) -> Value {
        let data = self.between("<script type=\"application/ld+json\">", "</script>").unwrap();
        serde_json::from_str(data).unwrap()
    }

    fn between(&self, open: &str, close: &str) -> Option<&str> {
        assert!(self.html.matches(open).count() <= 1, "{open} occurs twice in {}", self.html);
        let (_, rest) = self.html.split_once(open)?;
        Some(rest.split_once(close).unwrap().0)
    }
}

async fn get_with_headers(portal: &Portal, path: &str, headers: &[(&str, &str)]) -> Page {
    let mut request = portal.anonymous().request(Method::GET, path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    Page { status, headers, html: response.text().await.unwrap() }
}

async fn get(portal: &Portal, path: &str) -> Page {
    get_with_headers(portal, path, &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_page_has_title_description_and_linked_data() {
    let portal = portal().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let (_, body) = landlord.upload(&format!("/api/v1/listings/{id}/images"), vec![jpeg(80, 60)]).await;
    let second = body["payload"][0]["location"].as_str().unwrap();
    let page = get(&portal, &format!("/listing/{id}?utm_source=chat")).await;

    assert_eq!(page.status, 200);
    assert_eq!(page.title(), "Helles Zimmer mit Balkon – Fensterplatz");
    let description = "Zimmer in München (Altstadt), 18,5 m², 465,50 € Warmmiete. Ruhig gelegen, zum Hof.";
    let address = format!("{PUBLIC}/listing/{id}");
    assert_eq!(page.canonical(), Some(address.as_str()));
    let image = page.meta("og:image").unwrap();
    for (name, content) in [
        ("description", description),
        ("og:type", "website"),
        ("og:title", "Helles Zimmer mit Balkon"),
        ("og:description", description),
        ("og:url", &address),
        ("og:site_name", "Fensterplatz"),
        ("og:locale", "de_DE"),
        ("og:locale:alternate", "en_US"),
        ("og:image:alt", "Foto 1: Helles Zimmer mit Balkon"),
        ("twitter:card", "summary_large_image"),
        ("twitter:image", &image),
    ] {
        assert_eq!(page.meta(name).as_deref(), Some(content), "{name}");
    }
    assert_eq!(page.meta("robots"), None);
    let image_path = image.strip_prefix(PUBLIC).unwrap();
    assert!(image_path.starts_with("/images/1200x800/"), "{image}");
    assert_eq!(get(&portal, image_path).await.headers["content-type"], "image/jpeg");

    let data = page.linked_data();
    assert_eq!((&data["url"], &data["offers"]["price"]), (&json!(address), &json!(465.5)));
    assert_eq!(data["mainEntity"]["address"]["postalCode"], "80331");
    let images: Vec<_> = data["image"].as_array().unwrap().iter().map(|image| &image["contentUrl"]).collect();
    assert_eq!(images, [&json!(image), &json!(format!("{PUBLIC}/images/1200x800{second}"))]);

    let (_, listing) = landlord.get(&format!("/api/v1/listings/{id}")).await;
    let first = listing["payload"]["images"][0]["externalId"].as_str().unwrap();
    let text = json!({ "description": "Das Bett steht am Fenster." });
    assert_eq!(landlord.put_json(&format!("/api/v1/listings/{id}/images/{first}"), &text).await.0, 200);
    let page = get(&portal, &format!("/listing/{id}")).await;
    assert_eq!(page.meta("og:image:alt").as_deref(), Some("Das Bett steht am Fenster."));
    assert_eq!(page.linked_data()["image"][0]["caption"], "Das Bett steht am Fenster.");
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_page_has_metadata_while_public() {
    let portal = portal().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let path = format!("/listing/{id}");
    for status in ListingStatus::ALL {
        landlord.put(&format!("/api/v1/listings/{id}/status?status={status}")).await;
        let page = get(&portal, &path).await;
        if status.is_public() {
            assert_eq!((page.status.as_u16(), page.meta("robots")), (200, None), "{status}");
            let offer = &page.linked_data()["offers"]["availability"];
            let rented = *status == ListingStatus::Rented;
            assert_eq!(offer.as_str().unwrap().ends_with("SoldOut"), rented, "{offer}");
            assert_eq!(page.meta("description").unwrap().starts_with("Vermietet. "), rented);
        } else {
            assert_not_found(&page);
        }
    }
    landlord.put(&format!("/api/v1/listings/{id}/status?status=AVAILABLE")).await;
    let landlord_id = portal.id_of(&landlord).await;
    portal.set_status(landlord_id, UserStatus::Inactive).await;
    assert_not_found(&get(&portal, &path).await);
    for path in ["/listing/00000000-0000-7000-8000-000000000000", "/listing/nonsense", "/listing/%3Cscript%3E"] {
        assert_not_found(&get(&portal, path).await);
    }
}

/// Asserts a 404 page without data of a listing.
fn assert_not_found(page: &Page) {
    assert_eq!((page.status, page.title()), (StatusCode::NOT_FOUND, "Seite nicht gefunden – Fensterplatz"));
    assert_eq!(page.meta("robots").as_deref(), Some("noindex"));
    assert_eq!((page.canonical(), page.meta("og:title"), page.meta("description")), (None, None, None));
    assert!(!page.html.contains("Balkon") && !page.html.contains("ld+json"), "{}", page.html);
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_page_counts_no_view() {
    let portal = portal().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    get(&portal, &format!("/listing/{id}")).await;
    portal.flush_views(&landlord).await;
    let (_, body) = landlord.get(&format!("/api/v1/listings/{id}")).await;
    assert_eq!(body["payload"]["views"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn head_is_in_language_of_reader() {
    let portal = portal().await;
    let id = portal.landlord().await.publish_listing(&listing()).await;
    let path = format!("/listing/{id}");
    let locale = async |path: &str, headers: &[(&str, &str)]| {
        let page = get_with_headers(&portal, path, headers).await;
        let locale = page.meta("og:locale").unwrap().replace('_', "-");
        assert!(page.html.contains(&format!("<html lang=\"{locale}\">")), "{}", page.html);
        locale
    };
    assert_eq!(locale(&path, &[]).await, "de-DE");
    assert_eq!(locale(&path, &[("accept-language", "fr, en;q=0.8, de;q=0.7")]).await, "en-US");
    assert_eq!(locale(&path, &[("accept-language", "en"), ("cookie", "x=1; i18next=de-DE")]).await, "de-DE");
    assert_eq!(locale(&format!("{path}?lng=en"), &[("cookie", "i18next=de-DE")]).await, "en-US");
    let page = get_with_headers(&portal, &path, &[("accept-language", "en-GB")]).await;
    let description = page.meta("description").unwrap();
    assert!(
        description.starts_with("Room in München (Altstadt), 18.5 m², €465.50 total rent per month. "),
        "{description}"
    );
    assert_eq!(page.canonical().unwrap(), format!("{PUBLIC}{path}"));
    assert_eq!(page.headers["vary"], "Accept-Language, Cookie, Accept-Encoding");
    assert_eq!(page.headers["cache-control"], "no-cache");
}

#[tokio::test(flavor = "multi_thread")]
async fn head_uses_configured_language_and_brand_by_default() {
    let portal = Portal::start_with_front_end_and(|config| {
        config.default_locale = Locale::English;
        config.brand_name = "Nest & \"Bau\" <b>".to_owned();
    })
    .await;
    let page = get_with_headers(&portal, "/", &[("accept-language", "fr")]).await;
    assert_eq!(page.title(), "Rooms for students – Nest &amp; &quot;Bau&quot; &lt;b&gt;");
    assert_eq!(page.meta("og:site_name").as_deref(), Some("Nest &amp; &quot;Bau&quot; &lt;b&gt;"));
    assert_eq!(page.canonical().unwrap(), format!("{}/", portal.url));
}

#[tokio::test(flavor = "multi_thread")]
async fn head_escapes_markup() {
    let portal = portal().await;
    let landlord = portal.landlord().await;
    let markup =
        "</title></script><script>alert(1)</script>\"'><img src=x onerror=alert(1)> & 🏠 \u{2028} \u{202E}live";
    let mut listing = listing();
    for field in ["street", "houseNumber", "city", "district"] {
        listing["address"][field] = json!("</script><script>");
    }
    let id = landlord.publish_listing(&listing).await;
    // The API refuses such characters, but an old row may contain them.
    let statement = "UPDATE listings SET title = $1, description = $1";
    portal.database.client().await.execute(statement, &[&markup]).await.unwrap();
    let page = get(&portal, &format!("/listing/{id}")).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.html.matches("<script").count(), 3, "{}", page.html);
    assert_eq!(page.html.matches("</script>").count(), 3, "{}", page.html);
    for never in ["<img", "onerror=alert(1)>", "\u{202E}", "<script>alert"] {
        assert!(!page.html.contains(never), "{never} in {}", page.html);
    }
    let title = page.title();
    assert!(title.starts_with("&lt;/title&gt;&lt;/script&gt;") && title.contains("&quot;&#39;&gt;"), "{title}");
    assert!(title.contains('🏠'), "{title}");
    let data = page.linked_data();
    assert!(data["name"].as_str().unwrap().starts_with("</title></script><script>alert(1)</script>"), "{data}");
    assert_eq!(data["mainEntity"]["address"]["addressLocality"], "</script><script>");
    assert!(data["description"].as_str().unwrap().chars().count() <= 160, "{data}");
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_page_revalidates_by_etag() {
    let portal = portal().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let path = format!("/listing/{id}");
    let first = get(&portal, &path).await;
    let tag = first.headers["etag"].to_str().unwrap().to_owned();
    let again = get_with_headers(&portal, &path, &[("if-none-match", &tag)]).await;
    assert_eq!((again.status.as_u16(), again.html.as_str()), (304, ""));
    assert_eq!(again.headers["vary"], first.headers["vary"]);
    let other_language = get_with_headers(&portal, &path, &[("if-none-match", &tag), ("accept-language", "en")]).await;
    assert_eq!(other_language.status, 200);
    landlord.put(&format!("/api/v1/listings/{id}/status?status=RENTED")).await;
    assert_eq!(get_with_headers(&portal, &path, &[("if-none-match", &tag)]).await.status, 200);
    landlord.put(&format!("/api/v1/listings/{id}/status?status=DRAFT")).await;
    assert_eq!(get_with_headers(&portal, &path, &[("if-none-match", "*")]).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_page_supports_head_and_gzip() {
    let portal = portal().await;
    let id = portal.landlord().await.publish_listing(&listing()).await;
    let path = format!("/listing/{id}");
    let full = get(&portal, &path).await;
    let head = portal.anonymous().request(Method::HEAD, &path).send().await.unwrap();
    assert_eq!((head.status(), &head.headers()["etag"]), (full.status, &full.headers["etag"]));
    assert_eq!(head.text().await.unwrap(), "");
    let compressed = portal.anonymous().request(Method::GET, &path).header("accept-encoding", "gzip, br").send().await;
    let compressed = compressed.unwrap();
    assert_eq!(compressed.headers()["content-encoding"], "gzip");
    assert!(compressed.headers()["content-security-policy"].to_str().unwrap().contains("'sha256-"));
    let bytes = compressed.bytes().await.unwrap();
    assert!(bytes.starts_with(&[0x1f, 0x8b]) && bytes.len() < full.html.len(), "{}", bytes.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn public_pages_have_canonical_address_and_others_are_noindex() {
    let portal = portal().await;
    for path in ["/", "/login", "/about", "/contact", "/signup-student", "/signup-landlord"] {
        let page = get(&portal, &format!("{path}?page=2&keyword=x")).await;
        assert_eq!(page.canonical().unwrap(), format!("{PUBLIC}{path}"));
        assert_eq!(page.meta("og:url").unwrap(), format!("{PUBLIC}{path}"));
        assert_eq!(page.title(), "Zimmer für Studierende – Fensterplatz");
        assert_eq!(page.meta("robots"), None, "{path}");
    }
    for path in ["/users", "/account", "/reset-password?token=x", "/listing/7/apply", "/my-listings"] {
        let page = get(&portal, path).await;
        assert_eq!((page.status.as_u16(), page.canonical()), (200, None), "{path}");
        assert_eq!(page.meta("robots").as_deref(), Some("noindex"), "{path}");
        assert!(!page.html.contains("token"), "{path}");
    }
    assert_not_found(&get_with_headers(&portal, "/nothing", &[("accept-language", "de")]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn unavailable_database_returns_503_for_listing_page_and_sitemap() {
    let portal = Portal::start_with_front_end().await;
    let id = portal.landlord().await.publish_listing(&listing()).await;
    portal.database.disconnect().await;
    assert_eq!(get(&portal, &format!("/listing/{id}")).await.status, 503);
    assert_eq!(get(&portal, "/sitemap.xml").await.status, 503);
    assert_eq!(get(&portal, "/robots.txt").await.status, 200);
    assert_eq!(get(&portal, "/about").await.status, 200);
}
