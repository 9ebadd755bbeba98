import { get, useController, useFormContext, useFormState } from 'react-hook-form';
import type { FieldPath, ValidationError } from '../validation/validate';
import { useValidationText } from '../validation/useValidationText';
import type { ListingValues } from '../values';

/** The error text of a field; empty without an error. */
export function useFieldError(name: FieldPath): string {
  const { errors } = useFormState<ListingValues>({ name });
  const validationText = useValidationText();
  const error = get(errors, name) as { type?: ValidationError } | undefined;
  return validationText(name, error?.type);
}

/** For an uncontrolled field, such as an input. */
export function useWizardField(name: FieldPath) {
  const { register } = useFormContext<ListingValues>();
  return { ...register(name), required: true, error: useFieldError(name) };
}

/** For a controlled field. */
export function useWizardValue<Name extends Exclude<keyof ListingValues, 'additionalCosts'>>(name: Name) {
  const { field } = useController<ListingValues, Name>({ name });
  return { value: field.value, onChange: field.onChange as (value: unknown) => void, name };
}
