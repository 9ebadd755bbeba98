-- Everything the first working portal keeps. No column takes its time from the database: the clock is a port.
--
-- Texts of people and places are collated for German readers, so that every list sorts `Ä` beside `A` and ignores
-- case in keywords whatever locale the server was made with.

-- The edit distance between a mistyped word and the words that listings use.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

CREATE TABLE users (
    id uuid CONSTRAINT users_pkey PRIMARY KEY,
    email text NOT NULL CONSTRAINT users_email_key UNIQUE,
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
    CONSTRAINT users_address_check CHECK (num_nulls(street, house_number, postal_code, city) IN (0, 4))
);

CREATE TABLE sessions (
    id uuid CONSTRAINT sessions_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users ON DELETE CASCADE,
    -- Digests of refresh tokens; the tokens themselves are nowhere.
    current_token bytea NOT NULL CONSTRAINT sessions_current_token_check CHECK (octet_length(current_token) = 32),
    previous_token bytea CONSTRAINT sessions_previous_token_check CHECK (octet_length(previous_token) = 32),
    started_at timestamptz NOT NULL,
    rotated_at timestamptz NOT NULL
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);

CREATE TABLE registrations (
    id uuid CONSTRAINT registrations_pkey PRIMARY KEY,
    user_id uuid NOT NULL
        CONSTRAINT registrations_user_id_key UNIQUE
        CONSTRAINT registrations_user_id_fkey REFERENCES users ON DELETE CASCADE,
    status text NOT NULL CONSTRAINT registrations_status_check CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL
);
CREATE INDEX registrations_status_idx ON registrations (status, last_modified, id);

CREATE TABLE documents (
    id uuid CONSTRAINT documents_pkey PRIMARY KEY,
    -- Not removed along with its registration: whoever deletes the row has to see to the file.
    registration_id uuid NOT NULL
        CONSTRAINT documents_registration_id_key UNIQUE
        CONSTRAINT documents_registration_id_fkey REFERENCES registrations,
    filename text NOT NULL,
    content_type text NOT NULL,
    location text NOT NULL,
    date_created timestamptz NOT NULL
);
CREATE INDEX documents_location_idx ON documents (location);

CREATE TABLE listings (
    id uuid CONSTRAINT listings_pkey PRIMARY KEY,
    -- Not removed along with their landlord: whoever deletes a listing has to see to its pictures' files.
    landlord_id uuid NOT NULL CONSTRAINT listings_landlord_id_fkey REFERENCES users,
    status text NOT NULL CONSTRAINT listings_status_check
        CHECK (status IN ('DRAFT', 'ARCHIVED', 'AVAILABLE', 'RENTED')),
    -- Available, and its landlord is active. Written together with either of the two.
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
    -- The domain's search words with their weights; never made by the database.
    search_vector tsvector NOT NULL,
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL
) WITH (
    -- The search reads the index alone only where the visibility map is fresh.
    autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_insert_scale_factor = 0.01,
    autovacuum_analyze_scale_factor = 0.01
);
-- The one index of the search: it finds a page's ids, and counts, without touching a row.
CREATE INDEX listings_search_idx ON listings (basic_rent_cents, id)
    INCLUDE (total_rent_cents, area, unit_type) WHERE searchable;
CREATE INDEX listings_search_vector_idx ON listings USING gin (search_vector);
CREATE INDEX listings_landlord_id_idx ON listings (landlord_id, last_modified, id);
CREATE INDEX listings_last_modified_idx ON listings (last_modified, id);
CREATE INDEX listings_date_created_idx ON listings (date_created, id);

CREATE TABLE listing_images (
    id uuid CONSTRAINT listing_images_pkey PRIMARY KEY,
    listing_id uuid NOT NULL CONSTRAINT listing_images_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    position smallint NOT NULL CONSTRAINT listing_images_position_check CHECK (position >= 0),
    location text NOT NULL,
    CONSTRAINT listing_images_listing_position_key UNIQUE (listing_id, position)
);
-- Not unique: demo listings share pictures.
CREATE INDEX listing_images_location_idx ON listing_images (location);

-- Who looked at what on which day, as digests that say nothing once the day's salt is gone.
CREATE TABLE listing_views (
    listing_id uuid NOT NULL CONSTRAINT listing_views_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    day date NOT NULL,
    visitor bytea NOT NULL,
    CONSTRAINT listing_views_pkey PRIMARY KEY (listing_id, day, visitor)
);
CREATE INDEX listing_views_day_idx ON listing_views (day);

-- Apart from the listings, whose index-only scans every change of a row would spoil.
CREATE TABLE listing_view_totals (
    listing_id uuid CONSTRAINT listing_view_totals_pkey PRIMARY KEY
        CONSTRAINT listing_view_totals_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    views bigint NOT NULL CONSTRAINT listing_view_totals_views_check CHECK (views >= 0)
) WITH (fillfactor = 50);

CREATE TABLE view_salts (
    day date CONSTRAINT view_salts_pkey PRIMARY KEY,
    salt bytea NOT NULL CONSTRAINT view_salts_salt_check CHECK (octet_length(salt) >= 16)
);

-- Every word that some listing is found under, for typos. Compared byte by byte: words are folded already.
CREATE TABLE search_words (
    word text COLLATE "C" CONSTRAINT search_words_pkey PRIMARY KEY,
    letters smallint NOT NULL GENERATED ALWAYS AS (char_length(word)) STORED
);
-- Only words of about the same length can be meant.
CREATE INDEX search_words_letters_idx ON search_words (letters, word);

CREATE TABLE applications (
    id uuid CONSTRAINT applications_pkey PRIMARY KEY,
    -- What the other side needs outlives the person and the listing.
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
    -- The domain's badge.
    badge text NOT NULL GENERATED ALWAYS AS (
        CASE administrator_decision WHEN 'APPROVED' THEN landlord_decision ELSE administrator_decision END
    ) STORED,
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL,
    CONSTRAINT applications_student_listing_key UNIQUE (student_id, listing_id),
    CONSTRAINT applications_administrator_decided_at_check
        CHECK ((administrator_decision = 'PENDING') = (administrator_decided_at IS NULL)),
    CONSTRAINT applications_landlord_decided_at_check
        CHECK ((landlord_decision = 'PENDING') = (landlord_decided_at IS NULL)),
    -- The landlord's turn comes after the administrator's yes.
    CONSTRAINT applications_order_check CHECK (landlord_decision = 'PENDING' OR administrator_decision = 'APPROVED')
);
CREATE INDEX applications_listing_id_idx ON applications (listing_id);
CREATE INDEX applications_landlord_id_idx ON applications (landlord_id, last_modified, id);
CREATE INDEX applications_last_modified_idx ON applications (last_modified, id);
CREATE INDEX applications_decisions_idx
    ON applications (administrator_decision, landlord_decision, last_modified, id);

CREATE TABLE events (
    id uuid CONSTRAINT events_pkey PRIMARY KEY,
    event_type text NOT NULL CONSTRAINT events_event_type_check CHECK (event_type IN (
        'LISTING_RENTED', 'APPLICATION_APPROVED', 'STUDENT_REGISTRATION_REQUESTED', 'LANDLORD_REGISTRATION_REQUESTED'
    )),
    -- One of the two, until it is gone.
    listing_id uuid CONSTRAINT events_listing_id_fkey REFERENCES listings ON DELETE SET NULL,
    user_id uuid CONSTRAINT events_user_id_fkey REFERENCES users ON DELETE SET NULL,
    acknowledged boolean NOT NULL,
    date_created timestamptz NOT NULL,
    CONSTRAINT events_entity_check CHECK (num_nonnulls(listing_id, user_id) <= 1)
);
CREATE INDEX events_listing_id_idx ON events (listing_id);
CREATE INDEX events_user_id_idx ON events (user_id);
CREATE INDEX events_date_created_idx ON events (date_created, id);
CREATE INDEX events_unacknowledged_idx ON events (id) WHERE NOT acknowledged;

CREATE TABLE settings (
    id uuid CONSTRAINT settings_pkey PRIMARY KEY,
    key text NOT NULL CONSTRAINT settings_key_key UNIQUE,
    setting_type text NOT NULL CONSTRAINT settings_setting_type_check CHECK (setting_type IN ('IMAGE')),
    -- An image's location; null: the front end shows its own.
    value text,
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL
);
INSERT INTO settings (id, key, setting_type, date_created, last_modified) VALUES
    ('01a1f640-bc00-7000-8000-000000000001', 'home.hero', 'IMAGE', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'),
    ('01a1f640-bc00-7000-8000-000000000002', 'login.background', 'IMAGE', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'),
    ('01a1f640-bc00-7000-8000-000000000003', 'signup.background', 'IMAGE', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'),
    ('01a1f640-bc00-7000-8000-000000000004', 'about.picture', 'IMAGE', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z');

-- Mails to send: person and purpose, never text, link or token.
CREATE TABLE outbox (
    id uuid CONSTRAINT outbox_pkey PRIMARY KEY,
    recipient_id uuid NOT NULL CONSTRAINT outbox_recipient_id_fkey REFERENCES users ON DELETE CASCADE,
    purpose text NOT NULL CONSTRAINT outbox_purpose_check CHECK (purpose IN (
        'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
        'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'LISTING_UNAVAILABLE', 'LISTING_DELETED'
    )),
    application_id uuid NOT NULL CONSTRAINT outbox_application_id_fkey REFERENCES applications ON DELETE CASCADE,
    attempts integer NOT NULL CONSTRAINT outbox_attempts_check CHECK (attempts >= 0),
    -- Nobody takes it before; a worker that takes it moves this to the end of its lease.
    due_at timestamptz NOT NULL,
    date_created timestamptz NOT NULL
);
CREATE INDEX outbox_due_at_idx ON outbox (due_at, id);
CREATE INDEX outbox_recipient_id_idx ON outbox (recipient_id);
CREATE INDEX outbox_application_id_idx ON outbox (application_id);

-- Files to remove from the object store.
CREATE TABLE discarded_objects (
    id uuid CONSTRAINT discarded_objects_pkey PRIMARY KEY,
    location text NOT NULL,
    due_at timestamptz NOT NULL
);
CREATE INDEX discarded_objects_due_at_idx ON discarded_objects (due_at, id);

CREATE TABLE attempt_counters (
    key text CONSTRAINT attempt_counters_pkey PRIMARY KEY,
    attempts integer NOT NULL CONSTRAINT attempt_counters_attempts_check CHECK (attempts > 0),
    window_ends timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX attempt_counters_window_ends_idx ON attempt_counters (window_ends);

-- Secrets that every process of the portal shares, made by whichever came first.
CREATE TABLE signing_keys (
    name text CONSTRAINT signing_keys_pkey PRIMARY KEY,
    secret bytea NOT NULL CONSTRAINT signing_keys_secret_check CHECK (octet_length(secret) >= 32),
    date_created timestamptz NOT NULL
);
