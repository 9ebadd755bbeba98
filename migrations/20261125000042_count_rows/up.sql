-- The rows that existed before the triggers. Not in the migration of the triggers: creating them waits
-- for all writers, and holds them until the end of the transaction.
SELECT recount_rows();
