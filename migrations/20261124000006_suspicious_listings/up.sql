-- Suspicions: signs of fraud in published listings, for administrators (docs/moderation.md).

ALTER TABLE events
    DROP CONSTRAINT events_event_type_check,
    ADD CONSTRAINT events_event_type_check CHECK (event_type IN (
        'LISTING_RENTED', 'APPLICATION_APPROVED', 'STUDENT_REGISTRATION_REQUESTED', 'LANDLORD_REGISTRATION_REQUESTED',
        'LISTING_REPORTED', 'LISTING_SUSPICIOUS'
    )),
    -- Why a listing is suspicious; null for other types.
    ADD COLUMN reasons text[] CONSTRAINT events_reasons_check CHECK (reasons <@ ARRAY[
        'PRICE_TOO_LOW', 'CONTACT_IN_TEXT', 'MONEY_TRANSFER', 'IMAGE_REUSED', 'MANY_PUBLICATIONS'
    ]),
    ADD CONSTRAINT events_suspicion_check CHECK (
        (event_type = 'LISTING_SUSPICIOUS') = (coalesce(cardinality(reasons), 0) > 0)
    );
-- A listing has at most one open event: further reasons change it.
CREATE UNIQUE INDEX events_open_suspicion_key ON events (listing_id)
    WHERE event_type = 'LISTING_SUSPICIOUS' AND NOT acknowledged;

ALTER TABLE audit_entries
    DROP CONSTRAINT audit_entries_action_check,
    ADD CONSTRAINT audit_entries_action_check CHECK (action IN (
        'APPLICATION_FORWARDED', 'APPLICATION_DECLINED', 'APPLICATION_APPROVED', 'APPLICATION_REJECTED',
        'APPLICATION_WITHDRAWN', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ADMINISTRATOR_INVITED',
        'ADMINISTRATOR_CREATED', 'ADMINISTRATOR_LOGGED_IN',
        'ACTIVATION_RESENT', 'USER_ACTIVATED', 'USER_DEACTIVATED', 'USER_DELETED', 'PROFILE_CHANGED',
        'PASSWORD_CHANGED', 'LISTING_CREATED', 'LISTING_CHANGED', 'LISTING_STATUS_CHANGED', 'LISTING_IMAGES_CHANGED',
        'LISTING_DELETED', 'LISTING_TAKEN_DOWN', 'EVENT_ACKNOWLEDGED', 'EVENT_DISMISSED', 'EVENTS_ACKNOWLEDGED',
        'DONATION_REQUESTED', 'SETTING_CHANGED', 'DOCUMENT_DOWNLOADED', 'DOCUMENT_VIEWED', 'DATA_EXPORTED',
        'AUDIT_EXPORTED', 'REGISTRATIONS_EXPORTED', 'USERS_EXPORTED', 'APPLICATIONS_EXPORTED', 'EVENTS_EXPORTED'
    ));

-- What an image looks like, in 64 bits; null for flat images, and for those from before this column.
ALTER TABLE listing_images ADD COLUMN hash bigint;

-- The four quarters of a hash, each a different range of numbers. Two hashes that differ in at most
-- seven bits have a quarter in which they differ in at most one.
CREATE FUNCTION image_hash_quarters(hash bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY[
    (hash & 65535)::integer,
    ((hash >> 16) & 65535)::integer + 65536,
    ((hash >> 32) & 65535)::integer + 131072,
    ((hash >> 48) & 65535)::integer + 196608
];

-- All quarters that differ in at most one bit.
CREATE FUNCTION image_hash_near_quarters(hash bigint) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT array_agg(quarter # flipped)
    FROM unnest(image_hash_quarters(hash)) AS quarters (quarter)
    CROSS JOIN (SELECT 0 UNION ALL SELECT 1 << bit FROM generate_series(0, 15) AS bits (bit)) AS flips (flipped)
);

-- Without a pending list, which every search would have to read.
CREATE INDEX listing_images_hash_idx ON listing_images USING gin (image_hash_quarters(hash))
    WITH (fastupdate = off) WHERE hash IS NOT NULL;

-- The newest listings of a city, for the median of their rents.
CREATE INDEX listings_city_idx ON listings (merge_umlauts(fold_text(city)), id) WHERE searchable;

-- The last publication of each listing, for two days. No key to the listing: a landlord who deletes
-- a listing has published it nevertheless.
CREATE TABLE listing_publications (
    landlord_id uuid NOT NULL CONSTRAINT listing_publications_landlord_id_fkey REFERENCES users ON DELETE CASCADE,
    listing_id uuid NOT NULL,
    published_at timestamptz NOT NULL,
    CONSTRAINT listing_publications_pkey PRIMARY KEY (landlord_id, listing_id)
);

-- Digests of what administrators have found to be fine: it makes no event for this landlord again.
CREATE TABLE dismissed_suspicions (
    landlord_id uuid NOT NULL CONSTRAINT dismissed_suspicions_landlord_id_fkey REFERENCES users ON DELETE CASCADE,
    digest bytea NOT NULL CONSTRAINT dismissed_suspicions_digest_check CHECK (octet_length(digest) = 32),
    date_created timestamptz NOT NULL,
    CONSTRAINT dismissed_suspicions_pkey PRIMARY KEY (landlord_id, digest)
);
