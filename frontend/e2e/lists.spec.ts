import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { inspect } from './inspect';
import { expect, test } from './journey';
import { startSession } from './users';
import { proofOfStudy, registerLandlord, registerStudent } from './registrations';
import { rowOf } from './page';
import { uniqueName } from './uniqueName';

const cards = (page: Page) => page.getByRole('article');

/** Expects a loaded list and no error. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
}

/** Returns a function that makes a choice, and waits for the request that no earlier choice has sent. */
function watchRequests(page: Page, api: string): (choose: () => Promise<unknown>) => Promise<void> {
  const sent = new Set<string>();
  page.on('request', (request) => sent.add(request.url()));
  return async (choose) => {
    const earlier = new Set(sent);
    const isNew = (url: string) => new URL(url).pathname === `/api/v1/${api}` && !earlier.has(url);
    const [response] = await Promise.all([
      page.waitForResponse((received) => isNew(received.url()), { timeout: 15_000 }),
      choose(),
    ]);
    expect(response.status(), response.url()).toBe(200);
    await expectLoaded(page);
  };
}

for (const [path, role, api] of [
  ['/my-applications', 'STUDENT', 'applications'],
  ['/student-applications', 'ADMIN', 'applications'],
  ['/applications', 'LANDLORD', 'applications'],
  ['/my-listings', 'LANDLORD', 'listings'],
  ['/my-listings', 'ADMIN', 'listings'],
  ['/registration-requests', 'ADMIN', 'users/students/registrations'],
  ['/registration-requests?tab=landlords', 'ADMIN', 'users/landlords/registrations'],
  ['/users', 'ADMIN', 'users'],
] as const) {
  test(`the server accepts every filter and order that ${path} offers to ${role}`, async ({ page }) => {
    const request = watchRequests(page, api);
    await startSession(page, role);
    await request(() => page.goto(path));
    for (const label of ['Sort by', 'Direction']) {
      const select = page.getByLabel(label);
      const values = await select
        .getByRole('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
      expect(values.length, label).toBeGreaterThan(1);
      for (const value of values) {
        if ((await select.inputValue()) !== value) await request(() => select.selectOption(value));
      }
    }
    // Without the checkboxes of the rows, which send no request.
    const chips = await page.getByRole('search').getByRole('checkbox').all();
    expect(chips.length, 'filters').toBeGreaterThan(1);
    for (const chip of chips) {
      await request(() => chip.click());
    }
    await page.getByLabel('Search', { exact: true }).fill('%_ ä"\\');
    await expect(page).toHaveURL(/keyword=/);
    await expectLoaded(page);
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expectLoaded(page);
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toHaveCount(0);
  });
}

test('a list has pages, and shows the last one for a page past the end', async ({ page }) => {
  await startSession(page, 'ADMIN');
  await page.goto('/my-listings?page=9999');
  await expect(page).not.toHaveURL(/page=9999/);
  await expect(cards(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  await expect(page).toHaveURL(/\/my-listings$/);
  await expectLoaded(page);
  await page.getByRole('button', { name: 'Next page' }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=1$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('a landlord archives and deletes a listing', async ({ page }) => {
  await startSession(page, 'LANDLORD');
  await page.goto('/my-listings?status=DRAFT');
  const title = (await cards(page).first().getByRole('heading').textContent()) ?? '';
  await page
    .getByRole('button', { name: `Change Status: ${title}` })
    .first()
    .click();
  await page.getByLabel('New status').selectOption('ARCHIVED');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.goto(`/my-listings?status=ARCHIVED&keyword=${encodeURIComponent(title)}`);
  await expect(cards(page).first()).toContainText('Archived');
  const before = await cards(page).count();
  await page
    .getByRole('button', { name: `Delete listing: ${title}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete listing', exact: true }).click();
  await expect(page.getByText('Listing deleted.')).toBeVisible();
  await expect(cards(page)).toHaveCount(before - 1);
});

test('a student withdraws an application', async ({ page }) => {
  await startSession(page, 'STUDENT');
  await page.goto('/my-applications?status=PENDING');
  await expect(cards(page).first()).toBeVisible();
  const before = await cards(page).count();
  await cards(page)
    .first()
    .getByRole('button', { name: /^Delete application/ })
    .click();
  await page.getByRole('button', { name: 'Delete application', exact: true }).click();
  await expect(page.getByText('Application deleted.')).toBeVisible();
  await expect(cards(page)).toHaveCount(before - 1);
});

test('an administrator downloads a proof of study and rejects the student', async ({ page, request }) => {
  const { email, name } = await registerStudent(request, uniqueName('Reh'));
  await startSession(page, 'ADMIN');
  await page.goto(`/registration-requests?keyword=${encodeURIComponent(email)}`);
  const downloading = page.waitForEvent('download');
  await rowOf(page, email)
    .getByRole('button', { name: /^Download/ })
    .click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe(proofOfStudy.name);
  expect(await readFile(await file.path())).toEqual(proofOfStudy.buffer);
  await rowOf(page, email)
    .getByRole('button', { name: `Review ${name}’s registration` })
    .click();
  await expect(page.getByRole('dialog')).toContainText(proofOfStudy.name);
  await inspect(page, 'registration-review');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText(`${name}’s registration has been rejected.`)).toBeVisible();
  await expect(rowOf(page, email)).toHaveCount(0);
});

test.describe('a decision of another administrator', () => {
  test.use({ expectedErrors: ['409'] });

  test('closes the dialog and shows in the list', async ({ page, request }) => {
    const { email, name } = await registerLandlord(request, uniqueName('Dachs'));
    await startSession(page, 'ADMIN');
    await page.goto(`/registration-requests?tab=landlords&status=ANY&keyword=${encodeURIComponent(email)}`);
    const open = rowOf(page, email).getByRole('button', { name: `Review ${name}’s registration` });
    await open.click();
    // The page of the other administrator.
    const otherPage = await page.context().newPage();
    await startSession(otherPage, 'ADMIN');
    await otherPage.goto(page.url());
    await rowOf(otherPage, email)
      .getByRole('button', { name: /^Review/ })
      .click();
    await otherPage.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(rowOf(otherPage, email)).toContainText('Approved');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('A decision on this registration has already been made.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(rowOf(page, email)).toContainText('Approved');
  });
});

test('an administrator is created and deleted', async ({ page }) => {
  const lastName = uniqueName('Luchs');
  const email = `${lastName.toLowerCase()}@example.org`;
  await startSession(page, 'ADMIN');
  await page.goto('/users');
  await page.getByRole('button', { name: 'Create Administrator' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Email is required')).toBeVisible();
  await inspect(page, 'create-administrator');
  await form.getByLabel('Email', { exact: true }).fill(email);
  await form.getByLabel('First name').fill('Ada');
  await form.getByLabel('Last name').fill(lastName);
  await form.getByLabel('Gender').selectOption('OTHER');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible();
  await page.goto(`/users?keyword=${encodeURIComponent(email)}`);
  await expect(rowOf(page, email)).toContainText('Registration pending');
  await expect(rowOf(page, email).getByRole('button', { name: /ctivate/ })).toHaveCount(0);
  await rowOf(page, email)
    .getByRole('button', { name: `Delete Ada ${lastName}` })
    .click();
  await inspect(page, 'delete-user');
  await page.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText(`Ada ${lastName}’s account has been deleted.`)).toBeVisible();
  await expect(rowOf(page, email)).toHaveCount(0);
});

test('a landlord is deactivated and activated', async ({ page }) => {
  await startSession(page, 'ADMIN');
  await page.goto('/users?role=LANDLORD&status=ACTIVE&status=INACTIVE&sortField=email&sortDirection=ASC');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Deactivate/ }) })
    .last();
  const email = /\S+@\S+/.exec(await row.getByRole('button').first().innerText())?.[0] ?? '';
  await rowOf(page, email)
    .getByRole('button', { name: /^Deactivate/ })
    .click();
  await inspect(page, 'deactivate-user');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(rowOf(page, email)).toContainText('Inactive');
  await rowOf(page, email)
    .getByRole('button', { name: /^Activate/ })
    .click();
  await expect(rowOf(page, email).getByRole('button', { name: /^Deactivate/ })).toBeVisible();
});

test('every element with keyboard focus shows a focus ring', async ({ page }) => {
  await startSession(page, 'ADMIN');
  await page.goto('/registration-requests?status=ANY');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('tab', { name: 'Students' }).focus();
  const withoutRing: string[] = [];
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Tab');
    const invisible = await page.evaluate(() => {
      const focused = document.activeElement;
      // A field's frame or a chip's face can show the ring of its control.
      const rings = [focused, focused?.parentElement, focused?.nextElementSibling].filter(
        (one) => one instanceof Element,
      );
      return rings.some((one) => getComputedStyle(one).outlineStyle === 'solid')
        ? undefined
        : focused?.outerHTML;
    });
    if (invisible) withoutRing.push(invisible);
  }
  expect(withoutRing).toEqual([]);
});
