import type { ParticipantResponse } from '../../api/generated';

/** Before an approval, the last name of a landlord is only its initial. */
export const displayName = ({
  firstName,
  lastName,
}: Pick<ParticipantResponse, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}${lastName.length === 1 ? '.' : ''}`;
