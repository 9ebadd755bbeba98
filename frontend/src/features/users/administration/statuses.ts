import type { Role, UserStatus } from '../../../api/generated';
import type { Tone } from '../../../theme/palette';

export const statusTones: Record<UserStatus, Tone> = {
  ACTIVE: 'green',
  INACTIVE: 'red',
  NEW: 'blue',
  REGISTRATION_PENDING: 'yellow',
};

/** NEW users are still registrations. */
export const shownStatuses = [
  'ACTIVE',
  'INACTIVE',
  'REGISTRATION_PENDING',
] as const satisfies readonly UserStatus[];

export const roles = ['STUDENT', 'LANDLORD', 'ADMIN'] as const satisfies readonly Role[];
