import type { ApplicationResponse, Decision } from '../../api/generated';

export type StepState = 'done' | 'current' | 'refused' | 'next' | 'skipped';

export type Step = {
  name: 'sent' | 'check' | 'landlord';
  state: StepState;
  /** When it was done; null while it is not, or when nobody wrote it down. */
  date: string | null;
};

const decided: Record<Decision, StepState> = { PENDING: 'current', APPROVED: 'done', REJECTED: 'refused' };

/** The way of an application: sent, checked by us, decided by the landlord. */
export function stepsOf(application: ApplicationResponse): Step[] {
  const { administratorApprovalStatus, status } = application;
  return [
    { name: 'sent', state: 'done', date: application.dateCreated },
    {
      name: 'check',
      state: decided[administratorApprovalStatus],
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
  return administrator === 'PENDING' ? 'next' : decided[landlord];
}
