-- What events were about, if the listing is deleted: its title here, and its landlord in
-- `reported_landlord_id`. Both are cleared with the landlord.
ALTER TABLE events ADD COLUMN deleted_listing_title text;
