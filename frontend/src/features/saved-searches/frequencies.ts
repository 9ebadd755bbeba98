import type { SavedSearchResponse } from '../../api/generated';

export type Frequency = SavedSearchResponse['frequency'];

/** In display order, the default first. OpenAPI enums are generated as types only. */
export const frequencies = [
  'IMMEDIATELY',
  'DAILY',
  'WEEKLY',
  'NEVER',
] as const satisfies readonly Frequency[];
export const [defaultFrequency] = frequencies;
