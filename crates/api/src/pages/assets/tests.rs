use actix_web::body::to_bytes;
use actix_web::test::TestRequest;

use super::*;

const SHELL: &str = concat!(
    r#"<html lang="de-DE"><head><title>Portal</title><meta name="description" content="Zimmer" />"#,
    "<script>go()</script></head></html>",
);

fn front_end() -> FrontEnd {
    let files = [
        ("index.html", SHELL),
        ("assets/app-1a2b.js", "plain"),
        ("assets/app-1a2b.js.br", "brotli"),
        ("assets/app-1a2b.js.gz", "gzip"),
        ("robots.txt", "User-agent: *"),
    ];
    FrontEnd::from_files(files.map(|(name, text)| (name.to_owned(), Cow::Borrowed(text.as_bytes()))))
}

async fn body(response: HttpResponse) -> String {
    let Ok(bytes) = to_bytes(response.into_body()).await else { panic!("a body") };
    String::from_utf8(bytes.to_vec()).unwrap()
}

async fn script(accept: &str) -> (Option<String>, String) {
    let request = TestRequest::get().insert_header(("accept-encoding", accept)).to_http_request();
    let front_end = front_end();
    let response = front_end.find("/assets/app-1a2b.js").unwrap().answer(&request);
    let encoding = response.headers().get("content-encoding").map(|value| value.to_str().unwrap().to_owned());
    (encoding, body(response).await)
}

#[actix_web::test]
async fn a_file_is_sent_in_the_smallest_form_that_the_client_understands() {
    assert_eq!(script("gzip, deflate, br").await, (Some("br".to_owned()), "brotli".to_owned()));
    assert_eq!(script("gzip").await, (Some("gzip".to_owned()), "gzip".to_owned()));
    assert_eq!(script("br;q=0, gzip").await, (Some("gzip".to_owned()), "gzip".to_owned()));
    assert_eq!(script("identity").await, (None, "plain".to_owned()));
}

#[actix_web::test]
async fn hashed_names_are_kept_for_ever_and_others_are_asked_for_again() {
    let request = TestRequest::get().to_http_request();
    let front_end = front_end();
    let hashed = front_end.find("/assets/app-1a2b.js").unwrap().answer(&request);
    assert_eq!(hashed.headers().get("cache-control").unwrap(), "public, max-age=31536000, immutable");
    let robots = front_end.find("/robots.txt").unwrap().answer(&request);
    assert_eq!(robots.headers().get("cache-control").unwrap(), "no-cache");
    let tag = robots.headers().get("etag").unwrap().to_str().unwrap().to_owned();
    let again = TestRequest::get().insert_header(("if-none-match", tag)).to_http_request();
    assert_eq!(front_end.find("/robots.txt").unwrap().answer(&again).status(), StatusCode::NOT_MODIFIED);
}

#[actix_web::test]
async fn the_shell_is_no_file_and_carries_the_status_of_its_page() {
    let request = TestRequest::get().to_http_request();
    let front_end = front_end();
    assert!(front_end.find("/index.html").is_none());
    assert_eq!(page(&request, StatusCode::NOT_FOUND, "Weg").status(), StatusCode::NOT_FOUND);
    assert_eq!(front_end.inline_hashes().scripts.len(), 1);
}

fn page(request: &HttpRequest, status: StatusCode, title: &str) -> HttpResponse {
    front_end().page(request, status, Locale::English, Head::default().title(title), &FirstAnswers::default())
}

#[actix_web::test]
async fn a_page_is_the_shell_with_its_own_head() {
    let request = TestRequest::get().to_http_request();
    assert_eq!(
        body(page(&request, StatusCode::OK, "Zimmer & Küche")).await,
        "<html lang=\"en-US\"><head><title>Zimmer &amp; Küche</title><script>go()</script></head></html>"
    );
}

#[actix_web::test]
async fn a_page_is_packed_for_those_who_understand_it() {
    let request = TestRequest::get().insert_header(("accept-encoding", "br, gzip;q=0.5")).to_http_request();
    let packed = page(&request, StatusCode::OK, "Zimmer");
    assert_eq!(packed.headers().get("content-encoding").unwrap(), "gzip");
    let Ok(bytes) = to_bytes(packed.into_body()).await else { panic!("a body") };
    let mut html = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&bytes[..]), &mut html).unwrap();
    assert!(html.contains("<title>Zimmer</title>"), "{html}");
    for refused in ["identity", "gzip;q=0", "gzip; q=0.0, br"] {
        let request = TestRequest::get().insert_header(("accept-encoding", refused)).to_http_request();
        assert!(!page(&request, StatusCode::OK, "Zimmer").headers().contains_key("content-encoding"), "{refused}");
    }
}

#[actix_web::test]
async fn a_page_is_sent_again_only_where_it_has_changed() {
    let first = page(&TestRequest::get().to_http_request(), StatusCode::OK, "Zimmer");
    let tag = first.headers().get("etag").unwrap().clone();
    let again = TestRequest::get().insert_header(("if-none-match", tag)).to_http_request();
    let unchanged = page(&again, StatusCode::OK, "Zimmer");
    assert_eq!(unchanged.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(unchanged.headers().get("vary").unwrap(), "Accept-Language, Cookie, Accept-Encoding");
    assert_eq!(page(&again, StatusCode::OK, "Wohnung").status(), StatusCode::OK);
    assert_eq!(page(&again, StatusCode::NOT_FOUND, "Zimmer").status(), StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn without_a_built_front_end_a_page_says_what_to_do() {
    let request = TestRequest::get().to_http_request();
    let (head, answers) = (Head::default(), FirstAnswers::default());
    let response = FrontEnd::from_files([]).page(&request, StatusCode::OK, Locale::German, &head, &answers);
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(body(response).await.contains("make run"));
}
