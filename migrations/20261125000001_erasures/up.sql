-- The users that were deleted, until the worker has written them to the object store, where they
-- outlive a restore of the database. Only id and day.
CREATE TABLE erasures (
    user_id uuid CONSTRAINT erasures_pkey PRIMARY KEY,
    erased_on date NOT NULL
);

-- A trigger, so that no way to delete a user is forgotten. Qualified names, because dumps are restored
-- without a search path.
CREATE FUNCTION record_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO public.erasures (user_id, erased_on)
    VALUES (OLD.id, (now() AT TIME ZONE 'UTC')::date)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE TRIGGER users_record_erasure AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION record_erasure();
