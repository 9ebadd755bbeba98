-- When the students with an open application were told that the listing is rented or archived: each
-- once, however often its status changes.
ALTER TABLE listings ADD COLUMN applicants_told_at timestamptz;
