-- The check stays valid until it is replaced.
SELECT 1;
