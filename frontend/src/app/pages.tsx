import type { ReactNode } from 'react';
import { lazyPage } from './lazyPage';
import type { PageName } from './paths';
import { HomeRoute } from './routes/HomeRoute';
import { loadListingRoute } from './routes/loadListingRoute';

const LoginRoute = lazyPage(() => import('./routes/LoginRoute'), 'LoginRoute');
const ListingRoute = lazyPage(loadListingRoute, 'ListingRoute');
const ApplyRoute = lazyPage(() => import('./routes/ApplyRoute'), 'ApplyRoute');
const ApplicationSuccessPage = lazyPage(
  () => import('../features/applications/ApplicationSuccessPage'),
  'ApplicationSuccessPage',
);
const MyApplicationsPage = lazyPage(
  () => import('../features/applications/MyApplicationsPage'),
  'MyApplicationsPage',
);
const StudentApplicationsPage = lazyPage(
  () => import('../features/applications/StudentApplicationsPage'),
  'StudentApplicationsPage',
);
const RegistrationRequestsPage = lazyPage(
  () => import('../features/registrations/RegistrationRequestsPage'),
  'RegistrationRequestsPage',
);
const UsersRoute = lazyPage(() => import('./routes/UsersRoute'), 'UsersRoute');
const ApplicationsPage = lazyPage(
  () => import('../features/applications/ApplicationsPage'),
  'ApplicationsPage',
);
const MyListingsRoute = lazyPage(() => import('./routes/MyListingsRoute'), 'MyListingsRoute');

/**
 * Every address has its page, or this does not compile. Home is in the first file,
 * because a second one would only add a round trip; the others are loaded when opened.
 */
export const pages: Record<PageName, ReactNode> = {
  home: <HomeRoute />,
  login: <LoginRoute />,
  listing: <ListingRoute />,
  apply: <ApplyRoute />,
  applicationSuccess: <ApplicationSuccessPage />,
  myApplications: <MyApplicationsPage />,
  studentApplications: <StudentApplicationsPage />,
  registrationRequests: <RegistrationRequestsPage />,
  users: <UsersRoute />,
  applications: <ApplicationsPage />,
  myListings: <MyListingsRoute />,
};
