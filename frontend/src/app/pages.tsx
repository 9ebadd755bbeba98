import type { ComponentType } from 'react';
import { lazyPage, lazyPlainPage } from './lazyPage';
import type { PageName } from './paths';
import { HomeRoute } from './routes/HomeRoute';
import { PrefetchListing } from './routes/PrefetchListing';
import { loadedListingRoute, loadListingRoute } from './routes/loadListingRoute';

const LoginRoute = lazyPage(() => import('./routes/login/LoginRoute'), 'LoginRoute');
const StudentSignUpRoute = lazyPage(() => import('./routes/StudentSignUpRoute'), 'StudentSignUpRoute');
const LandlordSignUpRoute = lazyPage(() => import('./routes/LandlordSignUpRoute'), 'LandlordSignUpRoute');
const SignUpSuccessPage = lazyPage(
  () => import('../features/registrations/sign-up/SignUpSuccessPage'),
  'SignUpSuccessPage',
);
const FinishRegistrationPage = lazyPage(
  () => import('../features/session/passwords/FinishRegistrationPage'),
  'FinishRegistrationPage',
);
const RegistrationFinishedPage = lazyPage(
  () => import('../features/session/passwords/RegistrationFinishedPage'),
  'RegistrationFinishedPage',
);
const ForgotPasswordPage = lazyPage(
  () => import('../features/session/passwords/ForgotPasswordPage'),
  'ForgotPasswordPage',
);
const ForgotPasswordSuccessPage = lazyPage(
  () => import('../features/session/passwords/ForgotPasswordSuccessPage'),
  'ForgotPasswordSuccessPage',
);
const ResetPasswordPage = lazyPage(
  () => import('../features/session/passwords/ResetPasswordPage'),
  'ResetPasswordPage',
);
const AccountRoute = lazyPage(() => import('./routes/account/AccountRoute'), 'AccountRoute');
const ChangePasswordRoute = lazyPage(
  () => import('./routes/account/ChangePasswordRoute'),
  'ChangePasswordRoute',
);
const AboutRoute = lazyPage(() => import('./routes/AboutRoute'), 'AboutRoute');
const ContactRoute = lazyPage(() => import('./routes/ContactRoute'), 'ContactRoute');
const LegalRoute = lazyPage(() => import('./routes/LegalRoute'), 'LegalRoute');
// An entry page from other websites: like home it has no MUI.
const ListingRoute = lazyPlainPage(loadListingRoute, 'ListingRoute', loadedListingRoute);
const ApplyRoute = lazyPage(() => import('./routes/ApplyRoute'), 'ApplyRoute');
const ApplicationSuccessPage = lazyPage(
  () => import('../features/applications/apply/ApplicationSuccessPage'),
  'ApplicationSuccessPage',
);
const FavouritesRoute = lazyPage(() => import('./routes/FavouritesRoute'), 'FavouritesRoute');
const SavedSearchesPage = lazyPage(
  () => import('../features/saved-searches/page/SavedSearchesPage'),
  'SavedSearchesPage',
);
const UnsubscribePage = lazyPage(
  () => import('../features/saved-searches/UnsubscribePage'),
  'UnsubscribePage',
);
const MyApplicationsPage = lazyPage(
  () => import('../features/applications/my-applications/MyApplicationsPage'),
  'MyApplicationsPage',
);
const AdministratorReviewRoute = lazyPage(
  () => import('./routes/AdministratorReviewRoute'),
  'AdministratorReviewRoute',
);
const RegistrationsRoute = lazyPage(() => import('./routes/RegistrationsRoute'), 'RegistrationsRoute');
const UsersRoute = lazyPage(() => import('./routes/UsersRoute'), 'UsersRoute');
const StatsPage = lazyPage(() => import('../features/stats/StatsPage'), 'StatsPage');
const EventsRoute = lazyPage(() => import('./routes/EventsRoute'), 'EventsRoute');
const SettingsRoute = lazyPage(() => import('./routes/SettingsRoute'), 'SettingsRoute');
const AuditPage = lazyPage(() => import('../features/audit/AuditPage'), 'AuditPage');
const LandlordReviewPage = lazyPage(
  () => import('../features/applications/review/LandlordReviewPage'),
  'LandlordReviewPage',
);
const MyListingsRoute = lazyPage(() => import('./routes/MyListingsRoute'), 'MyListingsRoute');
const ListingWizardRoute = lazyPage(() => import('./routes/ListingWizardRoute'), 'ListingWizardRoute');

function Listing() {
  return (
    <PrefetchListing>
      <ListingRoute />
    </PrefetchListing>
  );
}

type Page = ComponentType & { preload?: () => void };

/**
 * A missing page does not compile. Home is in the first file, because a second one would only add a
 * round trip; the others are loaded when opened.
 */
export const pages: Record<PageName, Page> = {
  home: HomeRoute,
  login: LoginRoute,
  signUpStudent: StudentSignUpRoute,
  signUpLandlord: LandlordSignUpRoute,
  signUpSuccess: SignUpSuccessPage,
  finishRegistration: FinishRegistrationPage,
  registrationFinished: RegistrationFinishedPage,
  forgotPassword: ForgotPasswordPage,
  forgotPasswordSuccess: ForgotPasswordSuccessPage,
  resetPassword: ResetPasswordPage,
  account: AccountRoute,
  changePassword: ChangePasswordRoute,
  about: AboutRoute,
  contact: ContactRoute,
  terms: LegalRoute,
  privacy: LegalRoute,
  imprint: LegalRoute,
  accessibility: LegalRoute,
  listing: Listing,
  apply: ApplyRoute,
  applicationSuccess: ApplicationSuccessPage,
  favourites: FavouritesRoute,
  savedSearches: SavedSearchesPage,
  unsubscribe: UnsubscribePage,
  myApplications: MyApplicationsPage,
  studentApplications: AdministratorReviewRoute,
  registrationRequests: RegistrationsRoute,
  users: UsersRoute,
  stats: StatsPage,
  events: EventsRoute,
  settings: SettingsRoute,
  audit: AuditPage,
  applications: LandlordReviewPage,
  myListings: MyListingsRoute,
  // One page at two addresses: saving a new listing changes the address and keeps the form.
  addListing: ListingWizardRoute,
  manageListing: ListingWizardRoute,
};
