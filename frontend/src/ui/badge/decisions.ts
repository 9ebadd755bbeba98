import type { Decision } from '../../api/generated';

/** The values of the enum in order; OpenAPI enums are generated as types only. */
export const decisions = ['PENDING', 'APPROVED', 'REJECTED'] as const satisfies readonly Decision[];
