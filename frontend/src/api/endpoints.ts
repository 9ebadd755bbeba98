import { generatedApi } from './generated';

/** The tag of a whole list, which every creation and removal makes stale. */
const LIST = 'LIST';

const listing = (id: string) => ({ type: 'listing' as const, id });
const application = (id: string) => ({ type: 'application' as const, id });

type Paged = { payload: { externalId: string }[] };

/** A list provides itself and its rows; a failed one provides nothing. */
const listTags = <Tag>(page: Paged | undefined, tag: (id: string) => Tag): Tag[] =>
  page ? [tag(LIST), ...page.payload.map((row) => tag(row.externalId))] : [];

/**
 * The generated endpoints with what a document cannot say: tags with ids, and
 * multipart bodies as FormData.
 */
export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    // Logging in or out resets the whole cache (features/session).
    authenticate: { invalidatesTags: [] },
    refreshSession: { invalidatesTags: [] },
    logout: { invalidatesTags: [] },

    searchListings: { providesTags: (page) => listTags(page, listing) },
    listListings: { providesTags: (page) => listTags(page, listing) },
    getListing: { providesTags: (_result, error, { id }) => (error ? [] : [listing(id)]) },
    createListing: { invalidatesTags: (_result, error) => (error ? [] : [listing(LIST)]) },
    updateListing: { invalidatesTags: (_result, error, { id }) => (error ? [] : [listing(id)]) },
    deleteListing: { invalidatesTags: (_result, error) => (error ? [] : [listing(LIST)]) },
    changeListingStatus: {
      invalidatesTags: (_result, error, { id }) => (error ? [] : [listing(id), listing(LIST)]),
    },
    uploadListingImages: {
      query: ({ id, uploadImagesForm }) => {
        const body = new FormData();
        for (const file of uploadImagesForm.files) body.append('files', file);
        return { url: `/api/v1/listings/${encodeURIComponent(id)}/images`, method: 'POST', body };
      },
      invalidatesTags: (_result, error, { id }) => (error ? [] : [listing(id)]),
    },
    deleteListingImage: { invalidatesTags: (_result, error, { id }) => (error ? [] : [listing(id)]) },
    transformListingImage: { invalidatesTags: (_result, error, { id }) => (error ? [] : [listing(id)]) },
    // A fixed list of codes: it has no rows that could change.
    listAmenities: { providesTags: [] },

    listApplications: { providesTags: (page) => listTags(page, application) },
    // The listing carries the student's own application.
    submitApplication: {
      invalidatesTags: (_result, error, { id }) => (error ? [] : [application(LIST), listing(id)]),
    },
    // A refused decision was made by somebody else meanwhile: the list is stale either way.
    reviewApplicationAsAdministrator: {
      invalidatesTags: (_result, _error, { id }) => [application(id), application(LIST)],
    },
    reviewApplication: { invalidatesTags: (_result, _error, { id }) => [application(id), application(LIST)] },
    deleteApplication: {
      // A refused deletion was overtaken by a decision; a deleted application leaves its listing's page.
      invalidatesTags: (_result, error) => (error ? [application(LIST)] : [application(LIST), 'listing']),
    },
  },
});
