DROP INDEX applications_kept_letters_idx;
DROP INDEX registrations_decided_at_idx;

-- Mails that the older portal does not know are not sent.
DELETE FROM outbox WHERE recipient_id IS NULL OR application_id IS NULL;
ALTER TABLE outbox
    DROP CONSTRAINT outbox_application_check,
    DROP CONSTRAINT outbox_former_check,
    DROP CONSTRAINT outbox_recipient_check,
    DROP COLUMN recipient_locale,
    DROP COLUMN recipient_last_name,
    DROP COLUMN recipient_first_name,
    DROP COLUMN recipient_email,
    DROP CONSTRAINT outbox_purpose_check,
    ADD CONSTRAINT outbox_purpose_check CHECK (purpose IN (
        'APPLICATION_SENT', 'APPLICATION_FORWARDED', 'APPLICATION_RECEIVED', 'APPLICATION_DECLINED',
        'APPLICATION_APPROVED', 'APPLICATION_REJECTED', 'LISTING_UNAVAILABLE', 'LISTING_DELETED'
    )),
    ALTER COLUMN application_id SET NOT NULL,
    ALTER COLUMN recipient_id SET NOT NULL;

DROP TABLE account_tokens;

ALTER TABLE registrations DROP COLUMN decided_at;

-- The older portal keeps an e-mail to one account, whoever was rejected included: the newest keeps it.
DROP INDEX users_administrators_idx;
DROP INDEX users_last_modified_idx;
DROP INDEX users_email_key;
UPDATE users SET email = id || '@rejected.invalid'
    WHERE rejected AND EXISTS (SELECT FROM users AS newer WHERE newer.email = users.email AND newer.id > users.id);
ALTER TABLE users ADD CONSTRAINT users_email_key UNIQUE (email);
ALTER TABLE users DROP COLUMN rejected;
