import { useTranslation } from 'react-i18next';
import type { FieldRule } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { useFormats } from '../../../i18n/useFormats';
import { maxMonths } from './availability';
import { maxAmount, maxArea, maxCount, maxLengths, type ValidationError } from './validate';

/** What the server means by out of range. */
const serverRules: Record<string, ValidationError> = {
  availableFrom: 'day',
  availableUntil: 'ends-before-start',
  minimumMonths: 'minimum-beyond-span',
};

/** Returns a function for the text of an error, with the limit of its field. */
export function useValidationText(): (path: string, error: ValidationError | undefined) => string {
  const { t } = useTranslation('wizard');
  const { ruleText } = useErrorText();
  const { money, area } = useFormats();
  return (path, failure) => {
    const error = failure === 'validation.out-of-range' ? (serverRules[path] ?? failure) : failure;
    if (!error) return '';
    if (error === 'validation.too-long') return t('error.tooLong', { limit: limitOf(path) });
    if (error === 'validation.out-of-range') {
      return t('error.upTo', {
        limit: path.endsWith('Sqm') ? area(maxArea) : money(maxAmount),
      });
    }
    if (isServerRule(error)) return ruleText(error);
    return t(`error.${error}`, { limit: error === 'months' ? maxMonths : maxCount });
  };
}

const isServerRule = (error: ValidationError): error is FieldRule => error.startsWith('validation.');

const limitOf = (path: string): number =>
  path.startsWith('additionalCosts') ? maxLengths.cost : maxLengths[path as keyof typeof maxLengths];
