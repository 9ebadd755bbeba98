-- The checks stay valid until they are dropped.
SELECT 1;
