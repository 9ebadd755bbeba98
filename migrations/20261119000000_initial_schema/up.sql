-- The complete schema. Times have no default: the clock is a port of the portal.
--
-- Names and titles have a German collation, so that lists sort `Ä` next to `A` and ILIKE folds
-- umlauts, with any locale of the server.

-- levenshtein_less_equal, for fuzzy search.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;


-- Text folding ------------------------------------------------------------------------------------
--
-- Keyword filters of lists ignore case, accents and umlaut spelling. Stored texts and keywords are
-- folded by the same functions. The bodies have the form of the SQL standard (RETURN), which is
-- bound at creation: a restore computes generated columns with an empty search path.

-- Lower case without accents: `Müller` -> `muller`, `Weiß` -> `weiss`, `Łukasz` -> `lukasz`.
CREATE FUNCTION fold_text(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(
    replace(replace(replace(
        regexp_replace(normalize(lower(given COLLATE "de-x-icu"), NFKD), '[\u0300-\u036f]', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđıð', 'oldid') COLLATE "C";

-- `mueller` -> `muller`.
CREATE FUNCTION merge_umlauts(folded text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(folded, 'ae', 'a'), 'oe', 'o'), 'ue', 'u') COLLATE "C";

-- All spellings that a keyword can match, one per line: `Müller` -> `muller`, `mueller`, `muller`.
CREATE FUNCTION search_text(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN fold_text(given) || chr(10)
    || fold_text(replace(replace(replace(
        normalize(lower(given COLLATE "de-x-icu"), NFC), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) || chr(10)
    || merge_umlauts(fold_text(given));

-- The folded words of a keyword, in order.
CREATE FUNCTION fold_words(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT coalesce(array_agg(fold_text(word) ORDER BY ordinal), '{}')
    FROM unnest(words) WITH ORDINALITY AS given (word, ordinal)
);


-- Users -------------------------------------------------------------------------------------------

CREATE TABLE users (
    id uuid CONSTRAINT users_pkey PRIMARY KEY,
    email text NOT NULL,
    password_hash text,
    first_name text COLLATE "de-x-icu" NOT NULL,
    last_name text COLLATE "de-x-icu" NOT NULL,
    gender text NOT NULL CONSTRAINT users_gender_check CHECK (gender IN ('MALE', 'FEMALE', 'OTHER')),
    date_of_birth date,
    phone_number text,
    role text NOT NULL CONSTRAINT users_role_check CHECK (role IN ('ADMIN', 'LANDLORD', 'STUDENT')),
    status text NOT NULL CONSTRAINT users_status_check
        CHECK (status IN ('NEW', 'REGISTRATION_PENDING', 'ACTIVE', 'INACTIVE')),
    about_me text,
    street text,
    house_number text,
    postal_code text,
    city text,
    locale text NOT NULL CONSTRAINT users_locale_check CHECK (locale IN ('de-DE', 'en-US')),
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL,
    -- The registration was rejected.
    rejected boolean NOT NULL DEFAULT false,
    search_name text COLLATE "C" NOT NULL
        GENERATED ALWAYS AS (search_text(first_name || ' ' || last_name)) STORED,
    CONSTRAINT users_address_check CHECK (num_nulls(street, house_number, postal_code, city) IN (0, 4))
);
-- A rejected user can register again with the same address while the rejected registration exists.
CREATE UNIQUE INDEX users_email_key ON users (email) WHERE NOT rejected;
CREATE INDEX users_last_modified_idx ON users (last_modified, id);
-- Before an administrator is removed, all active ones are locked.
CREATE INDEX users_administrators_idx ON users (id) WHERE role = 'ADMIN' AND status = 'ACTIVE';

-- Tokens of links in mails; only digests are stored. Expired activation tokens stay until the
-- activation, because they can be exchanged for a new link.
CREATE TABLE account_tokens (
    token_hash bytea CONSTRAINT account_tokens_pkey PRIMARY KEY
        CONSTRAINT account_tokens_token_hash_check CHECK (octet_length(token_hash) = 32),
    user_id uuid NOT NULL CONSTRAINT account_tokens_user_id_fkey REFERENCES users ON DELETE CASCADE,
    purpose text NOT NULL CONSTRAINT account_tokens_purpose_check CHECK (purpose IN ('ACTIVATION', 'PASSWORD_RESET')),
    expires_at timestamptz NOT NULL,
    -- Used activations are kept for a while, so that their page can say that the account is active.
    used_at timestamptz,
    CONSTRAINT account_tokens_used_at_check CHECK (used_at IS NULL OR purpose = 'ACTIVATION')
);
CREATE INDEX account_tokens_user_id_idx ON account_tokens (user_id, purpose);
CREATE INDEX account_tokens_expires_at_idx ON account_tokens (expires_at);
CREATE INDEX account_tokens_used_at_idx ON account_tokens (used_at) WHERE used_at IS NOT NULL;

CREATE TABLE sessions (
    id uuid CONSTRAINT sessions_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users ON DELETE CASCADE,
    -- Digests of refresh tokens; the tokens themselves are not stored.
    current_token bytea NOT NULL CONSTRAINT sessions_current_token_check CHECK (octet_length(current_token) = 32),
    previous_token bytea CONSTRAINT sessions_previous_token_check CHECK (octet_length(previous_token) = 32),
    started_at timestamptz NOT NULL,
    rotated_at timestamptz NOT NULL
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);


-- Registrations -----------------------------------------------------------------------------------

CREATE TABLE registrations (
    id uuid CONSTRAINT registrations_pkey PRIMARY KEY,
    user_id uuid NOT NULL
        CONSTRAINT registrations_user_id_key UNIQUE
        CONSTRAINT registrations_user_id_fkey REFERENCES users ON DELETE CASCADE,
    status text NOT NULL CONSTRAINT registrations_status_check CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL,
    decided_at timestamptz,
    -- Copy of the user's role, which never changes: lists and counts per role need no join.
    role text NOT NULL CONSTRAINT registrations_role_check CHECK (role IN ('LANDLORD', 'STUDENT')),
    CONSTRAINT registrations_decided_at_check CHECK ((status = 'PENDING') = (decided_at IS NULL))
);
CREATE INDEX registrations_status_idx ON registrations (status, last_modified, id);
-- The lists per role. Pending rows are the newest ones, so the list of oldest pending rows needs an
-- index that begins with the status: a scan by date would pass every decided row first.
CREATE INDEX registrations_last_modified_idx ON registrations (role, last_modified, id);
CREATE INDEX registrations_role_idx ON registrations (role, status, last_modified, id);
CREATE INDEX registrations_waiting_idx ON registrations (role, status, date_created, id);
-- Trends.
CREATE INDEX registrations_date_created_idx ON registrations (date_created, id);
-- Retention.
CREATE INDEX registrations_decided_at_idx ON registrations (decided_at);

CREATE TABLE documents (
    id uuid CONSTRAINT documents_pkey PRIMARY KEY,
    -- No cascade: the file has to be removed together with the row.
    registration_id uuid NOT NULL
        CONSTRAINT documents_registration_id_key UNIQUE
        CONSTRAINT documents_registration_id_fkey REFERENCES registrations,
    filename text NOT NULL,
    content_type text NOT NULL,
    location text NOT NULL,
    date_created timestamptz NOT NULL
);
CREATE INDEX documents_location_idx ON documents (location);


-- Listings ----------------------------------------------------------------------------------------

CREATE TABLE listings (
    id uuid CONSTRAINT listings_pkey PRIMARY KEY,
    -- No cascade: the files of the images have to be removed together with the listing.
    landlord_id uuid NOT NULL CONSTRAINT listings_landlord_id_fkey REFERENCES users,
    status text NOT NULL CONSTRAINT listings_status_check
        CHECK (status IN ('DRAFT', 'ARCHIVED', 'AVAILABLE', 'RENTED')),
    -- Available, and the landlord is active. Updated together with either.
    searchable boolean NOT NULL,
    title text COLLATE "de-x-icu" NOT NULL,
    unit_type text NOT NULL CONSTRAINT listings_unit_type_check
        CHECK (unit_type IN ('APARTMENT', 'HOUSE', 'ROOM', 'OTHER')),
    street text COLLATE "de-x-icu" NOT NULL,
    house_number text NOT NULL,
    postal_code text NOT NULL,
    city text COLLATE "de-x-icu" NOT NULL,
    district text COLLATE "de-x-icu",
    region text COLLATE "de-x-icu" NOT NULL CONSTRAINT listings_region_check CHECK (region IN (
        'Baden-Württemberg', 'Bayern', 'Berlin', 'Brandenburg', 'Bremen', 'Hamburg', 'Hessen',
        'Mecklenburg-Vorpommern', 'Niedersachsen', 'Nordrhein-Westfalen', 'Rheinland-Pfalz', 'Saarland', 'Sachsen',
        'Sachsen-Anhalt', 'Schleswig-Holstein', 'Thüringen'
    )),
    -- Tenths of a square metre.
    area integer NOT NULL CONSTRAINT listings_area_check CHECK (area >= 0),
    total_area integer NOT NULL CONSTRAINT listings_total_area_check CHECK (total_area >= area),
    bedrooms smallint NOT NULL CONSTRAINT listings_bedrooms_check CHECK (bedrooms >= 0),
    bathrooms smallint NOT NULL CONSTRAINT listings_bathrooms_check CHECK (bathrooms >= 0),
    kitchens smallint NOT NULL CONSTRAINT listings_kitchens_check CHECK (kitchens >= 0),
    amenities text[] NOT NULL CONSTRAINT listings_amenities_check CHECK (amenities <@ ARRAY[
        'AIR_CONDITIONING', 'BALCONY', 'BICYCLE_STORAGE', 'CELLAR', 'DISHWASHER', 'ELEVATOR', 'ENERGY_CERTIFICATE',
        'FURNISHED', 'GARDEN', 'KITCHEN', 'PARKING', 'PETS_ALLOWED', 'SWIMMING_POOL', 'TERRACE', 'TV',
        'WASHING_MACHINE', 'WHEELCHAIR_ACCESSIBLE', 'WIFI'
    ]),
    description text NOT NULL,
    tenant_description text NOT NULL,
    location_description text NOT NULL,
    basic_rent_cents bigint NOT NULL CONSTRAINT listings_basic_rent_cents_check CHECK (basic_rent_cents >= 0),
    ancillary_cost_cents bigint NOT NULL
        CONSTRAINT listings_ancillary_cost_cents_check CHECK (ancillary_cost_cents >= 0),
    security_deposit_cents bigint NOT NULL
        CONSTRAINT listings_security_deposit_cents_check CHECK (security_deposit_cents >= 0),
    -- [{ "description": text, "cost_cents": number }]
    additional_costs jsonb NOT NULL
        CONSTRAINT listings_additional_costs_check CHECK (jsonb_typeof(additional_costs) = 'array'),
    total_rent_cents bigint NOT NULL
        CONSTRAINT listings_total_rent_cents_check CHECK (total_rent_cents >= basic_rent_cents),
    -- The search words of the domain with their weights; never computed by PostgreSQL.
    search_vector tsvector NOT NULL,
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL,
    -- Null: not taken down. A listing that is taken down must not be public.
    takedown_reason text,
    search_title text COLLATE "C" NOT NULL GENERATED ALWAYS AS (search_text(title)) STORED,
    CONSTRAINT listings_takedown_check CHECK (takedown_reason IS NULL OR status IN ('DRAFT', 'ARCHIVED'))
) WITH (
    -- Index-only scans of the search need a fresh visibility map.
    autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_insert_scale_factor = 0.01,
    autovacuum_analyze_scale_factor = 0.01
);
-- Covers ids and count of a search.
CREATE INDEX listings_search_idx ON listings (basic_rent_cents, id)
    INCLUDE (total_rent_cents, area, unit_type) WHERE searchable;
CREATE INDEX listings_search_vector_idx ON listings USING gin (search_vector);
CREATE INDEX listings_landlord_id_idx ON listings (landlord_id, last_modified, id);
CREATE INDEX listings_last_modified_idx ON listings (last_modified, id);
CREATE INDEX listings_date_created_idx ON listings (date_created, id);
-- Statistics count all listings: by index, without reading the long texts.
CREATE INDEX listings_status_idx ON listings (status);

CREATE TABLE listing_images (
    id uuid CONSTRAINT listing_images_pkey PRIMARY KEY,
    listing_id uuid NOT NULL CONSTRAINT listing_images_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    position smallint NOT NULL CONSTRAINT listing_images_position_check CHECK (position >= 0),
    location text NOT NULL,
    CONSTRAINT listing_images_listing_position_key UNIQUE (listing_id, position)
);
-- Not unique: demo listings share images.
CREATE INDEX listing_images_location_idx ON listing_images (location);

-- The listing that was created from a draft. The browser generates the draft's id, so that a retry
-- after a lost response finds the existing listing instead of creating a second one.
CREATE TABLE listing_drafts (
    landlord_id uuid NOT NULL,
    draft_id uuid NOT NULL,
    listing_id uuid NOT NULL CONSTRAINT listing_drafts_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    CONSTRAINT listing_drafts_pkey PRIMARY KEY (landlord_id, draft_id)
);
CREATE INDEX listing_drafts_listing_id_idx ON listing_drafts (listing_id);


-- Page views of listings --------------------------------------------------------------------------

-- Visitors are digests with the day's salt: without the salt they cannot be linked to an address.
CREATE TABLE listing_views (
    listing_id uuid NOT NULL CONSTRAINT listing_views_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    day date NOT NULL,
    visitor bytea NOT NULL,
    CONSTRAINT listing_views_pkey PRIMARY KEY (listing_id, day, visitor)
);
CREATE INDEX listing_views_day_idx ON listing_views (day);

-- Not a column of listings: each update of a listing would slow down its index-only scans.
CREATE TABLE listing_view_totals (
    listing_id uuid CONSTRAINT listing_view_totals_pkey PRIMARY KEY
        CONSTRAINT listing_view_totals_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    views bigint NOT NULL CONSTRAINT listing_view_totals_views_check CHECK (views >= 0)
) WITH (fillfactor = 50);

CREATE TABLE view_salts (
    day date CONSTRAINT view_salts_pkey PRIMARY KEY,
    salt bytea NOT NULL CONSTRAINT view_salts_salt_check CHECK (octet_length(salt) >= 16)
);


-- Search ------------------------------------------------------------------------------------------

-- The dictionary of fuzzy search: the distinct search words of all listings. Collation "C", because
-- the words are already folded.
CREATE TABLE search_words (
    word text COLLATE "C" CONSTRAINT search_words_pkey PRIMARY KEY,
    letters smallint NOT NULL GENERATED ALWAYS AS (char_length(word)) STORED
);
-- A fuzzy match has nearly the same length.
CREATE INDEX search_words_letters_idx ON search_words (letters, word);

-- The log of changes to searchable listings, for in-memory copies. Triggers write it, so that it
-- includes the changes of every program; readers compare snapshots (docs/adr/0009).
CREATE TABLE listing_changes (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT listing_changes_pkey PRIMARY KEY,
    -- The writing transaction: readers log rows that their last snapshot did not see.
    transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
    -- No foreign key: the log includes deleted listings.
    listing_id uuid NOT NULL,
    -- Exception to the rule about defaults: this time is compared only with the database's clock.
    changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX listing_changes_transaction_idx ON listing_changes (transaction);

-- PostgreSQL merges equal notifications of one transaction.

CREATE FUNCTION log_listing_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO listing_changes (listing_id) SELECT id FROM new_rows WHERE searchable;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO listing_changes (listing_id) SELECT id FROM old_rows WHERE searchable;
    ELSE
        INSERT INTO listing_changes (listing_id)
            SELECT id FROM old_rows WHERE searchable UNION SELECT id FROM new_rows WHERE searchable;
    END IF;
    IF FOUND THEN
        PERFORM pg_notify('listing_changes', '');
    END IF;
    RETURN NULL;
END $$;

-- One trigger per operation: transition tables allow only one.
CREATE TRIGGER listings_inserted AFTER INSERT ON listings
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_listing_changes();
CREATE TRIGGER listings_updated AFTER UPDATE ON listings
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_listing_changes();
CREATE TRIGGER listings_deleted AFTER DELETE ON listings
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION log_listing_changes();

CREATE FUNCTION log_listing_image_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO listing_changes (listing_id)
            SELECT id FROM listings WHERE searchable AND id IN (SELECT listing_id FROM new_rows);
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO listing_changes (listing_id)
            SELECT id FROM listings WHERE searchable AND id IN (SELECT listing_id FROM old_rows);
    ELSE
        INSERT INTO listing_changes (listing_id)
            SELECT id FROM listings WHERE searchable
                AND id IN (SELECT listing_id FROM old_rows UNION SELECT listing_id FROM new_rows);
    END IF;
    IF FOUND THEN
        PERFORM pg_notify('listing_changes', '');
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER listing_images_inserted AFTER INSERT ON listing_images
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_listing_image_changes();
CREATE TRIGGER listing_images_updated AFTER UPDATE ON listing_images
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION log_listing_image_changes();
CREATE TRIGGER listing_images_deleted AFTER DELETE ON listing_images
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION log_listing_image_changes();

CREATE FUNCTION log_landlord_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO listing_changes (listing_id) SELECT id FROM listings WHERE landlord_id = NEW.id AND searchable;
    IF FOUND THEN
        PERFORM pg_notify('listing_changes', '');
    END IF;
    RETURN NULL;
END $$;

-- Cards show the landlord's name. A change of status updates the listings in the same transaction.
CREATE TRIGGER users_renamed AFTER UPDATE OF first_name, last_name ON users FOR EACH ROW
    WHEN (OLD.first_name IS DISTINCT FROM NEW.first_name OR OLD.last_name IS DISTINCT FROM NEW.last_name)
    EXECUTE FUNCTION log_landlord_changes();


-- Applications ------------------------------------------------------------------------------------

CREATE TABLE applications (
    id uuid CONSTRAINT applications_pkey PRIMARY KEY,
    -- Set null: the other side still needs the application after a user or a listing is deleted.
    student_id uuid CONSTRAINT applications_student_id_fkey REFERENCES users ON DELETE SET NULL,
    landlord_id uuid CONSTRAINT applications_landlord_id_fkey REFERENCES users ON DELETE SET NULL,
    listing_id uuid CONSTRAINT applications_listing_id_fkey REFERENCES listings ON DELETE SET NULL,
    listing_title text COLLATE "de-x-icu" NOT NULL,
    letter text,
    administrator_decision text NOT NULL CONSTRAINT applications_administrator_decision_check
        CHECK (administrator_decision IN ('PENDING', 'APPROVED', 'REJECTED')),
    administrator_decided_at timestamptz,
    landlord_decision text NOT NULL CONSTRAINT applications_landlord_decision_check
        CHECK (landlord_decision IN ('PENDING', 'APPROVED', 'REJECTED')),
    landlord_decided_at timestamptz,
    -- Equal to the domain's badge.
    badge text NOT NULL GENERATED ALWAYS AS (
        CASE administrator_decision WHEN 'APPROVED' THEN landlord_decision ELSE administrator_decision END
    ) STORED,
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL,
    -- When the student was notified of the delay; at most once per application.
    student_told_at timestamptz,
    search_title text COLLATE "C" NOT NULL GENERATED ALWAYS AS (search_text(listing_title)) STORED,
    CONSTRAINT applications_student_listing_key UNIQUE (student_id, listing_id),
    CONSTRAINT applications_administrator_decided_at_check
        CHECK ((administrator_decision = 'PENDING') = (administrator_decided_at IS NULL)),
    CONSTRAINT applications_landlord_decided_at_check
        CHECK ((landlord_decision = 'PENDING') = (landlord_decided_at IS NULL)),
    -- The landlord decides after the administrator has approved.
    CONSTRAINT applications_order_check CHECK (landlord_decision = 'PENDING' OR administrator_decision = 'APPROVED')
);
CREATE INDEX applications_listing_id_idx ON applications (listing_id);
-- The lists of administrators; `waiting` for the oldest first (see registrations). INCLUDE: a COUNT
-- reads the column of the join with the student even where PostgreSQL removes the join.
CREATE INDEX applications_last_modified_idx ON applications (last_modified, id);
CREATE INDEX applications_decisions_idx
    ON applications (administrator_decision, landlord_decision, last_modified, id);
CREATE INDEX applications_administrator_decision_idx ON applications (administrator_decision, last_modified, id);
CREATE INDEX applications_waiting_idx ON applications (administrator_decision, date_created, id) INCLUDE (student_id);
-- The lists of landlords. The menu polls the number of pending applications every ten seconds, and
-- the list has the same filter by default: an index-only scan, for any number of applications.
CREATE INDEX applications_landlord_id_idx ON applications (landlord_id, last_modified, id);
CREATE INDEX applications_landlord_decisions_idx
    ON applications (landlord_id, administrator_decision, landlord_decision, last_modified, id) INCLUDE (student_id);
CREATE INDEX applications_landlord_waiting_idx
    ON applications (landlord_id, administrator_decision, landlord_decision, date_created, id);
-- The reply clock.
CREATE INDEX applications_untold_idx ON applications ((COALESCE(administrator_decided_at, date_created)))
    WHERE badge = 'PENDING' AND student_told_at IS NULL;
-- Retention.
CREATE INDEX applications_kept_letters_idx
    ON applications ((COALESCE(landlord_decided_at, administrator_decided_at))) WHERE letter IS NOT NULL;
-- Statistics and trends, without reading the letters.
CREATE INDEX applications_badge_idx ON applications (badge);
CREATE INDEX applications_date_created_idx ON applications (date_created, id);
CREATE INDEX applications_administrator_decided_at_idx
    ON applications (administrator_decided_at, date_created) WHERE administrator_decided_at IS NOT NULL;
CREATE INDEX applications_landlord_decided_at_idx
    ON applications (landlord_decided_at, administrator_decided_at) WHERE landlord_decided_at IS NOT NULL;

-- The last digest of pending reviews per user.
CREATE TABLE review_digests (
    user_id uuid CONSTRAINT review_digests_pkey PRIMARY KEY
        CONSTRAINT review_digests_user_id_fkey REFERENCES users ON DELETE CASCADE,
    sent_at timestamptz NOT NULL
);


-- Administration ----------------------------------------------------------------------------------

CREATE TABLE events (
    id uuid CONSTRAINT events_pkey PRIMARY KEY,
    event_type text NOT NULL CONSTRAINT events_event_type_check CHECK (event_type IN (
        'LISTING_RENTED', 'APPLICATION_APPROVED', 'STUDENT_REGISTRATION_REQUESTED', 'LANDLORD_REGISTRATION_REQUESTED',
        'LISTING_REPORTED'
    )),
    -- The entity: one of the two; both null after it is deleted.
    listing_id uuid CONSTRAINT events_listing_id_fkey REFERENCES listings ON DELETE SET NULL,
    user_id uuid CONSTRAINT events_user_id_fkey REFERENCES users ON DELETE SET NULL,
    acknowledged boolean NOT NULL,
    date_created timestamptz NOT NULL,
    report_reason text CONSTRAINT events_report_reason_check
        CHECK (report_reason IN ('FRAUD', 'DISCRIMINATION', 'WRONG_DATA', 'OTHER')),
    -- Cleared when the landlord is deleted, because it may contain their personal data.
    report_text text,
    CONSTRAINT events_entity_check CHECK (num_nonnulls(listing_id, user_id) <= 1),
    CONSTRAINT events_report_check CHECK (
        (event_type = 'LISTING_REPORTED') = (report_reason IS NOT NULL)
        AND (report_text IS NULL OR report_reason IS NOT NULL)
    )
);
CREATE INDEX events_listing_id_idx ON events (listing_id);
CREATE INDEX events_user_id_idx ON events (user_id);
CREATE INDEX events_date_created_idx ON events (date_created, id);
CREATE INDEX events_unacknowledged_idx ON events (date_created, id) WHERE NOT acknowledged;

-- The audit trail. Only the address of an entry ever changes.
CREATE TABLE audit_entries (
    id uuid CONSTRAINT audit_entries_pkey PRIMARY KEY,
    -- Null: the portal itself, or a deleted user.
    actor_id uuid CONSTRAINT audit_entries_actor_id_fkey REFERENCES users ON DELETE SET NULL,
    action text NOT NULL CONSTRAINT audit_entries_action_check CHECK (action IN (
        'APPLICATION_FORWARDED', 'APPLICATION_DECLINED', 'APPLICATION_APPROVED', 'APPLICATION_REJECTED',
        'APPLICATION_WITHDRAWN', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ADMINISTRATOR_INVITED',
        'ACTIVATION_RESENT', 'USER_ACTIVATED', 'USER_DEACTIVATED', 'USER_DELETED', 'PROFILE_CHANGED',
        'PASSWORD_CHANGED', 'LISTING_CREATED', 'LISTING_CHANGED', 'LISTING_STATUS_CHANGED', 'LISTING_IMAGES_CHANGED',
        'LISTING_DELETED', 'LISTING_TAKEN_DOWN', 'EVENT_ACKNOWLEDGED', 'EVENTS_ACKNOWLEDGED', 'DONATION_REQUESTED',
        'SETTING_CHANGED', 'DOCUMENT_DOWNLOADED', 'DOCUMENT_VIEWED', 'DATA_EXPORTED', 'AUDIT_EXPORTED',
        'REGISTRATIONS_EXPORTED', 'USERS_EXPORTED', 'APPLICATIONS_EXPORTED', 'EVENTS_EXPORTED'
    )),
    -- No foreign key: the entry outlives its entity.
    entity_id uuid,
    -- The network address; cleared after its retention period.
    address text,
    date_created timestamptz NOT NULL
);
CREATE INDEX audit_entries_date_created_idx ON audit_entries (date_created, id);
CREATE INDEX audit_entries_action_idx ON audit_entries (action, date_created, id);
CREATE INDEX audit_entries_actor_id_idx ON audit_entries (actor_id, date_created, id);
-- Retention.
CREATE INDEX audit_entries_kept_addresses_idx ON audit_entries (date_created) WHERE address IS NOT NULL;

-- The images that administrators can exchange.
CREATE TABLE settings (
    id uuid CONSTRAINT settings_pkey PRIMARY KEY,
    key text NOT NULL CONSTRAINT settings_key_key UNIQUE,
    setting_type text NOT NULL CONSTRAINT settings_setting_type_check CHECK (setting_type IN ('IMAGE')),
    -- The location of an image; null: the front end shows its default.
    value text,
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL
);
INSERT INTO settings (id, key, setting_type, date_created, last_modified) VALUES
    ('01a1f640-bc00-7000-8000-000000000001', 'home.hero', 'IMAGE', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'),
    ('01a1f640-bc00-7000-8000-000000000002', 'login.background', 'IMAGE', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'),
    ('01a1f640-bc00-7000-8000-000000000003', 'signup.background', 'IMAGE', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'),
    ('01a1f640-bc00-7000-8000-000000000004', 'about.picture', 'IMAGE', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z');

-- The last donation request per landlord and listing.
CREATE TABLE donation_requests (
    landlord_id uuid NOT NULL CONSTRAINT donation_requests_landlord_id_fkey REFERENCES users ON DELETE CASCADE,
    -- The listing; the landlord for a request without a listing.
    subject_id uuid NOT NULL,
    requested_at timestamptz NOT NULL,
    CONSTRAINT donation_requests_pkey PRIMARY KEY (landlord_id, subject_id)
);
CREATE INDEX donation_requests_requested_at_idx ON donation_requests (requested_at);


-- Background jobs ---------------------------------------------------------------------------------

-- Mails to send: recipient and purpose, never text, link or token. The recipient is a user, the
-- current user with an address, a former user (name and locale) or a guest (locale only).
CREATE TABLE outbox (
    id uuid CONSTRAINT outbox_pkey PRIMARY KEY,
    recipient_id uuid CONSTRAINT outbox_recipient_id_fkey REFERENCES users ON DELETE CASCADE,
    purpose text NOT NULL CONSTRAINT outbox_purpose_check CHECK (purpose IN (
        'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
        'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'APPLICATION_WAITING', 'LISTING_UNAVAILABLE',
        'LISTING_DELETED', 'LISTING_TAKEN_DOWN', 'REPORT_RECEIVED', 'DONATION_REQUESTED', 'REVIEWS_WAITING',
        'REGISTRATION_RECEIVED', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ACTIVATION_RESENT',
        'ADMINISTRATOR_INVITED', 'PASSWORD_FORGOTTEN', 'PASSWORD_CHANGED', 'ACCOUNT_DEACTIVATED',
        'ACCOUNT_REACTIVATED', 'ACCOUNT_DELETED'
    )),
    application_id uuid CONSTRAINT outbox_application_id_fkey REFERENCES applications ON DELETE CASCADE,
    attempts integer NOT NULL CONSTRAINT outbox_attempts_check CHECK (attempts >= 0),
    -- Not claimed before this time; a claim sets it to the end of the lease.
    due_at timestamptz NOT NULL,
    date_created timestamptz NOT NULL,
    recipient_email text,
    recipient_first_name text,
    recipient_last_name text,
    recipient_locale text CONSTRAINT outbox_recipient_locale_check CHECK (recipient_locale IN ('de-DE', 'en-US')),
    listing_id uuid CONSTRAINT outbox_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    CONSTRAINT outbox_recipient_check CHECK (num_nonnulls(recipient_id, recipient_email) = 1),
    CONSTRAINT outbox_former_check CHECK (
        num_nonnulls(recipient_first_name, recipient_last_name) IN (0, 2)
        AND (recipient_first_name IS NULL OR recipient_locale IS NOT NULL)
        AND (recipient_locale IS NULL OR recipient_email IS NOT NULL)
    ),
    CONSTRAINT outbox_application_check CHECK ((application_id IS NOT NULL) = (purpose IN (
        'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
        'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'APPLICATION_WAITING', 'LISTING_UNAVAILABLE', 'LISTING_DELETED'
    ))),
    CONSTRAINT outbox_listing_check CHECK (listing_id IS NOT NULL OR purpose NOT IN (
        'LISTING_TAKEN_DOWN', 'REPORT_RECEIVED'
    ))
);
CREATE INDEX outbox_due_at_idx ON outbox (due_at, id);
CREATE INDEX outbox_recipient_id_idx ON outbox (recipient_id);
CREATE INDEX outbox_application_id_idx ON outbox (application_id);
CREATE INDEX outbox_listing_id_idx ON outbox (listing_id);

-- Files to remove from the object store.
CREATE TABLE file_removals (
    id uuid CONSTRAINT file_removals_pkey PRIMARY KEY,
    location text NOT NULL,
    due_at timestamptz NOT NULL
);
CREATE INDEX file_removals_due_at_idx ON file_removals (due_at, id);


-- Shared state of all processes -------------------------------------------------------------------

-- Counters of rate limits.
CREATE TABLE attempt_counters (
    key text CONSTRAINT attempt_counters_pkey PRIMARY KEY,
    attempts integer NOT NULL CONSTRAINT attempt_counters_attempts_check CHECK (attempts > 0),
    window_ends timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX attempt_counters_window_ends_idx ON attempt_counters (window_ends);

-- Secrets that the first process generates and all processes use.
CREATE TABLE signing_keys (
    name text CONSTRAINT signing_keys_pkey PRIMARY KEY,
    secret bytea NOT NULL CONSTRAINT signing_keys_secret_check CHECK (octet_length(secret) >= 32),
    date_created timestamptz NOT NULL
);
