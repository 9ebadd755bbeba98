import type { Gender } from '../../api/generated';

/** In the order of the forms. */
export const genders = ['MALE', 'FEMALE', 'OTHER'] as const satisfies readonly Gender[];
