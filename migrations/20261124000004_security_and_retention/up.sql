-- Logins of administrators, and administrators created from the command line.
ALTER TABLE audit_entries
    DROP CONSTRAINT audit_entries_action_check,
    ADD CONSTRAINT audit_entries_action_check CHECK (action IN (
        'APPLICATION_FORWARDED', 'APPLICATION_DECLINED', 'APPLICATION_APPROVED', 'APPLICATION_REJECTED',
        'APPLICATION_WITHDRAWN', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ADMINISTRATOR_INVITED',
        'ADMINISTRATOR_CREATED', 'ADMINISTRATOR_LOGGED_IN',
        'ACTIVATION_RESENT', 'USER_ACTIVATED', 'USER_DEACTIVATED', 'USER_DELETED', 'PROFILE_CHANGED',
        'PASSWORD_CHANGED', 'LISTING_CREATED', 'LISTING_CHANGED', 'LISTING_STATUS_CHANGED', 'LISTING_IMAGES_CHANGED',
        'LISTING_DELETED', 'LISTING_TAKEN_DOWN', 'EVENT_ACKNOWLEDGED', 'EVENTS_ACKNOWLEDGED', 'DONATION_REQUESTED',
        'SETTING_CHANGED', 'DOCUMENT_DOWNLOADED', 'DOCUMENT_VIEWED', 'DATA_EXPORTED', 'AUDIT_EXPORTED',
        'REGISTRATIONS_EXPORTED', 'USERS_EXPORTED', 'APPLICATIONS_EXPORTED', 'EVENTS_EXPORTED'
    ));

-- The landlord of a reported listing, who can be erased after the listing was deleted. Set for
-- reports only, and null for those that an older program writes until the end of an update.
ALTER TABLE events
    ADD COLUMN reported_landlord_id uuid CONSTRAINT events_reported_landlord_id_fkey
        REFERENCES users ON DELETE SET NULL;
UPDATE events SET reported_landlord_id = listings.landlord_id
FROM listings
WHERE listings.id = events.listing_id AND events.report_text IS NOT NULL;
CREATE INDEX events_reported_landlord_id_idx ON events (reported_landlord_id) WHERE reported_landlord_id IS NOT NULL;
-- Retention: texts of reports, and letters of open applications.
CREATE INDEX events_report_text_idx ON events (date_created) WHERE report_text IS NOT NULL;
CREATE INDEX applications_open_letters_idx
    ON applications (last_modified) WHERE letter IS NOT NULL AND badge = 'PENDING';
