-- What an image shows, for readers who do not see it; empty: not described.
ALTER TABLE listing_images
    ADD COLUMN description text NOT NULL DEFAULT '',
    ADD CONSTRAINT listing_images_description_check CHECK (char_length(description) <= 200) NOT VALID;
