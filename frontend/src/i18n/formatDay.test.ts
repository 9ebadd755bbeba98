import { expect, test } from 'vitest';
import { formatDay } from './formatDay';
import { languages } from './languages';

const days = Array.from({ length: 12 }, (_, month) => [1, 9, 10, 28].map((day) => ({ month, day }))).flat();

test.each(languages)('days are those of Intl in %s', (language) => {
  const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const withYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
  const dates = days.map(({ month, day }) => new Date(2026, month, day));
  expect(days.map((day) => formatDay(language, day))).toEqual(dates.map((date) => shortDay.format(date)));
  expect(days.map((day) => formatDay(language, { year: 2026, ...day }))).toEqual(
    dates.map((date) => withYear.format(date)),
  );
});
