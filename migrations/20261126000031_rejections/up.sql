-- Who rejected an application, and why. Null for those that were rejected before.
ALTER TABLE applications
    ADD COLUMN rejected_by text,
    ADD COLUMN rejection_reason text,
    ADD COLUMN rejection_note text,
    ADD CONSTRAINT applications_rejected_by_check
        CHECK (rejected_by IN ('ADMINISTRATOR', 'LANDLORD')) NOT VALID,
    ADD CONSTRAINT applications_rejection_reason_check
        CHECK (rejection_reason IN ('TAKEN', 'OTHER_APPLICANT', 'DATES', 'NOT_SUITABLE', 'INCOMPLETE')) NOT VALID,
    ADD CONSTRAINT applications_rejection_check CHECK (
        (rejected_by IS NULL OR badge = 'REJECTED')
        AND (rejected_by IS NOT NULL OR num_nonnulls(rejection_reason, rejection_note) = 0)
    ) NOT VALID;

-- A note is a message of the landlord to the student: it goes with the account of either. In the
-- database, because an older program that runs beside this one erases users and knows no notes.
CREATE FUNCTION erase_rejection_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.rejection_note := NULL;
    RETURN NEW;
END $$;
CREATE TRIGGER applications_erase_rejection_note BEFORE UPDATE OF student_id, landlord_id ON applications
    FOR EACH ROW WHEN (
        NEW.rejection_note IS NOT NULL
        AND (NEW.student_id IS NULL OR (NEW.landlord_id IS NULL AND NEW.rejected_by = 'LANDLORD'))
    ) EXECUTE FUNCTION erase_rejection_note();
