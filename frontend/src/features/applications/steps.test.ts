import { expect, test } from 'vitest';
import { application } from '../../testing/fixtures';
import { badgeDecision, isDeletable } from './decisions';
import { stepsOf } from './steps';

const cases = [
  // administrator, landlord: states of the steps, badge, deletable
  ['PENDING', 'PENDING', ['done', 'current', 'next'], 'PENDING', true],
  ['REJECTED', 'PENDING', ['done', 'refused', 'skipped'], 'REJECTED', false],
  ['APPROVED', 'PENDING', ['done', 'done', 'current'], 'PENDING', true],
  ['APPROVED', 'APPROVED', ['done', 'done', 'done'], 'APPROVED', false],
  ['APPROVED', 'REJECTED', ['done', 'done', 'refused'], 'REJECTED', false],
] as const;

test.each(cases)('I137 I139: checked %s, decided %s', (administrator, landlord, states, badge, deletable) => {
  const subject = application({ administratorApprovalStatus: administrator, status: landlord });
  expect(stepsOf(subject).map(({ state }) => state)).toEqual(states);
  expect(badgeDecision(subject)).toBe(badge);
  expect(isDeletable(subject)).toBe(deletable);
});

test('every step has the date on which it was done', () => {
  const subject = application({
    dateCreated: '2026-11-01T00:00:00Z',
    administratorDecidedAt: '2026-11-02T00:00:00Z',
    landlordDecidedAt: null,
  });
  expect(stepsOf(subject).map(({ date }) => date)).toEqual([
    '2026-11-01T00:00:00Z',
    '2026-11-02T00:00:00Z',
    null,
  ]);
});
