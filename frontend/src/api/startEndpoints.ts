import { generatedStartApi } from './generatedStart';
import { listing, listTags, user } from './tags';

export * from './generatedStart';

/** What the first screen asks for, with its tags. The API is one; `endpoints.ts` adds the rest to it. */
export const api = generatedStartApi.enhanceEndpoints({
  endpoints: {
    // Logging in or out resets the whole cache (features/session).
    logout: { invalidatesTags: [] },
    getProfile: { providesTags: (result) => (result ? [user(result.payload.externalId)] : []) },
    searchListings: { providesTags: (page) => listTags(page, listing) },
    // Help with typing, and as short-lived.
    suggestPlaces: { providesTags: [] },
    // Its own count is shown to those alone who are not counted.
    recordListingView: { invalidatesTags: [] },
    getListing: { providesTags: (_result, error, { id }) => (error ? [] : [listing(id)]) },
  },
});
