import { useMemo } from 'react';
import { formatDay } from './formatDay';
import { formatNumber } from './formatNumber';
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
    money: (value) => formatNumber(language, value, 'euro'),
    area: (value) => `${formatNumber(language, value)}\u00a0m²`,
    count: (value) => formatNumber(language, value),
    date: (instant) => {
      const date = new Date(instant);
      return formatDay(language, { year: date.getFullYear(), month: date.getMonth(), day: date.getDate() });
    },
    day: (calendarDay) => formatDay(language, parseDay(calendarDay)),
    shortDay: (calendarDay) => formatDay(language, { ...parseDay(calendarDay), year: undefined }),
    dateTime: (instant) => minute().format(new Date(instant)),
  };
  cache.set(language, formats);
  return formats;
}

/** A date without a time is parsed as midnight UTC. */
function parseDay(calendarDay: string) {
  const date = new Date(calendarDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

export function useFormats(): Formats {
  const { language } = useLanguage();
  return useMemo(() => formatsOf(language), [language]);
}
