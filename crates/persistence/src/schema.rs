//! The tables, as the migrations leave them. Written by `tests/schema.rs`, which also compares it with them.

diesel::table! {
    account_tokens (token_hash) {
        token_hash -> Binary,
        user_id -> Uuid,
        purpose -> Text,
        expires_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    applications (id) {
        id -> Uuid,
        student_id -> Nullable<Uuid>,
        landlord_id -> Nullable<Uuid>,
        listing_id -> Nullable<Uuid>,
        listing_title -> Text,
        letter -> Nullable<Text>,
        administrator_decision -> Text,
        administrator_decided_at -> Nullable<Timestamptz>,
        landlord_decision -> Text,
        landlord_decided_at -> Nullable<Timestamptz>,
        badge -> Text,
        date_created -> Timestamptz,
        last_modified -> Timestamptz,
        student_told_at -> Nullable<Timestamptz>,
        search_title -> Text,
        rejected_by -> Nullable<Text>,
        rejection_reason -> Nullable<Text>,
        rejection_note -> Nullable<Text>,
    }
}

diesel::table! {
    attempt_counters (key) {
        key -> Text,
        attempts -> Integer,
        window_ends -> Timestamptz,
    }
}

diesel::table! {
    audit_entries (id) {
        id -> Uuid,
        actor_id -> Nullable<Uuid>,
        action -> Text,
        entity_id -> Nullable<Uuid>,
        address -> Nullable<Text>,
        date_created -> Timestamptz,
    }
}

diesel::table! {
    backups (id) {
        id -> Uuid,
        started_at -> Timestamptz,
        lease_until -> Timestamptz,
        finished_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    devices (token_hash) {
        token_hash -> Binary,
        user_id -> Uuid,
        last_used -> Timestamptz,
    }
}

diesel::table! {
    dismissed_suspicions (landlord_id, digest) {
        landlord_id -> Uuid,
        digest -> Binary,
        date_created -> Timestamptz,
    }
}

diesel::table! {
    documents (id) {
        id -> Uuid,
        registration_id -> Uuid,
        filename -> Text,
        content_type -> Text,
        location -> Text,
        date_created -> Timestamptz,
    }
}

diesel::table! {
    donation_requests (landlord_id, subject_id) {
        landlord_id -> Uuid,
        subject_id -> Uuid,
        requested_at -> Timestamptz,
    }
}

diesel::table! {
    erasures (user_id) {
        user_id -> Uuid,
        erased_on -> Date,
    }
}

diesel::table! {
    events (id) {
        id -> Uuid,
        event_type -> Text,
        listing_id -> Nullable<Uuid>,
        user_id -> Nullable<Uuid>,
        acknowledged -> Bool,
        date_created -> Timestamptz,
        report_reason -> Nullable<Text>,
        report_text -> Nullable<Text>,
        reported_landlord_id -> Nullable<Uuid>,
        reasons -> Nullable<Array<Text>>,
        deleted_listing_title -> Nullable<Text>,
    }
}

diesel::table! {
    favourites (student_id, listing_id) {
        student_id -> Uuid,
        listing_id -> Uuid,
        title -> Text,
        city -> Text,
        unit_type -> Text,
        total_rent_cents -> BigInt,
        date_created -> Timestamptz,
    }
}

diesel::table! {
    file_removals (id) {
        id -> Uuid,
        location -> Text,
        due_at -> Timestamptz,
    }
}

diesel::table! {
    job_runs (job) {
        job -> Text,
        held_until -> Timestamptz,
        holder -> Uuid,
        finished_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    letters (id) {
        id -> Uuid,
        student_id -> Uuid,
        name -> Text,
        letter -> Text,
        date_created -> Timestamptz,
        last_modified -> Timestamptz,
    }
}

diesel::table! {
    listing_changes (number) {
        number -> BigInt,
        listing_id -> Uuid,
        changed_at -> Timestamptz,
    }
}

diesel::table! {
    listing_drafts (landlord_id, draft_id) {
        landlord_id -> Uuid,
        draft_id -> Uuid,
        listing_id -> Uuid,
    }
}

diesel::table! {
    listing_end_notices (listing_id) {
        listing_id -> Uuid,
        available_until -> Date,
    }
}

diesel::table! {
    listing_images (id) {
        id -> Uuid,
        listing_id -> Uuid,
        position -> SmallInt,
        location -> Text,
        hash -> Nullable<BigInt>,
        description -> Text,
    }
}

diesel::table! {
    listing_publications (landlord_id, listing_id) {
        landlord_id -> Uuid,
        listing_id -> Uuid,
        published_at -> Timestamptz,
    }
}

diesel::table! {
    listing_view_days (listing_id, day) {
        listing_id -> Uuid,
        day -> Date,
        views -> Integer,
    }
}

diesel::table! {
    listing_view_totals (listing_id) {
        listing_id -> Uuid,
        views -> BigInt,
    }
}

diesel::table! {
    listing_views (listing_id, day, visitor) {
        listing_id -> Uuid,
        day -> Date,
        visitor -> Binary,
    }
}

diesel::table! {
    listings (id) {
        id -> Uuid,
        landlord_id -> Uuid,
        status -> Text,
        searchable -> Bool,
        title -> Text,
        unit_type -> Text,
        street -> Text,
        house_number -> Text,
        postal_code -> Text,
        city -> Text,
        district -> Nullable<Text>,
        region -> Text,
        area -> Integer,
        total_area -> Integer,
        bedrooms -> SmallInt,
        bathrooms -> SmallInt,
        kitchens -> SmallInt,
        amenities -> Array<Text>,
        description -> Text,
        tenant_description -> Text,
        location_description -> Text,
        basic_rent_cents -> BigInt,
        ancillary_cost_cents -> BigInt,
        security_deposit_cents -> BigInt,
        additional_costs -> Jsonb,
        total_rent_cents -> BigInt,
        search_vector -> crate::search::tsvector::TsVector,
        date_created -> Timestamptz,
        last_modified -> Timestamptz,
        takedown_reason -> Nullable<Text>,
        search_title -> Text,
        available_from -> Nullable<Date>,
    }
}

crate::more_columns::more_columns! {
    all_of_listings: listings {
        available_until -> Nullable<Date>,
        minimum_months -> Nullable<SmallInt>,
        applicants_told_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    login_challenges (token_hash) {
        token_hash -> Binary,
        user_id -> Uuid,
        passkey_challenge -> Binary,
        tries -> Integer,
        counter -> Nullable<Text>,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    outbox (id) {
        id -> Uuid,
        recipient_id -> Nullable<Uuid>,
        purpose -> Text,
        application_id -> Nullable<Uuid>,
        attempts -> Integer,
        due_at -> Timestamptz,
        date_created -> Timestamptz,
        recipient_email -> Nullable<Text>,
        recipient_first_name -> Nullable<Text>,
        recipient_last_name -> Nullable<Text>,
        recipient_locale -> Nullable<Text>,
        listing_id -> Nullable<Uuid>,
        given_up_at -> Nullable<Timestamptz>,
        failure -> Nullable<Text>,
        session_id -> Nullable<Uuid>,
        priority -> SmallInt,
        claimed_until -> Nullable<Timestamptz>,
        deleted_listing -> Nullable<Text>,
    }
}

diesel::table! {
    passkey_challenges (session_id, purpose) {
        session_id -> Uuid,
        purpose -> Text,
        challenge -> Binary,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    passkeys (id) {
        id -> Uuid,
        user_id -> Uuid,
        credential_id -> Binary,
        public_key -> Binary,
        sign_count -> BigInt,
        name -> Text,
        date_created -> Timestamptz,
        last_used -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    recovery_codes (user_id, code_hash) {
        user_id -> Uuid,
        code_hash -> Binary,
    }
}

diesel::table! {
    registrations (id) {
        id -> Uuid,
        user_id -> Uuid,
        status -> Text,
        date_created -> Timestamptz,
        last_modified -> Timestamptz,
        decided_at -> Nullable<Timestamptz>,
        role -> Text,
    }
}

diesel::table! {
    review_digests (user_id) {
        user_id -> Uuid,
        sent_at -> Timestamptz,
    }
}

diesel::table! {
    row_counts (number) {
        number -> BigInt,
        relation -> Text,
        kind -> Text,
        state -> Text,
        change -> BigInt,
    }
}

diesel::table! {
    saved_search_changes (number) {
        number -> BigInt,
        search_id -> Uuid,
        changed_at -> Timestamptz,
    }
}

diesel::table! {
    saved_search_matches (search_id, listing_id) {
        search_id -> Uuid,
        listing_id -> Uuid,
        rent_cents -> BigInt,
        previous_rent_cents -> Nullable<BigInt>,
        matched_at -> Timestamptz,
        due -> Bool,
        mail_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    saved_search_recipients (student_id) {
        student_id -> Uuid,
        mailed_at -> Timestamptz,
    }
}

diesel::table! {
    saved_searches (id) {
        id -> Uuid,
        student_id -> Uuid,
        name -> Text,
        filters -> Jsonb,
        frequency -> Text,
        collects_since -> Timestamptz,
        next_mail_at -> Nullable<Timestamptz>,
        seen_at -> Timestamptz,
        used_at -> Timestamptz,
        told_at -> Nullable<Timestamptz>,
        known_until -> Nullable<Timestamptz>,
        date_created -> Timestamptz,
        last_modified -> Timestamptz,
    }
}

diesel::table! {
    schema_requirements (migration) {
        migration -> Text,
    }
}

diesel::table! {
    search_words (word) {
        word -> Text,
        letters -> SmallInt,
    }
}

diesel::table! {
    sessions (id) {
        id -> Uuid,
        user_id -> Uuid,
        current_token -> Binary,
        previous_token -> Nullable<Binary>,
        started_at -> Timestamptz,
        rotated_at -> Timestamptz,
        device -> Nullable<Text>,
        address -> Nullable<Text>,
        proved_at -> Nullable<Timestamptz>,
        device_hash -> Nullable<Binary>,
    }
}

diesel::table! {
    settings (id) {
        id -> Uuid,
        key -> Text,
        setting_type -> Text,
        value -> Nullable<Text>,
        date_created -> Timestamptz,
        last_modified -> Timestamptz,
    }
}

diesel::table! {
    signing_keys (name) {
        name -> Text,
        secret -> Binary,
        date_created -> Timestamptz,
    }
}

diesel::table! {
    totp_secrets (user_id, confirmed) {
        user_id -> Uuid,
        confirmed -> Bool,
        secret -> Binary,
        last_step -> Nullable<BigInt>,
        date_created -> Timestamptz,
    }
}

diesel::table! {
    unmatched_listings (number) {
        number -> BigInt,
        listing_id -> Nullable<Uuid>,
        snapshot -> Nullable<Text>,
        since -> Timestamptz,
        due_at -> Timestamptz,
    }
}

diesel::table! {
    users (id) {
        id -> Uuid,
        email -> Text,
        password_hash -> Nullable<Text>,
        first_name -> Text,
        last_name -> Text,
        gender -> Text,
        date_of_birth -> Nullable<Date>,
        phone_number -> Nullable<Text>,
        role -> Text,
        status -> Text,
        about_me -> Nullable<Text>,
        street -> Nullable<Text>,
        house_number -> Nullable<Text>,
        postal_code -> Nullable<Text>,
        city -> Nullable<Text>,
        locale -> Text,
        date_created -> Timestamptz,
        last_modified -> Timestamptz,
        rejected -> Bool,
        search_name -> Text,
    }
}

diesel::table! {
    view_salts (day) {
        day -> Date,
        salt -> Binary,
    }
}

diesel::joinable!(account_tokens -> users (user_id));
diesel::joinable!(applications -> listings (listing_id));
diesel::joinable!(audit_entries -> users (actor_id));
diesel::joinable!(devices -> users (user_id));
diesel::joinable!(dismissed_suspicions -> users (landlord_id));
diesel::joinable!(documents -> registrations (registration_id));
diesel::joinable!(donation_requests -> users (landlord_id));
diesel::joinable!(events -> listings (listing_id));
diesel::joinable!(favourites -> users (student_id));
diesel::joinable!(letters -> users (student_id));
diesel::joinable!(listing_drafts -> listings (listing_id));
diesel::joinable!(listing_end_notices -> listings (listing_id));
diesel::joinable!(listing_images -> listings (listing_id));
diesel::joinable!(listing_publications -> users (landlord_id));
diesel::joinable!(listing_view_days -> listings (listing_id));
diesel::joinable!(listing_view_totals -> listings (listing_id));
diesel::joinable!(listing_views -> listings (listing_id));
diesel::joinable!(listings -> users (landlord_id));
diesel::joinable!(login_challenges -> users (user_id));
diesel::joinable!(outbox -> applications (application_id));
diesel::joinable!(outbox -> listings (listing_id));
diesel::joinable!(outbox -> users (recipient_id));
diesel::joinable!(passkey_challenges -> sessions (session_id));
diesel::joinable!(passkeys -> users (user_id));
diesel::joinable!(recovery_codes -> users (user_id));
diesel::joinable!(registrations -> users (user_id));
diesel::joinable!(review_digests -> users (user_id));
diesel::joinable!(saved_search_recipients -> users (student_id));
diesel::joinable!(saved_searches -> users (student_id));
diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(totp_secrets -> users (user_id));

diesel::allow_tables_to_appear_in_same_query!(account_tokens, users);
diesel::allow_tables_to_appear_in_same_query!(applications, listings);
diesel::allow_tables_to_appear_in_same_query!(applications, outbox);
diesel::allow_tables_to_appear_in_same_query!(applications, users);
diesel::allow_tables_to_appear_in_same_query!(audit_entries, users);
diesel::allow_tables_to_appear_in_same_query!(devices, users);
diesel::allow_tables_to_appear_in_same_query!(dismissed_suspicions, users);
diesel::allow_tables_to_appear_in_same_query!(documents, registrations);
diesel::allow_tables_to_appear_in_same_query!(donation_requests, users);
diesel::allow_tables_to_appear_in_same_query!(events, listings);
diesel::allow_tables_to_appear_in_same_query!(events, users);
diesel::allow_tables_to_appear_in_same_query!(favourites, users);
diesel::allow_tables_to_appear_in_same_query!(letters, users);
diesel::allow_tables_to_appear_in_same_query!(listing_drafts, listings);
diesel::allow_tables_to_appear_in_same_query!(listing_end_notices, listings);
diesel::allow_tables_to_appear_in_same_query!(listing_images, listings);
diesel::allow_tables_to_appear_in_same_query!(listing_publications, users);
diesel::allow_tables_to_appear_in_same_query!(listing_view_days, listings);
diesel::allow_tables_to_appear_in_same_query!(listing_view_totals, listings);
diesel::allow_tables_to_appear_in_same_query!(listing_views, listings);
diesel::allow_tables_to_appear_in_same_query!(listings, outbox);
diesel::allow_tables_to_appear_in_same_query!(listings, users);
diesel::allow_tables_to_appear_in_same_query!(login_challenges, users);
diesel::allow_tables_to_appear_in_same_query!(outbox, users);
diesel::allow_tables_to_appear_in_same_query!(passkey_challenges, sessions);
diesel::allow_tables_to_appear_in_same_query!(passkeys, users);
diesel::allow_tables_to_appear_in_same_query!(recovery_codes, users);
diesel::allow_tables_to_appear_in_same_query!(registrations, users);
diesel::allow_tables_to_appear_in_same_query!(review_digests, users);
diesel::allow_tables_to_appear_in_same_query!(saved_search_recipients, users);
diesel::allow_tables_to_appear_in_same_query!(saved_searches, users);
diesel::allow_tables_to_appear_in_same_query!(sessions, users);
diesel::allow_tables_to_appear_in_same_query!(totp_secrets, users);
