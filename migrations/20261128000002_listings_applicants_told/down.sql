ALTER TABLE listings DROP COLUMN applicants_told_at;
