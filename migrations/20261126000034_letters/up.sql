-- The letters that a student keeps by name.
CREATE TABLE letters (
    id uuid CONSTRAINT letters_pkey PRIMARY KEY,
    student_id uuid NOT NULL CONSTRAINT letters_student_id_fkey REFERENCES users ON DELETE CASCADE,
    name text NOT NULL,
    letter text NOT NULL,
    date_created timestamptz NOT NULL,
    last_modified timestamptz NOT NULL,
    CONSTRAINT letters_student_name_key UNIQUE (student_id, name)
);
