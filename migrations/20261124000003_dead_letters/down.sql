DELETE FROM outbox WHERE given_up_at IS NOT NULL;
ALTER TABLE outbox
    DROP CONSTRAINT outbox_failure_check,
    DROP COLUMN given_up_at,
    DROP COLUMN failure;
