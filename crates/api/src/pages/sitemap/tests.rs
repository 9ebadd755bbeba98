use portal_domain::ids::ListingId;
use portal_services::testing::MockPorts;
use uuid::Uuid;

use super::*;

#[test]
fn an_index_names_every_file() {
    let xml = index("https://portal.test", 2);
    assert_eq!(
        xml,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
         <sitemap><loc>https://portal.test/sitemap-1.xml</loc></sitemap>\n\
         <sitemap><loc>https://portal.test/sitemap-2.xml</loc></sitemap>\n\
         </sitemapindex>\n"
    );
}

/// Ports whose search finds the listings 1 to `count`, and says how often it is asked.
fn ports(count: u64, asked: usize) -> Ports {
    let mut ports = MockPorts::default();
    ports.search.expect_list_listed().times(asked).returning(move |start, limit| {
        let first = match start {
            DirectoryStart::At(offset) => offset + 1,
            DirectoryStart::After(id) => u64::try_from(id.0.as_u128()).unwrap() + 1,
        };
        let listed = (first..=count).take(limit as usize);
        let last_modified = MockPorts::now();
        Ok(listed.map(|n| Listed { id: ListingId(Uuid::from_u128(n.into())), last_modified }).collect())
    });
    ports.build()
}

async fn walked(from: u64, count: u64, asked: usize) -> Vec<String> {
    let next = Some(DirectoryStart::At(from));
    let walk = Walk { ports: ports(count, asked), public_url: "http://p".into(), next, left: LISTINGS };
    let pieces: Vec<_> = stream::try_unfold(walk, Walk::step).map(Result::unwrap).collect().await;
    let text = String::from_utf8(pieces.concat()).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[actix_web::test]
async fn a_file_is_read_piece_by_piece_up_to_its_end() {
    let lines = walked(0, 2_500, 3).await;
    assert_eq!(lines.len(), 2_500);
    assert_eq!(
        lines[2_499],
        "<url><loc>http://p/listing/00000000-0000-0000-0000-0000000009c4</loc><lastmod>2026-11-20T12:00:00Z</lastmod></url>"
    );
    assert_eq!(walked(0, 0, 1).await.len(), 0);
    // The last piece is full: only the next one tells that there is none.
    assert_eq!(walked(0, 2_000, 3).await.len(), 2_000);
}

#[actix_web::test]
async fn a_file_holds_what_the_protocol_allows_and_the_next_one_goes_on() {
    let first = walked(0, LIMIT + 10, 50).await;
    assert_eq!(first.len() + PAGES.len() + LegalPage::ALL.len(), 50_000);
    let second = walked(LISTINGS, LIMIT + 10, 1).await;
    assert_eq!(second.len(), 10 + PAGES.len() + LegalPage::ALL.len());
    assert!(second[0].contains(&format!("{:012x}", LISTINGS + 1)), "{}", second[0]);
}
