import { get, useController, useFormContext, useFormState } from 'react-hook-form';
import type { FieldPath, Mistake } from './mistakes';
import { useMistakeText } from './useMistakeText';
import type { ListingValues } from './values';

/** What is wrong with a field, in words; empty when nothing is. */
export function useFieldError(name: FieldPath): string {
  const { errors } = useFormState<ListingValues>({ name });
  const mistakeText = useMistakeText();
  const found = get(errors, name) as { type?: Mistake } | undefined;
  return mistakeText(name, found?.type);
}

/** For a field that keeps its own text, as an input does. */
export function useWizardField(name: FieldPath) {
  const { register } = useFormContext<ListingValues>();
  return { ...register(name), required: true, error: useFieldError(name) };
}

/** For a field that is given its value. */
export function useWizardValue<Name extends Exclude<keyof ListingValues, 'additionalCosts'>>(name: Name) {
  const { field } = useController<ListingValues, Name>({ name });
  return { value: field.value, onChange: field.onChange as (value: unknown) => void, name };
}
