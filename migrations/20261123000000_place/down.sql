DROP INDEX applications_landlord_decided_at_idx;
DROP INDEX applications_administrator_decided_at_idx;
DROP INDEX applications_date_created_idx;
DROP INDEX registrations_date_created_idx;
DROP INDEX listings_status_idx;
DROP INDEX applications_badge_idx;
DROP INDEX applications_landlord_waiting_idx;
DROP INDEX applications_waiting_idx;
DROP INDEX applications_administrator_decision_idx;
DROP INDEX registrations_waiting_idx;
DROP INDEX registrations_role_idx;
DROP INDEX registrations_last_modified_idx;
ALTER TABLE registrations DROP COLUMN role;
DROP INDEX applications_landlord_decisions_idx;

DELETE FROM outbox WHERE purpose IN (
    'APPLICATION_WAITING', 'LISTING_TAKEN_DOWN', 'REPORT_RECEIVED', 'DONATION_REQUESTED', 'REVIEWS_WAITING'
);
ALTER TABLE outbox
    DROP CONSTRAINT outbox_listing_check,
    DROP CONSTRAINT outbox_application_check,
    ADD CONSTRAINT outbox_application_check CHECK (application_id IS NOT NULL OR purpose IN (
        'REGISTRATION_RECEIVED', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ACTIVATION_RESENT',
        'ADMINISTRATOR_INVITED', 'PASSWORD_FORGOTTEN', 'PASSWORD_CHANGED', 'ACCOUNT_DEACTIVATED', 'ACCOUNT_DELETED'
    )),
    DROP CONSTRAINT outbox_purpose_check,
    ADD CONSTRAINT outbox_purpose_check CHECK (purpose IN (
        'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
        'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'LISTING_UNAVAILABLE', 'LISTING_DELETED',
        'REGISTRATION_RECEIVED', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ACTIVATION_RESENT',
        'ADMINISTRATOR_INVITED', 'PASSWORD_FORGOTTEN', 'PASSWORD_CHANGED', 'ACCOUNT_DEACTIVATED', 'ACCOUNT_DELETED'
    )),
    DROP CONSTRAINT outbox_former_check,
    ADD CONSTRAINT outbox_former_check CHECK (
        num_nonnulls(recipient_first_name, recipient_last_name, recipient_locale) IN (0, 3)
        AND (recipient_first_name IS NULL OR recipient_email IS NOT NULL)
    ),
    DROP COLUMN listing_id;

DROP TABLE donation_requests;
DROP TABLE review_digests;
ALTER TABLE applications DROP COLUMN student_told_at;
ALTER TABLE listings DROP COLUMN takedown_reason;

DELETE FROM events WHERE event_type = 'LISTING_REPORTED';
ALTER TABLE events
    DROP CONSTRAINT events_report_check,
    DROP CONSTRAINT events_event_type_check,
    ADD CONSTRAINT events_event_type_check CHECK (event_type IN (
        'LISTING_RENTED', 'APPLICATION_APPROVED', 'STUDENT_REGISTRATION_REQUESTED', 'LANDLORD_REGISTRATION_REQUESTED'
    )),
    DROP COLUMN report_text,
    DROP COLUMN report_reason;
DROP INDEX events_unacknowledged_idx;
CREATE INDEX events_unacknowledged_idx ON events (id) WHERE NOT acknowledged;

DROP TABLE audit_entries;
