//! Signs of fraud in published listings: events, their answers, and twenty frauds.

use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use portal_domain::ids::ListingId;
use portal_domain::listing::Listing;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::harness::{Client, Portal, listing};

/// A drawing of rectangles at places that the seed chooses.
fn drawing(seed: u32, width: u32, height: u32, quality: u8) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    let mut random = move |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    let shapes: Vec<[u32; 7]> = (0..14)
        .map(|_| [random(100), random(100), 8 + random(40), 8 + random(40), random(256), random(256), random(256)])
        .collect();
    let pixels = RgbImage::from_fn(width, height, |x, y| {
        let (x, y) = (x * 100 / width, y * 100 / height);
        let inside = |[left, top, w, h, ..]: &&[u32; 7]| x >= *left && x < left + w && y >= *top && y < top + h;
        let colour = shapes.iter().rev().find(inside).map_or([230, 225, 215], |[.., r, g, b]| [*r, *g, *b]);
        Rgb(colour.map(|value| u8::try_from(value).unwrap()))
    });
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&pixels).unwrap();
    bytes
}

struct Setup {
    portal: Portal,
    administrator: Client,
    landlord: Client,
}

impl Setup {
    async fn new() -> Self {
        let portal = Portal::start().await;
        let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
        Self { portal, administrator, landlord }
    }

    /// All events of suspicious listings, the newest first.
    async fn suspicions(&self) -> Vec<Value> {
        let (status, body) = self.administrator.get("/api/v1/events?pageSize=100").await;
        assert_eq!(status, 200, "{body}");
        let events = body["payload"].as_array().unwrap().iter();
        events.filter(|event| event["type"] == "LISTING_SUSPICIOUS").cloned().collect()
    }

    /// The reasons of the only suspicion.
    async fn reasons(&self) -> Value {
        let events = self.suspicions().await;
        let [event] = events.as_slice() else { panic!("{events:#?}") };
        event["reasons"].clone()
    }

    async fn answer(&self, event: &Value, answer: &str) -> (u16, Value) {
        let id = event["externalId"].as_str().unwrap();
        let (status, body) = self.administrator.put(&format!("/api/v1/events/{id}/{answer}")).await;
        (status.as_u16(), body)
    }

    async fn update(&self, id: &str, listing: &Value) {
        let (status, body) = self.landlord.put_json(&format!("/api/v1/listings/{id}"), listing).await;
        assert_eq!(status, 200, "{body}");
    }

    /// Twenty searchable listings like [`listing`], for the median of the city.
    async fn fill_city(&self) {
        let owner = self.portal.landlord().await;
        let id = owner.publish_listing(&listing()).await;
        let mut work = self.portal.ports.store.begin().await.unwrap();
        let found = work.listings().find_for_update(ListingId(id.parse().unwrap())).await.unwrap().unwrap();
        let others: Vec<Listing> = (1..20)
            .map(|n| Listing { id: ListingId(Uuid::from_u128(n)), images: Vec::new(), ..found.clone() })
            .collect();
        work.listings().insert(&others).await.unwrap();
        work.commit().await.unwrap();
    }
}

fn described(description: &str) -> Value {
    changed("description", json!(description))
}

fn changed(field: &str, value: Value) -> Value {
    let mut changed = listing();
    changed[field] = value;
    changed
}

/// A basic rent and hardly any other costs.
fn rented_for(rent: u32) -> Value {
    let mut cheap = listing();
    cheap["basicRent"] = json!(rent);
    cheap["ancillaryCost"] = json!(1);
    cheap["additionalCosts"] = json!([]);
    cheap
}

async fn publish(landlord: &Client, listing: &Value, image: Vec<u8>) -> String {
    let id = landlord.create_listing(listing).await;
    let (status, body) = landlord.upload(&format!("/api/v1/listings/{id}/images"), vec![image]).await;
    assert_eq!(status, 201, "{body}");
    assert_eq!(landlord.put(&format!("/api/v1/listings/{id}/status?status=AVAILABLE")).await.0, 200);
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_frauds_are_found_and_ordinary_listings_are_not() {
    let setup = Setup::new().await;
    setup.fill_city().await;
    let (rent, contact, money) = ("PRICE_TOO_LOW", "CONTACT_IN_TEXT", "MONEY_TRANSFER");
    let mut all_at_once = rented_for(120);
    all_at_once["description"] = json!("WhatsApp +44 7911 123456. Deposit before viewing via Western Union.");
    let frauds: Vec<(Value, Vec<&str>)> = vec![
        (rented_for(150), vec![rent]),
        (rented_for(130), vec![rent]),
        (described("Bei Interesse: anna.schmidt@web.de"), vec![contact]),
        (described("Schreib an anna (at) gmail [dot] com"), vec![contact]),
        (described("Ich bin viel unterwegs, ruf an: 0171 / 234 56 78"), vec![contact]),
        (described("Meine Nummer: null eins sieben eins zwei drei vier fünf sechs"), vec![contact]),
        (changed("title", json!("Zimmer, W h a t s A p p 0 1 7 1 2 3 4 5 6 7")), vec![contact]),
        (changed("tenantDescription", json!("Text me on Signal or Telegram")), vec![contact]),
        (changed("locationDescription", json!("Kontakt nur über Telegramm @anna_munich")), vec![contact]),
        (changed("additionalCosts", json!([{ "description": "Tel. 089 1234567", "cost": 10 }])), vec![contact]),
        (described("Die Kaution geht per Western Union an meine Schwester."), vec![money]),
        (described("Please pay the first rent with MoneyGram."), vec![money]),
        (described("Der Vertrag wird über Airbnb abgewickelt."), vec![money]),
        (described("Kaution bitte als Amazon Gutschein oder in Bitcoin."), vec![money]),
        (described("Die Kaution ist vor der Besichtigung zu überweisen."), vec![money]),
        (described("Viewing only after the deposit has been paid."), vec![money]),
        (described("Ich lebe in London und schicke die Schlüssel nach Zahlung per DHL."), vec![money]),
        (all_at_once, vec![rent, contact, money]),
    ];
    let mut expected = Vec::new();
    // Few listings a landlord, so that they are not suspicious for their number.
    for landlord_frauds in frauds.chunks(5) {
        let landlord = setup.portal.landlord().await;
        for (fraud, reasons) in landlord_frauds {
            expected.push((landlord.publish_listing(fraud).await, json!(reasons)));
        }
    }
    let (victim, thief) = (setup.portal.landlord().await, setup.portal.landlord().await);
    publish(&victim, &listing(), drawing(1, 640, 480, 92)).await;
    let stolen = publish(&thief, &listing(), drawing(1, 400, 300, 60)).await;
    expected.push((stolen, json!(["IMAGE_REUSED"])));
    publish(&thief, &listing(), drawing(2, 640, 480, 92)).await;
    let busy = setup.portal.landlord().await;
    for n in 1..=6 {
        let id = busy.publish_listing(&listing()).await;
        if n == 6 {
            expected.push((id, json!(["MANY_PUBLICATIONS"])));
        }
    }

    let events = setup.suspicions().await;
    let mut found: Vec<(String, Value)> = events
        .iter()
        .map(|event| (event["entity"]["externalId"].as_str().unwrap().to_owned(), event["reasons"].clone()))
        .collect();
    assert_eq!(expected.len(), 20);
    found.reverse();
    assert_eq!(found, expected, "and no event of an ordinary listing");
    let hidden = events.iter().filter(|event| event["acknowledged"] != json!(false)).count();
    assert_eq!(hidden, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn suspicion_is_one_event_that_follows_the_changes() {
    let setup = Setup::new().await;
    let id = setup.landlord.create_listing(&described("WhatsApp")).await;
    assert_eq!(setup.suspicions().await.len(), 0, "a draft is not public");
    setup.landlord.delete(&format!("/api/v1/listings/{id}")).await;
    let id = setup.landlord.publish_listing(&described("WhatsApp")).await;
    assert_eq!(setup.reasons().await, json!(["CONTACT_IN_TEXT"]));
    setup.update(&id, &described("WhatsApp, Western Union")).await;
    assert_eq!(setup.reasons().await, json!(["CONTACT_IN_TEXT", "MONEY_TRANSFER"]));
    setup.update(&id, &described("Western Union")).await;
    assert_eq!(setup.reasons().await, json!(["MONEY_TRANSFER"]));
    setup.update(&id, &listing()).await;
    assert_eq!(setup.reasons().await, json!(["MONEY_TRANSFER"]), "what students may have read stays");
    let detail = setup.portal.anonymous().get(&format!("/api/v1/listings/{id}")).await;
    assert_eq!(detail.0, 200, "nothing is hidden");
    let (_, pending) = setup.administrator.get("/api/v1/notifications/admin").await;
    assert_eq!(pending["payload"]["pendingEvents"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn dismissed_content_makes_no_event_again() {
    let setup = Setup::new().await;
    let id = setup.landlord.publish_listing(&described("WhatsApp")).await;
    let event = setup.suspicions().await.remove(0);
    for _ in 0..2 {
        let (status, body) = setup.answer(&event, "dismiss").await;
        assert_eq!((status, &body["payload"]["acknowledged"]), (200, &json!(true)), "{body}");
        assert_eq!(body["payload"]["reasons"], json!(["CONTACT_IN_TEXT"]));
    }
    let mut dearer = described("WhatsApp");
    dearer["basicRent"] = json!(400);
    setup.update(&id, &dearer).await;
    for status in ["DRAFT", "AVAILABLE"] {
        setup.landlord.put(&format!("/api/v1/listings/{id}/status?status={status}")).await;
    }
    setup.landlord.publish_listing(&described("WhatsApp")).await;
    assert_eq!(setup.suspicions().await.len(), 1, "the same text of the same landlord");
    setup.update(&id, &described("WhatsApp 0171 2345678")).await;
    assert_eq!(setup.suspicions().await.len(), 2, "another text");
    setup.portal.landlord().await.publish_listing(&described("WhatsApp")).await;
    assert_eq!(setup.suspicions().await.len(), 3, "another landlord");
    let (_, trail) = setup.administrator.get("/api/v1/audit?action=EVENT_DISMISSED").await;
    assert_eq!(trail["totalSize"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_suspicion_is_remembered_only_until_the_next_change() {
    let setup = Setup::new().await;
    let id = setup.landlord.publish_listing(&described("WhatsApp")).await;
    let event = setup.suspicions().await.remove(0);
    assert_eq!(setup.answer(&event, "acknowledge").await.0, 200);
    setup.update(&id, &described("WhatsApp")).await;
    assert_eq!(setup.suspicions().await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn reused_image_is_found_in_a_published_listing_and_dismissed() {
    let setup = Setup::new().await;
    let victim = setup.portal.landlord().await;
    victim.create_listing(&listing()).await;
    publish(&victim, &listing(), drawing(3, 640, 480, 92)).await;
    let id = setup.landlord.publish_listing(&listing()).await;
    assert_eq!(setup.suspicions().await.len(), 0);
    let images = format!("/api/v1/listings/{id}/images");
    let (status, uploaded) = setup.landlord.upload(&images, vec![drawing(3, 800, 600, 75)]).await;
    assert_eq!(status, 201, "{uploaded}");
    assert_eq!(setup.reasons().await, json!(["IMAGE_REUSED"]));
    let event = setup.suspicions().await.remove(0);
    assert_eq!(setup.answer(&event, "dismiss").await.0, 200);
    setup.update(&id, &described("Jetzt frei.")).await;
    assert_eq!(setup.suspicions().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn take_down_settles_the_suspicion() {
    let setup = Setup::new().await;
    let id = setup.landlord.publish_listing(&described("WhatsApp")).await;
    let reason = json!({ "reason": "Betrug" });
    assert_eq!(setup.administrator.post(&format!("/api/v1/listings/{id}/takedown"), &reason).await.0, 200);
    let event = setup.suspicions().await.remove(0);
    assert_eq!((&event["acknowledged"], &event["entity"]["takenDown"]), (&json!(true), &json!(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn dismiss_event_of_listing_changed_since_it_was_read_is_rejected() {
    let setup = Setup::new().await;
    let id = setup.landlord.publish_listing(&described("WhatsApp")).await;
    let read = setup.suspicions().await.remove(0);
    let path = format!("/api/v1/events/{}/dismiss", read["externalId"].as_str().unwrap());
    let seen = |event: &Value| json!({ "listingLastModified": event["entity"]["lastModified"] });
    setup.update(&id, &described("WhatsApp, Western Union")).await;
    let (status, body) = setup.administrator.put_json(&path, &seen(&read)).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.listing.stale")));
    let event = setup.suspicions().await.remove(0);
    assert_eq!((&event["acknowledged"], &event["entity"]["takenDown"]), (&json!(false), &json!(false)));
    let (status, body) = setup.administrator.put_json(&path, &seen(&event)).await;
    assert_eq!((status.as_u16(), &body["payload"]["acknowledged"]), (200, &json!(true)), "{body}");
    setup.update(&id, &described("WhatsApp, Western Union")).await;
    assert_eq!(setup.suspicions().await.len(), 1, "the content that was read is dismissed");
}

#[tokio::test(flavor = "multi_thread")]
async fn dismiss_event_of_other_type_is_rejected() {
    let setup = Setup::new().await;
    let id = setup.landlord.publish_listing(&listing()).await;
    setup.landlord.put(&format!("/api/v1/listings/{id}/status?status=RENTED")).await;
    let (_, body) = setup.administrator.get("/api/v1/events").await;
    let event = &body["payload"][0];
    assert_eq!((&event["type"], &event["reasons"]), (&json!("LISTING_RENTED"), &Value::Null));
    let (status, body) = setup.answer(event, "dismiss").await;
    assert_eq!((status, &body["error"]["message"]), (409, &json!("exception.event.not-suspicious")));
}
