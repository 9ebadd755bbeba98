import type { APIRequestContext } from '@playwright/test';
import { paths } from '../src/app/paths';
import { expectAccessibleInDark, inspect, recordLayoutShifts } from './inspect';
import { expect, test } from './journey';
import { findLandlordListing, findPublicListing } from './listings';
import { startSession, demoUsers, type Role } from './users';
import { expectNoHorizontalScroll, heading } from './page';

// Parallel, because the tests only read and this is the longest file.
test.describe.configure({ mode: 'parallel' });

const notFound = "THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST.";
/** Undefined: visitors. */
type Readers = readonly (Role | undefined)[];

type Screen = {
  name: keyof typeof paths;
  title: string | RegExp;
  roles: Readers | 'public';
  /** Selects what exists once the content is loaded, where nothing else shows that it is loading. */
  content?: string;
};

const everyRole = Object.keys(demoUsers) as Role[];

const screens: readonly Screen[] = [
  { name: 'home', title: 'Find a room that fits your semester.', roles: 'public' },
  { name: 'login', title: 'Good to see you', roles: 'public' },
  { name: 'signUpStudent', title: 'Find your room', roles: 'public' },
  { name: 'signUpLandlord', title: 'Rent to students', roles: 'public' },
  { name: 'signUpSuccess', title: 'Thank you for signing up', roles: 'public' },
  // Without the token of a link; journeys open them with one.
  { name: 'finishRegistration', title: 'Invalid token', roles: 'public' },
  { name: 'registrationFinished', title: 'Your account is ready', roles: 'public' },
  { name: 'forgotPassword', title: 'Forgot your password?', roles: 'public' },
  { name: 'forgotPasswordSuccess', title: 'Check your inbox', roles: 'public' },
  { name: 'resetPassword', title: 'Invalid token', roles: 'public' },
  { name: 'about', title: 'A window seat for every student', roles: 'public' },
  { name: 'contact', title: 'Write to us', roles: 'public' },
  { name: 'terms', title: 'Terms of use', roles: 'public', content: 'article h2' },
  { name: 'privacy', title: 'Privacy policy', roles: 'public', content: 'article h2' },
  { name: 'imprint', title: 'Imprint', roles: 'public', content: 'article h2' },
  { name: 'accessibility', title: 'Accessibility statement', roles: 'public', content: 'article h2' },
  { name: 'favourites', title: 'Favorites', roles: [undefined, 'STUDENT'] },
  // Without the token of a mail.
  { name: 'unsubscribe', title: 'This link is not valid', roles: 'public' },
  { name: 'savedSearches', title: 'Saved Searches', roles: ['STUDENT'] },
  { name: 'account', title: 'Your profile', roles: everyRole },
  { name: 'changePassword', title: 'Change password', roles: everyRole },
  { name: 'listing', title: /./, roles: 'public' },
  { name: 'apply', title: 'Apply for this place', roles: ['STUDENT'] },
  { name: 'applicationSuccess', title: 'Your application is on its way', roles: ['STUDENT'] },
  { name: 'myApplications', title: 'My Applications', roles: ['STUDENT'] },
  { name: 'studentApplications', title: 'Student Applications', roles: ['ADMIN'] },
  { name: 'registrationRequests', title: 'Registration Requests', roles: ['ADMIN'] },
  { name: 'users', title: 'Users', roles: ['ADMIN'] },
  { name: 'stats', title: 'Stats', roles: ['ADMIN'] },
  { name: 'events', title: 'Events', roles: ['ADMIN'] },
  { name: 'settings', title: 'Settings', roles: ['ADMIN'] },
  { name: 'audit', title: 'Audit trail', roles: ['ADMIN'] },
  { name: 'applications', title: 'Applications', roles: ['LANDLORD'] },
  { name: 'myListings', title: /Listings$/, roles: ['LANDLORD', 'ADMIN'] },
  { name: 'addListing', title: 'Create listing', roles: ['LANDLORD'] },
  { name: 'manageListing', title: 'Edit listing', roles: ['LANDLORD', 'ADMIN'] },
];

test('this file has every path of the app', () => {
  expect(screens.map(({ name }) => name).toSorted()).toEqual(Object.keys(paths).toSorted());
});

for (const { name, title, roles, content } of screens) {
  const readers: Readers = roles === 'public' ? [undefined] : roles;

  for (const role of readers) {
    for (const width of [1440, 390]) {
      test(`${paths[name].path} opens for ${role ?? 'a visitor'} at ${width} px without layout shifts`, async ({
        page,
        request,
      }) => {
        await page.setViewportSize({ width, height: 900 });
        if (role) await startSession(page, role);
        const shifts = await recordLayoutShifts(page);
        const response = await page.goto(await urlOf(name, request));
        expect(response?.status()).toBe(200);
        await expect(heading(page)).toHaveText(title);
        await page.waitForLoadState('networkidle');
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        if (content) await expect(page.locator(content).last()).toBeAttached();
        expect(await shifts()).toEqual({ total: 0, moved: [] });
        await expectNoHorizontalScroll(page);
        const screen = `${name}-${role ?? 'visitor'}-${width}`;
        await inspect(page, screen);
        await expectAccessibleInDark(page, `${screen}-dark`);
      });
    }
  }
}

/**
 * Some addresses that a reader may not open, all together of each kind: with an id, of all users, of one
 * role or of two, open to visitors. `Guard.test` opens all that a reader may not open.
 */
const refused: Record<Role | 'VISITOR', readonly Screen['name'][]> = {
  VISITOR: ['account', 'apply', 'users', 'myListings'],
  STUDENT: ['users', 'manageListing'],
  LANDLORD: ['apply', 'favourites', 'users'],
  ADMIN: ['apply', 'favourites', 'applications'],
};

// One page for all addresses: a new browser context for each takes longer than opening it.
test('an address that needs a session redirects a visitor to the login', async ({ page, request }) => {
  for (const name of refused.VISITOR) {
    await test.step(paths[name].path, async () => {
      await page.goto(await urlOf(name, request));
      await expect(page).toHaveURL(/\/login$/);
    });
  }
});

for (const role of everyRole) {
  test(`an address of other roles shows ${role} the 404 page`, async ({ page, request }) => {
    await startSession(page, role);
    for (const name of refused[role]) {
      await test.step(paths[name].path, async () => {
        await page.goto(await urlOf(name, request));
        await expect(heading(page)).toHaveText(notFound);
      });
    }
  });
}

async function urlOf(name: Screen['name'], request: APIRequestContext): Promise<string> {
  // The demo landlord can edit only their own listings.
  const listing = await (name === 'manageListing'
    ? findLandlordListing(request)
    : findPublicListing(request));
  return paths[name].href(listing.externalId);
}

test.describe('an unknown path', () => {
  test.use({ expectedErrors: ['404'] });

  for (const path of ['/no-such-page', '/listing/01900000-0000-7000-8000-0000000000ff', '/listing/7']) {
    test(`${path} is a 404 with a link home`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(heading(page)).toHaveText(notFound);
      await page.getByRole('link', { name: 'Return Home Page' }).click();
      await expect(page).toHaveURL((url) => url.pathname === '/');
    });
  }
});
