import { useTranslation } from 'react-i18next';
import type { ListingSummaryResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';

type Dates = Pick<ListingSummaryResponse, 'availableFrom' | 'availableUntil'>;

/** Returns a function for the days of a listing: `from Apr 1, 2027`. A first day in the past is now. */
export function useAvailabilityText(prefix: '' | 'detail.' = ''): (listing: Dates) => string {
  const { t } = useTranslation('listings');
  const { day } = useFormats();
  return ({ availableFrom, availableUntil }) => {
    const from = availableFrom !== null && Date.parse(availableFrom) > Date.now() && day(availableFrom);
    const until = availableUntil !== null && day(availableUntil);
    const key = from ? (until ? 'span' : 'from') : until ? 'until' : 'now';
    return t(`${prefix}available.${key}`, { from, until });
  };
}
