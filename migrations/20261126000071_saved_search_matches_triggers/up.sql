-- Checking two foreign keys took nearly half of the time of recording a match. Those who record lock
-- the listing and the search until their commit, so a deletion waits for the match and deletes it.
CREATE FUNCTION delete_matches_of_saved_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM saved_search_matches WHERE search_id = OLD.id;
    RETURN NULL;
END $$;
CREATE TRIGGER saved_searches_matches_deleted AFTER DELETE ON saved_searches FOR EACH ROW
    EXECUTE FUNCTION delete_matches_of_saved_search();

CREATE FUNCTION delete_matches_of_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM saved_search_matches WHERE listing_id = OLD.id;
    RETURN NULL;
END $$;
CREATE TRIGGER listings_matches_deleted AFTER DELETE ON listings FOR EACH ROW
    EXECUTE FUNCTION delete_matches_of_listing();

ALTER TABLE saved_search_matches DROP CONSTRAINT saved_search_matches_search_id_fkey;
ALTER TABLE saved_search_matches DROP CONSTRAINT saved_search_matches_listing_id_fkey;
