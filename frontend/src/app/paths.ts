/**
 * Every address of the app, and the only file of `app` that a feature may
 * import. The server's list of pages is tested against the `path:` lines.
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
  applications: {
    path: '/applications',
    href: () => '/applications',
  },
  myListings: {
    path: '/my-listings',
    href: () => '/my-listings',
  },
} as const;

export type PageName = keyof typeof paths;
export const pageNames = Object.keys(paths) as PageName[];
