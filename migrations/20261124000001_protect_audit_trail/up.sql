-- Entries of the audit trail stay as they were written, for every role: only the address and the
-- actor can be erased.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit entries cannot be changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER audit_entries_update_trigger BEFORE UPDATE ON audit_entries FOR EACH ROW
    WHEN (
        (OLD.id, OLD.action, OLD.entity_id, OLD.date_created)
            IS DISTINCT FROM (NEW.id, NEW.action, NEW.entity_id, NEW.date_created)
        OR NEW.actor_id IS NOT NULL AND NEW.actor_id IS DISTINCT FROM OLD.actor_id
        OR NEW.address IS NOT NULL AND NEW.address IS DISTINCT FROM OLD.address
    )
    EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_delete_trigger BEFORE DELETE ON audit_entries FOR EACH ROW
    EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_truncate_trigger BEFORE TRUNCATE ON audit_entries
    EXECUTE FUNCTION refuse_audit_change();
