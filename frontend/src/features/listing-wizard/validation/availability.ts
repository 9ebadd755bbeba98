import type { ListingResponse } from '../../../api/generated';
import { localDay } from '../../../i18n/localDay';
import type { ListingValues } from '../values';

export type AvailabilityError = 'day' | 'ends-before-start' | 'minimum-beyond-span' | 'months';

type Dates = Pick<ListingValues, 'availableFrom' | 'availableUntil' | 'minimumMonths'>;
/** The same, as the server has them. */
type SavedDates = Pick<ListingResponse, keyof Dates>;

/** The value of a day of which only a part is typed: an empty one is valid. */
export const incompleteDay = '?';

export const maxMonths = 60;

/**
 * Checks the dates as the server does. Days are compared as texts. A span without a first day
 * shrinks daily: a saved one must not prevent other changes.
 */
export function checkAvailability(
  dates: Dates,
  saved?: SavedDates,
): [keyof Dates, AvailabilityError | undefined][] {
  const { availableFrom: from, availableUntil: until, minimumMonths } = dates;
  const [fromError, untilError] = [dayError(from), spanError(from, until)];
  const months = monthsError(minimumMonths);
  const isChecked = !(fromError || untilError || months) && !(saved && isSame(dates, saved));
  return [
    ['availableFrom', fromError],
    ['availableUntil', untilError],
    ['minimumMonths', months ?? (isChecked ? minimumError(dates) : undefined)],
  ];
}

function spanError(from: string, until: string): AvailabilityError | undefined {
  const isReversed = from !== '' && from !== incompleteDay && until !== '' && until < from;
  return dayError(until) ?? (isReversed ? 'ends-before-start' : undefined);
}

/** For valid dates. */
function minimumError({
  availableFrom,
  availableUntil,
  minimumMonths,
}: Dates): AvailabilityError | undefined {
  if (availableUntil === '') return undefined;
  const end = endOfMinimum(availableFrom || localDay(new Date()), Number(minimumMonths));
  return end > availableUntil ? 'minimum-beyond-span' : undefined;
}

const isSame = (dates: Dates, saved: SavedDates): boolean =>
  dates.availableFrom === (saved.availableFrom ?? '') &&
  dates.availableUntil === (saved.availableUntil ?? '') &&
  Number(dates.minimumMonths) === (saved.minimumMonths ?? 0);

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
