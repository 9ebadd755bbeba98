-- Every change of a searchable listing is matched with saved searches, whichever program makes it.
CREATE FUNCTION queue_changed_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO unmatched_listings (listing_id) SELECT DISTINCT listing_id FROM new_rows;
    RETURN NULL;
END $$;

CREATE TRIGGER listing_changes_queued AFTER INSERT ON listing_changes
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_changed_listings();
