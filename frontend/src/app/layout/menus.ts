import type { Role } from '../../api/generated';
import type { PendingKind, usePendingCounts } from '../../features/notifications/pendingCounts';
import type { CurrentUser } from '../../features/session/useCurrentUser';
import type { IconName } from '../../ui/Icon';
import { paths } from '../paths';

/** A role, or ANONYMOUS for guests. */
type Audience = Role | 'ANONYMOUS';

export type NavItem = {
  label:
    | 'nav.home'
    | 'nav.explore'
    | 'nav.favourites'
    | 'nav.savedSearches'
    | 'nav.myApplications'
    | 'nav.registrationRequests'
    | 'nav.registrations'
    | 'nav.studentApplications'
    | 'nav.users'
    | 'nav.applications'
    | 'nav.myListings'
    | 'nav.listings'
    | 'nav.stats'
    | 'nav.events'
    | 'nav.settings'
    | 'nav.profile'
    | 'bottom.logIn';
  icon: IconName;
  to: string;
  /** What can be pending on the page. */
  pendingKind?: PendingKind;
};

const home: NavItem = { label: 'nav.home', icon: 'house', to: paths.home.href() };
const explore: NavItem = { label: 'nav.explore', icon: 'search', to: paths.home.href() };
const logIn: NavItem = { label: 'bottom.logIn', icon: 'user', to: paths.login.href() };
const favourites: NavItem = { label: 'nav.favourites', icon: 'heart', to: paths.favourites.href() };
const savedSearches: NavItem = {
  label: 'nav.savedSearches',
  icon: 'bell',
  to: paths.savedSearches.href(),
};
const myApplications: NavItem = {
  label: 'nav.myApplications',
  icon: 'letter',
  to: paths.myApplications.href(),
};
const registrationRequests: NavItem = {
  label: 'nav.registrationRequests',
  icon: 'userCheck',
  to: paths.registrationRequests.href(),
  pendingKind: 'registrations',
};
/** The bottom bar has space for one word. */
const registrations: NavItem = { ...registrationRequests, label: 'nav.registrations' };
const studentApplications: NavItem = {
  label: 'nav.studentApplications',
  icon: 'letter',
  to: paths.studentApplications.href(),
  pendingKind: 'applications',
};
const users: NavItem = { label: 'nav.users', icon: 'users', to: paths.users.href() };
const applications: NavItem = {
  label: 'nav.applications',
  icon: 'letter',
  to: paths.applications.href(),
  pendingKind: 'applications',
};
const myListings: NavItem = { label: 'nav.myListings', icon: 'list', to: paths.myListings.href() };
const listings: NavItem = { label: 'nav.listings', icon: 'list', to: paths.myListings.href() };
const stats: NavItem = { label: 'nav.stats', icon: 'chart', to: paths.stats.href() };
const events: NavItem = { label: 'nav.events', icon: 'bell', to: paths.events.href(), pendingKind: 'events' };
const settings: NavItem = { label: 'nav.settings', icon: 'sliders', to: paths.settings.href() };
const profile: NavItem = { label: 'nav.profile', icon: 'user', to: paths.account.href() };

/** The main menu of the header and of the side menu. Add an entry together with its page. */
export const mainMenu: Record<Audience, readonly NavItem[]> = {
  ANONYMOUS: [home, favourites],
  STUDENT: [home, favourites, savedSearches, myApplications],
  LANDLORD: [home, myListings, applications],
  ADMIN: [home, registrationRequests, studentApplications, users, listings, stats, events, settings],
};

/** The entries of the bottom bar, besides the menu button. */
export const bottomBar: Record<Audience, readonly NavItem[]> = {
  ANONYMOUS: [explore, logIn],
  STUDENT: [explore, myApplications, profile],
  LANDLORD: [explore, myListings, profile],
  ADMIN: [explore, registrations, profile],
};

/** Whether anything can be pending on the pages of the entries. */
export const canHavePending = (items: readonly NavItem[]): boolean =>
  items.some(({ pendingKind }) => pendingKind !== undefined);

/** The number of pending items on the pages of the entries. */
export const countPending = (
  items: readonly NavItem[],
  counts: ReturnType<typeof usePendingCounts>,
): number => items.reduce((sum, { pendingKind }) => sum + ((pendingKind && counts[pendingKind]) ?? 0), 0);

/** Empty until the user is known, so that no entry moves. */
export function menuOf(menus: Record<Audience, readonly NavItem[]>, user: CurrentUser): readonly NavItem[] {
  if (user === undefined) return [];
  return menus[user?.role ?? 'ANONYMOUS'];
}
