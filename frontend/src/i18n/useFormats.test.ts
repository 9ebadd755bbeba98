import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatsOf } from './useFormats';

/** Intl separates with no-break spaces. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('money is in euro, in the format of the language', () => {
  expect(plain(formatsOf('de-DE').money(1234.5))).toBe('1.234,50 €');
  expect(plain(formatsOf('de-DE').money(450))).toBe('450 €');
  expect(plain(formatsOf('en-US').money(1234.5))).toBe('€1,234.50');
});

test('areas are in square metres with at most one decimal', () => {
  expect(formatsOf('de-DE').area(18.5)).toBe('18,5\u00a0m²');
  expect(formatsOf('en-US').area(74)).toBe('74\u00a0m²');
});

test('dateTime appends the time to the date', () => {
  const instant = '2026-11-03T12:05:00Z';
  for (const language of ['de-DE', 'en-US'] as const) {
    const { date, dateTime } = formatsOf(language);
    expect(plain(dateTime(instant)).startsWith(`${plain(date(instant))}, `)).toBe(true);
  }
  expect(plain(formatsOf('de-DE').dateTime(instant))).toMatch(/^3\. Nov\. 2026, \d\d:05$/);
});

describe('calendar day', () => {
  afterEach(() => void vi.unstubAllEnvs());

  const zones = ['America/Los_Angeles', 'UTC', 'Europe/Berlin', 'Pacific/Kiritimati'];

  test.each(zones)('is the same day in %s', async (zone) => {
    vi.stubEnv('TZ', zone);
    vi.resetModules();
    // Formatters are cached with the time zone of their creation.
    const { day, shortDay } = (await import('./useFormats')).formatsOf('en-US');
    expect(day('2001-04-01')).toBe('Apr 1, 2001');
    expect(shortDay('2026-11-02')).toBe('Nov 2');
  });

  test('differs from an instant, whose day depends on the time zone', async () => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    vi.resetModules();
    const { date } = (await import('./useFormats')).formatsOf('en-US');
    expect(date('2001-04-01T00:00:00Z')).toBe('Mar 31, 2001');
  });
});
