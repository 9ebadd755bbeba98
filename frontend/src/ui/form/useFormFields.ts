import { type ChangeEvent, type SubmitEvent, useState } from 'react';
import { type FieldValues, type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form';
import { cleanText } from './cleanText';
import { focusFirst } from './focusFirst';

/** Errors by field name. Kept as keys, so that their texts follow the language. */
export type FieldErrors<Name extends string, ErrorKey> = Partial<Record<Name, ErrorKey | undefined>>;

/** Returns the props of an input by its name. */
export type FieldOf<Name extends string> = (name: Name) => UseFormRegisterReturn & { error: string };

type NameOf<Values> = Extract<keyof Values, string>;

type FormOptions<Values, ErrorKey> = {
  defaultValues: Values;
  /** Fields that are sent as they are typed, such as passwords; others are trimmed and cleaned. */
  untrimmed?: readonly NameOf<Values>[];
  validate?: (values: Values) => FieldErrors<NameOf<Values>, ErrorKey>;
  errorText?: (error: ErrorKey, name: NameOf<Values>) => string;
  /** Sends valid values. Returns the server's errors of single fields. */
  send: (values: Values) => Promise<FieldErrors<NameOf<Values>, ErrorKey> | void>;
  /** Called after each change of a value by the user. */
  onChange?: (values: Values) => void;
};

/**
 * A form that is validated when it is sent. An error is shown until its field changes, and the
 * first field with an error gets the focus.
 */
export function useFormFields<
  Values extends Record<string, string | boolean | undefined>,
  ErrorKey extends string = never,
>({ untrimmed = [], validate, errorText, send, onChange, ...options }: FormOptions<Values, ErrorKey>) {
  type Name = NameOf<Values>;
  const [busy, setBusy] = useState(false);
  // Typed by the options: the paths of a generic type cannot be resolved.
  const { control, register, setValue, getValues, setError, clearErrors, handleSubmit, reset, formState } =
    useForm({
      defaultValues: options.defaultValues as FieldValues,
      resolver: (typed) => {
        const values = trim(typed, untrimmed);
        const errors = toErrors(validate?.(values as Values));
        return errors.length === 0
          ? { values, errors: {} }
          : { values: {}, errors: Object.fromEntries(errors) };
      },
      reValidateMode: 'onSubmit',
      // It would focus in the order of registration, which may differ from that of the page.
      shouldFocusError: false,
    });
  const shown = useWatch({ control }) as Values;
  const errorOf = (name: Name): string => {
    const error = formState.errors[name]?.type as ErrorKey | undefined;
    return error === undefined ? '' : (errorText?.(error, name) ?? '');
  };

  const sendValues = async (values: Values, form: HTMLFormElement) => {
    setBusy(true);
    try {
      const errors = toErrors(await send(values));
      for (const [name, error] of errors) setError(name, error);
      focusFirst(
        form,
        errors.map(([name]) => name),
      );
    } finally {
      setBusy(false);
    }
  };

  return {
    /** Whether the values are being sent. */
    busy,
    reset: () => reset(),
    clearError: (name: Name) => clearErrors(name),
    errorOf,
    /** The props of an input. */
    field: (name: Name) => ({ ...register(name), error: errorOf(name) }),
    /** The props of a field that shows its value itself, such as `TextArea`. */
    textField: (name: Name) => ({
      ...register(name),
      value: shown[name] as string,
      error: errorOf(name),
    }),
    /** The props of a choice that reports its value, such as `SelectField`. */
    choice: <ChoiceName extends Name>(name: ChoiceName) => ({
      name,
      value: shown[name],
      onChange: (value: Values[ChoiceName]) => setValue(name as string, value),
      error: errorOf(name),
    }),
    /** The props of the form. */
    form: {
      noValidate: true,
      onChange: (event: ChangeEvent<HTMLFormElement>) => {
        const name = (event.target as Element).getAttribute('name');
        if (name) clearErrors(name);
        onChange?.(getValues() as Values);
      },
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (busy) return;
        const form = event.currentTarget;
        for (const [name, value] of filledIn(form, getValues())) setValue(name, value);
        void handleSubmit(
          (values) => sendValues(values as Values, form),
          (errors) => focusFirst(form, Object.keys(errors)),
        )();
      },
    },
  };
}

const toErrors = (errors: FieldErrors<string, string> | void): [string, { type: string }][] =>
  Object.entries(errors ?? {}).flatMap(([name, type]) => (type === undefined ? [] : [[name, { type }]]));

/** The texts that differ from the known ones: some password managers fill in without an event. */
const filledIn = (form: HTMLFormElement, known: FieldValues): [string, FormDataEntryValue][] =>
  [...new FormData(form)].filter(([name, value]) => typeof known[name] === 'string' && known[name] !== value);

const trim = (values: FieldValues, untrimmed: readonly string[]): FieldValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && !untrimmed.includes(name) ? cleanText(value).trim() : value,
    ]),
  );
