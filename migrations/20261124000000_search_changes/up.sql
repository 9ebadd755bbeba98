-- What changed in what can be found, for searches that keep a copy of it. Written by triggers, so that every writer is
-- seen, whatever program it is; read as of one snapshot after the other (docs/adr/0009).
CREATE TABLE listing_changes (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT listing_changes_pkey PRIMARY KEY,
    -- Who wrote it: what a snapshot did not see of it, the next one does.
    transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
    -- No foreign key: those that were deleted stand here, too.
    listing_id uuid NOT NULL,
    -- The database's own time is right here: it only says how old a row of this log is, to whom it is compared by the
    -- same clock.
    changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX listing_changes_transaction_idx ON listing_changes (transaction);

-- PostgreSQL merges the notifications of a transaction into one.

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

-- A transition table belongs to one kind of change only.
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

-- Their name stands on the cards. What becomes of their status is written to the listings in the same transaction.
CREATE TRIGGER users_renamed AFTER UPDATE OF first_name, last_name ON users FOR EACH ROW
    WHEN (OLD.first_name IS DISTINCT FROM NEW.first_name OR OLD.last_name IS DISTINCT FROM NEW.last_name)
    EXECUTE FUNCTION log_landlord_changes();
