-- A dead letter is a mail that was given up. Its due_at is far in the future, so that no claim reads
-- it, not even one of an older program.
ALTER TABLE outbox
    ADD COLUMN given_up_at timestamptz,
    -- The cause, for operators.
    ADD COLUMN failure text,
    ADD CONSTRAINT outbox_failure_check CHECK ((given_up_at IS NULL) = (failure IS NULL));
