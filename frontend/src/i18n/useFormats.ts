import { useMemo } from 'react';
import type { Language } from './languages';
import { useLanguage } from './useLanguage';

export type Formats = {
  /** Euro; cents only where there are any: `450 €`, `450,50 €`. */
  money: (euro: number) => string;
  /** Square metres with at most one decimal: `18,5 m²`. */
  area: (squareMetres: number) => string;
  count: (value: number) => string;
  /**
   * The day of an instant in the local time zone: `3. Nov. 2026`. For a day without a time see
   * `day`.
   */
  date: (instant: string) => string;
  /** A calendar day (`2026-11-03`), equal in all time zones: `3. Nov. 2026`. */
  day: (calendarDay: string) => string;
  /** A calendar day without its year: `3. Nov.` */
  shortDay: (calendarDay: string) => string;
  /** `date` with the local time: `3. Nov. 2026, 10:30`. */
  dateTime: (instant: string) => string;
};

const cache = new Map<Language, Formats>();

function memoize<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Cached: Intl formatters are slow to create, and every card needs the same few. */
export function formatsOf(language: Language): Formats {
  const known = cache.get(language);
  if (known) return known;
  const euro = memoize(
    () =>
      new Intl.NumberFormat(language, {
        style: 'currency',
        currency: 'EUR',
        trailingZeroDisplay: 'stripIfInteger',
      }),
  );
  const decimal = memoize(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }));
  const dayOf = (options: Intl.DateTimeFormatOptions) =>
    memoize(() => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...options }));
  const date = dayOf({ year: 'numeric' });
  // A date without a time is parsed as midnight UTC; formatted in UTC it stays that day.
  const day = dayOf({ year: 'numeric', timeZone: 'UTC' });
  const shortDay = dayOf({ timeZone: 'UTC' });
  const minute = memoize(
    () =>
      new Intl.DateTimeFormat(language, {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
      }),
  );
  const formats: Formats = {
    money: (value) => euro().format(value),
    area: (value) => `${decimal().format(value)} m²`,
    count: (value) => decimal().format(value),
    date: (instant) => date().format(new Date(instant)),
    day: (calendarDay) => day().format(new Date(calendarDay)),
    shortDay: (calendarDay) => shortDay().format(new Date(calendarDay)),
    dateTime: (instant) => minute().format(new Date(instant)),
  };
  cache.set(language, formats);
  return formats;
}

/** Creates the formatters of a card ahead: the first of a kind takes some milliseconds. */
export function warmUpFormats(language: Language): void {
  const formats = formatsOf(language);
  formats.money(0);
  formats.count(0);
  formats.date('2000-01-01');
}

export function useFormats(): Formats {
  const { language } = useLanguage();
  return useMemo(() => formatsOf(language), [language]);
}
