import 'i18next';
import type account from '../../public/locales/de-DE/account.json';
import type applications from '../../public/locales/de-DE/applications.json';
import type audit from '../../public/locales/de-DE/audit.json';
import type donations from '../../public/locales/de-DE/donations.json';
import type errors from '../../public/locales/de-DE/errors.json';
import type events from '../../public/locales/de-DE/events.json';
import type favourites from '../../public/locales/de-DE/favourites.json';
import type files from '../../public/locales/de-DE/files.json';
import type images from '../../public/locales/de-DE/images.json';
import type legal from '../../public/locales/de-DE/legal.json';
import type listings from '../../public/locales/de-DE/listings.json';
import type lists from '../../public/locales/de-DE/lists.json';
import type myListings from '../../public/locales/de-DE/myListings.json';
import type person from '../../public/locales/de-DE/person.json';
import type portal from '../../public/locales/de-DE/portal.json';
import type registrations from '../../public/locales/de-DE/registrations.json';
import type reports from '../../public/locales/de-DE/reports.json';
import type savedSearches from '../../public/locales/de-DE/savedSearches.json';
import type secondFactor from '../../public/locales/de-DE/secondFactor.json';
import type session from '../../public/locales/de-DE/session.json';
import type settings from '../../public/locales/de-DE/settings.json';
import type shell from '../../public/locales/de-DE/shell.json';
import type signUp from '../../public/locales/de-DE/signUp.json';
import type stats from '../../public/locales/de-DE/stats.json';
import type userDetails from '../../public/locales/de-DE/userDetails.json';
import type users from '../../public/locales/de-DE/users.json';
import type wizard from '../../public/locales/de-DE/wizard.json';

/** Keys are flat (`search.keyword`), so that the error keys of the API fit unchanged. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    keySeparator: false;
    resources: {
      account: typeof account;
      applications: typeof applications;
      audit: typeof audit;
      donations: typeof donations;
      errors: typeof errors;
      events: typeof events;
      favourites: typeof favourites;
      files: typeof files;
      images: typeof images;
      legal: typeof legal;
      listings: typeof listings;
      lists: typeof lists;
      myListings: typeof myListings;
      person: typeof person;
      portal: typeof portal;
      registrations: typeof registrations;
      reports: typeof reports;
      savedSearches: typeof savedSearches;
      secondFactor: typeof secondFactor;
      session: typeof session;
      settings: typeof settings;
      shell: typeof shell;
      signUp: typeof signUp;
      stats: typeof stats;
      userDetails: typeof userDetails;
      users: typeof users;
      wizard: typeof wizard;
    };
  }
}
