DROP TRIGGER users_record_erasure ON users;
DROP FUNCTION record_erasure();
DROP TABLE erasures;
