DROP TRIGGER listing_changes_queued ON listing_changes;
DROP FUNCTION queue_changed_listings;
