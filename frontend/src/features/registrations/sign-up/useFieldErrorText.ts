import { useTranslation } from 'react-i18next';
import type { FieldRule } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import type { SignUpField } from './signUpValues';

/** The error text of a field; some fields have specific ones. */
export function useFieldErrorText(): (rule: FieldRule, name: SignUpField) => string {
  const { t } = useTranslation('signUp');
  const { ruleText } = useErrorText();
  return (rule, name) => {
    switch (`${name} ${rule}`) {
      case 'email validation.required':
        return t('emailRequired');
      case 'email validation.invalid':
        return t('emailInvalid');
      case 'firstName validation.required':
        return t('firstNameRequired');
      case 'lastName validation.required':
        return t('lastNameRequired');
      case 'postalCode validation.invalid':
        return t('postalCodeInvalid');
      case 'dateOfBirth validation.out-of-range':
        return t('dateInvalid');
      default:
        return ruleText(rule);
    }
  };
}
