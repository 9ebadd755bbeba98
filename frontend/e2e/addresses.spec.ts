import type { APIRequestContext, Page } from '@playwright/test';
import { paths } from '../src/app/paths';
import { expectAccessible, inspect, watchShifts } from './inspect';
import { expect, test } from './journey';
import { ownListing, publicListing } from './listings';
import { becomeUser, people, type Role } from './people';

// They only read, and are the longest file: every worker takes some.
test.describe.configure({ mode: 'parallel' });

const notFound = "THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST.";
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

type Screen = { name: keyof typeof paths; title: string | RegExp; roles: readonly Role[] | 'everybody' };

const everyRole = Object.keys(people) as Role[];

const screens: readonly Screen[] = [
  { name: 'home', title: 'Find a room that fits your semester.', roles: 'everybody' },
  { name: 'login', title: 'Good to see you', roles: 'everybody' },
  { name: 'signUpStudent', title: 'Find your room', roles: 'everybody' },
  { name: 'signUpLandlord', title: 'Rent to students', roles: 'everybody' },
  { name: 'signUpSuccess', title: 'Thank you for signing up', roles: 'everybody' },
  // Without a link's token; with one they are part of the journeys.
  { name: 'finishRegistration', title: 'Invalid token', roles: 'everybody' },
  { name: 'registrationFinished', title: 'Your account is ready', roles: 'everybody' },
  { name: 'forgotPassword', title: 'Forgot your password?', roles: 'everybody' },
  { name: 'forgotPasswordSuccess', title: 'Check your inbox', roles: 'everybody' },
  { name: 'resetPassword', title: 'Invalid token', roles: 'everybody' },
  { name: 'about', title: 'A window seat for every student', roles: 'everybody' },
  { name: 'contact', title: 'Write to us', roles: 'everybody' },
  { name: 'terms', title: 'Terms of use', roles: 'everybody' },
  { name: 'privacy', title: 'Privacy policy', roles: 'everybody' },
  { name: 'imprint', title: 'Imprint', roles: 'everybody' },
  { name: 'account', title: 'Your profile', roles: everyRole },
  { name: 'changePassword', title: 'Change password', roles: everyRole },
  { name: 'listing', title: /./, roles: 'everybody' },
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

test('every address of the app is a screen of this file', () => {
  expect(screens.map(({ name }) => name).toSorted()).toEqual(Object.keys(paths).toSorted());
});

for (const { name, title, roles } of screens) {
  const address = async (request: APIRequestContext) => {
    // The demo landlord edits nobody else's.
    const listing = await (name === 'manageListing' ? ownListing(request) : publicListing(request));
    return paths[name].href(listing.externalId);
  };
  const readers = roles === 'everybody' ? [undefined] : roles;

  for (const role of readers) {
    for (const width of [1440, 390]) {
      test(`A1: ${paths[name].path} opens by its address for ${role ?? 'anybody'} at ${width}, and nothing moves`, async ({
        page,
        request,
      }) => {
        await page.setViewportSize({ width, height: 900 });
        if (role) await becomeUser(page, role);
        const shifts = await watchShifts(page);
        const answer = await page.goto(await address(request));
        expect(answer?.status()).toBe(200);
        await expect(heading(page)).toHaveText(title);
        await page.waitForLoadState('networkidle');
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        expect(await shifts()).toEqual({ total: 0, moved: [] });
        await expectNoSidewaysScroll(page);
        const screen = `${name}-${role ?? 'anybody'}-${width}`;
        await inspect(page, screen);
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectAccessible(page, `${screen}-dark`);
      });
    }
  }

  if (roles === 'everybody') continue;

  test(`A5: ${paths[name].path} sends a visitor to the log-in`, async ({ page, request }) => {
    await page.goto(await address(request));
    await expect(page).toHaveURL(/\/login$/);
  });

  for (const role of everyRole.filter((other) => !roles.includes(other))) {
    test(`A6 to A11: ${paths[name].path} is the 404 page for ${role}`, async ({ page, request }) => {
      await becomeUser(page, role);
      await page.goto(await address(request));
      await expect(heading(page)).toHaveText(notFound);
    });
  }
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  // Less than none where room is kept for a scroll bar that a headless browser does not draw.
  expect(excess).toBeLessThanOrEqual(0);
}

test.describe('what does not exist', () => {
  test.use({ provoked: ['404'] });

  for (const address of ['/no-such-page', '/listing/01900000-0000-7000-8000-0000000000ff', '/listing/7']) {
    test(`A2 A3 F90: ${address} is a 404 with a way home`, async ({ page }) => {
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(404);
      await expect(heading(page)).toHaveText(notFound);
      await page.getByRole('link', { name: 'Return Home Page' }).click();
      await expect(page).toHaveURL((url) => url.pathname === '/');
    });
  }
});
