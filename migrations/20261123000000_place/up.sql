-- What running the place needs: the audit trail, the reply clock, donations, reports and takedowns.

-- Who did what, when, and from where. Nothing but the address is ever changed in it.
CREATE TABLE audit_entries (
    id uuid CONSTRAINT audit_entries_pkey PRIMARY KEY,
    -- Null: the portal itself, or somebody whose account is gone.
    actor_id uuid CONSTRAINT audit_entries_actor_id_fkey REFERENCES users ON DELETE SET NULL,
    action text NOT NULL CONSTRAINT audit_entries_action_check CHECK (action IN (
        'APPLICATION_FORWARDED', 'APPLICATION_DECLINED', 'APPLICATION_APPROVED', 'APPLICATION_REJECTED',
        'APPLICATION_WITHDRAWN', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ADMINISTRATOR_INVITED',
        'USER_ACTIVATED', 'USER_DEACTIVATED', 'USER_DELETED', 'PROFILE_CHANGED', 'PASSWORD_CHANGED',
        'LISTING_CREATED', 'LISTING_CHANGED', 'LISTING_STATUS_CHANGED', 'LISTING_IMAGES_CHANGED', 'LISTING_DELETED',
        'LISTING_TAKEN_DOWN', 'EVENT_ACKNOWLEDGED', 'DONATION_REQUESTED', 'SETTING_CHANGED', 'DOCUMENT_DOWNLOADED',
        'DATA_EXPORTED', 'AUDIT_EXPORTED'
    )),
    -- What it was done to. No foreign key: the entry outlives it.
    entity_id uuid,
    -- The network address; null once its time of keeping is over.
    address text,
    date_created timestamptz NOT NULL
);
CREATE INDEX audit_entries_date_created_idx ON audit_entries (date_created, id);
CREATE INDEX audit_entries_action_idx ON audit_entries (action, date_created, id);
CREATE INDEX audit_entries_actor_id_idx ON audit_entries (actor_id, date_created, id);
-- Retention asks for addresses that are old.
CREATE INDEX audit_entries_kept_addresses_idx ON audit_entries (date_created) WHERE address IS NOT NULL;

-- A visitor's report of a listing is an event with their words.
ALTER TABLE events
    ADD COLUMN report_reason text CONSTRAINT events_report_reason_check
        CHECK (report_reason IN ('FRAUD', 'DISCRIMINATION', 'WRONG_DATA', 'OTHER')),
    -- Null once the person whom it may speak of was erased.
    ADD COLUMN report_text text,
    DROP CONSTRAINT events_event_type_check,
    ADD CONSTRAINT events_event_type_check CHECK (event_type IN (
        'LISTING_RENTED', 'APPLICATION_APPROVED', 'STUDENT_REGISTRATION_REQUESTED', 'LANDLORD_REGISTRATION_REQUESTED',
        'LISTING_REPORTED'
    )),
    ADD CONSTRAINT events_report_check CHECK (
        (event_type = 'LISTING_REPORTED') = (report_reason IS NOT NULL)
        AND (report_text IS NULL OR report_reason IS NOT NULL)
    );
DROP INDEX events_unacknowledged_idx;
CREATE INDEX events_unacknowledged_idx ON events (date_created, id) WHERE NOT acknowledged;

-- Why an administrator took the listing down; null: it is not. What is down is not for everybody to see.
ALTER TABLE listings
    ADD COLUMN takedown_reason text,
    ADD CONSTRAINT listings_takedown_check CHECK (takedown_reason IS NULL OR status IN ('DRAFT', 'ARCHIVED'));

-- When a student was told that it takes longer: once an application.
ALTER TABLE applications ADD COLUMN student_told_at timestamptz;
CREATE INDEX applications_untold_idx ON applications ((COALESCE(administrator_decided_at, date_created)))
    WHERE badge = 'PENDING' AND student_told_at IS NULL;

-- When somebody was last told of everything that waits for their decision.
CREATE TABLE review_digests (
    user_id uuid CONSTRAINT review_digests_pkey PRIMARY KEY
        CONSTRAINT review_digests_user_id_fkey REFERENCES users ON DELETE CASCADE,
    sent_at timestamptz NOT NULL
);

-- When a landlord was last asked for a donation, for each listing.
CREATE TABLE donation_requests (
    landlord_id uuid NOT NULL CONSTRAINT donation_requests_landlord_id_fkey REFERENCES users ON DELETE CASCADE,
    -- The listing; the landlord where none was named.
    subject_id uuid NOT NULL,
    requested_at timestamptz NOT NULL,
    CONSTRAINT donation_requests_pkey PRIMARY KEY (landlord_id, subject_id)
);
CREATE INDEX donation_requests_requested_at_idx ON donation_requests (requested_at);

-- Mails that speak of a listing, and mails to somebody without an account, of whom only address and language are known.
ALTER TABLE outbox
    ADD COLUMN listing_id uuid CONSTRAINT outbox_listing_id_fkey REFERENCES listings ON DELETE CASCADE,
    DROP CONSTRAINT outbox_former_check,
    ADD CONSTRAINT outbox_former_check CHECK (
        num_nonnulls(recipient_first_name, recipient_last_name) IN (0, 2)
        AND (recipient_first_name IS NULL OR recipient_locale IS NOT NULL)
        AND (recipient_locale IS NULL OR recipient_email IS NOT NULL)
    ),
    DROP CONSTRAINT outbox_purpose_check,
    ADD CONSTRAINT outbox_purpose_check CHECK (purpose IN (
        'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
        'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'APPLICATION_WAITING', 'LISTING_UNAVAILABLE',
        'LISTING_DELETED', 'LISTING_TAKEN_DOWN', 'REPORT_RECEIVED', 'DONATION_REQUESTED', 'REVIEWS_WAITING',
        'REGISTRATION_RECEIVED', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ACTIVATION_RESENT',
        'ADMINISTRATOR_INVITED', 'PASSWORD_FORGOTTEN', 'PASSWORD_CHANGED', 'ACCOUNT_DEACTIVATED', 'ACCOUNT_DELETED'
    )),
    DROP CONSTRAINT outbox_application_check,
    ADD CONSTRAINT outbox_application_check CHECK ((application_id IS NOT NULL) = (purpose IN (
        'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
        'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'APPLICATION_WAITING', 'LISTING_UNAVAILABLE', 'LISTING_DELETED'
    ))),
    ADD CONSTRAINT outbox_listing_check CHECK (listing_id IS NOT NULL OR purpose NOT IN (
        'LISTING_TAKEN_DOWN', 'REPORT_RECEIVED'
    ));
CREATE INDEX outbox_listing_id_idx ON outbox (listing_id);

-- As what somebody asks to join. The same as their own role, which nobody ever changes: each role's requests are a list
-- of their own, and are counted without reading the people.
ALTER TABLE registrations ADD COLUMN role text CONSTRAINT registrations_role_check CHECK (role IN ('LANDLORD', 'STUDENT'));
UPDATE registrations SET role = (SELECT users.role FROM users WHERE users.id = user_id);
ALTER TABLE registrations ALTER COLUMN role SET NOT NULL;

-- A landlord's menu asks every ten seconds how much waits for them, and their list is preset to the same question:
-- counted without touching a row, however many letters one of their listings has, and in the order of the list. The
-- student is in here and below because lists name them: even where that join is left out, a count asks for the column.
CREATE INDEX applications_landlord_decisions_idx
    ON applications (landlord_id, administrator_decision, landlord_decision, last_modified, id) INCLUDE (student_id);

-- Who decides sees first what waits, the newest or the oldest before the others. What waits is what came last: a walk
-- from the oldest on would pass everything that was ever decided.
CREATE INDEX registrations_last_modified_idx ON registrations (role, last_modified, id);
CREATE INDEX registrations_role_idx ON registrations (role, status, last_modified, id);
CREATE INDEX registrations_waiting_idx ON registrations (role, status, date_created, id);
CREATE INDEX applications_administrator_decision_idx ON applications (administrator_decision, last_modified, id);
CREATE INDEX applications_waiting_idx ON applications (administrator_decision, date_created, id) INCLUDE (student_id);
CREATE INDEX applications_landlord_waiting_idx
    ON applications (landlord_id, administrator_decision, landlord_decision, date_created, id);

-- Stats count all of them: by an index, and not by reading every letter and description.
CREATE INDEX applications_badge_idx ON applications (badge);
CREATE INDEX listings_status_idx ON listings (status);

-- Trends read half a year of what may be many.
CREATE INDEX registrations_date_created_idx ON registrations (date_created, id);
CREATE INDEX applications_date_created_idx ON applications (date_created, id);
CREATE INDEX applications_administrator_decided_at_idx
    ON applications (administrator_decided_at, date_created) WHERE administrator_decided_at IS NOT NULL;
CREATE INDEX applications_landlord_decided_at_idx
    ON applications (landlord_decided_at, administrator_decided_at) WHERE landlord_decided_at IS NOT NULL;
