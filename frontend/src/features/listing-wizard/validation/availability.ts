import { localDay } from '../../../i18n/localDay';
import type { ListingValues } from '../values';

export type AvailabilityError = 'day' | 'ends-before-start' | 'minimum-beyond-span' | 'months';

type Dates = Pick<ListingValues, 'availableFrom' | 'availableUntil' | 'minimumMonths'>;

export const maxMonths = 60;

/** Checks the dates as the server does. Days are compared as texts. */
export function checkAvailability(dates: Dates): [keyof Dates, AvailabilityError | undefined][] {
  const { availableFrom: from, availableUntil: until, minimumMonths } = dates;
  const months = monthsError(minimumMonths);
  const isReversed = from !== '' && until !== '' && until < from;
  const start = from || localDay(new Date());
  const isBeyond =
    until !== '' && !isReversed && !months && endOfMinimum(start, Number(minimumMonths)) > until;
  return [
    ['availableFrom', dayError(from)],
    ['availableUntil', dayError(until) ?? (isReversed ? 'ends-before-start' : undefined)],
    ['minimumMonths', months ?? (isBeyond ? 'minimum-beyond-span' : undefined)],
  ];
}

const dayError = (day: string): AvailabilityError | undefined =>
  day === '' || /^20\d\d-/.test(day) ? undefined : 'day';

function monthsError(text: string): AvailabilityError | undefined {
  const isValid = /^\d{0,2}$/.test(text.trim()) && Number(text) <= maxMonths;
  return isValid ? undefined : 'months';
}

/** A month ends the day before the same day of the next one, or the last day before it. */
function endOfMinimum(start: string, months: number): string {
  // Any stay is short enough, also in a span that ended in the past.
  if (months === 0) return '';
  const [year = 0, month = 1, day = 1] = start.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const end = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth) - 1));
  return end.toISOString().slice(0, 10);
}
