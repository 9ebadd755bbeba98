import type { ReactNode } from 'react';
import { lazyPage, lazyPlainPage } from './lazyPage';
import type { PageName } from './paths';
import { HomeRoute } from './routes/HomeRoute';
import { ListingAhead } from './routes/ListingAhead';
import { loadedListingRoute, loadListingRoute } from './routes/loadListingRoute';

const LoginRoute = lazyPage(() => import('./routes/LoginRoute'), 'LoginRoute');
const StudentSignUpRoute = lazyPage(() => import('./routes/StudentSignUpRoute'), 'StudentSignUpRoute');
const LandlordSignUpRoute = lazyPage(() => import('./routes/LandlordSignUpRoute'), 'LandlordSignUpRoute');
const SignUpSuccessPage = lazyPage(
  () => import('../features/registrations/SignUpSuccessPage'),
  'SignUpSuccessPage',
);
const FinishRegistrationPage = lazyPage(
  () => import('../features/session/FinishRegistrationPage'),
  'FinishRegistrationPage',
);
const RegistrationFinishedPage = lazyPage(
  () => import('../features/session/RegistrationFinishedPage'),
  'RegistrationFinishedPage',
);
const ForgotPasswordPage = lazyPage(
  () => import('../features/session/ForgotPasswordPage'),
  'ForgotPasswordPage',
);
const ForgotPasswordSuccessPage = lazyPage(
  () => import('../features/session/ForgotPasswordSuccessPage'),
  'ForgotPasswordSuccessPage',
);
const ResetPasswordPage = lazyPage(
  () => import('../features/session/ResetPasswordPage'),
  'ResetPasswordPage',
);
const AccountRoute = lazyPage(() => import('./routes/AccountRoute'), 'AccountRoute');
const ChangePasswordRoute = lazyPage(() => import('./routes/ChangePasswordRoute'), 'ChangePasswordRoute');
const AboutRoute = lazyPage(() => import('./routes/AboutRoute'), 'AboutRoute');
const ContactRoute = lazyPage(() => import('./routes/ContactRoute'), 'ContactRoute');
const LegalRoute = lazyPage(() => import('./routes/LegalRoute'), 'LegalRoute');
// Links from elsewhere lead here first: like home it does without MUI.
const ListingRoute = lazyPlainPage(loadListingRoute, 'ListingRoute', loadedListingRoute);
const ApplyRoute = lazyPage(() => import('./routes/ApplyRoute'), 'ApplyRoute');
const ApplicationSuccessPage = lazyPage(
  () => import('../features/applications/ApplicationSuccessPage'),
  'ApplicationSuccessPage',
);
const MyApplicationsPage = lazyPage(
  () => import('../features/applications/MyApplicationsPage'),
  'MyApplicationsPage',
);
const StudentApplicationsRoute = lazyPage(
  () => import('./routes/StudentApplicationsRoute'),
  'StudentApplicationsRoute',
);
const RegistrationRequestsPage = lazyPage(
  () => import('../features/registrations/RegistrationRequestsPage'),
  'RegistrationRequestsPage',
);
const UsersRoute = lazyPage(() => import('./routes/UsersRoute'), 'UsersRoute');
const StatsPage = lazyPage(() => import('../features/stats/StatsPage'), 'StatsPage');
const EventsRoute = lazyPage(() => import('./routes/EventsRoute'), 'EventsRoute');
const SettingsRoute = lazyPage(() => import('./routes/SettingsRoute'), 'SettingsRoute');
const AuditPage = lazyPage(() => import('../features/audit/AuditPage'), 'AuditPage');
const ApplicationsPage = lazyPage(
  () => import('../features/applications/ApplicationsPage'),
  'ApplicationsPage',
);
const MyListingsRoute = lazyPage(() => import('./routes/MyListingsRoute'), 'MyListingsRoute');
const ListingWizardRoute = lazyPage(() => import('./routes/ListingWizardRoute'), 'ListingWizardRoute');

/**
 * Every address has its page, or this does not compile. Home is in the first file,
 * because a second one would only add a round trip; the others are loaded when opened.
 */
export const pages: Record<PageName, ReactNode> = {
  home: <HomeRoute />,
  login: <LoginRoute />,
  signUpStudent: <StudentSignUpRoute />,
  signUpLandlord: <LandlordSignUpRoute />,
  signUpSuccess: <SignUpSuccessPage />,
  finishRegistration: <FinishRegistrationPage />,
  registrationFinished: <RegistrationFinishedPage />,
  forgotPassword: <ForgotPasswordPage />,
  forgotPasswordSuccess: <ForgotPasswordSuccessPage />,
  resetPassword: <ResetPasswordPage />,
  account: <AccountRoute />,
  changePassword: <ChangePasswordRoute />,
  about: <AboutRoute />,
  contact: <ContactRoute />,
  terms: <LegalRoute />,
  privacy: <LegalRoute />,
  imprint: <LegalRoute />,
  listing: (
    <ListingAhead>
      <ListingRoute />
    </ListingAhead>
  ),
  apply: <ApplyRoute />,
  applicationSuccess: <ApplicationSuccessPage />,
  myApplications: <MyApplicationsPage />,
  studentApplications: <StudentApplicationsRoute />,
  registrationRequests: <RegistrationRequestsPage />,
  users: <UsersRoute />,
  stats: <StatsPage />,
  events: <EventsRoute />,
  settings: <SettingsRoute />,
  audit: <AuditPage />,
  applications: <ApplicationsPage />,
  myListings: <MyListingsRoute />,
  // One page at two addresses: a new listing is saved without losing what is under way.
  addListing: <ListingWizardRoute />,
  manageListing: <ListingWizardRoute />,
};
