import { useTranslation } from 'react-i18next';
import { frequencies } from './frequencies';

/** The options of a select. */
export function useFrequencyOptions() {
  const { t } = useTranslation('savedSearches');
  return frequencies.map((value) => ({ value, label: t(`frequency.${value}`) }));
}
