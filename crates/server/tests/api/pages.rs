//! HTML pages, assets and security headers.

mod first_responses;
mod links;
mod sitemaps;

use reqwest::Method;

use crate::harness::{Portal, listing};

async fn status(portal: &Portal, path: &str) -> u16 {
    portal.anonymous().request(Method::GET, path).send().await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_return_200_if_known_and_404_otherwise() {
    let portal = Portal::start_with_front_end().await;
    for path in ["/", "/login", "/my-applications", "/applications", "/?page=2"] {
        assert_eq!(status(&portal, path).await, 200, "{path}");
    }
    for path in ["/nothing", "/page-404", "/listing", "/wp-login.php", "/index.html", "/login/"] {
        assert_eq!(status(&portal, path).await, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_asset_returns_404_as_plain_text() {
    let portal = Portal::start_with_front_end().await;
    let response = portal.anonymous().request(Method::GET, "/assets/start-00000000.js").send().await.unwrap();
    assert_eq!(response.status(), 404);
    assert_eq!(response.headers()["content-type"], "text/plain; charset=utf-8");
    assert_eq!(response.text().await.unwrap(), "Not found.\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn page_of_hidden_listing_returns_404() {
    let portal = Portal::start_with_front_end().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    assert_eq!(status(&portal, &format!("/listing/{id}")).await, 200);
    landlord.put(&format!("/api/v1/listings/{id}/status?status=DRAFT")).await;
    assert_eq!(status(&portal, &format!("/listing/{id}")).await, 404);
    assert_eq!(status(&portal, "/listing/00000000-0000-7000-8000-000000000000").await, 404);
    assert_eq!(status(&portal, "/listing/nonsense").await, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn responses_have_security_headers() {
    let portal = Portal::start_with_front_end().await;
    for path in [
        "/",
        "/nothing",
        "/api/v1/settings/public",
        "/api/v1/users/profile",
        "/api/nothing",
        "/images/1x1/x.jpg",
        "/health/live",
        "/api/docs/",
    ] {
        let response = portal.anonymous().request(Method::GET, path).send().await.unwrap();
        for header in [
            "content-security-policy",
            "x-content-type-options",
            "x-frame-options",
            "referrer-policy",
            "permissions-policy",
            "x-request-id",
        ] {
            assert!(response.headers().contains_key(header), "{path} lacks {header}");
        }
        assert!(!response.headers().contains_key("access-control-allow-origin"), "{path}");
    }
}

/// Why the two differ is in ADR 11.
#[tokio::test(flavor = "multi_thread")]
async fn pages_have_windows_of_their_own_except_home_and_listing() {
    let portal = Portal::start_with_front_end().await;
    let public_listing = format!("/listing/{}", portal.landlord().await.publish_listing(&listing()).await);
    for (path, policy) in [
        ("/", "unsafe-none"),
        ("/?minPrice=200", "unsafe-none"),
        (public_listing.as_str(), "unsafe-none"),
        ("/login", "same-origin"),
        ("/account", "same-origin"),
        ("/registration-requests", "same-origin"),
        ("/nothing", "same-origin"),
        ("/listing/00000000-0000-7000-8000-000000000000", "same-origin"),
        ("/api/docs/", "same-origin"),
    ] {
        let response = portal.anonymous().request(Method::GET, path).send().await.unwrap();
        assert_eq!(response.headers()["cross-origin-opener-policy"], policy, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn page_policy_allows_own_scripts_only() {
    let portal = Portal::start_with_front_end().await;
    let response = portal.anonymous().request(Method::GET, "/").send().await.unwrap();
    let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("script-src 'self' 'sha256-") && !policy.contains("unsafe"), "{policy}");
    assert!(
        policy.contains("frame-src https://www.google.com blob:;") && policy.contains("object-src 'none'"),
        "{policy}"
    );
    let api = portal.anonymous().request(Method::GET, "/api/v1/settings/public").send().await.unwrap();
    assert!(api.headers()["content-security-policy"].to_str().unwrap().contains("default-src 'none'"));
    assert_eq!(api.headers()["cache-control"], "no-store");
}

#[tokio::test(flavor = "multi_thread")]
async fn response_304_has_no_content_security_policy() {
    let portal = Portal::start_with_front_end().await;
    let first = portal.anonymous().request(Method::GET, "/").send().await.unwrap();
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    let second = portal.anonymous().request(Method::GET, "/").header("if-none-match", tag).send().await.unwrap();
    assert_eq!(second.status(), 304);
    assert!(
        !second.headers().contains_key("content-security-policy"),
        "it would replace the policy of the cached page"
    );
}
