import type { FormEvent, SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Failure, serverError } from '../../api/failure';
import type { FieldRule, Gender, Locale } from '../../api/generated';
import { paths } from '../../app/paths';
import { useLanguage } from '../../i18n/useLanguage';
import { readTexts } from '../../ui/form/readTexts';
import { useMistakes } from '../../ui/form/useMistakes';
import { type FieldName, mistakesOf, type SignUpMistakes, type TextName, todayOf } from './signUpFields';
import { useMistakeText } from './useMistakeText';

/** What a form sends beside its own fields. */
type Signing = { gender: Gender; termsAccepted: true; locale: Locale };

type SignUp<Name extends TextName> = {
  fields: readonly Name[];
  /** What is wrong beside the texts, as a file. */
  alsoWrong?: () => SignUpMistakes;
  send: (typed: Omit<Record<Name, string>, 'gender'> & Signing) => Promise<{ error?: Failure }>;
};

/** From the button to the success page, or back to the field that is wrong. */
export function useSignUpForm<Name extends TextName>({ fields, alsoWrong, send }: SignUp<Name>) {
  const { mistakes, show, forgive } = useMistakes<FieldName, FieldRule>();
  const mistakeText = useMistakeText();
  const navigate = useNavigate();
  const { language } = useLanguage();

  const submit = async (form: HTMLFormElement) => {
    const typed = readTexts(form, fields);
    const accepted = new FormData(form).has('termsAccepted');
    const found = { ...mistakesOf(typed, accepted, todayOf(new Date())), ...alsoWrong?.() };
    if (!show(form, found)) return;
    const trimmed = Object.fromEntries(fields.map((name) => [name, typed[name].trim()]));
    const { error } = await send({
      ...(trimmed as Record<Name, string> & { gender: Gender }),
      termsAccepted: true,
      locale: language,
    });
    if (!error) void navigate(paths.signUpSuccess.href(), { replace: true });
    else show(form, fieldsOf(error));
  };

  return {
    errorOf: (name: FieldName) => mistakeText(name, mistakes[name]),
    forgive,
    form: {
      noValidate: true,
      onChange: (event: FormEvent) => forgive((event.target as Element).getAttribute('name') ?? ''),
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
    },
  };
}

/** What the server says against single fields. The file is told of where it stands (`useProof`). */
function fieldsOf(failure: Failure): SignUpMistakes {
  const { file: _proof, ...fields } = serverError(failure)?.fields ?? {};
  return fields;
}
