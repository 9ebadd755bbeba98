import type { ApplicationResponse, Decision } from '../../../api/generated';

export type StepState = 'done' | 'current' | 'rejected' | 'next' | 'skipped';

export type Step = {
  name: 'sent' | 'administrator' | 'landlord';
  state: StepState;
  /** When it was done; null while it is not, or if it was not recorded. */
  date: string | null;
};

const stateOf: Record<Decision, StepState> = { PENDING: 'current', APPROVED: 'done', REJECTED: 'rejected' };

/** The steps of an application: sent, reviewed by an administrator, decided by the landlord. */
export function stepsOf(application: ApplicationResponse): Step[] {
  const { administratorApprovalStatus, status, rejection } = application;
  // The landlord declined it before our check was done.
  if (administratorApprovalStatus === 'REJECTED' && rejection?.by === 'LANDLORD') {
    return [
      { name: 'sent', state: 'done', date: application.dateCreated },
      { name: 'administrator', state: 'skipped', date: null },
      { name: 'landlord', state: 'rejected', date: application.administratorDecidedAt },
    ];
  }
  return [
    { name: 'sent', state: 'done', date: application.dateCreated },
    {
      name: 'administrator',
      state: stateOf[administratorApprovalStatus],
      date: application.administratorDecidedAt,
    },
    {
      name: 'landlord',
      state: landlordState(administratorApprovalStatus, status),
      date: application.landlordDecidedAt,
    },
  ];
}

function landlordState(administrator: Decision, landlord: Decision): StepState {
  if (administrator === 'REJECTED') return 'skipped';
  return administrator === 'PENDING' ? 'next' : stateOf[landlord];
}
