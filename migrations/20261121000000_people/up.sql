-- What signing up, activation, accounts and retention need.

-- Whoever was rejected may sign up again with the same e-mail while the rejected request is still kept.
ALTER TABLE users ADD COLUMN rejected boolean NOT NULL DEFAULT false;
UPDATE users SET rejected = true
    WHERE status = 'NEW' AND id IN (SELECT user_id FROM registrations WHERE status = 'REJECTED');
ALTER TABLE users DROP CONSTRAINT users_email_key;
CREATE UNIQUE INDEX users_email_key ON users (email) WHERE NOT rejected;
CREATE INDEX users_last_modified_idx ON users (last_modified, id);
-- Whoever takes an administrator away first holds all the active ones.
CREATE INDEX users_administrators_idx ON users (id) WHERE role = 'ADMIN' AND status = 'ACTIVE';

ALTER TABLE registrations ADD COLUMN decided_at timestamptz;
UPDATE registrations SET decided_at = last_modified WHERE status <> 'PENDING';
ALTER TABLE registrations ADD CONSTRAINT registrations_decided_at_check
    CHECK ((status = 'PENDING') = (decided_at IS NULL));

-- Links in mails. Only digests are kept; expired ones stay until the account is activated, so that they can be
-- exchanged for a new link.
CREATE TABLE account_tokens (
    token_hash bytea CONSTRAINT account_tokens_pkey PRIMARY KEY
        CONSTRAINT account_tokens_token_hash_check CHECK (octet_length(token_hash) = 32),
    user_id uuid NOT NULL CONSTRAINT account_tokens_user_id_fkey REFERENCES users ON DELETE CASCADE,
    purpose text NOT NULL CONSTRAINT account_tokens_purpose_check CHECK (purpose IN ('ACTIVATION', 'PASSWORD_RESET')),
    expires_at timestamptz NOT NULL
);
CREATE INDEX account_tokens_user_id_idx ON account_tokens (user_id, purpose);
CREATE INDEX account_tokens_expires_at_idx ON account_tokens (expires_at);

-- Mails about accounts: to somebody with an account, to whoever may have one at an address, or to somebody whose
-- account is gone.
ALTER TABLE outbox
    ALTER COLUMN recipient_id DROP NOT NULL,
    ALTER COLUMN application_id DROP NOT NULL,
    ADD COLUMN recipient_email text,
    ADD COLUMN recipient_first_name text,
    ADD COLUMN recipient_last_name text,
    ADD COLUMN recipient_locale text CONSTRAINT outbox_recipient_locale_check
        CHECK (recipient_locale IN ('de-DE', 'en-US')),
    ADD CONSTRAINT outbox_recipient_check CHECK (num_nonnulls(recipient_id, recipient_email) = 1),
    ADD CONSTRAINT outbox_former_check CHECK (
        num_nonnulls(recipient_first_name, recipient_last_name, recipient_locale) IN (0, 3)
        AND (recipient_first_name IS NULL OR recipient_email IS NOT NULL)
    ),
    DROP CONSTRAINT outbox_purpose_check,
    ADD CONSTRAINT outbox_purpose_check CHECK (purpose IN (
        'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
        'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'LISTING_UNAVAILABLE', 'LISTING_DELETED',
        'REGISTRATION_RECEIVED', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ACTIVATION_RESENT',
        'ADMINISTRATOR_INVITED', 'PASSWORD_FORGOTTEN', 'PASSWORD_CHANGED', 'ACCOUNT_DEACTIVATED', 'ACCOUNT_DELETED'
    )),
    ADD CONSTRAINT outbox_application_check CHECK (application_id IS NOT NULL OR purpose IN (
        'REGISTRATION_RECEIVED', 'REGISTRATION_APPROVED', 'REGISTRATION_REJECTED', 'ACTIVATION_RESENT',
        'ADMINISTRATOR_INVITED', 'PASSWORD_FORGOTTEN', 'PASSWORD_CHANGED', 'ACCOUNT_DEACTIVATED', 'ACCOUNT_DELETED'
    ));

-- Retention asks for what was decided long ago.
CREATE INDEX registrations_decided_at_idx ON registrations (decided_at);
CREATE INDEX applications_kept_letters_idx
    ON applications ((COALESCE(landlord_decided_at, administrator_decided_at))) WHERE letter IS NOT NULL;
