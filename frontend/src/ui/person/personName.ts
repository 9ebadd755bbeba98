import type { PersonResponse } from '../../api/generated';

/** Before their approval landlords are known by the first letter of their last name only. */
export const personName = ({ firstName, lastName }: Pick<PersonResponse, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}${lastName.length === 1 ? '.' : ''}`;
