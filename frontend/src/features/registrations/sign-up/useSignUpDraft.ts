import { useEffect, useState } from 'react';
import { draftKey, visitor } from '../../../ui/drafts/drafts';
import { tabDraft } from '../../../ui/drafts/tabDraft';

type Values = Record<string, string | boolean | undefined>;

/**
 * Keeps what was typed into a registration: it survives a reload, and is deleted when the visitor leaves the
 * page, also after the form was sent, and by a login. Never the consent to the terms, nor files.
 */
export function useSignUpDraft<Form extends Values>(form: 'student' | 'landlord', empty: Form) {
  const [{ read, write, clear }] = useState(() => tabDraft(draftKey(visitor, `sign-up/${form}`)));
  const [defaultValues] = useState<Form>(() => ({ ...empty, ...textsOf(parse(read()), empty) }));
  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      // Effects may run again on the same page.
      if (window.location.pathname !== pathname) clear();
    };
  }, [clear]);
  return { defaultValues, write: (values: Form) => write(JSON.stringify(textsOf(values, empty))) };
}

function parse(stored: string): object {
  try {
    return (JSON.parse(stored) as object | null) ?? {};
  } catch {
    return {};
  }
}

/** The values of the form's texts. */
const textsOf = (values: object, empty: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => typeof value === 'string' && typeof empty[name] === 'string',
    ),
  );
