-- Used tokens did not stay.
DELETE FROM account_tokens WHERE used_at IS NOT NULL;
DROP INDEX account_tokens_used_at_idx;
ALTER TABLE account_tokens DROP CONSTRAINT account_tokens_used_at_check, DROP COLUMN used_at;
