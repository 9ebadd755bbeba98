use std::collections::HashSet;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use hmac::Mac;
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;

const SESSION: SessionId = SessionId(Uuid::from_u128(0x0198_0000_0000_7000_8000_0000_0000_0001));

fn tokens() -> SignedTokens {
    SignedTokens::new(&SigningKey::from_bytes([1; 32]), None)
}

fn tokens_of_other_key() -> SignedTokens {
    SignedTokens::new(&SigningKey::from_bytes([2; 32]), None)
}

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).unwrap()
}

/// A token with this content and a valid signature.
fn signed(header: &Value, claims: &Value) -> String {
    let key = SigningKey::from_bytes([1; 32]).derive("portal/access-token/1");
    let message = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string())).join(".");
    let mac = keyed(&key).chain_update(message.as_bytes()).finalize().into_bytes();
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(mac))
}

fn header() -> Value {
    json!({ "alg": "HS256", "typ": "at+jwt" })
}

fn claims() -> Value {
    let iat = noon().timestamp();
    json!({ "sub": SESSION.0, "aud": "portal", "iat": iat, "exp": iat + 900 })
}

fn with(mut object: Value, key: &str, value: Value) -> Value {
    object[key] = value;
    object
}

#[test]
fn verify_access_returns_session_for_exactly_15_minutes() {
    let (tokens, token) = (tokens(), tokens().issue_access(SESSION, noon()));
    let at = |seconds| tokens.verify_access(&token, noon() + TimeDelta::seconds(seconds));
    assert_eq!((at(0), at(899), at(900), at(901)), (Some(SESSION), Some(SESSION), None, None));
    assert_eq!(at(-2), Some(SESSION), "another process's clock may be behind");
}

/// By the system clock these tokens have expired, or are issued in the future.
#[test]
fn verify_access_does_not_read_the_system_clock() {
    for now in [DateTime::UNIX_EPOCH, DateTime::from_timestamp(32_503_680_000, 0).unwrap()] {
        let token = tokens().issue_access(SESSION, now);
        assert_eq!(tokens().verify_access(&token, now), Some(SESSION));
    }
}

#[test]
fn verify_access_rejects_token_of_other_key() {
    let token = tokens_of_other_key().issue_access(SESSION, noon());
    assert_eq!(tokens().verify_access(&token, noon()), None);
}

#[test]
fn verify_access_rejects_token_with_changed_character() {
    let (tokens, token) = (tokens(), tokens().issue_access(SESSION, noon()));
    for position in 0..token.len() {
        for replacement in ["A", "B", "_", ".", "=", ""] {
            let mut forged = token.clone();
            forged.replace_range(position..=position, replacement);
            assert!(forged == token || tokens.verify_access(&forged, noon()).is_none(), "{position} {replacement}");
        }
    }
}

#[test]
fn verify_access_rejects_signed_token_with_invalid_header_or_claim() {
    let verify = |header: Value, claims: Value| tokens().verify_access(&signed(&header, &claims), noon());
    assert_eq!(verify(header(), claims()), Some(SESSION), "each case below changes one value");
    for algorithm in ["none", "None", "", "HS384", "HS512", "RS256", "ES256", "EdDSA"] {
        assert_eq!(verify(with(header(), "alg", json!(algorithm)), claims()), None, "{algorithm}");
    }
    for kind in [json!("JWT"), json!("rt+jwt"), json!(""), Value::Null] {
        assert_eq!(verify(with(header(), "typ", kind.clone()), claims()), None, "{kind}");
    }
    let (iat, day) = (noon().timestamp(), 86_400);
    for (claim, value) in [
        ("aud", json!("elsewhere")),
        ("aud", json!(["elsewhere"])),
        ("aud", Value::Null),
        ("sub", json!("no uuid")),
        ("sub", Value::Null),
        ("exp", json!(iat)),
        ("exp", json!(iat + day)),
        ("exp", json!(i64::MAX)),
        ("exp", json!(1e300)),
        ("exp", Value::Null),
        ("iat", json!(iat - day)),
        ("iat", json!(i64::MIN)),
        ("iat", Value::Null),
    ] {
        assert_eq!(verify(header(), with(claims(), claim, value.clone())), None, "{claim} {value}");
    }
}

#[test]
fn verify_access_rejects_unsigned_token() {
    let token = signed(&with(header(), "alg", json!("none")), &claims());
    let (message, _) = token.rsplit_once('.').unwrap();
    for forged in [format!("{message}."), message.to_owned(), format!("{message}..")] {
        assert_eq!(tokens().verify_access(&forged, noon()), None, "{forged}");
    }
}

#[test]
fn successor_is_deterministic_and_keeps_the_session() {
    let first = tokens().issue_refresh(SESSION);
    assert_ne!(first, tokens().issue_refresh(SESSION));
    let second = tokens().successor(&first);
    assert_eq!(second, tokens().successor(&first), "a repeated refresh returns the same token");
    assert_ne!(second, first);
    assert_ne!(second, tokens_of_other_key().successor(&first), "it cannot be derived without the key");
    for token in [&first, &second, &tokens().successor(&second)] {
        assert_eq!(tokens().session_of(token), Some(SESSION));
    }
}

#[test]
fn was_issued_recognises_tokens_however_old_and_no_other() {
    let tokens = tokens();
    let first = tokens.issue_refresh(SESSION);
    let mut current = first.clone();
    // A script can refresh more often than a browser does within the life of a session.
    for _ in 0..4_000 {
        current = tokens.successor(&current);
    }
    assert!(tokens.was_issued(&first) && tokens.was_issued(&current));
    assert!(!tokens_of_other_key().was_issued(&first));
    let invented = RefreshToken(URL_SAFE_NO_PAD.encode([SESSION.0.as_bytes().as_slice(), &[7; 48]].concat()));
    assert_eq!(tokens.session_of(&invented), Some(SESSION));
    assert!(!tokens.was_issued(&invented));
}

/// Sessions must survive an update: their tokens of 48 bytes have no tag.
#[test]
fn successor_of_token_of_older_version_has_a_tag() {
    let tokens = tokens();
    let old = RefreshToken(URL_SAFE_NO_PAD.encode([SESSION.0.as_bytes().as_slice(), &[7; 32]].concat()));
    assert_eq!(tokens.session_of(&old), Some(SESSION));
    assert!(!tokens.was_issued(&old));
    let successor = tokens.successor(&old);
    assert!(tokens.was_issued(&successor));
    assert_eq!(tokens.find_successor(&old, &tokens.hash(&successor)), Some(successor));
}

#[test]
fn tokens_of_previous_key_are_accepted_until_its_time() {
    let before = tokens();
    let (access, refresh) = (before.issue_access(SESSION, noon()), before.issue_refresh(SESSION));
    let successor = before.successor(&refresh);
    let rotated = tokens();
    let previous = PreviousKey { key: SigningKey::from_bytes([1; 32]), accepted_until: noon() + TimeDelta::minutes(5) };
    rotated.replace_keys(&SigningKey::from_bytes([2; 32]), Some(&previous));
    let at = |minutes| rotated.verify_access(&access, noon() + TimeDelta::minutes(minutes));
    assert_eq!((at(0), at(4), at(5)), (Some(SESSION), Some(SESSION), None));
    assert!(rotated.was_issued(&refresh));
    assert_eq!(rotated.find_successor(&refresh, &before.hash(&successor)), Some(successor.clone()));
    assert_ne!(rotated.successor(&refresh), successor, "the new key signs");
    let new = rotated.issue_access(SESSION, noon());
    assert_eq!(before.verify_access(&new, noon()), None);
    assert_eq!(tokens_of_other_key().verify_access(&new, noon()), Some(SESSION));
    rotated.replace_keys(&SigningKey::from_bytes([3; 32]), None);
    assert_eq!(rotated.verify_access(&new, noon()), None);
    assert!(!rotated.was_issued(&refresh));
}

#[test]
fn verify_access_rejects_another_key_id() {
    let key_id = jsonwebtoken::decode_header(tokens().issue_access(SESSION, noon())).unwrap().kid.unwrap();
    let verify = |header: Value| tokens().verify_access(&signed(&header, &claims()), noon());
    assert_eq!(verify(with(header(), "kid", json!(key_id))), Some(SESSION));
    assert_eq!(verify(with(header(), "kid", json!("another"))), None);
}

#[test]
fn hash_is_sha_256_of_the_token() {
    let hash = tokens().hash(&RefreshToken("abc".to_owned()));
    assert_eq!(hash[..4], [0xba, 0x78, 0x16, 0xbf]);
}

#[test]
fn account_secret_is_256_random_bits_in_url_safe_characters() {
    let AccountSecret(secret) = tokens().account_secret();
    assert_eq!(URL_SAFE_NO_PAD.decode(&secret).unwrap().len(), 32);
    assert!(secret.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)), "{secret}");
    let others: HashSet<_> = (0..1_000).map(|_| tokens().account_secret().0).collect();
    assert!(others.len() == 1_000 && !others.contains(&secret));
}

#[test]
fn hash_account_secret_is_sha_256_of_the_exact_text() {
    let digest = |text: &str| tokens().hash_account_secret(&AccountSecret(text.to_owned()));
    assert_eq!(digest("abc")[..4], [0xba, 0x78, 0x16, 0xbf]);
    assert_eq!(digest("abc"), tokens_of_other_key().hash_account_secret(&AccountSecret("abc".to_owned())));
    let AccountSecret(secret) = tokens().account_secret();
    for other in [format!("{secret}="), format!(" {secret}"), secret[1..].to_owned(), secret.clone() + "A"] {
        assert_ne!(digest(&other), digest(&secret), "{other}");
    }
}

#[test]
fn pseudonym_is_deterministic_and_depends_on_the_key() {
    let pseudonym = tokens().pseudonym("login:ada@example.org");
    assert_eq!(pseudonym, tokens().pseudonym("login:ada@example.org"));
    assert_ne!(pseudonym, tokens().pseudonym("login:bob@example.org"));
    assert_ne!(pseudonym, tokens_of_other_key().pseudonym("login:ada@example.org"));
    assert!(pseudonym.len() == 64 && pseudonym.chars().all(|c| c.is_ascii_hexdigit() && !c.is_uppercase()));
}

#[test]
fn verify_rejects_tokens_of_other_kinds() {
    let tokens = tokens();
    let (access, AccountSecret(device)) = (tokens.issue_access(SESSION, noon()), tokens.account_secret());
    let RefreshToken(refresh) = tokens.issue_refresh(SESSION);
    for token in [&device, &refresh] {
        assert_eq!(tokens.verify_access(token, noon()), None);
    }
    for token in [access, device] {
        assert_eq!(tokens.session_of(&RefreshToken(token.clone())), None);
        assert!(!tokens.was_issued(&RefreshToken(token)));
    }
}

proptest! {
    /// No input panics, and no invented token is accepted.
    #[test]
    fn verify_rejects_arbitrary_text(text in prop_oneof![
        any::<String>(),
        "[A-Za-z0-9_.=-]{0,300}",
        prop::collection::vec(any::<u8>(), 0..200).prop_map(|bytes| URL_SAFE_NO_PAD.encode(bytes)),
    ]) {
        let tokens = tokens();
        let token = RefreshToken(text.clone());
        prop_assert_eq!(tokens.verify_access(&text, noon()), None);
        let bytes = URL_SAFE_NO_PAD.decode(&text);
        prop_assert_eq!(tokens.session_of(&token).is_some(), bytes.is_ok_and(|bytes| [48, 64].contains(&bytes.len())));
        prop_assert_eq!(tokens.session_of(&tokens.successor(&token)), tokens.session_of(&token));
        prop_assert!(!tokens.was_issued(&token));
        let secret = AccountSecret(text);
        prop_assert_ne!(tokens.hash_account_secret(&secret), tokens.hash_account_secret(&tokens.account_secret()));
    }

    #[test]
    fn verify_access_rejects_signed_arbitrary_text(header in any::<String>(), claims in any::<String>()) {
        let token = signed(&Value::String(header), &Value::String(claims));
        prop_assert_eq!(tokens().verify_access(&token, noon()), None);
    }
}
