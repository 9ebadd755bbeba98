//! What the server answers for pages (acceptance A 1–2, and the security headers).

mod first_answers;
mod links;
mod sitemaps;

use reqwest::Method;

use crate::harness::{Portal, listing};

async fn status(portal: &Portal, path: &str) -> u16 {
    portal.anonymous().request(Method::GET, path).send().await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn known_pages_are_200_and_unknown_ones_404() {
    let portal = Portal::start_with_front_end().await;
    for path in ["/", "/login", "/my-applications", "/applications", "/?page=2"] {
        assert_eq!(status(&portal, path).await, 200, "{path}");
    }
    for path in ["/nothing", "/page-404", "/listing", "/wp-login.php", "/index.html", "/login/"] {
        assert_eq!(status(&portal, path).await, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_asset_of_a_former_build_is_a_404_without_a_page() {
    let portal = Portal::start_with_front_end().await;
    let answer = portal.anonymous().request(Method::GET, "/assets/start-00000000.js").send().await.unwrap();
    assert_eq!(answer.status(), 404);
    assert_eq!(answer.headers()["content-type"], "text/plain; charset=utf-8");
    assert_eq!(answer.text().await.unwrap(), "Not found.\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_listing_that_is_not_public_is_a_404() {
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
async fn every_answer_has_the_security_headers() {
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

#[tokio::test(flavor = "multi_thread")]
async fn a_page_may_run_only_its_own_scripts() {
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
async fn a_page_that_the_browser_keeps_keeps_its_policy() {
    let portal = Portal::start_with_front_end().await;
    let first = portal.anonymous().request(Method::GET, "/").send().await.unwrap();
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    let second = portal.anonymous().request(Method::GET, "/").header("if-none-match", tag).send().await.unwrap();
    assert_eq!(second.status(), 304);
    assert!(!second.headers().contains_key("content-security-policy"), "it would replace the kept page's");
}
