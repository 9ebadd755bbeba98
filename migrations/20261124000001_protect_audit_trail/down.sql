DROP TRIGGER audit_entries_truncate_trigger ON audit_entries;
DROP TRIGGER audit_entries_delete_trigger ON audit_entries;
DROP TRIGGER audit_entries_update_trigger ON audit_entries;
DROP FUNCTION refuse_audit_change;
