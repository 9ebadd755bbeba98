-- Favourites: the listings that a student has marked.
CREATE TABLE favourites (
    student_id uuid NOT NULL CONSTRAINT favourites_student_id_fkey REFERENCES users ON DELETE CASCADE,
    -- No foreign key: what is deleted stays in the list.
    listing_id uuid NOT NULL,
    -- What the student saw last, for the list without the listing and for the search of similar ones.
    title text NOT NULL,
    city text NOT NULL,
    unit_type text NOT NULL CONSTRAINT favourites_unit_type_check
        CHECK (unit_type IN ('APARTMENT', 'HOUSE', 'ROOM', 'OTHER')),
    total_rent_cents bigint NOT NULL CONSTRAINT favourites_total_rent_cents_check CHECK (total_rent_cents >= 0),
    date_created timestamptz NOT NULL,
    CONSTRAINT favourites_pkey PRIMARY KEY (student_id, listing_id)
);
-- The number of favourites of a listing.
CREATE INDEX favourites_listing_id_idx ON favourites (listing_id);
