/**
 * All addresses of the app, and the only file of `app` that features may import. A test compares
 * the server's list of pages with the `path:` lines.
 */
export const paths = {
  home: {
    path: '/',
    href: () => '/',
  },
  login: {
    path: '/login',
    href: () => '/login',
  },
  signUpStudent: {
    path: '/signup-student',
    href: () => '/signup-student',
  },
  signUpLandlord: {
    path: '/signup-landlord',
    href: () => '/signup-landlord',
  },
  signUpSuccess: {
    path: '/signup-success',
    href: () => '/signup-success',
  },
  finishRegistration: {
    path: '/finish-registration',
    href: () => '/finish-registration',
  },
  registrationFinished: {
    path: '/registration-finished',
    href: () => '/registration-finished',
  },
  forgotPassword: {
    path: '/forgot-password',
    href: () => '/forgot-password',
  },
  forgotPasswordSuccess: {
    path: '/forgot-password-success',
    href: () => '/forgot-password-success',
  },
  resetPassword: {
    path: '/reset-password',
    href: () => '/reset-password',
  },
  account: {
    path: '/account',
    href: () => '/account',
  },
  changePassword: {
    path: '/change-password',
    href: () => '/change-password',
  },
  about: {
    path: '/about',
    href: () => '/about',
  },
  contact: {
    path: '/contact',
    href: () => '/contact',
  },
  terms: {
    path: '/legal/terms',
    href: () => '/legal/terms',
  },
  privacy: {
    path: '/legal/privacy',
    href: () => '/legal/privacy',
  },
  imprint: {
    path: '/legal/imprint',
    href: () => '/legal/imprint',
  },
  accessibility: {
    path: '/legal/accessibility',
    href: () => '/legal/accessibility',
  },
  listing: {
    path: '/listing/:id',
    href: (id: string) => `/listing/${encodeURIComponent(id)}`,
  },
  apply: {
    path: '/listing/:id/apply',
    href: (id: string) => `/listing/${encodeURIComponent(id)}/apply`,
  },
  applicationSuccess: {
    path: '/application-success',
    href: () => '/application-success',
  },
  favourites: {
    path: '/favourites',
    href: () => '/favourites',
  },
  savedSearches: {
    path: '/saved-searches',
    href: () => '/saved-searches',
  },
  unsubscribe: {
    path: '/unsubscribe',
    href: () => '/unsubscribe',
  },
  myApplications: {
    path: '/my-applications',
    href: () => '/my-applications',
  },
  studentApplications: {
    path: '/student-applications',
    href: () => '/student-applications',
  },
  registrationRequests: {
    path: '/registration-requests',
    href: () => '/registration-requests',
  },
  users: {
    path: '/users',
    href: () => '/users',
  },
  stats: {
    path: '/stats',
    href: () => '/stats',
  },
  events: {
    path: '/events',
    href: () => '/events',
  },
  settings: {
    path: '/settings',
    href: () => '/settings',
  },
  audit: {
    path: '/audit',
    href: () => '/audit',
  },
  applications: {
    path: '/applications',
    href: () => '/applications',
  },
  myListings: {
    path: '/my-listings',
    href: () => '/my-listings',
  },
  addListing: {
    path: '/add-listing',
    href: () => '/add-listing',
  },
  manageListing: {
    path: '/manage-listing/:id',
    href: (id: string) => `/manage-listing/${encodeURIComponent(id)}`,
  },
} as const;

export type PageName = keyof typeof paths;
export const pageNames = Object.keys(paths) as PageName[];
