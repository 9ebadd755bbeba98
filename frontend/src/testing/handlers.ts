import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { http, HttpResponse } from 'msw';
import type {
  AdministratorNotificationsEnvelope,
  AmenityListEnvelope,
  ApplicationEnvelope,
  ApplicationPage,
  DeletionPreviewEnvelope,
  ErrorMessage,
  FavouriteIdsEnvelope,
  FavouritePage,
  LandlordNotificationsEnvelope,
  LandlordRegistrationPage,
  LetterListEnvelope,
  ListingEnvelope,
  ListingListEnvelope,
  ListingPage,
  PlaceListEnvelope,
  LoginEnvelope,
  ProofPreparationEnvelope,
  PublicSettingsEnvelope,
  SavedSearchEnvelope,
  SavedSearchListEnvelope,
  SearchPage,
  SecondFactorEnvelope,
  SessionListEnvelope,
  StudentRegistrationPage,
  TownListEnvelope,
  UserEnvelope,
  UserPage,
} from '../api/generated';
import {
  application,
  landlordRegistration,
  listing,
  managedListing,
  publicSettings,
  savedSearch,
  secondFactor,
  session,
  student,
  studentRegistration,
} from './fixtures';

/** A response with the server's error envelope. */
export const failure = (status: number, message: ErrorMessage) =>
  HttpResponse.json({ error: { message, requestId: 'test' } }, { status });

/**
 * Successful responses. A test overrides them with `server.use`. A request without a
 * handler fails the test.
 */
export const handlers = [
  http.get('*/locales/:language/:namespace', async ({ params }) => {
    const file = join(process.cwd(), 'public/locales', String(params.language), String(params.namespace));
    return HttpResponse.json(JSON.parse(await readFile(file, 'utf8')));
  }),

  http.get('*/api/v1/settings/public', () =>
    HttpResponse.json<PublicSettingsEnvelope>({ payload: publicSettings }),
  ),

  http.get('*/api/v1/users/profile', ({ request }) =>
    request.headers.has('authorization')
      ? HttpResponse.json<UserEnvelope>({ payload: student })
      : failure(403, 'exception.auth.unauthenticated'),
  ),
  http.post('*/api/v1/refresh', () => failure(401, 'exception.auth.session-expired')),
  http.post('*/api/v1/authenticate', () =>
    HttpResponse.json<LoginEnvelope>({
      payload: { token: 'fresh', challenge: null, methods: [], passkey: null },
    }),
  ),
  http.post('*/api/v1/users/profile/proof/options', () =>
    HttpResponse.json<ProofPreparationEnvelope>({ payload: { methods: [], passkey: null } }),
  ),
  http.get('*/api/v1/users/profile/second-factor', () =>
    HttpResponse.json<SecondFactorEnvelope>({ payload: secondFactor() }),
  ),
  http.get('*/api/v1/users/profile/sessions', () =>
    HttpResponse.json<SessionListEnvelope>({ payload: [session()] }),
  ),
  http.post('*/api/v1/logout', () => new HttpResponse(null, { status: 204 })),

  http.get('*/api/v1/users/students/registrations', () =>
    HttpResponse.json<StudentRegistrationPage>({
      payload: [studentRegistration()],
      totalPages: 1,
      totalSize: 1,
    }),
  ),
  http.get('*/api/v1/users/landlords/registrations', () =>
    HttpResponse.json<LandlordRegistrationPage>({
      payload: [landlordRegistration()],
      totalPages: 1,
      totalSize: 1,
    }),
  ),
  http.get('*/api/v1/users', () =>
    HttpResponse.json<UserPage>({ payload: [student], totalPages: 1, totalSize: 1 }),
  ),

  http.get('*/api/v1/users/:id/deletion-preview', () =>
    HttpResponse.json<DeletionPreviewEnvelope>({ payload: { listings: 0, applications: 0 } }),
  ),
  http.get('*/api/v1/documents/:id/preview', () =>
    HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'content-type': 'image/png' } }),
  ),

  http.get('*/api/v1/notifications/admin', () =>
    HttpResponse.json<AdministratorNotificationsEnvelope>({
      payload: {
        pendingLandlordRegistrationRequests: 0,
        pendingStudentRegistrationRequests: 0,
        pendingApplications: 0,
        pendingEvents: 0,
      },
    }),
  ),
  http.get('*/api/v1/notifications/landlord', () =>
    HttpResponse.json<LandlordNotificationsEnvelope>({ payload: { pendingApplications: 0 } }),
  ),

  http.post('*/api/v1/listings/search', () =>
    HttpResponse.json<SearchPage>({ payload: [listing()], totalPages: 1, totalSize: 1, facets: null }),
  ),
  // By default, no typed text is the exact name of a place.
  http.get('*/api/v1/listings/towns', () => HttpResponse.json<TownListEnvelope>({ payload: [] })),
  http.get('*/api/v1/listings/suggest', ({ request }) => {
    const exact = new URL(request.url).searchParams.has('exact');
    return HttpResponse.json<PlaceListEnvelope>({
      payload: exact ? [] : [{ city: 'Köln', district: null, count: 3 }],
    });
  }),
  http.get('*/api/v1/listings/by-ids', ({ request }) => {
    const ids = new URL(request.url).searchParams.getAll('id');
    return HttpResponse.json<ListingListEnvelope>({
      payload: ids.map((externalId) => listing({ externalId })),
    });
  }),
  http.get('*/api/v1/listings/:id', ({ params }) =>
    HttpResponse.json<ListingEnvelope>({ payload: listing({ externalId: String(params.id) }) }),
  ),
  http.post('*/api/v1/listings/:id/views', () => new HttpResponse(null, { status: 204 })),
  http.get('*/api/v1/commons/amenities', () =>
    HttpResponse.json<AmenityListEnvelope>({ payload: ['BALCONY', 'ENERGY_CERTIFICATE', 'WIFI'] }),
  ),
  http.get('*/api/v1/listings', () =>
    HttpResponse.json<ListingPage>({ payload: [managedListing()], totalPages: 1, totalSize: 1 }),
  ),

  http.get('*/api/v1/favourites/ids', () => HttpResponse.json<FavouriteIdsEnvelope>({ payload: [] })),
  http.get('*/api/v1/favourites', () =>
    HttpResponse.json<FavouritePage>({ payload: [listing()], totalPages: 1, totalSize: 1 }),
  ),
  http.post('*/api/v1/favourites', () => new HttpResponse(null, { status: 204 })),
  http.put('*/api/v1/favourites/:id', () => new HttpResponse(null, { status: 204 })),
  http.delete('*/api/v1/favourites/:id', () => new HttpResponse(null, { status: 204 })),

  http.get('*/api/v1/saved-searches', () => HttpResponse.json<SavedSearchListEnvelope>({ payload: [] })),
  http.post('*/api/v1/saved-searches', () =>
    HttpResponse.json<SavedSearchEnvelope>({ payload: savedSearch() }, { status: 201 }),
  ),
  http.put('*/api/v1/saved-searches/:id', () =>
    HttpResponse.json<SavedSearchEnvelope>({ payload: savedSearch() }),
  ),
  http.delete('*/api/v1/saved-searches/:id', () => new HttpResponse(null, { status: 204 })),
  http.post('*/api/v1/saved-searches/:id/seen', () => new HttpResponse(null, { status: 204 })),
  http.post('*/api/v1/saved-searches/unsubscribe', () => new HttpResponse(null, { status: 204 })),

  http.get('*/api/v1/letters', () => HttpResponse.json<LetterListEnvelope>({ payload: [] })),
  http.get('*/api/v1/applications', () =>
    HttpResponse.json<ApplicationPage>({ payload: [application()], totalPages: 1, totalSize: 1 }),
  ),
  http.post('*/api/v1/applications/listing/:id', () =>
    HttpResponse.json<ApplicationEnvelope>({ payload: application() }, { status: 201 }),
  ),
];
