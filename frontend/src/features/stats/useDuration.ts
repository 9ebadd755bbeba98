import type { Language } from '../../i18n/languages';
import { useLanguage } from '../../i18n/useLanguage';

/** Up to this value, hours are easier to read than days. */
const longestInHours = 48;

/** Formats hours in the unit that reads best: `40 Minuten`, `5,5 Stunden`, `3,2 Tage`. */
export function durationIn(language: Language): (hours: number) => string {
  const format = (value: number, unit: 'minute' | 'hour' | 'day', digits: number) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: digits,
    }).format(value);
  return (hours) => {
    if (hours < 1) return format(Math.round(hours * 60), 'minute', 0);
    return hours <= longestInHours ? format(hours, 'hour', 1) : format(hours / 24, 'day', 1);
  };
}

export function useDuration(): (hours: number) => string {
  const { language } = useLanguage();
  return durationIn(language);
}
