import type { Role } from '../../api/generated';
import type { Desk, useWaiting } from '../../features/notifications/waiting';
import type { CurrentUser } from '../../features/session/useCurrentUser';
import type { IconName } from '../../ui/Icon';
import { paths } from '../paths';

/** Whose menu it is: a role's, or that of a visitor who is not logged in. */
type Audience = Role | 'ANONYMOUS';

export type NavItem = {
  label:
    | 'nav.home'
    | 'nav.explore'
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
  /** What may wait there. */
  desk?: Desk;
};

const home: NavItem = { label: 'nav.home', icon: 'house', to: paths.home.href() };
const explore: NavItem = { label: 'nav.explore', icon: 'search', to: paths.home.href() };
const logIn: NavItem = { label: 'bottom.logIn', icon: 'user', to: paths.login.href() };
const myApplications: NavItem = {
  label: 'nav.myApplications',
  icon: 'letter',
  to: paths.myApplications.href(),
};
const registrationRequests: NavItem = {
  label: 'nav.registrationRequests',
  icon: 'userCheck',
  to: paths.registrationRequests.href(),
  desk: 'registrations',
};
/** A phone's bar has room for one word. */
const registrations: NavItem = { ...registrationRequests, label: 'nav.registrations' };
const studentApplications: NavItem = {
  label: 'nav.studentApplications',
  icon: 'letter',
  to: paths.studentApplications.href(),
  desk: 'applications',
};
const users: NavItem = { label: 'nav.users', icon: 'people', to: paths.users.href() };
const applications: NavItem = {
  label: 'nav.applications',
  icon: 'letter',
  to: paths.applications.href(),
  desk: 'applications',
};
const myListings: NavItem = { label: 'nav.myListings', icon: 'list', to: paths.myListings.href() };
const listings: NavItem = { label: 'nav.listings', icon: 'list', to: paths.myListings.href() };
const stats: NavItem = { label: 'nav.stats', icon: 'chart', to: paths.stats.href() };
const events: NavItem = { label: 'nav.events', icon: 'bell', to: paths.events.href(), desk: 'events' };
const settings: NavItem = { label: 'nav.settings', icon: 'sliders', to: paths.settings.href() };
const profile: NavItem = { label: 'nav.profile', icon: 'user', to: paths.account.href() };

/** The main menu, in the header and in the side menu of a phone. An entry comes with the screen that it leads to. */
export const mainMenu: Record<Audience, readonly NavItem[]> = {
  ANONYMOUS: [home],
  STUDENT: [home, myApplications],
  LANDLORD: [home, myListings, applications],
  ADMIN: [home, registrationRequests, studentApplications, users, listings, stats, events, settings],
};

/** What the bottom bar of a phone shows beside the button of the side menu. */
export const bottomBar: Record<Audience, readonly NavItem[]> = {
  ANONYMOUS: [explore, logIn],
  STUDENT: [explore, myApplications, profile],
  LANDLORD: [explore, myListings, profile],
  ADMIN: [explore, registrations, profile],
};

/** Whether anything can ever wait at these. */
export const hasDesk = (items: readonly NavItem[]): boolean => items.some(({ desk }) => desk !== undefined);

/** How much waits at any of these. */
export const waitingAt = (items: readonly NavItem[], waiting: ReturnType<typeof useWaiting>): number =>
  items.reduce((sum, { desk }) => sum + ((desk && waiting[desk]) ?? 0), 0);

/** Nothing while it is not known yet whose menu it is, so that no entry moves when it is. */
export function menuOf(menus: Record<Audience, readonly NavItem[]>, user: CurrentUser): readonly NavItem[] {
  if (user === undefined) return [];
  return menus[user?.role ?? 'ANONYMOUS'];
}
