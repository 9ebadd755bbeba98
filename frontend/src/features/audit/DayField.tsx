import { useState } from 'react';
import { TextField } from '../../ui/form/TextField';

type DayFieldProps = {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

/**
 * A day. It takes effect as soon as it is one: while somebody types a year,
 * browsers tell of the years 0002, 0020 and 0202, which nobody means.
 */
export function DayField({ label, value, min, max, onChange }: DayFieldProps) {
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
