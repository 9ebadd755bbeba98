//! Profiles, and the administrators' list of users.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use portal_domain::mail::MailPurpose;
use portal_domain::user::{Role, UserStatus};
use serde_json::{Value, json};

use crate::harness::{Client, PASSWORD, Portal, eventually, landlord_form, link_token, listing};

const USERS: &str = "/api/v1/users";

fn profile() -> Value {
    json!({
        "firstName": "Katherine", "lastName": "Johnson", "gender": "FEMALE", "phoneNumber": "+49 40 1",
        "aboutMe": "Ich rechne.", "street": "Neuer Weg", "houseNumber": "9", "postalCode": "20095", "city": "Hamburg",
        "locale": "en-US"
    })
}

async fn path_of(client: &Client) -> String {
    format!("{USERS}/{}", client.profile().await["externalId"].as_str().unwrap())
}

fn new_administrator(email: &str) -> Value {
    json!({
        "email": email, "firstName": "Annie", "lastName": "Easley", "gender": "FEMALE",
        "phoneNumber": "-", "dateOfBirth": "2000-01-01"
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn update_user_saves_the_fields_of_the_role() {
    let portal = Portal::start().await;
    for role in [Role::Student, Role::Landlord, Role::Administrator] {
        let user = portal.user(role).await;
        let (status, body) = user.put_json(&path_of(&user).await, &profile()).await;
        assert_eq!(status, 200, "{role}: {body}");
        let saved = &body["payload"];
        assert_eq!(saved["firstName"], "Katherine");
        assert_eq!(saved["locale"], "en-US");
        let address = if role == Role::Landlord { json!("Hamburg") } else { Value::Null };
        let about_me = if role == Role::Student { json!("Ich rechne.") } else { Value::Null };
        assert_eq!((&saved["address"]["city"], &saved["aboutMe"]), (&address, &about_me), "{role}");
        assert_eq!(user.profile().await, *saved);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn update_user_refuses_other_user_and_ignores_read_only_fields() {
    let portal = Portal::start().await;
    let (student, other) = (portal.student().await, portal.student().await);
    let (status, body) = student.put_json(&path_of(&other).await, &profile()).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (404, &json!("exception.user.not-found")));
    let before = student.profile().await;
    let mut changed = profile();
    for (field, value) in [
        ("role", json!("ADMIN")),
        ("status", json!("INACTIVE")),
        ("email", json!("other@portal.test")),
        ("dateOfBirth", json!("1950-01-01")),
        ("externalId", json!("00000000-0000-7000-8000-000000000000")),
        ("dateCreated", json!("2001-01-01T00:00:00Z")),
    ] {
        changed[field] = value;
    }
    assert_eq!(student.put_json(&path_of(&student).await, &changed).await.0, 200);
    let after = student.profile().await;
    for field in ["role", "status", "email", "dateOfBirth", "externalId", "dateCreated"] {
        assert_eq!(after[field], before[field], "{field}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn update_user_names_missing_required_fields() {
    let portal = Portal::start().await;
    for (role, required) in [
        (Role::Student, vec!["firstName", "lastName", "phoneNumber", "gender", "aboutMe"]),
        (
            Role::Landlord,
            vec!["firstName", "lastName", "phoneNumber", "gender", "street", "houseNumber", "postalCode", "city"],
        ),
        (Role::Administrator, vec!["firstName", "lastName", "phoneNumber", "gender"]),
    ] {
        let user = portal.user(role).await;
        let path = path_of(&user).await;
        for field in required {
            for missing in [Value::Null, json!("   ")] {
                if field == "gender" && missing.is_string() {
                    continue;
                }
                let mut incomplete = profile();
                incomplete[field] = missing;
                let (status, body) = user.put_json(&path, &incomplete).await;
                assert_eq!(status, 400, "{role} {field}");
                assert_eq!(body["error"]["fields"], json!({ field: "validation.required" }), "{role}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn create_administrator_invites_user_who_can_log_in() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let (status, body) = administrator.post(USERS, &new_administrator("annie@portal.test")).await;
    assert_eq!(status, 201, "{body}");
    assert_eq!(
        (&body["payload"]["role"], &body["payload"]["status"]),
        (&json!("ADMIN"), &json!("REGISTRATION_PENDING"))
    );
    let mails = portal.deliver_mails().await;
    assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::AdministratorInvited]);
    let finish =
        json!({ "email": "annie@portal.test", "password": PASSWORD, "registrationToken": link_token(&mails[0]) });
    assert_eq!(portal.anonymous().post("/api/v1/users/finish-registration", &finish).await.0, 204);
    let mut annie = portal.anonymous();
    assert_eq!(annie.log_in("annie@portal.test", PASSWORD).await, 200);
    assert_eq!(
        annie
            .put_json(
                &path_of(&annie).await,
                &json!({ "firstName": "Annie", "lastName": "Easley",
        "gender": "FEMALE", "phoneNumber": "-" })
            )
            .await
            .0,
        200,
        "the default phone number can be saved"
    );
    let (status, body) = administrator.post(USERS, &new_administrator(" Annie@Portal.TEST ")).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.registration.email-exists")));
}

#[tokio::test(flavor = "multi_thread")]
async fn change_user_status_ends_sessions_until_reactivation() {
    let portal = Portal::start().await;
    let (administrator, student) = (portal.administrator().await, portal.student().await);
    let path = format!("{}/status", path_of(&student).await);
    let (status, body) = administrator.put(&format!("{path}?active=false")).await;
    assert_eq!((status.as_u16(), &body["payload"]["status"]), (200, &json!("INACTIVE")));
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403, "the next request");
    assert_eq!(student.refresh().await.0, 401);
    assert_eq!(portal.anonymous().log_in(&student.email, PASSWORD).await, 401);
    let mails = portal.deliver_mails().await;
    assert_eq!(mails.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::AccountDeactivated]);
    assert_eq!(administrator.put(&format!("{path}?active=false")).await.0, 200, "repeating changes nothing");
    assert!(portal.deliver_mails().await.is_empty());
    assert_eq!(administrator.put(&format!("{path}?active=true")).await.1["payload"]["status"], "ACTIVE");
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403, "the old session stays ended");
    assert_eq!(portal.anonymous().log_in(&student.email, PASSWORD).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn change_user_status_stops_concurrent_requests() {
    let portal = Portal::start_with_pool().await;
    let (administrator, student) = (portal.administrator().await, portal.student().await);
    let path = format!("{}/status?active=false", path_of(&student).await);
    let served = Arc::new(AtomicU32::new(0));
    let busy = tokio::spawn({
        let (student, served) = (student.clone(), served.clone());
        async move {
            while student.get("/api/v1/users/profile").await.0 == 200 {
                served.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    // Requests are concurrent.
    eventually(true, async || served.load(Ordering::Relaxed) > 0).await;
    assert_eq!(administrator.put(&path).await.0, 200);
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(student.refresh().await.0, 401);
    busy.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn change_user_status_hides_listings_of_landlord() {
    let portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let id = landlord.publish_listing(&listing()).await;
    let path = format!("{}/status", path_of(&landlord).await);
    let total = async || portal.anonymous().post("/api/v1/listings/search", &json!({})).await.1["totalSize"].clone();
    let page = format!("/api/v1/listings/{id}");
    for (active, size, status) in [(false, 0, 404), (true, 1, 200)] {
        assert_eq!(administrator.put(&format!("{path}?active={active}")).await.0, 200);
        assert_eq!((total().await, portal.anonymous().get(&page).await.0.as_u16()), (json!(size), status));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn change_user_status_rejects_user_without_password() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    for status in [UserStatus::New, UserStatus::RegistrationPending] {
        let (_, id) = portal.insert_user(Role::Landlord).await;
        portal.set_status(id, status).await;
        for active in [true, false] {
            let (actual, body) = administrator.put(&format!("{USERS}/{id}/status?active={active}")).await;
            let message = &body["error"]["message"];
            assert_eq!((actual.as_u16(), message), (409, &json!("exception.user.not-activated")), "{status}");
        }
    }
    let (_, id) = portal.insert_user(Role::Landlord).await;
    let (status, body) = administrator.put(&format!("{USERS}/{id}/status?active=perhaps")).await;
    assert_eq!((status.as_u16(), &body["error"]["fields"]), (400, &json!({ "active": "validation.invalid" })));
}

#[tokio::test(flavor = "multi_thread")]
async fn administrator_cannot_remove_own_or_last_administrator_account() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let own = path_of(&administrator).await;
    for (status, body) in
        [administrator.put(&format!("{own}/status?active=false")).await, administrator.delete(&own).await]
    {
        assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.user.own-account")));
    }
    let (status, body) = administrator.post("/api/v1/users/profile/delete", &json!({ "password": PASSWORD })).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.user.last-administrator")));
    assert_eq!(administrator.profile().await["status"], "ACTIVE");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_deactivations_leave_one_administrator() {
    let portal = Portal::start_with_pool().await;
    for round in 0..20 {
        let (one, other) = (portal.administrator().await, portal.administrator().await);
        let (own_one, own_other) = (path_of(&one).await, path_of(&other).await);
        let (first, second) = (format!("{own_other}/status?active=false"), format!("{own_one}/status?active=false"));
        let (first, second) = tokio::join!(one.put(&first), other.put(&second));
        let active = portal.ports.users.list_users(&administrators()).await.unwrap().rows.len();
        assert!(active >= 1, "round {round}: {first:?} {second:?}");
        // The next round starts without active administrators.
        let client = portal.database.client().await;
        client.execute("UPDATE users SET status = 'INACTIVE' WHERE role = 'ADMIN'", &[]).await.unwrap();
    }
}

fn administrators() -> portal_services::ports::UserListQuery {
    use portal_services::paging::{PageRequest, Sort, SortDirection};
    portal_services::ports::UserListQuery {
        keyword: None,
        roles: vec![Role::Administrator],
        statuses: vec![UserStatus::Active],
        sort: Sort { by: portal_services::ports::UserSortField::Email, direction: SortDirection::Ascending },
        page: PageRequest { page: 0, size: 10 },
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_user_ends_sessions_and_frees_email() {
    let portal = Portal::start().await;
    let (administrator, student) = (portal.administrator().await, portal.student().await);
    let path = path_of(&student).await;
    assert_eq!(administrator.delete(&path).await.0, 204);
    assert_eq!(administrator.delete(&path).await.0, 404);
    assert_eq!(student.get("/api/v1/users/profile").await.0, 403);
    assert_eq!(portal.anonymous().log_in(&student.email, PASSWORD).await, 401);
    let farewell = portal.deliver_mails().await;
    assert_eq!(farewell.iter().map(|mail| mail.purpose).collect::<Vec<_>>(), [MailPurpose::AccountDeleted]);
    assert_eq!(farewell[0].facts.recipient.email.as_str(), student.email);
    let (status, body) =
        portal.anonymous().post(crate::harness::LANDLORD_REGISTRATIONS, &landlord_form(&student.email)).await;
    assert_eq!(status, 201, "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn list_users_filters_searches_sorts_and_omits_new_users() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    let (ada, _) = portal.insert_user(Role::Student).await;
    let (grace, grace_id) = portal.insert_user(Role::Landlord).await;
    let (_, new_user) = portal.insert_user(Role::Landlord).await;
    portal.set_status(grace_id, UserStatus::Inactive).await;
    portal.set_status(new_user, UserStatus::New).await;
    let emails = async |query: &str| {
        let (status, body) = administrator.get(&format!("{USERS}?{query}")).await;
        assert_eq!(status, 200, "{query}: {body}");
        let rows = body["payload"].as_array().unwrap();
        assert_eq!(body["totalSize"], rows.len(), "{query}");
        rows.iter().map(|row| row["email"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all = emails("sortField=role&direction=asc").await;
    assert_eq!(all, [administrator.email.clone(), grace.clone(), ada.clone()]);
    assert_eq!(
        emails("roles=STUDENT&roles=LANDLORD&sortField=role&sortDirection=DESC").await,
        [ada.clone(), grace.clone()]
    );
    assert_eq!(emails("status=INACTIVE").await, [grace]);
    assert_eq!(emails("status=NEW").await.len(), 1);
    assert_eq!(emails(&format!("keyword={}", &ada[..ada.find('@').unwrap()])).await, [ada]);
    assert_eq!(emails("keyword=%25").await, Vec::<String>::new(), "a wildcard is literal");
    for field in ["firstName", "lastName", "email", "role", "status", "dateCreated", "lastModified"] {
        let mut ascending = emails(&format!("sortField={field}&direction=ASC")).await;
        ascending.reverse();
        assert_eq!(ascending, emails(&format!("sortField={field}")).await, "{field}");
    }
    let (status, body) = administrator.get(&format!("{USERS}?sortField=passwordHash")).await;
    assert_eq!((status.as_u16(), &body["error"]["fields"]["sortField"]), (400, &json!("validation.invalid")));
}

#[tokio::test(flavor = "multi_thread")]
async fn responses_contain_no_password_hash() {
    let portal = Portal::start().await;
    let administrator = portal.administrator().await;
    portal.student().await;
    let client = portal.database.client().await;
    let hashes = client.query("SELECT password_hash FROM users WHERE password_hash IS NOT NULL", &[]).await.unwrap();
    for path in [USERS, "/api/v1/users/profile", "/api/v1/users/students/registrations"] {
        let text = administrator.get(path).await.1.to_string();
        assert!(!text.contains("argon2") && !text.to_lowercase().contains("password"), "{path}: {text}");
        assert!(hashes.iter().all(|row| !text.contains(row.get::<_, &str>(0))), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_login_does_not_survive_deactivation() {
    let portal = Portal::start_with_pool().await;
    for _ in 0..20 {
        let (email, id) = portal.insert_user(Role::Student).await;
        let administrator = portal.administrator().await;
        let mut student = portal.anonymous();
        let deactivate = format!("{USERS}/{id}/status?active=false");
        let (_, deactivated) = tokio::join!(student.log_in(&email, PASSWORD), administrator.put(&deactivate));
        assert_eq!(deactivated.0, 200);
        let reactivate = format!("{USERS}/{id}/status?active=true");
        assert_eq!(administrator.put(&reactivate).await.0, 200);
        assert_eq!(student.get("/api/v1/users/profile").await.0, 403, "the session is valid after reactivation");
    }
    let expected = [MailPurpose::AccountDeactivated, MailPurpose::AccountReactivated];
    assert!(portal.deliver_mails().await.iter().all(|mail| expected.contains(&mail.purpose)));
}
