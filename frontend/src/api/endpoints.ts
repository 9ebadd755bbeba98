import { generatedApi } from './generated';
import { saveFile } from './files/saveFile';
import { applyOptimisticFavourite, keepOptimisticFavourites } from './optimistic/optimisticFavourite';
import {
  applyOptimisticSearchChange,
  clearNewCount,
  keepOptimisticSearchChanges,
} from './optimistic/optimisticSavedSearch';
import { applyOptimisticReview, keepOptimisticReviews } from './optimistic/optimisticReview';
import { createFilePreview } from './files/filePreview';
import { application, event, LIST, listing, listTags, registration, setting, user } from './tags';

export * from './generated';

/** An approval turns a registration into a user, and acknowledges its event. */
const registrationReviewTags = [registration(LIST), user(LIST), event(LIST), 'notification' as const];

/**
 * Adds what OpenAPI cannot describe: tags with ids, and multipart bodies. Import hooks from here,
 * so that the tags apply.
 */
export const api = generatedApi.enhanceEndpoints({
  addTagTypes: ['secondFactor', 'savedSearch'],
  endpoints: {
    // Login and logout reset the whole cache (features/session).
    authenticate: { invalidatesTags: [] },
    authenticateSecondFactor: { invalidatesTags: [] },
    // A proof changes nothing that is shown.
    prepareProof: { invalidatesTags: [] },
    proveIdentity: { invalidatesTags: [] },
    // A failure may mean that the session had ended already, or that the response was lost.
    endSession: { invalidatesTags: ['session'] },
    endOtherSessions: { invalidatesTags: ['session'] },
    getSecondFactor: { providesTags: ['secondFactor'] },
    // A prepared factor does not count yet.
    preparePasskey: { invalidatesTags: [] },
    setUpTotp: { invalidatesTags: [] },
    // A lost response may have been a success.
    addPasskey: { invalidatesTags: ['secondFactor'] },
    deletePasskey: { invalidatesTags: ['secondFactor'] },
    confirmTotp: { invalidatesTags: ['secondFactor'] },
    deleteTotp: { invalidatesTags: ['secondFactor'] },
    // No list shows the factors of others.
    removeUserSecondFactor: { invalidatesTags: [] },
    refreshSession: { invalidatesTags: [] },

    // Guests have read nothing that these change.
    registerLandlord: { invalidatesTags: [] },
    registerStudent: {
      query: ({ registerStudentForm }) => {
        const body = new FormData();
        const user = JSON.stringify(registerStudentForm.user);
        body.append('user', new Blob([user], { type: 'application/json' }));
        body.append('file', registerStudentForm.file);
        return {
          url: '/api/v1/users/students/registrations',
          method: 'POST',
          body,
          uploadedFile: registerStudentForm.file,
        };
      },
      invalidatesTags: [],
    },
    checkActivation: { providesTags: [] },
    resendActivation: { invalidatesTags: [] },
    finishRegistration: { invalidatesTags: [] },
    forgotPassword: { invalidatesTags: [] },
    resetPassword: { invalidatesTags: [] },

    listLandlordRegistrations: { providesTags: (page) => listTags(page, registration) },
    listStudentRegistrations: { providesTags: (page) => listTags(page, registration) },
    // A conflict means that another administrator decided first: the list is stale as well.
    reviewLandlordRegistration: {
      invalidatesTags: (_result, _error, { id }) => [registration(id), ...registrationReviewTags],
    },
    reviewStudentRegistration: {
      invalidatesTags: (_result, _error, { id }) => [registration(id), ...registrationReviewTags],
    },
    approveLandlordRegistrations: { invalidatesTags: registrationReviewTags },
    approveStudentRegistrations: { invalidatesTags: registrationReviewTags },
    getDocument: {
      query: ({ id }) => ({ url: `/api/v1/documents/${encodeURIComponent(id)}`, responseHandler: saveFile }),
      invalidatesTags: [],
    },

    previewDocument: {
      query: ({ id }) => ({
        url: `/api/v1/documents/${encodeURIComponent(id)}/preview`,
        responseHandler: createFilePreview,
      }),
      invalidatesTags: [],
    },

    updateUser: { invalidatesTags: (_result, error, { id }) => (error ? [] : [user(id), user(LIST)]) },
    // It ends the other sessions.
    changePassword: { invalidatesTags: ['session'] },
    exportProfile: {
      query: () => ({ url: '/api/v1/users/profile/export', responseHandler: saveFile }),
      invalidatesTags: [],
    },
    // Resets the whole cache, as logout does.
    deleteProfile: { invalidatesTags: [] },

    listUsers: { providesTags: (page) => listTags(page, user) },
    createAdministrator: { invalidatesTags: (_result, error) => (error ? [] : [user(LIST)]) },
    // Listings of deactivated users leave the search; deleting a user deletes related rows.
    changeUserStatus: {
      invalidatesTags: (_result, _error, { id }) => [user(id), user(LIST), 'listing', 'application'],
    },
    // Counted for each dialog.
    previewUserDeletion: { providesTags: [] },
    // Only sends a mail.
    resendUserActivation: { invalidatesTags: [] },
    deleteUser: {
      invalidatesTags: (_result, error) =>
        error ? [user(LIST)] : [user(LIST), 'listing', 'application', 'registration'],
    },

    listListings: { providesTags: (page) => listTags(page, listing) },
    createListing: { invalidatesTags: (_result, error) => (error ? [] : [listing(LIST)]) },
    updateListing: { invalidatesTags: (_result, error, { id }) => (error ? [] : [listing(id)]) },
    deleteListing: { invalidatesTags: (_result, error) => (error ? [] : [listing(LIST)]) },
    copyListing: { invalidatesTags: (_result, error) => (error ? [] : [listing(LIST)]) },
    // Applications show the status of their listing.
    changeListingStatus: {
      invalidatesTags: (_result, error, { id }) =>
        error ? [] : [listing(id), listing(LIST), application(LIST)],
    },
    uploadListingImages: {
      query: ({ id, uploadImagesForm }) => {
        const body = new FormData();
        for (const file of uploadImagesForm.files) body.append('files', file);
        const url = `/api/v1/listings/${encodeURIComponent(id)}/images`;
        const [uploadedFile] = uploadImagesForm.files;
        return { url, method: 'POST', body, ...(uploadedFile && { uploadedFile }) };
      },
      // The time to wait is in a header only.
      transformErrorResponse: (error, meta) => ({
        ...error,
        retryAfter: Number(meta?.response?.headers.get('retry-after') ?? 0),
      }),
      // A lost response may have been a success.
      invalidatesTags: (_result, _error, { id }) => [listing(id)],
    },
    // A conflict means that another user changed the listing: the cached one is stale as well.
    deleteListingImage: { invalidatesTags: (_result, _error, { id }) => [listing(id)] },
    transformListingImage: { invalidatesTags: (_result, _error, { id }) => [listing(id)] },
    describeListingImage: { invalidatesTags: (_result, _error, { id }) => [listing(id)] },
    reorderListingImages: { invalidatesTags: (_result, _error, { id }) => [listing(id)] },
    // No operation changes it.
    getLegalPage: { providesTags: [] },
    // A fixed list of codes.
    listAmenities: { providesTags: [] },
    // A fixed list of towns.
    listTowns: { providesTags: [] },

    // Ids only; the list itself is read again by its page.
    listFavouriteIds: { onQueryStarted: keepOptimisticFavourites, providesTags: ['favourite'] },
    listFavourites: { providesTags: (page) => (page ? ['favourite', listing(LIST)] : []) },
    listListingsByIds: { providesTags: (page) => (page ? [listing(LIST)] : []) },
    addFavourite: {
      onQueryStarted: ({ id }, lifecycle) => applyOptimisticFavourite(id, true, lifecycle),
      invalidatesTags: [],
    },
    removeFavourite: {
      onQueryStarted: ({ id }, lifecycle) => applyOptimisticFavourite(id, false, lifecycle),
      invalidatesTags: [],
    },
    // A lost response may have been a success.
    mergeFavourites: { invalidatesTags: ['favourite'] },

    listSavedSearches: { onQueryStarted: keepOptimisticSearchChanges, providesTags: ['savedSearch'] },
    // A lost response may have been a success; a refusal means that the cached list is stale.
    createSavedSearch: { invalidatesTags: ['savedSearch'] },
    changeSavedSearch: {
      onQueryStarted: ({ id, saveSearchRequest }, lifecycle) =>
        applyOptimisticSearchChange(id, saveSearchRequest, lifecycle),
      invalidatesTags: ['savedSearch'],
    },
    deleteSavedSearch: { invalidatesTags: ['savedSearch'] },
    markSavedSearchSeen: {
      onQueryStarted: ({ id }, lifecycle) => clearNewCount(id, lifecycle),
      invalidatesTags: [],
    },
    unsubscribeSavedSearch: { invalidatesTags: (_result, error) => (error ? [] : ['savedSearch']) },

    listApplications: {
      onQueryStarted: keepOptimisticReviews,
      providesTags: (page) => listTags(page, application),
    },
    // The listing contains the student's application.
    submitApplication: {
      invalidatesTags: (_result, error, { id }) => (error ? [] : [application(LIST), listing(id)]),
    },
    // A conflict means that another user decided first: the list is stale as well.
    reviewApplicationAsAdministrator: {
      onQueryStarted: ({ id, status }, lifecycle) =>
        applyOptimisticReview(id, 'administratorApprovalStatus', status, lifecycle),
      invalidatesTags: (_result, _error, { id }) => [application(id), application(LIST), 'notification'],
    },
    reviewApplication: {
      onQueryStarted: ({ id, status }, lifecycle) => applyOptimisticReview(id, 'status', status, lifecycle),
      invalidatesTags: (_result, _error, { id }) => [application(id), application(LIST), 'notification'],
    },
    // A failure may come after some were rejected.
    declineOpenApplications: { invalidatesTags: ['application', 'notification'] },
    withdrawApplication: {
      // A conflict means that a decision came first. A withdrawn application leaves its listing's
      // page.
      invalidatesTags: (_result, error) => (error ? [application(LIST)] : [application(LIST), 'listing']),
    },

    // A conflict or a missing letter means that the cached list is stale.
    listLetters: { providesTags: ['letter'] },
    createLetter: { invalidatesTags: ['letter'] },
    changeLetter: { invalidatesTags: ['letter'] },
    deleteLetter: { invalidatesTags: ['letter'] },

    listEvents: { providesTags: (page) => listTags(page, event) },
    acknowledgeEvent: {
      invalidatesTags: (_result, _error, { id }) => [event(id), event(LIST), 'notification'],
    },
    // A conflict or a lost response may mean that the event is settled.
    dismissEvent: {
      invalidatesTags: (_result, _error, { id }) => [event(id), event(LIST), 'notification'],
    },
    // A lost response may have been a success.
    acknowledgeAllEvents: { invalidatesTags: ['event', 'notification'] },
    // Only sends a mail.
    requestDonation: { invalidatesTags: [] },
    reportListing: { invalidatesTags: [] },
    // A takedown acknowledges the event of a suspicion.
    takeDownListing: {
      invalidatesTags: (_result, _error, { id }) => [listing(id), listing(LIST), event(LIST), 'notification'],
    },

    listSettings: { providesTags: (page) => listTags(page, setting) },
    // The public settings have this tag without an id, and are invalidated too.
    uploadSettingImage: {
      query: ({ id, uploadSettingImageForm: { file } }) => {
        const body = new FormData();
        body.append('file', file);
        const url = `/api/v1/settings/${encodeURIComponent(id)}/upload-image`;
        return { url, method: 'POST', body, uploadedFile: file };
      },
      invalidatesTags: (_result, error) => (error ? [] : ['setting']),
    },
    removeSettingImage: { invalidatesTags: (_result, error) => (error ? [] : ['setting']) },

    // An export adds an audit entry.
    exportAuditEntries: {
      query: (params) => ({ url: '/api/v1/audit/export', params, responseHandler: saveFile }),
      invalidatesTags: (_result, error) => (error ? [] : ['audit']),
    },
  },
});
