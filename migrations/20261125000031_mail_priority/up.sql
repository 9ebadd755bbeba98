-- How soon a mail is sent while many wait: 0 urgent, 1 about one matter, 2 one of many. An older
-- program writes no priority.
-- allowed: the table holds only mails that wait to be sent
ALTER TABLE outbox ADD COLUMN priority smallint NOT NULL DEFAULT 1
    CONSTRAINT outbox_priority_check CHECK (priority BETWEEN 0 AND 2);
-- allowed: the table holds only mails that wait to be sent
UPDATE outbox SET priority = 0 WHERE purpose IN (
    'REGISTRATION_APPROVED', 'ACTIVATION_RESENT', 'ADMINISTRATOR_INVITED', 'PASSWORD_FORGOTTEN', 'PASSWORD_CHANGED',
    'NEW_DEVICE', 'SECOND_FACTOR_ADDED', 'SECOND_FACTOR_DELETED', 'SECOND_FACTOR_REMOVED'
);
-- allowed: the table holds only mails that wait to be sent
UPDATE outbox SET priority = 2 WHERE purpose IN (
    'APPLICATION_WAITING', 'LISTING_UNAVAILABLE', 'LISTING_DELETED', 'DONATION_REQUESTED', 'REVIEWS_WAITING'
);
