-- The views of each listing on each of the last days. Visitors are not in it.
CREATE TABLE listing_view_days (
    listing_id uuid NOT NULL CONSTRAINT listing_view_days_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    day date NOT NULL,
    views integer NOT NULL CONSTRAINT listing_view_days_views_check CHECK (views >= 0),
    CONSTRAINT listing_view_days_pkey PRIMARY KEY (listing_id, day)
);
-- Retention.
CREATE INDEX listing_view_days_day_idx ON listing_view_days (day);
