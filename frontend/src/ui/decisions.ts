import type { Decision } from '../api/generated';

/** The values of the enum in the order of a decision's life; OpenAPI enums exist as types only. */
export const decisions = ['PENDING', 'APPROVED', 'REJECTED'] as const satisfies readonly Decision[];
