-- For the other mails to an address, which a claim of a mail with a link looks up.
CREATE INDEX CONCURRENTLY outbox_recipient_email_idx ON outbox (recipient_email) WHERE recipient_email IS NOT NULL;
