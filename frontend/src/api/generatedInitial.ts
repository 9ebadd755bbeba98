import type {
  SearchListingsApiResponse,
  SearchListingsApiArg,
  SuggestPlacesApiResponse,
  SuggestPlacesApiArg,
  GetListingApiResponse,
  GetListingApiArg,
  RecordListingViewApiResponse,
  RecordListingViewApiArg,
  GetPublicSettingsApiResponse,
  GetPublicSettingsApiArg,
  GetProfileApiResponse,
  GetProfileApiArg,
} from "./generated";
import { baseApi as api } from "./baseApi";
export const addTagTypes = ["listing", "setting", "user"] as const;
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      searchListings: build.query<
        SearchListingsApiResponse,
        SearchListingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/search`,
          method: "POST",
          body: queryArg.searchListingsRequest,
        }),
        providesTags: ["listing"],
      }),
      suggestPlaces: build.query<SuggestPlacesApiResponse, SuggestPlacesApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/v1/listings/suggest`,
            params: {
              q: queryArg.q,
              exact: queryArg.exact,
              towns: queryArg.towns,
            },
          }),
          providesTags: ["listing"],
        },
      ),
      getListing: build.query<GetListingApiResponse, GetListingApiArg>({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}`,
        }),
        providesTags: ["listing"],
      }),
      recordListingView: build.mutation<
        RecordListingViewApiResponse,
        RecordListingViewApiArg
      >({
        query: (queryArg) => ({
          url: `/api/v1/listings/${encodeURIComponent(String(queryArg.id))}/views`,
          method: "POST",
        }),
        invalidatesTags: ["listing"],
      }),
      getPublicSettings: build.query<
        GetPublicSettingsApiResponse,
        GetPublicSettingsApiArg
      >({
        query: () => ({ url: `/api/v1/settings/public` }),
        providesTags: ["setting"],
      }),
      getProfile: build.query<GetProfileApiResponse, GetProfileApiArg>({
        query: () => ({ url: `/api/v1/users/profile` }),
        providesTags: ["user"],
      }),
    }),
    overrideExisting: false,
  });
export { injectedRtkApi as generatedInitialApi };
export const {
  useSearchListingsQuery,
  useLazySearchListingsQuery,
  useSuggestPlacesQuery,
  useLazySuggestPlacesQuery,
  useGetListingQuery,
  useLazyGetListingQuery,
  useRecordListingViewMutation,
  useGetPublicSettingsQuery,
  useLazyGetPublicSettingsQuery,
  useGetProfileQuery,
  useLazyGetProfileQuery,
} = injectedRtkApi;
