//! `/sitemap.xml` and `/robots.txt`.

use chrono::TimeDelta;
use portal_domain::user::UserStatus;
use portal_server::config::PublicUrl;
use reqwest::{Method, Response};

use crate::harness::{Portal, listing};

const PUBLIC: &str = "https://zimmer.example.org";

async fn portal() -> Portal {
    Portal::start_with_front_end_and(|config| config.public_url = PublicUrl::parse(PUBLIC)).await
}

async fn request(portal: &Portal, method: Method, path: &str) -> Response {
    portal.anonymous().request(method, path).send().await.unwrap()
}

async fn get_text(portal: &Portal, path: &str) -> String {
    let response = request(portal, Method::GET, path).await;
    assert_eq!(response.status(), 200, "{path}");
    response.text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn sitemap_lists_public_pages_and_searchable_listings() {
    let portal = portal().await;
    let (landlord, inactive) = (portal.landlord().await, portal.landlord().await);
    let available = landlord.publish_listing(&listing()).await;
    let rented = landlord.publish_listing(&listing()).await;
    landlord.put(&format!("/api/v1/listings/{rented}/status?status=RENTED")).await;
    let draft = landlord.create_listing(&listing()).await;
    let of_inactive = inactive.publish_listing(&listing()).await;
    portal.set_status(portal.id_of(&inactive).await, UserStatus::Inactive).await;

    let response = request(&portal, Method::GET, "/sitemap.xml").await;
    assert_eq!(response.headers()["content-type"], "application/xml; charset=utf-8");
    assert_eq!(response.headers()["cache-control"], "public, max-age=600");
    let xml = response.text().await.unwrap();
    let changed = landlord.get(&format!("/api/v1/listings/{available}")).await.1["payload"]["lastModified"].clone();
    let second = changed.as_str().unwrap().split('.').next().unwrap();
    let entry = format!("<url><loc>{PUBLIC}/listing/{available}</loc><lastmod>{second}Z</lastmod></url>");
    assert!(xml.contains(&entry), "{entry} in {xml}");
    for hidden in [rented, draft, of_inactive] {
        assert!(!xml.contains(&hidden), "{xml}");
    }
    for page in [
        "/",
        "/about",
        "/contact",
        "/signup-student",
        "/signup-landlord",
        "/legal/terms",
        "/legal/privacy",
        "/legal/imprint",
        "/legal/accessibility",
    ] {
        assert!(xml.contains(&format!("<url><loc>{PUBLIC}{page}</loc></url>")), "{page} in {xml}");
    }
    assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns="), "{xml}");
    assert!(xml.ends_with("</urlset>\n"), "{xml}");
    assert_eq!(get_text(&portal, "/sitemap-1.xml").await, xml);
}

#[tokio::test(flavor = "multi_thread")]
async fn sitemap_is_kept_for_ten_minutes() {
    let portal = portal().await;
    let landlord = portal.landlord().await;
    let empty = get_text(&portal, "/sitemap.xml").await;
    let published = landlord.publish_listing(&listing()).await;
    portal.advance_clock(TimeDelta::minutes(9));
    assert_eq!(get_text(&portal, "/sitemap.xml").await, empty);
    portal.advance_clock(TimeDelta::minutes(2));
    assert!(get_text(&portal, "/sitemap-1.xml").await.contains(&published));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_listings_and_sitemaps_are_limited_by_address() {
    let portal = Portal::start_with_front_end_and(|config| {
        config.rate_limit_enabled = true;
        for limit in [&mut config.pages_per_minute, &mut config.listings_per_minute, &mut config.sitemaps_per_minute] {
            *limit = 2.try_into().unwrap();
        }
    })
    .await;
    let listing = format!("/api/v1/listings/{}", uuid::Uuid::nil());
    for (path, expected) in [("/about", 200), (listing.as_str(), 404), ("/sitemap.xml", 200)] {
        for status in [expected, expected, 429] {
            assert_eq!(request(&portal, Method::GET, path).await.status(), status, "{path}");
        }
    }
    let view = request(&portal, Method::POST, &format!("{listing}/views")).await;
    assert!(view.status() == 429 && view.headers().contains_key("retry-after"), "{view:?}");
    assert_eq!(request(&portal, Method::GET, "/assets/app-1a2b.js").await.status(), 200, "files are not limited");
}

#[tokio::test(flavor = "multi_thread")]
async fn sitemap_index_splits_many_listings() {
    let portal = portal().await;
    let landlord = portal.landlord().await;
    landlord.publish_listing(&listing()).await;
    let columns = "landlord_id, status, searchable, title, unit_type, street, house_number, postal_code, city, \
                   district, region, area, total_area, bedrooms, bathrooms, kitchens, amenities, description, \
                   tenant_description, location_description, basic_rent_cents, ancillary_cost_cents, \
                   security_deposit_cents, additional_costs, total_rent_cents, ''::tsvector, date_created, last_modified";
    let names = columns.replace("''::tsvector", "search_vector");
    let copies = format!(
        "INSERT INTO listings (id, {names}) SELECT gen_random_uuid(), {columns} FROM listings, generate_series(1, 50000)"
    );
    portal.database.client().await.batch_execute(&copies).await.unwrap();

    let index = get_text(&portal, "/sitemap.xml").await;
    let files: Vec<&str> = index.split("<loc>").skip(1).map(|rest| rest.split('<').next().unwrap()).collect();
    assert_eq!(files, [format!("{PUBLIC}/sitemap-1.xml"), format!("{PUBLIC}/sitemap-2.xml")]);
    assert!(index.contains("<sitemapindex xmlns=") && index.ends_with("</sitemapindex>\n"), "{index}");
    let mut addresses = Vec::new();
    for file in files {
        let xml = get_text(&portal, file.strip_prefix(PUBLIC).unwrap()).await;
        assert!(xml.ends_with("</urlset>\n"));
        assert!(xml.matches("<loc>").count() <= 50_000);
        addresses.extend(xml.lines().filter(|line| line.contains("/listing/")).map(str::to_owned));
    }
    assert_eq!(addresses.len(), 50_001);
    addresses.sort_unstable();
    addresses.dedup();
    assert_eq!(addresses.len(), 50_001);
    assert_eq!(request(&portal, Method::GET, "/sitemap-3.xml").await.status(), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn sitemaps_support_head_and_gzip() {
    let portal = portal().await;
    for path in ["/sitemap.xml", "/sitemap-1.xml", "/robots.txt"] {
        let head = request(&portal, Method::HEAD, path).await;
        assert_eq!(head.status(), 200, "{path}");
        assert_eq!(head.headers()["cache-control"], "public, max-age=600", "{path}");
        assert_eq!(head.text().await.unwrap(), "");
        for method in [Method::POST, Method::PUT, Method::DELETE] {
            let refused = request(&portal, method, path).await;
            assert_eq!((refused.status().as_u16(), &refused.headers()["allow"]), (405, &"GET, HEAD".parse().unwrap()));
        }
    }
    for path in
        ["/sitemap-0.xml", "/sitemap-2.xml", "/sitemap-x.xml", "/sitemap-.xml", "/sitemap-99999999999999999999.xml"]
    {
        assert_eq!(request(&portal, Method::GET, path).await.status(), 404, "{path}");
    }
    let packed = portal.anonymous().request(Method::GET, "/sitemap.xml").header("accept-encoding", "gzip");
    let packed = packed.send().await.unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert!(packed.bytes().await.unwrap().starts_with(&[0x1f, 0x8b]));
}

#[tokio::test(flavor = "multi_thread")]
async fn robots_txt_allows_pages_and_their_api_only() {
    let portal = portal().await;
    let response = request(&portal, Method::GET, "/robots.txt").await;
    assert_eq!(response.headers()["content-type"], "text/plain; charset=utf-8");
    assert_eq!(
        response.text().await.unwrap(),
        format!(
            "User-agent: *\nAllow: /api/v1/listings\nAllow: /api/v1/commons/\nAllow: /api/v1/legal/\n\
             Allow: /api/v1/settings/public\nDisallow: /api/\n\nSitemap: {PUBLIC}/sitemap.xml\n"
        )
    );
}
