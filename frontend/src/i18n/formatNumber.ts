import type { Language } from './languages';

const separators: Record<Language, { group: string; decimal: string }> = {
  'de-DE': { group: '.', decimal: ',' },
  'en-US': { group: ',', decimal: '.' },
};

/**
 * Formats a number with at most one decimal, or an amount in euro with both cents or none: what
 * `Intl.NumberFormat` returns (a test compares them). The first formatter of Intl blocks a page for
 * 12 ms, and some 200 ms on a slow phone, because the browser looks through all its locales. The
 * absolute value is below 1e15.
 */
export function formatNumber(language: Language, value: number, unit?: 'euro'): string {
  const { group, decimal } = separators[language];
  const decimals = unit === 'euro' ? 2 : 1;
  // From the decimal digits, as Intl: 1.005 * 100 is below 100.5.
  const scaled = Math.round(Number(`${Math.abs(value)}e${decimals}`) || 0);
  const digits = String(scaled).padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  const fraction = digits.slice(-decimals);
  const number = Number(fraction) === 0 ? whole : whole + decimal + fraction;
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (unit === undefined) return sign + number;
  return language === 'de-DE' ? `${sign}${number}\u00A0€` : `${sign}€${number}`;
}
