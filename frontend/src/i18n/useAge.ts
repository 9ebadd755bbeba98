import { useMemo } from 'react';
import type { Language } from './languages';
import { useLanguage } from './useLanguage';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** The time since an instant, in the largest unit that fits: `vor 3 Tagen`. */
export function ageIn(language: Language): (instant: string) => string {
  const format = new Intl.RelativeTimeFormat(language);
  return (instant) => {
    // The server's clock may be ahead.
    const passed = Math.max(0, Date.now() - Date.parse(instant));
    const [unit, length] = units.find(([, length]) => passed >= length) ?? ['minute', 60_000];
    return format.format(-Math.max(1, Math.floor(passed / length)), unit);
  };
}

export function useAge(): (instant: string) => string {
  const { language } = useLanguage();
  return useMemo(() => ageIn(language), [language]);
}
