import { useState } from 'react';
import { TextField } from '../../ui/form/TextField';

type DateFieldProps = {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

/**
 * A date that takes effect once it is complete: while a year is typed, browsers report years such
 * as 0002, 0020 and 0202.
 */
export function DateField({ label, value, min, max, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState({ value, draft: value });
  if (typed.value !== value) setTyped({ value, draft: value });
  return (
    <TextField
      label={label}
      type="date"
      value={typed.draft}
      {...(min && { min })}
      {...(max && { max })}
      onChange={(event) => {
        const day = event.target.value;
        setTyped({ value, draft: day });
        if (day === '' ? event.target.validity.badInput : day < '2000') return;
        onChange(day);
      }}
    />
  );
}
