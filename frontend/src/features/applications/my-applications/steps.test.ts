import { expect, test } from 'vitest';
import { application } from '../../../testing/fixtures';
import { badgeDecision, isWithdrawable } from '../decisions';
import { stepsOf } from './steps';

const cases = [
  // administrator, landlord: states of the steps, badge, withdrawable
  ['PENDING', 'PENDING', ['done', 'current', 'next'], 'PENDING', true],
  ['REJECTED', 'PENDING', ['done', 'rejected', 'skipped'], 'REJECTED', false],
  ['APPROVED', 'PENDING', ['done', 'done', 'current'], 'PENDING', true],
  ['APPROVED', 'APPROVED', ['done', 'done', 'done'], 'APPROVED', false],
  ['APPROVED', 'REJECTED', ['done', 'done', 'rejected'], 'REJECTED', false],
] as const;

test.each(cases)(
  'administrator %s, landlord %s: steps, badge, withdrawable',
  (administrator, landlord, states, badge, withdrawable) => {
    const subject = application({ administratorApprovalStatus: administrator, status: landlord });
    expect(stepsOf(subject).map(({ state }) => state)).toEqual(states);
    expect(badgeDecision(subject)).toBe(badge);
    expect(isWithdrawable(subject)).toBe(withdrawable);
  },
);

test('stepsOf shows what the landlord declined before the check as their decision', () => {
  const subject = application({
    administratorApprovalStatus: 'REJECTED',
    administratorDecidedAt: '2026-11-02T00:00:00Z',
    rejection: { by: 'LANDLORD', reason: 'TAKEN', note: null },
  });
  expect(stepsOf(subject).map(({ state, date }) => [state, date])).toEqual([
    ['done', subject.dateCreated],
    ['skipped', null],
    ['rejected', '2026-11-02T00:00:00Z'],
  ]);
});

test('stepsOf returns the date of each finished step', () => {
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
