DROP TRIGGER users_renamed ON users;
DROP FUNCTION log_landlord_changes();

DROP TRIGGER listing_images_deleted ON listing_images;
DROP TRIGGER listing_images_updated ON listing_images;
DROP TRIGGER listing_images_inserted ON listing_images;
DROP FUNCTION log_listing_image_changes();

DROP TRIGGER listings_deleted ON listings;
DROP TRIGGER listings_updated ON listings;
DROP TRIGGER listings_inserted ON listings;
DROP FUNCTION log_listing_changes();

DROP TABLE listing_changes;
