import { generatedApi } from './generated';
import { saveFile } from './saveFile';
import { showAtOnce } from './showAtOnce';
import { showFile } from './showFile';
import { application, event, LIST, listing, listTags, registration, setting, user } from './tags';

export * from './generated';

/** Of what has just been decided. Whether somebody else is waited for now is read with the next answer. */
const nobodyWaits = { waitingSince: null, overdue: false };

/** A decision makes a user of a request, and acknowledges the event of the sign-up. */
const afterRegistration = [registration(LIST), user(LIST), event(LIST), 'notification' as const];

/**
 * The generated endpoints with what a document cannot say: tags with ids, and
 * multipart bodies as FormData. Importing a hook from here adds them to the one API.
 */
export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    // Logging in or out resets the whole cache (features/session).
    authenticate: { invalidatesTags: [] },
    refreshSession: { invalidatesTags: [] },

    // A visitor's sign-up and links change nothing that the visitor could have read.
    registerLandlord: { invalidatesTags: [] },
    registerStudent: {
      query: ({ registerStudentForm }) => {
        const body = new FormData();
        const person = JSON.stringify(registerStudentForm.user);
        body.append('user', new Blob([person], { type: 'application/json' }));
        body.append('file', registerStudentForm.file);
        return {
          url: '/api/v1/users/students/registrations',
          method: 'POST',
          body,
          follow: registerStudentForm.file,
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
    // A refused decision was made by somebody else meanwhile: the list is stale either way.
    reviewLandlordRegistration: {
      invalidatesTags: (_result, _error, { id }) => [registration(id), ...afterRegistration],
    },
    reviewStudentRegistration: {
      invalidatesTags: (_result, _error, { id }) => [registration(id), ...afterRegistration],
    },
    approveLandlordRegistrations: { invalidatesTags: afterRegistration },
    approveStudentRegistrations: { invalidatesTags: afterRegistration },
    readDocument: {
      query: ({ id }) => ({ url: `/api/v1/documents/${encodeURIComponent(id)}`, responseHandler: saveFile }),
      invalidatesTags: [],
    },

    previewDocument: {
      query: ({ id }) => ({
        url: `/api/v1/documents/${encodeURIComponent(id)}/preview`,
        responseHandler: showFile,
      }),
      invalidatesTags: [],
    },

    updateUser: { invalidatesTags: (_result, error, { id }) => (error ? [] : [user(id), user(LIST)]) },
    changePassword: { invalidatesTags: [] },
    exportProfile: {
      query: () => ({ url: '/api/v1/users/profile/export', responseHandler: saveFile }),
      invalidatesTags: [],
    },
    // Resets the whole cache, as logging out does.
    deleteProfile: { invalidatesTags: [] },

    listUsers: { providesTags: (page) => listTags(page, user) },
    createAdministrator: { invalidatesTags: (_result, error) => (error ? [] : [user(LIST)]) },
    // The listings of somebody deactivated leave the search, and what is deleted takes much along.
    changeUserStatus: {
      invalidatesTags: (_result, _error, { id }) => [user(id), user(LIST), 'listing', 'application'],
    },
    // Counted for each question.
    previewUserDeletion: { providesTags: [] },
    // A mail: nothing that a list shows becomes another by it.
    resendUserActivation: { invalidatesTags: [] },
    deleteUser: {
      invalidatesTags: (_result, error) =>
        error ? [user(LIST)] : [user(LIST), 'listing', 'application', 'registration'],
    },

    listListings: { providesTags: (page) => listTags(page, listing) },
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
        const url = `/api/v1/listings/${encodeURIComponent(id)}/images`;
        const [follow] = uploadImagesForm.files;
        return { url, method: 'POST', body, ...(follow && { follow }) };
      },
      // How long to wait is said in a header only.
      transformErrorResponse: (error, meta) => ({
        ...error,
        retryAfter: Number(meta?.response?.headers.get('retry-after') ?? 0),
      }),
      // An answer that was lost may have been a yes.
      invalidatesTags: (_result, _error, { id }) => [listing(id)],
    },
    // A refused change was overtaken by somebody else's: what is known of the listing is stale either way.
    deleteListingImage: { invalidatesTags: (_result, _error, { id }) => [listing(id)] },
    transformListingImage: { invalidatesTags: (_result, _error, { id }) => [listing(id)] },
    reorderListingImages: { invalidatesTags: (_result, _error, { id }) => [listing(id)] },
    // Nothing that is done on the portal changes it.
    getLegalPage: { providesTags: [] },
    // A fixed list of codes: it has no rows that could change.
    listAmenities: { providesTags: [] },

    listApplications: { providesTags: (page) => listTags(page, application) },
    // The listing carries the student's own application.
    submitApplication: {
      invalidatesTags: (_result, error, { id }) => (error ? [] : [application(LIST), listing(id)]),
    },
    // A refused decision was made by somebody else meanwhile: the list is stale either way.
    reviewApplicationAsAdministrator: {
      onQueryStarted: ({ id, status }, lifecycle) =>
        showAtOnce(id, { administratorApprovalStatus: status, ...nobodyWaits }, lifecycle),
      invalidatesTags: (_result, _error, { id }) => [application(id), application(LIST), 'notification'],
    },
    reviewApplication: {
      onQueryStarted: ({ id, status }, lifecycle) => showAtOnce(id, { status, ...nobodyWaits }, lifecycle),
      invalidatesTags: (_result, _error, { id }) => [application(id), application(LIST), 'notification'],
    },
    deleteApplication: {
      // A refused deletion was overtaken by a decision; a deleted application leaves its listing's page.
      invalidatesTags: (_result, error) => (error ? [application(LIST)] : [application(LIST), 'listing']),
    },

    listEvents: { providesTags: (page) => listTags(page, event) },
    acknowledgeEvent: {
      invalidatesTags: (_result, _error, { id }) => [event(id), event(LIST), 'notification'],
    },
    // An answer that was lost may have been a yes.
    acknowledgeAllEvents: { invalidatesTags: ['event', 'notification'] },
    // A mail: nothing that anybody has read becomes another by it.
    requestDonation: { invalidatesTags: [] },
    reportListing: { invalidatesTags: [] },
    takeDownListing: {
      invalidatesTags: (_result, _error, { id }) => [listing(id), listing(LIST)],
    },

    listSettings: { providesTags: (page) => listTags(page, setting) },
    // What is public of the settings carries their tag without an id, and is read anew as well.
    uploadSettingImage: {
      query: ({ id, uploadSettingImageForm: { file } }) => {
        const body = new FormData();
        body.append('file', file);
        const url = `/api/v1/settings/${encodeURIComponent(id)}/upload-image`;
        return { url, method: 'POST', body, follow: file };
      },
      invalidatesTags: (_result, error) => (error ? [] : ['setting']),
    },

    // Taking the trail along is written down in it.
    exportAudit: {
      query: (params) => ({ url: '/api/v1/audit/export', params, responseHandler: saveFile }),
      invalidatesTags: (_result, error) => (error ? [] : ['audit']),
    },
  },
});
