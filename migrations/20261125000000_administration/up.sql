-- What administrators gained with the second review.

ALTER TABLE audit_entries
    DROP CONSTRAINT audit_entries_action_check,
    ADD CONSTRAINT audit_entries_action_check CHECK (action IN (
        'APPLICATION_FORWARDED', 'APPLICATION_DECLINED', 'APPLICATION_APPROVED', 'APPLICATION_REJECTED',
        'APPLICATION_WITHDRAWN', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ADMINISTRATOR_INVITED',
        'ACTIVATION_RESENT', 'USER_ACTIVATED', 'USER_DEACTIVATED', 'USER_DELETED', 'PROFILE_CHANGED',
        'PASSWORD_CHANGED', 'LISTING_CREATED', 'LISTING_CHANGED', 'LISTING_STATUS_CHANGED', 'LISTING_IMAGES_CHANGED',
        'LISTING_DELETED', 'LISTING_TAKEN_DOWN', 'EVENT_ACKNOWLEDGED', 'EVENTS_ACKNOWLEDGED', 'DONATION_REQUESTED',
        'SETTING_CHANGED', 'DOCUMENT_DOWNLOADED', 'DOCUMENT_VIEWED', 'DATA_EXPORTED', 'AUDIT_EXPORTED',
        'REGISTRATIONS_EXPORTED', 'USERS_EXPORTED', 'APPLICATIONS_EXPORTED', 'EVENTS_EXPORTED'
    ));

ALTER TABLE outbox
    DROP CONSTRAINT outbox_purpose_check,
    ADD CONSTRAINT outbox_purpose_check CHECK (purpose IN (
        'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
        'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'APPLICATION_WAITING', 'LISTING_UNAVAILABLE',
        'LISTING_DELETED', 'LISTING_TAKEN_DOWN', 'REPORT_RECEIVED', 'DONATION_REQUESTED', 'REVIEWS_WAITING',
        'REGISTRATION_RECEIVED', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ACTIVATION_RESENT',
        'ADMINISTRATOR_INVITED', 'PASSWORD_FORGOTTEN', 'PASSWORD_CHANGED', 'ACCOUNT_DEACTIVATED',
        'ACCOUNT_REACTIVATED', 'ACCOUNT_DELETED'
    ));

-- Keywords over people and titles find words in any order, without case, accents or umlaut spelling. Both sides are folded
-- here, by the same functions. Bodies in the standard's form (RETURN) are bound when they are created: a restore computes
-- the columns below with an empty search path.

-- Lower case without accents: `Müller` is `muller`, `Weiß` is `weiss`, `Łukasz` is `lukasz`.
CREATE FUNCTION fold_text(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(
    replace(replace(replace(
        regexp_replace(normalize(lower(given COLLATE "de-x-icu"), NFKD), '[\u0300-\u036f]', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđıð', 'oldid') COLLATE "C";

-- `mueller` is `muller`.
CREATE FUNCTION merge_umlauts(folded text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(replace(folded, 'ae', 'a'), 'oe', 'o'), 'ue', 'u') COLLATE "C";

-- A text in each spelling that it is looked for in, a line each: `Müller` is `muller`, `mueller`, `muller`.
CREATE FUNCTION search_text(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN fold_text(given) || chr(10)
    || fold_text(replace(replace(replace(
        normalize(lower(given COLLATE "de-x-icu"), NFC), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) || chr(10)
    || merge_umlauts(fold_text(given));

-- The words of a keyword, folded, in their order.
CREATE FUNCTION fold_words(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT coalesce(array_agg(fold_text(word) ORDER BY place), '{}')
    FROM unnest(words) WITH ORDINALITY AS given (word, place)
);

ALTER TABLE users ADD COLUMN search_name text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (search_text(first_name || ' ' || last_name)) STORED;
ALTER TABLE listings ADD COLUMN search_title text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (search_text(title)) STORED;
ALTER TABLE applications ADD COLUMN search_title text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (search_text(listing_title)) STORED;
