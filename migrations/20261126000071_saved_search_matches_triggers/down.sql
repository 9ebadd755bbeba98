ALTER TABLE saved_search_matches ADD CONSTRAINT saved_search_matches_search_id_fkey
    FOREIGN KEY (search_id) REFERENCES saved_searches ON DELETE CASCADE;
ALTER TABLE saved_search_matches ADD CONSTRAINT saved_search_matches_listing_id_fkey
    FOREIGN KEY (listing_id) REFERENCES listings ON DELETE CASCADE;
DROP TRIGGER listings_matches_deleted ON listings;
DROP FUNCTION delete_matches_of_listing();
DROP TRIGGER saved_searches_matches_deleted ON saved_searches;
DROP FUNCTION delete_matches_of_saved_search();
