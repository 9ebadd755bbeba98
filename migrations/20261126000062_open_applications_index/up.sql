-- The number of applications to a listing that wait for its landlord.
CREATE INDEX CONCURRENTLY applications_open_idx
    ON applications (listing_id) WHERE administrator_decision = 'APPROVED' AND landlord_decision = 'PENDING';
