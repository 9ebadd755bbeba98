import { useState } from 'react';

/** What is wrong with a form, by the names of its fields. Kept as keys, so that it changes with the language. */
export type Mistakes<Name extends string, Mistake> = Partial<Record<Name, Mistake>>;

/** The mistakes of a form whose fields carry their names, as `name` of the control. */
export function useMistakes<Name extends string, Mistake>() {
  const [mistakes, setMistakes] = useState<Mistakes<Name, Mistake>>({});
  return {
    mistakes,
    /** Shows what was found, goes to the first of it, and answers whether there is nothing. */
    show: (form: HTMLFormElement, found: Mistakes<Name, Mistake>): boolean => {
      setMistakes(found);
      focusFirst(form, found);
      return Object.keys(found).length === 0;
    },
    /** A field that is being changed is not wrong any more. */
    forgive: (name: string) => setMistakes((known) => (name in known ? without(known, name) : known)),
  };
}

function focusFirst(form: HTMLFormElement, found: object): void {
  const controls = [...form.querySelectorAll<HTMLElement>('[name]')];
  controls.find((control) => (control.getAttribute('name') ?? '') in found)?.focus();
}

function without<Known extends object>(known: Known, name: string): Known {
  return Object.fromEntries(Object.entries(known).filter(([key]) => key !== name)) as Known;
}
