import { baseApi as api } from "./baseApi";
export const addTagTypes = ["listing", "session", "setting", "user"] as const;
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
      logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
        query: () => ({ url: `/api/v1/logout`, method: "POST" }),
        invalidatesTags: ["session"],
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
export type LogoutApiResponse = unknown;
export type LogoutApiArg = void;
export type GetPublicSettingsApiResponse =
  /** status 200 The public settings. */ PublicSettingsEnvelope;
export type GetPublicSettingsApiArg = void;
export type GetProfileApiResponse = /** status 200 The profile. */ UserEnvelope;
export type GetProfileApiArg = void;
export type SquareMetres = number;
export type AreaCount = {
  count: number;
  max: SquareMetres | null;
  min: SquareMetres | null;
};
export type Euro = number;
export type PriceCount = {
  count: number;
  max: Euro | null;
  min: Euro | null;
};
export type UnitType = "APARTMENT" | "HOUSE" | "ROOM" | "OTHER";
export type UnitTypeCount = {
  count: number;
  unitType: UnitType;
};
export type SearchFacetsResponse = {
  areas: AreaCount[];
  /** By total rent. */
  prices: PriceCount[];
  unitTypes: UnitTypeCount[];
};
export type AdditionalCostResponse = {
  cost: Euro;
  description: string;
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
export type Timestamp = string;
export type ImageResponse = {
  externalId: string;
  /** Opaque; begins with `/`. */
  location: string;
};
export type LandlordResponse = {
  externalId: string;
  firstName: string;
  lastName: string;
};
export type ListingStatus = "DRAFT" | "ARCHIVED" | "AVAILABLE" | "RENTED";
export type ListingSummaryResponse = {
  additionalCosts: AdditionalCostResponse[];
  address: ListingAddressResponse;
  amenities: Amenity[];
  ancillaryCost: Euro;
  areaSqm: SquareMetres;
  basicRent: Euro;
  bathrooms: number;
  bedrooms: number;
  dateCreated: Timestamp;
  externalId: string;
  images: ImageResponse[];
  kitchens: number;
  landlord: LandlordResponse;
  lastModified: Timestamp;
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
export type SearchPage = {
  facets: SearchFacetsResponse | null;
  payload: ListingSummaryResponse[];
  /** The number of pages of the requested size in all results. */
  totalPages: number;
  /** The number of all results. */
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
  | "exception.auth.invalid-credentials"
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
  | "exception.image.damaged"
  | "exception.image.file-type"
  | "exception.image.not-found"
  | "exception.image.too-large"
  | "exception.listing.blocked"
  | "exception.listing.image-required"
  | "exception.listing.not-found"
  | "exception.listing.stale"
  | "exception.listing.too-many-images"
  | "exception.registration.already-reviewed"
  | "exception.registration.email-exists"
  | "exception.registration.not-found"
  | "exception.request.invalid"
  | "exception.request.media-type"
  | "exception.request.method-not-allowed"
  | "exception.request.not-found"
  | "exception.request.origin"
  | "exception.request.too-large"
  | "exception.request.too-many"
  | "exception.reset-password.token-invalid"
  | "exception.server.internal"
  | "exception.server.unavailable"
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
export type AreaRange = {
  max?: SquareMetres | null;
  min?: SquareMetres | null;
};
export type SortDirection = "ASC" | "DESC";
export type PlaceFilter = {
  city: string;
  /** Missing or null for the city as a whole. */
  district?: string | null;
};
export type PriceRange = {
  max?: Euro | null;
  min?: Euro | null;
};
export type SearchSortField =
  | "basicRent"
  | "totalRent"
  | "areaSqm"
  | "dateCreated"
  | "lastModified"
  | "relevance";
export type SearchListingsRequest = {
  area?: AreaRange | null;
  direction?: SortDirection | null;
  /** Whether to count the results by unit type, price and area. */
  facets?: boolean | null;
  /** Every word must match a word of the listing: exactly, as a prefix, or with a typing error. */
  keyword?: string | null;
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
export type Decision = "PENDING" | "APPROVED" | "REJECTED";
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
export type Locale = "de-DE" | "en-US";
export type PublicSettingsResponse = {
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
export type UserAddress = {
  city: string;
  houseNumber: string;
  postalCode: string;
  street: string;
};
export type Gender = "MALE" | "FEMALE" | "OTHER";
export type Role = "ADMIN" | "LANDLORD" | "STUDENT";
export type UserStatus = "NEW" | "REGISTRATION_PENDING" | "ACTIVE" | "INACTIVE";
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
export type UserEnvelope = {
  payload: UserResponse;
};
export const {
  useSearchListingsQuery,
  useLazySearchListingsQuery,
  useSuggestPlacesQuery,
  useLazySuggestPlacesQuery,
  useGetListingQuery,
  useLazyGetListingQuery,
  useRecordListingViewMutation,
  useLogoutMutation,
  useGetPublicSettingsQuery,
  useLazyGetPublicSettingsQuery,
  useGetProfileQuery,
  useLazyGetProfileQuery,
} = injectedRtkApi;
