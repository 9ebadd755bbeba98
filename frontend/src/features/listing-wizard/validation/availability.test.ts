import { expect, test } from 'vitest';
import { checkAvailability } from './availability';

const errors = (availableFrom: string, availableUntil: string, minimumMonths: string) =>
  Object.fromEntries(
    checkAvailability({ availableFrom, availableUntil, minimumMonths }).filter(([, error]) => error),
  );

test.each([
  [{}, {}],
  [{ availableFrom: '2020-01-01' }, { minimumMonths: 'minimum-beyond-span' }],
  [{ availableUntil: '2020-01-02' }, { minimumMonths: 'minimum-beyond-span' }],
  [{ minimumMonths: '3' }, { minimumMonths: 'minimum-beyond-span' }],
])('checkAvailability of saved dates whose span has shrunk, with the change %j', (change, expected) => {
  const saved = { availableFrom: null, availableUntil: '2020-01-01', minimumMonths: 2 };
  const dates = { availableFrom: '', availableUntil: '2020-01-01', minimumMonths: '2', ...change };
  const found = checkAvailability(dates, saved).filter(([, error]) => error);
  expect(Object.fromEntries(found)).toEqual(expected);
});

test.each([
  ['', '', '60', {}],
  ['', '2020-01-01', '0', {}],
  ['2027-01-01', '2027-03-31', '3', {}],
  ['2027-01-31', '2027-02-27', '1', {}],
  ['2027-01-31', '2027-02-26', '1', { minimumMonths: 'minimum-beyond-span' }],
  ['2027-01-01', '2027-03-30', '3', { minimumMonths: 'minimum-beyond-span' }],
  ['2027-01-01', '2027-01-01', '', {}],
  ['2027-01-02', '2027-01-01', '1', { availableUntil: 'ends-before-start' }],
  ['1999-12-31', '', '0', { availableFrom: 'day' }],
  ['', '', '61', { minimumMonths: 'months' }],
])('checkAvailability of %s, %s and %s months', (from, until, months, expected) => {
  expect(errors(from, until, months)).toEqual(expected);
});
