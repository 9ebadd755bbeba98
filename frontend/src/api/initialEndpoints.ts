import { generatedInitialApi } from './generatedInitial';
import { listing, listTags, user } from './tags';

export * from './generatedInitial';

/**
 * The endpoints of the first screen with their tags. `endpoints.ts` adds the others to the same
 * API.
 */
export const api = generatedInitialApi.enhanceEndpoints({
  endpoints: {
    getProfile: { providesTags: (result) => (result ? [user(result.payload.externalId)] : []) },
    searchListings: { providesTags: (page) => listTags(page, listing) },
    // Short-lived help with typing.
    suggestPlaces: { providesTags: [] },
    // Only users whose views are not counted see the count.
    recordListingView: { invalidatesTags: [] },
    getListing: { providesTags: (_result, error, { id }) => (error ? [] : [listing(id)]) },
  },
});
