import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ageIn } from './useAge';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-10T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

test.each([
  ['2026-11-10T12:00:05Z', 'vor 1 Minute', '1 minute ago'],
  ['2026-11-10T11:59:30Z', 'vor 1 Minute', '1 minute ago'],
  ['2026-11-10T11:15:00Z', 'vor 45 Minuten', '45 minutes ago'],
  ['2026-11-10T09:30:00Z', 'vor 2 Stunden', '2 hours ago'],
  ['2026-11-09T12:00:00Z', 'vor 1 Tag', '1 day ago'],
  ['2026-11-03T09:30:00Z', 'vor 7 Tagen', '7 days ago'],
])('ageIn formats %s as %s and %s', (instant, german, english) => {
  expect(ageIn('de-DE')(instant)).toBe(german);
  expect(ageIn('en-US')(instant)).toBe(english);
});
