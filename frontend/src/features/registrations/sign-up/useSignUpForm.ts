import type { FormEvent, SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Failure, serverError } from '../../../api/failure';
import type { FieldRule, Gender, Locale } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useLanguage } from '../../../i18n/useLanguage';
import { readFormFields } from '../../../ui/form/readFormFields';
import { useFieldErrors } from '../../../ui/form/useFieldErrors';
import {
  type FieldName,
  validateSignUp,
  type SignUpErrors,
  type TextName,
  formatLocalDate,
} from './signUpFields';
import { useFieldErrorText } from './useFieldErrorText';

/** What a form sends besides its own fields. */
type CommonFields = { gender: Gender; termsAccepted: true; locale: Locale };

type SignUpFormOptions<Name extends TextName> = {
  fields: readonly Name[];
  /** Errors besides the texts, such as a missing file. */
  extraErrors?: () => SignUpErrors;
  send: (typed: Omit<Record<Name, string>, 'gender'> & CommonFields) => Promise<{ error?: Failure }>;
};

/** Validates and sends; then the success page, or the first field with an error. */
export function useSignUpForm<Name extends TextName>({ fields, extraErrors, send }: SignUpFormOptions<Name>) {
  const { errors, setErrors, clearError } = useFieldErrors<FieldName, FieldRule>();
  const errorText = useFieldErrorText();
  const navigate = useNavigate();
  const { language } = useLanguage();

  const submit = async (form: HTMLFormElement) => {
    const typed = readFormFields(form, fields);
    const accepted = new FormData(form).has('termsAccepted');
    const found = { ...validateSignUp(typed, accepted, formatLocalDate(new Date())), ...extraErrors?.() };
    if (!setErrors(form, found)) return;
    const trimmed = Object.fromEntries(fields.map((name) => [name, typed[name].trim()]));
    const { error } = await send({
      ...(trimmed as Record<Name, string> & { gender: Gender }),
      termsAccepted: true,
      locale: language,
    });
    if (!error) void navigate(paths.signUpSuccess.href(), { replace: true });
    else setErrors(form, fieldErrorsOf(error));
  };

  return {
    errorOf: (name: FieldName) => errorText(name, errors[name]),
    clearError,
    form: {
      noValidate: true,
      onChange: (event: FormEvent) => clearError((event.target as Element).getAttribute('name') ?? ''),
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
    },
  };
}

/** The server's errors of single fields. That of the file is shown by `useDocumentUpload`. */
function fieldErrorsOf(failure: Failure): SignUpErrors {
  const { file: _document, ...fields } = serverError(failure)?.fields ?? {};
  return fields;
}
