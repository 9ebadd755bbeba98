import { useState } from 'react';

/** Errors of a form by field name. Kept as keys, so that their texts follow the language. */
export type FieldErrors<Name extends string, ErrorKey> = Partial<Record<Name, ErrorKey>>;

/** The errors of a form whose controls have the field names as `name`. */
export function useFieldErrors<Name extends string, ErrorKey>() {
  const [errors, setState] = useState<FieldErrors<Name, ErrorKey>>({});
  return {
    errors,
    /** Sets the errors, focuses the first of them, and returns whether there are none. */
    setErrors: (form: HTMLFormElement, found: FieldErrors<Name, ErrorKey>): boolean => {
      setState(found);
      focusFirst(form, found);
      return Object.keys(found).length === 0;
    },
    /** For a field that was changed. */
    clearError: (name: string) => setState((known) => (name in known ? without(known, name) : known)),
  };
}

function focusFirst(form: HTMLFormElement, found: object): void {
  const controls = [...form.querySelectorAll<HTMLElement>('[name]')];
  controls.find((control) => (control.getAttribute('name') ?? '') in found)?.focus();
}

function without<Known extends object>(known: Known, name: string): Known {
  return Object.fromEntries(Object.entries(known).filter(([key]) => key !== name)) as Known;
}
