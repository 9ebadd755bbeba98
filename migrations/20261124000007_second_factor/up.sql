-- Second factors, known devices, and what the list of a user's sessions shows.

ALTER TABLE sessions
    -- Browser and system, such as 'Firefox, Linux'; null: unknown.
    ADD COLUMN device text CONSTRAINT sessions_device_check CHECK (char_length(device) <= 60),
    -- The network address of the login or of the last refresh.
    ADD COLUMN address text,
    -- When the user last proved their identity in this session; null: at the login.
    ADD COLUMN proved_at timestamptz,
    -- Digest of the device's cookie. No foreign key: a device may be forgotten before its session ends.
    ADD COLUMN device_hash bytea CONSTRAINT sessions_device_hash_check CHECK (octet_length(device_hash) = 32);

-- Browsers in which a user has logged in before. Only digests of their cookies are stored.
CREATE TABLE devices (
    token_hash bytea CONSTRAINT devices_pkey PRIMARY KEY
        CONSTRAINT devices_token_hash_check CHECK (octet_length(token_hash) = 32),
    user_id uuid NOT NULL CONSTRAINT devices_user_id_fkey REFERENCES users ON DELETE CASCADE,
    last_used timestamptz NOT NULL
);
CREATE INDEX devices_user_id_idx ON devices (user_id, last_used);
CREATE INDEX devices_last_used_idx ON devices (last_used);

-- One confirmed secret a user, and one that waits for its first code.
CREATE TABLE totp_secrets (
    user_id uuid NOT NULL CONSTRAINT totp_secrets_user_id_fkey REFERENCES users ON DELETE CASCADE,
    confirmed boolean NOT NULL,
    -- Encrypted.
    secret bytea NOT NULL,
    -- The step of the last accepted code: each step is accepted once.
    last_step bigint,
    date_created timestamptz NOT NULL,
    CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id, confirmed)
);

CREATE TABLE recovery_codes (
    user_id uuid NOT NULL CONSTRAINT recovery_codes_user_id_fkey REFERENCES users ON DELETE CASCADE,
    code_hash bytea NOT NULL CONSTRAINT recovery_codes_code_hash_check CHECK (octet_length(code_hash) = 32),
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
    id uuid CONSTRAINT passkeys_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT passkeys_user_id_fkey REFERENCES users ON DELETE CASCADE,
    credential_id bytea NOT NULL CONSTRAINT passkeys_credential_id_key UNIQUE
        CONSTRAINT passkeys_credential_id_check CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
    -- A COSE key.
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL CONSTRAINT passkeys_sign_count_check CHECK (sign_count >= 0),
    name text NOT NULL,
    date_created timestamptz NOT NULL,
    last_used timestamptz
);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

-- Logins whose password was right and that wait for the second factor.
CREATE TABLE login_challenges (
    token_hash bytea CONSTRAINT login_challenges_pkey PRIMARY KEY
        CONSTRAINT login_challenges_token_hash_check CHECK (octet_length(token_hash) = 32),
    user_id uuid NOT NULL CONSTRAINT login_challenges_user_id_fkey REFERENCES users ON DELETE CASCADE,
    passkey_challenge bytea NOT NULL
        CONSTRAINT login_challenges_passkey_challenge_check CHECK (octet_length(passkey_challenge) = 32),
    tries integer NOT NULL CONSTRAINT login_challenges_tries_check CHECK (tries >= 0),
    -- The counter of failed logins that a success clears.
    counter text,
    expires_at timestamptz NOT NULL
);
CREATE INDEX login_challenges_user_id_idx ON login_challenges (user_id);
CREATE INDEX login_challenges_expires_at_idx ON login_challenges (expires_at);

-- What a passkey must sign to be added, or to prove the identity of its user.
CREATE TABLE passkey_challenges (
    session_id uuid NOT NULL CONSTRAINT passkey_challenges_session_id_fkey REFERENCES sessions ON DELETE CASCADE,
    purpose text NOT NULL CONSTRAINT passkey_challenges_purpose_check CHECK (purpose IN ('REGISTRATION', 'PROOF')),
    challenge bytea NOT NULL CONSTRAINT passkey_challenges_challenge_check CHECK (octet_length(challenge) = 32),
    expires_at timestamptz NOT NULL,
    CONSTRAINT passkey_challenges_pkey PRIMARY KEY (session_id, purpose)
);

ALTER TABLE outbox DROP CONSTRAINT outbox_purpose_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_purpose_check CHECK (purpose IN (
    'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
    'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'APPLICATION_WAITING', 'LISTING_UNAVAILABLE',
    'LISTING_DELETED', 'LISTING_TAKEN_DOWN', 'REPORT_RECEIVED', 'DONATION_REQUESTED', 'REVIEWS_WAITING',
    'REGISTRATION_RECEIVED', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ACTIVATION_RESENT',
    'ADMINISTRATOR_INVITED', 'PASSWORD_FORGOTTEN', 'PASSWORD_CHANGED', 'ACCOUNT_DEACTIVATED',
    'ACCOUNT_REACTIVATED', 'ACCOUNT_DELETED', 'NEW_DEVICE', 'SECOND_FACTOR_ADDED', 'SECOND_FACTOR_DELETED',
    'SECOND_FACTOR_REMOVED'
));
-- The session of a login from a new device. No foreign key: it may end before the mail is sent.
ALTER TABLE outbox ADD COLUMN session_id uuid;

ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_action_check;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_action_check CHECK (action IN (
    'APPLICATION_FORWARDED', 'APPLICATION_DECLINED', 'APPLICATION_APPROVED', 'APPLICATION_REJECTED',
    'APPLICATION_WITHDRAWN', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ADMINISTRATOR_INVITED',
    'ADMINISTRATOR_CREATED', 'ADMINISTRATOR_LOGGED_IN',
    'ACTIVATION_RESENT', 'USER_ACTIVATED', 'USER_DEACTIVATED', 'USER_DELETED', 'PROFILE_CHANGED',
    'PASSWORD_CHANGED', 'LISTING_CREATED', 'LISTING_CHANGED', 'LISTING_STATUS_CHANGED', 'LISTING_IMAGES_CHANGED',
    'LISTING_DELETED', 'LISTING_TAKEN_DOWN', 'EVENT_ACKNOWLEDGED', 'EVENT_DISMISSED', 'EVENTS_ACKNOWLEDGED',
    'DONATION_REQUESTED', 'SETTING_CHANGED', 'DOCUMENT_DOWNLOADED', 'DOCUMENT_VIEWED', 'DATA_EXPORTED',
    'AUDIT_EXPORTED', 'REGISTRATIONS_EXPORTED', 'USERS_EXPORTED', 'APPLICATIONS_EXPORTED', 'EVENTS_EXPORTED',
    'SECOND_FACTOR_ADDED', 'SECOND_FACTOR_DELETED', 'SECOND_FACTOR_REMOVED'
));
