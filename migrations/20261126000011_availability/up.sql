-- When a listing is let. Without dates it is available now and without end; both days are inclusive.
ALTER TABLE listings
    ADD COLUMN available_from date,
    ADD COLUMN available_until date,
    -- The shortest stay. Null: any.
    ADD COLUMN minimum_months smallint;
ALTER TABLE listings
    ADD CONSTRAINT listings_availability_check CHECK (
        available_from BETWEEN '2000-01-01' AND '2099-12-31' AND available_until BETWEEN '2000-01-01' AND '2099-12-31'
        AND available_from <= available_until
    ) NOT VALID,
    ADD CONSTRAINT listings_minimum_months_check CHECK (minimum_months BETWEEN 0 AND 60) NOT VALID;

-- The last day about which the landlord of a listing was asked; at most one mail per listing and day.
CREATE TABLE listing_end_notices (
    listing_id uuid CONSTRAINT listing_end_notices_pkey PRIMARY KEY
        CONSTRAINT listing_end_notices_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    available_until date NOT NULL
);

ALTER TABLE outbox DROP CONSTRAINT outbox_purpose_check;
-- allowed: the table holds only mails that wait to be sent
ALTER TABLE outbox ADD CONSTRAINT outbox_purpose_check CHECK (purpose IN (
    'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
    'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'APPLICATION_WAITING', 'LISTING_UNAVAILABLE',
    'LISTING_DELETED', 'LISTING_TAKEN_DOWN', 'REPORT_RECEIVED', 'DONATION_REQUESTED', 'REVIEWS_WAITING',
    'REGISTRATION_RECEIVED', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ACTIVATION_RESENT',
    'ADMINISTRATOR_INVITED', 'PASSWORD_FORGOTTEN', 'PASSWORD_CHANGED', 'ACCOUNT_DEACTIVATED',
    'ACCOUNT_REACTIVATED', 'ACCOUNT_DELETED', 'NEW_DEVICE', 'SECOND_FACTOR_ADDED', 'SECOND_FACTOR_DELETED',
    'SECOND_FACTOR_REMOVED', 'LISTING_ENDED'
));
