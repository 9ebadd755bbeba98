import type {
  ApplicationResponse,
  AppliedListingResponse,
  LandlordRegistrationResponse,
  ListingResponse,
  ManagedListingResponse,
  ParticipantResponse,
  PasskeyResponse,
  PublicSettingsResponse,
  Role,
  SavedSearchResponse,
  SecondFactorResponse,
  SessionResponse,
  StudentRegistrationResponse,
  UserResponse,
} from '../api/generated';

const instant = '2026-11-03T09:30:00.000000Z';

export const student: UserResponse = {
  externalId: '01900000-0000-7000-8000-000000000001',
  firstName: 'Sena',
  lastName: 'Aydın',
  email: 'student@portal.test',
  gender: 'FEMALE',
  dateOfBirth: '2003-05-17',
  phoneNumber: '+49 151 1234567',
  role: 'STUDENT',
  status: 'ACTIVE',
  aboutMe: 'Ich studiere Geoinformatik.',
  address: null,
  locale: 'de-DE',
  dateCreated: instant,
  lastModified: instant,
};

export const userWithRole = (role: Role): UserResponse => ({ ...student, role });

export const publicSettings: PublicSettingsResponse = {
  brandName: 'Fensterplatz',
  contactEmail: 'hallo@portal.test',
  termsUrl: 'https://example.org/terms',
  privacyUrl: 'https://example.org/privacy',
  imprintUrl: '/legal/imprint',
  accessibilityUrl: '/legal/accessibility',
  defaultLocale: 'de-DE',
  images: { 'home.hero': null },
};

export const listing = (changes: Partial<ListingResponse> = {}): ListingResponse => ({
  externalId: '01900000-0000-7000-8000-000000000100',
  title: 'Helles Zimmer mit Blick ins Grüne',
  unitType: 'ROOM',
  status: 'AVAILABLE',
  views: null,
  favourites: null,
  landlord: { externalId: '01900000-0000-7000-8000-000000000002', firstName: 'Aylin', lastName: 'D' },
  dateCreated: instant,
  lastModified: instant,
  address: {
    street: 'Lindenstraße',
    houseNumber: '12',
    postalCode: '50674',
    city: 'Köln',
    district: 'Südstadt',
    region: 'Nordrhein-Westfalen',
  },
  areaSqm: 18.5,
  totalAreaSqm: 74,
  bedrooms: 1,
  bathrooms: 2,
  kitchens: 1,
  amenities: ['WIFI', 'BALCONY'],
  basicRent: 380,
  ancillaryCost: 60,
  securityDeposit: 760,
  totalRent: 465.5,
  additionalCosts: [{ description: 'Internet und Strom', cost: 25.5 }],
  availableFrom: null,
  availableUntil: null,
  minimumMonths: null,
  distanceKm: null,
  images: [
    { externalId: 'image-1', location: '/a/1.jpg', description: '' },
    { externalId: 'image-2', location: '/a/2.jpg', description: '' },
  ],
  description: 'Großes Zimmer in einer ruhigen Dreier-WG.',
  tenantDescription: 'Wir sind zwei Studierende.',
  locationDescription: 'Die Straßenbahn hält vor der Tür.',
  application: null,
  takedownReason: null,
  ...changes,
});

/** A listing in the list of its landlord. */
export const managedListing = (changes: Partial<ManagedListingResponse> = {}): ManagedListingResponse => ({
  ...listing(),
  views: 41,
  favourites: 3,
  viewsLast30Days: 12,
  openApplications: 0,
  ...changes,
});

export const savedSearch = (changes: Partial<SavedSearchResponse> = {}): SavedSearchResponse => ({
  externalId: '01900000-0000-7000-8000-000000000300',
  name: 'Room in Köln',
  filters: {
    keyword: null,
    place: { city: 'Köln', district: null },
    near: null,
    unitTypes: ['ROOM'],
    price: { min: null, max: 400 },
    area: { min: null, max: null },
    availableBy: null,
    availableUntil: null,
    amenities: [],
  },
  frequency: 'DAILY',
  newCount: 0,
  dateCreated: instant,
  lastModified: instant,
  ...changes,
});

export const person = (changes: Partial<ParticipantResponse> = {}): ParticipantResponse => ({
  externalId: student.externalId,
  firstName: 'Sena',
  lastName: 'Aydın',
  role: 'STUDENT',
  status: 'ACTIVE',
  gender: 'FEMALE',
  email: null,
  phoneNumber: null,
  aboutMe: 'Ich studiere Geoinformatik.',
  dateOfBirth: null,
  ...changes,
});

/** The listing of an application while it exists and is visible. */
export const appliedListing = (changes: Partial<AppliedListingResponse> = {}): AppliedListingResponse => ({
  externalId: listing().externalId,
  title: listing().title,
  deleted: false,
  status: 'AVAILABLE',
  image: listing().images[0] ?? null,
  totalRent: listing().totalRent,
  address: listing().address,
  ...changes,
});

/** The listing of an application after its deletion. */
export const deletedListing = (title: string): AppliedListingResponse => ({
  externalId: null,
  title,
  deleted: true,
  status: null,
  image: null,
  totalRent: null,
  address: null,
});

export const application = (changes: Partial<ApplicationResponse> = {}): ApplicationResponse => ({
  externalId: '01900000-0000-7000-8000-000000000200',
  student: person(),
  landlord: person({
    externalId: '01900000-0000-7000-8000-000000000002',
    firstName: 'Aylin',
    lastName: 'D',
    role: 'LANDLORD',
    gender: null,
    aboutMe: null,
  }),
  listing: appliedListing(),
  applicationLetter: 'Guten Tag,\n\nich suche ein Zimmer.\nSena',
  administratorApprovalStatus: 'PENDING',
  status: 'PENDING',
  rejection: null,
  dateCreated: instant,
  lastModified: instant,
  administratorDecidedAt: null,
  landlordDecidedAt: null,
  waitingSince: instant,
  overdue: false,
  ...changes,
});

export const studentRegistration = (
  changes: Partial<StudentRegistrationResponse> = {},
): StudentRegistrationResponse => ({
  externalId: '01900000-0000-7000-8000-000000000300',
  status: 'PENDING',
  student: { ...student, status: 'NEW' },
  proofOfStudyDocument: {
    externalId: '01900000-0000-7000-8000-000000000400',
    filename: 'Immatrikulation Aydın.pdf',
  },
  dateCreated: instant,
  lastModified: instant,
  waitingSince: instant,
  overdue: false,
  ...changes,
});

export const landlord: UserResponse = {
  ...student,
  externalId: '01900000-0000-7000-8000-000000000002',
  firstName: 'Aylin',
  lastName: 'Demir',
  email: 'landlord@portal.test',
  role: 'LANDLORD',
  aboutMe: null,
  address: { street: 'Lindenstraße', houseNumber: '12', postalCode: '50674', city: 'Köln' },
};

export const landlordRegistration = (
  changes: Partial<LandlordRegistrationResponse> = {},
): LandlordRegistrationResponse => ({
  externalId: '01900000-0000-7000-8000-000000000301',
  status: 'PENDING',
  landlord: { ...landlord, status: 'NEW' },
  dateCreated: instant,
  lastModified: instant,
  waitingSince: instant,
  overdue: false,
  ...changes,
});

export const session = (changes: Partial<SessionResponse> = {}): SessionResponse => ({
  externalId: '01900000-0000-7000-8000-000000000500',
  device: 'Firefox, Linux',
  address: '203.0.113.7',
  dateCreated: instant,
  lastUsed: instant,
  current: true,
  ...changes,
});

export const passkey = (changes: Partial<PasskeyResponse> = {}): PasskeyResponse => ({
  externalId: '01900000-0000-7000-8000-000000000600',
  name: 'My laptop',
  dateCreated: instant,
  lastUsed: null,
  ...changes,
});

/** By default none is set up. */
export const secondFactor = (changes: Partial<SecondFactorResponse> = {}): SecondFactorResponse => ({
  totp: false,
  passkeys: [],
  recoveryCodesLeft: 0,
  required: false,
  ...changes,
});
