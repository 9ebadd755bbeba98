import { useMemo } from 'react';
import type { Language } from './languages';
import { useLanguage } from './useLanguage';

export type Formats = {
  /** Euro; cents only where there are any: `450 €`, `450,50 €`. */
  money: (euro: number) => string;
  /** Square metres with at most one decimal: `18,5 m²`. */
  area: (squareMetres: number) => string;
  count: (value: number) => string;
  /** A day in the reader's time zone: `3. Nov. 2026`. */
  date: (instant: string) => string;
  /** A day and a time in the reader's time zone. */
  dateTime: (instant: string) => string;
};

const cache = new Map<Language, Formats>();

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Intl formatters are dear to make, and every card of a list needs the same few. */
export function formatsOf(language: Language): Formats {
  const known = cache.get(language);
  if (known) return known;
  const euro = once(
    () =>
      new Intl.NumberFormat(language, {
        style: 'currency',
        currency: 'EUR',
        trailingZeroDisplay: 'stripIfInteger',
      }),
  );
  const decimal = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }));
  const day = once(
    () => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }),
  );
  const minute = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }));
  const formats: Formats = {
    money: (value) => euro().format(value),
    area: (value) => `${decimal().format(value)} m²`,
    count: (value) => decimal().format(value),
    date: (instant) => day().format(new Date(instant)),
    dateTime: (instant) => minute().format(new Date(instant)),
  };
  cache.set(language, formats);
  return formats;
}

export function useFormats(): Formats {
  const { language } = useLanguage();
  return useMemo(() => formatsOf(language), [language]);
}
