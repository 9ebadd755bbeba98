import { useTranslation } from 'react-i18next';
import type { FieldRule } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { useFormats } from '../../../i18n/useFormats';
import { largestAmount, largestArea, largestCount, longest, type Mistake } from './mistakes';

const own = ['postal-code', 'number', 'one-decimal', 'two-decimals', 'total-area'] as const;

/** What is wrong, in the reader's words, with the limit of the field that it is about. */
export function useMistakeText(): (path: string, mistake: Mistake | undefined) => string {
  const { t } = useTranslation('wizard');
  const { ruleText } = useErrorText();
  const { money, area } = useFormats();
  return (path, mistake) => {
    if (!mistake) return '';
    if (mistake === 'count') return t('mistake.count', { limit: largestCount });
    if (mistake === 'validation.too-long') return t('mistake.tooLong', { limit: limitOf(path) });
    if (mistake === 'validation.out-of-range') {
      return t('mistake.upTo', {
        limit: path.endsWith('Sqm') ? area(largestArea) : money(largestAmount),
      });
    }
    const clearer = own.find((rule) => rule === mistake);
    return clearer ? t(`mistake.${clearer}`) : ruleText(mistake as FieldRule);
  };
}

const limitOf = (path: string): number =>
  path.startsWith('additionalCosts') ? longest.cost : longest[path as keyof typeof longest];
