import type { Language } from './languages';

const months: Record<Language, readonly string[]> = {
  'de-DE': 'Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.'.split(' '),
  'en-US': 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
};

type Day = {
  /** Left out of the text if undefined. */
  year?: number;
  /** From 0. */
  month: number;
  day: number;
};

/** Formats a day as `Intl.DateTimeFormat` with a short month; see `formatNumber` for the reason. */
export function formatDay(language: Language, { year, month, day }: Day): string {
  const name = months[language][month];
  if (language === 'de-DE') return year === undefined ? `${day}. ${name}` : `${day}. ${name} ${year}`;
  return year === undefined ? `${name} ${day}` : `${name} ${day}, ${year}`;
}
