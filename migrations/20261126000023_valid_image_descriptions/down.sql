-- The check is dropped with its column.
SELECT 1;
