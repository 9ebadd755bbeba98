-- A link that was used stays known for a while, so that its page can say that the account is active.

ALTER TABLE account_tokens
    ADD COLUMN used_at timestamptz,
    ADD CONSTRAINT account_tokens_used_at_check CHECK (used_at IS NULL OR purpose = 'ACTIVATION');
CREATE INDEX account_tokens_used_at_idx ON account_tokens (used_at) WHERE used_at IS NOT NULL;
