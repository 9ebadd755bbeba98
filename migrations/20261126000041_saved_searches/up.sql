-- Searches that students have saved.
CREATE TABLE saved_searches (
    id uuid CONSTRAINT saved_searches_pkey PRIMARY KEY,
    student_id uuid NOT NULL CONSTRAINT saved_searches_student_id_fkey REFERENCES users ON DELETE CASCADE,
    name text NOT NULL,
    -- Its form is in crates/persistence/src/saved_searches/filters.rs.
    filters jsonb NOT NULL CONSTRAINT saved_searches_filters_check CHECK (jsonb_typeof(filters) = 'object'),
    frequency text NOT NULL CONSTRAINT saved_searches_frequency_check
        CHECK (frequency IN ('IMMEDIATELY', 'DAILY', 'WEEKLY', 'NEVER')),
    -- A digest contains what was found since then.
    collects_since timestamptz NOT NULL,
    -- Null: there is nothing to tell.
    next_mail_at timestamptz,
    -- What was found later is new.
    seen_at timestamptz NOT NULL,
    used_at timestamptz NOT NULL,
    -- When the student was asked whether it is still needed. Null: not since it was used.
    told_at timestamptz,
    -- Of a search that finds very many listings, not each is recorded: those that were created
    -- before this time count as known. Null: all known ones are recorded.
    known_until timestamptz,
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL
);
CREATE INDEX saved_searches_student_id_idx ON saved_searches (student_id);
CREATE INDEX saved_searches_next_mail_at_idx ON saved_searches (next_mail_at) WHERE next_mail_at IS NOT NULL;
-- Retention.
CREATE INDEX saved_searches_used_at_idx ON saved_searches (used_at) WHERE told_at IS NULL;
CREATE INDEX saved_searches_told_at_idx ON saved_searches (told_at) WHERE told_at IS NOT NULL;

-- What saved searches have found, and what they found when they were saved: none of it is told of
-- twice.
CREATE TABLE saved_search_matches (
    search_id uuid NOT NULL
        CONSTRAINT saved_search_matches_search_id_fkey REFERENCES saved_searches ON DELETE CASCADE,
    listing_id uuid NOT NULL
        CONSTRAINT saved_search_matches_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    -- The total rent that the student was told, or will be.
    rent_cents bigint NOT NULL CONSTRAINT saved_search_matches_rent_cents_check CHECK (rent_cents >= 0),
    -- What was told before, if the rent has fallen since.
    previous_rent_cents bigint,
    matched_at timestamptz NOT NULL,
    -- Whether it waits for a mail.
    due boolean NOT NULL,
    -- The mail that tells of it. No foreign key: mails are deleted when they are sent.
    mail_id uuid,
    CONSTRAINT saved_search_matches_pkey PRIMARY KEY (search_id, listing_id)
);
CREATE INDEX saved_search_matches_listing_id_idx ON saved_search_matches (listing_id);
-- The number of new ones.
CREATE INDEX saved_search_matches_matched_at_idx ON saved_search_matches (search_id, matched_at);
CREATE INDEX saved_search_matches_due_idx ON saved_search_matches (search_id) WHERE due;
CREATE INDEX saved_search_matches_mail_id_idx ON saved_search_matches (mail_id) WHERE mail_id IS NOT NULL;

-- The last mail to each student about saved searches. It outlives these.
CREATE TABLE saved_search_recipients (
    student_id uuid CONSTRAINT saved_search_recipients_pkey PRIMARY KEY
        CONSTRAINT saved_search_recipients_student_id_fkey REFERENCES users ON DELETE CASCADE,
    mailed_at timestamptz NOT NULL
);

-- The log of changes of saved searches, for the matchers of all processes; like listing_changes.
CREATE TABLE saved_search_changes (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT saved_search_changes_pkey PRIMARY KEY,
    transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
    -- No foreign key: the log includes deleted searches.
    search_id uuid NOT NULL,
    -- Exception to the rule about defaults: this time is compared only with the database's clock.
    changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX saved_search_changes_transaction_idx ON saved_search_changes (transaction);

CREATE FUNCTION log_saved_search_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO saved_search_changes (search_id) VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
    RETURN NULL;
END $$;

CREATE TRIGGER saved_searches_inserted AFTER INSERT ON saved_searches FOR EACH ROW
    EXECUTE FUNCTION log_saved_search_changes();
CREATE TRIGGER saved_searches_updated AFTER UPDATE OF filters ON saved_searches FOR EACH ROW
    WHEN (OLD.filters IS DISTINCT FROM NEW.filters) EXECUTE FUNCTION log_saved_search_changes();
CREATE TRIGGER saved_searches_deleted AFTER DELETE ON saved_searches FOR EACH ROW
    EXECUTE FUNCTION log_saved_search_changes();

-- Published and changed listings that wait to be matched with saved searches. Writers insert only,
-- so none waits for another; a listing may be there several times.
CREATE TABLE unmatched_listings (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT unmatched_listings_pkey PRIMARY KEY,
    -- No foreign key: deleted listings are left out when they are matched.
    listing_id uuid,
    -- Instead of a listing: all that were changed after this snapshot. A search that is being saved
    -- is not known to the processes that match what is published until its commit.
    snapshot text,
    -- Exceptions to the rule about defaults: these times are compared only with the database's clock.
    since timestamptz NOT NULL DEFAULT now(),
    -- The end of the lease of the process that matches it.
    due_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT unmatched_listings_what_check CHECK ((listing_id IS NULL) <> (snapshot IS NULL))
) WITH (
    -- Rows live for seconds: without frequent cleaning, each claim would read dead ones.
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 500,
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 500
);
CREATE INDEX unmatched_listings_due_at_idx ON unmatched_listings (due_at, number);
