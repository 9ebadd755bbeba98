import { baseApi as api } from "./baseApi";
export const addTagTypes = [
  "application",
  "audit",
  "user",
  "session",
  "listing",
  "document",
  "event",
  "favourite",
  "legal",
  "letter",
  "notification",
  "saved-search",
  "setting",
  "stats",
  "registration",
] as const;
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listApplications: build.query<
        ListApplicationsApiResponse,
        ListApplicationsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/applications`,
          params: {
            page: queryArg.page,
            pageSize: queryArg.pageSize,
            paginated: queryArg.paginated,
            keyword: queryArg.keyword,
            sortDirection: queryArg.sortDirection,
            direction: queryArg.direction,
            sortField: queryArg.sortField,
            status: queryArg.status,
            statuses: queryArg.statuses,
            adminStatus: queryArg.adminStatus,
            landlordStatus: queryArg.landlordStatus,
            listing: queryArg.listing,
          },
        }),
        providesTags: ["application"],
      }),
      submitApplication: build.mutation<
        SubmitApplicationApiResponse,
        SubmitApplicationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/applications/listing/${encodeURIComponent(String(queryArg.id))}`,
          method: "POST",
          body: queryArg.submitApplicationRequest,
        }),
        invalidatesTags: ["application"],
      }),
      withdrawApplication: build.mutation<
        WithdrawApplicationApiResponse,
        WithdrawApplicationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/applications/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["application"],
      }),
      reviewApplicationAsAdministrator: build.mutation<
        ReviewApplicationAsAdministratorApiResponse,
        ReviewApplicationAsAdministratorApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/applications/${encodeURIComponent(String(queryArg.id))}/admin-review`,
          method: "PUT",
          body: queryArg.reviewApplicationRequest,
          params: {
            status: queryArg.status,
          },
        }),
        invalidatesTags: ["application"],
      }),
      reviewApplication: build.mutation<
        ReviewApplicationApiResponse,
        ReviewApplicationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/applications/${encodeURIComponent(String(queryArg.id))}/review`,
          method: "PUT",
          body: queryArg.reviewApplicationRequest,
          params: {
            status: queryArg.status,
          },
        }),
        invalidatesTags: ["application"],
      }),
      listAuditEntries: build.query<
        ListAuditEntriesApiResponse,
        ListAuditEntriesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/audit`,
          params: {
            page: queryArg.page,
            pageSize: queryArg.pageSize,
            paginated: queryArg.paginated,
            sortDirection: queryArg.sortDirection,
            direction: queryArg.direction,
            sortField: queryArg.sortField,
            keyword: queryArg.keyword,
            action: queryArg.action,
            actorId: queryArg.actorId,
            from: queryArg["from"],
            to: queryArg.to,
          },
        }),
        providesTags: ["audit"],
      }),
      exportAuditEntries: build.mutation<
        ExportAuditEntriesApiResponse,
        ExportAuditEntriesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/audit/export`,
          method: "GET",
          params: {
            keyword: queryArg.keyword,
            action: queryArg.action,
            actorId: queryArg.actorId,
            from: queryArg["from"],
            to: queryArg.to,
          },
        }),
        invalidatesTags: ["audit"],
      }),
      changePassword: build.mutation<
        ChangePasswordApiResponse,
        ChangePasswordApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/auth/change-password`,
          method: "PUT",
          body: queryArg.changePasswordRequest,
        }),
        invalidatesTags: ["user"],
      }),
      forgotPassword: build.mutation<
        ForgotPasswordApiResponse,
        ForgotPasswordApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/auth/forgot-password`,
          method: "POST",
          body: queryArg.forgotPasswordRequest,
        }),
        invalidatesTags: ["user"],
      }),
      resetPassword: build.mutation<
        ResetPasswordApiResponse,
        ResetPasswordApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/auth/reset-password`,
          method: "POST",
          body: queryArg.resetPasswordRequest,
        }),
        invalidatesTags: ["user"],
      }),
      authenticate: build.mutation<AuthenticateApiResponse, AuthenticateApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/v1/authenticate`,
            method: "POST",
            body: queryArg.authenticateRequest,
          }),
          invalidatesTags: ["session"],
        },
      ),
      authenticateSecondFactor: build.mutation<
        AuthenticateSecondFactorApiResponse,
        AuthenticateSecondFactorApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/authenticate/second-factor`,
          method: "POST",
          body: queryArg.authenticateSecondFactorRequest,
        }),
        invalidatesTags: ["session"],
      }),
      listAmenities: build.query<ListAmenitiesApiResponse, ListAmenitiesApiArg>(
        {
          query: () => ({ url: `/api/v1/commons/amenities` }),
          providesTags: ["listing"],
        },
      ),
      getDocument: build.mutation<GetDocumentApiResponse, GetDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/documents/${encodeURIComponent(String(queryArg.id))}`,
          method: "GET",
        }),
        invalidatesTags: ["document"],
      }),
      previewDocument: build.mutation<
        PreviewDocumentApiResponse,
        PreviewDocumentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/documents/${encodeURIComponent(String(queryArg.id))}/preview`,
          method: "GET",
        }),
        invalidatesTags: ["document"],
      }),
      listEvents: build.query<ListEventsApiResponse, ListEventsApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/events`,
          params: {
            page: queryArg.page,
            pageSize: queryArg.pageSize,
            paginated: queryArg.paginated,
            keyword: queryArg.keyword,
            sortDirection: queryArg.sortDirection,
            direction: queryArg.direction,
            sortField: queryArg.sortField,
            acknowledged: queryArg.acknowledged,
          },
        }),
        providesTags: ["event"],
      }),
      acknowledgeAllEvents: build.mutation<
        AcknowledgeAllEventsApiResponse,
        AcknowledgeAllEventsApiArg
      >({
        query: () => ({ url: `/api/v1/events/acknowledge-all`, method: "PUT" }),
        invalidatesTags: ["event"],
      }),
      acknowledgeEvent: build.mutation<
        AcknowledgeEventApiResponse,
        AcknowledgeEventApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/events/${encodeURIComponent(String(queryArg.id))}/acknowledge`,
          method: "PUT",
        }),
        invalidatesTags: ["event"],
      }),
      dismissEvent: build.mutation<DismissEventApiResponse, DismissEventApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/v1/events/${encodeURIComponent(String(queryArg.id))}/dismiss`,
            method: "PUT",
            body: queryArg.dismissEventRequest,
          }),
          invalidatesTags: ["event"],
        },
      ),
      listFavourites: build.query<
        ListFavouritesApiResponse,
        ListFavouritesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/favourites`,
          params: {
            page: queryArg.page,
            pageSize: queryArg.pageSize,
            paginated: queryArg.paginated,
            sortDirection: queryArg.sortDirection,
            direction: queryArg.direction,
            sortField: queryArg.sortField,
          },
        }),
        providesTags: ["favourite"],
      }),
      mergeFavourites: build.mutation<
        MergeFavouritesApiResponse,
        MergeFavouritesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/favourites`,
          method: "POST",
          body: queryArg.mergeFavouritesRequest,
        }),
        invalidatesTags: ["favourite"],
      }),
      listFavouriteIds: build.query<
        ListFavouriteIdsApiResponse,
        ListFavouriteIdsApiArg
      >({
        query: () => ({ url: `/api/v1/favourites/ids` }),
        providesTags: ["favourite"],
      }),
      addFavourite: build.mutation<AddFavouriteApiResponse, AddFavouriteApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/v1/favourites/${encodeURIComponent(String(queryArg.id))}`,
            method: "PUT",
          }),
          invalidatesTags: ["favourite"],
        },
      ),
      removeFavourite: build.mutation<
        RemoveFavouriteApiResponse,
        RemoveFavouriteApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/favourites/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["favourite"],
      }),
      getLegalPage: build.query<GetLegalPageApiResponse, GetLegalPageApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/legal/${encodeURIComponent(String(queryArg.page))}`,
          params: {
            locale: queryArg.locale,
          },
        }),
        providesTags: ["legal"],
      }),
      listLetters: build.query<ListLettersApiResponse, ListLettersApiArg>({
        query: () => ({ url: `/api/v1/letters` }),
        providesTags: ["letter"],
      }),
      createLetter: build.mutation<CreateLetterApiResponse, CreateLetterApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/v1/letters`,
            method: "POST",
            body: queryArg.keepLetterRequest,
          }),
          invalidatesTags: ["letter"],
        },
      ),
      changeLetter: build.mutation<ChangeLetterApiResponse, ChangeLetterApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/v1/letters/${encodeURIComponent(String(queryArg.id))}`,
            method: "PUT",
            body: queryArg.keepLetterRequest,
          }),
          invalidatesTags: ["letter"],
        },
      ),
      deleteLetter: build.mutation<DeleteLetterApiResponse, DeleteLetterApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/v1/letters/${encodeURIComponent(String(queryArg.id))}`,
            method: "DELETE",
          }),
          invalidatesTags: ["letter"],
        },
      ),
      listListings: build.query<ListListingsApiResponse, ListListingsApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/listings`,
          params: {
            page: queryArg.page,
            pageSize: queryArg.pageSize,
            paginated: queryArg.paginated,
            keyword: queryArg.keyword,
            sortDirection: queryArg.sortDirection,
            direction: queryArg.direction,
            sortField: queryArg.sortField,
            status: queryArg.status,
            statuses: queryArg.statuses,
          },
        }),
        providesTags: ["listing"],
      }),
      createListing: build.mutation<
        CreateListingApiResponse,
        CreateListingApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings`,
          method: "POST",
          body: queryArg.saveListingRequest,
        }),
        invalidatesTags: ["listing"],
      }),
      listListingsByIds: build.query<
        ListListingsByIdsApiResponse,
        ListListingsByIdsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/by-ids`,
          params: {
            id: queryArg.id,
          },
        }),
        providesTags: ["listing"],
      }),
      listTowns: build.query<ListTownsApiResponse, ListTownsApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/listings/towns`,
          params: {
            postalCode: queryArg.postalCode,
          },
        }),
        providesTags: ["listing"],
      }),
      updateListing: build.mutation<
        UpdateListingApiResponse,
        UpdateListingApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          body: queryArg.saveListingRequest,
        }),
        invalidatesTags: ["listing"],
      }),
      deleteListing: build.mutation<
        DeleteListingApiResponse,
        DeleteListingApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["listing"],
      }),
      copyListing: build.mutation<CopyListingApiResponse, CopyListingApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/copy`,
          method: "POST",
          body: queryArg.copyListingRequest,
        }),
        invalidatesTags: ["listing"],
      }),
      declineOpenApplications: build.mutation<
        DeclineOpenApplicationsApiResponse,
        DeclineOpenApplicationsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/decline-open`,
          method: "POST",
          body: queryArg.declineOpenApplicationsRequest,
        }),
        invalidatesTags: ["application"],
      }),
      uploadListingImages: build.mutation<
        UploadListingImagesApiResponse,
        UploadListingImagesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/images`,
          method: "POST",
          body: queryArg.uploadImagesForm,
        }),
        invalidatesTags: ["listing"],
      }),
      reorderListingImages: build.mutation<
        ReorderListingImagesApiResponse,
        ReorderListingImagesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/images/order`,
          method: "PUT",
          body: queryArg.reorderImagesRequest,
        }),
        invalidatesTags: ["listing"],
      }),
      describeListingImage: build.mutation<
        DescribeListingImageApiResponse,
        DescribeListingImageApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/images/${encodeURIComponent(String(queryArg.imageId))}`,
          method: "PUT",
          body: queryArg.describeImageRequest,
        }),
        invalidatesTags: ["listing"],
      }),
      deleteListingImage: build.mutation<
        DeleteListingImageApiResponse,
        DeleteListingImageApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/images/${encodeURIComponent(String(queryArg.imageId))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["listing"],
      }),
      transformListingImage: build.mutation<
        TransformListingImageApiResponse,
        TransformListingImageApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/images/${encodeURIComponent(String(queryArg.imageId))}/transform`,
          method: "PUT",
          params: {
            action: queryArg.action,
          },
        }),
        invalidatesTags: ["listing"],
      }),
      reportListing: build.mutation<
        ReportListingApiResponse,
        ReportListingApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/reports`,
          method: "POST",
          body: queryArg.reportListingRequest,
        }),
        invalidatesTags: ["listing"],
      }),
      changeListingStatus: build.mutation<
        ChangeListingStatusApiResponse,
        ChangeListingStatusApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/status`,
          method: "PUT",
          params: {
            status: queryArg.status,
          },
        }),
        invalidatesTags: ["listing"],
      }),
      takeDownListing: build.mutation<
        TakeDownListingApiResponse,
        TakeDownListingApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/takedown`,
          method: "POST",
          body: queryArg.takeDownListingRequest,
        }),
        invalidatesTags: ["listing"],
      }),
      logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
        query: () => ({ url: `/api/v1/logout`, method: "POST" }),
        invalidatesTags: ["session"],
      }),
      getAdministratorNotifications: build.query<
        GetAdministratorNotificationsApiResponse,
        GetAdministratorNotificationsApiArg
      >({
        query: () => ({ url: `/api/v1/notifications/admin` }),
        providesTags: ["notification"],
      }),
      getLandlordNotifications: build.query<
        GetLandlordNotificationsApiResponse,
        GetLandlordNotificationsApiArg
      >({
        query: () => ({ url: `/api/v1/notifications/landlord` }),
        providesTags: ["notification"],
      }),
      refreshSession: build.mutation<
        RefreshSessionApiResponse,
        RefreshSessionApiArg
      >({
        query: () => ({ url: `/api/v1/refresh`, method: "POST" }),
        invalidatesTags: ["session"],
      }),
      listSavedSearches: build.query<
        ListSavedSearchesApiResponse,
        ListSavedSearchesApiArg
      >({
        query: () => ({ url: `/api/v1/saved-searches` }),
        providesTags: ["saved-search"],
      }),
      createSavedSearch: build.mutation<
        CreateSavedSearchApiResponse,
        CreateSavedSearchApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/saved-searches`,
          method: "POST",
          body: queryArg.saveSearchRequest,
        }),
        invalidatesTags: ["saved-search"],
      }),
      unsubscribeSavedSearch: build.mutation<
        UnsubscribeSavedSearchApiResponse,
        UnsubscribeSavedSearchApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/saved-searches/unsubscribe`,
          method: "POST",
          params: {
            token: queryArg.token,
          },
        }),
        invalidatesTags: ["saved-search"],
      }),
      changeSavedSearch: build.mutation<
        ChangeSavedSearchApiResponse,
        ChangeSavedSearchApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/saved-searches/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          body: queryArg.saveSearchRequest,
        }),
        invalidatesTags: ["saved-search"],
      }),
      deleteSavedSearch: build.mutation<
        DeleteSavedSearchApiResponse,
        DeleteSavedSearchApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/saved-searches/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["saved-search"],
      }),
      markSavedSearchSeen: build.mutation<
        MarkSavedSearchSeenApiResponse,
        MarkSavedSearchSeenApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/saved-searches/${encodeURIComponent(String(queryArg.id))}/seen`,
          method: "POST",
        }),
        invalidatesTags: ["saved-search"],
      }),
      listSettings: build.query<ListSettingsApiResponse, ListSettingsApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/settings`,
          params: {
            page: queryArg.page,
            pageSize: queryArg.pageSize,
            paginated: queryArg.paginated,
            sortDirection: queryArg.sortDirection,
            direction: queryArg.direction,
            sortField: queryArg.sortField,
          },
        }),
        providesTags: ["setting"],
      }),
      removeSettingImage: build.mutation<
        RemoveSettingImageApiResponse,
        RemoveSettingImageApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/settings/${encodeURIComponent(String(queryArg.id))}/image`,
          method: "DELETE",
        }),
        invalidatesTags: ["setting"],
      }),
      uploadSettingImage: build.mutation<
        UploadSettingImageApiResponse,
        UploadSettingImageApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/settings/${encodeURIComponent(String(queryArg.id))}/upload-image`,
          method: "POST",
          body: queryArg.uploadSettingImageForm,
        }),
        invalidatesTags: ["setting"],
      }),
      getGeneralStats: build.query<
        GetGeneralStatsApiResponse,
        GetGeneralStatsApiArg
      >({
        query: () => ({ url: `/api/v1/stats/general` }),
        providesTags: ["stats"],
      }),
      getMailStats: build.query<GetMailStatsApiResponse, GetMailStatsApiArg>({
        query: () => ({ url: `/api/v1/stats/mails` }),
        providesTags: ["stats"],
      }),
      getTrends: build.query<GetTrendsApiResponse, GetTrendsApiArg>({
        query: () => ({ url: `/api/v1/stats/trends` }),
        providesTags: ["stats"],
      }),
      listUsers: build.query<ListUsersApiResponse, ListUsersApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/users`,
          params: {
            page: queryArg.page,
            pageSize: queryArg.pageSize,
            paginated: queryArg.paginated,
            keyword: queryArg.keyword,
            sortDirection: queryArg.sortDirection,
            direction: queryArg.direction,
            sortField: queryArg.sortField,
            role: queryArg.role,
            roles: queryArg.roles,
            status: queryArg.status,
            statuses: queryArg.statuses,
          },
        }),
        providesTags: ["user"],
      }),
      createAdministrator: build.mutation<
        CreateAdministratorApiResponse,
        CreateAdministratorApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users`,
          method: "POST",
          body: queryArg.createAdministratorRequest,
        }),
        invalidatesTags: ["user"],
      }),
      checkActivation: build.query<
        CheckActivationApiResponse,
        CheckActivationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/check-activation`,
          method: "POST",
          body: queryArg.activationRequest,
        }),
        providesTags: ["user"],
      }),
      finishRegistration: build.mutation<
        FinishRegistrationApiResponse,
        FinishRegistrationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/finish-registration`,
          method: "POST",
          body: queryArg.finishRegistrationRequest,
        }),
        invalidatesTags: ["user"],
      }),
      listLandlordRegistrations: build.query<
        ListLandlordRegistrationsApiResponse,
        ListLandlordRegistrationsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/landlords/registrations`,
          params: {
            page: queryArg.page,
            pageSize: queryArg.pageSize,
            paginated: queryArg.paginated,
            keyword: queryArg.keyword,
            sortDirection: queryArg.sortDirection,
            direction: queryArg.direction,
            sortField: queryArg.sortField,
            status: queryArg.status,
            statuses: queryArg.statuses,
          },
        }),
        providesTags: ["registration"],
      }),
      registerLandlord: build.mutation<
        RegisterLandlordApiResponse,
        RegisterLandlordApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/landlords/registrations`,
          method: "POST",
          body: queryArg.registerLandlordRequest,
        }),
        invalidatesTags: ["registration"],
      }),
      approveLandlordRegistrations: build.mutation<
        ApproveLandlordRegistrationsApiResponse,
        ApproveLandlordRegistrationsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/landlords/registrations/approve`,
          method: "POST",
          body: queryArg.approveRegistrationsRequest,
        }),
        invalidatesTags: ["registration"],
      }),
      reviewLandlordRegistration: build.mutation<
        ReviewLandlordRegistrationApiResponse,
        ReviewLandlordRegistrationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/landlords/registrations/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          params: {
            approved: queryArg.approved,
          },
        }),
        invalidatesTags: ["registration"],
      }),
      deleteProfile: build.mutation<
        DeleteProfileApiResponse,
        DeleteProfileApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/profile/delete`,
          method: "POST",
          body: queryArg.deleteProfileRequest,
        }),
        invalidatesTags: ["user"],
      }),
      exportProfile: build.mutation<
        ExportProfileApiResponse,
        ExportProfileApiArg
      >({
        query: () => ({ url: `/api/v1/users/profile/export`, method: "GET" }),
        invalidatesTags: ["user"],
      }),
      proveIdentity: build.mutation<
        ProveIdentityApiResponse,
        ProveIdentityApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/profile/proof`,
          method: "POST",
          body: queryArg.proveIdentityRequest,
        }),
        invalidatesTags: ["session"],
      }),
      prepareProof: build.mutation<PrepareProofApiResponse, PrepareProofApiArg>(
        {
          query: () => ({
            url: `/api/v1/users/profile/proof/options`,
            method: "POST",
          }),
          invalidatesTags: ["session"],
        },
      ),
      getSecondFactor: build.query<
        GetSecondFactorApiResponse,
        GetSecondFactorApiArg
      >({
        query: () => ({ url: `/api/v1/users/profile/second-factor` }),
        providesTags: ["user"],
      }),
      addPasskey: build.mutation<AddPasskeyApiResponse, AddPasskeyApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/users/profile/second-factor/passkeys`,
          method: "POST",
          body: queryArg.addPasskeyRequest,
        }),
        invalidatesTags: ["user"],
      }),
      preparePasskey: build.mutation<
        PreparePasskeyApiResponse,
        PreparePasskeyApiArg
      >({
        query: () => ({
          url: `/api/v1/users/profile/second-factor/passkeys/options`,
          method: "POST",
        }),
        invalidatesTags: ["user"],
      }),
      deletePasskey: build.mutation<
        DeletePasskeyApiResponse,
        DeletePasskeyApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/profile/second-factor/passkeys/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["user"],
      }),
      setUpTotp: build.mutation<SetUpTotpApiResponse, SetUpTotpApiArg>({
        query: () => ({
          url: `/api/v1/users/profile/second-factor/totp`,
          method: "POST",
        }),
        invalidatesTags: ["user"],
      }),
      deleteTotp: build.mutation<DeleteTotpApiResponse, DeleteTotpApiArg>({
        query: () => ({
          url: `/api/v1/users/profile/second-factor/totp`,
          method: "DELETE",
        }),
        invalidatesTags: ["user"],
      }),
      confirmTotp: build.mutation<ConfirmTotpApiResponse, ConfirmTotpApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/users/profile/second-factor/totp/confirm`,
          method: "POST",
          body: queryArg.confirmTotpRequest,
        }),
        invalidatesTags: ["user"],
      }),
      listSessions: build.query<ListSessionsApiResponse, ListSessionsApiArg>({
        query: () => ({ url: `/api/v1/users/profile/sessions` }),
        providesTags: ["session"],
      }),
      endOtherSessions: build.mutation<
        EndOtherSessionsApiResponse,
        EndOtherSessionsApiArg
      >({
        query: () => ({
          url: `/api/v1/users/profile/sessions`,
          method: "DELETE",
        }),
        invalidatesTags: ["session"],
      }),
      endSession: build.mutation<EndSessionApiResponse, EndSessionApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/users/profile/sessions/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["session"],
      }),
      resendActivation: build.mutation<
        ResendActivationApiResponse,
        ResendActivationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/resend-activation`,
          method: "POST",
          body: queryArg.activationRequest,
        }),
        invalidatesTags: ["user"],
      }),
      listStudentRegistrations: build.query<
        ListStudentRegistrationsApiResponse,
        ListStudentRegistrationsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/students/registrations`,
          params: {
            page: queryArg.page,
            pageSize: queryArg.pageSize,
            paginated: queryArg.paginated,
            keyword: queryArg.keyword,
            sortDirection: queryArg.sortDirection,
            direction: queryArg.direction,
            sortField: queryArg.sortField,
            status: queryArg.status,
            statuses: queryArg.statuses,
          },
        }),
        providesTags: ["registration"],
      }),
      registerStudent: build.mutation<
        RegisterStudentApiResponse,
        RegisterStudentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/students/registrations`,
          method: "POST",
          body: queryArg.registerStudentForm,
        }),
        invalidatesTags: ["registration"],
      }),
      approveStudentRegistrations: build.mutation<
        ApproveStudentRegistrationsApiResponse,
        ApproveStudentRegistrationsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/students/registrations/approve`,
          method: "POST",
          body: queryArg.approveRegistrationsRequest,
        }),
        invalidatesTags: ["registration"],
      }),
      reviewStudentRegistration: build.mutation<
        ReviewStudentRegistrationApiResponse,
        ReviewStudentRegistrationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/students/registrations/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          params: {
            approved: queryArg.approved,
          },
        }),
        invalidatesTags: ["registration"],
      }),
      updateUser: build.mutation<UpdateUserApiResponse, UpdateUserApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/users/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          body: queryArg.updateUserRequest,
        }),
        invalidatesTags: ["user"],
      }),
      deleteUser: build.mutation<DeleteUserApiResponse, DeleteUserApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/users/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["user"],
      }),
      previewUserDeletion: build.query<
        PreviewUserDeletionApiResponse,
        PreviewUserDeletionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/${encodeURIComponent(String(queryArg.id))}/deletion-preview`,
        }),
        providesTags: ["user"],
      }),
      requestDonation: build.mutation<
        RequestDonationApiResponse,
        RequestDonationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/${encodeURIComponent(String(queryArg.id))}/request-donation`,
          method: "POST",
          body: queryArg.requestDonationRequest,
        }),
        invalidatesTags: ["user"],
      }),
      resendUserActivation: build.mutation<
        ResendUserActivationApiResponse,
        ResendUserActivationApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/${encodeURIComponent(String(queryArg.id))}/resend-activation`,
          method: "POST",
        }),
        invalidatesTags: ["user"],
      }),
      removeUserSecondFactor: build.mutation<
        RemoveUserSecondFactorApiResponse,
        RemoveUserSecondFactorApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/${encodeURIComponent(String(queryArg.id))}/second-factor`,
          method: "DELETE",
        }),
        invalidatesTags: ["user"],
      }),
      changeUserStatus: build.mutation<
        ChangeUserStatusApiResponse,
        ChangeUserStatusApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/users/${encodeURIComponent(String(queryArg.id))}/status`,
          method: "PUT",
          params: {
            active: queryArg.active,
          },
        }),
        invalidatesTags: ["user"],
      }),
    }),
    overrideExisting: false,
  });
export { injectedRtkApi as generatedApi };
export type ListApplicationsApiResponse =
  /** status 200 A page; with `Accept: text/csv` a CSV file of at most 100,000 rows. */ ApplicationPage;
export type ListApplicationsApiArg = {
  /** The index of the page, from 0. Default: 0. */
  page?: number;
  /** Default: 10. */
  pageSize?: number;
  /** `false` returns a single page of at most 500 rows. */
  paginated?: boolean;
  /** Each word must occur in at least one searched field. */
  keyword?: string;
  /** Default: `DESC`. Lower case is accepted. */
  sortDirection?: SortDirection;
  /** Alias of `sortDirection`. */
  direction?: SortDirection;
  /** Default: `lastModified`. Landlords cannot sort by `student.email`, students by no field of the student. */
  sortField?: ApplicationSortField;
  /** For landlords their decision. For other roles the overall status: the administrator's decision until it is `APPROVED`, then the landlord's. Repeatable. */
  status?: Decision[];
  /** Alias of `status`. */
  statuses?: Decision[];
  /** The administrator's decision. Repeatable. */
  adminStatus?: Decision[];
  /** The landlord's decision. Repeatable. */
  landlordStatus?: Decision[];
  /** The id of a listing. Of a listing whose applications the user may not see, the page is empty. */
  listing?: string;
};
export type SubmitApplicationApiResponse =
  /** status 201 The new application. */ ApplicationEnvelope;
export type SubmitApplicationApiArg = {
  /** The id of the listing. */
  id: string;
  submitApplicationRequest: SubmitApplicationRequest;
};
export type WithdrawApplicationApiResponse = unknown;
export type WithdrawApplicationApiArg = {
  id: string;
};
export type ReviewApplicationAsAdministratorApiResponse =
  /** status 200 The updated application. */ ApplicationEnvelope;
export type ReviewApplicationAsAdministratorApiArg = {
  id: string;
  /** `APPROVED` or `REJECTED`. */
  status: Decision;
  reviewApplicationRequest: ReviewApplicationRequest;
};
export type ReviewApplicationApiResponse =
  /** status 200 The updated application. */ ApplicationEnvelope;
export type ReviewApplicationApiArg = {
  id: string;
  /** `APPROVED` or `REJECTED`. */
  status: Decision;
  reviewApplicationRequest: ReviewApplicationRequest;
};
export type ListAuditEntriesApiResponse =
  /** status 200 A page of entries. */ AuditEntryPage;
export type ListAuditEntriesApiArg = {
  /** The index of the page, from 0. Default: 0. */
  page?: number;
  /** Default: 10. */
  pageSize?: number;
  /** `false` returns a single page of at most 500 rows. */
  paginated?: boolean;
  /** Default: `DESC`. Lower case is accepted. */
  sortDirection?: SortDirection;
  /** Alias of `sortDirection`. */
  direction?: SortDirection;
  /** Only `dateCreated`. */
  sortField?: AuditSortField;
  /** Each word must occur in the name or email address of the actor or of the affected user, or
    in the title of the listing, or be the id of the entity. The order of the words, case,
    accents and umlaut spelling are ignored. At most ten words count. */
  keyword?: string;
  /** Repeatable. */
  action?: AuditAction[];
  actorId?: string;
  /** A timestamp, or a date in the portal's time zone; inclusive. */
  from?: string;
  /** A timestamp, or a date in the portal's time zone; inclusive. */
  to?: string;
};
export type ExportAuditEntriesApiResponse =
  /** status 200 One row per entry, after a header row. */ string;
export type ExportAuditEntriesApiArg = {
  /** Each word must occur in the name or email address of the actor or of the affected user, or
    in the title of the listing, or be the id of the entity. The order of the words, case,
    accents and umlaut spelling are ignored. At most ten words count. */
  keyword?: string;
  /** Repeatable. */
  action?: AuditAction[];
  actorId?: string;
  /** A timestamp, or a date in the portal's time zone; inclusive. */
  from?: string;
  /** A timestamp, or a date in the portal's time zone; inclusive. */
  to?: string;
};
export type ChangePasswordApiResponse = unknown;
export type ChangePasswordApiArg = {
  changePasswordRequest: ChangePasswordRequest;
};
export type ForgotPasswordApiResponse = unknown;
export type ForgotPasswordApiArg = {
  forgotPasswordRequest: ForgotPasswordRequest;
};
export type ResetPasswordApiResponse = unknown;
export type ResetPasswordApiArg = {
  resetPasswordRequest: ResetPasswordRequest;
};
export type AuthenticateApiResponse =
  /** status 200 The access token, or the challenge. */ LoginEnvelope;
export type AuthenticateApiArg = {
  authenticateRequest: AuthenticateRequest;
};
export type AuthenticateSecondFactorApiResponse =
  /** status 200 The access token. */ TokenEnvelope;
export type AuthenticateSecondFactorApiArg = {
  authenticateSecondFactorRequest: AuthenticateSecondFactorRequest;
};
export type ListAmenitiesApiResponse =
  /** status 200 The codes. */ AmenityListEnvelope;
export type ListAmenitiesApiArg = void;
export type GetDocumentApiResponse =
  /** status 200 The uploaded file. */ FileBody;
export type GetDocumentApiArg = {
  id: string;
};
export type PreviewDocumentApiResponse =
  /** status 200 The uploaded file. */ FileBody;
export type PreviewDocumentApiArg = {
  /** The id of the document. */
  id: string;
};
export type ListEventsApiResponse =
  /** status 200 A page; with `Accept: text/csv` a CSV file of at most 100,000 rows. */ EventPage;
export type ListEventsApiArg = {
  /** The index of the page, from 0. Default: 0. */
  page?: number;
  /** Default: 10. */
  pageSize?: number;
  /** `false` returns a single page of at most 500 rows. */
  paginated?: boolean;
  /** Each word must occur in at least one searched field. */
  keyword?: string;
  /** Default: `DESC`. Lower case is accepted. */
  sortDirection?: SortDirection;
  /** Alias of `sortDirection`. */
  direction?: SortDirection;
  /** Only `dateCreated`. */
  sortField?: EventSortField;
  /** Default: acknowledged and open events. */
  acknowledged?: boolean;
};
export type AcknowledgeAllEventsApiResponse = unknown;
export type AcknowledgeAllEventsApiArg = void;
export type AcknowledgeEventApiResponse =
  /** status 200 The updated event. */ EventEnvelope;
export type AcknowledgeEventApiArg = {
  id: string;
};
export type DismissEventApiResponse =
  /** status 200 The updated event. */ EventEnvelope;
export type DismissEventApiArg = {
  id: string;
  dismissEventRequest: DismissEventRequest;
};
export type ListFavouritesApiResponse =
  /** status 200 A page of favourites. */ FavouritePage;
export type ListFavouritesApiArg = {
  /** The index of the page, from 0. Default: 0. */
  page?: number;
  /** Default: 10. */
  pageSize?: number;
  /** `false` returns a single page of at most 500 rows. */
  paginated?: boolean;
  /** Default: `DESC`. Lower case is accepted. */
  sortDirection?: SortDirection;
  /** Alias of `sortDirection`. */
  direction?: SortDirection;
  /** Only `dateCreated`. */
  sortField?: FavouriteSortField;
};
export type MergeFavouritesApiResponse = unknown;
export type MergeFavouritesApiArg = {
  mergeFavouritesRequest: MergeFavouritesRequest;
};
export type ListFavouriteIdsApiResponse =
  /** status 200 At most 200 ids. */ FavouriteIdsEnvelope;
export type ListFavouriteIdsApiArg = void;
export type AddFavouriteApiResponse = unknown;
export type AddFavouriteApiArg = {
  /** The id of the listing. */
  id: string;
};
export type RemoveFavouriteApiResponse = unknown;
export type RemoveFavouriteApiArg = {
  /** The id of the listing. */
  id: string;
};
export type GetLegalPageApiResponse =
  /** status 200 The page. */ LegalPageEnvelope;
export type GetLegalPageApiArg = {
  /** The name of the page. */
  page: LegalPage;
  /** Default: the portal's default language. */
  locale?: Locale;
};
export type ListLettersApiResponse =
  /** status 200 The letters, at most 3. */ LetterListEnvelope;
export type ListLettersApiArg = void;
export type CreateLetterApiResponse =
  /** status 201 The kept letter. */ LetterEnvelope;
export type CreateLetterApiArg = {
  keepLetterRequest: KeepLetterRequest;
};
export type ChangeLetterApiResponse =
  /** status 200 The kept letter. */ LetterEnvelope;
export type ChangeLetterApiArg = {
  id: string;
  keepLetterRequest: KeepLetterRequest;
};
export type DeleteLetterApiResponse = unknown;
export type DeleteLetterApiArg = {
  id: string;
};
export type ListListingsApiResponse =
  /** status 200 A page of listings. */ ListingPage;
export type ListListingsApiArg = {
  /** The index of the page, from 0. Default: 0. */
  page?: number;
  /** Default: 10. */
  pageSize?: number;
  /** `false` returns a single page of at most 500 rows. */
  paginated?: boolean;
  /** Each word must occur in at least one searched field. */
  keyword?: string;
  /** Default: `DESC`. Lower case is accepted. */
  sortDirection?: SortDirection;
  /** Alias of `sortDirection`. */
  direction?: SortDirection;
  /** Default: `lastModified`. `title` is an alias of `listing.title`. */
  sortField?: ListingSortField;
  /** Repeatable. */
  status?: ListingStatus[];
  /** Alias of `status`. */
  statuses?: ListingStatus[];
};
export type CreateListingApiResponse =
  /** status 201 The new draft. */ ListingEnvelope;
export type CreateListingApiArg = {
  saveListingRequest: SaveListingRequest;
};
export type ListListingsByIdsApiResponse =
  /** status 200 The listings, in the requested order. */ ListingListEnvelope;
export type ListListingsByIdsApiArg = {
  /** Repeatable, at most 100. */
  id?: string[];
};
export type ListTownsApiResponse =
  /** status 200 The towns. */ TownListEnvelope;
export type ListTownsApiArg = {
  /** Five digits. */
  postalCode: string;
};
export type UpdateListingApiResponse =
  /** status 200 The updated listing. */ ListingEnvelope;
export type UpdateListingApiArg = {
  id: string;
  saveListingRequest: SaveListingRequest;
};
export type DeleteListingApiResponse = unknown;
export type DeleteListingApiArg = {
  id: string;
};
export type CopyListingApiResponse =
  /** status 201 The new draft. */ ListingEnvelope;
export type CopyListingApiArg = {
  id: string;
  copyListingRequest: CopyListingRequest;
};
export type DeclineOpenApplicationsApiResponse =
  /** status 200 How many were rejected. */ DeclinedEnvelope;
export type DeclineOpenApplicationsApiArg = {
  /** The id of the listing. */
  id: string;
  declineOpenApplicationsRequest: DeclineOpenApplicationsRequest;
};
export type UploadListingImagesApiResponse =
  /** status 201 The new images. */ ImageListEnvelope;
export type UploadListingImagesApiArg = {
  id: string;
  uploadImagesForm: UploadImagesForm;
};
export type ReorderListingImagesApiResponse =
  /** status 200 The updated listing. */ ListingEnvelope;
export type ReorderListingImagesApiArg = {
  id: string;
  reorderImagesRequest: ReorderImagesRequest;
};
export type DescribeListingImageApiResponse =
  /** status 200 The image. */ ImageEnvelope;
export type DescribeListingImageApiArg = {
  id: string;
  imageId: string;
  describeImageRequest: DescribeImageRequest;
};
export type DeleteListingImageApiResponse = unknown;
export type DeleteListingImageApiArg = {
  id: string;
  imageId: string;
};
export type TransformListingImageApiResponse =
  /** status 200 The image with its new location. */ ImageEnvelope;
export type TransformListingImageApiArg = {
  id: string;
  imageId: string;
  action: Rotation;
};
export type ReportListingApiResponse = unknown;
export type ReportListingApiArg = {
  id: string;
  reportListingRequest: ReportListingRequest;
};
export type ChangeListingStatusApiResponse =
  /** status 200 The updated listing. */ ListingEnvelope;
export type ChangeListingStatusApiArg = {
  id: string;
  status: ListingStatus;
};
export type TakeDownListingApiResponse =
  /** status 200 The updated listing. */ ListingEnvelope;
export type TakeDownListingApiArg = {
  id: string;
  takeDownListingRequest: TakeDownListingRequest;
};
export type LogoutApiResponse = unknown;
export type LogoutApiArg = void;
export type GetAdministratorNotificationsApiResponse =
  /** status 200 The current numbers. */ AdministratorNotificationsEnvelope;
export type GetAdministratorNotificationsApiArg = void;
export type GetLandlordNotificationsApiResponse =
  /** status 200 The current numbers. */ LandlordNotificationsEnvelope;
export type GetLandlordNotificationsApiArg = void;
export type RefreshSessionApiResponse =
  /** status 200 The new access token. */ TokenEnvelope;
export type RefreshSessionApiArg = void;
export type ListSavedSearchesApiResponse =
  /** status 200 The saved searches, at most 20. */ SavedSearchListEnvelope;
export type ListSavedSearchesApiArg = void;
export type CreateSavedSearchApiResponse =
  /** status 201 The saved search. */ SavedSearchEnvelope;
export type CreateSavedSearchApiArg = {
  saveSearchRequest: SaveSearchRequest;
};
export type UnsubscribeSavedSearchApiResponse = unknown;
export type UnsubscribeSavedSearchApiArg = {
  token: string;
};
export type ChangeSavedSearchApiResponse =
  /** status 200 The saved search. */ SavedSearchEnvelope;
export type ChangeSavedSearchApiArg = {
  id: string;
  saveSearchRequest: SaveSearchRequest;
};
export type DeleteSavedSearchApiResponse = unknown;
export type DeleteSavedSearchApiArg = {
  id: string;
};
export type MarkSavedSearchSeenApiResponse = unknown;
export type MarkSavedSearchSeenApiArg = {
  id: string;
};
export type ListSettingsApiResponse =
  /** status 200 A page of settings. */ SettingPage;
export type ListSettingsApiArg = {
  /** The index of the page, from 0. Default: 0. */
  page?: number;
  /** Default: 10. */
  pageSize?: number;
  /** `false` returns a single page of at most 500 rows. */
  paginated?: boolean;
  /** Default: `DESC`. Lower case is accepted. */
  sortDirection?: SortDirection;
  /** Alias of `sortDirection`. */
  direction?: SortDirection;
  /** Default: `dateCreated`. */
  sortField?: SettingSortField;
};
export type RemoveSettingImageApiResponse =
  /** status 200 The setting without an image. */ SettingEnvelope;
export type RemoveSettingImageApiArg = {
  id: string;
};
export type UploadSettingImageApiResponse =
  /** status 201 The setting with its new image. */ SettingEnvelope;
export type UploadSettingImageApiArg = {
  id: string;
  uploadSettingImageForm: UploadSettingImageForm;
};
export type GetGeneralStatsApiResponse =
  /** status 200 The current numbers. */ GeneralStatsEnvelope;
export type GetGeneralStatsApiArg = void;
export type GetMailStatsApiResponse =
  /** status 200 The current numbers. */ MailStatsEnvelope;
export type GetMailStatsApiArg = void;
export type GetTrendsApiResponse = /** status 200 The trends. */ TrendsEnvelope;
export type GetTrendsApiArg = void;
export type ListUsersApiResponse =
  /** status 200 A page; with `Accept: text/csv` a CSV file of at most 100,000 rows. */ UserPage;
export type ListUsersApiArg = {
  /** The index of the page, from 0. Default: 0. */
  page?: number;
  /** Default: 10. */
  pageSize?: number;
  /** `false` returns a single page of at most 500 rows. */
  paginated?: boolean;
  /** Each word must occur in at least one searched field. */
  keyword?: string;
  /** Default: `DESC`. Lower case is accepted. */
  sortDirection?: SortDirection;
  /** Alias of `sortDirection`. */
  direction?: SortDirection;
  /** Default: `lastModified`. */
  sortField?: UserSortField;
  /** Repeatable. */
  role?: Role[];
  /** Alias of `role`. */
  roles?: Role[];
  /** Repeatable. */
  status?: UserStatus[];
  /** Alias of `status`. */
  statuses?: UserStatus[];
};
export type CreateAdministratorApiResponse =
  /** status 201 The new administrator. */ UserEnvelope;
export type CreateAdministratorApiArg = {
  createAdministratorRequest: CreateAdministratorRequest;
};
export type CheckActivationApiResponse =
  /** status 200 The state of the link. */ ActivationCheckEnvelope;
export type CheckActivationApiArg = {
  activationRequest: ActivationRequest;
};
export type FinishRegistrationApiResponse = unknown;
export type FinishRegistrationApiArg = {
  finishRegistrationRequest: FinishRegistrationRequest;
};
export type ListLandlordRegistrationsApiResponse =
  /** status 200 A page; with `Accept: text/csv` a CSV file of at most 100,000 rows. */ LandlordRegistrationPage;
export type ListLandlordRegistrationsApiArg = {
  /** The index of the page, from 0. Default: 0. */
  page?: number;
  /** Default: 10. */
  pageSize?: number;
  /** `false` returns a single page of at most 500 rows. */
  paginated?: boolean;
  /** Each word must occur in at least one searched field. */
  keyword?: string;
  /** Default: `DESC`. Lower case is accepted. */
  sortDirection?: SortDirection;
  /** Alias of `sortDirection`. */
  direction?: SortDirection;
  /** Default: `lastModified`. */
  sortField?: RegistrationSortField;
  /** Repeatable. */
  status?: RegistrationStatus[];
  /** Alias of `status`. */
  statuses?: RegistrationStatus[];
};
export type RegisterLandlordApiResponse =
  /** status 201 The new registration. */ LandlordRegistrationEnvelope;
export type RegisterLandlordApiArg = {
  registerLandlordRequest: RegisterLandlordRequest;
};
export type ApproveLandlordRegistrationsApiResponse =
  /** status 200 The result of each registration, also if none could be approved. */ ApprovalsEnvelope;
export type ApproveLandlordRegistrationsApiArg = {
  approveRegistrationsRequest: ApproveRegistrationsRequest;
};
export type ReviewLandlordRegistrationApiResponse =
  /** status 200 The updated registration. */ LandlordRegistrationEnvelope;
export type ReviewLandlordRegistrationApiArg = {
  id: string;
  approved: boolean;
};
export type DeleteProfileApiResponse = unknown;
export type DeleteProfileApiArg = {
  deleteProfileRequest: DeleteProfileRequest;
};
export type ExportProfileApiResponse = /** status 200 The ZIP file. */ FileBody;
export type ExportProfileApiArg = void;
export type ProveIdentityApiResponse = unknown;
export type ProveIdentityApiArg = {
  proveIdentityRequest: ProveIdentityRequest;
};
export type PrepareProofApiResponse =
  /** status 200 The methods besides the password. */ ProofPreparationEnvelope;
export type PrepareProofApiArg = void;
export type GetSecondFactorApiResponse =
  /** status 200 The second factor. */ SecondFactorEnvelope;
export type GetSecondFactorApiArg = void;
export type AddPasskeyApiResponse =
  /** status 201 The new passkey. */ PasskeyEnvelope;
export type AddPasskeyApiArg = {
  addPasskeyRequest: AddPasskeyRequest;
};
export type PreparePasskeyApiResponse =
  /** status 200 The options for `navigator.credentials.create`. */ PasskeyCreationOptionsEnvelope;
export type PreparePasskeyApiArg = void;
export type DeletePasskeyApiResponse = unknown;
export type DeletePasskeyApiArg = {
  id: string;
};
export type SetUpTotpApiResponse =
  /** status 200 The secret. */ TotpSetupEnvelope;
export type SetUpTotpApiArg = void;
export type DeleteTotpApiResponse = unknown;
export type DeleteTotpApiArg = void;
export type ConfirmTotpApiResponse =
  /** status 200 The recovery codes. */ RecoveryCodesEnvelope;
export type ConfirmTotpApiArg = {
  confirmTotpRequest: ConfirmTotpRequest;
};
export type ListSessionsApiResponse =
  /** status 200 The sessions, at most 100. */ SessionListEnvelope;
export type ListSessionsApiArg = void;
export type EndOtherSessionsApiResponse = unknown;
export type EndOtherSessionsApiArg = void;
export type EndSessionApiResponse = unknown;
export type EndSessionApiArg = {
  id: string;
};
export type ResendActivationApiResponse = unknown;
export type ResendActivationApiArg = {
  activationRequest: ActivationRequest;
};
export type ListStudentRegistrationsApiResponse =
  /** status 200 A page; with `Accept: text/csv` a CSV file of at most 100,000 rows. */ StudentRegistrationPage;
export type ListStudentRegistrationsApiArg = {
  /** The index of the page, from 0. Default: 0. */
  page?: number;
  /** Default: 10. */
  pageSize?: number;
  /** `false` returns a single page of at most 500 rows. */
  paginated?: boolean;
  /** Each word must occur in at least one searched field. */
  keyword?: string;
  /** Default: `DESC`. Lower case is accepted. */
  sortDirection?: SortDirection;
  /** Alias of `sortDirection`. */
  direction?: SortDirection;
  /** Default: `lastModified`. */
  sortField?: RegistrationSortField;
  /** Repeatable. */
  status?: RegistrationStatus[];
  /** Alias of `status`. */
  statuses?: RegistrationStatus[];
};
export type RegisterStudentApiResponse =
  /** status 201 The new registration. */ StudentRegistrationEnvelope;
export type RegisterStudentApiArg = {
  registerStudentForm: RegisterStudentForm;
};
export type ApproveStudentRegistrationsApiResponse =
  /** status 200 The result of each registration, also if none could be approved. */ ApprovalsEnvelope;
export type ApproveStudentRegistrationsApiArg = {
  approveRegistrationsRequest: ApproveRegistrationsRequest;
};
export type ReviewStudentRegistrationApiResponse =
  /** status 200 The updated registration. */ StudentRegistrationEnvelope;
export type ReviewStudentRegistrationApiArg = {
  id: string;
  approved: boolean;
};
export type UpdateUserApiResponse =
  /** status 200 The updated profile. */ UserEnvelope;
export type UpdateUserApiArg = {
  id: string;
  updateUserRequest: UpdateUserRequest;
};
export type DeleteUserApiResponse = unknown;
export type DeleteUserApiArg = {
  id: string;
};
export type PreviewUserDeletionApiResponse =
  /** status 200 The numbers of listings and applications. */ DeletionPreviewEnvelope;
export type PreviewUserDeletionApiArg = {
  /** The id of the user. */
  id: string;
};
export type RequestDonationApiResponse = unknown;
export type RequestDonationApiArg = {
  /** The id of the landlord. */
  id: string;
  requestDonationRequest: RequestDonationRequest;
};
export type ResendUserActivationApiResponse = unknown;
export type ResendUserActivationApiArg = {
  /** The id of the user. */
  id: string;
};
export type RemoveUserSecondFactorApiResponse = unknown;
export type RemoveUserSecondFactorApiArg = {
  /** The id of the user. */
  id: string;
};
export type ChangeUserStatusApiResponse =
  /** status 200 The updated user. */ UserEnvelope;
export type ChangeUserStatusApiArg = {
  id: string;
  active: boolean;
};
export type Decision = "PENDING" | "APPROVED" | "REJECTED";
export type Timestamp = string;
export type Gender = "MALE" | "FEMALE" | "OTHER";
export type Role = "ADMIN" | "LANDLORD" | "STUDENT";
export type UserStatus = "NEW" | "REGISTRATION_PENDING" | "ACTIVE" | "INACTIVE";
export type ParticipantResponse = {
  aboutMe: string | null;
  /** Visible to administrators. */
  dateOfBirth: string | null;
  /** Student and landlord see each other's email address after the landlord's approval. */
  email: string | null;
  externalId: string;
  firstName: string;
  gender: Gender | null;
  lastName: string;
  /** Student and landlord see each other's phone number after the landlord's approval. */
  phoneNumber: string | null;
  role: Role;
  status: UserStatus;
};
export type Region =
  | "Baden-W\u00FCrttemberg"
  | "Bayern"
  | "Berlin"
  | "Brandenburg"
  | "Bremen"
  | "Hamburg"
  | "Hessen"
  | "Mecklenburg-Vorpommern"
  | "Niedersachsen"
  | "Nordrhein-Westfalen"
  | "Rheinland-Pfalz"
  | "Saarland"
  | "Sachsen"
  | "Sachsen-Anhalt"
  | "Schleswig-Holstein"
  | "Th\u00FCringen";
export type ListingAddressResponse = {
  city: string;
  district: string | null;
  houseNumber: string;
  postalCode: string;
  region: Region;
  street: string;
};
export type ImageResponse = {
  /** What the image shows, for readers who do not see it. Empty if it is not described. */
  description: string;
  externalId: string;
  /** Opaque; begins with `/`. */
  location: string;
};
export type ListingStatus = "DRAFT" | "ARCHIVED" | "AVAILABLE" | "RENTED";
export type Euro = number;
export type AppliedListingResponse = {
  address: ListingAddressResponse | null;
  deleted: boolean;
  /** Null if the listing was deleted. */
  externalId: string | null;
  image: ImageResponse | null;
  status: ListingStatus | null;
  title: string;
  totalRent: Euro | null;
};
export type Reviewer = "ADMINISTRATOR" | "LANDLORD";
export type RejectionReason =
  "TAKEN" | "OTHER_APPLICANT" | "DATES" | "NOT_SUITABLE" | "INCOMPLETE";
export type RejectionResponse = {
  /** Where a listing is let or deleted, the landlord, also if no administrator has checked the
    application. */
  by: Reviewer;
  /** Null if none was given, and after its retention period. */
  note: string | null;
  reason: RejectionReason | null;
};
export type ApplicationResponse = {
  /** The administrator's decision. */
  administratorApprovalStatus: Decision;
  administratorDecidedAt: Timestamp | null;
  /** Null after its retention period. */
  applicationLetter: string | null;
  dateCreated: Timestamp;
  externalId: string;
  landlord: ParticipantResponse | null;
  landlordDecidedAt: Timestamp | null;
  lastModified: Timestamp;
  listing: AppliedListingResponse;
  /** Whether the decision is overdue. */
  overdue: boolean;
  rejection: RejectionResponse | null;
  /** The landlord's decision. */
  status: Decision;
  student: ParticipantResponse | null;
  waitingSince: Timestamp | null;
};
export type ApplicationPage = {
  payload: ApplicationResponse[];
  /** The number of pages of the requested size in the whole list. */
  totalPages: number;
  /** The number of rows in the whole list. */
  totalSize: number;
};
export type FieldRule =
  | "validation.required"
  | "validation.invalid"
  | "validation.too-long"
  | "validation.too-short"
  | "validation.out-of-range"
  | "validation.future"
  | "validation.file-type"
  | "validation.file-size";
export type ErrorMessage =
  | "exception.application.already-exists"
  | "exception.application.already-reviewed"
  | "exception.application.listing-not-available"
  | "exception.application.not-deletable"
  | "exception.application.not-found"
  | "exception.finish-registration.registration-expired"
  | "exception.auth.forbidden"
  | "exception.auth.invalid-code"
  | "exception.auth.invalid-credentials"
  | "exception.auth.proof-required"
  | "exception.auth.second-factor-required"
  | "exception.auth.session-expired"
  | "exception.auth.unauthenticated"
  | "exception.auth.wrong-password"
  | "exception.change-password.wrong-password"
  | "exception.document.damaged"
  | "exception.document.not-found"
  | "exception.document.too-large"
  | "exception.document.type"
  | "exception.donation.already-requested"
  | "exception.donation.landlord-inactive"
  | "exception.event.not-found"
  | "exception.event.not-suspicious"
  | "exception.favourite.too-many"
  | "exception.image.damaged"
  | "exception.image.file-type"
  | "exception.image.not-found"
  | "exception.image.too-large"
  | "exception.letter.name-exists"
  | "exception.letter.not-found"
  | "exception.letter.too-many"
  | "exception.listing.blocked"
  | "exception.listing.image-required"
  | "exception.listing.not-found"
  | "exception.listing.stale"
  | "exception.listing.too-many"
  | "exception.listing.too-many-images"
  | "exception.passkey.invalid"
  | "exception.passkey.not-found"
  | "exception.passkey.too-many"
  | "exception.registration.already-reviewed"
  | "exception.registration.email-exists"
  | "exception.registration.not-found"
  | "exception.request.invalid"
  | "exception.request.media-type"
  | "exception.request.method-not-allowed"
  | "exception.request.not-found"
  | "exception.request.origin"
  | "exception.request.timeout"
  | "exception.request.too-large"
  | "exception.request.too-many"
  | "exception.reset-password.token-invalid"
  | "exception.saved-search.not-found"
  | "exception.saved-search.token-invalid"
  | "exception.saved-search.too-many"
  | "exception.server.internal"
  | "exception.server.unavailable"
  | "exception.session.not-found"
  | "exception.setting.not-found"
  | "exception.user.already-activated"
  | "exception.user.last-administrator"
  | "exception.user.not-activated"
  | "exception.user.not-approved"
  | "exception.user.not-found"
  | "exception.user.own-account";
export type ErrorBody = {
  /** The invalid fields by their path, for example `address.city`, `additionalCosts[0].cost` or
    `files[2]`. */
  fields?: {
    [key: string]: FieldRule;
  };
  message: ErrorMessage;
  /** The id of this request in the operator's log. */
  requestId: string;
};
export type ErrorResponse = {
  error: ErrorBody;
};
export type SortDirection = "ASC" | "DESC";
export type ApplicationSortField =
  | "student.firstName"
  | "student.lastName"
  | "student.email"
  | "listing.title"
  | "dateCreated"
  | "lastModified";
export type ApplicationEnvelope = {
  payload: ApplicationResponse;
};
export type SubmitApplicationRequest = {
  /** The letter to the landlord. */
  applicationLetter: string;
};
export type ReviewApplicationRequest = {
  /** Visible to the student. */
  note?: string | null;
  reason?: RejectionReason | null;
};
export type AuditAction =
  | "APPLICATION_FORWARDED"
  | "APPLICATION_DECLINED"
  | "APPLICATION_APPROVED"
  | "APPLICATION_REJECTED"
  | "APPLICATION_WITHDRAWN"
  | "REGISTRATION_APPROVED"
  | "REGISTRATION_REJECTED"
  | "ADMINISTRATOR_INVITED"
  | "ADMINISTRATOR_CREATED"
  | "ADMINISTRATOR_LOGGED_IN"
  | "ACTIVATION_RESENT"
  | "USER_ACTIVATED"
  | "USER_DEACTIVATED"
  | "USER_DELETED"
  | "PROFILE_CHANGED"
  | "PASSWORD_CHANGED"
  | "SECOND_FACTOR_ADDED"
  | "SECOND_FACTOR_DELETED"
  | "SECOND_FACTOR_REMOVED"
  | "LISTING_CREATED"
  | "LISTING_CHANGED"
  | "LISTING_STATUS_CHANGED"
  | "LISTING_IMAGES_CHANGED"
  | "LISTING_DELETED"
  | "LISTING_TAKEN_DOWN"
  | "EVENT_ACKNOWLEDGED"
  | "EVENT_DISMISSED"
  | "EVENTS_ACKNOWLEDGED"
  | "DONATION_REQUESTED"
  | "SETTING_CHANGED"
  | "DOCUMENT_DOWNLOADED"
  | "DOCUMENT_VIEWED"
  | "DATA_EXPORTED"
  | "AUDIT_EXPORTED"
  | "REGISTRATIONS_EXPORTED"
  | "USERS_EXPORTED"
  | "APPLICATIONS_EXPORTED"
  | "EVENTS_EXPORTED"
  | "MAILS_RETRIED"
  | "MAILS_DROPPED";
export type UserSummaryResponse = {
  email: string;
  externalId: string;
  firstName: string;
  lastName: string;
  role: Role;
};
export type EventType =
  | "LISTING_RENTED"
  | "APPLICATION_APPROVED"
  | "STUDENT_REGISTRATION_REQUESTED"
  | "LANDLORD_REGISTRATION_REQUESTED"
  | "LISTING_REPORTED"
  | "LISTING_SUSPICIOUS";
export type AuditListingResponse = {
  /** Null if the listing was deleted. */
  externalId: string | null;
  title: string;
};
export type AuditEntityResponse = {
  eventType: EventType | null;
  listing: AuditListingResponse | null;
  /** The key of the setting, or the file name of the document. */
  name: string | null;
  person: UserSummaryResponse | null;
};
export type AuditEntityType =
  | "APPLICATION"
  | "REGISTRATION"
  | "USER"
  | "LISTING"
  | "EVENT"
  | "SETTING"
  | "DOCUMENT"
  | "AUDIT"
  | "MAIL";
export type AuditEntryResponse = {
  /** In a rolling upgrade also an action that only the newer version describes. */
  action: AuditAction;
  actor: UserSummaryResponse | null;
  /** The network address. Null after its retention period. */
  address: string | null;
  dateCreated: Timestamp;
  entity: AuditEntityResponse | null;
  /** The id of the entity, which may have been deleted. */
  entityId: string | null;
  entityType: AuditEntityType | null;
  externalId: string;
};
export type AuditEntryPage = {
  payload: AuditEntryResponse[];
  /** The number of pages of the requested size in the whole list. */
  totalPages: number;
  /** The number of rows in the whole list. */
  totalSize: number;
};
export type AuditSortField = "dateCreated";
export type ChangePasswordRequest = {
  newPassword: string;
  oldPassword: string;
};
export type ForgotPasswordRequest = {
  email: string;
};
export type ResetPasswordRequest = {
  email: string;
  password: string;
  token: string;
};
export type SecondFactorMethod = "TOTP" | "PASSKEY" | "RECOVERY";
export type CredentialDescriptor = {
  /** In base64url. */
  id: string;
  type: string;
};
export type PasskeyRequestOptions = {
  allowCredentials: CredentialDescriptor[];
  /** In base64url. */
  challenge: string;
  rpId: string;
  /** In milliseconds. */
  timeout: number;
  userVerification: string;
};
export type LoginResponse = {
  /** Identifies this login in `authenticateSecondFactor`, for 5 minutes. */
  challenge: string | null;
  /** With what the login can be finished. */
  methods: SecondFactorMethod[];
  passkey: PasskeyRequestOptions | null;
  /** An access token, valid for 15 minutes. Null if the user has a second factor. */
  token: string | null;
};
export type LoginEnvelope = {
  payload: LoginResponse;
};
export type AuthenticateRequest = {
  email: string;
  password: string;
};
export type TokenResponse = {
  token: string;
};
export type TokenEnvelope = {
  payload: TokenResponse;
};
export type AssertionResponse = {
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
};
export type PasskeyCredential = {
  /** In base64url. */
  id: string;
  response: AssertionResponse;
};
export type AuthenticateSecondFactorRequest = {
  assertion?: PasskeyCredential | null;
  /** From the response of `authenticate`. */
  challenge: string;
  /** Six digits of the TOTP app. */
  code?: string | null;
  /** Works once. */
  recoveryCode?: string | null;
};
export type Amenity =
  | "AIR_CONDITIONING"
  | "BALCONY"
  | "BICYCLE_STORAGE"
  | "CELLAR"
  | "DISHWASHER"
  | "ELEVATOR"
  | "ENERGY_CERTIFICATE"
  | "FURNISHED"
  | "GARDEN"
  | "KITCHEN"
  | "PARKING"
  | "PETS_ALLOWED"
  | "SWIMMING_POOL"
  | "TERRACE"
  | "TV"
  | "WASHING_MACHINE"
  | "WHEELCHAIR_ACCESSIBLE"
  | "WIFI";
export type AmenityListEnvelope = {
  payload: Amenity[];
};
export type FileBody = Blob;
export type LandlordResponse = {
  externalId: string;
  firstName: string;
  lastName: string;
};
export type DeletedListingResponse = {
  landlord: LandlordResponse;
  /** The title that it had. */
  title: string;
};
export type EventListingResponse = {
  externalId: string;
  landlord: LandlordResponse;
  /** Whether the landlord is active. Donations can only be requested from active landlords. */
  landlordActive: boolean;
  lastModified: Timestamp;
  takenDown: boolean;
  title: string;
};
export type EventEntityResponse = EventListingResponse | UserSummaryResponse;
export type SuspicionReason =
  | "PRICE_TOO_LOW"
  | "CONTACT_IN_TEXT"
  | "MONEY_TRANSFER"
  | "IMAGE_REUSED"
  | "MANY_PUBLICATIONS";
export type ReportReason = "FRAUD" | "DISCRIMINATION" | "WRONG_DATA" | "OTHER";
export type ReportResponse = {
  reason: ReportReason;
  /** Null if the landlord was deleted, because the text may contain personal data. */
  text: string | null;
};
export type EventResponse = {
  acknowledged: boolean;
  dateCreated: Timestamp;
  deletedListing: DeletedListingResponse | null;
  entity: EventEntityResponse | null;
  externalId: string;
  /** Why the listing is suspicious; null for other types. */
  reasons: SuspicionReason[] | null;
  report: ReportResponse | null;
  /** In a rolling upgrade also a type that only the newer version describes; likewise the reasons. */
  type: EventType;
};
export type EventPage = {
  payload: EventResponse[];
  /** The number of pages of the requested size in the whole list. */
  totalPages: number;
  /** The number of rows in the whole list. */
  totalSize: number;
};
export type EventSortField = "dateCreated";
export type EventEnvelope = {
  payload: EventResponse;
};
export type DismissEventRequest = {
  listingLastModified?: Timestamp | null;
};
export type AdditionalCostResponse = {
  cost: Euro;
  description: string;
};
export type SquareMetres = number;
export type UnitType = "APARTMENT" | "HOUSE" | "ROOM" | "OTHER";
export type ListingSummaryResponse = {
  additionalCosts: AdditionalCostResponse[];
  address: ListingAddressResponse;
  amenities: Amenity[];
  ancillaryCost: Euro;
  areaSqm: SquareMetres;
  /** The first day. Null: from now on. */
  availableFrom: string | null;
  /** The last day, inclusive. Null: without end. */
  availableUntil: string | null;
  basicRent: Euro;
  bathrooms: number;
  bedrooms: number;
  dateCreated: Timestamp;
  /** How far the listing's town is from the one that a search names by `near`, in kilometres. Null
    without `near`. */
  distanceKm: number | null;
  externalId: string;
  /** The number of students who have marked it as a favourite. Visible to its landlord and
    administrators. */
  favourites: number | null;
  images: ImageResponse[];
  kitchens: number;
  landlord: LandlordResponse;
  lastModified: Timestamp;
  /** The shortest stay. Null: any. */
  minimumMonths: number | null;
  securityDeposit: Euro;
  status: ListingStatus;
  /** The reason if the listing is taken down. Visible to its landlord and administrators. */
  takedownReason: string | null;
  title: string;
  totalAreaSqm: SquareMetres;
  /** The sum of basic rent, ancillary cost and additional costs, without the deposit. */
  totalRent: Euro;
  unitType: UnitType;
  /** The number of views. Visible to its landlord and administrators. */
  views: number | null;
};
export type GoneListingResponse = {
  /** What it was like, to search for similar ones. */
  city: string;
  externalId: string;
  /** Always true. */
  gone: boolean;
  title: string;
  totalRent: Euro;
  unitType: UnitType;
};
export type FavouriteResponse = ListingSummaryResponse | GoneListingResponse;
export type FavouritePage = {
  payload: FavouriteResponse[];
  /** The number of pages of the requested size in the whole list. */
  totalPages: number;
  /** The number of rows in the whole list. */
  totalSize: number;
};
export type FavouriteSortField = "dateCreated";
export type MergeFavouritesRequest = {
  /** The newest first. Those that the student may not see are left out. */
  ids?: string[];
};
export type FavouriteIdsEnvelope = {
  payload: string[];
};
export type LegalPageResponse = {
  /** Markdown (`CommonMark`) without HTML and without the title. */
  markdown: string;
  title: string;
};
export type LegalPageEnvelope = {
  payload: LegalPageResponse;
};
export type LegalPage = "terms" | "privacy" | "imprint" | "accessibility";
export type Locale = "de-DE" | "en-US";
export type LetterResponse = {
  dateCreated: Timestamp;
  externalId: string;
  lastModified: Timestamp;
  name: string;
  text: string;
};
export type LetterListEnvelope = {
  payload: LetterResponse[];
};
export type LetterEnvelope = {
  payload: LetterResponse;
};
export type KeepLetterRequest = {
  /** Unique for each student. */
  name: string;
  text: string;
};
export type ManagedListingResponse = ListingSummaryResponse & {
  /** The number of applications that wait for the landlord. */
  openApplications: number;
  /** The number of views today and on the 29 days before. */
  viewsLast30Days: number;
};
export type ListingPage = {
  payload: ManagedListingResponse[];
  /** The number of pages of the requested size in the whole list. */
  totalPages: number;
  /** The number of rows in the whole list. */
  totalSize: number;
};
export type ListingSortField =
  "dateCreated" | "lastModified" | "listing.title" | "title";
export type OwnApplicationResponse = {
  externalId: string;
  /** The administrator's decision until it is `APPROVED`, then the landlord's. */
  status: Decision;
};
export type ListingResponse = ListingSummaryResponse & {
  application: OwnApplicationResponse | null;
  description: string;
  locationDescription: string;
  tenantDescription: string;
};
export type ListingEnvelope = {
  payload: ListingResponse;
};
export type AdditionalCostRequest = {
  /** An amount in euros with at most two decimals. */
  cost: number;
  description: string;
};
export type ListingAddressRequest = {
  city: string;
  district?: string | null;
  houseNumber: string;
  /** Five digits. */
  postalCode: string;
  region: Region;
  street: string;
};
export type SaveListingRequest = {
  additionalCosts?: AdditionalCostRequest[];
  address: ListingAddressRequest;
  amenities?: Amenity[];
  /** An amount in euros with at most two decimals. */
  ancillaryCost: number;
  /** An area in square metres with at most one decimal. */
  areaSqm: number;
  /** The first day. Missing or null: from now on. */
  availableFrom?: string | null;
  /** The last day, inclusive; not before `availableFrom`. Missing or null: without end. */
  availableUntil?: string | null;
  /** An amount in euros with at most two decimals. */
  basicRent: number;
  bathrooms: number;
  bedrooms: number;
  description: string;
  /** Only for creating: an id that the client generates once for its draft. A retry with the same
    id updates the listing that the first request created. */
  draftId?: string | null;
  kitchens: number;
  lastModified?: Timestamp | null;
  locationDescription: string;
  /** The shortest stay, which must fit between both dates; without `availableFrom`, between today
    and `availableUntil`. Missing or null: any. */
  minimumMonths?: number | null;
  /** An amount in euros with at most two decimals. */
  securityDeposit: number;
  tenantDescription: string;
  title: string;
  /** The area of the whole dwelling. Ignored unless the unit type is `ROOM`; otherwise it equals
    `areaSqm`. */
  totalAreaSqm: number;
  unitType: UnitType;
};
export type ListingListEnvelope = {
  payload: ListingSummaryResponse[];
};
export type TownResponse = {
  city: string;
  region: Region;
};
export type TownListEnvelope = {
  payload: TownResponse[];
};
export type CopyListingRequest = {
  /** Whether the copy has the images as well. */
  images: boolean;
};
export type DeclinedResponse = {
  /** How many were rejected by this request. */
  declined: number;
};
export type DeclinedEnvelope = {
  payload: DeclinedResponse;
};
export type DeclineOpenApplicationsRequest = {
  reason: RejectionReason;
};
export type ImageListEnvelope = {
  payload: ImageResponse[];
};
export type UploadImagesForm = {
  /** At most 20 files: JPEG, PNG or WebP, each at most 10,485,760 bytes. */
  files: Blob[];
};
export type ReorderImagesRequest = {
  imageIds: string[];
};
export type ImageEnvelope = {
  payload: ImageResponse;
};
export type DescribeImageRequest = {
  /** One line, for readers who do not see the image. Null or blank: not described. */
  description?: string | null;
};
export type Rotation = "ROTATE_90" | "ROTATE_180" | "ROTATE_270";
export type ReportListingRequest = {
  /** The address for a receipt. It is not stored. */
  email?: string | null;
  locale?: Locale | null;
  reason: ReportReason;
  text: string;
};
export type TakeDownListingRequest = {
  /** Visible to the landlord. */
  reason: string;
};
export type AdministratorNotificationsResponse = {
  pendingApplications: number;
  /** Events that are not acknowledged. */
  pendingEvents: number;
  pendingLandlordRegistrationRequests: number;
  pendingStudentRegistrationRequests: number;
};
export type AdministratorNotificationsEnvelope = {
  payload: AdministratorNotificationsResponse;
};
export type LandlordNotificationsResponse = {
  pendingApplications: number;
};
export type LandlordNotificationsEnvelope = {
  payload: LandlordNotificationsResponse;
};
export type SavedAreaRange = {
  max: SquareMetres | null;
  min: SquareMetres | null;
};
export type SavedSurroundings = {
  city: string;
  radiusKm: 5 | 10 | 20 | 50;
};
export type SavedPlace = {
  city: string;
  /** Null for the city as a whole. */
  district: string | null;
};
export type SavedPriceRange = {
  max: Euro | null;
  min: Euro | null;
};
export type SavedFiltersResponse = {
  amenities: Amenity[];
  area: SavedAreaRange;
  availableBy: string | null;
  availableUntil: string | null;
  keyword: string | null;
  near: SavedSurroundings | null;
  place: SavedPlace | null;
  price: SavedPriceRange;
  unitTypes: UnitType[];
};
export type Frequency = "IMMEDIATELY" | "DAILY" | "WEEKLY" | "NEVER";
export type SavedSearchResponse = {
  dateCreated: Timestamp;
  externalId: string;
  filters: SavedFiltersResponse;
  frequency: Frequency;
  lastModified: Timestamp;
  name: string;
  /** The number of listings that it has found since it was last seen, and still finds; counted up to
    1,000. */
  newCount: number;
};
export type SavedSearchListEnvelope = {
  payload: SavedSearchResponse[];
};
export type SavedSearchEnvelope = {
  payload: SavedSearchResponse;
};
export type AreaRange = {
  max?: SquareMetres | null;
  min?: SquareMetres | null;
};
export type NearFilter = {
  /** The name of the town, as in `place` or in English. Of several towns of one name the largest
    is meant. The name of no town is that of a place: then only listings with this city are
    found, and they have no distance. */
  city: string;
  /** In kilometres. */
  radiusKm: 5 | 10 | 20 | 50;
};
export type PlaceFilter = {
  city: string;
  /** Missing or null for the city as a whole. */
  district?: string | null;
};
export type PriceRange = {
  max?: Euro | null;
  min?: Euro | null;
};
export type SearchFiltersRequest = {
  /** Listings must have all of these. */
  amenities?: Amenity[] | null;
  area?: AreaRange | null;
  /** The latest day of moving in; a day in the past means today. Listings that become available
    later, or end before that day, are not found. */
  availableBy?: string | null;
  /** The last day of the stay. Listings that end before it are not found, and neither are those
    whose minimum stay ends after it, counted from `availableBy`, or else from today or the
    day on which the listing becomes available. */
  availableUntil?: string | null;
  /** Every word must match a word of the listing: exactly, as a prefix, or with a typing error. */
  keyword?: string | null;
  near?: NearFilter | null;
  place?: PlaceFilter | null;
  price?: PriceRange | null;
  unitTypes?: UnitType[] | null;
};
export type SaveSearchRequest = {
  filters: SearchFiltersRequest;
  /** How often a mail tells of new listings. */
  frequency: Frequency;
  name: string;
};
export type SettingType = "IMAGE";
export type SettingResponse = {
  dateCreated: Timestamp;
  externalId: string;
  /** For example `home.hero`. */
  key: string;
  lastModified: Timestamp;
  type: SettingType;
  /** The path of the image (`/images/1200x800/…`), at most 1200 by 800 pixels. Null for the front
    end's default image. */
  value: string | null;
};
export type SettingPage = {
  payload: SettingResponse[];
  /** The number of pages of the requested size in the whole list. */
  totalPages: number;
  /** The number of rows in the whole list. */
  totalSize: number;
};
export type SettingSortField = "key" | "dateCreated";
export type SettingEnvelope = {
  payload: SettingResponse;
};
export type UploadSettingImageForm = {
  /** JPEG, PNG or WebP, at most 10,485,760 bytes. */
  file: Blob;
};
export type ApplicationStatsResponse = {
  approved: number;
  pending: number;
  rejected: number;
  total: number;
};
export type ListingStatsResponse = {
  archived: number;
  available: number;
  draft: number;
  rented: number;
  total: number;
  /** Views of the existing listings. Each visitor counts once per listing and day. */
  views: number;
};
export type UserStatsResponse = {
  active: number;
  landlords: number;
  students: number;
  total: number;
};
export type GeneralStatsResponse = {
  application: ApplicationStatsResponse;
  listing: ListingStatsResponse;
  user: UserStatsResponse;
};
export type GeneralStatsEnvelope = {
  payload: GeneralStatsResponse;
};
export type MailStatsResponse = {
  /** Mails that were given up within the last 30 days. */
  givenUp: number;
  /** The age of the oldest of them in seconds; null if none waits. */
  oldestSeconds: number | null;
  /** Queued mails. */
  waiting: number;
};
export type MailStatsEnvelope = {
  payload: MailStatsResponse;
};
export type HoursResponse = {
  median: number | null;
  /** The 90th percentile. */
  p90: number | null;
};
export type HoursToDecisionResponse = {
  administrator: HoursResponse;
  landlord: HoursResponse;
};
export type ListingsByStatusResponse = {
  ARCHIVED: number;
  AVAILABLE: number;
  DRAFT: number;
  RENTED: number;
};
export type WeekResponse = {
  applications: number;
  listings: number;
  registrations: number;
  /** The Monday of the week. */
  start: string;
};
export type TrendsResponse = {
  hoursToDecision: HoursToDecisionResponse;
  listingsByStatus: ListingsByStatusResponse;
  /** The 26 weeks, oldest first. The last one is the current week. */
  weeks: WeekResponse[];
};
export type TrendsEnvelope = {
  payload: TrendsResponse;
};
export type UserAddress = {
  city: string;
  houseNumber: string;
  postalCode: string;
  street: string;
};
export type UserResponse = {
  /** Only for students. */
  aboutMe: string | null;
  address: UserAddress | null;
  dateCreated: Timestamp;
  dateOfBirth: string | null;
  email: string;
  externalId: string;
  firstName: string;
  gender: Gender;
  lastModified: Timestamp;
  lastName: string;
  /** The language of mails to the user. */
  locale: Locale;
  phoneNumber: string | null;
  role: Role;
  status: UserStatus;
};
export type UserPage = {
  payload: UserResponse[];
  /** The number of pages of the requested size in the whole list. */
  totalPages: number;
  /** The number of rows in the whole list. */
  totalSize: number;
};
export type UserSortField =
  | "firstName"
  | "lastName"
  | "email"
  | "role"
  | "status"
  | "dateCreated"
  | "lastModified";
export type UserEnvelope = {
  payload: UserResponse;
};
export type CreateAdministratorRequest = {
  /** From 1900 until today. Default: 2000-01-01. */
  dateOfBirth?: string | null;
  email: string;
  firstName: string;
  gender: Gender;
  lastName: string;
  locale?: Locale | null;
  /** Default: `-`. */
  phoneNumber?: string | null;
};
export type ActivationCheckResponse = {
  /** Whether the link has set the password of an account that is active now. */
  accountActive: boolean;
  /** Whether the link can set a password. */
  activationPossible: boolean;
};
export type ActivationCheckEnvelope = {
  payload: ActivationCheckResponse;
};
export type ActivationRequest = {
  email: string;
  registrationToken: string;
};
export type FinishRegistrationRequest = {
  email: string;
  password: string;
  registrationToken: string;
};
export type RegistrationStatus = "PENDING" | "APPROVED" | "REJECTED";
export type LandlordRegistrationResponse = {
  dateCreated: Timestamp;
  externalId: string;
  landlord: UserResponse;
  lastModified: Timestamp;
  /** Whether the decision is overdue. */
  overdue: boolean;
  status: RegistrationStatus;
  waitingSince: Timestamp | null;
};
export type LandlordRegistrationPage = {
  payload: LandlordRegistrationResponse[];
  /** The number of pages of the requested size in the whole list. */
  totalPages: number;
  /** The number of rows in the whole list. */
  totalSize: number;
};
export type RegistrationSortField =
  | "firstName"
  | "lastName"
  | "email"
  | "status"
  | "dateCreated"
  | "lastModified";
export type LandlordRegistrationEnvelope = {
  payload: LandlordRegistrationResponse;
};
export type RegisterLandlordRequest = {
  city: string;
  /** From 1900 until today. */
  dateOfBirth: string;
  email: string;
  firstName: string;
  gender: Gender;
  houseNumber: string;
  lastName: string;
  locale?: Locale | null;
  phoneNumber: string;
  /** Five digits. */
  postalCode: string;
  street: string;
  termsAccepted: boolean;
};
export type FailedApprovalResponse = {
  id: string;
  message: ErrorMessage;
};
export type ApprovalsResponse = {
  approved: string[];
  failed: FailedApprovalResponse[];
};
export type ApprovalsEnvelope = {
  payload: ApprovalsResponse;
};
export type ApproveRegistrationsRequest = {
  /** 1 to 50 distinct ids of registrations. */
  ids: string[];
};
export type DeleteProfileRequest = {
  password: string;
};
export type ProveIdentityRequest = {
  assertion?: PasskeyCredential | null;
  /** Six digits of the TOTP app. */
  code?: string | null;
  password?: string | null;
};
export type ProofPreparationResponse = {
  methods: SecondFactorMethod[];
  passkey: PasskeyRequestOptions | null;
};
export type ProofPreparationEnvelope = {
  payload: ProofPreparationResponse;
};
export type PasskeyResponse = {
  dateCreated: Timestamp;
  externalId: string;
  lastUsed: Timestamp | null;
  name: string;
};
export type ExportedSecondFactor = {
  passkeys: PasskeyResponse[];
  recoveryCodesLeft: number;
  /** Whether a TOTP app is set up. */
  totp: boolean;
};
export type SecondFactorResponse = ExportedSecondFactor & {
  /** Whether the operator requires one of this user. Without one, the user may only set it up. */
  required: boolean;
};
export type SecondFactorEnvelope = {
  payload: SecondFactorResponse;
};
export type PasskeyEnvelope = {
  payload: PasskeyResponse;
};
export type AttestationResponse = {
  attestationObject: string;
  clientDataJSON: string;
};
export type NewPasskeyCredential = {
  response: AttestationResponse;
};
export type AddPasskeyRequest = {
  /** What `navigator.credentials.create` returned for `preparePasskey`, as JSON. */
  credential: NewPasskeyCredential;
  /** What the user calls it. */
  name: string;
};
export type AuthenticatorSelection = {
  residentKey: string;
  userVerification: string;
};
export type CredentialParameters = {
  alg: number;
  type: string;
};
export type PasskeyPortal = {
  id: string;
  name: string;
};
export type PasskeyUser = {
  displayName: string;
  /** In base64url. */
  id: string;
  name: string;
};
export type PasskeyCreationOptions = {
  attestation: string;
  authenticatorSelection: AuthenticatorSelection;
  /** In base64url. */
  challenge: string;
  excludeCredentials: CredentialDescriptor[];
  pubKeyCredParams: CredentialParameters[];
  rp: PasskeyPortal;
  /** In milliseconds. */
  timeout: number;
  user: PasskeyUser;
};
export type PasskeyCreationOptionsEnvelope = {
  payload: PasskeyCreationOptions;
};
export type TotpSetupResponse = {
  /** In base 32, for typing. */
  secret: string;
  /** An `otpauth` URI, for a QR code. */
  uri: string;
};
export type TotpSetupEnvelope = {
  payload: TotpSetupResponse;
};
export type RecoveryCodesResponse = {
  recoveryCodes: string[];
};
export type RecoveryCodesEnvelope = {
  payload: RecoveryCodesResponse;
};
export type ConfirmTotpRequest = {
  /** Six digits. */
  code: string;
};
export type ExportedSession = {
  /** The network address of the login or of the last use. */
  address: string | null;
  dateCreated: Timestamp;
  /** Browser and system, such as `Firefox, Linux`. Null if unknown. */
  device: string | null;
  externalId: string;
  /** Accurate to 15 minutes. */
  lastUsed: Timestamp;
};
export type SessionResponse = ExportedSession & {
  /** Whether it is the session of this request. */
  current: boolean;
};
export type SessionListEnvelope = {
  payload: SessionResponse[];
};
export type DocumentResponse = {
  externalId: string;
  filename: string;
};
export type StudentRegistrationResponse = {
  dateCreated: Timestamp;
  externalId: string;
  lastModified: Timestamp;
  /** Whether the decision is overdue. */
  overdue: boolean;
  proofOfStudyDocument: DocumentResponse | null;
  status: RegistrationStatus;
  student: UserResponse;
  waitingSince: Timestamp | null;
};
export type StudentRegistrationPage = {
  payload: StudentRegistrationResponse[];
  /** The number of pages of the requested size in the whole list. */
  totalPages: number;
  /** The number of rows in the whole list. */
  totalSize: number;
};
export type StudentRegistrationEnvelope = {
  payload: StudentRegistrationResponse;
};
export type RegisterStudentRequest = {
  aboutMe: string;
  /** From 1900 until today. */
  dateOfBirth: string;
  email: string;
  firstName: string;
  gender: Gender;
  lastName: string;
  locale?: Locale | null;
  phoneNumber: string;
  termsAccepted: boolean;
};
export type RegisterStudentForm = {
  /** The proof of study: JPEG, PNG, WebP or PDF, at most 10,485,760 bytes. */
  file: Blob;
  user: RegisterStudentRequest;
};
export type UpdateUserRequest = {
  /** Required for students. */
  aboutMe?: string | null;
  /** Required for landlords. */
  city?: string | null;
  firstName: string;
  gender: Gender;
  /** Required for landlords. */
  houseNumber?: string | null;
  lastName: string;
  locale?: Locale | null;
  phoneNumber: string;
  /** Five digits. Required for landlords. */
  postalCode?: string | null;
  /** Required for landlords. */
  street?: string | null;
};
export type DeletionPreviewResponse = {
  /** Open applications: those of a student are deleted, those for a landlord's listings are
    rejected. */
  applications: number;
  /** The listings of the user, which are deleted. */
  listings: number;
};
export type DeletionPreviewEnvelope = {
  payload: DeletionPreviewResponse;
};
export type RequestDonationRequest = {
  /** One of the landlord's listings. Optional. */
  listingId?: string | null;
};
export type SearchListingsApiResponse =
  /** status 200 A page of search results. */ SearchPage;
export type SearchListingsApiArg = {
  searchListingsRequest: SearchListingsRequest;
};
export type SuggestPlacesApiResponse =
  /** status 200 The places, with the number of their listings. */ PlaceListEnvelope;
export type SuggestPlacesApiArg = {
  /** The typed text. */
  q?: string;
  /** Whether to return only places whose complete name was typed, in any spelling or in English. */
  exact?: boolean;
  /** Whether to fill up with towns without listings, for searches around them. Not with `exact`. */
  towns?: boolean;
};
export type GetListingApiResponse =
  /** status 200 The listing. */ ListingEnvelope;
export type GetListingApiArg = {
  id: string;
};
export type RecordListingViewApiResponse = unknown;
export type RecordListingViewApiArg = {
  id: string;
};
export type GetPublicSettingsApiResponse =
  /** status 200 The public settings. */ PublicSettingsEnvelope;
export type GetPublicSettingsApiArg = void;
export type GetProfileApiResponse = /** status 200 The profile. */ UserEnvelope;
export type GetProfileApiArg = void;
export type AmenityCount = {
  amenity: Amenity;
  count: number;
};
export type AreaCount = {
  count: number;
  max: SquareMetres | null;
  min: SquareMetres | null;
};
export type PriceCount = {
  count: number;
  max: Euro | null;
  min: Euro | null;
};
export type UnitTypeCount = {
  count: number;
  unitType: UnitType;
};
export type SearchFacetsResponse = {
  /** Null unless requested by `amenityFacets`. */
  amenities: AmenityCount[] | null;
  areas: AreaCount[];
  /** By total rent. */
  prices: PriceCount[];
  unitTypes: UnitTypeCount[];
};
export type SearchPage = {
  facets: SearchFacetsResponse | null;
  payload: ListingSummaryResponse[];
  /** The number of pages of the requested size in all results. */
  totalPages: number;
  /** The number of all results. */
  totalSize: number;
};
export type SearchSortField =
  | "basicRent"
  | "totalRent"
  | "areaSqm"
  | "dateCreated"
  | "lastModified"
  | "relevance"
  | "distance";
export type SearchListingsRequest = {
  /** Listings must have all of these. */
  amenities?: Amenity[] | null;
  /** Whether to count them by amenity too. */
  amenityFacets?: boolean | null;
  area?: AreaRange | null;
  /** The latest day of moving in; a day in the past means today. Listings that become available
    later, or end before that day, are not found. */
  availableBy?: string | null;
  /** The last day of the stay. Listings that end before it are not found, and neither are those
    whose minimum stay ends after it, counted from `availableBy`, or else from today or the
    day on which the listing becomes available. */
  availableUntil?: string | null;
  direction?: SortDirection | null;
  /** Whether to count the results by unit type, price and area. */
  facets?: boolean | null;
  /** Every word must match a word of the listing: exactly, as a prefix, or with a typing error. */
  keyword?: string | null;
  near?: NearFilter | null;
  /** The index of the page, from 0. Default: 0. */
  page?: number | null;
  /** Default: 10. */
  pageSize?: number | null;
  place?: PlaceFilter | null;
  price?: PriceRange | null;
  sortDirection?: SortDirection | null;
  sortField?: SearchSortField | null;
  unitTypes?: UnitType[] | null;
};
export type PlaceResponse = {
  city: string;
  /** The number of listings that a search in this place finds. */
  count: number;
  /** Null for the city as a whole. */
  district: string | null;
};
export type PlaceListEnvelope = {
  payload: PlaceResponse[];
};
export type PublicSettingsResponse = {
  /** A path of the portal or an external URL. */
  accessibilityUrl: string;
  brandName: string;
  contactEmail: string;
  defaultLocale: Locale;
  /** The locations of images by key, for example `home.hero`. Null for the front end's default
    image. */
  images: {
    [key: string]: string | null;
  };
  /** A path of the portal or an external URL. */
  imprintUrl: string;
  /** A path of the portal or an external URL. */
  privacyUrl: string;
  /** A path of the portal or an external URL. */
  termsUrl: string;
};
export type PublicSettingsEnvelope = {
  payload: PublicSettingsResponse;
};
export const {
  useListApplicationsQuery,
  useSubmitApplicationMutation,
  useWithdrawApplicationMutation,
  useReviewApplicationAsAdministratorMutation,
  useReviewApplicationMutation,
  useListAuditEntriesQuery,
  useExportAuditEntriesMutation,
  useChangePasswordMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useAuthenticateMutation,
  useAuthenticateSecondFactorMutation,
  useListAmenitiesQuery,
  useGetDocumentMutation,
  usePreviewDocumentMutation,
  useListEventsQuery,
  useAcknowledgeAllEventsMutation,
  useAcknowledgeEventMutation,
  useDismissEventMutation,
  useListFavouritesQuery,
  useMergeFavouritesMutation,
  useListFavouriteIdsQuery,
  useAddFavouriteMutation,
  useRemoveFavouriteMutation,
  useGetLegalPageQuery,
  useListLettersQuery,
  useCreateLetterMutation,
  useChangeLetterMutation,
  useDeleteLetterMutation,
  useListListingsQuery,
  useCreateListingMutation,
  useListListingsByIdsQuery,
  useListTownsQuery,
  useUpdateListingMutation,
  useDeleteListingMutation,
  useCopyListingMutation,
  useDeclineOpenApplicationsMutation,
  useUploadListingImagesMutation,
  useReorderListingImagesMutation,
  useDescribeListingImageMutation,
  useDeleteListingImageMutation,
  useTransformListingImageMutation,
  useReportListingMutation,
  useChangeListingStatusMutation,
  useTakeDownListingMutation,
  useLogoutMutation,
  useGetAdministratorNotificationsQuery,
  useGetLandlordNotificationsQuery,
  useRefreshSessionMutation,
  useListSavedSearchesQuery,
  useCreateSavedSearchMutation,
  useUnsubscribeSavedSearchMutation,
  useChangeSavedSearchMutation,
  useDeleteSavedSearchMutation,
  useMarkSavedSearchSeenMutation,
  useListSettingsQuery,
  useRemoveSettingImageMutation,
  useUploadSettingImageMutation,
  useGetGeneralStatsQuery,
  useGetMailStatsQuery,
  useGetTrendsQuery,
  useListUsersQuery,
  useCreateAdministratorMutation,
  useCheckActivationQuery,
  useFinishRegistrationMutation,
  useListLandlordRegistrationsQuery,
  useRegisterLandlordMutation,
  useApproveLandlordRegistrationsMutation,
  useReviewLandlordRegistrationMutation,
  useDeleteProfileMutation,
  useExportProfileMutation,
  useProveIdentityMutation,
  usePrepareProofMutation,
  useGetSecondFactorQuery,
  useAddPasskeyMutation,
  usePreparePasskeyMutation,
  useDeletePasskeyMutation,
  useSetUpTotpMutation,
  useDeleteTotpMutation,
  useConfirmTotpMutation,
  useListSessionsQuery,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useResendActivationMutation,
  useListStudentRegistrationsQuery,
  useRegisterStudentMutation,
  useApproveStudentRegistrationsMutation,
  useReviewStudentRegistrationMutation,
  useUpdateUserMutation,
  useDeleteUserMutation,
  usePreviewUserDeletionQuery,
  useRequestDonationMutation,
  useResendUserActivationMutation,
  useRemoveUserSecondFactorMutation,
  useChangeUserStatusMutation,
} = injectedRtkApi;
