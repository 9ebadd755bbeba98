ALTER TABLE listing_images DROP COLUMN description;
