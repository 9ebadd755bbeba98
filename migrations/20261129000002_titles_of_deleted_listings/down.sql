ALTER TABLE events DROP COLUMN deleted_listing_title;
