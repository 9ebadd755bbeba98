import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery';

/** The empty API that `generatedStart.ts` and `generated.ts` fill. A tag is the product's noun. */
export const baseApi = createApi({
  baseQuery,
  // What could not be read without a network is read as soon as there is one.
  refetchOnReconnect: true,
  tagTypes: ['session', 'user', 'registration', 'document', 'setting', 'listing', 'application'],
  endpoints: () => ({}),
});
