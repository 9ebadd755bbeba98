import { useTranslation } from 'react-i18next';
import type { ListingSummaryResponse } from '../../api/generated';
import { localDay } from '../../i18n/localDay';
import { useFormats } from '../../i18n/useFormats';

type Dated = Pick<ListingSummaryResponse, 'status' | 'availableFrom' | 'availableUntil'>;

/**
 * Returns a function for the days of a listing: `from Apr 1, 2027`, with the prefix `Available from
 * Apr 1, 2027`. A first day in the past is now. Undefined for a rented listing.
 */
export function useAvailabilityText(prefix: '' | 'detail.' = ''): (listing: Dated) => string | undefined {
  const { t } = useTranslation('listings');
  const { day } = useFormats();
  return ({ status, availableFrom, availableUntil }) => {
    if (status === 'RENTED') return undefined;
    const today = localDay(new Date());
    const from = availableFrom !== null && availableFrom > today && day(availableFrom);
    const until = availableUntil !== null && day(availableUntil);
    const hasEnded = availableUntil !== null && availableUntil < today;
    const key = hasEnded ? 'ended' : from ? (until ? 'span' : 'from') : until ? 'until' : 'now';
    return t(`${prefix}available.${key}`, { from, until });
  };
}
