-- Which listing came of which draft. A browser names each draft once, so that saving it again after a lost
-- answer finds the listing that exists instead of making a second one.
CREATE TABLE listing_drafts (
    landlord_id uuid NOT NULL,
    draft_id uuid NOT NULL,
    listing_id uuid NOT NULL,
    CONSTRAINT listing_drafts_pkey PRIMARY KEY (landlord_id, draft_id),
    CONSTRAINT listing_drafts_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES listings (id) ON DELETE CASCADE
);

CREATE INDEX listing_drafts_listing_id_idx ON listing_drafts (listing_id);
