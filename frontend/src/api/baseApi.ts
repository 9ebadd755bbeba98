import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery';

/**
 * The empty API that `generatedInitial.ts` and `generated.ts` extend. Tags are the product's nouns.
 */
export const baseApi = createApi({
  baseQuery,
  // Reads that failed offline are repeated as soon as the browser is online.
  refetchOnReconnect: true,
  tagTypes: ['session', 'user', 'registration', 'document', 'setting', 'listing', 'application'],
  endpoints: () => ({}),
});
